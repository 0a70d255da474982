// Functions of single matrices, and the terms of single cells. The number of a cell has the bits of its matrix.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { load, tensor } from '../../../web/engine/index.js';
import { generatorCode, streams } from '../../../web/labs/parts/python.js';
import { pythonWith } from '../python.js';
import * as naive from './naive.js';
import { expectTensor, Random, sizeOf, zeros } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

/**
 * Multiplies by the definition, with broadcasting.
 *
 * @param {Tensor} left
 * @param {Tensor} right
 * @param {{transposeRight?: boolean, bias?: Tensor}} options
 * @param {number[]} outer
 */
function product(left, right, { transposeRight = false, bias }, outer) {
  const [rows, inner] = left.shape.slice(-2);
  const columns = right.shape.at(transposeRight ? -2 : -1) ?? 0;
  const numbers = [];
  const matrixAt = (/** @type {number[]} */ shape, /** @type {number[]} */ place) =>
    shape
      .slice(0, -2)
      .reduce(
        (at, length, axis) =>
          at * length + (length === 1 ? 0 : place[place.length - shape.length + 2 + axis]),
        0,
      );
  for (let one = 0; one < sizeOf(outer); ++one) {
    const place = outer.length === 2 ? [Math.floor(one / outer[1]), one % outer[1]] : [one];
    const [l, r] = [matrixAt(left.shape, place), matrixAt(right.shape, place)];
    for (let i = 0; i < rows; ++i) {
      for (let j = 0; j < columns; ++j) {
        let sum = bias ? bias.data[j] : 0;
        for (let k = 0; k < inner; ++k) {
          const at = transposeRight ? j * inner + k : k * columns + j;
          sum += left.data[(l * rows + i) * inner + k] * right.data[r * inner * columns + at];
        }
        numbers.push(sum);
      }
    }
  }
  return numbers;
}

