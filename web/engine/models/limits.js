/** Limits of a pass through a model. Numbers are float32. */

export const modelLimits = Object.freeze({
  tokens: Object.freeze({ min: 1, max: 1024, whole: true }),
  /** numbers in the logits that run() returns, [places, vocabulary] */
  logits: 2 ** 24,
  /** numbers in all results that run() keeps, except logits; with keep: false, in those of one layer */
  results: 2 ** 25,
  /** numbers in the product with a matrix of a layer, [L, out] */
  rows: 2 ** 23,
});
