// Every refusal is an error of the right class with one sentence: the argument, the value received, the value expected.
// Nothing is computed in part, and the engine works as before.
import { expect, test } from '@jest/globals';
import { zeros } from '../../../web/engine/border/checks.js';
import { onEveryVariant } from './variants.js';

/** @import { Engine } from '../../../web/engine/index.js' */

/** @typedef {[call: (engine: any) => unknown, kind: new (...args: any[]) => Error, message: string]} Refusal */

/** @type {Refusal[]} */
const refusals = [
  [
    (sd) => sd.scoreStatistics({ dk: 0 }),
    RangeError,
    'dk: got 0; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreStatistics({ dk: 2.5 }),
    RangeError,
    'dk: got 2.5; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreStatistics({ dk: NaN }),
    RangeError,
    'dk: got NaN; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreStatistics({ dk: '64' }),
    TypeError,
    'dk: got "64"; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreStatistics({ dk: 64n }),
    TypeError,
    'dk: got 64n; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreStatistics({ queries: null }),
    TypeError,
    'queries: got null; expected a whole number from 1 to 16777216',
  ],
  [
    (sd) => sd.scoreStatistics({ keys: [100] }),
    TypeError,
    'keys: got an array of length 1; expected a whole number from 1 to 16777216',
  ],
  [
    (sd) => sd.scoreStatistics({ queries: 1e6, keys: 1e6 }),
    RangeError,
    'queries x keys: got 1000000 x 1000000 = 1000000000000; expected at most 10000000000 scores',
  ],
  [
    (sd) => sd.scoreStatistics({ seed: 2 ** 53 }),
    RangeError,
    'seed: got 9007199254740992; expected a whole number from 0 to 9007199254740991',
  ],
  [
    (sd) => sd.scoreStatistics({ seed: 2 ** 32, generator: 'numpy' }),
    RangeError,
    'seed: got 4294967296; expected a whole number from 0 to 4294967295',
  ],
  [
    (sd) => sd.scoreStatistics({ generator: 'mersenne' }),
    RangeError,
    'generator: got "mersenne"; expected one of "scaledot", "numpy"',
  ],
  [
    (sd) => sd.scoreStatistics({ generator: 'numpy', key: { distribution: 'laplace' } }),
    RangeError,
    'key.distribution: got "laplace"; expected "normal" or "uniform" with the generator "numpy"',
  ],
  [
    (sd) => sd.scoreStatistics({ generator: 'numpy', correlation: 0.5 }),
    RangeError,
    'correlation: got 0.5; expected 0 with the generator "numpy"',
  ],
  [
    (sd) => sd.scoreStatistics({ correlation: -1.5 }),
    RangeError,
    'correlation: got -1.5; expected a number from -1 to 1',
  ],
  [
    (sd) => sd.scoreStatistics({ scale: 'sqrt' }),
    RangeError,
    'scale: got "sqrt"; expected "rsqrt", "none", "inverse", a number or {alpha}',
  ],
  [
    (sd) => sd.scoreStatistics({ scale: Infinity }),
    RangeError,
    'scale: got Infinity; expected a number from -1000000 to 1000000',
  ],
  [
    (sd) => sd.scoreStatistics({ scale: true }),
    TypeError,
    'scale: got true; expected "rsqrt", "none", "inverse", a number or {alpha}',
  ],
  [
    (sd) => sd.scoreStatistics({ scale: { alpha: 'half' } }),
    TypeError,
    'scale.alpha: got "half"; expected a number from -4 to 4',
  ],
  [
    (sd) => sd.scoreStatistics({ query: { sd: -1 } }),
    RangeError,
    'query.sd: got -1; expected a number from 0 to 1000000',
  ],
  [
    (sd) => sd.scoreStatistics({ key: { df: 2 } }),
    RangeError,
    'key.df: got 2; expected a number from 2.01 to 1000000',
  ],
  [
    (sd) => sd.scoreStatistics({ query: 'normal' }),
    TypeError,
    'query: got "normal"; expected an object with any of distribution, mean, sd, df',
  ],
  [
    (sd) => sd.scoreStatistics({ query: { std: 2 } }),
    TypeError,
    'query: got the unknown name "std"; expected any of distribution, mean, sd, df',
  ],
  [
    (sd) => sd.scoreStatistics({ bins: 5000 }),
    RangeError,
    'bins: got 5000; expected a whole number from 1 to 4096',
  ],
  [
    (sd) => sd.scoreStatistics({ range: [1, -1] }),
    RangeError,
    'range: got [1, -1]; expected two numbers [low, high] with low < high',
  ],
  [
    (sd) => sd.scoreStatistics({ range: 5 }),
    TypeError,
    'range: got 5; expected two numbers [low, high] with low < high',
  ],
  [
    (sd) => sd.scoreStatistics({ d_k: 64 }),
    TypeError,
    'scoreStatistics: got the unknown name "d_k"; expected dk',
  ],
  [
    (sd) => sd.scoreTheory('x'.repeat(1000)),
    TypeError,
    `scoreTheory: got "${'x'.repeat(40)}..."; expected an object with any of dk, queries, keys, scale, seed, generator, query, key, correlation, bins, range`,
  ],
  [
    (sd) => sd.scoreCurves({}, { points: 0 }),
    RangeError,
    'points: got 0; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreCurves({}, { reach: -1 }),
    RangeError,
    'reach: got -1; expected a number from 0.0009765625 to 1024',
  ],
  [
    (sd) => sd.scoreCurves({}, { width: 5 }),
    TypeError,
    'scoreCurves: got the unknown name "width"; expected any of points, reach',
  ],
  [
    (sd) => sd.scoreGrowth({}),
    TypeError,
    'scales: got undefined; expected an array of 1 to 16 rules of scaling',
  ],
  [
    (sd) => sd.scoreGrowth({}, { scales: [], sizes: [1] }),
    RangeError,
    'scales: got an array of length 0; expected an array of 1 to 16 rules of scaling',
  ],
  [
    (sd) => sd.scoreGrowth({}, { scales: ['none', 'root'], sizes: [1] }),
    RangeError,
    'scales[1]: got "root"; expected "rsqrt", "none", "inverse", a number or {alpha}',
  ],
  [
    (sd) => sd.scoreGrowth({}, { scales: ['none'], sizes: 64 }),
    TypeError,
    'sizes: got 64; expected an array of 1 to 1024 values of d_k',
  ],
  [
    (sd) => sd.scoreGrowth({}, { scales: ['none'], sizes: [1, 0] }),
    RangeError,
    'sizes[1]: got 0; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreGrowth({}, { scales: ['none'], sizes: [1], measured: [{}, {}] }),
    RangeError,
    'measured: got an array of length 2; expected an array of 0 to 1 measured variances',
  ],
  [
    (sd) => sd.scoreGrowth({}, { scales: ['none'], sizes: [1], measured: [{ variance: 1 }] }),
    TypeError,
    'measured[0].standardError: got undefined; expected a number',
  ],
  [
    (sd) => sd.scoreLaw({ dk: -1e99 }),
    RangeError,
    'dk: got -1e+99; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.scoreLaw().pdf('0'),
    TypeError,
    'x: got "0"; expected a number, or an array of such numbers',
  ],
  [
    (sd) => sd.scoreLaw().cdf([0, undefined]),
    TypeError,
    'x: got undefined; expected a number, or an array of such numbers',
  ],
  [(sd) => sd.scoreLaw().pdf(NaN), RangeError, 'x: got NaN; expected a number'],
  [(sd) => sd.scoreLaw().quantile(1.5), RangeError, 'p: got 1.5; expected a number from 0 to 1'],
  [
    (sd) => sd.scoreLaw().normal.quantile([0.5, -1]),
    RangeError,
    'p: got -1; expected a number from 0 to 1',
  ],
  [
    (sd) => sd.sampleVariance({ rows: 1, columns: 1 }),
    RangeError,
    'rows x columns: got 1 x 1; expected at least 2 entries',
  ],
  [
    (sd) => sd.sampleVariance({ ddof: 4 }),
    RangeError,
    'ddof: got 4; expected less than rows x columns = 4',
  ],
  [
    (sd) => sd.sampleVariance({ rows: 1000, columns: 1000, dk: 1000 }),
    RangeError,
    '(rows + columns) x dk: got 2000000; expected at most 1048576 entries',
  ],
  [
    (sd) => sd.sampleVariance({ draws: 1 }),
    RangeError,
    'draws: got 1; expected a whole number from 2 to 1000000',
  ],
  [
    (sd) => sd.sampleVariance({ value: '1.6' }),
    TypeError,
    'value: got "1.6"; expected a number from -1e+30 to 1e+30',
  ],
  [
    (sd) => sd.productVariance({ seed: -1 }),
    RangeError,
    'seed: got -1; expected a whole number from 0 to 4294967295',
  ],
  [
    (sd) => sd.numpyRandom(),
    TypeError,
    'seed: got undefined; expected a whole number from 0 to 4294967295',
  ],
  [
    (sd) => sd.numpyRandom(0).normal(0, -1, 3),
    RangeError,
    'sd: got -1; expected a number from 0 to 1e+30',
  ],
  [
    (sd) => sd.numpyRandom(0).normal(0, 1, '3'),
    TypeError,
    'size: got "3"; expected a whole number or an array of whole numbers',
  ],
  [
    (sd) => sd.numpyRandom(0).uniform(0, 1, { length: 2 }),
    TypeError,
    'size: got an object; expected a whole number or an array of whole numbers',
  ],
  [
    (sd) => sd.numpyRandom(0).randn(2, -2),
    RangeError,
    'size[1]: got -2; expected a whole number from 0 to 16777216',
  ],
  [
    (sd) => sd.numpyRandom(0).randn(5000, 5000),
    RangeError,
    'size: got 25000000; expected a whole number from 0 to 16777216',
  ],
  [
    (sd) => sd.numpyRandom(0).randint(5, 5, 1),
    RangeError,
    'high: got the range 5 to 5; expected low < high, at most 9007199254740991 apart',
  ],
  [
    (sd) => sd.scoreWalks({ dk: 65536 }, { pairs: 1000 }),
    RangeError,
    'pairs x dk: got 1000 x 65536 = 65536000; expected at most 4194304 steps',
  ],
  [
    (sd) => sd.componentSample({}, 'value', 10),
    RangeError,
    'side: got "value"; expected one of "query", "key"',
  ],
  [
    (sd) => sd.componentSample({ dk: 2, queries: 3 }, 'query', 7),
    RangeError,
    'count: got 7; expected a whole number from 1 to 6',
  ],
];

