/** Names of scale rules: 1/√d_k, a power of 1/d_k, a number. */

/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */

import { mathml } from 'lit';
import { inline, rich, typesetText } from './text.js';

/** Relative tolerance for a factor that is meant as the reciprocal of a root. */
const near = 1e-9;

/** The largest n for which a factor is written as 1/√n. */
const largest = 1e6;

/**
 * Writes a factor as people do: 1/√512, not 0.04419. Keeps a number with few digits.
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
 * Writes the factor of a state with its number: 1/√64, 1/64, 0.25.
 * @param {Format} format
 * @param {Params} params
 * @param {number} value  of the factor
 */
export function factorOf(format, { scale, dk }, value) {
  if (scale === 'rsqrt') return `1/√${dk}`;
  return scale === 'inverse' ? `1/${dk}` : factorText(format, value);
}

/**
 * Returns the rule as plain text, for pictures and tables.
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
 * Returns the rule for sentences, with typeset formulas.
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
