// Attention and its gradient from JavaScript: shapes, returned forms and defaults.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import * as naive from './naive.js';
import { attentionNames as names, expectTensor, sameBits } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { AttentionName, Tensor } from '../../../web/engine/index.js' */

const { query, key, value } = naive.byHand;

onEveryVariant('attention', (engine) => {
  test('gives what pencil and paper give', () => {
    const result = engine().attention(query, key, value, { scale: 1 });
    expectTensor(result.output, [2, 1], naive.byHand.output);
    expect(Object.keys(result)).toEqual(['output', 'fullyMasked', 'nonFinite']);
    expect(result.fullyMasked).toEqual([]);
  });

  test('writes into the tensors it is given, even into its own arguments', () => {
    const returns = /** @type {const} */ (['output', 'weights', 'logSumExp']);
    const fresh = engine().attention(query, key, value, { returns });
    const into = engine().attention(query, key, value, { returns, scale: 3 });
    const again = engine().attention(query, key, value, { returns, into });
    for (const name of returns) {
      expect(again[name].data).toBe(into[name].data);
      expect(sameBits(again[name], fresh[name])).toBe(true);
    }
    const square = { data: query.data.slice(), shape: [2, 2] };
    const expected = engine().attention(square, square, square);
    const own = engine().attention(square, square, square, { into: { output: square } });
    expect(own.output.data).toBe(square.data);
    expect(sameBits(own.output, expected.output)).toBe(true);
  });

  test('refuses what it cannot write into, and writes nothing', () => {
    const output = tensor([[7], [7], [7]]);
    /** @param {unknown} into */
    const writing = (into) => () =>
      engine().attention(query, key, value, { into: /** @type {any} */ (into) });
    expect(writing({ output })).toThrow(
      new RangeError('into.output: got the shape [3, 1]; expected [2, 1]'),
    );
    expect([...output.data]).toEqual([7, 7, 7]);
    expect(writing({ output: [1, 2] })).toThrow(TypeError);
    expect(writing({ outputs: output })).toThrow(
      /^into: got the unknown name "outputs"; expected any of output, weights, /,
    );
    expect(writing(output.data)).toThrow(TypeError);
  });

  test('gradients are written into the tensors they are given, even into the arguments', () => {
    const mask = { bias: tensor([[0.5, -1, 2]]) };
    const slope = tensor([[1], [-2]]);
    const fresh = engine().attentionGradient(query, key, value, slope, { mask });
    const into = engine().attentionGradient(query, key, value, slope, { mask, scale: 3 });
    const again = engine().attentionGradient(query, key, value, slope, { mask, into });
    for (const name of /** @type {const} */ (['query', 'key', 'value', 'bias'])) {
      expect(again[name]?.data).toBe(into[name]?.data);
      expect(
        sameBits(/** @type {Tensor} */ (again[name]), /** @type {Tensor} */ (fresh[name])),
      ).toBe(true);
    }
    expect(again.scale).toBe(fresh.scale);
    const own = { data: key.data.slice(), shape: key.shape };
    const args = { mask, into: { key: own } };
    const { key: written } = engine().attentionGradient(query, own, value, slope, args);
    expect(written.data).toBe(own.data);
    expect(sameBits(written, fresh.key)).toBe(true);
    expect(() =>
      engine().attentionGradient(query, key, value, slope, { into: { value: query } }),
    ).toThrow(new RangeError('into.value: got the shape [2, 2]; expected [3, 1]'));
  });

  test('returns what it is asked for, in its shape', () => {
    const { data: q } = query;
    const b = [2, 3, 2, 2];
    const repeated = { data: Float32Array.from({ length: 24 }, (_, i) => q[i % 4]), shape: b };
    const keys = {
      data: Float32Array.from({ length: 36 }, (_, i) => key.data[i % 6]),
      shape: [2, 3, 3, 2],
    };
    const values = {
      data: Float32Array.from({ length: 18 }, (_, i) => value.data[i % 3]),
      shape: [2, 3, 3, 1],
    };
    const mask = { bias: tensor([0, 0, -Infinity]) };
    const options = { scale: 2, softcap: 2, mask, returns: names };
    const result = engine().attention(repeated, keys, values, options);
    expect(Object.keys(result)).toEqual([...names, 'fullyMasked', 'nonFinite']);
    /** @param {number[]} row */
    const all = (row) => Array.from({ length: 6 }, () => row).flat();
    const cap = 2 * Math.tanh(1);
    const [high, low] = [Math.exp(cap), 1].map((x) => x / (1 + Math.exp(cap)));
    const matrix = [2, 3, 2, 3];
    expectTensor(result.output, [2, 3, 2, 1], all([high + 2 * low, low + 2 * high]));
    expectTensor(result.weights, matrix, all([high, low, 0, low, high, 0]));
    expectTensor(result.scores, matrix, all([1, 0, 1, 0, 1, 1]));
    expectTensor(result.scaledScores, matrix, all([2, 0, 2, 0, 2, 2]));
    expectTensor(result.cappedScores, matrix, all([cap, 0, cap, 0, cap, cap]));
    expectTensor(result.maskedScores, matrix, all([cap, 0, -Infinity, 0, cap, -Infinity]));
    const logSumExp = Math.log(1 + Math.exp(cap));
    expectTensor(result.logSumExp, [2, 3, 2], all([logSumExp, logSumExp]));
  });

  test.each(names)('returns %s alone', (name) => {
    const all = engine().attention(query, key, value, { returns: names });
    const one = engine().attention(query, key, value, { returns: [name] });
    expect(Object.keys(one)).toEqual([name, 'fullyMasked', 'nonFinite']);
    const { shape, data } = Object(one[name]);
    expect(shape).toEqual(all[name].shape);
    expect(naive.distance(data, all[name].data)).toBeLessThan(1e-6);
  });

  test('returns nothing but the rows that are listed when it is asked for nothing', () => {
    expect(engine().attention(query, key, value, { returns: [] })).toEqual({
      fullyMasked: [],
      nonFinite: [],
    });
  });

  test('takes 1/sqrt(d_k) for the scale, no mask, no cap, no window', () => {
    const q = naive.random(1, 1, 2, 5, 16);
    const k = naive.random(2, 1, 2, 7, 16);
    const v = naive.random(3, 1, 2, 7, 3);
    const plain = engine().attention(q, k, v);
    for (const options of [
      {},
      { scale: 0.25 },
      { scale: 'rsqrt' },
      { scale: { alpha: 0.5 } },
      { causal: false },
      { window: {} },
      { window: { before: Infinity, after: 100 } },
      { mask: {} },
      { keyLengths: [7] },
      { mask: { allow: tensor([[true]]), block: tensor([0]), bias: tensor([[[[0]]]]) } },
    ]) {
      const other = engine().attention(q, k, v, /** @type {any} */ (options));
      expect(sameBits(plain.output, other.output)).toBe(true);
    }
    for (const scale of /** @type {const} */ (['none', 'inverse', -3, 1e30, 0])) {
      const { output } = engine().attention(q, k, v, { scale });
      expect(sameBits(plain.output, output)).toBe(false);
    }
  });

  test('every option does what the definition says, alone and with the others', () => {
    const [B, H, G, L, S] = [2, 4, 2, 9, 11];
    const q = naive.random(4, B, H, L, 8);
    const k = naive.random(5, B, G, S, 8);
    const v = naive.random(6, B, G, S, 5);
    const next = naive.numbers(7);
    /** @param {...number} shape */
    const bits = (...shape) => ({
      data: Uint8Array.from({ length: naive.sizeOf(shape) }, () => Number(next() > -0.6)),
      shape,
    });
    const bias = naive.random(8, H, 1, S);
    bias.data[3] = -Infinity;
    const parts = [
      { scale: -0.7 },
      { causal: 'upper-left' },
      { causal: 'lower-right' },
      { softcap: 0.5 },
      { window: { before: 3 } },
      { window: { before: 2, after: 1 }, causal: 'lower-right' },
      { window: { before: 0, after: 0 } },
      { keyLengths: [11, 4] },
      { keyLengths: new Uint8Array([0, 11]) },
      { keyLengths: [5, 8], causal: 'lower-right' },
      { mask: { allow: bits(L, S) } },
      { mask: { allow: bits(B, 1, L, S) } },
      { mask: { block: { data: Float64Array.from(bits(S).data, (x) => 1 - x), shape: [S] } } },
      { mask: { block: bits(B, H, L, 1) } },
      { mask: { bias } },
      { mask: { bias: naive.random(9, B, 1, 1, S), allow: bits(H, L, S), block: tensor([[0]]) } },
    ];
    for (const options of [...parts, Object.assign({}, ...parts)]) {
      const expected = naive.attention(q, k, v, options);
      const returns = /** @type {const} */ (['output', 'weights', 'logSumExp']);
      const result = engine().attention(q, k, v, { .../** @type {{}} */ (options), returns });
      expectTensor(result.output, [B, H, L, 5], expected.output);
      expectTensor(result.weights, [B, H, L, S], expected.weights);
      expectTensor(result.logSumExp, [B, H, L], expected.logSumExp, 2e-6);
      expect(result.fullyMasked).toEqual(expected.fullyMasked);
    }
  });

  test('a mask of any typed array is the same mask', () => {
    const bits = [1, 0, 1, 0, 1, 1];
    const mask = (/** @type {any} */ data) => ({ allow: { data, shape: [2, 3] } });
    const expected = engine().attention(query, key, value, { mask: mask(Float32Array.from(bits)) });
    for (const kind of [
      Float64Array,
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
    ]) {
      const { output } = engine().attention(query, key, value, { mask: mask(kind.from(bits)) });
      expect(sameBits(output, expected.output)).toBe(true);
    }
  });

  test('lists the rows that see nothing, and gives them zeros', () => {
    const allow = tensor([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    const result = engine().attention(query, key, value, {
      scale: 1,
      mask: { allow },
      returns: ['output', 'weights', 'logSumExp'],
    });
    expect(result.fullyMasked).toEqual([1]);
    expectTensor(result.output, [2, 1], [naive.byHand.output[0], 0]);
    expect(Array.from(result.weights.data.slice(3))).toEqual([0, 0, 0]);
    expect(result.logSumExp.data[1]).toBe(-Infinity);
  });

  test('leaves its arguments alone, and its results are their own', () => {
    const q = naive.random(1, 3, 4);
    const before = q.data.slice();
    const first = engine().attention(q, q, q);
    const kept = first.output.data.slice();
    first.output.shape.push(1);
    engine().attention(naive.random(2, 3, 4), q, q);
    expect(q.data).toEqual(before);
    expect(q.shape).toEqual([3, 4]);
    expect(first.output.data).toEqual(kept);
  });

  const shapes = [
    [1, 1, 1, 0, 3, 2, 2],
    [1, 1, 1, 3, 0, 2, 2],
    [1, 1, 1, 3, 4, 2, 0],
    [1, 0, 0, 3, 4, 2, 2],
    [1, 0, 2, 3, 4, 2, 2],
    [0, 2, 1, 3, 4, 2, 2],
    [0, 0, 0, 0, 0, 1, 0],
  ];
  test.each(shapes)('empty tensors: B %i, H %i, %i key heads, L %i, S %i, d %i, %i', (...sizes) => {
    const [B, H, G, L, S, d, dv] = sizes;
    const q = naive.random(1, B, H, L, d);
    const k = naive.random(2, B, G, S, d);
    const v = naive.random(3, B, G, S, dv);
    const result = engine().attention(q, k, v, { returns: names });
    expectTensor(result.output, [B, H, L, dv], new Float32Array(B * H * L * dv));
    expect(result.weights.shape).toEqual([B, H, L, S]);
    expect(result.logSumExp.data.length).toBe(B * H * L);
    const rows = S === 0 ? Array.from({ length: B * H * L }, (_, i) => i) : [];
    expect(result.fullyMasked).toEqual(rows);
    const gradient = engine().attentionGradient(q, k, v, naive.random(4, B, H, L, dv));
    expect(gradient.query.shape).toEqual(q.shape);
    if (L * dv === 0 || B * H === 0) {
      expectTensor(gradient.key, k.shape, new Float32Array(k.data.length));
      expectTensor(gradient.value, v.shape, new Float32Array(v.data.length));
      expect(gradient.scale).toBe(0);
    }
  });
});

onEveryVariant('the gradient of attention', (engine) => {
  const [B, H, G, L, S] = [2, 2, 1, 3, 4];
  const q = naive.random(1, B, H, L, 3);
  const k = naive.random(2, B, G, S, 3);
  const v = naive.random(3, B, G, S, 2);
  const g = naive.random(4, B, H, L, 2);
  const bias = naive.random(5, H, 1, S);
  const options = { scale: 0.8, softcap: 3, causal: /** @type {const} */ ('lower-right') };
  /** @param {any} changed */
  const loss = (changed) => {
    const { q: query2 = q, k: key2 = k, v: value2 = v, bias: bias2 = bias, ...others } = changed;
    const all = { ...options, mask: { bias: bias2 }, ...others };
    return naive.dot(naive.attention(query2, key2, value2, all).output, g.data);
  };

  test('is the slope of a loss in every argument', () => {
    const gradient = engine().attentionGradient(q, k, v, g, { ...options, mask: { bias } });
    expect(Object.keys(gradient)).toEqual(['query', 'key', 'value', 'scale', 'bias']);
    expectTensor(
      gradient.query,
      q.shape,
      naive.slopes(q, (x) => loss({ q: x })),
      1e-4,
    );
    expectTensor(
      gradient.key,
      k.shape,
      naive.slopes(k, (x) => loss({ k: x })),
      1e-4,
    );
    expectTensor(
      gradient.value,
      v.shape,
      naive.slopes(v, (x) => loss({ v: x })),
      1e-4,
    );
    const slope = (loss({ scale: 0.81 }) - loss({ scale: 0.79 })) / 0.02;
    expect(gradient.scale).toBeCloseTo(slope, 3);
    const { bias: biasGradient } = gradient;
    if (!biasGradient) throw new Error('no gradient of the bias');
    expectTensor(
      biasGradient,
      bias.shape,
      naive.slopes(bias, (x) => loss({ bias: x })),
      1e-4,
    );
  });

  test('has no bias unless there is one, and takes what attention() returned', () => {
    const plain = engine().attentionGradient(q, k, v, g, options);
    expect(Object.keys(plain)).toEqual(['query', 'key', 'value', 'scale']);
    const returns = /** @type {const} */ (['output', 'logSumExp']);
    const forward = engine().attention(q, k, v, { ...options, returns });
    expect(engine().attentionGradient(q, k, v, g, { ...options, forward })).toEqual(plain);
  });
});
