// The gradients of a loss with respect to the queries and to the factor, `scale`.
// See: Dao et al. 2022, FlashAttention, appendix B, for gradients without the matrix of weights
// Error: sd.attentionGradient(query, key, value, tensor([[1, 1]]))
//   RangeError: outputGradient: got the shape [1, 2]; expected [1, 1]
import { load, tensor } from 'scaledot';

const sd = await load();
const query = tensor([[1, 0]]);
const key = tensor([
  [1, 0],
  [0, 1],
]);
const value = tensor([[1], [2]]);
const gradient = sd.attentionGradient(query, key, value, tensor([[1]]));
console.log(Array.from(gradient.query.data, (number) => number.toFixed(4)).join(' ')); // -0.1564 0.1564
console.log(gradient.scale.toFixed(4)); // -0.2212
