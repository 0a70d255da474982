/**
 * The rule of the state as part of this lab's sentences: "With 1/√d_k it is …", "with cosines", "with the factor 0.5".
 */

/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */

import { html } from 'lit';
import { factorText } from '../parts/rule.js';
import { plain, rich, typesetText } from '../parts/text.js';

/** @param {Format} format @param {Params} params */
const numbers = (format, { alpha, factor }) => ({
  alpha: format.number(Number(alpha)),
  factor: factorText(format, Number(factor)),
});

/**
 * Returns the rule for places that only take text. Braces around the exponent keep a full stop after it from being
 * raised.
 * @param {Translate} t
 * @param {Format} format
 * @param {Params} params
 */
export const ruleText = (t, format, params) =>
  plain(t, `softmax.rule.${params.scale}`, {
    ...numbers(format, params),
    alpha: `^{${numbers(format, params).alpha}}`,
  });

/**
 * Returns the rule for the page.
 * @param {Translate} t
 * @param {Format} format
 * @param {Params} params
 */
export const ruleWords = (t, format, params) => {
  const { alpha, factor } = numbers(format, params);
  const key = `softmax.rule.${params.scale}`;
  return params.scale === 'alpha'
    ? rich(t, key, { alpha: html`<sup>${alpha}</sup>` })
    : rich(t, key, { factor: typesetText(t, factor) });
};
