/** @import { Memory } from '../border/memory.js' */

import { NumpyRandom } from '../functions/numpy-random.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';
import {
  componentSample,
  computeVariances,
  productVariance,
  sampleVarianceJob,
  scoreWalks,
} from '../workers/sample-jobs.js';

const functions = {
  scoreWalks,
  componentSample,
  sampleVariance: atOnce(sampleVarianceJob),
  productVariance,
  /** @param {Memory} memory @param {number} seed */
  numpyRandom: (memory, seed) => new NumpyRandom(memory, seed),
};

const jobs = {
  sampleVariance: { open: sampleVarianceJob, compute: ofNumbers(computeVariances) },
};

export const code = { functions, jobs };
