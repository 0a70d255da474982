/** The vertical axis of pictures of many queries. It is the same for every scaling rule. */

import { decadeOf, tenTo } from '../i18n/decades.js';

/** @import { Axis } from '../charts/types.js' */
/** @import { Spread } from '../engine/types.js' */
/** @import { measures } from '../tables/softmax.js' */

/** @typedef {typeof measures[number]} Measure */

/** How many powers of ten below the largest value a picture of gradients shows. */
const decades = 6;

/**
 * Returns the axis of a measure.
 * @param {Measure} measure
 * @param {readonly Spread[]} spreads  all spreads that the axis covers
 * @param {(value: number) => string} read
 * @returns {Axis}
 */
export function measureAxis(measure, spreads, read) {
  if (measure === 'topWeight' || measure === 'outputVariance')
    return { label: '', domain: [0, 1], read, spacing: 34 };
  const high = Math.max(...spreads.map(({ quantiles }) => quantiles.p95));
  if (measure === 'effectiveKeys')
    return { label: '', scale: 'log', domain: [1, Math.max(2, high)], read };
  const low = Math.min(...spreads.map(({ quantiles }) => quantiles.p05));
  // If only one key is visible, every gradient is 0.
  if (!(high > 0)) return { label: '', scale: 'log', domain: [1e-3, 1], read };
  const below = tenTo(decadeOf(high));
  const top = below < high ? 10 * below : high;
  const bottom = Math.max(low, top * tenTo(-decades));
  return { label: '', scale: 'log', domain: [tenTo(decadeOf(bottom)), top], read };
}