onEveryVariant('matmul', (engine) => {
  const cases = /** @type {[number[], number[], boolean, number[]][]} */ ([
    [[3, 4], [4, 5], false, []],
    [[3, 4], [5, 4], true, []],
    [[2, 3, 4], [4, 5], false, [2]],
    [[3, 4], [2, 5, 4], true, [2]],
    [[2, 3, 4], [2, 4, 5], false, [2]],
    [[2, 1, 3, 4], [7, 4, 5], false, [2, 7]],
    [[2, 7, 3, 4], [2, 1, 5, 4], true, [2, 7]],
    [[7, 3, 4], [2, 1, 4, 5], false, [2, 7]],
    [[1, 1, 1, 1], [1, 1], false, [1, 1]],
    [[2, 300], [300, 9], false, []],
  ]);
  test.each(cases)('%j by %j, transposed %s', (leftShape, rightShape, transposeRight, outer) => {
    const random = new Random(1);
    const [left, right] = [random.tensor(...leftShape), random.tensor(...rightShape)];
    const columns = rightShape.at(transposeRight ? -2 : -1) ?? 0;
    const shape = [...outer, leftShape.at(-2) ?? 0, columns];
    for (const bias of [undefined, random.tensor(columns)]) {
      const options = { transposeRight, bias };
      const result = engine().matmul(left, right, options);
      expectTensor(result, shape, product(left, right, options, outer), 1e-4);
    }
  });

  test('without options it is the plain product, and what is empty gives nothing or zeros', () => {
    const left = tensor([[1, 2]]);
    const right = tensor([[3], [4]]);
    expect(engine().matmul(left, right)).toEqual(tensor([[11]]));
    expect(engine().matmul(zeros(0, 4), zeros(4, 3))).toEqual(zeros(0, 3));
    expect(engine().matmul(zeros(2, 0), zeros(0, 3))).toEqual(zeros(2, 3));
    expect(engine().matmul(zeros(0, 2, 3), zeros(3, 3))).toEqual(zeros(0, 2, 3));
  });

  test('projections are those of multiHeadAttention, to the bit', () => {
    const random = new Random(2);
    const x = random.tensor(5, 12);
    const [wq, wk, wv] = [8, 4, 6].map((columns) => random.tensor(12, columns));
    const [bq, bk, bv] = [8, 4, 6].map((columns) => random.tensor(columns));
    const wo = random.tensor(12, 3);
    const names = /** @type {const} */ (['projectedQuery', 'projectedKey', 'projectedValue']);
    const result = engine().multiHeadAttention(
      x,
      x,
      x,
      { wq, wk, wv, wo, bq, bk, bv },
      { heads: 4, keyHeads: 2, returns: names },
    );
    expect(Object.keys(result)).toEqual([...names, 'fullyMasked', 'nonFinite']);
    const sides = [
      [result.projectedQuery, engine().matmul(x, wq, { bias: bq }), 4],
      [result.projectedKey, engine().matmul(x, wk, { bias: bk }), 2],
      [result.projectedValue, engine().matmul(x, wv, { bias: bv }), 2],
    ];
    for (const [projected, all, heads] of /** @type {[Tensor, Tensor, number][]} */ (sides)) {
      const width = all.shape[1] / heads;
      expect(projected.shape).toEqual([heads, 5, width]);
      for (let h = 0; h < heads; ++h) {
        for (let i = 0; i < 5; ++i) {
          const row = projected.data.slice((h * 5 + i) * width, (h * 5 + i + 1) * width);
          const from = i * all.shape[1] + h * width;
          expect(row).toEqual(all.data.slice(from, from + width));
        }
      }
    }
  });

  test('projections have a batch in front, and the extra keys behind', () => {
    const random = new Random(3);
    const x = random.tensor(2, 5, 4);
    const square = random.tensor(4, 4);
    const [extraKey, extraValue] = [random.tensor(4), random.tensor(4)];
    const result = engine().multiHeadAttention(
      x,
      x,
      x,
      {
        ...{ wq: square, wk: square, wv: square, wo: square },
        ...{ extraKey, extraValue },
      },
      { heads: 2, zeroKey: true, returns: ['projectedQuery', 'projectedKey', 'projectedValue'] },
    );
    expect(result.projectedQuery.shape).toEqual([2, 2, 5, 2]);
    expect(result.projectedKey.shape).toEqual([2, 2, 7, 2]);
    expect(result.projectedValue.shape).toEqual([2, 2, 7, 2]);
    const { data } = engine().matmul(x, square);
    const behind = { projectedQuery: [], projectedKey: [extraKey], projectedValue: [extraValue] };
    for (const [name, extras] of Object.entries(behind)) {
      const rows = [0, 1].flatMap((batch) =>
        [0, 2].flatMap((column) => [
          ...[0, 1, 2, 3, 4].flatMap((row) => {
            const from = (batch * 5 + row) * 4 + column;
            return [...data.slice(from, from + 2)];
          }),
          ...extras.flatMap((extra) => [...extra.data.slice(column, column + 2), 0, 0]),
        ]),
      );
      const projected = result[/** @type {keyof typeof behind} */ (name)];
      expect(Array.from(projected.data)).toEqual(rows);
    }
  });
});

