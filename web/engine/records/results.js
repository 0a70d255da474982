// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} CountValuesRecord
 * @property {number} low
 * @property {number} high
 * @property {number} bins
 * @property {number} count
 * @property {Float64Array} values
 * @property {Place} counts
 */

/**
 * @param {Memory} memory
 * @param {CountValuesRecord} record
 */
export function countValues(memory, record) {
  memory.add([record.low, record.high, record.bins, record.count]);
  memory.input(record.values, 'HEAPF64');
  memory.number(record.counts);
  memory.call(memory.module.countValues);
}
