/** How the labs write their numbers. Formatting only: every number here was computed by the engine. */

/** @typedef {import('../i18n/index.js').Format} Format */

/** Half a 95 % interval in standard errors, for a nearly normal estimate. */
const halfWidth = 1.96;

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
  if (!Number.isFinite(half) || half === 0) return format.number(value, 4);
  const decimals = 1 - Math.floor(Math.log10(half));
  if (decimals > 6 || Math.abs(value) >= 1e9)
    return `${format.number(value, 4)} ± ${format.number(half, 2)}`;
  return `${format.fixed(value, Math.max(0, decimals))} ± ${format.fixed(half, Math.max(0, decimals))}`;
}

/** Decimals of the numbers at an axis of densities, for laws of these standard deviations. @param {...number} stds */
export function densityDecimals(...stds) {
  const widest = Math.max(...stds);
  return widest > 0 ? Math.max(1, Math.min(20, 2 + Math.floor(Math.log10(widest)))) : 1;
}
