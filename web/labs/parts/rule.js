/** The name of a scale rule: 1/√d_k, 1/d_k to a power, a number. */

/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */

import { mathml } from 'lit';
import { inline, rich, typesetText } from './text.js';

/** How near to a root's reciprocal a factor is, relatively, that was meant as one. */
const near = 1e-9;

/** The largest number whose root people divide by. */
const largest = 1e6;

/**
 * A factor as people write it: 1/√512 and not 0.04419. A number with few digits stays what it is.
 * @param {Format} format
 * @param {number} factor
 */
export function factorText(format, factor) {
  const inside = 1 / (factor * factor);
  const whole = Math.round(inside);
  const isRoot = whole > 1 && whole <= largest && Math.abs(inside - whole) < near * whole;
  const isShort = Number(factor.toPrecision(4)) === factor;
  if (!isRoot || isShort || factor < 0) return format.number(factor);
  const root = Math.sqrt(whole);
  return Number.isInteger(root) ? `1/${root}` : `1/√${whole}`;
}

/**
 * The factor of a state with the number in it: 1/√64, 1/64, 0.25.
 * @param {Format} format
 * @param {Params} params
 * @param {number} value  of the factor
 */
export function factorOf(format, { scale, dk }, value) {
  if (scale === 'rsqrt') return `1/√${dk}`;
  return scale === 'inverse' ? `1/${dk}` : factorText(format, value);
}

/**
 * For pictures and tables.
 * @param {Translate} t
 * @param {Format} format
 * @param {Params} params
 */
export const ruleText = (t, format, { scale, alpha, factor }) =>
  t(`common.rule.${scale}`, {
    alpha: format.number(Number(alpha)),
    factor: factorText(format, Number(factor)),
  });

/**
 * For sentences.
 * @param {Translate} t
 * @param {Format} format
 * @param {Params} params
 */
export const ruleWords = (t, format, params) =>
  params.scale === 'alpha'
    ? inline(
        `1/dₖ^${params.alpha}`,
        mathml`<msubsup><mi>d</mi><mi>k</mi><mn>${format.number(Number(params.alpha))}</mn></msubsup>`,
      )
    : rich(t, `common.rule.${params.scale}`, {
        factor: typesetText(t, factorText(format, Number(params.factor))),
      });
