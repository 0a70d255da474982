// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ScoreNumbers } from './options.js' */

import { writeScoreNumbers } from './options.js';

/**
 * @typedef {object} ScoreGrowthRecord
 * @property {ScoreNumbers} scores
 * @property {number} rules
 * @property {number} sizes
 * @property {Float64Array} scales
 * @property {NumberArray} dims
 * @property {Float64Array} measured
 * @property {Place} points
 */

/**
 * @param {Memory} memory
 * @param {ScoreGrowthRecord} record
 */
export function scoreGrowth(memory, record) {
  writeScoreNumbers(memory, record.scores);
  memory.add([record.rules, record.sizes]);
  memory.input(record.scales, 'HEAPF64');
  memory.input(record.dims, 'HEAPU32');
  memory.input(record.measured, 'HEAPF64');
  memory.number(record.points);
  memory.call(memory.module.scoreGrowth);
}
