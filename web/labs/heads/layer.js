/** A layer of random weights: what its heads look at, what each adds to the output. */
import { allHeads, allSizes, tokensOf } from './random.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {import('../../tables/params.js').Params} Params */

/** @typedef {import('./random.js').AllSizes & {tokens: number}} LayerNeeds */

/** What a layer depends on. @param {Params} params @returns {LayerNeeds} */
export const layerNeeds = (params) => ({ ...allSizes(params), tokens: Number(params.tokens) });

/** @typedef {import('./slices.js').ResultOf<typeof makeLayer>} Layer */

/** @type {{engine: Engine, of: string, layer: Layer} | null} */
let kept = null;

/**
 * The layer of a state; kept while that stays, because two pictures need it.
 * @param {Engine} engine
 * @param {LayerNeeds} needs
 * @returns {Generator<void, Layer, void>}
 */
export function* layerOf(engine, needs) {
  const of = JSON.stringify(needs);
  if (kept?.engine === engine && kept.of === of) return kept.layer;
  const layer = yield* makeLayer(engine, needs);
  kept = { engine, of, layer };
  return layer;
}

/** @param {Engine} engine @param {LayerNeeds} needs */
function* makeLayer(engine, { tokens, ...sizes }) {
  const { heads, keyHeads, headDim, modelDim } = sizes;
  const x = tokensOf(engine, sizes, tokens);
  const weights = yield* allHeads(engine, sizes);
  yield;
  const result = engine.multiHeadAttention(x, x, x, weights, {
    heads,
    keyHeads,
    returns: ['output', 'weights', 'headOutputs'],
  });
  yield;
  // What each head adds to the output: what comes out of it times its rows of W^O. [heads, tokens, d_model]
  const rows = { data: weights.wo.data, shape: [heads, headDim, modelDim] };
  return { sizes, ...result, contributions: engine.matmul(result.headOutputs, rows) };
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
