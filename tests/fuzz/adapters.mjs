// Calls of the adapters for PyTorch's and ONNX's names, made from valid arguments by one or more changes.
import * as onnx from '../../web/engine/adapters/onnx.js';
import * as torch from '../../web/engine/adapters/torch.js';
import { checkBits, engines } from './engines.mjs';
import { changedArguments, outcome } from './hostile.mjs';

/** @typedef {import('./source.mjs').Source} Source */

/** @param {readonly number[]} shape */
function tensorOf(...shape) {
  const count = shape.reduce((product, length) => product * length, 1);
  return { data: Float32Array.from({ length: count }, (_, i) => Math.sin(i)), shape };
}
/** @param {readonly number[]} shape */
const flags = (...shape) => ({
  data: Uint8Array.from(tensorOf(...shape).data, (number) => Number(number > 0)),
  shape,
});

/** @type {readonly [(...args: any[]) => unknown, (sd: unknown) => unknown[]][]} */
const calls = [
  [
    torch.scaledDotProductAttention,
    (sd) => [
      ...[sd, tensorOf(2, 5, 4), tensorOf(2, 6, 4), tensorOf(2, 6, 3)],
      { attn_mask: flags(5, 6), is_causal: false, scale: 1, enable_gqa: false, dropout_p: 0 },
    ],
  ],
  [
    torch.scaledDotProductAttentionGradient,
    (sd) => [
      ...[sd, tensorOf(3, 2, 5, 4), tensorOf(1, 2, 6, 4), tensorOf(2, 6, 3), tensorOf(3, 2, 5, 3)],
      { attn_mask: tensorOf(2, 1, 6), is_causal: false, scale: 1, enable_gqa: false },
    ],
  ],
  [
    torch.multiheadAttention,
    (sd) => [
      ...[sd, tensorOf(5, 1, 4), tensorOf(6, 1, 4), tensorOf(6, 1, 4)],
      {
        ...{ num_heads: 2, in_proj_weight: tensorOf(12, 4), in_proj_bias: tensorOf(12) },
        ...{ out_proj_weight: tensorOf(4, 4), out_proj_bias: tensorOf(4), need_weights: true },
        ...{ attn_mask: tensorOf(5, 6), key_padding_mask: flags(1, 6), add_zero_attn: true },
      },
    ],
  ],
  [
    torch.multiheadAttentionGradient,
    (sd) => [
      ...[sd, tensorOf(5, 1, 4), tensorOf(6, 1, 4), tensorOf(6, 1, 4), tensorOf(5, 1, 4)],
      {
        ...{ num_heads: 2, in_proj_weight: tensorOf(12, 4), in_proj_bias: tensorOf(12) },
        ...{ out_proj_weight: tensorOf(4, 4), out_proj_bias: tensorOf(4), embed_dim: 4 },
        ...{ attn_mask: tensorOf(5, 6), key_padding_mask: tensorOf(1, 6), add_zero_attn: true },
        ...{ is_causal: false, grad_weights: tensorOf(1, 5, 7) },
      },
    ],
  ],
  [
    torch.multiheadFromStateDict,
    () => [
      {
        ...{ 'a.in_proj_weight': tensorOf(12, 4), 'a.in_proj_bias': tensorOf(12) },
        ...{ 'a.out_proj.weight': tensorOf(4, 4), 'a.out_proj.bias': tensorOf(4) },
      },
      { num_heads: 2, prefix: 'a.' },
    ],
  ],
  [
    onnx.attention,
    (sd) => [
      sd,
      {
        Q: tensorOf(1, 2, 5, 4),
        K: tensorOf(1, 2, 6, 4),
        V: tensorOf(1, 2, 6, 3),
        attn_mask: tensorOf(5, 6),
      },
      { scale: 1, is_causal: 0, qk_matmul_output_mode: 0, softcap: 2 },
      { outputs: ['Y', 'qk_matmul_output'] },
    ],
  ],
  [onnx.softmax, (sd) => [sd, { input: tensorOf(2, 3, 4) }, { axis: 1 }, { opset: 13 }]],
  [onnx.logSoftmax, (sd) => [sd, { input: tensorOf(2, 3, 4) }, { axis: -1 }]],
  [
    onnx.layerNormalization,
    (sd) => [
      sd,
      { X: tensorOf(5, 4), Scale: tensorOf(4), B: tensorOf(4) },
      { axis: -1, epsilon: 1e-5 },
    ],
  ],
  [onnx.rmsNormalization, (sd) => [sd, { X: tensorOf(5, 4), scale: tensorOf(4) }, { axis: -1 }]],
  [
    onnx.rotaryEmbedding,
    (sd) => [
      sd,
      { X: tensorOf(1, 2, 3, 4), cos_cache: tensorOf(1, 3, 2), sin_cache: tensorOf(1, 3, 2) },
      { interleaved: 1 },
    ],
  ],
];

/** @param {Source} source */
export async function adapter(source) {
  const [call, valid] = source.of(calls);
  const sd = source.of([engines.simd, engines.simd, engines.fallback]);
  const isRight = source.oneIn(8);
  const args = isRight ? valid(sd) : changedArguments(valid(sd), source);
  const { refusal } = await outcome(() => call(...args));
  if (refusal && isRight)
    throw new Error(`${call.name} is refused: ${refusal}`, { cause: refusal });
  checkBits(sd);
}
