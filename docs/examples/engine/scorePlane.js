// Which of three keys wins, cell by cell, for queries in a square of the plane.
// Error: sd.scorePlane({ functions: [], key })
//   RangeError: functions: got an array of length 0; expected an array of 1 to 16 objects
// Error: sd.scorePlane({ functions: [{ kind: 'dot' }], key: tensor([[1, 2, 3]]) })
//   RangeError: key: got the shape [1, 3]; expected [keys, 2] with 1 to 64 keys
import { load, tensor } from 'scaledot';

const sd = await load();
const key = tensor([
  [1, 0],
  [-1, 0],
  [0, 2],
]);
const { weights } = sd.scorePlane({ functions: [{ kind: 'dot' }], key, size: 2 });
console.log(weights.shape.join(' x ')); // 1 x 2 x 2 x 3
console.log(Array.from(weights.data.slice(0, 3), (weight) => weight.toFixed(3)).join(' ')); // 0.009 0.181 0.810
