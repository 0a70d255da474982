/**
 * The JavaScript of the parts for the package: what attention() needs comes with the engine, all else in one more file, which users
 * find easier than many.
 */

/** @import { CodeOf } from './types.js' */

import { forAttention } from './for-attention.js';

/** @type {Promise<typeof import('./all.js')> | undefined} */
let all;

function fetchAll() {
  all ??= import('./all.js');
  all.catch(() => (all = undefined)); // the network may be back later
  return all;
}

/** @type {CodeOf} */
export const codeOf = (part) => forAttention[part] ?? fetchAll().then((code) => code.codeOf(part));
