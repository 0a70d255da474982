// The functions behind pictures of scores: scoreCurves and scoreGrowth, compared with scoreLaw, scoreTheory and
// scoreStatistics.
import { expect, test } from '@jest/globals';
import { onEveryVariant } from './variants.js';

/** @import { ScoreCurve } from '../../../web/engine/types.js' */
/** @import { ScaleOption, ScoreOptions } from '../../../web/engine/index.js' */

const rademacher = /** @type {const} */ ({ distribution: 'rademacher' });

/** @type {ScoreOptions[]} */
const cases = [
  {},
  { dk: 1 },
  { dk: 5, scale: -0.7, bins: 31 },
  { dk: 9, query: rademacher, key: rademacher },
  { dk: 64, query: rademacher, key: rademacher, scale: 'none', bins: 20 },
  { dk: 6, query: { ...rademacher, mean: 1 }, key: { mean: 2, sd: 0 } },
  { dk: 60000, query: rademacher, key: rademacher },
  { dk: 12, query: { distribution: 'uniform', mean: 0.5 }, key: { distribution: 'laplace' } },
  { dk: 30, correlation: 1, scale: { alpha: 0.3 } },
  { scale: 0 },
  { query: { sd: 0 }, key: { sd: 0, mean: 3 } },
];

onEveryVariant('scoreCurves', (engine) => {
  test('are the densities of scoreLaw, before the factor and after it', () => {
    for (const options of cases) {
      const curves = engine().scoreCurves(options, { points: 60, reach: 4 });
      const { scale } = engine().scoreTheory(options);
      expect(curves.after.scale).toBe(scale);
      const sides = /** @type {[ScoreCurve, ScaleOption][]} */ ([
        [curves.before, 'none'],
        [curves.after, scale],
      ]);
      for (const [curve, rule] of sides) {
        const law = engine().scoreLaw({ ...options, scale: rule });
        const { skewness, kurtosis } = engine().scoreTheory({ ...options, scale: rule });
        const { kind, mean, variance, std, spacing } = law;
        expect(curve).toMatchObject({ kind, mean, variance, std, spacing, skewness, kurtosis });
        const half = std > 0 ? 4 * std : 1;
        const step = (mean + half - (mean - half)) / 60;
        expect(Array.from(curve.smooth)).toEqual(
          Array.from({ length: 61 }, (_, i) => mean - half + i * step),
        );
        expect(curve.exact).toEqual(std > 0 ? law.pdf(curve.xs) : new Float64Array());
        expect(curve.normal).toEqual(std > 0 ? law.normal.pdf(curve.smooth) : new Float64Array());
        expect(curve.xs.length === 61).toBe(!(spacing > step));
      }
    }
  });

  test('sample a lattice at its points', () => {
    const { before } = engine().scoreCurves({ dk: 9, query: rademacher, key: rademacher });
    expect(Array.from(before.xs)).toEqual([
      -15, -13, -11, -9, -7, -5, -3, -1, 1, 3, 5, 7, 9, 11, 13, 15,
    ]);
    const shifted = { dk: 3, query: { ...rademacher, mean: 1 }, key: { mean: 1, sd: 0 } };
    const { xs } = engine().scoreCurves(shifted, { reach: 2 }).before;
    expect(Array.from(xs)).toEqual([0, 2, 4, 6]); // sums of three products that are 0 or 2
  });

  test('have bins with equally many points of a lattice, which hold every score', () => {
    for (const options of cases) {
      const { after, histogram } = engine().scoreCurves(options);
      const { bins, range } = histogram;
      const { low, high, below, above, counts } = engine().scoreStatistics({
        ...options,
        ...histogram,
      }).histogram;
      expect([low, high, counts.length]).toEqual([...range, bins]);
      expect(bins).toBeLessThanOrEqual(options.bins ?? 200);
      if (!(after.spacing > 0)) {
        const usual = engine().scoreStatistics(options).histogram;
        expect([low, high, counts.length]).toEqual([usual.low, usual.high, options.bins ?? 200]);
        continue;
      }
      expect(below + above).toBeLessThanOrEqual(3); // out of 10000, beyond five standard deviations
      const points = (high - low) / bins / after.spacing;
      expect(points).toBeCloseTo(Math.round(points), 9);
    }
  });

  test('leave a range that was given as it is', () => {
    const options = { query: rademacher, key: rademacher, bins: 7 };
    const { histogram } = engine().scoreCurves({ ...options, range: [-1, 2] });
    expect(histogram).toEqual({ bins: 7, range: [-1, 2] });
  });
});

onEveryVariant('scoreGrowth', (engine) => {
  const sizes = [1, 3, 64, 4096];
  /** @type {ScaleOption[]} */
  const scales = ['none', 'rsqrt', 'inverse', { alpha: 0.3 }, -2];

  test('has the theory of scoreTheory for every rule and size', () => {
    const options = { query: { mean: 1 }, key: { sd: 3 }, correlation: 0.25, dk: 7, scale: 5 };
    const growth = engine().scoreGrowth(options, { sizes, scales });
    expect(growth).toEqual(
      scales.map((rule) => ({
        theory: sizes.map((dk) => {
          const { scale, variance } = engine().scoreTheory({ ...options, dk, scale: rule });
          return { dk, scale, variance };
        }),
        measured: [],
      })),
    );
  });

  test('puts what was measured before any factor under every rule', () => {
    const measured = sizes.slice(0, 3).map((dk) => {
      const { unscaled, unscaledStandardError } = engine().scoreStatistics({ dk });
      return { variance: unscaled.variance, standardError: unscaledStandardError.variance };
    });
    const growth = engine().scoreGrowth({}, { sizes, scales, measured });
    growth.forEach(({ theory, measured: points }) => {
      expect(points.map(({ dk }) => dk)).toEqual([1, 3, 64]);
      points.forEach(({ variance, low, high }, i) => {
        const square = theory[i].scale ** 2;
        expect(variance / (measured[i].variance * square)).toBeCloseTo(1, 12);
        const half = 1.96 * measured[i].standardError * square;
        expect((variance - low) / half).toBeCloseTo(1, 12);
        expect((high - variance) / half).toBeCloseTo(1, 12);
      });
    });
    const scaled = engine().scoreStatistics({ dk: 64, scale: { alpha: 0.3 } });
    expect(growth[3].measured[2].variance / scaled.scores.variance).toBeCloseTo(1, 12);
  });

  test('may have no sure interval', () => {
    const measured = [{ variance: NaN, standardError: Infinity }];
    const [{ measured: points }] = engine().scoreGrowth(undefined, {
      sizes: [2],
      scales: ['none'],
      measured,
    });
    expect(points).toEqual([{ dk: 2, variance: NaN, low: NaN, high: NaN }]);
  });
});
