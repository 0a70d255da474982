// simd and fallback give the same bits everywhere. Every variant gives the same bits from a synchronous call, from
// slices on this thread, and from any number of workers.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { distributions } from './tensors.js';
import { onEveryVariant, variantRuns } from './variants.js';

/** @import { Engine } from '../../../web/engine/index.js' */

/** @type {[name: string, call: (engine: Engine) => unknown][]} */
const corpus = [
  ['the defaults', (sd) => sd.scoreStatistics()],
  ...distributions.map((distribution) => {
    const component = { distribution, mean: 0.25, sd: 1.5, df: 7 };
    const options = { dk: 37, queries: 61, keys: 43, seed: 11, query: component, key: component };
    return /** @type {[string, (engine: Engine) => unknown]} */ ([
      `scores of ${distribution} components`,
      (sd) => [
        sd.scoreStatistics(options),
        sd.scoreWalks(options, { pairs: 3 }),
        sd.componentSample(options, 'key', 100),
      ],
    ]);
  }),
  ...[1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64, 100, 129, 1000].map((dk) => {
    return /** @type {[string, (engine: Engine) => unknown]} */ ([
      `scores with d_k = ${dk}`,
      (sd) => sd.scoreStatistics({ dk, queries: 19, keys: 23, seed: dk }),
    ]);
  }),
  [
    'every rule',
    (sd) =>
      [/** @type {const} */ ('rsqrt'), 'none', 'inverse', 0.3, -2, 0, { alpha: 0.7 }].map((scale) =>
        sd.scoreStatistics({
          scale: /** @type {import('../../../web/engine/index.js').ScaleOption} */ (scale),
          queries: 30,
          keys: 30,
        }),
      ),
  ],
  [
    'correlated components',
    (sd) =>
      [-1, -0.4, 0.9, 1].map((correlation) =>
        sd.scoreStatistics({ correlation, dk: 21, queries: 30, keys: 35 }),
      ),
  ],
  [
    'correlated components of two laws',
    (sd) =>
      sd.scoreStatistics({
        correlation: 0.5,
        queries: 40,
        keys: 40,
        query: { distribution: 'exponential' },
        key: { distribution: 'uniform', mean: 3 },
      }),
  ],
  [
    "NumPy's generator",
    (sd) => [
      sd.scoreStatistics({ generator: 'numpy', seed: 5, queries: 40, keys: 70 }),
      sd.scoreWalks({ generator: 'numpy', seed: 5 }),
      sd.componentSample({ generator: 'numpy', seed: 5 }, 'key', 50),
    ],
  ],
  ['the largest seed', (sd) => sd.scoreStatistics({ seed: Number.MAX_SAFE_INTEGER })],
  ['no width at all', (sd) => sd.scoreStatistics({ query: { sd: 0 }, key: { sd: 0, mean: 2 } })],
  ['4096 bins off the centre', (sd) => sd.scoreStatistics({ bins: 4096, range: [-1, 7] })],
  [
    'laws of every kind',
    (sd) =>
      [
        {},
        { dk: 1 },
        { dk: 513 },
        { correlation: 0.5 },
        { correlation: 1 },
        { query: { distribution: 'rademacher' }, key: { distribution: 'rademacher' } },
        { query: { distribution: 'uniform', mean: 0.5 } },
        { scale: 0 },
      ].map((options) => {
        const law = sd.scoreLaw(
          /** @type {import('../../../web/engine/index.js').ScoreOptions} */ (options),
        );
        const points = [-9, -3, -1, -0.1, 0, 1e-3, 0.5, 2, 6];
        const probabilities = [1e-9, 0.01, 0.5, 0.9, 1 - 1e-6];
        return [
          law.kind,
          law.mean,
          law.variance,
          law.pdf(points),
          law.cdf(points),
          law.survival(points),
          law.quantile(probabilities),
          law.normal.quantile(probabilities),
        ];
      }),
  ],
  [
    'what pictures of scores are drawn from',
    (sd) => [
      sd.scoreCurves({ dk: 20, scale: 0.7, query: { distribution: 'laplace' } }),
      sd.scoreCurves({
        dk: 9,
        query: { distribution: 'rademacher', mean: 1 },
        key: { sd: 0, mean: 3 },
      }),
      sd.scoreGrowth(
        { correlation: 0.5 },
        {
          sizes: [1, 2, 37],
          scales: ['rsqrt', { alpha: 0.3 }],
          measured: [{ variance: 1.1, standardError: 0.3 }],
        },
      ),
    ],
  ],
  [
    'sampling laws of the variance',
    (sd) => [
      sd.sampleVariance({ draws: 3000, value: 1.6 }),
      sd.sampleVariance({ draws: 300, rows: 3, columns: 5, dk: 17, ddof: 1, seed: 4 }),
    ],
  ],
  ...distributions.map((distribution) => {
    const component = { distribution, mean: 0.25, sd: 1.5, df: 7 };
    const compare = /** @type {const} */ (['none', 'cosine', 'inverse']);
    const options = { dk: 37, keys: 21, seed: 11, query: component, key: component, compare };
    return /** @type {[string, (engine: Engine) => unknown]} */ ([
      `softmax of scores of ${distribution} components`,
      (sd) => [
        sd.softmaxStatistics({ ...options, draws: 30, masked: 3, maskAs: 'zero' }),
        sd.softmaxSample({ dk: 37, keys: 21, draw: 4, query: component, scale: 'cosine' }),
      ],
    ]);
  }),
  [
    'scoring functions side by side',
    (sd) => [
      sd.scoringStatistics({
        ...{ dk: 37, keys: 21, draws: 40, seed: 11 },
        functions: [{ kind: 'additive' }, { kind: 'distance', scale: 0.1 }, { kind: 'general' }],
      }),
      sd.layerNormStages({ dk: 37, vectors: 50, gainSd: 0.5, biasSd: 0.1, project: true }),
    ],
  ],
  [
    "NumPy's numbers",
    (sd) => {
      const random = sd.numpyRandom(99);
      return [random.randn(1001), random.uniform(0, 1, 99), random.randint(0, 1e6, 99)];
    },
  ],
];

