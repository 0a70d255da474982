/** Numeric helpers for places and curves in a picture. */

/** @import { Box, PlotArea, Picture } from './types.js' */

/**
 * Rounds a position down to an index, clamped to 0..count-1.
 * @param {number} position
 * @param {number} count
 */
export const clampIndex = (position, count) =>
  Math.max(0, Math.min(count - 1, Math.floor(position) || 0));

/**
 * Returns the index of the number in an ascending list that is nearest to `value`, of two the later. d3's bisectCenter
 * does the same, but its 1.3 kB would delay every first picture.
 * @param {ArrayLike<number>} sorted
 * @param {number} value
 */
export function nearestIndex(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle;
  }
  return low < high && sorted[high] - value <= value - sorted[low] ? high : low;
}

/**
 * Returns a box around a point.
 * @param {number} x
 * @param {number} y
 * @param {number} [around]  Distance of the edges from the point, px; 0 by default
 * @returns {Box}
 */
export const boxAt = (x, y, around = 0) => ({
  left: x - around,
  right: x + around,
  top: y - around,
  bottom: y + around,
});

/** Returns the bounding box of several boxes. @param {Box[]} boxes @returns {Box} */
export const union = (boxes) => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  right: Math.max(...boxes.map(({ right }) => right)),
  top: Math.min(...boxes.map(({ top }) => top)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/**
 * Returns the plot areas of a picture that becomes part of another.
 * @param {Picture} picture
 * @param {string | undefined} key
 * @param {number} x
 * @param {number} y
 * @returns {PlotArea[]}
 */
export const movedPlotAreas = ({ plotAreas = [] }, key, x, y) =>
  plotAreas.map((plotArea) => ({ ...plotArea, key, dx: x, dy: y }));

/**
 * Interpolates a sampled curve linearly. Returns NaN outside it.
 * @param {{xs: ArrayLike<number>, ys: ArrayLike<number>}} curve  xs ascending
 * @param {number} at
 */
export function valueAt({ xs, ys }, at) {
  const last = xs.length - 1;
  if (last < 0 || !(at >= xs[0] && at <= xs[last])) return NaN;
  const centre = nearestIndex(xs, at);
  const i = Math.min(xs[centre] > at ? centre - 1 : centre, last - 1);
  if (i < 0) return ys[0];
  const share = (at - xs[i]) / (xs[i + 1] - xs[i]);
  return share === 0 ? ys[i] : ys[i] + share * (ys[i + 1] - ys[i]);
}
