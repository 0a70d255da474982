// scaledot/torch against PyTorch: fixtures/torch.json is what fixtures/torch_cases.py wrote, and is written
// again and compared where python3 has torch.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  multiheadAttention,
  scaledDotProductAttention,
  scaledDotProductAttentionGradient,
} from '../../../web/engine/adapters/torch.js';
import { pythonWith } from '../python.js';
import { onEveryVariant } from './variants.js';

/** @typedef {{data: Float32Array | Uint8Array, shape: number[]}} Values */
/** @typedef {Record<string, any>} Named */

const fixtures = new URL('fixtures/', import.meta.url);
/** @type {Named} */
const stored = JSON.parse(readFileSync(new URL('torch.json', fixtures), 'utf8'));

/** @param {number[]} shape */
const count = (shape) => shape.reduce((a, b) => a * b, 1);

/** @param {Named} tensor of the fixtures @returns {Values} */
const asTensor = ({ shape, data, dtype }) => ({
  shape,
  data: dtype === 'bool' ? Uint8Array.from(data) : Float32Array.from(data),
});

/** @param {Named} given */
const withTensors = (given) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value?.data ? asTensor(value) : value]),
  );

/** @param {Named} ours @param {Named} theirs @param {number} tolerance relative to 1 and to the number */
function expectClose(ours, theirs, tolerance) {
  expect(ours.shape).toEqual(theirs.shape);
  expect(ours.data).toHaveLength(count(theirs.shape));
  const wrong = Array.from(theirs.data, (b, i) => ({ i, ours: ours.data[i], theirs: b })).filter(
    ({ ours: a, theirs: b }) => !(a === b || Math.abs(a - b) <= tolerance * (1 + Math.abs(b))),
  );
  expect(wrong).toEqual([]);
}

/** @param {Named} ours @param {Named} theirs tensors by the names of arguments */
function expectGradients(ours, theirs) {
  expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
  for (const [name, tensor] of Object.entries(theirs)) expectClose(ours[name], tensor, 3e-6);
}

