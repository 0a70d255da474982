// The algebra of heads: its counts of parameters, and the spectrum of a merged head.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { load, tensor } from '../../../web/engine/index.js';
import { pythonWith } from '../python.js';
import { Random } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { HeadAlgebra, Tensor } from '../../../web/engine/types.js' */

/** @param {HeadAlgebra} algebra */
function spectrumOf({ singularValues, rank, tolerance }) {
  if (!singularValues || rank === undefined || tolerance === undefined) {
    throw new Error('no spectrum');
  }
  return { singularValues, rank, tolerance };
}

onEveryVariant('headAlgebra', (engine) => {
  const costs = (/** @type {object} */ options) =>
    engine().headAlgebra({ ...options, spectrum: false });

  test('a pair has 2 d_model d_k parameters, a merged matrix d_model^2, whatever the heads', () => {
    for (const [modelDim, heads] of [
      [512, 8],
      [768, 12],
      [768, 1],
      [64, 64],
    ]) {
      const { parameters, rankBound, breakEven } = costs({ modelDim, heads });
      const headDim = modelDim / heads;
      expect(parameters.pair).toBe(2 * modelDim * headDim);
      expect(parameters.pair).toBe((2 * modelDim ** 2) / heads);
      expect(parameters.merged).toBe(modelDim ** 2);
      expect(parameters.pairs).toBe(2 * modelDim ** 2);
      expect(parameters.mergedAll).toBe(heads * modelDim ** 2);
      expect(parameters.total).toBe(4 * modelDim ** 2);
      expect(rankBound).toBe(headDim);
      expect(breakEven).toBe(modelDim / 2);
    }
  });

  test('at d_k = d_model / 2 both are even; d_k = d_model takes twice as much', () => {
    const even = costs({ modelDim: 512, heads: 8, headDim: 256 }).parameters;
    expect(even.pair).toBe(even.merged);
    const wide = costs({ modelDim: 512, heads: 8, headDim: 512 });
    expect(wide.parameters.pair).toBe(2 * wide.parameters.merged);
    expect(wide.parameters.total).toBe(8 * 4 * 512 ** 2);
    expect(wide.rankBound).toBe(512);
    expect(costs({ modelDim: 64, heads: 2, headDim: 100 }).rankBound).toBe(64);
  });

  test('keys that heads share shrink projections and cache', () => {
    const llama = { modelDim: 4096, heads: 32, headDim: 128, length: 1000 };
    const [all, grouped, one] = [32, 8, 1].map((keyHeads) => costs({ ...llama, keyHeads }));
    expect([all, grouped, one].map(({ cache }) => cache.perToken)).toEqual([8192, 2048, 256]);
    expect(grouped.cache.total).toBe(2048000);
    expect(all.cache.mergedPerToken).toBe(8192);
    expect(one.cache.mergedPerToken).toBe(4096 + 128);
    expect(grouped.parameters).toMatchObject({ query: 4096 ** 2, key: 4096 * 1024 });
    expect(grouped.parameters.pairs).toBe(4096 * (4096 + 1024));
    expect(grouped.multiplications.scores).toBe(all.multiplications.scores);
  });

  test('defaults: the paper layer of 512 and 8 heads, 512 tokens', () => {
    const { multiplications, ...others } = costs({});
    expect(others.parameters.total).toBe(1048576);
    expect(others.cache.perToken).toBe(1024);
    expect(multiplications.projections).toBe(512 * 3 * 512 ** 2);
    expect(multiplications.scores).toBe(512 ** 3);
    expect(multiplications.factoredScores).toBe(512 * 2 * 512 ** 2 + 512 ** 3);
    expect(multiplications.mergedScores).toBe(8 * (512 * 512 ** 2 + 512 ** 3));
    expect(Object.keys(others)).toEqual(['parameters', 'cache', 'breakEven', 'rankBound']);
  });

  test('the rank is d_k, and behind it singular values fall to the rounding of float32', () => {
    const algebra = engine().headAlgebra({ modelDim: 96, heads: 8, seed: 2 });
    const { singularValues, rank, tolerance } = spectrumOf(algebra);
    expect(rank).toBe(12);
    expect(singularValues).toHaveLength(96);
    expect(tolerance).toBe(singularValues[0] * 96 * 2 ** -23);
    expect(singularValues[11]).toBeGreaterThan(0.05 * singularValues[0]);
    expect(singularValues[12]).toBeLessThan(1e-6 * singularValues[0]);
    expect(singularValues[12]).toBeGreaterThan(0);
    expect(Array.from(singularValues).sort((a, b) => b - a)).toEqual(Array.from(singularValues));
  });

  test('without matrices it takes those of randomTensor; matrices say the sizes', () => {
    const [modelDim, headDim] = [40, 5];
    const [wq, wk] = [0, 1].map((stream) =>
      engine().randomTensor([modelDim, headDim], { sd: 1 / Math.sqrt(modelDim), seed: 9, stream }),
    );
    const random = engine().headAlgebra({ modelDim, heads: 8, seed: 9 });
    expect(engine().headAlgebra({ wq, wk })).toEqual(random);
    expect(engine().headAlgebra({ wq, wk, modelDim, headDim })).toEqual(random);
  });

  test('matrices by hand', () => {
    const wq = tensor([[3], [4]]);
    const wk = tensor([[0], [2]]);
    const { singularValues, rank } = spectrumOf(engine().headAlgebra({ wq, wk, heads: 1 }));
    expect(Math.abs(singularValues[0] - 10)).toBeLessThan(1e-14);
    expect(singularValues[1]).toBeLessThan(1e-14);
    expect(rank).toBe(1);
  });

  test('thin: the values of a Llama head, 4096 x 128, beside a random one', () => {
    const llama = { modelDim: 4096, heads: 32, keyHeads: 8, headDim: 128, thin: true };
    const random = engine().headAlgebra({ ...llama, seed: 4 });
    const { singularValues, rank, tolerance } = spectrumOf(random);
    expect(singularValues).toHaveLength(128);
    expect([rank, random.rankBound]).toEqual([128, 128]);
    // For numbers with variance 1 / d_model, both matrices have |W|^2 = d_k.
    expect(tolerance / (4096 * 2 ** -52 * 128)).toBeCloseTo(1, 2);
    expect(random.effectiveRank).toBeGreaterThan(120);
    expect(random.effectiveRank).toBeLessThan(128);
    const squares = singularValues.reduce((total, value) => total + value * value, 0);
    expect(squares / 128).toBeCloseTo(1, 1);
    expect(random.parameters.pair).toBe(2 * 4096 * 128);
  });

  test('thin and not: the same values up to the rounding of float32, and the same rank', () => {
    const sizes = { modelDim: 130, headDim: 9, seed: 5 };
    const [full, thin] = [false, true].map((thin) => engine().headAlgebra({ ...sizes, thin }));
    expect(thin.rank).toBe(full.rank);
    expect(thin.effectiveRank).toBeCloseTo(Number(full.effectiveRank), 3);
    expect(thin.singularValues).toHaveLength(9);
    expect(full.singularValues).toHaveLength(130);
    thin.singularValues?.forEach((value, i) =>
      expect(value).toBeCloseTo(Number(full.singularValues?.[i]), 6),
    );
  });

  test('thin: more columns than rows', () => {
    const wq = tensor([[3, 4]]);
    const wk = tensor([[1, 2]]);
    const { singularValues, ...own } = engine().headAlgebra({ wq, wk, heads: 1, thin: true });
    expect(singularValues).toHaveLength(1);
    expect(singularValues?.[0]).toBeCloseTo(11, 13);
    expect([own.rank, own.rankBound, own.effectiveRank]).toEqual([1, 1, 1]);
  });

  test('thin: matrices by hand, of two directions and of none', () => {
    const column = (/** @type {number[]} */ ...numbers) => tensor(numbers.map((each) => [each, 0]));
    const pair = {
      wq: tensor([
        [3, 0],
        [0, 1],
        [0, 0],
      ]),
      wk: tensor([
        [1, 0],
        [0, 0],
        [0, 1],
      ]),
    };
    const two = engine().headAlgebra({ ...pair, heads: 1, thin: true });
    expect(two.singularValues?.[0]).toBeCloseTo(3, 14);
    expect(two.singularValues?.[1]).toBeCloseTo(1, 14);
    expect(two.effectiveRank).toBeCloseTo(4 / 3 ** 0.75, 14); // shares 3/4 and 1/4
    const zero = { wq: column(0, 0, 0), wk: column(1, 2, 3), heads: 1, thin: true };
    const none = engine().headAlgebra(zero);
    expect([none.rank, none.tolerance, none.effectiveRank]).toEqual([0, 0, 0]);
    expect(none.carrying).toBe(0);
    expect(Array.from(none.singularValues ?? [])).toEqual([0, 0]);
  });

  test.each([
    [130, 9],
    [24, 60],
    [64, 64],
  ])(
    'carrying: the fewest directions with 0.9 of the squares, of %i and %i',
    (modelDim, headDim) => {
      for (const thin of [false, true]) {
        const { singularValues, carrying } = engine().headAlgebra({
          ...{ modelDim, headDim, heads: 1, seed: 5, thin },
        });
        const squares = Array.from(singularValues ?? [], (value) => value * value);
        const carried = (/** @type {number} */ count) =>
          squares.slice(0, count).reduce((total, square) => total + square, 0);
        const all = carried(squares.length);
        expect(carried(Number(carrying))).toBeGreaterThanOrEqual(0.9 * all);
        expect(carried(Number(carrying) - 1)).toBeLessThan(0.9 * all);
      }
    },
  );

  test('scores of the factored and the merged head are the same up to rounding', () => {
    const random = new Random(7);
    const [x, wq, wk] = [random.tensor(20, 48), random.tensor(48, 6), random.tensor(48, 6)];
    const sd = engine();
    const factored = sd.matmul(sd.matmul(x, wq), sd.matmul(x, wk), { transposeRight: true });
    const merged = sd.matmul(wq, wk, { transposeRight: true });
    const others = sd.matmul(sd.matmul(x, merged), x, { transposeRight: true });
    const { largest, scale } = sd.difference(factored, others);
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThan(2e-6 * scale);
  });
});

