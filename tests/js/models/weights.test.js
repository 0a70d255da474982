// Matrices read in several blocks give the same numbers as in one.
import { expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { Weights } from '../../../web/engine/models/weights.js';
import { numbersOf } from './models.js';

test.each([
  [true, [2100, 1000]],
  [false, [1000, 2100]],
])('x W + bias + add, transposed %p, by blocks', async (transposed, shape) => {
  const sd = await load({ engine: 'simd' });
  const [rows, inner, out] = [2, 1000, 2100];
  const matrix = numbersOf('blocks', 'W', inner * out);
  const x = { data: numbersOf('blocks', 'x', rows * inner), shape: [rows, inner] };
  const bias = numbersOf('blocks', 'bias', out);
  const add = { data: numbersOf('blocks', 'add', rows * out), shape: [rows, out] };
  let reads = 0;
  const source = {
    name: 'made',
    size: matrix.byteLength,
    read: async (/** @type {number} */ from, /** @type {number} */ to) => {
      ++reads;
      return new Uint8Array(matrix.buffer, from, to - from).slice();
    },
  };
  const stored = { name: 'W', type: 'F32', shape, source, begin: 0, bytes: matrix.byteLength };
  const weights = new Weights(sd, new Map([['W', stored]]));
  const { data } = await weights.linear(x, 'W', {
    transposed,
    bias: { data: bias, shape: [out] },
    add,
  });
  expect(reads).toBe(3);
  let worst = 0;
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j < out; ++j) {
      let sum = bias[j] + add.data[i * out + j];
      for (let k = 0; k < inner; ++k)
        sum += x.data[i * inner + k] * matrix[transposed ? j * inner + k : k * out + j];
      worst = Math.max(worst, Math.abs(sum - data[i * out + j]));
    }
  }
  expect(worst).toBeLessThan(1e-4);
});
