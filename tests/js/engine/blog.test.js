// The experiment of the blog: seed 0, 10000 queries, 10000 keys, d = 100. The digits are NumPy's, in double precision.
// A single float32 sum stalls before 1e8 scores and gives a standard deviation of 0.853.
import { expect, test } from '@jest/globals';
import { onEveryVariant } from './variants.js';

/** @param {number} x */
const sixFigures = (x) => x.toPrecision(6);

onEveryVariant(
  'the blog at its full size',
  (engine) => {
    test('mean and standard deviation of q, k and qk are those that NumPy prints', () => {
      const { query, key, scores, histogram } = engine().scoreStatistics({
        dk: 100,
        queries: 10000,
        keys: 10000,
        seed: 0,
        generator: 'numpy',
      });
      expect(scores.count).toBe(1e8);
      expect(sixFigures(query.mean)).toBe(sixFigures(0.0015121465155362318));
      expect(sixFigures(query.std)).toBe(sixFigures(0.9999218259776954));
      expect(sixFigures(key.mean)).toBe(sixFigures(0.00030444971735968363));
      expect(sixFigures(key.std)).toBe(sixFigures(0.9988866485887642));
      expect(sixFigures(scores.mean)).toBe(sixFigures(0.0001082210308225205));
      expect(sixFigures(scores.std)).toBe(sixFigures(0.9989145784891956));
      expect(scores.skewness).toBeCloseTo(-0.00029788513431512923, 6);
      expect(scores.kurtosis).toBeCloseTo(3.059699098385879, 5);
      expect(scores.min).toBeCloseTo(-5.968577897512, 5);
      expect(scores.max).toBeCloseTo(6.010582601867214, 5);
      const inside = histogram.counts.reduce((sum, count) => sum + count, 0);
      expect(inside + histogram.below + histogram.above).toBe(1e8);
    }, 60000);

    test('1e8 scores of our own generator have a standard deviation of 1.000, not 0.853', () => {
      const { scores, standardError } = engine().scoreStatistics({
        dk: 100,
        queries: 10000,
        keys: 10000,
      });
      expect(scores.std.toFixed(2)).toBe('1.00');
      expect(Math.abs(scores.variance - 1)).toBeLessThan(6 * standardError.variance);
      expect(Math.abs(scores.mean)).toBeLessThan(6 * standardError.mean);
    }, 60000);
  },
  ['relaxed', 'simd'],
);

onEveryVariant('the blog, smaller', (engine) => {
  test('500 queries and 500 keys, seed 0', () => {
    const { query, key, scores } = engine().scoreStatistics({
      dk: 100,
      queries: 500,
      keys: 500,
      generator: 'numpy',
    });
    expect(sixFigures(query.mean)).toBe(sixFigures(-0.003794009245509819));
    expect(sixFigures(query.std)).toBe(sixFigures(0.9966635865130876));
    expect(sixFigures(key.mean)).toBe(sixFigures(0.006947410261760498));
    expect(sixFigures(key.std)).toBe(sixFigures(0.9980063623062077));
    expect(sixFigures(scores.mean)).toBe(sixFigures(0.0012664837724018028));
    expect(sixFigures(scores.std)).toBe(sixFigures(0.9928478134697379));
    expect(scores.min).toBeCloseTo(-4.639962527850756, 5);
    expect(scores.max).toBeCloseTo(4.711286592596627, 5);
  });
});
