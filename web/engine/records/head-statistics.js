// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Problem } from './attention.js' */

import { writeProblem } from './attention.js';

/**
 * @typedef {object} HeadStatisticsRecord
 * @property {Problem} problem
 * @property {Place} heads
 * @property {number} bins
 * @property {Place} histograms
 */

/**
 * @param {Memory} memory
 * @param {HeadStatisticsRecord} record
 */
export function headStatistics(memory, record) {
  writeProblem(memory, record.problem);
  memory.add([record.heads, record.bins, record.histograms]);
  memory.call(memory.module.headStatistics);
}

/**
 * @typedef {object} MeanOfHeadsRecord
 * @property {number} count
 * @property {Float64Array} heads
 * @property {Place} mean
 */

/**
 * @param {Memory} memory
 * @param {MeanOfHeadsRecord} record
 */
export function meanOfHeads(memory, record) {
  memory.number(record.count);
  memory.input(record.heads, 'HEAPF64');
  memory.number(record.mean);
  memory.call(memory.module.meanOfHeads);
}
