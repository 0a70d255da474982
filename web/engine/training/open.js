/**
 * What trains, with its WebAssembly inside, and the workers of a page that begins with it: asked for early by such pages, and at
 * hand when it is asked for again.
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
  opening.catch(() => (opening = undefined)); // the network may be back later
  return opening;
}
