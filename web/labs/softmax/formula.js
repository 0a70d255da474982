/**
 * The live formula of the Softmax lab, with the numbers of the key that gets most of the shown query's weight. Pointing
 * at a term lights its control and what it drives in the pictures, and vice versa.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Pointing } from '../parts/types.js' */

import { html } from 'lit';
import { both, column, formulaFrame, marked, table } from '../parts/formula-frame.js';
import { frac, id, num, op, parens, row, sub, sup, upright } from '../parts/math.js';
import { terms } from './terms.js';

/** The order in which the arrow keys visit the terms. */
const order = Object.keys(terms);

/**
 * Numbers of the key with the most weight, from the engine.
 * @typedef {object} Numbers
 * @property {number} factor
 * @property {number} score
 * @property {number} logit
 * @property {number} logSum  log of the sum of all exp(z_i)
 * @property {number} weight
 * @property {number} jacobianNorm
 * @property {number} gradient  |dL/dz|
 */

const j = id('j');
const z = (/** @type {Content} */ index) => sub(id('z', 's'), index);
const a = (/** @type {Content} */ index) => sub(id('a', 'c'), index);

/** @param {string} text @param {string} [kind] */
const signed = (text, kind) =>
  text.startsWith('\u2212') ? parens(num(text, kind)) : num(text, kind);

/** Writes z_j = c q.k_j / T + b. @param {Params} params @param {Numbers} n @param {(value: number) => string} show @param {string} lit */
function logit(params, n, show, lit) {
  const isCosine = params.scale === 'cosine';
  const product = row(id('q', 'q'), op('·'), sub(id('k', 'k'), j));
  const lengths = row(op('|'), id('q', 'q'), op('|'), op('|'), sub(id('k', 'k'), j), op('|'));
  const score = marked('dk', lit, isCosine ? frac(product, lengths) : product);
  const temperature = Number(params.temperature);
  const shift = Number(params.shift);
  return table([
    column(z(j), num(show(n.logit), 's')),
    both('='),
    ...(isCosine
      ? []
      : [
          column(marked('factor', lit, id('c')), marked('factor', lit, num(show(n.factor)))),
          both('·'),
        ]),
    column(score, marked('dk', lit, signed(show(n.score)))),
    ...(temperature === 1
      ? []
      : [
          both('/'),
          column(
            marked('temperature', lit, id('T')),
            marked('temperature', lit, num(show(temperature))),
          ),
        ]),
    ...(shift === 0
      ? []
      : [
          both('+'),
          column(marked('shift', lit, id('b')), marked('shift', lit, signed(show(shift)))),
        ]),
  ]);
}

/** @param {Numbers} n @param {(value: number) => string} show */
const weight = (n, show) =>
  table([
    column(a(j), num(show(n.weight), 'c')),
    both('='),
    column(
      frac(sup(id('e'), z(j)), row(op('\u2211'), sup(id('e'), z(id('i'))))),
      sup(id('e'), row(num(show(n.logit), 's'), op('\u2212'), signed(show(n.logSum)))),
    ),
  ]);

/** @param {Numbers} n @param {(value: number) => string} show */
const gradient = (n, show) =>
  table([
    column(
      row(
        op('\u2016'),
        upright('diag'),
        parens(id('a', 'c')),
        op('\u2212'),
        id('a', 'c'),
        sup(id('a', 'c'), upright('T')),
        op('\u2016'),
      ),
      num(show(n.jacobianNorm)),
    ),
    both(','),
    column(
      row(op('|'), frac(row(op('\u2202'), id('L')), row(op('\u2202'), id('z', 's'))), op('|')),
      num(show(n.gradient)),
    ),
  ]);

/**
 * @param {object} spec
 * @param {Params} spec.params
 * @param {Numbers | null} spec.numbers  null while there is no engine
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {Pointing} spec.pointing
 */
export function softmaxFormula({ params, numbers, t, format, pointing }) {
  const { lit } = pointing;
  const nothingYet = {
    factor: NaN,
    score: NaN,
    logit: NaN,
    logSum: NaN,
    weight: NaN,
    jacobianNorm: NaN,
    gradient: NaN,
  };
  const n = numbers ?? nothingYet;
  const show = (/** @type {number} */ value) => format.number(value, 3);
  const said = Object.fromEntries(Object.entries(n).map(([name, value]) => [name, show(value)]));
  const terms = order.filter((term) => isShown(term, params));
  return formulaFrame(
    { label: t('softmax.formula.words', said), terms, ...pointing },
    html`${logit(params, n, show, lit)} ${weight(n, show)} ${gradient(n, show)}`,
  );
}

/** @param {string} term @param {Params} params */
function isShown(term, { scale, temperature, shift }) {
  if (term === 'factor') return scale !== 'cosine';
  if (term === 'temperature') return Number(temperature) !== 1;
  return term !== 'shift' || Number(shift) !== 0;
}
