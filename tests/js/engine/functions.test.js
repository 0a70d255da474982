// Scores, softmax, normalisation and rotary embedding from JavaScript: forms, defaults, and results compared with
// double precision.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import * as naive from './naive.js';
import { expectTensor } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

/** @param {ArrayLike<number>} row */
const logSoftmaxOf = (row) => naive.softmax(row).map(Math.log);

/**
 * Applies a function to every row along an axis of a tensor.
 *
 * @param {Tensor} x
 * @param {number} axis
 * @param {(row: number[]) => number[]} f
 */
function along({ data, shape }, axis, f) {
  const count = shape[axis];
  const inner = naive.sizeOf(shape.slice(axis + 1));
  const result = new Array(data.length);
  for (let start = 0; start < data.length; ++start) {
    if (Math.floor(start / inner) % count !== 0) continue;
    const row = Array.from({ length: count }, (_, i) => data[start + i * inner]);
    f(row).forEach((y, i) => (result[start + i * inner] = y));
  }
  return result;
}

/** @param {Tensor} x @param {(x: Tensor) => ArrayLike<number>} f @param {Tensor} g */
const slopesOf = (x, f, g) => naive.slopes(x, (moved) => naive.dot(f(moved), g.data));

const x = naive.random(1, 2, 3, 5);
const g = naive.random(2, 2, 3, 5);

onEveryVariant('softmax', (engine) => {
  test.each([
    ['the last axis by default', undefined, 2],
    ['an empty choice', {}, 2],
    ['the first', { axis: 0 }, 0],
    ['one in between', { axis: 1 }, 1],
    ['one counted from the end', { axis: -2 }, 1],
  ])('%s', (_, options, axis) => {
    expectTensor(engine().softmax(x, options), x.shape, along(x, axis, naive.softmax));
    expectTensor(engine().logSoftmax(x, options), x.shape, along(x, axis, logSoftmaxOf));
    const gradient = engine().softmaxGradient(x, g, options);
    const expected = slopesOf(x, (moved) => along(moved, axis, naive.softmax), g);
    expectTensor(gradient, x.shape, expected, 1e-4);
    const logGradient = engine().logSoftmaxGradient(x, g, options);
    const logExpected = slopesOf(x, (moved) => along(moved, axis, logSoftmaxOf), g);
    expectTensor(logGradient, x.shape, logExpected, 1e-4);
  });

  test('a row of -Infinity has weights 0', () => {
    const row = tensor([
      [-Infinity, -Infinity, 1, 2],
      [-Infinity, -Infinity, -Infinity, -Infinity],
    ]);
    const [low, high] = naive.softmax([1, 2]);
    expectTensor(engine().softmax(row), [2, 4], [0, 0, low, high, 0, 0, 0, 0]);
    expect(Array.from(engine().logSoftmax(row).data.slice(4))).toEqual(
      new Array(4).fill(-Infinity),
    );
  });

  test('the entropy of weights, along any axis', () => {
    const entropyOf = (/** @type {number[]} */ row) => {
      const terms = row.map((p) => (p > 0 ? p * Math.log(p) : 0));
      return 0 - terms.reduce((sum, term) => sum + term, 0);
    };
    for (const axis of [0, 1, 2, -1]) {
      const weights = engine().softmax(x, { axis });
      const from = axis < 0 ? axis + 3 : axis;
      const inner = naive.sizeOf(x.shape.slice(from + 1));
      const count = x.shape[from];
      const repeated = along(weights, from, (row) => row.map(() => entropyOf(row)));
      const expected = repeated.filter((_, i) => Math.floor(i / inner) % count === 0);
      const shape = x.shape.filter((_, i) => i !== from);
      expectTensor(engine().entropy(weights, { axis }), shape, expected);
      if (axis === -1)
        expect(engine().entropy(weights)).toEqual(engine().entropy(weights, { axis }));
    }
    const rows = tensor([
      [0, 1, 0, 0],
      [0.25, 0.25, 0.25, 0.25],
      [0, 0, 0, 0],
      [NaN, 1, 0, 0],
    ]);
    const { data, shape } = engine().entropy(rows);
    expect(shape).toEqual([4]);
    expect(Array.from(data)).toEqual([0, Math.fround(Math.log(4)), 0, NaN]);
    expect(engine().entropy(tensor([1]))).toEqual({ data: new Float32Array(1), shape: [] });
    expect(engine().entropy(tensor([[], []]))).toEqual({ data: new Float32Array(2), shape: [2] });
  });

  test('the Jacobian of a row, and a gradient through it', () => {
    const jacobian = (/** @type {Tensor} */ { data }) =>
      [0, 1].flatMap((row) => {
        const w = naive.softmax(data.slice(3 * row, 3 * row + 3));
        return w.flatMap((a, i) => w.map((b, j) => a * (Number(i === j) - b)));
      });
    const rows = naive.random(3, 2, 3);
    expectTensor(engine().softmaxJacobian(rows), [2, 3, 3], jacobian(rows));
    const one = tensor(rows.data.slice(0, 3));
    expectTensor(engine().softmaxJacobian(one), [3, 3], jacobian(rows).slice(0, 9));
    const outer = naive.random(4, 2, 3, 3);
    const gradient = engine().softmaxJacobianGradient(rows, outer);
    expectTensor(gradient, [2, 3], slopesOf(rows, jacobian, outer), 1e-4);
  });

  test.each([[[0, 4]], [[4, 0]], [[2, 0, 3]]])('an empty tensor %p stays one', (shape) => {
    const empty = { data: new Float32Array(0), shape };
    expect(engine().softmax(empty)).toEqual(empty);
    expect(engine().logSoftmax(empty, { axis: 0 })).toEqual(empty);
    expect(engine().softmaxGradient(empty, empty)).toEqual(empty);
    expect(engine().softmaxJacobian(empty).shape).toEqual([...shape, shape.at(-1)]);
  });
});

