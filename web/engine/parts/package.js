/**
 * The JavaScript of the parts for the package: what attention() needs comes with the engine, all else in one more file, which users
 * find easier than many.
 */

/** @import { CodeOf } from './index.js' */

import { forAttention } from './for-attention.js';

/** @type {CodeOf} */
export const codeOf = (part) =>
  forAttention[part] ?? import('./all.js').then(({ codeOf: others }) => others(part));
