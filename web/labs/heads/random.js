/**
 * The random matrices of the Heads lab: tokens X and the weights of all heads, each from a stream of its own. What one
 * head has are the first columns of what all heads have.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params, Sizes } from '../../tables/types.js' */

import { sizesOf } from '../../tables/heads.js';

/** @typedef {Pick<Sizes, 'modelDim' | 'headDim' | 'seed'>} OneSizes */
/** @typedef {Omit<Sizes, 'length'>} AllSizes */

/** Streams of the generator; the code samples use the same, and the first two are those of engine.headAlgebra(). */
export const streams = Object.freeze({ wq: 0, wk: 1, wv: 2, wo: 3, x: 4, before: 5 });

/** Limits of what is drawn and multiplied without a pause that is felt. */
const most = Object.freeze({ square: 768, wide: 1024, heads: 2 ** 16, numbers: 2 ** 22 });

/**
 * The sizes that pictures are calculated with: d_model and d_k are made smaller where matrices would be too large.
 * @param {Params} params
 * @param {(sizes: AllSizes) => {modelDim: number, headDim: number}} limits
 */
function narrowed(params, limits) {
  const { length: _, ...sizes } = sizesOf(params);
  const headDim = Math.max(1, Math.min(sizes.headDim, limits(sizes).headDim));
  const modelDim = Math.max(1, Math.min(sizes.modelDim, limits({ ...sizes, headDim }).modelDim));
  return { ...sizes, headDim, modelDim };
}

/** A round size is easier to read. @param {number} size */
const powerBelow = (size) => 2 ** (31 - Math.clz32(size));

/** For one head, whose product is a square. @param {Params} params @returns {OneSizes} */
export function oneSizes(params) {
  const limits = () => ({ headDim: most.wide, modelDim: most.square });
  const { modelDim, headDim, seed } = narrowed(params, limits);
  return { modelDim, headDim, seed };
}

/** For all heads. @param {Params} params @returns {AllSizes} */
export const allSizes = (params) =>
  narrowed(params, ({ heads, keyHeads, headDim }) => ({
    headDim: Math.floor(most.heads / heads),
    modelDim: powerBelow(most.numbers / (2 * (heads + keyHeads) * headDim)),
  }));

/**
 * @param {Engine} engine
 * @param {keyof typeof streams} name
 * @param {readonly number[]} shape
 * @param {number} variance
 * @param {number} seed
 */
const random = (engine, name, shape, variance, seed) =>
  engine.randomTensor(shape, { sd: Math.sqrt(variance), seed, stream: streams[name] });

/** @param {Engine} engine @param {OneSizes} sizes @param {number} tokens */
export const tokensOf = (engine, { modelDim, seed }, tokens) =>
  random(engine, 'x', [tokens, modelDim], 1, seed);

/**
 * W_i^Q and W_i^K of the first head, d_model x d_k.
 * @param {Engine} engine
 * @param {OneSizes} sizes
 */
export function oneHead(engine, { modelDim, headDim, seed }) {
  const make = (/** @type {'wq' | 'wk'} */ name) =>
    random(engine, name, [modelDim, headDim], 1 / modelDim, seed);
  return { wq: make('wq'), wk: make('wk') };
}

/**
 * A projection of all tokens before the heads' own, d_model x d_model.
 * @param {Engine} engine
 * @param {OneSizes} sizes
 */
export const projectionBefore = (engine, { modelDim, seed }) =>
  random(engine, 'before', [modelDim, modelDim], 1 / modelDim, seed);

/**
 * The weights of all heads.
 * @param {Engine} engine
 * @param {AllSizes} sizes
 */
export function* allHeads(engine, { modelDim, heads, keyHeads, headDim, seed }) {
  const into = (/** @type {'wq' | 'wk' | 'wv'} */ name, /** @type {number} */ count) =>
    random(engine, name, [modelDim, count * headDim], 1 / modelDim, seed);
  const wq = into('wq', heads);
  yield;
  const wk = into('wk', keyHeads);
  yield;
  const wv = into('wv', keyHeads);
  yield;
  const wo = random(engine, 'wo', [heads * headDim, modelDim], 1 / (heads * headDim), seed);
  return { wq, wk, wv, wo };
}
