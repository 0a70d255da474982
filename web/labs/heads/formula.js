/**
 * The live formula of the Heads lab: the scores of one head from two thin matrices and from their product, below them
 * their sizes, and which of the two has fewer numbers. Counts come from the engine.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Sizes } from '../../tables/types.js' */
/** @import { Pointing } from '../parts/types.js' */
/** @import { countsOf } from './counts.js' */

import { html, mathml } from 'lit';
import { both, column, formulaFrame, marked, table } from '../parts/formula-frame.js';
import { dk, frac, id, num, op, parens, row, sub, subsup, upright } from '../parts/math.js';
import { plain } from '../parts/text.js';
import { sizeText } from './words.js';

/** @typedef {ReturnType<typeof countsOf>} Counts */

const order = ['merged', 'query', 'key', 'dk'];

const i = id('i');
const x = id('X');
const model = mathml`<mtext>model</mtext>`;
const dModel = sub(id('d'), model);
const transposed = upright('\u22a4');

/**
 * @param {object} spec
 * @param {Sizes} spec.sizes
 * @param {Counts | null} spec.counts
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {Pointing} spec.pointing
 */
export function headsFormula({ sizes, counts, t, format, pointing }) {
  const { lit } = pointing;
  const term = (/** @type {string} */ name, /** @type {Content[]} */ ...inside) =>
    marked(name, lit, ...inside);
  const { modelDim: d, headDim } = sizes;
  const { parameters, breakEven } = counts ?? {};
  const count = (/** @type {number | undefined} */ value) =>
    num(value === undefined ? '…' : format.integer(value));
  const size = (/** @type {number} */ rows, /** @type {number} */ columns) =>
    num(sizeText(rows, columns));
  const wq = term('query', subsup(id('W', 'q'), i, id('Q', 'q')));
  const wk = (/** @type {Content} */ more = '') =>
    term('key', subsup(id('W', 'k'), i, row(id('K', 'k'), more)));
  const w = term('merged', sub(id('W', 's'), i));
  const sign = signOf(parameters?.pair ?? 0, parameters?.merged ?? 0);
  const half = breakEven === undefined ? '…' : format.number(breakEven);
  const scores = row(
    ...[sub(id('S'), i), op('='), parens(x, wq)],
    ...[mathml`<msup>${parens(x, wk())}${transposed}</msup>`, op('=')],
    ...[x, w, mathml`<msup>${x}${transposed}</msup>`],
  );
  const words = plain(t, 'heads.formula.words', {
    pair: format.integer(parameters?.pair ?? NaN),
    merged: format.integer(parameters?.merged ?? NaN),
    modelDim: format.integer(d),
    dk: format.integer(headDim),
  });
  return formulaFrame({ label: words, terms: order, ...pointing }, [
    html`<math display="block" aria-hidden="true">${scores}</math>`,
    table([
      column(w, term('merged', size(d, d))),
      both('='),
      column(wq, term('query', size(d, headDim))),
      column('', op('\u00b7')),
      column(wk(transposed), term('key', size(headDim, d))),
    ]),
    table([
      column(term('dk', num(2), dModel, dk), term('dk', count(parameters?.pair))),
      both(sign),
      column(
        term('merged', subsup(id('d'), model, num(2))),
        term('merged', count(parameters?.merged)),
      ),
      both('\u21d4'),
      column(term('dk', dk), term('dk', count(headDim))),
      both(sign),
      column(term('merged', frac(dModel, num(2))), term('merged', num(half))),
    ]),
  ]);
}

/** @param {number} pair @param {number} merged */
function signOf(pair, merged) {
  if (pair === merged) return '=';
  return pair < merged ? '<' : '>';
}