onEveryVariant('productTerms', (engine) => {
  test('of every cell: the value of matmul, to the bit, and what leads to it', () => {
    const random = new Random(4);
    let cells = 0;
    for (const [rows, inner, columns] of [
      ...[1, 2, 3, 8, 64, 255, 256, 257, 700].map((length) => [5, length, 9]),
      ...[
        [1, 40, 33],
        [7, 5, 1],
        [13, 16, 17],
      ],
    ]) {
      for (const transposeRight of [false, true]) {
        const left = random.tensor(rows, inner);
        const right = transposeRight
          ? random.tensor(columns, inner)
          : random.tensor(inner, columns);
        const bias = cells % 2 === 0 ? random.tensor(columns) : undefined;
        const whole = engine().matmul(left, right, { transposeRight, bias });
        for (let row = 0; row < rows; row += 2) {
          for (let column = 0; column < columns; column += 3) {
            const options = { row, column, transposeRight, bias };
            const terms = engine().productTerms(left, right, options);
            expect(terms.value).toBe(whole.data[row * columns + column]);
            expect(terms.left).toEqual(left.data.slice(row * inner, (row + 1) * inner));
            const at = (/** @type {number} */ k) =>
              transposeRight ? column * inner + k : k * columns + column;
            expect(terms.right).toEqual(Float32Array.from(terms.left, (_, k) => right.data[at(k)]));
            const products = Float64Array.from(terms.left, (x, k) => x * right.data[at(k)]);
            expect(terms.products).toEqual(products);
            const sum = products.reduce((total, x) => total + x, bias?.data[column] ?? 0);
            const size = products.reduce((total, x) => total + Math.abs(x), 1);
            expect(Math.abs(terms.sum - sum)).toBeLessThan(1e-14 * size);
            expect(terms.bias).toBe(bias?.data[column]);
            ++cells;
          }
        }
      }
    }
    expect(cells).toBeGreaterThan(150);
  });

  test('scores of attention have the same bits up to 256 dimensions; the scaled ones are times the scale', () => {
    const random = new Random(5);
    for (const dk of [1, 2, 7, 64, 255, 256, 300]) {
      const [query, key, value] = [
        random.tensor(9, dk),
        random.tensor(11, dk),
        random.tensor(11, 4),
      ];
      const returns = /** @type {const} */ (['scores', 'scaledScores', 'weights', 'output']);
      const result = engine().attention(query, key, value, { returns });
      const scale = Math.fround(1 / Math.sqrt(dk));
      for (let row = 0; row < 9; row += 2) {
        for (let column = 0; column < 11; column += 2) {
          const terms = engine().productTerms(query, key, { row, column, transposeRight: true });
          const score = result.scores.data[row * 11 + column];
          if (dk <= 256) expect(score).toBe(terms.value);
          expect(Math.abs(score - terms.sum)).toBeLessThan(2 ** -24 * 4 * dk * dk);
          expect(result.scaledScores.data[row * 11 + column]).toBe(Math.fround(score * scale));
        }
        for (let column = 0; column < 4; ++column) {
          const terms = engine().productTerms(result.weights, value, { row, column });
          expect(Math.abs(result.output.data[row * 4 + column] - terms.sum)).toBeLessThan(2e-6);
        }
      }
    }
  });
});

onEveryVariant('softmaxTerms', (engine) => {
  const random = new Random(6);
  const bias = random.tensor(7, 150);
  for (let i = 0; i < bias.data.length; i += 4) bias.data[i] = -Infinity;
  test.each([
    ['plain', {}, 5],
    ['over one block of keys', {}, 150],
    ['causal', { causal: 'upper-left' }, 9],
    ['in a window', { causal: 'lower-right', window: { before: 3 } }, 140],
    ['masked', { mask: { bias } }, 150],
    ['capped', { softcap: 2 }, 33],
  ])('%s: the weights of attention, to the bit', (_name, options, keys) => {
    const [query, key, value] = [
      [7, 6],
      [keys, 6],
      [keys, 2],
    ].map((shape) => random.tensor(...shape));
    const returns = /** @type {const} */ (['maskedScores', 'weights']);
    const all = { .../** @type {{}} */ (options), returns };
    const { maskedScores, weights } = engine().attention(query, key, value, all);
    for (let row = 0; row < 7; ++row) {
      const logits = { data: maskedScores.data.slice(row * keys, (row + 1) * keys), shape: [keys] };
      const expected = naive.softmax(logits.data);
      for (let index = 0; index < keys; index += 1 + Math.floor(keys / 9)) {
        const terms = engine().softmaxTerms(logits, { index });
        expect(terms.weight).toBe(weights.data[row * keys + index]);
        expect(terms.max).toBe(Math.max(...logits.data));
        expect(Math.abs(terms.exponentials[index] / terms.sum - expected[index])).toBeLessThan(
          1e-14,
        );
        expect(Math.abs(terms.weight - expected[index])).toBeLessThan(1e-6);
      }
    }
  });

  test('a row that sees nothing has nothing but zeros', () => {
    const logits = tensor([-Infinity, -Infinity]);
    const terms = engine().softmaxTerms(logits, { index: 1 });
    expect(terms).toEqual({ max: -Infinity, exponentials: new Float64Array(2), sum: 0, weight: 0 });
  });
});

