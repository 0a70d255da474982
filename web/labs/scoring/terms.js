/** Terms of the formula, and the parameters that change each of them. */
export const terms = Object.freeze({
  score: ['pick', 'temperature', 'units'],
  query: ['q'],
  key: ['k'],
});
