/** What trains, with its WebAssembly inside: asked for early by pages that begin with it, and at hand when it is asked for again. */

/** @import { Learning } from './training.js' */

/** @type {Promise<Learning> | undefined} */
let opening;

export function openLearning() {
  opening ??= import('./learning.js');
  opening.catch(() => (opening = undefined)); // the network may be back later
  return opening;
}
