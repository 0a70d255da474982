/** Which memory the copies of arrays were made of. */

/** @import { NumberArray } from '../types.js' */

import { trueBuffer } from './checks.js';

/** @type {WeakMap<NumberArray, ArrayBufferLike>} */
const origins = new WeakMap();

/** @param {NumberArray} copy @param {NumberArray} array that it is a copy of */
export const copied = (copy, array) => void origins.set(copy, trueBuffer(array));

/** The memory that an array is, or is a copy of. @param {NumberArray} array */
export const originOf = (array) => origins.get(array) ?? trueBuffer(array);
