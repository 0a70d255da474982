// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory } from '../border/memory.js' */
/** @import { ComponentNumbers } from './options.js' */

import { writeComponentNumbers } from './options.js';

/**
 * @typedef {object} VectorNumbers
 * @property {number} headDim
 * @property {number} keys
 * @property {number} seed
 * @property {ComponentNumbers} query
 * @property {ComponentNumbers} key
 */

/** @param {Memory} memory @param {VectorNumbers} vectorNumbers */
export function writeVectorNumbers(memory, vectorNumbers) {
  memory.add([vectorNumbers.headDim, vectorNumbers.keys, vectorNumbers.seed]);
  writeComponentNumbers(memory, vectorNumbers.query);
  writeComponentNumbers(memory, vectorNumbers.key);
}
