// The third query sees all keys. The first one, under a causal mask, sees its own alone and gives its value unchanged.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.1, equation 1
import { load, tensor } from 'scaledot';

const sd = await load();
const x = tensor([
  [1, 0],
  [0, 1],
  [1, 1],
]);
const value = tensor([[1], [2], [3]]);
const returns = ['output', 'weights'];
const { output, weights } = sd.attention(x, x, value, { causal: 'upper-left', returns });
console.log(Array.from(output.data, (number) => number.toFixed(3)).join(' ')); // 1.000 1.670 2.255
console.log(Array.from(weights.data.slice(6), (number) => number.toFixed(3)).join(' ')); // 0.248 0.248 0.503
