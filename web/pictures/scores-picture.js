/** What a picture of scores is drawn from, before and after the factor. Numbers for axes only; no page is known here. */

/** @import { Histogram } from '../engine/types.js' */

/**
 * The bars of scaled scores on the axis of q.k: the same counts. A factor of 0 leaves nothing to be read back.
 * @param {Histogram} bars
 * @param {number} factor
 * @returns {Histogram | null}
 */
export function unscaledBars(bars, factor) {
  const { low, high, counts, below, above } = bars;
  if (factor === 1) return bars;
  if (factor > 0) return { ...bars, low: low / factor, high: high / factor };
  if (!(factor < 0)) return null;
  return {
    low: high / factor,
    high: low / factor,
    counts: [...counts].reverse(),
    below: above,
    above: below,
  };
}

/** Of the numbers at an axis of densities, for laws of these standard deviations. @param {...number} stds */
export function densityDecimals(...stds) {
  const widest = Math.max(...stds);
  return widest > 0 ? Math.max(1, Math.min(20, 2 + Math.floor(Math.log10(widest)))) : 1;
}
