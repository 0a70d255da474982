/** The eight scoring functions as formulas, with or without the numbers of one query and one key. */

/** @import { Content } from '../parts/content.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */

import { mathml } from 'lit';
import { dk, frac, id, num, op, parens, row, sqrt, sub, sup } from '../parts/math.js';

const q = id('q', 'q');
/** @param {Content} index */
const key = (index) => (index ? sub(id('k', 'k'), num(String(index))) : id('k', 'k'));
const times = mathml`<mo lspace="0.12em" rspace="0.12em">·</mo>`;
/** @param {...Content} inside */
const size = (...inside) =>
  mathml`<mrow><mo stretchy="false">‖</mo>${inside}<mo stretchy="false">‖</mo></mrow>`;
const transposed = (/** @type {Content} */ letter) => sup(letter, id('⊤'));
const W = id('W');

/**
 * Returns a function's formula for the key of an index, or for any key.
 * @param {FunctionName} name
 * @param {number} [index] from 1
 */
export function formulaOf(name, index) {
  const k = key(index);
  const cosine = frac(row(q, times, k), row(size(q), size(k)));
  /** @type {Record<FunctionName, () => Content>} */
  const formulas = {
    dot: () => row(q, times, k),
    scaled: () => frac(row(q, times, k), sqrt(dk)),
    cosine: () => cosine,
    temperature: () => row(frac(num(1), id('τ', 'c')), cosine),
    distance: () => row(op('−'), sup(size(q, op('−'), k), num(2))),
    general: () => row(transposed(q), W, k),
    additive: () =>
      row(
        transposed(id('v')),
        mathml`<mi mathvariant="normal">tanh</mi>`,
        parens(sub(W, id('q', 'q')), q, op('+'), sub(W, id('k', 'k')), k),
      ),
    location: () => sub(parens(W, q), index ? num(String(index)) : id('j')),
  };
  return formulas[name]();
}

/**
 * Returns the formula with numbers, unless there are too many.
 * @param {FunctionName} name
 * @param {object} values
 * @param {string} values.dot
 * @param {string} values.cosine
 * @param {string} values.query  its length
 * @param {string} values.key
 * @param {string} values.between  the distance of the two
 * @param {string} values.temperature
 * @param {string} values.learned  in words
 */
export function valuesOf(name, values) {
  /** @type {Partial<Record<FunctionName, () => Content>>} */
  const formulas = {
    dot: () => row(num(values.query), op('×'), num(values.key), op('×'), num(values.cosine)),
    scaled: () => frac(num(values.dot), sqrt(num(2))),
    cosine: () => frac(num(values.dot), row(num(values.query), op('×'), num(values.key))),
    temperature: () => row(frac(num(1), num(values.temperature, 'c')), op('×'), num(values.cosine)),
    distance: () => row(op('−'), sup(num(values.between), num(2))),
  };
  return formulas[name]?.() ?? mathml`<mtext>${values.learned}</mtext>`;
}
