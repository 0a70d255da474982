/** Terms of the formula, and the parameters that change each of them. */
export const terms = Object.freeze({
  dk: ['dk'],
  factor: ['scale', 'alpha', 'factor'],
  query: ['queryDistribution', 'queryMean', 'querySd'],
  key: ['keyDistribution', 'keyMean', 'keySd'],
  correlation: ['correlation'],
});
