/** How the Training lab names and colours what it shows. */

/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Rule } from '../../tables/training.js' */

import { html } from 'lit';
import { lookOf } from '../../pictures/rule-lines.js';
import { plain, rich } from '../parts/text.js';

/** @typedef {{t: Translate, format: Format, params: Params}} Speech  a lab's words, number formats and state */

/** @param {Speech} speech */
const values = ({ format, params: { alpha } }) => ({ alpha: format.number(Number(alpha)) });

/** Returns the name of a rule in pictures and tables. @param {Speech} speech @param {string} rule */
export const ruleText = (speech, rule) => plain(speech.t, `training.rule.${rule}`, values(speech));

/** Returns the same for a table of the page, with the exponent raised. @param {Speech} speech @param {string} rule */
export const ruleName = (speech, rule) =>
  rule === 'alpha'
    ? html`1/<span class="symbol"><i>d</i><sub>k</sub></span
        ><sup>${values(speech).alpha}</sup>`
    : rich(speech.t, `training.rule.${rule}`);

/** Returns the same for a sentence. @param {Speech} speech @param {string} rule */
export const ruleWords = (speech, rule) => rich(speech.t, `training.with.${rule}`, values(speech));

/** Returns the names of the lines, for above all panels. @param {readonly Rule[]} rules @param {(rule: Rule) => string} name */
export const keyOf = (rules, name) =>
  rules.map((rule) => ({ key: rule, label: name(rule), ...lookOf(rule) }));

/**
 * Names one attention of the network. Layers are counted in their own stack.
 * @param {Translate} t
 * @param {readonly {kind: string, layer: number}[]} blocks
 * @param {number} index
 */
export function blockName(t, blocks, index) {
  const { kind, layer } = blocks[index];
  const before = kind === 'encoder' ? 0 : blocks.filter((each) => each.kind === 'encoder').length;
  return t(`training.block.${kind}`, { layer: layer - before + 1 });
}
