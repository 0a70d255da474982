/**
 * The code for training with its embedded WebAssembly, and the workers of a page that begins with a training. Such
 * pages request it early, and later calls get the same promise.
 */

/** @import { Learning } from './types.js' */

import { trainingWorker } from './prestarted-workers.js';

/** @type {Promise<Learning> | undefined} */
let opening;

export function openLearning() {
  opening ??= import('./learning.js').then((learning) => ({
    ...learning,
    createWorker: trainingWorker,
  }));
  opening.catch(() => (opening = undefined)); // retry later, when the network may be back
  return opening;
}
