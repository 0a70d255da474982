// Here a boolean mask means "masked", as in PyTorch's module.
// See: PyTorch, torch.nn.MultiheadAttention; Vaswani et al. 2017, section 3.2.2
// Error: multiheadAttention(sd, x, x, x, { num_heads: 3, out_proj_weight: one })
//   RangeError: num_heads: got 3; expected a whole number from 1 to 2
// Error: multiheadAttention(sd, x, x, x, { num_heads: 1, out_proj_weight: one })
//   TypeError: q_proj_weight: got undefined; expected a tensor of float32 (Float32Array) or float16 (Uint16Array with dtype "float16")
import { load, tensor } from 'scaledot';
import { multiheadAttention } from 'scaledot/torch';

const sd = await load();
const one = tensor([
  [1, 0],
  [0, 1],
]);
const x = tensor([
  [1, 0],
  [0, 1],
]);
const { output, weights } = multiheadAttention(sd, x, x, x, {
  num_heads: 1,
  q_proj_weight: one,
  k_proj_weight: one,
  v_proj_weight: one,
  out_proj_weight: one,
  attn_mask: { data: new Uint8Array([0, 1, 1, 0]), shape: [2, 2] },
});
console.log(Array.from(output.data).join(' '), '|', Array.from(weights.data).join(' ')); // 1 0 0 1 | 1 0 0 1
