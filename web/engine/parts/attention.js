import { softmax } from '../functions/functions.js';
import {
  difference,
  entropy,
  productTerms,
  softmaxJacobian,
  softmaxTerms,
} from '../functions/terms.js';
import { attentionJob, computeParts } from '../workers/attention-jobs.js';

/** @import { SoftmaxOptions, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

const functions = {
  /** @param {Memory} memory @param {TensorLike} x @param {SoftmaxOptions | undefined} options */
  logSoftmax: (memory, x, options) => softmax(memory, 'logSoftmax', x, options),
  entropy,
  softmaxJacobian,
  difference,
  productTerms,
  softmaxTerms,
};

const jobs = { attention: { open: attentionJob, compute: computeParts } };

export const code = { functions, jobs };
