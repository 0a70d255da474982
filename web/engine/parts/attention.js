import { attention } from '../functions/attention.js';
import { entropy, softmax, softmaxJacobian } from '../functions/functions.js';
import {
  difference,
  matmul,
  productTerms,
  randomTensor,
  softmaxTerms,
} from '../functions/matrices.js';
import { scoreCost, scoreParameters } from '../functions/score-parameters.js';
import { scorePlane, scores } from '../functions/scoring.js';
import { attentionJob, computeParts } from '../workers/attention-jobs.js';

/** @import { Memory } from '../border/memory.js' */

export const functions = {
  attention,
  scores,
  scorePlane,
  scoreParameters,
  scoreCost,
  /** @param {Memory} memory @param {unknown} x @param {unknown} options */
  softmax: (memory, x, options) => softmax(memory, 'softmax', x, options),
  /** @param {Memory} memory @param {unknown} x @param {unknown} options */
  logSoftmax: (memory, x, options) => softmax(memory, 'logSoftmax', x, options),
  entropy,
  softmaxJacobian,
  matmul,
  randomTensor,
  difference,
  productTerms,
  softmaxTerms,
};

export const jobs = { attention: { open: attentionJob, compute: computeParts } };
