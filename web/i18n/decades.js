/**
 * Powers of ten as every browser has them: Math.log10() and ** may differ in their last digit, and with them a tick or the
 * decimals of a number.
 */

/** The exponent of the largest power of ten that is not larger than a number but for its sign. @param {number} value finite, not 0 */
export const decadeOf = (value) => Number(value.toExponential().split('e')[1]);

/** 10 to a whole number. @param {number} exponent */
export const tenTo = (exponent) => Number(`1e${exponent}`);
