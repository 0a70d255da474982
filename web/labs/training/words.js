/** How the Training lab calls and colours what it shows. */

/** @import { Dash } from '../../charts/axis.js' */
/** @import { ColorName } from '../../charts/tokens.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/params.js' */
/** @import { Rule } from '../../tables/training.js' */

import { html } from 'lit';
import { plain, rich } from '../parts/text.js';

/**
 * A line of each rule, the same in all pictures. Rules are told apart by dashes and by their names; colours are for queries, keys
 * and what is made of them.
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

/** @typedef {{t: Translate, format: Format, params: Params}} Speech  how a lab speaks, of its state */

/** @param {Speech} speech */
const values = ({ format, params: { alpha } }) => ({ alpha: format.number(Number(alpha)) });

/** The name of a rule in pictures and tables. @param {Speech} speech @param {string} rule */
export const ruleText = (speech, rule) => plain(speech.t, `training.rule.${rule}`, values(speech));

/** The same in a table of the page, with its exponent raised. @param {Speech} speech @param {string} rule */
export const ruleName = (speech, rule) =>
  rule === 'alpha'
    ? html`1/<span class="symbol"><i>d</i><sub>k</sub></span
        ><sup>${values(speech).alpha}</sup>`
    : rich(speech.t, `training.rule.${rule}`);

/** The same within a sentence. @param {Speech} speech @param {string} rule */
export const ruleWords = (speech, rule) => rich(speech.t, `training.with.${rule}`, values(speech));

/** The lines' names, above all panels. @param {readonly Rule[]} rules @param {(rule: Rule) => string} name */
export const keyOf = (rules, name) =>
  rules.map((rule) => ({ key: rule, label: name(rule), ...looks[rule] }));

/**
 * One attention of the network; layers are counted in their own stack.
 * @param {Translate} t
 * @param {readonly {kind: string, layer: number}[]} blocks
 * @param {number} index
 */
export function blockName(t, blocks, index) {
  const { kind, layer } = blocks[index];
  const before = kind === 'encoder' ? 0 : blocks.filter((each) => each.kind === 'encoder').length;
  return t(`training.block.${kind}`, { layer: layer - before + 1 });
}
