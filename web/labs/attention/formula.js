/**
 * The live formula of the Attention lab: the definition, and under it the weight of the picked query for the key it looks
 * at most, with the engine's numbers.
 */
import { html, mathml } from 'lit';
import { formulaFrame } from '../parts/formula-frame.js';
import { dk, dot, frac, id, num, op, parens, row, sqrt, sub, sum, sup } from '../parts/math.js';
import { plain } from '../parts/text.js';
import { bestOf, weightRow } from './model.js';

/** @typedef {import('../../i18n/index.js').Translate} Translate */
/** @typedef {import('../../i18n/index.js').Format} Format */
/** @typedef {import('../../tables/state.js').Params} Params */
/** @typedef {import('./model.js').Model} Model */

/** Terms of the formula, and the parameters that move each of them. */
export const terms = Object.freeze({
  query: ['token', 'text'],
  key: ['kind', 'second'],
  factor: ['scale', 'alpha', 'factor', 'dk'],
  mask: ['mask', 'length', 'side', 'window'],
  weight: ['head'],
});

const order = /** @type {const} */ (['query', 'key', 'factor', 'mask', 'weight']);

/** So many powers are written out below the line. */
const mostTerms = 2;

const e = id('e');

/** The factor on the scores, as a letter or a root. @param {Params} params @param {Format} format @param {unknown} inside */
function scaled({ scale, alpha, factor }, format, inside) {
  if (scale === 'rsqrt') return frac(inside, sqrt(dk));
  if (scale === 'inverse') return frac(inside, dk);
  if (scale === 'none') return inside;
  if (scale === 'alpha')
    return frac(
      inside,
      mathml`<msubsup>${id('d')}${id('k')}${num(format.number(Number(alpha)))}</msubsup>`,
    );
  return row(num(format.number(Number(factor)), 'c'), inside);
}

/**
 * @param {object} spec
 * @param {Params} spec.params
 * @param {Model} spec.model
 * @param {{query: number, head: number}} spec.shown
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {string} spec.lit
 * @param {() => string} spec.pointed
 * @param {(term: string) => void} spec.point
 * @param {(term: string) => void} spec.go
 */
export function attentionFormula({ params, model, shown, t, format, lit, pointed, point, go }) {
  const marked = (/** @type {string} */ term, /** @type {unknown[]} */ ...inside) =>
    mathml`<mrow data-term=${term} ?data-lit=${term === lit}>${inside}</mrow>`;
  const number = (/** @type {number} */ value) => format.fixed(value, 2);
  const { scores, masked } = model.head(shown.head);
  const weights = weightRow(model, shown.head, shown.query);
  const j = bestOf(weights);
  const at = shown.query * weights.length + j;
  const blind = model.blind.has(shown.query);
  const [score, logit] = [scores?.data[at] ?? NaN, masked?.data[at] ?? NaN];
  const own = Array.from(weights.keys())
    .filter((key) => key !== j && model.sees(shown.query, key))
    .map((key) => masked?.data[shown.query * weights.length + key] ?? NaN);
  const powers = [logit, ...own].map((value) => sup(e, num(number(value), 's')));
  const below = blind
    ? [num('0')]
    : [
        ...powers.slice(0, mostTerms).flatMap((power, i) => (i > 0 ? [op('+'), power] : [power])),
        ...(powers.length > mostTerms ? [op('+'), op('⋯')] : []),
      ];
  const words = plain(t, 'attention.formula.words', {
    query: model.source.queries[shown.query],
    key: model.source.keys[j],
    score: number(score),
    scaled: number(logit),
    weight: number(weights[j]),
  });
  const q = sub(id('q', 'q'), num(String(shown.query + 1)));
  const k = sub(id('k', 'k'), num(String(j + 1)));
  const hasMask = params.mask !== 'none' || params.kind === 'causal';
  const z = sub(id('z', 's'), num(String(j + 1)));
  const definition = row(
    mathml`<mi mathvariant="normal">Attention</mi>`,
    parens(id('Q', 'q'), op(','), id('K', 'k'), op(','), id('V', 'v')),
    op('='),
    marked(
      'weight',
      mathml`<mi mathvariant="normal">softmax</mi>`,
      parens(
        scaled(params, format, row(id('Q', 'q'), sup(id('K', 'k'), id('⊤')))),
        ...(hasMask ? [op('+'), marked('mask', id('M'))] : []),
      ),
    ),
    id('V', 'v'),
  );
  const cells = [
    [row(z), num(number(logit), 's')],
    [op('='), op('=')],
    [
      marked('factor', scaled(params, format, row(marked('query', q), dot, marked('key', k)))),
      marked('factor', row(num(number(score)), op('×'), num(format.number(model.factor, 3), 'c'))),
    ],
    [mathml`<mspace width="1.4em"></mspace>`, ''],
    [sub(id('a', 'c'), num(String(j + 1))), num(number(weights[j]), 'c')],
    [op('='), op('=')],
    [
      marked('weight', frac(sup(e, z), sum(id('i'), '', sup(e, sub(id('z', 's'), id('i')))))),
      blind ? num('0') : frac(powers[0], row(...below)),
    ],
  ];
  return formulaFrame(
    { label: words, terms: order, pointed, point, go },
    html`<math display="block" class="definition" aria-hidden="true"
        ><mrow>${definition}</mrow></math
      ><math display="block" aria-hidden="true"
        ><mtable displaystyle="true"
          ><mtr>${cells.map(([symbol]) => mathml`<mtd>${symbol}</mtd>`)}</mtr
          ><mtr class="values"
            >${cells.map(([, value]) => mathml`<mtd>${value}</mtd>`)}</mtr
          ></mtable
        ></math
      >`,
  );
}
