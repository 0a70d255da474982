// Random queries and keys through softmax, compared with an independent reference, with plain loops, and with the
// claims of the page. tests/native/softmax_statistics_test.cpp tests the draws.
import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { load, tensor } from '../../../web/engine/index.js';
import { onEveryVariant } from './variants.js';
import { expectClose, expectSameBits } from './tensors.js';

/** @import { SoftmaxScale, SoftmaxStatistics, Spread, Tensor } from '../../../web/engine/index.js' */

const file = new URL('../../../../shared/reference/stats/softmax_stats.json', import.meta.url);
const testReference = existsSync(file) ? test : test.skip;
if (!existsSync(file))
  process.stderr.write('\n*** NOT TESTED: reference data of softmax, it is not here ***\n\n');

const measures = /** @type {const} */ ([
  'topWeight',
  'entropy',
  'effectiveKeys',
  'jacobianNorm',
  'logitGradient',
  'queryGradient',
  'outputVariance',
]);

/** @param {Tensor} tensor */
const norm = ({ data }) => Math.hypot(...data);

/** @param {Tensor} keys @param {number} count number of last keys to drop */
function without({ data, shape: [rows, dk] }, count) {
  return tensor(data.slice(0, (rows - count) * dk), [rows - count, dk]);
}

/** @param {number} standardErrors @param {Spread} spread @param {number} mean @param {number} error */
function expectMean(standardErrors, { mean: ours, standardError }, mean, error) {
  const combined = Math.hypot(standardError, error);
  expect(Math.abs(ours - mean)).toBeLessThanOrEqual(standardErrors * combined + 1e-7);
  return combined > 1e-7 ? Math.abs(ours - mean) / combined : 0;
}

onEveryVariant(
  'softmaxStatistics beside the reference',
  (engine) => {
    /** @type {Record<string, SoftmaxScale>} */
    const scales = { 1: 'none', '1/sqrt(d)': 'rsqrt', '1/d': 'inverse', cosine: 'cosine' };

    testReference(
      'every cell: top weight, entropy, Jacobian norm and output variance within 4 standard errors',
      () => {
        /** @type {Map<string, any[]>} */
        const groups = new Map();
        const { cells } = JSON.parse(readFileSync(file, 'utf8'));
        for (const cell of cells) {
          const name = `${cell.n} ${cell.d}`;
          groups.set(name, [...(groups.get(name) ?? []), cell]);
        }
        let farthest = 0;
        for (const group of groups.values()) {
          const [{ n, d }] = group;
          const draws = Math.round(Math.min(Math.max(1.5e7 / (n * Math.max(d, 40)), 150), 40000));
          const [scale, ...compare] = group.map((cell) => scales[cell.scale]);
          const result = engine().softmaxStatistics({ dk: d, keys: n, draws, scale, compare });
          [result, ...result.compare].forEach((ours, i) => {
            const cell = group[i];
            for (const [spread, name] of /** @type {[Spread, string][]} */ ([
              [ours.topWeight, 'max_weight'],
              [ours.entropy, 'entropy'],
              [ours.jacobianNorm, 'jacobian_fro'],
              [ours.outputVariance, 'sum_p2'],
            ])) {
              farthest = Math.max(farthest, expectMean(4, spread, cell[name], cell[`${name}_se`]));
            }
          });
        }
        process.stdout.write(
          `${cells.length} cells: within ${farthest.toFixed(1)} standard errors\n`,
        );
        expect(cells).toHaveLength(120);
      },
      120000,
    );

    // A clone has no reference data, so some of its cells are copied here.
    test.each(
      /** @type {[number, number, SoftmaxScale, number, number, number][]} */ ([
        [2, 1, 'none', 0.6686479945264696, 0.5794307941715976, 0.40101716376085106],
      ]),
    )('n = %d, d_k = %d, %s', (keys, dk, scale, topWeight, entropy, jacobianNorm) => {
      const ours = engine().softmaxStatistics({ keys, dk, scale, draws: 100000, seed: 2 });
      expectMean(4, ours.topWeight, topWeight, 0);
      expectMean(4, ours.entropy, entropy, 0);
      expectMean(4, ours.jacobianNorm, jacobianNorm, 0);
    });
  },
  ['relaxed', 'simd'],
);

