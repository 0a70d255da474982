/**
 * One state of the lab as matrices: the inputs, and everything that attention makes of them. The engine computes every
 * number; this module only decides which matrix goes where. It runs once per change, for all pictures.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { AttentionVisibility, ScaleOption, Tensor } from '../../engine/types.js' */
/** @import { InputName } from '../../tables/attention.js' */
/** @import { Edit, Params } from '../../tables/types.js' */
/** @import { OwnData } from './own.js' */
/** @import { Head, MatrixName, Model, Source } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { editsOf, visibilityOf } from '../../tables/attention.js';
import { looks, scaleOption } from '../../tables/entries.js';
import { sourceOf } from './source.js';

/** Returns a matrix that the head is known to have. @param {Head} head @param {MatrixName} name */
export const matrixIn = (head, name) => /** @type {Tensor} */ (head[name]);

/** Longest name of a token, letters. The rest is cut off. */
const longestName = 18;

/** Number of models so far. */
let made = 0;

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);

/** Parameters that only decide what is shown. `lang` is not among them: it decides the words of a sentence. */
const onlySeen = new Set([...looks, 'preset', 'view', 'step', 'token', 'head']);
onlySeen.delete('lang');

/** Returns what a model depends on, as a string. @param {Params} params */
export const modelInputs = (params) =>
  JSON.stringify(Object.entries(params).filter(([name]) => !onlySeen.has(name)));

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {OwnData | null} own
 * @param {Source} [given]  of a trained model, which takes time to make
 * @returns {Model}
 */
export function modelOf(engine, params, own, given) {
  const source = named(given ?? sourceOf(engine, params, own));
  const edits = new Edits(editsOf(params));
  const x = edits.apply('x', source.x);
  const c = source.c === source.x ? x : edits.apply('c', source.c);
  const [wq, wk, wv] = constant(['wq', 'wk', 'wv']).map((name) => edits.apply(name, source[name]));
  const { bq, bk, bv } = source;
  const q = edits.apply('q', projected(engine, x, wq, bq) ?? source.q);
  const k = edits.apply('k', projected(engine, c, wk, bk) ?? source.k);
  const v = edits.apply('v', projected(engine, c, wv, bv) ?? source.v);
  if (!q || !k || !v) throw new RangeError('Q, K, V: got none; expected them, or X and W');
  const options = { ...visibilityOf(params, k.shape[1]), scale: scaleOption(params) };
  const { weights } = engine.attention(q, k, v, { ...options, returns: ['weights'] });
  const [heads, rows, dk] = q.shape;
  const keys = k.shape[1];
  const visible = visibility(engine, rows, keys, options);
  const sees = (/** @type {number} */ query, /** @type {number} */ key) =>
    visible[query * keys + key] > -Infinity;
  /** @type {Map<number, Head>} */
  const known = new Map();
  const id = ++made;
  return {
    id,
    source,
    cross: c !== x || params.kind === 'cross',
    heads,
    dk,
    factor: engine.scoreTheory({ dk, scale: options.scale }).scale,
    weights,
    // By the mask alone: scores may overflow to minus infinity even if nothing is masked
    fullyMasked: new Set(
      range(rows).filter((query) => !range(keys).some((key) => sees(query, key))),
    ),
    sees,
    hides: visible.includes(-Infinity),
    head: (head) => {
      const found = known.get(head);
      if (found) return found;
      const own = headOf(engine, head, { x, c, wq, wk, wv, bq, bk, bv, q, k, v }, options);
      known.set(head, own);
      return own;
    },
    edits: edits.used,
    lost: edits.lost,
    toJSON: () => id,
  };
}

/** Shortens the names so that they fit into pictures. @param {Source} source @returns {Source} */
function named(source) {
  const short = (/** @type {string} */ name) => {
    const letters = [...name];
    return letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : name;
  };
  return { ...source, queries: source.queries.map(short), keys: source.keys.map(short) };
}

/** @param {Engine} engine @param {Tensor | undefined} x @param {Tensor | undefined} w @param {Tensor | undefined} bias */
function projected(engine, x, w, bias) {
  if (!x || !w) return undefined;
  if (!bias) return engine.matmul(x, w);
  const [heads, , width] = w.shape;
  const data = new Float32Array(heads * x.shape[0] * width);
  for (let head = 0; head < heads; head++) {
    const own = { data: slice(bias, head).data, shape: [width] };
    data.set(engine.matmul(x, slice(w, head), { bias: own }).data, head * x.shape[0] * width);
  }
  return { data, shape: [heads, x.shape[0], width] };
}

/**
 * Returns which keys are seen, whatever the numbers: the masked scores of zeros.
 * @param {Engine} engine
 * @param {number} rows
 * @param {number} keys
 * @param {AttentionVisibility} options
 */
