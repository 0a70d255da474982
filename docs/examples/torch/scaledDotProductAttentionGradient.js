// One key head for two query heads: its gradient is the sum over both, as in autograd.
// See: PyTorch, torch.nn.functional.scaled_dot_product_attention; Dao et al. 2022, FlashAttention, appendix B
// Error: scaledDotProductAttentionGradient(sd, query, key, value, [[1, 1]])
//   RangeError: grad_output: got the shape [1, 2]; expected [1, 2, 1, 1], that of the output
// Error: scaledDotProductAttentionGradient(sd, query, [[[[1, 0, 0]]]], value, grad_output)
//   RangeError: key: shape [1, 1, 1, 3] does not match query: shape [1, 2, 1, 2]; the last dimensions must be equal
import { load, tensor } from 'scaledot';
import { scaledDotProductAttentionGradient } from 'scaledot/torch';

const sd = await load();
const query = tensor([1, 0, 0, 1], [1, 2, 1, 2]); // [batch, heads, L, E]
const key = tensor([1, 0, 0, 1], [1, 1, 2, 2]);
const value = tensor([1, 2], [1, 1, 2, 1]);
const grad_output = tensor([1, 1], [1, 2, 1, 1]);
const gradient = scaledDotProductAttentionGradient(sd, query, key, value, grad_output);
console.log(gradient.query.shape.join(' '), '|', gradient.key.shape.join(' ')); // 1 2 1 2 | 1 1 2 2
console.log(Array.from(gradient.key.data, (number) => number.toFixed(4)).join(' ')); // -0.1564 -0.1564 0.1564 0.1564
