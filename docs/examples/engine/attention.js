// The third query sees all keys. Under the causal mask, the first sees only its own key and returns its value unchanged.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.1, equation 1
// Error: sd.attention(x, tensor([[1, 0, 0]]), value)
//   RangeError: key: shape [1, 3] does not match query: shape [3, 2]; the last dimensions must be equal
// Error: sd.attention(x, x, tensor([[1]]))
//   RangeError: value: shape [1, 1] does not match key: shape [3, 2]; the dimensions before the last must be equal
// Error: sd.attention(x, x, value, { causal: true })
//   TypeError: causal: got true; expected false, "upper-left" or "lower-right"
// Error: sd.attention(x, x, value, { mask: { bias: tensor([1, 2]) } })
//   RangeError: mask.bias: shape [2] does not match the scores: shape [1, 1, 3, 3]; counted from the last, each dimension must be equal or 1
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
