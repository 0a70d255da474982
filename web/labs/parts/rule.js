/** The name of a scale rule: 1/√d_k, 1/d_k to a power, a number. */
import { html } from 'lit';
import { rich } from './text.js';

/** @typedef {import('../../i18n/index.js').Translate} Translate */
/** @typedef {import('../../i18n/index.js').Format} Format */
/** @typedef {import('../../tables/state.js').Params} Params */

/**
 * For pictures and tables.
 * @param {Translate} t
 * @param {Format} format
 * @param {Params} params
 */
export const ruleText = (t, format, { scale, alpha, factor }) =>
  t(`common.rule.${scale}`, {
    alpha: format.number(Number(alpha)),
    factor: format.number(Number(factor)),
  });

/**
 * For sentences.
 * @param {Translate} t
 * @param {Format} format
 * @param {Params} params
 */
export const ruleWords = (t, format, params) =>
  params.scale === 'alpha'
    ? html`1/<span class="symbol"><i>d</i><sub>k</sub></span
        ><sup>${format.number(Number(params.alpha))}</sup>`
    : rich(t, `common.rule.${params.scale}`, { factor: format.number(Number(params.factor)) });
