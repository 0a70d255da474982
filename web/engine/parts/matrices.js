import { softmax } from '../functions/functions.js';
import { matmul, randomTensor } from '../functions/matrices.js';

/** @import { SoftmaxOptions, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

const functions = {
  /** @param {Memory} memory @param {TensorLike} x @param {SoftmaxOptions | undefined} options */
  softmax: (memory, x, options) => softmax(memory, 'softmax', x, options),
  matmul,
  randomTensor,
};

export const code = { functions, jobs: {} };
