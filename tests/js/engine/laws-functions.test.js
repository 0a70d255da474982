// Laws of the functions around attention.
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { laws, problemOf, shapes } from './laws.js';
import { expectClose, map, Random, sizeOf } from './tensors.js';

/** @import { Tensor } from '../../../web/engine/types.js' */

laws('functions', 720, (law) => {
  const tensors = fc
    .record({
      shape: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      seed: fc.nat(2 ** 31 - 1),
    })
    .map(({ shape, seed: own }) => {
      const random = new Random(own);
      const axis = random.below(shape.length);
      return {
        x: random.tensor(...shape),
        axis: random.below(2) === 0 ? axis : axis - shape.length,
        random,
      };
    });
  /**
   * Returns the rows of a tensor along an axis.
   * @param {Tensor} tensor
   * @param {number} axis
   * @returns {number[][]}
   */
  const rowsOf = ({ data, shape }, axis) => {
    const at = axis < 0 ? axis + shape.length : axis;
    const count = shape[at];
    const inner = sizeOf(shape.slice(at + 1));
    return Array.from({ length: data.length / count }, (_, row) =>
      Array.from(
        { length: count },
        (__, k) => data[(Math.floor(row / inner) * count + k) * inner + (row % inner)],
      ),
    );
  };

  law(
    'softmax: rows sum to 1, a shift changes nothing, its logarithm is logSoftmax',
    tensors,
    (sd, { x, axis }) => {
      const weights = rowsOf(sd.softmax(x, { axis }), axis);
      const logs = rowsOf(sd.logSoftmax(x, { axis }), axis);
      const shifted = rowsOf(
        sd.softmax(
          map(x, (v) => v + 3),
          { axis },
        ),
        axis,
      );
      rowsOf(x, axis).forEach((row, r) => {
        const sum = row.reduce((total, v) => total + Math.exp(v), 0);
        expectClose(
          weights[r],
          row.map((v) => Math.exp(v) / sum),
          1e-6,
          'weights',
        );
        expectClose(
          logs[r],
          row.map((v) => v - Math.log(sum)),
          2e-6,
          'logarithms',
        );
        expectClose(shifted[r], weights[r], 2e-6, 'shifted');
      });
    },
  );

  law('softmax: gradients are those of the Jacobian', tensors, (sd, { x, axis, random }) => {
    const gradient = random.tensor(...x.shape);
    const own = rowsOf(sd.softmaxGradient(x, gradient, { axis }), axis);
    const ofLog = rowsOf(sd.logSoftmaxGradient(x, gradient, { axis }), axis);
    const g = rowsOf(gradient, axis);
    const jacobians = sd.softmaxJacobian(x);
    rowsOf(x, axis).forEach((row, r) => {
      const sum = row.reduce((total, v) => total + Math.exp(v), 0);
      const weights = row.map((v) => Math.exp(v) / sum);
      const mean = weights.reduce((total, w, i) => total + w * g[r][i], 0);
      expectClose(
        own[r],
        weights.map((w, i) => w * (g[r][i] - mean)),
        2e-6,
        'softmax',
      );
      const total = g[r].reduce((a, b) => a + b, 0);
      expectClose(
        ofLog[r],
        weights.map((w, i) => g[r][i] - w * total),
        2e-5,
        'logSoftmax',
      );
    });
    const count = x.shape.at(-1) ?? 1;
    const last = rowsOf(sd.softmax(x), -1);
    last.forEach((weights, r) => {
      for (let i = 0; i < count; ++i)
        for (let j = 0; j < count; ++j)
          expectClose(
            [jacobians.data[(r * count + i) * count + j]],
            [weights[i] * ((i === j ? 1 : 0) - weights[j])],
            1e-6,
            'Jacobian',
          );
    });
  });

  law(
    'layerNorm: mean 0, variance 1, whatever the mean and sd of x',
    tensors,
    (sd, { x, axis }) => {
      const rows = axis < 0 ? axis + x.shape.length : axis;
      const count = sizeOf(x.shape.slice(rows));
      const { output, mean, inverseStd } = sd.layerNorm(x, { axis, epsilon: 1e-5 });
      const moved = sd.layerNorm(
        map(x, (v) => 4 * v + 8),
        { axis, epsilon: 16e-5 },
      );
      expectClose(moved.output.data, output.data, 1e-4, 'moved and stretched');
      for (let row = 0; row < mean.data.length; ++row) {
        const own = Array.from(x.data.subarray(row * count, (row + 1) * count));
        const average = own.reduce((sum, v) => sum + v, 0) / count;
        const variance = own.reduce((sum, v) => sum + (v - average) ** 2, 0) / count;
        const inverse = 1 / Math.sqrt(variance + 1e-5);
        expectClose([mean.data[row]], [average], 1e-6, 'mean');
        expectClose([inverseStd.data[row] / inverse], [1], 1e-5, 'inverseStd');
        expectClose(
          output.data.subarray(row * count, (row + 1) * count),
          own.map((v) => (v - average) * inverse),
          1e-4,
          'output',
        );
      }
    },
  );

  law(
    'norms: their gradients see neither shift nor stretch of x',
    tensors,
    (sd, { x, axis, random }) => {
      const first = axis < 0 ? axis + x.shape.length : axis;
      const count = sizeOf(x.shape.slice(first));
      const weight = random.tensor(...x.shape.slice(first));
      const gradient = random.tensor(...x.shape);
      const layer = sd.layerNormGradient(x, gradient, { axis, weight, epsilon: 1e-3 }).input.data;
      const rms = sd.rmsNormGradient(x, gradient, { axis, weight, epsilon: 0 }).input.data;
      const { inverseRms } = sd.rmsNorm(x, { axis, epsilon: 0 });
      for (let from = 0, row = 0; from < layer.length; from += count, ++row) {
        let [sum, along, size, alongSize] = [0, 0, 0, 0];
        for (let i = from; i < from + count; ++i) {
          sum += layer[i];
          size += Math.abs(layer[i]);
          along += rms[i] * x.data[i];
          alongSize +=
            Math.abs(rms[i] * x.data[i]) +
            Math.abs(gradient.data[i] * weight.data[i - from] * x.data[i]) * inverseRms.data[row];
        }
        // Without epsilon, rmsNorm does not change when x is scaled. layerNorm never changes when x is shifted.
        expectClose([sum], [0], 1e-5 * (1 + size) * 33, 'layerNorm');
        expectClose([along], [0], 1e-5 * (1 + alongSize), 'rmsNorm');
      }
    },
  );

  law(
    'rotary embedding: lengths stay, the gradient turns back, only distances count',
    fc.record({
      pairs: fc.integer({ min: 1, max: 9 }),
      more: fc.integer({ min: 0, max: 5 }),
      length: fc.integer({ min: 1, max: 12 }),
      seed: fc.nat(2 ** 31 - 1),
      interleaved: fc.boolean(),
    }),
    (sd, { pairs, more, length, seed: own, interleaved }) => {
      const random = new Random(own);
      const table = (/** @type {(x: number) => number} */ f) => ({
        data: Float32Array.from({ length: 40 * pairs }, (_, at) =>
          f(Math.floor(at / pairs) * 0.3 ** (at % pairs)),
        ),
        shape: [40, pairs],
      });
      const tables = { cosine: table(Math.cos), sine: table(Math.sin), interleaved };
      const width = 2 * pairs + more;
      const x = random.tensor(2, length, width);
      const y = sd.rotaryEmbedding(x, tables);
      expectClose(sd.rotaryEmbeddingGradient(y, tables).data, x.data, 1e-5, 'back');
      const rows = rowsOf(y, -1);
      rowsOf(x, -1).forEach((row, r) => {
        const [before, after] = [row, rows[r]].map((v) => Math.hypot(...v));
        expectClose([after], [before], 1e-5, 'length');
        expectClose(rows[r].slice(2 * pairs), row.slice(2 * pairs), 0, 'the rest');
      });
      // Moves query and key by the same number of positions.
      const [m, n, by] = [random.below(15), random.below(15), random.below(20)];
      const pair = random.tensor(2, width);
      const products = [0, by].map((shift) => {
        const { data } = sd.rotaryEmbedding(pair, {
          ...tables,
          positions: [m + shift, n + shift],
        });
        let product = 0;
        for (let c = 0; c < width; ++c) product += data[c] * data[width + c];
        return product;
      });
      expectClose([products[0]], [products[1]], 1e-4, 'product');
    },
  );

  law('scores: of attention, of cosine, of distance', shapes, (sd, shape) => {
    const { query, key, value } = problemOf({ ...shape, group: 1 });
    const width = query.shape.at(-1) ?? 1;
    const scaled = sd.scores(query, key);
    const { scores, scaledScores } = sd.attention(query, key, value, {
      returns: ['scores', 'scaledScores'],
    });
    expectClose(scaled.data, scaledScores.data, 3e-5, 'scaled-dot');
    expect(scaled.shape).toEqual(scaledScores.shape);
    const dots = sd.scores(query, key, { kind: 'dot' }).data;
    expectClose(dots, scores.data, 3e-5, 'dot');
    const cosines = sd.scores(query, key, { kind: 'cosine' }).data;
    const distances = sd.scores(query, key, { kind: 'distance' }).data;
    const [queries, keys] = [query, key].map(({ shape: own }) => own.at(-2) ?? 1);
    const squared = (/** @type {Tensor} */ { data }, /** @type {number} */ row) =>
      data.subarray(row * width, (row + 1) * width).reduce((sum, x) => sum + x * x, 0);
    dots.forEach((dot, at) => {
      const row = Math.floor(at / keys);
      const [q, k] = [
        squared(query, row),
        squared(key, Math.floor(row / queries) * keys + (at % keys)),
      ];
      expectClose([distances[at]], [2 * dot - q - k], 1e-4, 'distance');
      expectClose(
        [cosines[at]],
        [q * k === 0 ? 0 : dot / Math.sqrt(q * k)],
        1e-5 + (2e-6 * width) / Math.sqrt(q * k),
        'cosine',
      );
    });
  });
});
