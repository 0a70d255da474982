// A layer of a checkpoint, selected by its prefix. No file contains num_heads.
// See: PyTorch, torch.nn.Module.load_state_dict
// Error: multiheadFromStateDict(tensors, { num_heads: 3, prefix })
//   RangeError: num_heads: got 3; expected a number that divides 4, the embed_dim
// Error: multiheadFromStateDict(tensors, { num_heads: 2 })
//   TypeError: state_dict: got no in_proj_weight or q_proj_weight with the prefix ""; expected a prefix that has one: "encoder.layers.0.self_attn."
import { load } from 'scaledot';
import { multiheadAttention, multiheadFromStateDict } from 'scaledot/torch';

const sd = await load();
const prefix = 'encoder.layers.0.self_attn.';
const bytes = sd.writeSafetensors({
  [`${prefix}in_proj_weight`]: sd.randomTensor([12, 4], { stream: 1 }),
  [`${prefix}out_proj.weight`]: sd.randomTensor([4, 4], { stream: 2 }),
});
const { tensors } = sd.readSafetensors(bytes);
const module = multiheadFromStateDict(tensors, { num_heads: 2, prefix });
const x = sd.randomTensor([3, 4]);
const { output } = multiheadAttention(sd, x, x, x, module);
console.log(module.embed_dim, output.shape.join(' ')); // 4 3 4
