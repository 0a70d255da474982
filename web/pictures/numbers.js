/** Formats the numbers of the labs. The engine computes them. */

/** @import { Format } from '../i18n/index.js' */

import { halfWidth } from '../charts/interval.js';
import { decadeOf, tenTo } from '../i18n/decades.js';

/** The smallest number of scores for which an interval of their variance is shown. */
export const leastScores = 64;

/**
 * Returns the ends of a 95 % interval.
 * @param {number} value
 * @param {number} standardError
 * @returns {[number, number]}
 */
export const interval95 = (value, standardError) => [
  value - halfWidth * standardError,
  value + halfWidth * standardError,
];

/**
 * Returns the standard error of a sample's variance, or NaN if there are too few scores for an interval. Over 600 samples with
 * d_k = 64, 95 % intervals contained the theoretical variance in 35 % of samples of 2 x 2 scores, 82 % of 4 x 4, 92 % of 8 x 8
 * and 94 % of 16 x 16.
 * @param {{count: number}} scores
 * @param {{variance: number}} standardError
 */
export const errorOfVariance = ({ count }, { variance }) => (count < leastScores ? NaN : variance);

/** Whether the 95 % interval contains the expected value. @param {number} value @param {number} standardError @param {number} expected */
export function covers(value, standardError, expected) {
  const [low, high] = interval95(value, standardError);
  return low <= expected && expected <= high;
}

/**
 * Formats a value with its interval: "63.8 ± 1.3". The number of decimals gives the half width two digits.
 * @param {Pick<Format, 'number' | 'fixed'>} format
 * @param {number} value
 * @param {number} standardError
 */
export function withInterval(format, value, standardError) {
  const half = halfWidth * standardError;
  // A single score has no variance.
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
 * Formats a value without its interval, but only with its known digits: up to the second digit of the half width.
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

/** Rounds a value. Negative decimals round to tens, hundreds. @param {number} value @param {number} decimals */
const roundTo = (value, decimals) =>
  decimals < 0 ? Math.round(value / tenTo(-decimals)) * tenTo(-decimals) : value;

/** The range of densities that are written without a power of ten. */
const plainDensities = [1e-3, 1e4];

/**
 * Returns the power of ten in whose units an axis of densities is labelled, for a law of this standard deviation. It is 0
 * unless the numbers would be very small or large.
 * @param {number} std
 */
export function densityPower(std) {
  const peak = 0.4 / std; // of a normal law
  const isPlain = peak >= plainDensities[0] && peak < plainDensities[1];
  if (isPlain || !Number.isFinite(peak)) return 0;
  return decadeOf(peak);
}

/** Returns the decimals of the numbers on an axis of densities, for laws of these standard deviations. @param {...number} stds */
export function densityDecimals(...stds) {
  const widest = Math.max(...stds);
  return widest > 0 ? Math.max(1, Math.min(20, 2 + decadeOf(widest))) : 1;
}