/** @type {Refusal[]} */
const refusedRuns = [
  [
    (sd) => sd.run('scoreLaw'),
    RangeError,
    'name: got "scoreLaw"; expected one of "scoreStatistics", "sampleVariance", "softmaxStatistics", "scoringStatistics", "headAlgebra", "attention", "attentionGradient"',
  ],
  [
    (sd) => sd.run('scoreStatistics', { dk: 0 }),
    RangeError,
    'dk: got 0; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.run('scoreStatistics', {}, { signal: 'stop' }),
    TypeError,
    'signal: got "stop"; expected an AbortSignal',
  ],
  [
    (sd) =>
      sd.run(
        'scoreStatistics',
        {},
        { signal: /** @type {any} */ ({ aborted: false, throwIfAborted() {} }) },
      ),
    TypeError,
    'signal: got an object; expected an AbortSignal',
  ],
  [
    (sd) => sd.run('scoreStatistics', {}, { onPartial: 1 }),
    TypeError,
    'onPartial: got 1; expected a function',
  ],
  [
    (sd) => sd.run('scoreStatistics', {}, { onprogress() {} }),
    TypeError,
    'run: got the unknown name "onprogress"; expected onProgress',
  ],
];

test('memory that the page refuses is named like the memory that the engine refuses', () => {
  expect(zeros('draws', 3)).toEqual(new Float64Array(3));
  expect(() => zeros('draws', 2 ** 50)).toThrow(
    new RangeError('draws: needs 9007199254740992 bytes of memory; expected a size that fits'),
  );
});

