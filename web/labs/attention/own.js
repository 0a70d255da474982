/**
 * The visitor's own matrices as a source of the lab: the contents of files, as web/files reads them, in the shapes that
 * the pictures take. This module only moves numbers; the engine makes them.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/**
 * @import { CheckpointData, Choices, Open, Projections, ProjectionsData, QkvData } from '../../files/attention-data.js'
 */
/** @import { Interpretation } from '../../files/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Source } from './types.js' */

import { attentionData } from '../../files/attention-data.js';
import { headsApart } from '../../files/projections.js';
import { html, nothing } from 'lit';
import { plain, rich } from '../parts/text.js';
import { wordsOf } from './words.js';

/** @typedef {QkvData | ProjectionsData | CheckpointData} OwnData */

/** @param {readonly string[] | undefined} names @param {number} count @param {string} letter */
const labels = (names, count, letter) =>
  names ?? Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

/** Gives every head its own copy of keys and values that heads share. @param {Tensor} tensor  [G, ...] @param {number} heads @returns {Tensor} */
function shared({ data, shape }, heads) {
  const [groups, ...rest] = shape;
  if (groups === heads) return { data, shape };
  const size = data.length / groups;
  const own = new Float32Array(size * heads);
  for (let head = 0; head < heads; head++) {
    const group = Math.floor((head * groups) / heads);
    own.set(data.subarray(group * size, (group + 1) * size), head * size);
  }
  return { data: own, shape: [heads, ...rest] };
}

/** @param {Tensor | undefined} bias  [heads * d] @param {number} heads @returns {Tensor | undefined} [heads, 1, d] */
const splitBias = (bias, heads) =>
  bias && headsApart({ data: bias.data, shape: [1, bias.shape[0]] }, heads);

/** @param {QkvData} own @returns {Source} */
function directSource({ query, key, value, heads, tokens, contextTokens, interpretations, open }) {
  const [, rows] = query.shape;
  const [, keys] = key.shape;
  const isOne = rows === keys && !contextTokens;
  const queries = labels(tokens, rows, isOne ? 't' : 'q');
  return {
    queries,
    keys: isOne ? queries : labels(contextTokens, keys, 'k'),
    look: 0,
    heads: [],
    interpretations,
    assumed: assumedOf(interpretations),
    asks: asksOf(open),
    q: query,
    k: shared(key, heads),
    v: shared(value, heads),
  };
}

/** @param {Projections} parameters @param {number} heads @param {number} keyHeads */
export function projections({ wq, wk, wv, bq, bk, bv }, heads, keyHeads) {
  const own = (/** @type {Tensor | undefined} */ bias) => {
    const parts = splitBias(bias, keyHeads);
    return parts && shared(parts, heads);
  };
  return {
    wq: headsApart(wq, heads),
    wk: shared(headsApart(wk, keyHeads), heads),
    wv: shared(headsApart(wv, keyHeads), heads),
    bq: splitBias(bq, heads),
    bk: own(bk),
    bv: own(bv),
  };
}

/**
 * The data as read under the last choices. Nothing is split again while these stay the same.
 * @type {WeakMap<QkvData | ProjectionsData, {choices: string, data: QkvData | ProjectionsData}>}
 */
const readings = new WeakMap();

/** Applies the visitor's choices where the file leaves something open. @template {QkvData | ProjectionsData} T @param {T} own @param {Params} params @returns {T} */
function asChosen(own, { ownHeads, orientation }) {
  if (Number(ownHeads) === 0 && orientation === 'assumed') return own;
  const choices = `${ownHeads} ${orientation}`;
  const known = readings.get(own);
  if (known?.choices === choices) return /** @type {T} */ (known.data);
  const data = /** @type {T} */ (
    attentionData(own.from, {
      ...(Number(ownHeads) > 0 && { heads: Number(ownHeads) }),
      ...(orientation !== 'assumed' && {
        orientation: /** @type {Choices['orientation']} */ (orientation),
      }),
    })
  );
  readings.set(own, { choices, data });
  return data;
}

/** Returns the possible orders of the axes. @param {NonNullable<Choices['orientation']>} likely */
const ordersLike = (likely) =>
  likely === 'heads-first' ? ['heads-first', 'tokens-first'] : ['in-out', 'out-in'];

/**
 * Returns the choices for what the data leave open, by parameter. The assumed one comes first.
 * @param {Open} open
 * @returns {NonNullable<Source['asks']>}
 */
const asksOf = (open) => (t, params) => {
  const assumed = (/** @type {string} */ words) => plain(t, 'attention.own.assumed', { words });
  const { heads, likelyHeads, likelyOrientation } = open;
  const chosen = heads.includes(Number(params.ownHeads)) ? params.ownHeads : 0;
  const axes = (/** @type {string} */ value) => plain(t, `attention.choice.orientation.${value}`);
  return {
    ...(heads.length > 0 && {
      ownHeads: [0, ...heads].map((value) => ({
        value,
        words: value === 0 ? assumed(String(likelyHeads)) : String(value),
        chosen: value === chosen,
      })),
    }),
    ...(likelyOrientation && {
      orientation: ['assumed', ...ordersLike(likelyOrientation)].map((value) => ({
        value,
        words: value === 'assumed' ? assumed(axes(likelyOrientation)) : axes(value),
        chosen: value === params.orientation,
      })),
    }),
  };
};

