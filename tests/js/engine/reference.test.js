// Comparison with independent reference data: distribution theory by SciPy and mpmath, and a simulation of 1e8 draws.
// The data are next to a working checkout, not in a clone, where this test is skipped.
import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { onEveryVariant } from './variants.js';

/** @import { ComponentOptions } from '../../../web/engine/index.js' */

const folder = new URL('../../../../shared/reference/stats/', import.meta.url);
const testReference = existsSync(folder) ? test : test.skip;
if (!existsSync(folder))
  process.stderr.write('\n*** NOT TESTED: reference data, it is not here ***\n\n');

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** @param {[string, number, number]} law @returns {ComponentOptions} */
function component([name, a, b]) {
  switch (name) {
    case 'normal':
      return { mean: a, sd: b };
    case 'uniform':
      return { distribution: 'uniform', mean: (a + b) / 2, sd: (b - a) / Math.sqrt(12) };
    case 'laplace':
      return { distribution: 'laplace', mean: a, sd: b * Math.SQRT2 };
    case 'exponential':
      return { distribution: 'exponential', mean: a, sd: a };
    case 'student_t':
      return { distribution: 'student-t', df: a, sd: Math.sqrt(a / (a - 2)) };
    default:
      return { distribution: 'rademacher' };
  }
}

onEveryVariant('reference data', (engine) => {
  /** @param {number} ours @param {number} theirs @param {number} tolerance relative */
  const close = (ours, theirs, tolerance) =>
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(tolerance * Math.abs(theirs) + 1e-300);

  testReference('density, distribution function and quantiles of q.k for normal components', () => {
    let points = 0;
    for (const { d, grid, quantiles } of read('qk_law.json').by_d) {
      const law = engine().scoreLaw({ dk: d, scale: 'none' });
      expect(law.kind).toBe('variance-gamma');
      for (const { z, pdf, cdf, sf } of grid) {
        if (pdf === null) expect(law.pdf(z)).toBe(Infinity);
        else if (pdf > 1e-290) close(law.pdf(z), pdf, 1e-10);
        close(law.cdf(z), cdf, 1e-10);
        if (sf > 1e-290) close(law.survival(z), sf, 1e-10);
        ++points;
      }
      for (const { p, z } of quantiles) close(law.quantile(p), z, 1e-8);
    }
    expect(points).toBeGreaterThan(100);
  });

  testReference('mean, variance, skewness and kurtosis of q.k for many laws', () => {
    let cases = 0;
    for (const one of read('qk_variance.json').cases) {
      if (one.variance === null) continue; // laws without a variance are not available
      const { mean, variance, skewness, kurtosis } = engine().scoreTheory({
        dk: one.d,
        scale: 'none',
        query: component(one.q),
        key: component(one.k),
      });
      expect(mean).toBeCloseTo(one.mean, 9);
      close(variance, one.variance, 1e-12);
      if (one.skewness !== null) expect(skewness).toBeCloseTo(one.skewness, 9);
      if (one.excess_kurtosis === null) expect(Number.isFinite(kurtosis)).toBe(false);
      else expect(kurtosis - 3).toBeCloseTo(one.excess_kurtosis, 9);
      ++cases;
    }
    expect(cases).toBeGreaterThan(100);
  });

  testReference('mean and variance for q = k and for correlated components', () => {
    const { same_vector, correlated_normal } = read('qk_variance.json');
    for (const { d, rho = 1, mean, variance } of [...same_vector, ...correlated_normal]) {
      const theory = engine().scoreTheory({ dk: d, scale: 'none', correlation: rho });
      close(theory.mean, mean, 1e-12);
      close(theory.variance, variance, 1e-12);
    }
  });

  testReference('the sampling law of the variance of a 2 x 2 product', () => {
    const reference = read('variance_2x2.json');
    for (const ddof of [0, 1]) {
      const law = engine().sampleVariance({ ddof, draws: 300000, value: 1.6, seed: 12 });
      expect(law.expectation).toBeCloseTo(reference.exact[`E[s^2 ddof=${ddof}]`], 12);
      expect(Math.abs(law.mean - law.expectation)).toBeLessThan(6 * law.standardError);
      const share = reference['value_1.6'][`P(s^2_ddof${ddof} <= 1.6)`].value;
      const error = Math.sqrt((share * (1 - share)) / law.draws);
      expect(Math.abs(Number(law.percentile) / 100 - share)).toBeLessThan(6 * error);
      for (const [name, p] of /** @type {const} */ ([
        ['p05', 0.05],
        ['p25', 0.25],
        ['p50', 0.5],
        ['p75', 0.75],
        ['p95', 0.95],
      ])) {
        const expected = reference.quantiles.find((/** @type {any} */ one) => one.p === p);
        // The reference has the error of 1e8 draws. Ours is sqrt(1e8 / 3e5) times as large.
        const tolerance = 6 * expected[`ddof${ddof}_se`] * Math.sqrt(1e8 / law.draws);
        expect(Math.abs(law.quantiles[name] - expected[`ddof${ddof}`])).toBeLessThan(tolerance);
      }
    }
  });
});
