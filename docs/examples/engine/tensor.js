// A tensor consists of numbers and a shape. Nested arrays determine the shape; a typed array needs it as an argument.
// Error: tensor([[1, 2], [3]])
//   RangeError: tensor[1]: got an array of length 1; expected an array of length 2, as the first at this depth
// Error: tensor(new Float32Array(8), [2, 3])
//   RangeError: tensor: got 8 numbers; expected 6 for the shape [2, 3]
import { tensor } from 'scaledot';

const nested = tensor([
  [1, 2, 3],
  [4, 5, 6],
]);
console.log(nested.shape.join(' x '), nested.data[3]); // 2 x 3 4
console.log(tensor(new Float32Array(8), [2, 4]).shape.join(' x ')); // 2 x 4
