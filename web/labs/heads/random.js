/**
 * The random matrices of the Heads lab: tokens X and the weights of all heads, each from its own stream. The matrices
 * of one head are the first columns of those of all heads.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params, Sizes } from '../../tables/types.js' */

import { sizesOf } from '../../tables/heads.js';

/** @typedef {Pick<Sizes, 'modelDim' | 'headDim' | 'seed'>} OneSizes */
/** @typedef {Omit<Sizes, 'length'>} AllSizes */

/**
 * Streams of the generator. The code samples use the same ones, and the first two are those of engine.headAlgebra().
 */
export const streams = Object.freeze({ wq: 0, wk: 1, wv: 2, wo: 3, x: 4, before: 5 });

/** Limits of what is drawn and multiplied without a noticeable pause. */
const most = Object.freeze({ square: 768, wide: 1024, heads: 2 ** 16, numbers: 2 ** 22 });

/**
 * Returns the sizes that pictures are computed with. d_model and d_k are reduced where matrices would be too large.
 * @param {Params} params
 * @param {(sizes: AllSizes) => {modelDim: number, headDim: number}} limits
 */
function narrowed(params, limits) {
  const { length: _, ...sizes } = sizesOf(params);
  const headDim = Math.max(1, Math.min(sizes.headDim, limits(sizes).headDim));
  const modelDim = Math.max(1, Math.min(sizes.modelDim, limits({ ...sizes, headDim }).modelDim));
  return { ...sizes, headDim, modelDim };
}

/** Rounds down to a power of 2, which is easier to read. @param {number} size */
const powerBelow = (size) => 2 ** (31 - Math.clz32(size));

/** Returns the sizes for one head, whose product is a square. @param {Params} params @returns {OneSizes} */
export function oneSizes(params) {
  const limits = () => ({ headDim: most.wide, modelDim: most.square });
  const { modelDim, headDim, seed } = narrowed(params, limits);
  return { modelDim, headDim, seed };
}

/** Returns the sizes for all heads. @param {Params} params @returns {AllSizes} */
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
 * Returns W_i^Q and W_i^K of the first head, d_model x d_k.
 * @param {Engine} engine
 * @param {OneSizes} sizes
 */
export function oneHead(engine, { modelDim, headDim, seed }) {
  const make = (/** @type {'wq' | 'wk'} */ name) =>
    random(engine, name, [modelDim, headDim], 1 / modelDim, seed);
  return { wq: make('wq'), wk: make('wk') };
}

/**
 * Returns a projection of all tokens that comes before the heads' own, d_model x d_model.
 * @param {Engine} engine
 * @param {OneSizes} sizes
 */
export const projectionBefore = (engine, { modelDim, seed }) =>
  random(engine, 'before', [modelDim, modelDim], 1 / modelDim, seed);

/**
 * Makes the weights of all heads.
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
