/** Terms of the formula, and the parameters that move each of them. @type {Readonly<Record<string, readonly string[]>>} */
export const terms = Object.freeze({
  query: ['token', 'text'],
  key: ['kind', 'second'],
  factor: ['scale', 'alpha', 'factor', 'dk'],
  mask: ['mask', 'length', 'side', 'window'],
  weight: ['head'],
});
