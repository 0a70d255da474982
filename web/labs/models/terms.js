/** Terms of the formula, and the parameters that move each of them. */
export const terms = Object.freeze({
  score: ['layer', 'head'],
  factor: ['scale', 'factor'],
  weight: [],
});
