/** Terms of the formula, and the parameters that move each of them: every rule, and the learning rate. */
export const terms = Object.freeze({
  rsqrt: ['rules', 'dk'],
  none: [],
  inverse: [],
  cosine: [],
  alpha: ['alpha'],
  additive: [],
  norm: ['dk'],
  folded: ['dk'],
  doubled: ['dk'],
  rate: ['learningRate', 'warmup', 'optimizer'],
});
