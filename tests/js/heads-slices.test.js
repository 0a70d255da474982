// Long work of the Heads lab gives the same numbers at once and in slices.
import { beforeAll, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { layerNeeds, layerOf } from '../../web/labs/heads/layer.js';
import { scoresOf } from '../../web/labs/heads/merged-scores.js';
import { allHeads, oneSizes, tokensOf } from '../../web/labs/heads/random.js';
import { atOnce, inSlices, product } from '../../web/labs/heads/slices.js';
import { initialParams } from '../../web/tables/state.js';

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});

const initial = initialParams('heads');

/** Returns the scores of a state. @param {import('../../web/tables/state.js').Params} [params] */
function scores(params) {
  const all = { ...initial, ...params };
  return scoresOf(engine, oneSizes(all), Number(all.tokens));
}

/** @param {boolean} onScreen */
const given = (onScreen) => ({ signal: new AbortController().signal, view: { onScreen } });

test.each([
  ['in one part', 3, 5, 4],
  ['in parts of several rows', 100, 512, 700],
  ['a row at a time', 3, 4096, 4096],
])('a product %s has the bits of matmul()', (_, rows, inner, columns) => {
  const left = engine.randomTensor([rows, inner], { seed: 1 });
  const right = engine.randomTensor([columns, inner], { seed: 2 });
  const options = { transposeRight: true };
  const own = atOnce(product(engine, left, right, options));
  expect(own.shape).toEqual([rows, columns]);
  expect(own.data).toEqual(engine.matmul(left, right, options).data);
});

test('short work is done at once on the screen, and later off it', async () => {
  const short = { modelDim: 16, heads: 2 };
  const seen = inSlices(scores(short), given(true));
  expect(seen).not.toBeInstanceOf(Promise);
  const hidden = inSlices(scores(short), given(false));
  expect(hidden).toBeInstanceOf(Promise);
  expect(await hidden).toEqual(seen);
});

test('work that was stopped gives nothing', async () => {
  const stop = new AbortController();
  const hidden = inSlices(scores(), { signal: stop.signal, view: { onScreen: false } });
  stop.abort();
  await expect(hidden).rejects.toBe(stop.signal.reason);
});

/**
 * Computes a layer at once, as the code samples do.
 * @param {import('../../web/labs/heads/layer.js').LayerNeeds} needs
 */
function whole({ tokens, ...sizes }) {
  const x = tokensOf(engine, sizes, tokens);
  return engine.multiHeadAttention(x, x, x, atOnce(allHeads(engine, sizes)), {
    heads: sizes.heads,
    keyHeads: sizes.keyHeads,
    returns: ['output', 'weights'],
  });
}

test.each(
  /** @type {import('../../web/tables/state.js').Params[]} */ ([
    { modelDim: 64, heads: 4 },
    { modelDim: 48, heads: 6, shared: 3 },
    { modelDim: 40, heads: 3, tie: 'free', dk: 7, tokens: 9 },
    { modelDim: 64, heads: 1 },
  ]),
)('a layer head after head has the bits of the whole layer: %p', (params) => {
  const needs = layerNeeds({ ...initial, ...params });
  const { weights, output } = atOnce(layerOf(engine, needs));
  const expected = whole(needs);
  expect(weights).toEqual(expected.weights);
  expect(output).toEqual(expected.output);
});
