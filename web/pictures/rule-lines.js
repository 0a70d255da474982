/** The line of each rule of attention that is trained, the same in all pictures. */

/** @import { Dash } from '../charts/axis.js' */
/** @import { ColorName } from '../charts/tokens.js' */
/** @import { Rule } from '../tables/training.js' */

/**
 * Rules are told apart by dashes and by their names; colours are for queries, keys and what is made of them.
 * @type {Readonly<Record<Rule, {color: ColorName, dash?: Dash}>>}
 */
const looks = {
  rsqrt: { color: 'ink' },
  none: { color: 'ink', dash: true },
  inverse: { color: 'ink', dash: 'dots' },
  cosine: { color: 'ink', dash: 'dash-dot' },
  alpha: { color: 'muted', dash: 'dash-dot' },
  additive: { color: 'muted' },
  norm: { color: 'muted', dash: true },
  folded: { color: 'muted', dash: 'dots' },
  doubled: { color: 'muted', dash: 'long' },
};

/** @param {Rule} rule */
export const lookOf = (rule) => looks[rule];
