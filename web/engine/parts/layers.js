import { multiHeadAttention } from '../functions/multi-head.js';
import { layerNormStages } from '../functions/norm-stages.js';
import { layerNorm, rmsNorm, rotaryEmbedding } from '../functions/norms.js';

/** @import { RotaryOptions, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

const functions = {
  multiHeadAttention,
  layerNorm,
  rmsNorm,
  layerNormStages,
  /** @param {Memory} memory @param {TensorLike} x @param {RotaryOptions} options */
  rotaryEmbedding: (memory, x, options) => rotaryEmbedding(memory, x, options),
};

export const code = { functions, jobs: {} };
