/**
 * Counts values in bins for a picture. The engine counts its own samples in C++. Values that the caller already has need
 * no engine, and charts do not include one.
 */
import {
  carefully,
  checkNumber,
  checkRange,
  checkSpan,
  extentOf,
  fieldsOf,
  numbersOf,
  optional,
} from './read.js';

/** @import { BinCounts, BinOptions, NumbersWithGaps } from './public.js' */

const limit = { min: 1, max: 1000, whole: true };
const any = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };

/** Largest number of bins chosen automatically. More are only made on request. */
const mostByItself = 80;

/** @typedef {{low: number, high: number, counts: Float64Array, below: number, above: number, gaps: number}} Counted */

/**
 * Whether all values are whole numbers, in a range small enough for a bin around each.
 * @param {Float64Array} values
 * @param {number} low
 * @param {number} high
 */
const areNearWholes = (values, low, high) =>
  high - low < mostByItself &&
  Math.max(Math.abs(low), Math.abs(high)) < Number.MAX_SAFE_INTEGER / 2 &&
  values.every((value) => Number.isNaN(value) || Number.isInteger(value));

/** Returns the range of all values, widened if there is only one. @param {number} low @param {number} high @returns {[number, number]} */
function widened(low, high) {
  if (low > high) return [0, 1];
  const half = low === high ? Math.abs(low) / 2 || 0.5 : 0;
  return [low - half, high + half];
}

/**
 * Returns the range and number of bins. If neither is given, whole numbers in a small range get one bin each, centred on
 * the number. Bins of width 1.3, for example, would hold one number or two.
 * @param {Float64Array} values
 * @param {number} count  Number of values without the gaps
 * @param {{bins?: unknown, range?: unknown}} options
 * @returns {{range: readonly [number, number], bins: number}}
 */
function binsOf(values, count, options) {
  const bins = optional(options.bins, (given) => checkNumber('bins', given, limit));
  const range = optional(options.range, (given) => checkRange('range', given, any));
  const [low, high] = extentOf(values);
  if (bins === undefined && range === undefined && count > 0 && areNearWholes(values, low, high))
    return { range: [low - 0.5, high + 0.5], bins: high - low + 1 };
  const root = Math.max(1, Math.min(mostByItself, Math.round(Math.sqrt(count))));
  return { range: range ?? widened(low, high), bins: bins ?? root };
}

/**
 * @param {Float64Array} values  NaN for a gap
 * @param {{bins?: unknown, range?: unknown}} options
 * @returns {Counted}
 */
export function countIn(values, options) {
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) count += 1;
  const {
    range: [low, high],
    bins,
  } = binsOf(values, count, options);
  checkSpan('data', low, high);
  const counts = new Float64Array(bins);
  const edge = (/** @type {number} */ i) => low + (high - low) * (i / bins);
  let [below, above] = [0, 0];
  for (const value of values) {
    if (value < low) below += 1;
    else if (value > high) above += 1;
    else if (!Number.isNaN(value)) {
      let i = Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins));
      // Rounding may pick a neighbouring bin. The edges decide.
      while (i > 0 && value < edge(i)) i -= 1;
      while (i < bins - 1 && value >= edge(i + 1)) i += 1;
      counts[i] += 1;
    }
  }
  return { low, high, counts, below, above, gaps: values.length - count };
}

/**
 * Counts values in bins of equal width. Each bin includes its left end but not its right one, except the last, which
 * includes both.
 * @param {NumbersWithGaps} values  Gaps (null, NaN, infinities) are not counted
 * @param {BinOptions} [options]
 * @returns {BinCounts & {counts: number[], below: number, above: number}}
 */
export function binned(values, options) {
  return carefully('binned', () => {
    const given = fieldsOf('options', options, ['bins', 'range']);
    const { gaps: _, ...counted } = countIn(numbersOf('values', values, { gaps: true }), given);
    return { ...counted, counts: [...counted.counts] };
  });
}
