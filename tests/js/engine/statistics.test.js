// scoreStatistics compared with theory: properties that hold for all options.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { distributions } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { ComponentOptions, ScoreOptions, ScoreStatistics } from '../../../web/engine/index.js' */

const number = (/** @type {number} */ min, /** @type {number} */ max) =>
  fc.double({ min, max, noNaN: true });

/** @type {fc.Arbitrary<ComponentOptions>} */
const component = fc.record({
  distribution: fc.constantFrom(...distributions),
  mean: number(-3, 3),
  sd: number(0.1, 4),
  df: number(9, 60), // has an eighth moment, so that errors of variances are close to normal
});

const scale = fc.oneof(
  fc.constantFrom(/** @type {const} */ ('rsqrt'), /** @type {const} */ ('none')),
  fc.constant(/** @type {const} */ ('inverse')),
  number(-3, 3),
  fc.record({ alpha: number(-1, 2) }),
);

/** All options except the numbers of queries and keys. */
const experiment = {
  dk: fc.integer({ min: 1, max: 130 }),
  scale,
  seed: fc.maxSafeNat(),
  query: component,
  key: component,
  correlation: fc.oneof(fc.constant(0), number(-1, 1)),
};

const options = fc.record({
  ...experiment,
  queries: fc.integer({ min: 1, max: 60 }),
  keys: fc.integer({ min: 1, max: 60 }),
  bins: fc.integer({ min: 1, max: 300 }),
});

/**
 * Every run has the same examples, so that no test fails by chance. The fallback gets fewer, because another test shows
 * that it gives the bits of simd.
 *
 * @param {string} variant
 */
const runsOf = (variant) => ({ seed: 20261121, numRuns: variant === 'fallback' ? 15 : 60 });

/** @param {ScoreStatistics} statistics */
const counted = ({ histogram: { counts, below, above } }) =>
  counts.reduce((sum, count) => sum + count, below + above);