function visibility(engine, rows, keys, options) {
  const zeros = (/** @type {number} */ length) => ({
    data: new Float32Array(length),
    shape: [length, 1],
  });
  return engine.attention(zeros(rows), zeros(keys), zeros(keys), {
    ...options,
    scale: 1,
    returns: ['maskedScores'],
  }).maskedScores.data;
}

/** Matrices that are separate for every head. */
const projecting = constant(['wq', 'wk', 'wv', 'bq', 'bk', 'bv']);

/**
 * @param {Engine} engine
 * @param {number} head
 * @param {Partial<Record<InputName | 'bq' | 'bk' | 'bv', Tensor>> & Record<'q' | 'k' | 'v', Tensor>} all
 * @param {AttentionVisibility} options
 * @returns {Head}
 */
function headOf(engine, head, { x, c, ...all }, options) {
  /** @type {Partial<Head>} */
  const own = { x, ...(c !== x && { c }) };
  for (const name of projecting) {
    const tensor = all[name];
    if (tensor) own[name] = slice(tensor, head);
  }
  const [q, k, v] = [all.q, all.k, all.v].map((tensor) => slice(tensor, head));
  const { scores, scaledScores, maskedScores, weights, output } = engine.attention(q, k, v, {
    ...options,
    returns: ['scores', 'scaledScores', 'maskedScores', 'weights', 'output'],
  });
  return { ...own, q, k, v, scores, scaled: scaledScores, masked: maskedScores, weights, output };
}

/** Returns one head of a tensor of all heads. @param {Tensor} tensor @param {number} head @returns {Tensor} */
export function slice({ data, shape }, head) {
  if (shape.length < 3) return { data, shape };
  const [heads, rows, columns] = shape;
  const at = (head % heads) * rows * columns;
  return { data: data.subarray(at, at + rows * columns), shape: [rows, columns] };
}

/** Writes the visitor's changes into copies of the tensors. */
class Edits {
  /** @param {readonly Edit[]} edits */
  constructor(edits) {
    this.edits = edits;
    /** @type {Edit[]} */
    this.used = [];
  }

  get lost() {
    return this.edits.length - this.used.length;
  }

  /**
   * @template {Tensor | undefined} T
   * @param {InputName} name
   * @param {T} tensor
   * @returns {T}
   */
  apply(name, tensor) {
    if (!tensor) return tensor;
    const [rows, columns] = tensor.shape.slice(-2);
    const heads = tensor.shape.length > 2 ? tensor.shape[0] : 1;
    const own = this.edits.filter(
      (edit) => edit.name === name && edit.head < heads && edit.row < rows && edit.column < columns,
    );
    if (own.length === 0) return tensor;
    this.used.push(...own);
    const data = tensor.data.slice();
    for (const { head, row, column, value } of own)
      data[(head * rows + row) * columns + column] = value;
    return /** @type {T} */ ({ data, shape: tensor.shape });
  }
}

/**
 * Returns the weights that one query would have under another factor.
 * @param {Engine} engine
 * @param {Model} model
 * @param {number} head
 * @param {number} query
 * @param {ScaleOption} scale
 * @returns {Float32Array}
 */
export function weightsUnder(engine, { head: headOf, sees }, head, query, scale) {
  const { q, k, v } = headOf(head);
  const [keys, dk] = k.shape;
  const row = { data: q.data.subarray(query * dk, (query + 1) * dk), shape: [1, dk] };
  const seen = Uint8Array.from({ length: keys }, (_, key) => Number(sees(query, key)));
  const mask = { allow: { data: seen, shape: [1, keys] } };
  return engine.attention(row, k, v, { mask, scale, returns: ['weights'] }).weights.data;
}

/** Returns the index of the largest value of a row, the first of equal ones. NaN is never the largest. @param {ArrayLike<number>} row */
export function bestOf(row) {
  let best = 0;
  let most = -Infinity;
  for (let i = 0; i < row.length; i++) if (row[i] > most) [best, most] = [i, row[i]];
  return best;
}

/** @param {Model} model @param {number} head @param {number} query */
export function weightRow({ weights }, head, query) {
  const [, rows, keys] = weights.shape;
  const at = (head * rows + query) * keys;
  return weights.data.subarray(at, at + keys);
}

/**
 * Returns the head to show alone: the state's, or the head with the largest weight for the query.
 * @param {Model} model
 * @param {Params} params
 * @param {number} query
 */
export function shownHead(model, params, query) {
  const wanted = Number(params.head);
  if (wanted > 0) return Math.min(wanted, model.heads) - 1;
  const tops = Array.from({ length: model.heads }, (_, head) => {
    const row = weightRow(model, head, query);
    return row[bestOf(row)];
  });
  return bestOf(tops);
}

/** Returns the selected query: the state's, or the sentence's own. @param {Model} model @param {Params} params */
export function shownQuery({ source, weights }, params) {
  const wanted = Number(params.token);
  return Math.min(wanted > 0 ? wanted - 1 : source.look, weights.shape[1] - 1);
}
