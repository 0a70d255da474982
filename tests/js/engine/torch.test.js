// scaledot/torch compared with PyTorch. fixtures/torch_cases.py wrote fixtures/torch.json. If python3 has torch, the
// cases are computed again and compared.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  multiheadAttention,
  multiheadAttentionGradient,
  multiheadFromStateDict,
  scaledDotProductAttention,
  scaledDotProductAttentionGradient,
} from '../../../web/engine/adapters/torch.js';
import { pythonWith } from '../python.js';
import { onEveryVariant } from './variants.js';

/** @typedef {{data: Float32Array, shape: number[]}} Values */
/** @typedef {Record<string, any>} Named */

const fixtures = new URL('fixtures/', import.meta.url);
/** @type {Named} */
const stored = JSON.parse(readFileSync(new URL('torch.json', fixtures), 'utf8'));

/** @param {number[]} shape */
const count = (shape) => shape.reduce((a, b) => a * b, 1);

/** @param {Named} tensor from the fixtures @returns {any} */
const asTensor = ({ shape, data, dtype }) => ({
  shape,
  data: dtype === 'bool' ? Uint8Array.from(data) : Float32Array.from(data),
});

/** @param {Named} given */
const withTensors = (given) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value?.data ? asTensor(value) : value]),
  );

/** @param {Named} ours @param {Named} theirs @param {number} tolerance relative to 1 plus the size of the number */
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

/** Returns numbers that are all different. @param {...number} shape @returns {Values} */
const floats = (...shape) => ({
  shape,
  data: Float32Array.from({ length: count(shape) }, (_, i) => ((i * 37) % 29) / 8 - 1.75),
});
/** @param {(i: number) => unknown} isTrue @param {...number} shape */
const bools = (isTrue, ...shape) => ({
  shape,
  data: Uint8Array.from({ length: count(shape) }, (_, i) => (isTrue(i) ? 1 : 0)),
});
/**
 * Returns a part of the numbers.
 * @param {{data: Float32Array | Uint8Array, shape: number[]}} tensor
 * @param {number} first
 * @param {number} last
 */
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
    const attn_mask = bools((i) => i >= 5, 3, 5); // blocks every key of query 0
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
    const attn_mask = bools((i) => i >= 5, 3, 5); // blocks every key of query 0
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
      'options: got the unknown name "mask"; expected attn_mask',
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

  /** @param {Named} one @param {unknown} grad_output @param {Named} [more] */
  function gradient(one, grad_output, more = {}) {
    const { query, key, value } = withTensors(one.inputs);
    const options = {
      num_heads: stored.num_heads,
      ...withTensors(stored.parameters[one.parameters]),
      ...withTensors(one.options),
      ...more,
    };
    const call = /** @type {(...all: any[]) => Named} */ (multiheadAttentionGradient);
    return call(engine(), query, key, value, grad_output, options);
  }

  test.each(named(stored.multiheadAttention))(
    'gradients with %s are what PyTorch gives',
    (_, one) => {
      const { grad_output, grad_weights } = withTensors(one);
      expectGradients(gradient(one, grad_output, { grad_weights }), one.gradients);
    },
  );

  test('a loss about output and weights has the sum of their gradients', () => {
    for (const one of [stored.multiheadAttention[0], stored.multiheadAttention[25]]) {
      const { grad_output, grad_weights } = withTensors(one);
      const [both, ofOutput, ofWeights] = [
        gradient(one, grad_output, { grad_weights }),
        gradient(one, grad_output, { grad_weights: null }),
        gradient(one, null, { grad_weights }),
      ];
      for (const [name, { data }] of Object.entries(both)) {
        const sum = data.map(
          (/** @type {number} */ _, /** @type {number} */ i) =>
            ofOutput[name].data[i] + ofWeights[name].data[i],
        );
        expectClose({ ...both[name], data: sum }, both[name], 3e-6);
      }
      expect(ofWeights.out_proj_weight.data.every((/** @type {number} */ x) => x === 0)).toBe(true);
    }
  });

  test('is_causal is a hint about attn_mask and changes nothing', () => {
    const [query, key] = [floats(3, 2, 6), floats(4, 2, 6)];
    const parameters = withTensors(stored.parameters.packed);
    const attend = (/** @type {Named} */ options) =>
      multiheadAttention(
        ...[engine(), query, key, key],
        /** @type {any} */ ({ num_heads: 3, ...parameters, ...options }),
      );
    const causal = bools((i) => i % 4 > Math.floor(i / 4), 3, 4);
    const ofHeads = bools((i) => i % 4 > Math.floor(i / 4) % 3, 6, 3, 4);
    const data = Float32Array.from(causal.data, (hidden) => (hidden ? -Infinity : 0));
    const plain = attend({ attn_mask: causal });
    for (const attn_mask of [causal, ofHeads, { data, shape: [3, 4] }])
      for (const is_causal of [true, false])
        expect(attend({ attn_mask, is_causal })).toEqual(plain);
    for (const attn_mask of [bools(() => false, 3, 4), bools((i) => i === 3, 3, 4), floats(3, 4)])
      expect(() => attend({ attn_mask, is_causal: true })).toThrow(
        new RangeError(
          'is_causal: got true beside an attn_mask that is not causal; expected a mask that hides what is right of the diagonal, and that alone',
        ),
      );
  });

  const plain = stored.multiheadAttention[1]; // weights of each head, no masks; 3 queries, batch of 2

  test('a row that sees no key has weights 0 and gives out_proj_bias, the others as they were', () => {
    const { output, weights } = run(plain);
    const attn_mask = bools((i) => i < 4, 3, 4); // blocks every key of query 0
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
      'options: got the unknown name "heads"; expected num_heads',
    ],
    [
      [query, key, key, { ...all, is_causal: true }],
      'is_causal: got true without attn_mask; expected the causal mask beside it, as in PyTorch',
    ],
    [
      [query, key, key, { ...all, embed_dim: 8 }],
      'embed_dim: got 8; expected 6, the width of query',
    ],
    [[query, key, key, { ...all, kdim: 5 }], 'kdim: got 5; expected 6, the width of key'],
    [
      [query, key, key, { ...all, is_causal: 'yes' }],
      'is_causal: got "yes"; expected true or false',
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
    const [q, k, v, options] = args;
    const gradientCall = /** @type {typeof call} */ (multiheadAttentionGradient);
    expect(() => gradientCall(engine(), q, k, v, floats(3, 2, 6), options)).toThrow(message);
  });

  const losses = /** @type {[any, any, string][]} */ ([
    [undefined, {}, 'grad_output: got undefined; expected a tensor of float32'],
    [
      floats(2, 3, 6),
      {},
      'grad_output: got the shape [2, 3, 6]; expected [3, 2, 6], that of the output',
    ],
    [
      floats(3, 2, 6),
      { grad_weights: floats(2, 3, 3, 4) },
      'grad_weights: got the shape [2, 3, 3, 4]; expected [2, 3, 4], that of the weights',
    ],
    [
      null,
      { grad_weights: floats(2, 3, 4), average_attn_weights: false },
      'grad_weights: got the shape [2, 3, 4]; expected [2, 3, 3, 4], that of the weights',
    ],
    [
      floats(3, 2, 6),
      { grad_weights: floats(2, 3, 4), need_weights: false },
      'grad_weights: got it together with need_weights false; expected one of the two only',
    ],
  ]);
  test.each(losses)('a loss that does not fit is refused %#', (grad_output, options, message) => {
    const given = /** @type {any} */ ({ ...all, ...options });
    expect(() => multiheadAttentionGradient(engine(), query, key, key, grad_output, given)).toThrow(
      message,
    );
  });

  test('the engine works as before after a refusal', () => {
    const before = run(plain);
    expect(() => run(plain, { attn_mask: floats(1, 1) })).toThrow(RangeError);
    expect(run(plain)).toEqual(before);
  });
});

