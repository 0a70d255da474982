// Runs the code samples of the Softmax lab. They must print the numbers of the page.
import { expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { oneQuery } from '../../web/labs/softmax/query.js';
import { codeSamples } from '../../web/labs/softmax/code-samples.js';
import { initialParams } from '../../web/tables/state.js';
import { statisticsOptions } from '../../web/tables/softmax.js';
import { testPrograms } from './programs.js';

/** States that together cover every rule, every mask and every source of scores. */
const states = {
  'as the page opens': {},
  'no factor, a later query, another temperature': { scale: 'none', draw: 7, temperature: 2.5 },
  'cosine instead of the product': { scale: 'cosine', temperature: 0.2, seed: 2 ** 40 + 3 },
  'divided by d_k, blocked keys, a shift': {
    scale: 'inverse',
    dk: 33,
    keys: 12,
    masked: 3,
    shift: 5,
  },
  'masked by score 0, an exponent': {
    scale: 'alpha',
    alpha: 0.3,
    keys: 6,
    masked: 2,
    maskAs: 'zero',
  },
  'a number as the factor, other laws': {
    scale: 'number',
    factor: 0.05,
    queryDistribution: 'uniform',
    keyDistribution: 'student-t',
    keyMean: 0.5,
  },
  'scores of the visitor': { logits: '3,-1.5,0,2.25', shift: -2, masked: 1 },
  'scores of the visitor, masked by 0': { logits: '30,-1.5,0', masked: 2, maskAs: 'zero' },
  'many keys, in blocks': { keys: 200, dk: 40, draws: 600 },
};

testPrograms('softmax', states, (engine, params) => {
  const result = engine.softmaxStatistics(statisticsOptions(params));
  return codeSamples(params, result, oneQuery(engine, params));
});

test('there is no program before there is a result, and no output before it is complete', async () => {
  const params = initialParams('softmax');
  expect(codeSamples(params, null, null)).toEqual({});
  const engine = await load({ engine: 'simd' });
  const result = engine.softmaxStatistics({ ...statisticsOptions(params), draws: 10 });
  const early = codeSamples(params, { ...result, partial: true }, oneQuery(engine, params));
  expect(early.numpy).toContain('np.exp(z');
  expect(early.output).toBeUndefined();
});
