/** The factor on the scores as a place between none and 1/d_k: the exponent of d_k, and the rule that has its name. */

/** @typedef {import('../../tables/state.js').Params} Params */

/** Rules that have a name, by the exponent. */
const named = Object.freeze({ none: 0, rsqrt: 0.5, inverse: 1 });

/** A rule of the table for an exponent: by its name where it has one. @param {number} alpha */
export function ruleOf(alpha) {
  const found = Object.entries(named).find(([, exponent]) => exponent === alpha);
  return found ? { scale: found[0], alpha: 0.5 } : { scale: 'alpha', alpha };
}

/** The exponent of the present rule; of any number, the one that gives it. @param {Params} params @param {number} dk */
export function alphaOf({ scale, alpha, factor }, dk) {
  if (scale === 'alpha') return Number(alpha);
  if (scale === 'number') return dk > 1 ? -Math.log(Number(factor)) / Math.log(dk) : NaN;
  return named[/** @type {keyof typeof named} */ (scale)];
}