onEveryVariant('scoreStatistics', (engine, variant) => {
  const runs = runsOf(variant);

  test('counts every score once', () => {
    fc.assert(
      fc.property(options, (given) => {
        const result = engine().scoreStatistics(given);
        expect(result.scores.count).toBe(given.queries * given.keys);
        expect(result.unscaled.count).toBe(given.queries * given.keys);
        expect(counted(result)).toBe(given.queries * given.keys);
        expect(result.histogram.counts).toHaveLength(given.bins);
        expect(result.done).toBe(1);
      }),
      runs,
    );
  });

  test('minimum <= mean <= maximum, and the moments respect their inequalities', () => {
    fc.assert(
      fc.property(options, (given) => {
        const { scores } = engine().scoreStatistics(given);
        fc.pre(scores.count > 2 && scores.variance > 1e-12);
        const slack = 1e-5 * (1 + Math.abs(scores.mean));
        expect(scores.min).toBeLessThanOrEqual(scores.mean + slack);
        expect(scores.max).toBeGreaterThanOrEqual(scores.mean - slack);
        expect(scores.std).toBeCloseTo(Math.sqrt(scores.variance), 10);
        expect(scores.kurtosis).toBeGreaterThanOrEqual(scores.skewness ** 2 + 1 - 1e-3);
        expect(scores.excessKurtosis).toBe(scores.kurtosis - 3);
      }),
      runs,
    );
  });

  test('mean and variance lie within six standard errors of theory', () => {
    const many = fc.record({
      ...experiment,
      queries: fc.integer({ min: 150, max: 200 }),
      keys: fc.integer({ min: 150, max: 200 }),
    });
    fc.assert(
      fc.property(many, (given) => {
        const { scores, theory, standardError } = engine().scoreStatistics(given);
        const rounding = 1e-6 * (theory.std + Math.abs(theory.mean));
        expect(Math.abs(scores.mean - theory.mean)).toBeLessThanOrEqual(
          6 * standardError.mean + rounding,
        );
        expect(Math.abs(scores.variance - theory.variance)).toBeLessThanOrEqual(
          6 * standardError.variance + 1e-6 * theory.variance,
        );
      }),
      { ...runs, numRuns: Math.ceil(runs.numRuns / 3) },
    );
  });

  test('the factor scales the scores and nothing else', () => {
    fc.assert(
      fc.property(options, number(0.01, 50), (given, factor) => {
        const one = engine().scoreStatistics({ ...given, scale: 1 });
        const scaled = engine().scoreStatistics({ ...given, scale: factor });
        const close = (/** @type {number} */ a, /** @type {number} */ b) =>
          expect(Math.abs(a - b)).toBeLessThanOrEqual(
            2e-6 * (Math.abs(b) + factor * one.scores.std),
          );
        close(scaled.scores.mean, factor * one.scores.mean);
        close(scaled.scores.std, factor * one.scores.std);
        close(scaled.scores.max, factor * one.scores.max);
        expect(scaled.query).toEqual(one.query);
        expect(scaled.scale).toBe(factor);
        expect(scaled.theory.std).toBeCloseTo(factor * one.theory.std, 6);
      }),
      runs,
    );
  });

  test('unscaled scores are those of the rule none', () => {
    const { unscaled, scores } = engine().scoreStatistics({ seed: 4 });
    const none = engine().scoreStatistics({ seed: 4, scale: 'none' });
    expect(Math.abs(unscaled.std / none.scores.std - 1)).toBeLessThan(1e-6);
    expect(Math.abs(unscaled.variance / (64 * scores.variance) - 1)).toBeLessThan(1e-6);
  });

  test('the same seed gives the same numbers, another seed others', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => engine().scoreStatistics({ seed }));
    expect(a).toEqual(b);
    expect(a.scores.mean).not.toBe(c.scores.mean);
  });

  test('the variance of q.k is d_k, and each rule does to it what it says', () => {
    for (const dk of [1, 16, 256]) {
      const theory = (/** @type {any} */ rule) => engine().scoreTheory({ dk, scale: rule });
      expect(theory('none')).toMatchObject({ mean: 0, variance: dk, scale: 1 });
      expect(theory('rsqrt').variance).toBeCloseTo(1, 12);
      expect(theory('inverse').variance).toBeCloseTo(1 / dk, 12);
      expect(theory({ alpha: 0.25 }).variance).toBeCloseTo(Math.sqrt(dk), 10);
      expect(theory(3).variance).toBe(9 * dk);
      expect(theory(-1)).toMatchObject({ mean: 0, variance: dk, scale: -1 });
      expect(theory('rsqrt').kurtosis).toBeCloseTo(3 + 6 / dk, 12);
    }
  });

  test('means, correlation and q = k have the variances of their formulas', () => {
    const theory = (/** @type {any} */ given) =>
      engine().scoreTheory({ dk: 10, scale: 'none', ...given });
    expect(theory({ query: { mean: 2, sd: 3 }, key: { mean: -1, sd: 0.5 } })).toMatchObject({
      mean: -20,
      variance: 10 * ((9 + 4) * (0.25 + 1) - 4),
    });
    expect(theory({ correlation: 0.5 }).mean).toBeCloseTo(5, 12);
    expect(theory({ correlation: 0.5 }).variance).toBeCloseTo(12.5, 12);
    expect(theory({ correlation: 1 }).variance).toBeCloseTo(20, 12);
  });

  test('q = k gives chi-squared scores', () => {
    const { scores, standardError } = engine().scoreStatistics({
      correlation: 1,
      dk: 8,
      scale: 'none',
      queries: 200,
      keys: 200,
    });
    expect(scores.min).toBeGreaterThan(0);
    expect(Math.abs(scores.mean - 8)).toBeLessThan(6 * standardError.mean);
    expect(Math.abs(scores.variance - 16)).toBeLessThan(6 * standardError.variance);
  });

  test('the histogram has the range that theory gives, or the one asked for', () => {
    const { histogram, theory } = engine().scoreStatistics({ dk: 7, scale: 'none' });
    expect(histogram.low).toBeCloseTo(-5 * theory.std, 12);
    expect(histogram.high).toBeCloseTo(5 * theory.std, 12);
    const asked = engine().scoreStatistics({ range: [0, 1], bins: 3 });
    expect(asked.histogram).toMatchObject({ low: 0, high: 1 });
    expect(asked.histogram.below).toBeGreaterThan(4000);
    const point = engine().scoreStatistics({ query: { sd: 0 }, key: { sd: 0 } });
    expect(point.histogram).toMatchObject({ low: -1, high: 1 });
    expect(counted(point)).toBe(10000);
  });

  test('the same counts stand on the axis of the scores before the factor', () => {
    const before = (/** @type {ScoreOptions} */ options) => {
      const { histogram, unscaledHistogram } = engine().scoreStatistics({ dk: 7, ...options });
      return { after: histogram, before: unscaledHistogram };
    };
    const half = before({ scale: 0.5, range: [-1, 2], bins: 3 });
    expect(half.before).toEqual({ ...half.after, low: -2, high: 4 });
    const turned = before({ scale: -0.5, range: [-2, 1], bins: 3 });
    const { counts, below, above } = half.after;
    expect(turned.before).toEqual({ low: -2, high: 4, counts, below, above });
    expect(turned.after.counts).toEqual([...counts].reverse());
    const none = before({ scale: 'none' });
    expect(none.before).toEqual(none.after);
    expect(before({ scale: 0 }).before).toBeNull();
  });

  test('the histogram is never narrower than its numbers can tell apart', () => {
    const side = { mean: 1e6, sd: 0 };
    for (const sd of [0, 1e-9, 1e-12]) {
      const result = engine().scoreStatistics({ query: side, key: { mean: 1e6, sd }, scale: 1e6 });
      const { low, high } = result.histogram;
      expect(high - low).toBeGreaterThan(1000 * Number.EPSILON * high);
      expect(counted(result)).toBe(10000);
      expect(result.histogram.below + result.histogram.above).toBe(0);
    }
  });

  test('walks end at the scores: sums are the running sums of the products', () => {
    const { products, sums, pairs, dk } = engine().scoreWalks({ dk: 50 }, { pairs: 5 });
    expect([products.length, sums.length, pairs, dk]).toEqual([250, 250, 5, 50]);
    for (let p = 0; p < pairs; ++p) {
      let sum = 0;
      for (let c = 0; c < dk; ++c) {
        sum += products[p * dk + c];
        expect(sums[p * dk + c]).toBeCloseTo(sum, 4);
      }
    }
    expect(engine().scoreWalks().pairs).toBe(8);
  });

  test('components asked for are those that the statistics saw', () => {
    const given = { dk: 30, queries: 20, keys: 10, seed: 6, query: { mean: 1 } };
    const sample = engine().componentSample(given, 'query', 600);
    const mean = sample.reduce((sum, x) => sum + x, 0) / 600;
    expect(engine().scoreStatistics(given).query.mean).toBeCloseTo(mean, 6);
    const walks = engine().scoreWalks(given, { pairs: 1 });
    const key = engine().componentSample(given, 'key', 30);
    expect(walks.products[3]).toBeCloseTo(sample[3] * key[3], 5);
  });
});

