/** Statistics as results show them. */

/** @import { Histogram, Moments, SummaryNumbers } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

/** @param {number[]} numbers as the core gives them @returns {SummaryNumbers} */
export function summaryOf([count, mean, variance, std, skewness, kurtosis, min, max]) {
  return { count, mean, variance, std, skewness, kurtosis, min, max };
}

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
  memory.add([low, high, bins, values.length]);
  memory.input(values, 'HEAPF64');
  const place = memory.result(2 * (bins + 2));
  memory.call(memory.module.countValues);
  return histogram(low, high, memory.doubles(place, bins + 2));
}

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
