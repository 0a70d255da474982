// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

/**
 * @typedef {object} SpreadRecord
 * @property {number} count
 * @property {number} threshold
 * @property {NumberArray} values
 */

/**
 * @param {Memory} memory
 * @param {SpreadRecord} record
 * @returns {{spread: {mean: number, standardError: number, std: number, quantiles: {p05: number, p25: number, p50: number, p75: number, p95: number}}, below: {share: number, standardError: number}}}
 */
export function spread(memory, record) {
  memory.add([record.count, record.threshold]);
  memory.input(record.values);
  memory.call(memory.module.spread);
  const [mean, standardError, std, p05, p25, p50, p75, p95, share, belowStandardError] =
    memory.results(10);
  return {
    spread: { mean, standardError, std, quantiles: { p05, p25, p50, p75, p95 } },
    below: { share, standardError: belowStandardError },
  };
}

/**
 * @typedef {object} RatioRecord
 * @property {number} count
 * @property {NumberArray} over
 * @property {NumberArray} under
 */

/**
 * @param {Memory} memory
 * @param {RatioRecord} record
 * @returns {{value: number, low: number, high: number}}
 */
export function ratio(memory, record) {
  memory.number(record.count);
  memory.input(record.over);
  memory.input(record.under);
  memory.call(memory.module.ratio);
  const [value, low, high] = memory.results(3);
  return { value, low, high };
}