/** @param {number[]} row @param {number} epsilon */
function normalise(row, epsilon) {
  const mean = row.reduce((sum, y) => sum + y, 0) / row.length;
  const variance = row.reduce((sum, y) => sum + (y - mean) ** 2, 0) / row.length;
  const inverseStd = 1 / Math.sqrt(variance + epsilon);
  return { mean, inverseStd, row: row.map((y) => (y - mean) * inverseStd) };
}

/** @param {number[]} row @param {number} epsilon */
function rms(row, epsilon) {
  const inverseRms = 1 / Math.sqrt(row.reduce((sum, y) => sum + y * y, 0) / row.length + epsilon);
  return { inverseRms, row: row.map((y) => y * inverseRms) };
}

/** @param {Tensor} tensor @param {number} count @returns {number[][]} */
const rowsOf = ({ data }, count) =>
  Array.from({ length: data.length / count }, (_, i) =>
    Array.from(data.slice(i * count, (i + 1) * count)),
  );

onEveryVariant('normalisation', (engine) => {
  /** @type {[string, any, number[], number[]][]} */
  const cases = [
    ['the last axis by default', {}, [2, 3], [5]],
    ['an epsilon', { epsilon: 0.25 }, [2, 3], [5]],
    ['the last two axes', { axis: 1 }, [2], [3, 5]],
    ['all axes', { axis: -3 }, [], [2, 3, 5]],
  ];
  test.each(cases)('%s', (_, options, rows, row) => {
    const count = naive.sizeOf(row);
    const weight = naive.random(3, ...row);
    const bias = naive.random(4, ...row);
    const epsilon = options.epsilon ?? 1e-5;
    const layer = (/** @type {Tensor} */ y, w = weight, b = bias) =>
      rowsOf(y, count).flatMap((one) =>
        normalise(one, epsilon).row.map((z, i) => z * w.data[i] + b.data[i]),
      );
    const root = (/** @type {Tensor} */ y, w = weight) =>
      rowsOf(y, count).flatMap((one) => rms(one, epsilon).row.map((z, i) => z * w.data[i]));

    const result = engine().layerNorm(x, { ...options, weight, bias });
    expect(Object.keys(result)).toEqual(['output', 'mean', 'inverseStd']);
    expectTensor(result.output, x.shape, layer(x));
    const facts = rowsOf(x, count).map((one) => normalise(one, epsilon));
    expectTensor(
      result.mean,
      rows,
      facts.map(({ mean }) => mean),
    );
    expectTensor(
      result.inverseStd,
      rows,
      facts.map(({ inverseStd }) => inverseStd),
    );
    const bare = engine().layerNorm(x, options);
    expectTensor(
      bare.output,
      x.shape,
      facts.flatMap((one) => one.row),
    );

    const gradient = engine().layerNormGradient(x, g, { ...options, weight, bias });
    expect(Object.keys(gradient)).toEqual(['input', 'weight', 'bias']);
    expectTensor(
      gradient.input,
      x.shape,
      slopesOf(x, (y) => layer(y), g),
      1e-3,
    );
    const { weight: byWeight, bias: byBias } = gradient;
    if (!byWeight || !byBias) throw new Error('a gradient is missing');
    expectTensor(
      byWeight,
      row,
      slopesOf(weight, (w) => layer(x, w), g),
      1e-4,
    );
    expectTensor(
      byBias,
      row,
      slopesOf(bias, (b) => layer(x, weight, b), g),
      1e-4,
    );
    expect(Object.keys(engine().layerNormGradient(x, g, options))).toEqual(['input']);
    const biasOnly = engine().layerNormGradient(x, g, { ...options, bias });
    expect(Object.keys(biasOnly)).toEqual(['input', 'bias']);
    expect(biasOnly.bias).toEqual(byBias);

    const rootResult = engine().rmsNorm(x, { ...options, weight });
    expect(Object.keys(rootResult)).toEqual(['output', 'inverseRms']);
    expectTensor(rootResult.output, x.shape, root(x));
    const inverses = rowsOf(x, count).map((one) => rms(one, epsilon).inverseRms);
    expectTensor(rootResult.inverseRms, rows, inverses);
    const rootGradient = engine().rmsNormGradient(x, g, { ...options, weight });
    expectTensor(
      rootGradient.input,
      x.shape,
      slopesOf(x, (y) => root(y), g),
      1e-3,
    );
    const { weight: rootByWeight } = rootGradient;
    if (!rootByWeight) throw new Error('a gradient is missing');
    expectTensor(
      rootByWeight,
      row,
      slopesOf(weight, (w) => root(x, w), g),
      1e-4,
    );
    expect(Object.keys(engine().rmsNormGradient(x, g, options))).toEqual(['input']);
  });
});

