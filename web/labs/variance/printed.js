/** The output of the blog's script with NumPy 1.24.2. Only for comparison, never shown as our own. */
export const printed = Object.freeze({
  query: Object.freeze({ mean: 0.0015121465155362318, std: 0.9999218259776954 }),
  key: Object.freeze({ mean: 0.00030444971735968363, std: 0.9988866485887642 }),
  scores: Object.freeze({ mean: 0.00010822103082252036, std: 0.9989145784891948 }),
});