onEveryVariant('scaledot/torch, multiheadFromStateDict', (engine) => {
  /**
   * Returns the parameters with the names of state_dict().
   * @param {string} kind
   * @param {string} [prefix]
   * @returns {Record<string, Values>}
   */
  const stateDict = (kind, prefix = '') =>
    Object.fromEntries(
      Object.entries(withTensors(stored.parameters[kind])).map(([name, tensor]) => [
        prefix + name.replace('out_proj_', 'out_proj.'),
        tensor,
      ]),
    );
  const prefix = 'encoder.layers.0.self_attn.';

  test.each(named(stored.multiheadAttention))('of a file, with %s', (_, one) => {
    const others = { 'encoder.layers.0.norm1.weight': floats(6) };
    /** @type {Record<string, any>} */
    const written = { ...stateDict(one.parameters, prefix), ...others };
    const bytes = engine().writeSafetensors(written);
    const { tensors } = engine().readSafetensors(bytes);
    const { query, key, value } = withTensors(one.inputs);
    const module = multiheadFromStateDict(tensors, { num_heads: 3, prefix });
    const options = withTensors(one.options);
    const { output, weights } = multiheadAttention(
      ...[engine(), query, key, value],
      /** @type {any} */ ({ ...module, ...options }),
    );
    expectClose(output, one.output, 3e-6);
    if (weights) expectClose(weights, one.weights, 1e-6);
  });

  test('finds sizes, takes a prefix without its dot, and numbers of every float type', () => {
    const separate = stateDict('separate', 'attn.');
    const sizes = { num_heads: 2, embed_dim: 6, kdim: 5, vdim: 7 };
    const module = multiheadFromStateDict(separate, { num_heads: 2, prefix: 'attn' });
    expect(module).toMatchObject(sizes);
    const { data } = module.out_proj_weight;
    expect(data.buffer).toBe(separate['attn.out_proj.weight'].data.buffer);
    const names = [...Object.keys(sizes), ...Object.keys(stored.parameters.separate)];
    expect(Object.keys(module).sort()).toEqual(names.sort());
    const asRead = Object.fromEntries(
      Object.entries(separate).map(([name, tensor]) => [name, { ...tensor, dtype: 'bfloat16' }]),
    );
    expect(multiheadFromStateDict(asRead, { num_heads: 2, prefix: 'attn.' })).toEqual(module);
  });
  const packed = stateDict('packed');
  const without = (/** @type {Record<string, Values>} */ dict, /** @type {string} */ name) =>
    Object.fromEntries(Object.entries(dict).filter(([key]) => key !== name));
  const refusals = /** @type {[any[], string][]} */ ([
    [[undefined, {}], 'state_dict: got undefined; expected an object with tensors by name'],
    [[new Map(), {}], 'state_dict: got a Map; expected an object with tensors by name'],
    [
      [{}, { num_heads: 3, prefix: 'attn' }],
      'state_dict: got an object without names; expected attn.in_proj_weight, or attn.q_proj_weight, attn.k_proj_weight and attn.v_proj_weight, and attn.out_proj.weight',
    ],
    [
      [{ ...packed, in_proj_weight: { ...floats(18, 6), dtype: 'int8' } }, { num_heads: 3 }],
      'in_proj_weight: got int8; expected a tensor of float32',
    ],
    [[packed], 'num_heads: got undefined; expected a whole number from 1 to 6'],
    [
      [packed, { num_heads: 4 }],
      'num_heads: got 4; expected a number that divides 6, the embed_dim',
    ],
    [[packed, { prefix: 3 }], 'prefix: got 3; expected a string, which stands before the names'],
    [[packed, { heads: 3 }], 'options: got the unknown name "heads"; expected num_heads'],
    [
      [{ weight: floats(1) }, { num_heads: 3 }],
      'state_dict: got no in_proj_weight or q_proj_weight with the prefix ""; expected names that end with in_proj_weight or q_proj_weight',
    ],
    [
      [stateDict('separate', prefix), { num_heads: 3, prefix: 'layers.0' }],
      `state_dict: got no in_proj_weight or q_proj_weight with the prefix "layers.0."; expected a prefix that has one: "${prefix}"`,
    ],
    [
      [{ ...packed, 'norm.weight': floats(6) }, { num_heads: 3 }],
      'state_dict: got the unknown name "norm.weight"; expected any of in_proj_weight, in_proj_bias, out_proj.weight',
    ],
    [
      [without(packed, 'out_proj.weight'), { num_heads: 3 }],
      'state_dict: got no out_proj.weight; expected it beside the other parameters',
    ],
    [
      [without(stateDict('separate'), 'k_proj_weight'), { num_heads: 3 }],
      'state_dict: got no k_proj_weight; expected it beside the other parameters',
    ],
    [
      [without(stateDict('one more key'), 'bias_v'), { num_heads: 3 }],
      'state_dict: got no bias_v; expected it beside the other parameters',
    ],
    [
      [{ ...packed, v_proj_weight: floats(6, 6) }, { num_heads: 3 }],
      'state_dict: got both in_proj_weight and v_proj_weight; expected either in_proj_weight or q_proj_weight, k_proj_weight, v_proj_weight',
    ],
    [
      [{ ...packed, 'out_proj.weight': floats(1, 3) }, { num_heads: 3 }],
      'out_proj.weight: got the shape [1, 3]; expected a square matrix',
    ],
    [
      [{ ...packed, in_proj_weight: floats(6, 18) }, { num_heads: 3 }],
      'in_proj_weight: got the shape [6, 18]; expected [18, 6], with embed_dim 6',
    ],
    [
      [{ ...packed, 'out_proj.bias': [true] }, { num_heads: 3 }],
      'out_proj.bias: got bool; expected a tensor of float32',
    ],
    [
      [{ ...packed, 'out_proj.weight': floats(6) }, { num_heads: 3 }],
      'out_proj.weight: got the shape [6]; expected 2 axes',
    ],
  ]);
  test.each(refusals)('what is no module is refused %#', (args, message) => {
    const call = /** @type {(...all: any[]) => unknown} */ (multiheadFromStateDict);
    expect(() => call(...args)).toThrow(/^[\w.[\]]+: got .*; .+[^.]$/);
    expect(() => call(...args)).toThrow(message);
  });
});

describe('scaledot/torch without an engine', () => {
  const functions = {
    multiheadAttention,
    multiheadAttentionGradient,
    scaledDotProductAttention,
    scaledDotProductAttentionGradient,
  };
  test.each(Object.entries(functions))('%s says that it wants one', (_, operator) => {
    const call = /** @type {(...all: any[]) => unknown} */ (operator);
    expect(() => call({ attention() {} })).toThrow(
      'sd: got an object; expected the engine that load() gives',
    );
    expect(() => call(null)).toThrow('sd: got null; expected the engine that load() gives');
    const early = Promise.resolve(null); // a load() without await
    expect(() => call(early)).toThrow('sd: got a Promise; expected the engine that load() gives');
  });
});
