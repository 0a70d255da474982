/**
 * The live formula of the Variance lab: each factor with its current value below. Highlighting a factor (also by arrow
 * keys) highlights the control that changes it and what it drives in the pictures, and vice versa. A click or Enter
 * goes to that control. The numbers come from the engine.
 */

/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Pointing } from '../parts/types.js' */

import { html } from 'lit';
import { both, column, formulaFrame, marked, table } from '../parts/formula-frame.js';
import { dk, id, k, num, op, parens, q, row, subsup, sum, sup, upright } from '../parts/math.js';

const i = id('i');
/** Returns a squared Greek letter with the name of its side as index. @param {string} letter @param {'q' | 'k'} side */
const square = (letter, side) => subsup(id(letter, side), id(side, side), num(2));

/** Returns the square of a number. A negative number gets parentheses. @param {string} text @param {string} kind */
const squared = (text, kind) =>
  sup(text.startsWith('\u2212') ? parens(num(text, kind)) : num(text, kind), num(2));

/**
 * @typedef {object} Numbers
 * @property {number} factor  the factor on the scores
 * @property {number} perProduct  Var(q_i k_i)
 * @property {number} variance  Var of the scaled score, by theory
 */

/** Var(c sum q_i k_i) = c^2 * d_k * Var(q_i k_i). @param {Params} params @param {Numbers} numbers @param {Format} format @param {string} lit */
function wholeScore(params, numbers, format, lit) {
  const times = column(op('·'), op('×'));
  const c = id('c', 'c');
  return table([
    column(
      row(
        upright('Var'),
        parens(
          marked('factor', lit, c),
          sum(row(i, op('='), num(1)), marked('dk', lit, dk), row(q(i), k(i))),
        ),
      ),
      num(format.number(numbers.variance), 's'),
    ),
    both('='),
    column(
      marked('factor', lit, sup(c, num(2))),
      marked('factor', lit, squared(format.number(numbers.factor), 'c')),
    ),
    times,
    column(marked('dk', lit, dk), marked('dk', lit, num(format.number(Number(params.dk), 6)))),
    times,
    column(row(upright('Var'), parens(q(i), k(i))), num(format.number(numbers.perProduct))),
  ]);
}

/**
 * Var(q_i k_i) for independent components.
 * @param {Params} params
 * @param {Numbers} numbers
 * @param {Format} format
 * @param {string} lit
 */
function oneProduct(params, numbers, format, lit) {
  const value = (/** @type {string} */ name, /** @type {string} */ side) =>
    squared(format.number(Number(params[name])), side);
  const spread = (/** @type {'q' | 'k'} */ side, /** @type {'query' | 'key'} */ name) =>
    column(
      marked(name, lit, parens(square('σ', side), op('+'), square('μ', side))),
      marked(name, lit, parens(value(`${name}Sd`, side), op('+'), value(`${name}Mean`, side))),
    );
  return table([
    column(row(upright('Var'), parens(q(i), k(i))), num(format.number(numbers.perProduct))),
    both('='),
    spread('q', 'query'),
    spread('k', 'key'),
    both('−'),
    column(
      row(marked('query', lit, square('μ', 'q')), marked('key', lit, square('μ', 'k'))),
      row(
        marked('query', lit, value('queryMean', 'q')),
        op('·'),
        marked('key', lit, value('keyMean', 'k')),
      ),
    ),
  ]);
}

/**
 * @param {object} spec
 * @param {Params} spec.params
 * @param {Numbers | null} spec.numbers  null without an engine
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {Pointing} spec.pointing
 */
export function varianceFormula({ params, numbers, t, format, pointing }) {
  const { lit } = pointing;
  const shown = numbers ?? { factor: NaN, perProduct: NaN, variance: NaN };
  const related = params.correlation !== 0;
  const words = t(related ? 'variance.formula.wordsRelated' : 'variance.formula.words', {
    dk: format.number(Number(params.dk), 6),
    factor: format.number(shown.factor),
    perProduct: format.number(shown.perProduct),
    variance: format.number(shown.variance),
    correlation: format.number(Number(params.correlation)),
  });
  const terms = related ? ['factor', 'dk'] : ['factor', 'dk', 'query', 'key'];
  return formulaFrame(
    { label: words, terms, ...pointing },
    html`${wholeScore(params, shown, format, lit)}
    ${
      related
        ? html`<p class="muted" aria-hidden="true">${t('variance.formula.related')}</p>`
        : oneProduct(params, shown, format, lit)
    }`,
  );
}