onEveryVariant('softmaxStatistics', (engine) => {
  test('the values are those of its samples', () => {
    const given = { dk: 20, keys: 9, masked: 2, temperature: 0.5, seed: 7 };
    for (const scale of /** @type {SoftmaxScale[]} */ (['rsqrt', 'none', 0.3, 'cosine'])) {
      for (const maskAs of /** @type {const} */ (['blocked', 'zero'])) {
        const options = { ...given, scale, maskAs };
        const both = [0, 1].map((draw) => {
          const sample = engine().softmaxSample({ ...options, draw });
          const { query, key, scores, logits, weightGradient, factor } = sample;
          const row = engine().softmaxMeasures(logits, { weightGradient });
          // Computes the gradient of the query in another way, through the scoring function.
          const kind = scale === 'cosine' ? 'cosine' : 'scaled-dot';
          const { query: queryGradient } = engine().scoresGradient(
            tensor(query.data, [1, 20]),
            without(key, 2),
            tensor(/** @type {Tensor} */ (row.logitGradient).data.slice(0, 7), [1, 7]),
            { kind, scale: factor / 0.5 },
          );
          expect(scores.shape).toEqual([9]);
          expect(key.shape).toEqual([9, 20]);
          return {
            ...row,
            logitGradient: Number(row.logitGradientNorm),
            queryGradient: norm(queryGradient),
          };
        });
        const result = engine().softmaxStatistics({ ...options, draws: 2 });
        for (const name of measures) {
          const [a, b] = [Number(both[0][name]), Number(both[1][name])];
          expectClose([result[name].mean], [(a + b) / 2], 2e-6 * (1 + Math.abs(a)), name);
          expectClose([result[name].quantiles.p50], [(a + b) / 2], 2e-6 * (1 + Math.abs(a)), name);
          const std = Math.abs(a - b) / Math.SQRT2;
          expectClose([result[name].std], [std], 2e-6 * (1 + Math.abs(a)), name);
        }
      }
    }
  });

  test('further rules have the results that they have alone', () => {
    const given = { dk: 30, keys: 5, draws: 50, seed: 4 };
    const compare = /** @type {SoftmaxScale[]} */ (['none', 'cosine', { alpha: 0.25 }, 0.1]);
    const together = engine().softmaxStatistics({ ...given, compare });
    expect(together.compare).toHaveLength(4);
    compare.forEach((scale, i) => {
      const {
        compare: none,
        draws,
        done,
        ...alone
      } = engine().softmaxStatistics({ ...given, scale });
      expect([none, draws, done]).toEqual([[], 50, 1]);
      const { logitGradientRatio, queryGradientRatio, ...compared } = together.compare[i];
      expect(compared).toEqual(alone);
      for (const [ratio, name] of /** @type {const} */ ([
        [logitGradientRatio, 'logitGradient'],
        [queryGradientRatio, 'queryGradient'],
      ])) {
        expect(ratio.value).toBeCloseTo(alone[name].mean / together[name].mean, 12);
        expect(ratio.low).toBeLessThan(ratio.value);
        expect(ratio.high).toBeGreaterThan(ratio.value);
      }
    });
    expect(together.factor).toBe(1 / Math.sqrt(30));
    expect(together.compare.map(({ factor }) => factor)).toEqual([1, 1, 30 ** -0.25, 0.1]);
  });

  test('the temperature divides what the factor multiplies', () => {
    const { factor, ...a } = engine().softmaxStatistics({ draws: 20, keys: 8, scale: 0.25 });
    const { factor: one, ...b } = engine().softmaxStatistics({
      draws: 20,
      keys: 8,
      scale: 1,
      temperature: 4,
    });
    expect([factor, one]).toEqual([0.25, 1]);
    expect(a).toEqual(b);
  });

  test('dead is what lies below the threshold, and counts with its standard error', () => {
    const given = /** @type {const} */ ({ keys: 8, scale: 'none', draws: 400 });
    const { dead, logitGradient } = engine().softmaxStatistics(given);
    expect(Math.abs(dead.share - 0.22)).toBeLessThan(4 * dead.standardError);
    expect(dead.standardError).toBeCloseTo(Math.sqrt((dead.share * (1 - dead.share)) / 400), 12);
    expect(engine().softmaxStatistics({ ...given, threshold: 0 }).dead.share).toBe(0);
    expect(engine().softmaxStatistics({ ...given, threshold: 1e6 }).deadQuery.share).toBe(1);
    const median = logitGradient.quantiles.p50;
    const half = engine().softmaxStatistics({ ...given, threshold: median }).dead;
    expect(half.share).toBe(0.5);
    expect(engine().softmaxStatistics({ keys: 8, draws: 400 }).dead.share).toBe(0);
  });

  test('one key has all the weight, whatever the rule', () => {
    const { topWeight, entropy, effectiveKeys, logitGradient, outputVariance } =
      engine().softmaxStatistics({ keys: 1, draws: 5 });
    expect([topWeight.mean, entropy.mean, effectiveKeys.mean]).toEqual([1, 0, 1]);
    expect([logitGradient.mean, outputVariance.mean]).toEqual([0, 1]);
  });

  test('masked keys get nothing; as zeros they take their share', () => {
    const given = { dk: 16, keys: 12, masked: 8, draws: 200 };
    const blocked = engine().softmaxStatistics(given);
    const zero = engine().softmaxStatistics({ ...given, maskAs: 'zero' });
    const four = engine().softmaxStatistics({ ...given, keys: 4, masked: 0 });
    expect(blocked.topWeight).toEqual(four.topWeight);
    expect(blocked.effectiveKeys.quantiles.p95).toBeLessThanOrEqual(4 + 1e-5);
    expect(zero.effectiveKeys.mean).toBeGreaterThan(blocked.effectiveKeys.mean + 2);
  });
});

