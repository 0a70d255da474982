/**
 * The live formula of the Scoring lab: the score of the chosen function for the longest key and its softmax weight,
 * with the numbers of the plane below. The engine computes the scores and weights.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Pointing } from '../parts/types.js' */
/** @import { Plane } from './types.js' */

import { mathml } from 'lit';
import { both, column, formulaFrame, marked, table } from '../parts/formula-frame.js';
import { frac, id, num, op, parens, row, sub, sum, sup } from '../parts/math.js';
import { plain } from '../parts/text.js';
import { formulaOf, valuesOf } from './formulas.js';
import { keyLabel, lengthOf, longest } from './vectors.js';

const order = ['score', 'query', 'key'];

/** Largest number of scores written out below the line. */
const mostTerms = 3;

const e = id('e');
/** @param {Content} index */
const s = (index) => sub(id('s', 's'), index);

/**
 * @param {object} spec
 * @param {Params} spec.params
 * @param {Plane | null} spec.result
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {Pointing} spec.pointing
 */
export function scoringFormula({ params, result, t, format, pointing }) {
  const { lit } = pointing;
  const name = /** @type {FunctionName} */ (params.pick);
  const number = (/** @type {number | undefined} */ value) => format.fixed(value ?? NaN, 2);
  const keys = result?.keys ?? [[0, 0]];
  const j = longest(keys);
  const own = result?.rows.get(name);
  const scoreOf = (/** @type {FunctionName} */ other) => number(result?.rows.get(other)?.scores[j]);
  const [score, weight] = [number(own?.scores[j]), number(own?.weights[j])];
  const query = result?.query ?? [0, 0];
  const values = valuesOf(name, {
    dot: scoreOf('dot'),
    cosine: scoreOf('cosine'),
    query: number(lengthOf(query)),
    key: number(lengthOf(keys[j])),
    between: number(lengthOf([query[0] - keys[j][0], query[1] - keys[j][1]])),
    temperature: format.number(Number(params.temperature)),
    learned: t('scoring.formula.learned'),
  });
  const index = num(String(j + 1));
  const powers = Array.from(own?.scores ?? [], (value) => sup(e, num(number(value), 's')));
  const below = [
    ...powers.slice(0, mostTerms).flatMap((power, i) => (i > 0 ? [op('+'), power] : [power])),
    ...(powers.length > mostTerms ? [op('+'), op('⋯')] : []),
  ];
  const words = plain(t, 'scoring.formula.words', {
    name: plain(t, `scoring.function.${name}`),
    key: keyLabel(j),
    score,
    weight,
  });
  const k = sub(id('k', 'k'), index);
  const columns = [
    column(
      row(id('s', 's'), parens(marked('query', lit, id('q', 'q')), op(','), marked('key', lit, k))),
      num(score, 's'),
    ),
    both('='),
    column(marked('score', lit, formulaOf(name, j + 1)), marked('score', lit, values)),
    column(mathml`<mspace width="1.6em"></mspace>`, ''),
    column(sub(id('a', 'c'), index), num(weight, 'c')),
    both('='),
    column(
      frac(sup(e, s(index)), sum(id('i'), '', sup(e, s(id('i'))))),
      frac(sup(e, num(score, 's')), row(...below)),
    ),
  ];
  return formulaFrame({ label: words, terms: order, ...pointing }, table(columns, true));
}
