// A matrix times itself, transposed.
// Error: sd.matmul(x, tensor([[1, 2]]))
//   RangeError: right: shape [1, 2] does not match left: shape [2, 2]; its second last dimension must be the last one of left
import { load, tensor } from 'scaledot';

const sd = await load();
const x = tensor([
  [1, 2],
  [3, 4],
]);
console.log(Array.from(sd.matmul(x, x, { transposeRight: true }).data).join(' ')); // 5 11 11 25
