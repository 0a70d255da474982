/** The rules of scaling by name, and the options that differ from run to run. */
import { constant } from '../engine/border/constant.js';
import { entriesOf } from '../tables/state.js';
import { numbers } from './text.js';

/** @import { SoftmaxRuleStatistics, SoftmaxStatistics } from '../engine/types.js' */
/** @import { Params } from '../tables/types.js' */

/** The options that define a rule. */
export const ruleOptions = constant(['scale', 'alpha', 'factor']);

/** @param {Params} params */
export function ruleName({ scale, alpha, factor }) {
  /** @type {Record<string, string>} */
  const names = { none: '1', rsqrt: '1/√d_k', inverse: '1/d_k', cosine: 'cosine' };
  if (scale === 'alpha') return `1/d_k^${numbers.number(Number(alpha))}`;
  if (scale === 'number') return numbers.number(Number(factor));
  return names[String(scale)];
}

/** The statistics of each rule. @param {SoftmaxStatistics} result @returns {SoftmaxRuleStatistics[]} */
export const byRule = (result) => [result, ...result.compare];

/**
 * The first columns of a table of runs: the options that differ between them.
 * @param {string} lab
 * @param {readonly Params[]} states
 * @param {Readonly<Record<string, string>>} [names]  Names of keys that are named differently here
 * @returns {{heads: string[], cells: (params: Params) => string[]}}
 */
export function differences(lab, states, names = {}) {
  const isRule = (/** @type {string} */ key) => ruleOptions.some((option) => option === key);
  const differing = entriesOf(lab).filter(({ name }) =>
    states.some((params) => params[name] !== states[0][name]),
  );
  const own = differing.filter(({ key }) => !isRule(key));
  const rules = own.length < differing.length;
  return {
    heads: [...own.map(({ key }) => names[key] ?? key), ...(rules ? ['factor'] : [])],
    cells: (params) => [
      ...own.map(({ name }) => String(params[name])),
      ...(rules ? [ruleName(params)] : []),
    ],
  };
}
