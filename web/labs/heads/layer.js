/** A layer with random weights: what its heads attend to, and what each adds to the output. */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { AllSizes } from './random.js' */
/** @import { ResultOf } from './slices.js' */

import { constant } from '../../engine/border/constant.js';
import { allHeads, allSizes, tokensOf } from './random.js';

/** @typedef {AllSizes & {tokens: number}} LayerNeeds */

/** Returns what a layer depends on. @param {Params} params @returns {LayerNeeds} */
export const layerNeeds = (params) => ({ ...allSizes(params), tokens: Number(params.tokens) });

/** @typedef {ResultOf<typeof makeLayer>} Layer */

/** @type {{engine: Engine, of: string, layer: Layer} | null} */
let kept = null;

/**
 * Returns the layer of a state. Kept while the state stays, because two pictures need it.
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

/** Returns the columns of a matrix that belong to one head. @param {Tensor} matrix @param {number} head @param {number} width */
function columnsOf({ data, shape: [rows, columns] }, head, width) {
  const own = new Float32Array(rows * width);
  for (let row = 0; row < rows; ++row) {
    const first = row * columns + head * width;
    own.set(data.subarray(first, first + width), row * width);
  }
  return { data: own, shape: [rows, width] };
}

/** Puts matrices side by side, as concat() does. @param {readonly Tensor[]} matrices  of one shape */
function concatenated(matrices) {
  const [rows, width] = matrices[0].shape;
  const columns = matrices.length * width;
  const data = new Float32Array(rows * columns);
  matrices.forEach((matrix, i) => {
    for (let row = 0; row < rows; ++row)
      data.set(matrix.data.subarray(row * width, (row + 1) * width), row * columns + i * width);
  });
  return { data, shape: [rows, columns] };
}

/** Stacks matrices: [count, rows, columns]. @param {readonly Tensor[]} matrices  of one shape */
function stacked(matrices) {
  const size = matrices[0].data.length;
  const data = new Float32Array(matrices.length * size);
  matrices.forEach((matrix, i) => data.set(matrix.data, i * size));
  return { data, shape: [matrices.length, ...matrices[0].shape] };
}

/**
 * Computes one head after the other. The page can be used in between, and the engine's memory, which never shrinks,
 * only has to hold the matrices of one head.
 * @param {Engine} engine
 * @param {LayerNeeds} needs
 */
function* makeLayer(engine, { tokens, ...sizes }) {
  const { heads, keyHeads, headDim, modelDim } = sizes;
  const x = tokensOf(engine, sizes, tokens);
  const { wq, wk, wv, wo } = yield* allHeads(engine, sizes);
  const size = headDim * modelDim;
  const results = [];
  for (let head = 0; head < heads; ++head) {
    yield;
    const keyHead = Math.floor((head * keyHeads) / heads);
    const own = {
      wq: columnsOf(wq, head, headDim),
      wk: columnsOf(wk, keyHead, headDim),
      wv: columnsOf(wv, keyHead, headDim),
      wo: {
        data: wo.data.subarray(head * size, (head + 1) * size),
        shape: [headDim, modelDim],
      },
    };
    const returns = constant(['output', 'weights', 'headOutputs']);
    results.push(engine.multiHeadAttention(x, x, x, own, { heads: 1, returns }));
  }
  yield;
  const headOutputs = results.map((each) => ({
    ...each.headOutputs,
    shape: [tokens, headDim],
  }));
  return {
    sizes,
    // [heads, tokens, tokens]
    weights: stacked(results.map((each) => ({ ...each.weights, shape: [tokens, tokens] }))),
    // The paper's Concat(head_1, ..., head_h) W^O, of all heads at once. [tokens, d_model]
    output: engine.matmul(concatenated(headOutputs), wo),
    // The contribution of each head to the output: its output times its rows of W^O. [heads, tokens, d_model]
    contributions: stacked(results.map((each) => each.output)),
  };
}

/**
 * Returns the sum of what the first heads add. [tokens, d_model]
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
