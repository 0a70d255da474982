/** A layer of random weights: what its heads look at, what each adds to the output. */
import { allHeads, allSizes, tokensOf } from './random.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {import('../../state.js').Params} Params */

/** What a layer depends on. @param {Params} params */
export const layerInputs = (params) => {
  const { modelDim, heads, keyHeads, headDim, seed } = allSizes(params);
  return [modelDim, heads, keyHeads, headDim, seed, params.tokens];
};

/** @param {Engine} engine @param {Params} params */
export function layerOf(engine, params) {
  const sizes = allSizes(params);
  const { heads, keyHeads } = sizes;
  const x = tokensOf(engine, sizes, Number(params.tokens));
  const weights = allHeads(engine, sizes);
  const result = engine.multiHeadAttention(x, x, x, weights, {
    heads,
    keyHeads,
    returns: ['output', 'weights', 'headOutputs'],
  });
  return { sizes, ...result, wo: weights.wo };
}

/**
 * What each head adds to the output: what comes out of it times its rows of W_o. [heads, tokens, d_model]
 * @param {Engine} engine
 * @param {ReturnType<typeof layerOf>} layer
 */
export function contributionsOf(engine, { sizes, headOutputs, wo }) {
  const { heads, headDim, modelDim } = sizes;
  return engine.matmul(headOutputs, { data: wo.data, shape: [heads, headDim, modelDim] });
}

/**
 * The sum of what the first heads add. [tokens, d_model]
 * @param {Engine} engine
 * @param {Tensor} contributions
 * @param {number} count
 * @returns {Tensor}
 */
export function sumOf(engine, { data, shape: [, tokens, width] }, count) {
  const size = tokens * width;
  const ones = { data: new Float32Array(count).fill(1), shape: [1, count] };
  const rows = { data: data.subarray(0, count * size), shape: [count, size] };
  return { data: engine.matmul(ones, rows).data, shape: [tokens, width] };
}