onEveryVariant('difference', (engine) => {
  test('tells how far, where, and beside what', () => {
    const a = tensor([
      [1, -5, 2],
      [3, 4, 0],
    ]);
    const b = { data: a.data.slice(), shape: a.shape };
    expect(engine().difference(a, b)).toEqual({ largest: 0, at: [0, 0], scale: 5 });
    b.data[4] += 0.5;
    expect(engine().difference(a, b)).toEqual({ largest: 0.5, at: [1, 1], scale: 5 });
    b.data[5] = NaN;
    expect(engine().difference(a, b)).toEqual({ largest: Infinity, at: [1, 2], scale: 5 });
    expect(engine().difference(b, b)).toEqual({ largest: 0, at: [0, 0], scale: 5 });
    expect(engine().difference(zeros(0, 3), zeros(0, 3))).toEqual({ largest: 0, at: [], scale: 0 });
  });
});

onEveryVariant('randomTensor', (engine) => {
  test('writes into the tensor of an earlier call', () => {
    const into = engine().randomTensor([20, 30], { seed: 1 });
    const { data } = into;
    const written = engine().randomTensor([20, 30], { seed: 2, into });
    expect(written.data).toBe(data);
    expect(written).toEqual(engine().randomTensor([20, 30], { seed: 2 }));
    expect(() => engine().randomTensor([30, 20], { into })).toThrow(
      'into: got the shape [20, 30]; expected [30, 20]',
    );
  });

  test('has normals of the standard deviation, other ones for another seed or stream', () => {
    const whole = engine().randomTensor([200, 300], { sd: 0.5, seed: 7 });
    const mean = whole.data.reduce((sum, x) => sum + x, 0) / 60000;
    const variance = whole.data.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 60000;
    expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(0.25 / 60000));
    expect(Math.abs(variance - 0.25)).toBeLessThan(4 * 0.25 * Math.sqrt(2 / 60000));
    for (const other of [{ seed: 8 }, { seed: 7, stream: 1 }]) {
      const x = engine().randomTensor([200, 300], { sd: 0.5, ...other });
      const product = naive.dot(x.data, whole.data) / 60000;
      expect(Math.abs(product)).toBeLessThan(4 * 0.25 * Math.sqrt(1 / 60000));
    }
  });

  test('more rows keep the first ones, longer rows their beginning, and axes before are rows', () => {
    const some = engine().randomTensor([3, 20], { seed: 1 });
    const more = engine().randomTensor([2, 5, 20], { seed: 1 });
    expect(more.shape).toEqual([2, 5, 20]);
    expect(more.data.slice(0, 60)).toEqual(some.data);
    const longer = engine().randomTensor([3, 33], { seed: 1 });
    expect(longer.data.slice(33, 53)).toEqual(some.data.slice(20, 40));
    expect(engine().randomTensor([3, 20])).not.toEqual(some);
    expect(engine().randomTensor([2, 0])).toEqual(zeros(2, 0));
    expect(engine().randomTensor([]).data).toEqual(engine().randomTensor([1]).data);
    expect(engine().randomTensor([3, 2], { sd: 0 }).data.map(Math.abs)).toEqual(zeros(3, 2).data);
  });
});

const python = pythonWith('numpy');
(python ? describe : describe.skip)('randomTensor in another language', () => {
  test('row i is row 2^32 (65536 + stream) + i of the draws', async () => {
    const engine = await load({ engine: 'simd' });
    const [rows, columns, seed, stream] = [3, 37, 2 ** 40 + 5, 7];
    const program = `
import json, numpy as np
seed = ${seed}
${generatorCode(['normal'])}
numbers = ((65536 + ${stream}) << 32) + np.arange(${rows})
print(json.dumps(rows(${streams.draw}, numbers, ${columns}, normal, 0, 0.5).ravel().tolist()))`;
    const { stdout } = spawnSync(/** @type {string} */ (python), ['-c', program]);
    const own = engine.randomTensor([rows, columns], { sd: 0.5, seed, stream });
    expectTensor(own, [rows, columns], JSON.parse(stdout.toString()), 1e-6);
  });
});