onEveryVariant('softmaxSample', (engine) => {
  test('has the walks that its logits are the ends of, if asked for', () => {
    const given = { dk: 100, keys: 5, seed: 2, draw: 3, temperature: 2 };
    expect(engine().softmaxSample(given).walks).toBeUndefined();
    const rules = /** @type {const} */ ({ none: 1, rsqrt: 0.1 });
    for (const scale of /** @type {const} */ (['none', 'rsqrt'])) {
      const factor = rules[scale];
      const asked = { ...given, scale, returns: /** @type {const} */ (['walks']) };
      const { query, key, logits, walks = logits } = engine().softmaxSample(asked);
      expect(walks.shape).toEqual([5, 100]);
      for (let j = 0; j < 5; ++j) {
        let sum = 0;
        for (let c = 0; c < 100; ++c) {
          sum += query.data[c] * key.data[100 * j + c];
          expect(walks.data[100 * j + c]).toBeCloseTo((factor / 2) * sum, 5);
        }
        expect(logits.data[j]).toBeCloseTo((factor / 2) * sum, 4);
      }
    }
  });

  test('scores are those of scores(), to the bit', () => {
    const { query, key, scores } = engine().softmaxSample({ dk: 300, keys: 13, seed: 3, draw: 5 });
    const row = tensor(query.data, [1, 300]);
    expectSameBits(scores.data, engine().scores(row, key, { kind: 'dot' }).data);
    const sample = engine().softmaxSample({ dk: 300, keys: 13, seed: 3, draw: 5, scale: 'cosine' });
    expectSameBits(sample.key.data, key.data);
    const cosines = engine().scores(row, key, { kind: 'cosine' });
    expectClose(sample.scores.data, cosines.data, 3e-7);
  });

  test('a shift moves the logits and nothing else', () => {
    const given = { keys: 6, masked: 2 };
    const here = engine().softmaxSample(given);
    const there = engine().softmaxSample({ ...given, shift: 8 });
    expectSameBits(there.scores.data, here.scores.data);
    expectClose(
      there.logits.data,
      here.logits.data.map((z) => z + 8),
      1e-6,
    );
    expect(Array.from(there.logits.data.slice(4))).toEqual([-Infinity, -Infinity]);
  });
});

