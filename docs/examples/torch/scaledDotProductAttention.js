// A boolean mask means "takes part", as in PyTorch.
// See: PyTorch, torch.nn.functional.scaled_dot_product_attention; Vaswani et al. 2017, equation 1
// Error: scaledDotProductAttention(sd, q, k, v, { dropout_p: 0.1 })
//   RangeError: dropout_p: got 0.1; expected 0, because there is no dropout
// Error: scaledDotProductAttention(sd, q, k, v, { attn_mask, is_causal: true })
//   TypeError: attn_mask: got it together with is_causal; expected one of the two only
import { load, tensor } from 'scaledot';
import { scaledDotProductAttention } from 'scaledot/torch';

const sd = await load();
const q = tensor([[1, 0]]);
const k = tensor([
  [1, 0],
  [0, 1],
]);
const v = tensor([[1], [2]]);
const attn_mask = { data: new Uint8Array([0, 1]), shape: [1, 2] };
console.log(scaledDotProductAttention(sd, q, k, v, { attn_mask }).data[0]); // 2