/** Returns the separator between sentences. @param {Pick<Translate, 'language'>} t */
export const gap = ({ language }) => (language === 'en' ? ' ' : '');

/**
 * Says beside the answer what was assumed, not everything that was read.
 * @param {readonly Interpretation[]} interpretations
 * @returns {NonNullable<Source['assumed']>}
 */
const assumedOf = (interpretations) => (t) => {
  const own = interpretations.filter(
    ({ what, assumed }) => assumed && t.has(`attention.own.${what}`),
  );
  if (own.length === 0) return nothing;
  const sentences = own.map(({ what, values }) => [
    rich(t, `attention.own.${what}`, values),
    gap(t),
  ]);
  return html`<br /><small class="muted assumed">${sentences}</small>`;
};

/** @param {ProjectionsData} own @returns {Source} */
function projectedSource({
  x,
  context,
  parameters,
  heads,
  keyHeads,
  interpretations,
  open,
  ...own
}) {
  const { tokens, contextTokens } = own;
  const queries = labels(tokens, x.shape[0], context ? 'q' : 't');
  return {
    queries,
    keys: context ? labels(contextTokens, context.shape[0], 'k') : queries,
    look: 0,
    heads: [],
    interpretations,
    assumed: assumedOf(interpretations),
    asks: asksOf(open),
    x,
    c: context ?? x,
    ...projections(parameters, heads, keyHeads),
  };
}

/** @param {Engine} engine @param {OwnData} own @param {Params} params @returns {Source} */
export function ownSource(engine, own, params) {
  if (own.kind === 'checkpoint') return trainedSource(engine, own, params);
  return own.kind === 'qkv'
    ? directSource(asChosen(own, params))
    : projectedSource(asChosen(own, params));
}

/**
 * Reads a trained checkpoint. Looks up the words of the sentence in its vocabulary and shows the attention of its first
 * layer. The inputs of later layers, and those from an encoder, would take a whole network to compute.
 * @param {Engine} engine
 * @param {CheckpointData} own
 * @param {Params} params
 * @returns {Source}
 */
function trainedSource(engine, { stacks, tensors, vocabulary, modelDim, metadata }, params) {
  if (params.kind === 'cross')
    throw new RangeError('checkpoint: got encoder-decoder attention; expected self-attention');
  const { prefix, layers } = stacks[stacks.length - 1];
  const { attention } = layers[0];
  const { query, look } = wordsOf({ ...params, source: 'hand-made' });
  const embeddings = embedded(engine, tensors, vocabulary, modelDim, query.words);
  const weight = tensors[`${prefix}layers.0.attentionNorm.weight`];
  const bias = tensors[`${prefix}layers.0.attentionNorm.bias`];
  const x =
    metadata.norm === 'pre'
      ? engine.layerNorm(embeddings, { ...(weight && { weight }), ...(bias && { bias }) }).output
      : embeddings;
  return {
    queries: query.words,
    keys: query.words,
    look,
    heads: [],
    x,
    c: x,
    ...projections(attention, attention.heads, attention.keyHeads),
  };
}

/**
 * Returns the sum of each token's row and its position's row. The engine adds them, as a product with ones at these
 * rows.
 * @param {Engine} engine
 * @param {Record<string, Tensor>} tensors
 * @param {readonly string[]} vocabulary
 * @param {number} modelDim
 * @param {readonly string[]} words
 */
function embedded(engine, { tokenEmbedding, positionEmbedding }, vocabulary, modelDim, words) {
  const places = positionEmbedding?.shape[0] ?? 0;
  const rows = vocabulary.length + places;
  const table = new Float32Array(rows * modelDim);
  table.set(tokenEmbedding.data);
  if (positionEmbedding) table.set(positionEmbedding.data, tokenEmbedding.data.length);
  const ones = new Float32Array(words.length * rows);
  const some = vocabulary
    .slice(0, 8)
    .map((known) => JSON.stringify(known.slice(0, 20)))
    .join(', ');
  words.forEach((word, i) => {
    const known = vocabulary.indexOf(word.toLowerCase());
    const token = known < 0 ? vocabulary.indexOf(word) : known;
    if (token < 0)
      throw new RangeError(
        `sentence: got ${JSON.stringify(word)}; expected words of the vocabulary, such as ${some}`,
      );
    ones[i * rows + token] = 1;
    if (i < places) ones[i * rows + vocabulary.length + i] = 1;
  });
  return engine.matmul(
    { data: ones, shape: [words.length, rows] },
    { data: table, shape: [rows, modelDim] },
  );
}
