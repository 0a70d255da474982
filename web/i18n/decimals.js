/**
 * Writes numbers with the same decimals in every browser: the digits of the shortest text that identifies the number,
 * rounded half away from 0. Intl rounds the same way, but its version differs between browsers.
 */

/** Returns the parts of a number: |value| = 0.DIGITS x 10^point. @param {number} value finite */
function partsOf(value) {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** Returns the first digits of a number, rounded. @param {string} digits @param {number} kept  may be 0, or larger than the number of digits */
function rounded(digits, kept) {
  const first = kept > 0 ? digits.slice(0, kept).padEnd(kept, '0') : '';
  const isUp = kept >= 0 && digits.charAt(kept) >= '5';
  return isUp ? String(BigInt(first) + 1n).padStart(kept, '0') : first;
}

/**
 * @param {number} value finite
 * @param {{least?: number, most: number, shift?: number, grouped?: boolean}} how  least, most: decimals; shift: 2 for percent
 */
export function decimalText(value, { most, least = most, shift = 0, grouped = true }) {
  const { digits, point } = partsOf(value);
  const text = rounded(digits, point + shift + most).padStart(most + 1, '0');
  const end = text.length - most;
  const fraction = text.slice(end).replace(new RegExp(`0{0,${most - least}}$`), '');
  const plain = text.slice(0, end).replace(/^0+(?=\d)/, '');
  const whole = grouped ? plain.replace(/\B(?=(\d{3})+$)/g, ',') : plain;
  return `${value < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** Writes a number with at most `digits` significant digits, but all digits before the point. @param {number} value finite @param {number} digits @param {boolean} [grouped] */
export const significantText = (value, digits, grouped) =>
  decimalText(value, { least: 0, most: Math.max(0, digits - partsOf(value).point), grouped });

/** Rounds to `most` significant digits. @param {number} value finite @param {number} most */
export function roundedTo(value, most) {
  const { digits, point } = partsOf(value);
  return Number(`${value < 0 ? '-' : ''}${rounded(digits, most)}e${point - most}`);
}
