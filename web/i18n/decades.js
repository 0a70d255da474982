/**
 * Powers of ten that are equal in every browser. The last digit of Math.log10() and ** may differ between browsers, and
 * with it a tick or the decimals of a number.
 */

/** Returns the exponent of the largest power of ten that is at most |value|. @param {number} value finite, not 0 */
export const decadeOf = (value) => Number(value.toExponential().split('e')[1]);

/** Returns 10 to the power of an integer. @param {number} exponent */
export const tenTo = (exponent) => Number(`1e${exponent}`);
