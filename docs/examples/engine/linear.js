// A layer in PyTorch's layout, [out, in], with its bias.
// Error: sd.linear(tensor([[1, 2, 3]]), weight, { transposed: true })
//   RangeError: weight: shape [3, 2] does not match x: shape [1, 3]; its last dimension must be the last one of x
import { load, tensor } from 'scaledot';

const sd = await load();
const weight = tensor([
  [1, 0],
  [0, 1],
  [1, 1],
]);
const y = sd.linear(tensor([[2, 3]]), weight, { transposed: true, bias: tensor([0, 0, 10]) });
console.log(Array.from(y.data).join(' ')); // 2 3 15
