/** The JavaScript of the parts that attention() needs. */

/** @import { PartName } from '../types.js' */
/** @import { PartCode } from './types.js' */

import { code as matrices } from './matrices.js';
import { code as forward } from './forward.js';
import { code as attention } from './attention.js';

/** @type {Partial<Record<PartName, PartCode>>} */
export const forAttention = { matrices, forward, attention };
