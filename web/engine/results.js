/** Statistics as results show them. */

/** @import { Histogram, Moments, SummaryNumbers } from './types.js' */

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
 * Where to draw the histogram of a law with a long right tail: its middle nine tenths and half as
 * much on either side.
 *
 * @param {{p05: number, p95: number}} quantiles
 * @returns {[number, number]}
 */
export function rangeOfQuantiles({ p05, p95 }) {
  const reach = (p95 - p05) / 2 || 1;
  return [Math.max(0, p05 - reach), p95 + reach];
}