onEveryVariant('zero', (engine) => {
  test('is never -0: not where a factor below 0 meets a mean of 0, nor where -0 was given', () => {
    /** @type {import('../../../web/engine/index.js').ScoreOptions[]} */
    const cases = [
      { scale: -1 },
      { scale: -1, dk: 3, query: { distribution: 'uniform' } },
      { scale: -1, query: { distribution: 'rademacher' }, key: { distribution: 'rademacher' } },
      { scale: -1, query: { sd: 0 }, key: { sd: 0 } },
      { scale: -0, query: { mean: -0 }, correlation: -0 },
    ];
    for (const given of cases) {
      const law = engine().scoreLaw(given);
      expect(law.mean).toBe(0);
      expect(engine().scoreTheory(given).mean).toBe(0);
      const point = engine().scoreStatistics({ ...given, query: { sd: 0 }, key: { sd: 0 } });
      expect(point.theory.mean).toBe(0);
      expect(point.scores).toMatchObject({ mean: 0, min: 0, max: 0 });
      expect(point.unscaled).toMatchObject({ mean: 0, min: 0, max: 0 });
    }
  });
});

onEveryVariant('sampleVariance', (engine) => {
  test("the forum's puzzle: 1.5 is expected, and 71.4 % of the draws are at or below 1.6", () => {
    const { expectation, mean, standardError, percentile, quantiles, draws, histogram } =
      engine().sampleVariance({ draws: 200000, value: 1.6 });
    expect(expectation).toBe(1.5);
    expect(Math.abs(mean - 1.5)).toBeLessThan(6 * standardError);
    expect(Math.abs(Number(percentile) - 71.4)).toBeLessThan(0.5);
    expect(quantiles.p50).toBeCloseTo(0.76, 1);
    expect(draws).toBe(200000);
    expect(histogram.counts).toHaveLength(100);
    expect(histogram.low).toBe(0);
    const { counts, below, above } = histogram;
    expect(counts.reduce((sum, count) => sum + count, below + above)).toBe(draws);
  });

  test('ddof and the shape have the expectation of the formula dk (n - 1) / (n - ddof)', () => {
    const expectation = (/** @type {any} */ given) =>
      engine().sampleVariance({ draws: 2, ...given }).expectation;
    expect(expectation({ ddof: 1 })).toBeCloseTo(2, 12);
    expect(expectation({ rows: 3, columns: 5, dk: 7 })).toBeCloseTo((7 * 14) / 15, 12);
  });

  test('no value, no percentile; a range asked for is kept', () => {
    const result = engine().sampleVariance({ draws: 100, range: [0, 1], bins: 4 });
    expect(result).not.toHaveProperty('percentile');
    expect(result.histogram).toMatchObject({ low: 0, high: 1 });
    expect(result.histogram.counts).toHaveLength(4);
  });
});

