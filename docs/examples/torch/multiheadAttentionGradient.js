// A loss may also depend on the weights. Here it depends only on them, so the gradients of value and output projection are 0.
// See: PyTorch, torch.nn.MultiheadAttention; Vaswani et al. 2017, section 3.2.2
// Error: multiheadAttentionGradient(sd, x, x, x, null, { ...module, grad_weights: [[1]] })
//   RangeError: grad_weights: got the shape [1, 1]; expected [3, 3], that of the weights
// Error: multiheadAttentionGradient(sd, x, x, x, null, module)
//   TypeError: grad_output: got null; expected a tensor of float32 (Float32Array) or float16 (Uint16Array with dtype "float16")
import { load, tensor } from 'scaledot';
import { multiheadAttentionGradient } from 'scaledot/torch';

const sd = await load();
const draw = (shape, stream) => sd.randomTensor(shape, { stream });
const module = {
  num_heads: 2,
  in_proj_weight: draw([12, 4], 1),
  out_proj_weight: draw([4, 4], 2),
};
const x = draw([3, 4], 3);
const grad_weights = tensor([1, 0, 0, 0, 1, 0, 0, 0, 1], [3, 3]); // of the mean over the heads
const gradient = multiheadAttentionGradient(sd, x, x, x, null, { ...module, grad_weights });
const length = ({ data }) => Math.hypot(...data).toFixed(4);
console.log(Object.keys(gradient).join(' ')); // query key value in_proj_weight out_proj_weight
console.log(length(gradient.query), length(gradient.value)); // 0.2635 0.0000
