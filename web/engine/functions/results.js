/** Statistics in the form of results. */

/** @import { Histogram, Moments, SummaryNumbers } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as core from '../records/results.js';

/**
 * @param {SummaryNumbers} summary
 * @returns {Moments}
 */
export const moments = ({ count, mean, std, variance, skewness, kurtosis, min, max }) => ({
  count,
  mean,
  std,
  variance,
  skewness,
  kurtosis,
  excessKurtosis: kurtosis - 3,
  min,
  max,
});

/**
 * @param {number} low
 * @param {number} high
 * @param {Float64Array | Float32Array} counts below, the bins, above
 * @returns {Histogram}
 */
export const histogram = (low, high, counts) => ({
  low,
  high,
  counts: Array.from(counts.subarray(1, -1)),
  below: counts[0],
  above: counts[counts.length - 1],
});

/**
 * Counts values in bins of equal width.
 *
 * @param {Memory} memory
 * @param {string} name of the function that counts, for errors
 * @param {Float64Array} values
 * @param {number} low
 * @param {number} high
 * @param {number} bins
 * @returns {Histogram}
 */
export function histogramOf(memory, name, values, low, high, bins) {
  memory.begin(name);
  const counts = memory.alloc(2 * (bins + 2));
  core.countValues(memory, { low, high, bins, count: values.length, values, counts });
  return histogram(low, high, memory.doubles(counts, bins + 2));
}

/**
 * The range of a histogram of a distribution with a long right tail: its middle nine tenths, and half as much on either
 * side.
 *
 * @param {{p05: number, p95: number}} quantiles
 * @returns {[number, number]}
 */
export function rangeOfQuantiles({ p05, p95 }) {
  const reach = (p95 - p05) / 2 || 1;
  return [Math.max(0, p05 - reach), p95 + reach];
}
