/** How the labs write their numbers. Formatting only: every number here was computed by the engine. */

/** @import { Format } from '../i18n/index.js' */

import { decadeOf, tenTo } from '../i18n/decades.js';

/** Half a 95 % interval in standard errors, for a nearly normal estimate. */
const halfWidth = 1.96;

/** How many scores an interval of their variance takes. */
export const leastScores = 64;

/**
 * Ends of a 95 % interval.
 * @param {number} value
 * @param {number} standardError
 * @returns {[number, number]}
 */
export const interval95 = (value, standardError) => [
  value - halfWidth * standardError,
  value + halfWidth * standardError,
];

/**
 * The standard error of a sample's variance, NaN where there are too few scores for an interval: measured over 600 samples
 * with d_k = 64, 95 % intervals contain the theoretical variance in 35 % of samples of 2 x 2 scores, 82 % of 4 x 4, 92 % of
 * 8 x 8 and 94 % of 16 x 16.
 * @param {{count: number}} scores
 * @param {{variance: number}} standardError
 */
export const errorOfVariance = ({ count }, { variance }) => (count < leastScores ? NaN : variance);

/** @param {number} value @param {number} standardError @param {number} expected */
export function covers(value, standardError, expected) {
  const [low, high] = interval95(value, standardError);
  return low <= expected && expected <= high;
}

/**
 * "63.8 ± 1.3": as many decimals as two digits of the half width need.
 * @param {Pick<Format, 'number' | 'fixed'>} format
 * @param {number} value
 * @param {number} standardError
 */
export function withInterval(format, value, standardError) {
  const half = halfWidth * standardError;
  // One score alone has no variance.
  if (!Number.isFinite(value)) return format.number(value);
  if (Number.isNaN(half)) return format.number(value, 2);
  if (!Number.isFinite(half) || half === 0) return format.number(value, 4);
  const decimals = 1 - decadeOf(half);
  if (decimals > 6 || Math.abs(value) >= 1e9) {
    const digits = Math.max(1, decadeOf(value) + decimals + 1);
    return `${format.number(value, digits)} ± ${format.number(half, 2)}`;
  }
  const show = (/** @type {number} */ number) =>
    format.fixed(roundTo(number, decimals), Math.max(0, decimals));
  return `${show(value)} ± ${show(half)}`;
}

/**
 * A number without its interval, with the digits that are known: as far as the second digit of the half width.
 * @param {Pick<Format, 'number' | 'fixed'>} format
 * @param {number} value
 * @param {number} standardError
 */
export function withKnownDigits(format, value, standardError) {
  const half = halfWidth * standardError;
  if (Number.isNaN(half)) return format.number(value, 2);
  if (!Number.isFinite(half) || half === 0) return format.number(value, 4);
  const decade = decadeOf(value);
  const digits = Math.max(1, Math.min(4, decade - decadeOf(half) + 2));
  return format.number(roundTo(value, digits - 1 - decade), digits);
}

/** Decimals below 0 round to tens, hundreds. @param {number} value @param {number} decimals */
const roundTo = (value, decimals) =>
  decimals < 0 ? Math.round(value / tenTo(-decimals)) * tenTo(-decimals) : value;

/** Densities within these are written out. */
const plainDensities = [1e-3, 1e4];

/**
 * The power of ten that numbers at an axis of densities are given in, for a law of this standard deviation: 0, unless
 * they would be very small or large.
 * @param {number} std
 */
export function densityPower(std) {
  const peak = 0.4 / std; // of a normal law
  const isPlain = peak >= plainDensities[0] && peak < plainDensities[1];
  if (isPlain || !Number.isFinite(peak)) return 0;
  return decadeOf(peak);
}

/** Decimals of the numbers at an axis of densities, for laws of these standard deviations. @param {...number} stds */
export function densityDecimals(...stds) {
  const widest = Math.max(...stds);
  return widest > 0 ? Math.max(1, Math.min(20, 2 + decadeOf(widest))) : 1;
}
