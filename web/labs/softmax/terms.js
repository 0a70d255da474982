/** Terms of the formula, and the parameters that move each of them. */
export const terms = Object.freeze({
  factor: ['scale', 'alpha', 'factor'],
  dk: ['dk'],
  temperature: ['temperature'],
  shift: ['shift'],
});
