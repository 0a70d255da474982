// Runs the code samples of the Heads lab. They must print the numbers of the page.
import { expect, test } from '@jest/globals';
import { countsOf } from '../../web/labs/heads/counts.js';
import { scoresOf } from '../../web/labs/heads/merged-scores.js';
import { oneSizes } from '../../web/labs/heads/random.js';
import { atOnce } from '../../web/labs/heads/slices.js';
import { codeSamples } from '../../web/labs/heads/code-samples.js';
import { models, sizesOf } from '../../web/tables/heads.js';
import { initialParams } from '../../web/tables/state.js';
import { testPrograms } from './programs.js';

/**
 * Returns the data of the picture of the singular values.
 * @param {import('../../web/engine/index.js').Engine} engine
 * @param {import('../../web/tables/state.js').Params} params
 */
function spectrumOf(engine, params) {
  const sizes = oneSizes(params);
  const { modelDim, headDim, seed } = sizes;
  const result = engine.headAlgebra({ modelDim, heads: 1, headDim, seed });
  return {
    sizes,
    values: result.singularValues ?? new Float64Array(0),
    rank: Number(result.rank),
    rankBound: result.rankBound,
    tolerance: Number(result.tolerance),
  };
}

/**
 * States that together cover shared key heads, a free d_k on both sides of the break-even, sizes too large to be made,
 * and odd sizes.
 */
const states = {
  'as the page opens': {},
  'Llama, whose matrices are too large to be made': { ...models.llama, length: 4096, seed: 7 },
  'heads that do not divide the width, and one key head': {
    modelDim: 100,
    heads: 6,
    shared: 6,
    length: 33,
    tokens: 5,
    seed: 2 ** 40 + 5,
  },
  'd_k = d_model': { modelDim: 48, heads: 4, tie: 'free', dk: 48, seed: 3 },
  'a model one wide': { modelDim: 1, heads: 1, length: 1, tokens: 2 },
};

testPrograms('heads', states, (engine, params) =>
  codeSamples(
    params,
    countsOf(engine, sizesOf(params)),
    spectrumOf(engine, params),
    atOnce(scoresOf(engine, oneSizes(params), Number(params.tokens))),
  ),
);

test('there is no program before there is a result', () => {
  expect(codeSamples(initialParams('heads'), null, null, null)).toEqual({});
});
