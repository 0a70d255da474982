/**
 * The live formula of the Attention lab: the definition, and below it the weight of the picked query for the key that
 * it attends to most, with the engine's numbers.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Model, Overflow } from './types.js' */

import { html, mathml, nothing } from 'lit';
import { formulaFrame } from '../parts/formula-frame.js';
import {
  dk,
  dot,
  frac,
  id,
  num,
  op,
  parens,
  row,
  sqrt,
  sub,
  sum,
  sup,
  tallParens,
} from '../parts/math.js';
import { plain } from '../parts/text.js';
import { bestOf, weightRow } from './model.js';
import { overflowOf, overflowWords } from './overflow.js';

const order = ['query', 'key', 'factor', 'mask', 'weight'];

/** Number of powers written out in the denominator: the key's own, and the largest of the others. */
const mostTerms = 2;

/**
 * Returns the logits of all other visible keys, the largest first.
 * @param {Model} model
 * @param {Float32Array | undefined} logits
 * @param {number} query
 * @param {number} best
 */
export function competitors(model, logits, query, best) {
  const [, , keys] = model.weights.shape;
  return Array.from({ length: keys }, (_, key) => key)
    .filter((key) => key !== best && model.sees(query, key))
    .map((key) => logits?.[query * keys + key] ?? NaN)
    .sort((a, b) => b - a);
}

const e = id('e');

/** Writes the factor on the scores, as a letter or a root. @param {Params} params @param {Format} format @param {Content} inside */
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
 * @typedef {object} FormulaSpec
 * @property {Params} params
 * @property {Model} model
 * @property {{query: number, head: number}} shown
 * @property {Translate} t
 * @property {Format} format
 * @property {string} lit
 * @property {() => string} pointed
 * @property {(term: string) => void} point
 * @property {(term: string) => void} go
 */

/** @param {FormulaSpec} spec */
export function attentionFormula(spec) {
  const { model, shown, t, pointed, point, go } = spec;
  const overflow = overflowOf(model, shown.head, shown.query);
  const pair = pairOf(spec);
  const label = overflow
    ? wordsOfOverflow(t, model, shown.query, overflow)
    : plain(t, 'attention.formula.words', pair.words);
  return formulaFrame(
    { label, terms: order, pointed, point, go },
    html`<math display="block" class="definition" aria-hidden="true"
        ><mrow>${definition(spec)}</mrow></math
      >${overflow ? nothing : numbersUnder(cellsOf(spec, pair))}`,
  );
}

/** Marks a part that follows a control. @param {FormulaSpec} spec @param {string} term @param {...Content} inside */
const marked = ({ lit }, term, ...inside) =>
  mathml`<mrow data-term=${term} ?data-lit=${term === lit}>${inside}</mrow>`;

/** Returns the shown query and the key that it attends to most, in numbers. @param {FormulaSpec} spec */
function pairOf({ model, shown: { head, query }, format }) {
  const number = (/** @type {number} */ value) => format.fixed(value, 2);
  const { scores, masked } = model.head(head);
  const weights = weightRow(model, head, query);
  const key = bestOf(weights);
  const at = query * weights.length + key;
  const logit = masked?.data[at] ?? NaN;
  const words = {
    query: model.source.queries[query],
    key: model.source.keys[key],
    score: number(scores?.data[at] ?? NaN),
    scaled: number(logit),
    weight: number(weights[key]),
  };
  const others = competitors(model, masked?.data, query, key);
  return { key, words, powers: [logit, ...others].map((one) => sup(e, num(number(one), 's'))) };
}

/** @param {FormulaSpec} spec */
function definition(spec) {
  const { params, format } = spec;
  const hasMask = params.mask !== 'none' || params.kind === 'causal';
  return row(
    mathml`<mi mathvariant="normal">Attention</mi>`,
    parens(id('Q', 'q'), op(','), id('K', 'k'), op(','), id('V', 'v')),
    op('='),
    marked(
      spec,
      'weight',
      mathml`<mi mathvariant="normal">softmax</mi>`,
      tallParens(
        scaled(params, format, row(id('Q', 'q'), sup(id('K', 'k'), id('⊤')))),
        ...(hasMask ? [op('+'), marked(spec, 'mask', id('M'))] : []),
      ),
    ),
    id('V', 'v'),
  );
}

/** Writes the denominator: the largest powers, and an ellipsis if there are more. @param {readonly Content[]} powers */
const sumOf = (powers) => [
  ...powers.slice(0, mostTerms).flatMap((power, i) => (i > 0 ? [op('+'), power] : [power])),
  ...(powers.length > mostTerms ? [op('+'), op('⋯')] : []),
];

/** Returns the logit of the pair and its weight, each part with its value. @param {FormulaSpec} spec @param {ReturnType<typeof pairOf>} pair */
function cellsOf(spec, { key, words, powers }) {
  const { params, model, shown, format } = spec;
  const index = num(String(key + 1));
  const [q, k] = [sub(id('q', 'q'), num(String(shown.query + 1))), sub(id('k', 'k'), index)];
  const [z, zi] = [sub(id('z', 's'), index), sub(id('z', 's'), id('i'))];
  const factor = num(format.number(model.factor, 3), 'c');
  const share = model.fullyMasked.has(shown.query)
    ? num('0')
    : frac(powers[0], row(...sumOf(powers)));
  return [
    [row(z), num(words.scaled, 's')],
    [op('='), op('=')],
    [
      marked(
        spec,
        'factor',
        scaled(params, format, row(marked(spec, 'query', q), dot, marked(spec, 'key', k))),
      ),
      marked(spec, 'factor', row(num(words.score), op('×'), factor)),
    ],
    [mathml`<mspace width="1.4em"></mspace>`, ''],
    [sub(id('a', 'c'), index), num(words.weight, 'c')],
    [op('='), op('=')],
    [marked(spec, 'weight', frac(sup(e, z), sum(id('i'), '', sup(e, zi)))), share],
  ];
}

/** Draws each symbol above its value. @param {readonly (readonly unknown[])[]} cells */
const numbersUnder = (cells) =>
  html`<math display="block" aria-hidden="true"
    ><mtable displaystyle="true"
      ><mtr>${cells.map(([symbol]) => mathml`<mtd>${symbol}</mtd>`)}</mtr
      ><mtr class="values">${cells.map(([, value]) => mathml`<mtd>${value}</mtd>`)}</mtr></mtable
    ></math
  >`;

/** @param {Translate} t @param {Model} model @param {number} query @param {Overflow} overflow */
function wordsOfOverflow(t, model, query, overflow) {
  const { key, names } = overflowWords(model, query, overflow);
  return plain(t, key, names);
}
