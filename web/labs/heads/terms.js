/** Terms of the formula, and the parameters that move each of them. */
export const terms = Object.freeze({
  merged: ['modelDim', 'model'],
  query: ['heads'],
  key: ['shared'],
  dk: ['tie', 'dk'],
});
