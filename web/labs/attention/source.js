/**
 * The source of the lab's matrices: hand-made, random, or the visitor's own. Tokens get their rows here; every number
 * is the engine's or the visitor's.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { OwnData } from './own.js' */
/** @import { Source } from './types.js' */

import { handMadeSource } from './hand-made.js';
import { wordsOf } from './words.js';

/** The module that makes a source of a visitor's own data; null until it is fetched. @type {typeof import('./own.js') | null} */
let reader = null;

/** Fetches it, once, before there are such data. */
export async function fetchOwnSource() {
  reader ??= await import('./own.js');
}

/** Streams of the engine's random tensors, one for each matrix. The code samples use them, too. @type {Readonly<Record<string, number>>} */
export const streams = Object.freeze({ x: 0, wq: 1, wk: 2, wv: 3 });

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {OwnData | null} own
 * @returns {Source}
 */
export function sourceOf(engine, params, own) {
  if (params.source === 'own' && own && reader) return reader.ownSource(engine, own, params);
  if (params.source === 'random') return randomSource(engine, params);
  const missing = params.source === 'own' || params.source === 'network';
  return { ...handMadeSource(engine, params), missing };
}

/** Returns the random row of each token. The same word has the same row. @param {Params} params */
export function randomRows(params) {
  const { query, key } = wordsOf(params);
  const keys = (key ?? query).ids;
  return {
    queries: query.ids,
    keys,
    count: 1 + Math.max(...query.ids, ...keys),
  };
}

/** @param {Engine} engine @param {Params} params @returns {Source} */
function randomSource(engine, params) {
  const { query, key, look } = wordsOf(params);
  const [modelDim, dk, heads, seed] = [params.modelDim, params.dk, params.heads, params.seed].map(
    Number,
  );
  const rows = randomRows(params);
  const all = engine.randomTensor([rows.count, modelDim], { seed, stream: streams.x });
  const pick = (/** @type {readonly number[]} */ list) => {
    const data = new Float32Array(list.length * modelDim);
    list.forEach((row, i) =>
      data.set(all.data.subarray(row * modelDim, (row + 1) * modelDim), i * modelDim),
    );
    return { data, shape: [list.length, modelDim] };
  };
  const x = pick(rows.queries);
  // Projections of standard normals then have the same size
  const matrix = (/** @type {number} */ stream) =>
    engine.randomTensor([heads, modelDim, dk], { sd: 1 / Math.sqrt(modelDim), seed, stream });
  return {
    queries: query.words,
    keys: (key ?? query).words,
    look,
    heads: [],
    cut: Boolean(query.cut || key?.cut),
    x,
    c: key ? pick(rows.keys) : x,
    wq: matrix(streams.wq),
    wk: matrix(streams.wk),
    wv: matrix(streams.wv),
  };
}
