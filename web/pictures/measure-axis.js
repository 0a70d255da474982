/** The vertical axis of pictures of many queries: the same for every rule of scaling. */

import { decadeOf, tenTo } from '../i18n/decades.js';

/** @import { Axis } from '../charts/types.js' */
/** @import { Spread } from '../engine/types.js' */
/** @import { measures } from '../tables/softmax.js' */

/** @typedef {typeof measures[number]} Measure */

/** Powers of ten below the largest value that a picture of gradients shows. */
const decades = 6;

/**
 * @param {Measure} measure
 * @param {readonly Spread[]} spreads  All that the axis is for
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
  // Of one key that is seen every gradient is 0.
  if (!(high > 0)) return { label: '', scale: 'log', domain: [1e-3, 1], read };
  const below = tenTo(decadeOf(high));
  const top = below < high ? 10 * below : high;
  const bottom = Math.max(low, top * tenTo(-decades));
  return { label: '', scale: 'log', domain: [tenTo(decadeOf(bottom)), top], read };
}
