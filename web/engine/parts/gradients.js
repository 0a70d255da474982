import { attentionGradient } from '../functions/attention-gradient.js';
import { layerNormGradient, rmsNormGradient, rotaryEmbedding } from '../functions/norms.js';
import {
  logSoftmaxJvp,
  softmaxGradient,
  softmaxJacobianGradient,
} from '../functions/softmax-gradients.js';
import { geluGradient, linearGradient, reluGradient } from '../functions/network-gradients.js';
import { adam, adamw, sgd } from '../functions/optimizers.js';
import { multiHeadAttentionGradient } from '../functions/multi-head.js';
import { scoresGradient } from '../functions/scores-gradient.js';
import { attentionGradientJob, computeGradientParts } from '../workers/attention-gradient-jobs.js';

/** @import { RotaryOptions, SoftmaxOptions, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

/** @param {'softmaxGradient' | 'logSoftmaxGradient'} name */
const softmaxGradientOf =
  (name) =>
  /** @param {Memory} memory @param {TensorLike} x @param {TensorLike} outputGradient @param {SoftmaxOptions | undefined} options */
  (memory, x, outputGradient, options) =>
    softmaxGradient(memory, name, x, outputGradient, options);

const functions = {
  attentionGradient,
  multiHeadAttentionGradient,
  scoresGradient,
  softmaxGradient: softmaxGradientOf('softmaxGradient'),
  logSoftmaxGradient: softmaxGradientOf('logSoftmaxGradient'),
  softmaxJacobianGradient,
  layerNormGradient,
  rmsNormGradient,
  /** @param {Memory} memory @param {TensorLike} outputGradient @param {RotaryOptions} options */
  rotaryEmbeddingGradient: (memory, outputGradient, options) =>
    rotaryEmbedding(memory, outputGradient, options, true),
  logSoftmaxJvp,
  linearGradient,
  reluGradient,
  geluGradient,
  sgd,
  adam,
  adamw,
};

const jobs = { attentionGradient: { open: attentionGradientJob, compute: computeGradientParts } };

export const code = { functions, jobs };
