/**
 * The JavaScript of the parts for the package: what attention() needs comes with the engine, all else in one more file, which users
 * find easier than many.
 */
/** @import { PartName } from '../types.js' */
/** @import { CodeOf, PartCode } from './index.js' */

import { code as matrices } from './matrices.js';
import { code as forward } from './forward.js';
import { code as attention } from './attention.js';

/** @type {Partial<Record<PartName, PartCode>>} */
const here = { matrices, forward, attention };

/** @type {CodeOf} */
export const codeOf = (part) =>
  here[part] ?? import('./all.js').then(({ codeOf: others }) => others(part));