onEveryVariant('scoreLaw', (engine) => {
  const laws = /** @type {const} */ ([
    ['variance-gamma', {}],
    ['variance-gamma', { dk: 3, scale: 'none' }],
    ['variance-gamma', { correlation: 0.4 }],
    ['chi-squared', { correlation: 1 }],
    ['lattice', { query: { distribution: 'rademacher' }, key: { distribution: 'rademacher' } }],
    ['inverted', { query: { distribution: 'uniform' }, key: { distribution: 'laplace' } }],
    ['inverted', { query: { mean: 1 }, dk: 20 }],
    ['point', { scale: 0 }],
  ]);

  test.each(laws)(
    '%s %j: the cdf climbs from 0 to 1 and the quantile inverts it',
    (kind, given) => {
      const law = engine().scoreLaw(/** @type {any} */ (given));
      expect(law.kind).toBe(kind);
      expect(law.std).toBe(Math.sqrt(law.variance));
      const reach = 12 * law.std + 1;
      const points = Array.from({ length: 400 }, (_, i) => law.mean + reach * (i / 200 - 1));
      const cdf = law.cdf(points);
      const survival = law.survival(points);
      for (let i = 0; i < points.length; ++i) {
        if (i > 0) expect(cdf[i]).toBeGreaterThanOrEqual(cdf[i - 1] - 1e-12);
        expect(cdf[i] + survival[i]).toBeCloseTo(1, 9);
      }
      expect(cdf[0]).toBeLessThan(1e-3);
      expect(cdf[399]).toBeGreaterThan(1 - 1e-3);
      if (kind === 'lattice' || kind === 'point') return;
      const probabilities = [0.001, 0.1, 0.5, 0.8, 0.999];
      law.cdf(law.quantile(probabilities)).forEach((p, i) => {
        expect(Math.abs(p - probabilities[i])).toBeLessThan(1e-7);
      });
    },
  );

  test('cdf differences are the share of the scores that the histogram counts', () => {
    const given = { dk: 5, queries: 400, keys: 400, bins: 10 };
    const { histogram, scores } = engine().scoreStatistics(given);
    const { cdf } = engine().scoreLaw(given);
    const width = (histogram.high - histogram.low) / 10;
    histogram.counts.forEach((count, i) => {
      const left = histogram.low + i * width;
      const expected = cdf(left + width) - cdf(left);
      expect(Math.abs(count / scores.count - expected)).toBeLessThan(0.02);
    });
  });

  test('numbers give numbers, arrays arrays of their kind', () => {
    const { pdf, normal } = engine().scoreLaw();
    expect(typeof pdf(0)).toBe('number');
    expect(pdf([0, 1])).toEqual([pdf(0), pdf(1)]);
    expect(pdf(new Float64Array([0, 1]))).toBeInstanceOf(Float64Array);
    expect(pdf([])).toEqual([]);
    expect(normal.pdf(0)).toBeCloseTo(1 / Math.sqrt(2 * Math.PI), 12);
    expect(normal.quantile(0.975)).toBeCloseTo(1.959963984540054, 10);
  });

  test('two laws in turn do not mix', () => {
    const [a, b] = [engine().scoreLaw({ dk: 2 }), engine().scoreLaw({ dk: 200 })];
    const [first, second] = [a.pdf(0.5), b.pdf(0.5)];
    expect(first).not.toBe(second);
    expect(a.pdf(0.5)).toBe(first);
    expect(b.pdf([0.5])).toEqual([second]);
  });
});
