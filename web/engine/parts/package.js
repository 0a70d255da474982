/**
 * The JavaScript of the parts in the package. The parts that attention() needs come with the engine. All others are in
 * one more file, which is simpler for users than many.
 */

/** @import { CodeOf } from './types.js' */

import { forAttention } from './for-attention.js';

/** @type {Promise<typeof import('./all.js')> | undefined} */
let all;

function fetchAll() {
  all ??= import('./all.js');
  all.catch(() => (all = undefined)); // retry later, when the network may be back
  return all;
}

/** @type {CodeOf} */
export const codeOf = (part) => forAttention[part] ?? fetchAll().then((code) => code.codeOf(part));
