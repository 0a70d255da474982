/** The factor on the scores as a point between none and 1/d_k: the exponent of d_k, and the rule with that exponent. */

/** @import { Params } from '../../tables/types.js' */

/** Rules that have a name, by the exponent. @type {Readonly<Record<string, number>>} */
const named = Object.freeze({ none: 0, rsqrt: 0.5, inverse: 1 });

/** Returns the parameters of the rule with an exponent: a named rule if there is one. @param {number} alpha */
export function ruleOf(alpha) {
  const found = Object.entries(named).find(([, exponent]) => exponent === alpha);
  return found ? { scale: found[0], alpha: 0.5 } : { scale: 'alpha', alpha };
}

/**
 * Returns the exponent of the current rule. For a factor given as a number: the exponent that yields it, to six
 * decimals.
 * @param {Params} params
 * @param {number} dk
 */
export function alphaOf({ scale, alpha, factor }, dk) {
  if (scale === 'alpha') return Number(alpha);
  if (scale === 'number') return Math.round((-1e6 * log2(Number(factor))) / log2(dk)) / 1e6 + 0;
  return named[String(scale)];
}

/** Binary digits of a logarithm after the point. Enough for six decimals of a quotient of two logarithms. */
const digits = 32;

/**
 * Returns the logarithm to the base 2, by squaring. Math.log() differs between browsers in its last digits, and files
 * show them. Returns NaN if there is no logarithm.
 * @param {number} value
 */
function log2(value) {
  if (!(value > 0 && value < Infinity)) return NaN;
  let [rest, result] = [value, 0];
  for (; rest >= 2; rest /= 2) result += 1;
  for (; rest < 1; rest *= 2) result -= 1;
  for (let bit = 0.5; bit >= 2 ** -digits; bit /= 2) {
    rest *= rest;
    if (rest < 2) continue;
    rest /= 2;
    result += bit;
  }
  return result;
}
