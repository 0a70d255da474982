/** What a pass may take; numbers are float32. */

export const modelLimits = Object.freeze({
  tokens: Object.freeze({ min: 1, max: 1024, whole: true }),
  /** numbers of logits that run() returns, [places, vocabulary] */
  logits: 2 ** 24,
  /** numbers of all results that run() keeps, logits aside; with keep: false of those of one layer */
  results: 2 ** 25,
  /** numbers that a matrix of a layer gives, [L, out] */
  rows: 2 ** 23,
});