onEveryVariant('softmaxMeasures', (engine) => {
  test('are what softmax, entropy and softmaxJacobian say', () => {
    const logits = tensor([1, -2, 0.5, 3, -Infinity]);
    const weightGradient = tensor([0.5, 1, -1, 2, 3]);
    const row = engine().softmaxMeasures(logits, { weightGradient, returns: ['jacobian'] });
    expectSameBits(row.weights.data, engine().softmax(logits).data);
    const jacobian = engine().softmaxJacobian(logits);
    expect(row.jacobian?.shape).toEqual([5, 5]);
    expectSameBits(/** @type {Tensor} */ (row.jacobian).data, jacobian.data);
    expect(row.entropy).toBe(engine().entropy(row.weights).data[0]);
    expect(row.topWeight).toBe(Math.max(...row.weights.data));
    expect(row.jacobianNorm).toBeCloseTo(norm(jacobian), 6);
    expect(row.outputVariance).toBeCloseTo(norm(row.weights) ** 2, 6);
    expect(row.effectiveKeys).toBeCloseTo(Math.exp(row.entropy), 5);
    const gradient = engine().softmaxGradient(logits, weightGradient);
    expectSameBits(/** @type {Tensor} */ (row.logitGradient).data, gradient.data);
    expect(row.logitGradientNorm).toBeCloseTo(norm(gradient), 6);
  });

  test('have the logSumExp of attention, to the bit', () => {
    for (const count of [1, 2, 5, 64, 128, 129, 300]) {
      const row = engine().randomTensor([count], { sd: 4, seed: count });
      row.data[count - 1] = -Infinity;
      const zeros = { data: new Float32Array(count), shape: [count, 1] };
      const { logSumExp } = engine().attention(
        { data: new Float32Array(1), shape: [1, 1] },
        zeros,
        zeros,
        { mask: { bias: { ...row, shape: [1, count] } }, returns: ['logSumExp'] },
      );
      expect(engine().softmaxMeasures(row).logSumExp).toBe(logSumExp.data[0]);
    }
  });

  test('have no gradient and no Jacobian that nobody asked for', () => {
    const row = engine().softmaxMeasures(tensor([0, 0]));
    expect(Object.keys(row).sort()).toEqual(
      [
        ...['effectiveKeys', 'entropy', 'jacobianNorm', 'logSumExp', 'outputVariance'],
        ...['topWeight', 'weights'],
      ].sort(),
    );
    expect(row).toMatchObject({ topWeight: 0.5, jacobianNorm: 0.5, outputVariance: 0.5 });
  });

  test('do not move with a constant, but with a factor', () => {
    const [here, there, double] = [
      [0, 1, 2],
      [100, 101, 102],
      [0, 2, 4],
    ].map((z) => engine().softmaxMeasures(tensor(z)));
    expect(there).toEqual({ ...here, logSumExp: there.logSumExp });
    expect(there.logSumExp).toBeCloseTo(here.logSumExp + 100, 4);
    expect(double.topWeight).toBeGreaterThan(here.topWeight + 0.1);
  });
});

describe('runs', () => {
  test('partial results are results of the draws that are in', async () => {
    const engine = await load({ engine: 'simd' });
    /** @type {SoftmaxStatistics[]} */
    const partials = [];
    const options = { dk: 64, keys: 64, draws: 20000, compare: ['none'] };
    const result = await engine.run('softmaxStatistics', /** @type {any} */ (options), {
      onPartial: (partial) => void partials.push(partial),
    });
    expect(result).toMatchObject({ draws: 20000, done: 1 });
    expect(result).not.toHaveProperty('partial');
    expect(partials.length).toBeGreaterThan(0);
    for (const partial of partials) {
      expect(partial).toMatchObject({ partial: true, done: partial.draws / 20000 });
      expectMean(6, partial.entropy, result.entropy.mean, 0);
      expect(partial.compare).toHaveLength(1);
    }
  }, 60000);

  test('stop where they are told to', async () => {
    const engine = await load({ engine: 'simd' });
    const options = { dk: 1024, keys: 512, draws: 100000 };
    const signal = AbortSignal.timeout(50);
    await expect(engine.run('softmaxStatistics', options, { signal })).rejects.toHaveProperty(
      'name',
      'TimeoutError',
    );
  });
});