const python = pythonWith('numpy');
(python ? describe : describe.skip)('as NumPy has it', () => {
  test.each([
    [64, 8],
    [33, 33],
    [10, 50],
    [1000, 64],
  ])('thin: singular values and effective rank, of %i and %i', async (modelDim, headDim) => {
    const engine = await load({ engine: 'simd' });
    const random = new Random(9);
    const [wq, wk] = [random.tensor(modelDim, headDim), random.tensor(modelDim, headDim)];
    const program = `
import json, sys, numpy as np
q, k = (np.array(w).reshape(${modelDim}, ${headDim}) for w in json.load(sys.stdin))
values = np.linalg.svd(q @ k.T, compute_uv=False)[:${Math.min(modelDim, headDim)}]
shares = values / values.sum()
lengths = np.linalg.norm(q) * np.linalg.norm(k)
print(json.dumps({"values": values.tolist(), "lengths": lengths, "rank": float(np.exp(-(shares * np.log(shares)).sum()))}))`;
    const input = JSON.stringify([wq, wk].map(({ data }) => Array.from(data)));
    const { stdout } = spawnSync(/** @type {string} */ (python), ['-c', program], { input });
    const { values, lengths, rank } = JSON.parse(stdout.toString());
    const own = engine.headAlgebra({ wq, wk, heads: 1, thin: true });
    const { singularValues, tolerance } = spectrumOf(own);
    expect(singularValues).toHaveLength(values.length);
    singularValues.forEach((value, i) =>
      expect(Math.abs(value - values[i])).toBeLessThan(1e-14 * lengths),
    );
    expect(own.effectiveRank).toBeCloseTo(rank, 10);
    expect(tolerance / (Math.max(modelDim, headDim) * 2 ** -52 * lengths)).toBeCloseTo(1, 12);
  });

  test.each([
    [64, 8],
    [33, 33],
    [100, 3],
  ])('singular values and rank, of %i and %i', async (modelDim, headDim) => {
    const engine = await load({ engine: 'simd' });
    const random = new Random(8);
    const [wq, wk] = [random.tensor(modelDim, headDim), random.tensor(modelDim, headDim)];
    const merged = engine.matmul(wq, wk, { transposeRight: true });
    const program = `
import json, sys, numpy as np
w = np.array(json.load(sys.stdin), dtype=np.float32).reshape(${modelDim}, ${modelDim})
values = np.linalg.svd(w.astype(np.float64), compute_uv=False)
print(json.dumps({"values": values.tolist(), "rank": int(np.linalg.matrix_rank(w))}))`;
    const input = JSON.stringify(Array.from(merged.data));
    const { stdout } = spawnSync(/** @type {string} */ (python), ['-c', program], { input });
    const { values, rank } = JSON.parse(stdout.toString());
    const own = spectrumOf(engine.headAlgebra({ wq, wk }));
    expect(own.rank).toBe(rank);
    own.singularValues.forEach((value, i) =>
      expect(Math.abs(value - values[i])).toBeLessThan(1e-13 * values[0]),
    );
  });
});