onEveryVariant('rotary embedding', (engine) => {
  const angles = naive.random(5, 6, 2);
  const cosine = { data: angles.data.map(Math.cos), shape: [6, 2] };
  const sine = { data: angles.data.map(Math.sin), shape: [6, 2] };
  /**
   * @param {Tensor} y
   * @param {(row: number) => number} position
   * @param {boolean} interleaved
   */
  const turned = ({ data, shape }, position, interleaved) => {
    const width = /** @type {number} */ (shape.at(-1));
    const result = Array.from(data);
    for (let row = 0; row < data.length / width; ++row) {
      for (let c = 0; c < 2; ++c) {
        const [one, two] = interleaved ? [2 * c, 2 * c + 1] : [c, c + 2];
        const angle = angles.data[2 * position(row) + c];
        const [first, second] = [data[row * width + one], data[row * width + two]];
        result[row * width + one] = Math.cos(angle) * first - Math.sin(angle) * second;
        result[row * width + two] = Math.sin(angle) * first + Math.cos(angle) * second;
      }
    }
    return result;
  };

  test.each([
    [
      'positions 0, 1, ... along the axis before the last',
      undefined,
      (/** @type {number} */ row) => row % 3,
    ],
    [
      'positions of its own',
      [5, 0, 0, 1, 2, 3],
      (/** @type {number} */ row) => [5, 0, 0, 1, 2, 3][row],
    ],
    ['positions in a typed array', new Uint8Array([1, 1, 1, 1, 1, 1]), () => 1],
  ])('%s', (_, positions, position) => {
    for (const interleaved of [false, true]) {
      const options = { cosine, sine, positions, interleaved };
      expectTensor(engine().rotaryEmbedding(x, options), x.shape, turned(x, position, interleaved));
      const gradient = engine().rotaryEmbeddingGradient(g, options);
      const expected = slopesOf(x, (y) => turned(y, position, interleaved), g);
      expectTensor(gradient, x.shape, expected, 1e-4);
    }
    const halves = engine().rotaryEmbedding(x, { cosine, sine, positions });
    expectTensor(halves, x.shape, turned(x, position, false));
  });
});

const query = naive.random(6, 2, 4, 3);
const key = naive.random(7, 2, 5, 3);
const outer = naive.random(8, 2, 4, 5);
const wide = naive.random(9, 2, 5, 6);

/** @param {Tensor} tensor @param {number} row */
const rowOf = ({ data, shape }, row) => {
  const width = /** @type {number} */ (shape.at(-1));
  return Array.from(data.slice(row * width, (row + 1) * width));
};
/** @param {number[]} q @param {Tensor} w @returns {number[]} q W */
const times = (q, { data, shape: [, columns] }) =>
  Array.from({ length: columns }, (_, j) =>
    q.reduce((sum, y, i) => sum + y * data[i * columns + j], 0),
  );
const length = (/** @type {number[]} */ y) => Math.sqrt(naive.dot(y, y));