const python = pythonWith('torch');
(python ? test : test.skip)(
  'the fixtures are what PyTorch says',
  () => {
    const script = fileURLToPath(new URL('torch_cases.py', fixtures));
    const { stdout, stderr, status } = spawnSync(String(python), ['-B', script], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(stderr);
    /** @param {unknown} fresh @param {unknown} old @param {string} place */
    const compare = (fresh, old, place) => {
      if (typeof fresh === 'number' && typeof old === 'number') {
        const close = fresh === old || Math.abs(fresh - old) <= 1e-8 * (1 + Math.abs(old));
        if (!close) throw new Error(`${place}: PyTorch says ${fresh}, the fixtures say ${old}`);
      } else if (typeof fresh === 'object' && typeof old === 'object' && fresh && old) {
        expect(Object.keys(fresh)).toEqual(Object.keys(old));
        for (const [name, value] of Object.entries(fresh)) {
          compare(value, /** @type {Named} */ (old)[name], `${place}.${name}`);
        }
      } else {
        expect([place, fresh]).toEqual([place, old]);
      }
    };
    compare(JSON.parse(stdout), stored, 'fixtures');
  },
  120_000,
);

/** @param {Named[]} list @returns {[string, Named][]} */
const named = (list) => list.map((one) => [one.name, one]);

/** Numbers that differ from each other. @param {...number} shape @returns {Values} */
const floats = (...shape) => ({
  shape,
  data: Float32Array.from({ length: count(shape) }, (_, i) => ((i * 37) % 29) / 8 - 1.75),
});
/** @param {(i: number) => unknown} isTrue @param {...number} shape @returns {Values} */
const bools = (isTrue, ...shape) => ({
  shape,
  data: Uint8Array.from({ length: count(shape) }, (_, i) => (isTrue(i) ? 1 : 0)),
});
/** A part of the numbers. @param {Values} tensor @param {number} first @param {number} last */
const part = ({ data }, first, last) => Array.from(data.subarray(first, last));

onEveryVariant('scaledot/torch, scaledDotProductAttention', (engine) => {
  const cases = named([...stored.scaledDotProductAttention, ...stored.broadcast]);

  test.each(cases)('with %s is what PyTorch gives', (_, one) => {
    const { query, key, value } = withTensors(one.inputs);
    const output = scaledDotProductAttention(engine(), query, key, value, withTensors(one.options));
    expectClose(output, one.output, 3e-6);
  });

  test.each(cases)('gradients with %s are what PyTorch gives', (_, one) => {
    const { query, key, value } = withTensors(one.inputs);
    const { scale, ...gradients } = scaledDotProductAttentionGradient(
      ...[engine(), query, key, value, asTensor(one.grad_output)],
      withTensors(one.options),
    );
    expectGradients(gradients, one.gradients);
    expect(Number.isFinite(scale)).toBe(true);
  });

  test('the gradient with respect to the factor is that of a difference', () => {
    const [grad_output, step] = [floats(2, 3, 2), 1e-2];
    const loss = (/** @type {number} */ scale) =>
      scaledDotProductAttention(engine(), query, key, value, { scale }).data.reduce(
        (sum, number, i) => sum + number * grad_output.data[i],
        0,
      );
    const { scale } = scaledDotProductAttentionGradient(engine(), query, key, value, grad_output, {
      scale: 0.5,
    });
    expect(scale).toBeCloseTo((loss(0.5 + step) - loss(0.5 - step)) / (2 * step), 3);
  });

  test('a row that sees no key has no gradient, and gives none', () => {
    const attn_mask = bools((i) => i >= 5, 3, 5); // nothing for query 0
    const grad_output = floats(2, 3, 2);
    const gradient = (/** @type {Values} */ given) =>
      scaledDotProductAttentionGradient(engine(), query, key, value, given, { attn_mask });
    const whole = gradient(grad_output);
    expect(part(whole.query, 0, 4)).toEqual([0, 0, 0, 0]);
    const other = { ...grad_output, data: grad_output.data.map((x, i) => (i % 6 < 2 ? 9 : x)) };
    expect(gradient(other)).toEqual(whole);
  });

  const [query, key, value] = [floats(2, 3, 4), floats(2, 5, 4), floats(2, 5, 2)];

  test('a boolean mask may be float32 with its dtype said, and options may be left out', () => {
    const mask = bools((i) => i % 4, 3, 5);
    const attn_mask = { data: Float32Array.from(mask.data), shape: [3, 5], dtype: 'bool' };
    const one = scaledDotProductAttention(engine(), query, key, value, { attn_mask });
    expect(one).toEqual(
      scaledDotProductAttention(engine(), query, key, value, { attn_mask: mask }),
    );
    const plain = scaledDotProductAttention(engine(), query, key, value);
    const none = { attn_mask: null, is_causal: false, scale: null, enable_gqa: false };
    expect(scaledDotProductAttention(engine(), query, key, value, none)).toEqual(plain);
    expect(one).not.toEqual(plain);
  });

  test('a row that sees no key is 0, the others as they were', () => {
    const attn_mask = bools((i) => i >= 5, 3, 5); // nothing for query 0
    const { data } = scaledDotProductAttention(engine(), query, key, value, { attn_mask });
    const plain = scaledDotProductAttention(engine(), query, key, value);
    for (const head of [0, 6]) {
      expect(part({ data, shape: [] }, head, head + 2)).toEqual([0, 0]);
      expect(part({ data, shape: [] }, head + 2, head + 6)).toEqual(
        part(plain, head + 2, head + 6),
      );
    }
  });

  test('no heads give no output, and gradients of nothing', () => {
    const none = [floats(0, 3, 4), floats(0, 5, 4), floats(0, 5, 2)];
    const output = scaledDotProductAttention(engine(), none[0], none[1], none[2]);
    expect(output).toEqual({ data: new Float32Array(0), shape: [0, 3, 2] });
    const one = [floats(1, 5, 4), floats(1, 5, 2)];
    const gradient = scaledDotProductAttentionGradient(engine(), none[0], one[0], one[1], output);
    expect(gradient.query).toEqual(none[0]);
    expect(gradient.key).toEqual({ data: new Float32Array(20), shape: [1, 5, 4] });
    expect(gradient.value).toEqual({ data: new Float32Array(10), shape: [1, 5, 2] });
  });

  test('no heads at all give nothing, with enable_gqa, too', () => {
    const none = floats(0, 3, 4);
    const output = scaledDotProductAttention(engine(), none, none, none, { enable_gqa: true });
    expect(output).toEqual({ data: new Float32Array(0), shape: [0, 3, 4] });
  });

  test('takes a dropout_p of 0, as programs for PyTorch write it', () => {
    const output = scaledDotProductAttention(engine(), query, key, value, { dropout_p: 0 });
    expect(output).toEqual(scaledDotProductAttention(engine(), query, key, value));
  });

  const wide = floats(1, 2, 3, 4, 5);
  const refusals = /** @type {[any[], string][]} */ ([
    [[undefined, key, value], 'query: got undefined; expected a tensor of float32'],
    [[floats(4), floats(4), floats(4)], 'query: got the shape [4]; expected 2 axes or more'],
    [[query, floats(4), value], 'key: got the shape [4]; expected 2 axes or more'],
    [[query, key, floats(2)], 'value: got the shape [2]; expected 2 axes or more'],
    [
      [query, floats(2, 5, 3), value],
      'key: shape [2, 5, 3] does not match query: shape [2, 3, 4]; the last dimensions must be equal',
    ],
    [
      [query, floats(3, 5, 4), floats(3, 5, 2)],
      'key: shape [3, 5, 4] does not match query: shape [2, 3, 4]; all but the last two dimensions must be equal or 1 unless enable_gqa is true',
    ],
    [
      [query, floats(1, 5, 4), floats(3, 5, 2)],
      'value: shape [3, 5, 2] does not match key: shape [1, 5, 4]; all but the last two dimensions must be equal or 1 unless enable_gqa is true',
    ],
    [
      [query, floats(3, 5, 4), floats(3, 5, 2), { enable_gqa: true }],
      "key: shape [3, 5, 4] does not match query: shape [2, 3, 4]; with enable_gqa the key's heads must divide the query's",
    ],
    [
      [wide, floats(1, 3, 3, 4, 5), floats(1, 3, 3, 4, 5), { enable_gqa: true }],
      'key: shape [1, 3, 3, 4, 5] does not match query: shape [1, 2, 3, 4, 5]; the dimensions before the heads must be equal or 1',
    ],
    [
      [floats(4, 3, 4), floats(2, 5, 4), floats(4, 5, 2), { enable_gqa: true }],
      'value: shape [4, 5, 2] does not match key: shape [2, 5, 4]; with enable_gqa the heads must be equal',
    ],
    [
      [floats(3, 4), floats(5, 4), floats(5, 2), { enable_gqa: true }],
      'key: shape [5, 4] does not match query: shape [3, 4]; with enable_gqa',
    ],
    [
      [query, key, floats(2, 4, 2)],
      'value: shape [2, 4, 2] does not match key: shape [2, 5, 4]; the second last dimensions must be equal',
    ],
    [
      [query, key, value, { mask: key }],
      'options: got the unknown name "mask"; expected any of attn_mask, dropout_p, is_causal, scale, enable_gqa',
    ],
    [
      [query, key, value, { dropout_p: 0.5 }],
      'dropout_p: got 0.5; expected 0, because there is no dropout',
    ],
    [[query, key, value, { is_causal: 1 }], 'is_causal: got 1; expected true or false'],
    [[query, key, value, { scale: 'rsqrt' }], 'scale: got "rsqrt"; expected a number from'],
    [
      [query, key, value, { attn_mask: floats(3, 5), is_causal: true }],
      'attn_mask: got it together with is_causal; expected one of the two only',
    ],
    [
      [query, key, value, { attn_mask: floats(3, 4) }],
      'attn_mask: got the shape [3, 4]; expected one that can be broadcast to [2, 3, 5]',
    ],
    [
      [query, key, value, { attn_mask: floats(1, 1, 3, 5) }],
      'attn_mask: got the shape [1, 1, 3, 5]; expected one that can be broadcast to [2, 3, 5]',
    ],
    [
      [query, key, value, { attn_mask: { data: new Int32Array(15), shape: [3, 5] } }],
      'attn_mask: got int32; expected a tensor of float32',
    ],
    [
      [{ ...query, data: { length: 24, [Symbol.toStringTag]: 'Float32Array' } }, key, value],
      'query.data: got a Float32Array; expected the typed array of a tensor of float32',
    ],
  ]);
  test.each(refusals)('wrong input is refused in one sentence %#', (args, message) => {
    const call = /** @type {(...all: any[]) => unknown} */ (scaledDotProductAttention);
    const run = () => call(engine(), ...args);
    expect(run).toThrow(/^[\w.[\]]+: (got|shape) .*; .+[^.]$/);
    expect(run).toThrow(message);
    const [q, k, v, ...options] = args;
    const gradient = /** @type {typeof call} */ (scaledDotProductAttentionGradient);
    expect(() => gradient(engine(), q, k, v, floats(2, 3, 2), ...options)).toThrow(message);
  });

  test('a gradient of the output in another shape is refused', () => {
    const run = () => scaledDotProductAttentionGradient(engine(), query, key, value, floats(2, 3));
    expect(run).toThrow(
      new RangeError('grad_output: got the shape [2, 3]; expected [2, 3, 2], that of the output'),
    );
  });
});

onEveryVariant('scaledot/torch, multiheadAttention', (engine) => {
  /** @param {Named} one @param {Named} [more] */
  function run(one, more = {}) {
    const { query, key, value } = withTensors(one.inputs);
    return multiheadAttention(
      engine(),
      query,
      key,
      value,
      /** @type {any} */ ({
        num_heads: stored.num_heads,
        ...withTensors(stored.parameters[one.parameters]),
        ...withTensors(one.options),
        ...more,
      }),
    );
  }

  test.each(named(stored.multiheadAttention))('with %s is what PyTorch gives', (_, one) => {
    const { output, weights } = run(one);
    expectClose(output, one.output, 3e-6);
    expect(weights !== undefined).toBe(one.weights !== undefined);
    if (weights) expectClose(weights, one.weights, 1e-6);
  });

  const plain = stored.multiheadAttention[1]; // weights of each head, no masks; 3 queries, 2 in the batch

  test('a row that sees no key has weights 0 and gives out_proj_bias, the others as they were', () => {
    const { output, weights } = run(plain);
    const attn_mask = bools((i) => i < 4, 3, 4); // everything is blocked for query 0
    const masked = run(plain, { attn_mask });
    const { data: bias } = stored.parameters.packed.out_proj_bias;
    expect(part(masked.output, 0, 12)).toEqual([...bias, ...bias]);
    expect(part(masked.output, 12, 36)).toEqual(part(output, 12, 36));
    const [ours, whole] = [masked.weights, weights].map((one) => /** @type {Values} */ (one));
    for (let head = 0; head < 2 * 3; ++head) {
      expect(part(ours, 12 * head, 12 * head + 4)).toEqual([0, 0, 0, 0]);
      expect(part(ours, 12 * head + 4, 12 * (head + 1))).toEqual(
        part(whole, 12 * head + 4, 12 * (head + 1)),
      );
    }
  });

  const [query, key] = [floats(3, 2, 6), floats(4, 2, 6)];
  const all = withTensors({ num_heads: 3, ...stored.parameters.packed });
  const { in_proj_weight, ...others } = all;
  const trio = withTensors(stored.parameters.separate);
  const refusals = /** @type {[any[], string][]} */ ([
    [[query, key, key], 'num_heads: got undefined; expected a whole number from 1 to 6'],
    [
      [query, key, key, { ...all, num_heads: 4 }],
      'num_heads: got 4; expected a number that divides 6, the width of query',
    ],
    [
      [query, key, key, { ...all, heads: 3 }],
      'options: got the unknown name "heads"; expected any of num_heads',
    ],
    [
      [query, key, key, { ...all, is_causal: true }],
      'options: got the unknown name "is_causal"; expected any of num_heads',
    ],
    [
      [query, key, key, { ...all, batch_first: 'yes' }],
      'batch_first: got "yes"; expected true or false',
    ],
    [[floats(6), key, key, all], 'query: got the shape [6]; expected 2 or 3 axes'],
    [[query, floats(4, 6), key, all], 'key: got the shape [4, 6]; expected 3 axes'],
    [
      [query, floats(4, 3, 6), floats(4, 3, 6), all],
      'key: shape [4, 3, 6] does not match query: shape [3, 2, 6]; the batches must be equal',
    ],
    [
      [query, key, floats(5, 2, 6), all],
      'value: shape [5, 2, 6] does not match key: shape [4, 2, 6]; all but the last dimensions must be equal',
    ],
    [[query, key, key, others], 'q_proj_weight: got undefined; expected a tensor of float32'],
    [
      [query, key, key, { ...all, k_proj_weight: floats(6, 6) }],
      'k_proj_weight: got it together with in_proj_weight; expected one of the two only',
    ],
    [
      [query, floats(4, 2, 5), floats(4, 2, 5), all],
      'in_proj_weight: got it for a key or value of another width than the query; expected q_proj_weight',
    ],
    [
      [query, key, key, { ...all, in_proj_weight: floats(6, 18) }],
      'in_proj_weight: got the shape [6, 18]; expected [18, 6], that is [3 embed_dim, embed_dim]',
    ],
    [
      [query, key, key, { ...trio, num_heads: 3 }],
      'k_proj_weight: got the shape [6, 5]; expected [6, 6], that is [embed_dim, width of its input]',
    ],
    [
      [query, key, key, { ...all, in_proj_bias: floats(6) }],
      'in_proj_bias: got the shape [6]; expected [18]',
    ],
    [
      [query, key, key, { in_proj_weight, num_heads: 3 }],
      'out_proj_weight: got undefined; expected a tensor of float32',
    ],
    [
      [query, key, key, { ...all, out_proj_weight: floats(6, 5) }],
      'out_proj_weight: got the shape [6, 5]; expected [6, 6]',
    ],
    [
      [query, key, key, { ...all, out_proj_bias: floats(5) }],
      'out_proj_bias: got the shape [5]; expected [6]',
    ],
    [
      [query, key, key, { ...all, bias_k: floats(1, 1, 6) }],
      'bias_k: got it without bias_v; expected both or neither',
    ],
    [
      [query, key, key, { ...all, bias_v: floats(1, 1, 6) }],
      'bias_v: got it without bias_k; expected both or neither',
    ],
    [
      [query, key, key, { ...all, bias_k: floats(6), bias_v: floats(6) }],
      'bias_k: got the shape [6]; expected [1, 1, 6]',
    ],
    [
      [query, key, key, { ...all, attn_mask: floats(4, 3) }],
      'attn_mask: got the shape [4, 3]; expected [3, 4]',
    ],
    [
      [query, key, key, { ...all, attn_mask: floats(3, 3, 4) }],
      'attn_mask: got the shape [3, 3, 4]; expected [6, 3, 4], batch x heads first',
    ],
    [
      [query, key, key, { ...all, attn_mask: floats(4) }],
      'attn_mask: got the shape [4]; expected 2 or 3 axes',
    ],
    [
      [query, key, key, { ...all, key_padding_mask: floats(4, 2) }],
      'key_padding_mask: got the shape [4, 2]; expected [2, 4]',
    ],
    [
      [floats(3, 6), floats(4, 6), floats(4, 6), { ...all, key_padding_mask: floats(1, 4) }],
      'key_padding_mask: got the shape [1, 4]; expected [4]',
    ],
    [
      [floats(3, 0), floats(3, 0), floats(3, 0), { num_heads: 1 }],
      'query: got the shape [3, 0]; expected a last dimension of at least 1',
    ],
  ]);
  test.each(refusals)('wrong input is refused in one sentence %#', (args, message) => {
    const call = /** @type {(...all: any[]) => unknown} */ (multiheadAttention);
    const refused = () => call(engine(), ...args);
    expect(refused).toThrow(/^[\w.[\]]+: (got|shape) .*; .+[^.]$/);
    expect(refused).toThrow(message);
  });

  test('the engine works as before after a refusal', () => {
    const before = run(plain);
    expect(() => run(plain, { attn_mask: floats(1, 1) })).toThrow(RangeError);
    expect(run(plain)).toEqual(before);
  });
});

describe('scaledot/torch without an engine', () => {
  const functions = {
    multiheadAttention,
    scaledDotProductAttention,
    scaledDotProductAttentionGradient,
  };
  test.each(Object.entries(functions))('%s says that it wants one', (_, operator) => {
    const call = /** @type {(...all: any[]) => unknown} */ (operator);
    expect(() => call({ attention() {} })).toThrow(
      'sd: got an object; expected the engine that load() gives',
    );
    expect(() => call(null)).toThrow('sd: got null; expected the engine that load() gives');
    const early = Promise.resolve(null); // of a load() that nobody waited for
    expect(() => call(early)).toThrow('sd: got a Promise; expected the engine that load() gives');
  });
});
