// From 0, if one key has all the weight, to log n, if n keys share it equally.
// See: Shannon 1948, A mathematical theory of communication
// Error: sd.entropy(tensor([1, 0]), { axis: 1 })
//   RangeError: axis: got 1; expected a whole number from -1 to 0
import { load, tensor } from 'scaledot';

const sd = await load();
const { data } = sd.entropy(
  tensor([
    [1, 0, 0, 0],
    [0.25, 0.25, 0.25, 0.25],
  ]),
);
console.log(data[0], data[1].toFixed(4)); // 0 1.3863
