/** The line style of each trained rule of attention, the same in all pictures. */

/** @import { Dash } from '../charts/axis.js' */
/** @import { ColorName } from '../charts/tokens.js' */
/** @import { Rule } from '../tables/training.js' */

/**
 * Rules differ by dashes and names, because colours stand for queries, keys and their results.
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