onEveryVariant('refusals', (engine) => {
  test.each(refusals)('%s', (call, kind, message) => {
    /** @type {unknown} */
    let error;
    try {
      call(engine());
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(kind);
    expect(/** @type {Error} */ (error).message).toBe(message);
  });

  test.each(refusedRuns)('%s', async (call, kind, message) => {
    const error = await Promise.resolve(call(engine())).catch(
      (/** @type {Error} */ thrown) => thrown,
    );
    expect(error).toBeInstanceOf(kind);
    expect(error).toHaveProperty('message', message);
  });

  test('too much memory is a RangeError that names the bytes', async () => {
    for (const dk of [1024, 65536]) {
      const huge = /** @type {const} */ ({ generator: 'numpy', queries: 2 ** 24, keys: 1, dk });
      const named = (/** @type {string} */ name) =>
        new RegExp(`^${name}: needs [0-9]{12,14} bytes of memory; expected a size that fits$`);
      const refused = (/** @type {() => unknown} */ call, /** @type {string} */ name) => {
        expect(call).toThrow(RangeError);
        expect(call).toThrow(named(name));
      };
      refused(() => engine().scoreStatistics(huge), 'scoreStatistics');
      refused(() => engine().scoreWalks(huge), 'scoreWalks');
      refused(() => engine().componentSample(huge, 'key', 1), 'componentSample');
      const run = engine().run('scoreStatistics', huge);
      await expect(run).rejects.toThrow(named('scoreStatistics'));
    }
    expect(engine().scoreStatistics().scores.count).toBe(10000);
  });

  test('a refused call changes nothing: the next one gives the same numbers', () => {
    const before = engine().scoreStatistics({ queries: 20, keys: 20 });
    for (const [call] of refusals) expect(() => call(engine())).toThrow();
    expect(engine().scoreStatistics({ queries: 20, keys: 20 })).toEqual(before);
  });
});
