// A tensor is its numbers and its shape. Nested arrays tell the shape; for a typed array it is given.
import { tensor } from 'scaledot';

const nested = tensor([
  [1, 2, 3],
  [4, 5, 6],
]);
console.log(nested.shape.join(' x '), nested.data[3]); // 2 x 3 4
console.log(tensor(new Float32Array(8), [2, 4]).shape.join(' x ')); // 2 x 4