describe('simd and fallback', () => {
  test.each(corpus)('%s: the same bits', async (_, call) => {
    const [simd, fallback] = [await load({ engine: 'simd' }), await load({ engine: 'fallback' })];
    expect([simd.engine.variant, fallback.engine.variant]).toEqual(['simd', 'fallback']);
    expect(call(fallback)).toEqual(call(simd));
  });
});

describe('relaxed', () => {
  const testRelaxed = variantRuns('relaxed') ? test : test.skip;
  testRelaxed('counts and means agree with simd to float32 accuracy', async () => {
    const [relaxed, simd] = [await load({ engine: 'relaxed' }), await load({ engine: 'simd' })];
    const [a, b] = [relaxed.scoreStatistics({ seed: 2 }), simd.scoreStatistics({ seed: 2 })];
    expect(a.scores.count).toBe(b.scores.count);
    expect(Math.abs(a.scores.mean - b.scores.mean)).toBeLessThan(1e-7);
    expect(Math.abs(a.scores.variance - b.scores.variance)).toBeLessThan(1e-6);
  });
});

onEveryVariant('slices and workers', (engine, variant) => {
  /** @type {Engine[]} */
  let engines;
  beforeAll(async () => {
    engines = await Promise.all([0, 1, 2, 3].map((workers) => load({ engine: variant, workers })));
  });
  afterAll(() => engines.slice(1).forEach((one) => one.dispose()));

  const heavy = variant === 'fallback' ? 300 : 1500;
  const cases = /** @type {const} */ ([
    ['scoreStatistics', { queries: heavy, keys: heavy, dk: 33, seed: 8 }],
    ['scoreStatistics', { queries: heavy, keys: 20, dk: 16, correlation: 0.3, seed: 9 }],
    ['scoreStatistics', { queries: heavy, keys: heavy, generator: 'numpy', dk: 10 }],
    ['sampleVariance', { draws: 20 * heavy, value: 1.6 }],
    ['softmaxStatistics', { dk: 33, keys: 17, draws: 2 * heavy, compare: ['none', 'cosine'] }],
    [
      'scoringStatistics',
      { dk: 33, keys: 17, draws: heavy, functions: [{ kind: 'additive' }, { kind: 'dot' }] },
    ],
    ['headAlgebra', { modelDim: 96, heads: 6, keyHeads: 2, seed: 3 }],
    ['headAlgebra', { modelDim: 300, headDim: 20, seed: 3, thin: true }],
  ]);
  test.each(cases)(
    '%s %j: the same bits from 0, 1, 2, 3 workers and a synchronous call',
    async (name, options) => {
      expect(engines.map(({ workers }) => workers)).toEqual([0, 1, 2, 3]);
      const expected = engine()[name](/** @type {any} */ (options));
      const results = await Promise.all(engines.map((one) => one.run(name, options)));
      for (const result of results) expect(result).toEqual(expected);
    },
    60000,
  );
});
