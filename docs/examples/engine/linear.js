// A layer as PyTorch saves it, [out, in], with its bias.
import { load, tensor } from 'scaledot';

const sd = await load();
const weight = tensor([
  [1, 0],
  [0, 1],
  [1, 1],
]);
const y = sd.linear(tensor([[2, 3]]), weight, { transposed: true, bias: tensor([0, 0, 10]) });
console.log(Array.from(y.data).join(' ')); // 2 3 15