/** @type {[string, any, Tensor, Record<string, Tensor>, (q: number[], k: number[], p: any, j: number, scale: number) => number, number][]} */
const kinds = [
  ['dot', {}, key, {}, (q, k) => naive.dot(q, k), 1],
  ['scaled-dot', {}, key, {}, (q, k, _, __, s) => s * naive.dot(q, k), 1 / Math.sqrt(3)],
  ['scaled-dot', { scale: -2 }, key, {}, (q, k, _, __, s) => s * naive.dot(q, k), -2],
  ['scaled-dot', { scale: 'inverse' }, key, {}, (q, k, _, __, s) => s * naive.dot(q, k), 1 / 3],
  ['cosine', {}, key, {}, (q, k, _, __, s) => (s * naive.dot(q, k)) / (length(q) * length(k)), 1],
  [
    'cosine',
    { scale: 4 },
    key,
    {},
    (q, k, _, __, s) => (s * naive.dot(q, k)) / (length(q) * length(k)),
    4,
  ],
  [
    'general',
    {},
    wide,
    { weight: naive.random(10, 3, 6) },
    (q, k, p) => naive.dot(times(q, p.weight), k),
    1,
  ],
  [
    'additive',
    {},
    wide,
    {
      queryWeight: naive.random(11, 3, 7),
      keyWeight: naive.random(12, 6, 7),
      vector: naive.random(13, 7),
    },
    (q, k, p) => {
      const fromKey = times(k, p.keyWeight);
      const hidden = times(q, p.queryWeight).map((y, i) => Math.tanh(y + fromKey[i]));
      return naive.dot(hidden, p.vector.data);
    },
    1,
  ],
  [
    'location',
    {},
    wide,
    { weight: naive.random(14, 3, 5) },
    (q, _, p, j) => times(q, p.weight)[j],
    1,
  ],
  [
    'distance',
    {},
    key,
    {},
    (q, k, _, __, s) => -s * q.reduce((sum, y, i) => sum + (y - k[i]) ** 2, 0),
    1,
  ],
  [
    'distance',
    { scale: 0.5 },
    key,
    {},
    (q, k, _, __, s) => -s * q.reduce((sum, y, i) => sum + (y - k[i]) ** 2, 0),
    0.5,
  ],
];

onEveryVariant('scores', (engine) => {
  test.each(kinds)('%s %p', (kind, options, k, parameters, score, scale) => {
    const all = (q = query, k2 = k, p = parameters, s = scale) =>
      Array.from({ length: 40 }, (_, i) => {
        const [b, row, j] = [Math.floor(i / 20), Math.floor(i / 5), i % 5];
        return score(rowOf(q, row), rowOf(k2, 5 * b + j), p, j, s);
      });
    const own = Object.keys(parameters).length > 0 ? { parameters } : {};
    const given = { kind: /** @type {any} */ (kind), ...options, ...own };
    expectTensor(engine().scores(query, k, given), [2, 4, 5], all());
    const gradient = engine().scoresGradient(query, k, outer, given);
    expect(Object.keys(gradient)).toEqual(['query', 'key', 'parameters', 'scale']);
    expectTensor(
      gradient.query,
      query.shape,
      slopesOf(query, (q) => all(q), outer),
      2e-3,
    );
    expectTensor(
      gradient.key,
      k.shape,
      slopesOf(k, (k2) => all(query, k2), outer),
      2e-3,
    );
    expect(Object.keys(gradient.parameters)).toEqual(Object.keys(parameters));
    for (const [name, p] of Object.entries(parameters)) {
      const one = /** @type {Record<string, Tensor>} */ ({ ...gradient.parameters })[name];
      const moved = (/** @type {Tensor} */ y) => all(query, k, { ...parameters, [name]: y });
      expectTensor(one, p.shape, slopesOf(p, moved, outer), 2e-3);
    }
    const slope =
      naive.dot(all(query, k, parameters, scale + 0.01), outer.data) -
      naive.dot(all(query, k, parameters, scale - 0.01), outer.data);
    expect(gradient.scale).toBeCloseTo(slope / 0.02, 4);
  });

  test('of vectors without components are 0, whatever the factor', () => {
    const none = { data: new Float32Array(0), shape: [2, 0] };
    for (const scale of [undefined, 'rsqrt', 'inverse', { alpha: 2 }, 3]) {
      const options = /** @type {any} */ (scale === undefined ? {} : { scale });
      expectTensor(engine().scores(none, none, options), [2, 2], [0, 0, 0, 0], 1e-30);
    }
  });

  test('are scaled dot products by default, of matrices too', () => {
    const q = tensor([[3, 4]]);
    const k = tensor([
      [1, 0],
      [0, 2],
    ]);
    const root = Math.sqrt(2);
    expectTensor(engine().scores(q, k), [1, 2], [3 / root, 8 / root]);
    expectTensor(engine().scores(q, k, { kind: 'dot', parameters: {} }), [1, 2], [3, 8]);
    expect(engine().scores(q, { data: new Float32Array(0), shape: [0, 2] }).shape).toEqual([1, 0]);
  });
});
