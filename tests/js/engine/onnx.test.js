// scaledot/onnx: the operators' own names, shapes and masks. Against the ONNX project's node tests where they
// are (beside a working checkout, not in a clone), and against naive arithmetic in double, written from the
// operators' description, on inputs that those tests hardly notice: negative, large and zero scales,
// short masks, padding, a softcap before -infinity.
import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import * as onnx from '../../../web/engine/onnx.js';
import { onEveryVariant } from './variants.js';

/** @typedef {{data: ArrayLike<number> | ArrayLike<bigint>, shape: number[], dtype?: string}} Values */
/** @typedef {Record<string, any>} Named */

const operators = /** @type {const} */ ({
  Attention: onnx.attention,
  Softmax: onnx.softmax,
  LogSoftmax: onnx.logSoftmax,
  LayerNormalization: onnx.layerNormalization,
  RMSNormalization: onnx.rmsNormalization,
  RotaryEmbedding: onnx.rotaryEmbedding,
});

/** @param {number[]} shape */
const count = (shape) => shape.reduce((a, b) => a * b, 1);

/**
 * @param {string} name
 * @param {Values} ours
 * @param {Values} theirs
 * @param {{atol: number, rtol: number}} tolerance
 * @returns {string[]} what is wrong: nothing, or one line
 */
function differences(name, ours, theirs, { atol, rtol }) {
  if (String(ours?.shape) !== String(theirs.shape)) {
    return [`${name}: shape [${ours?.shape}], expected [${theirs.shape}]`];
  }
  if (ours.data.length !== count(ours.shape)) return [`${name}: ${ours.data.length} numbers`];
  for (let i = 0; i < ours.data.length; ++i) {
    const [a, b] = [Number(ours.data[i]), Number(theirs.data[i])];
    const close = Object.is(a, b) || a === b || Math.abs(a - b) <= atol + rtol * Math.abs(b);
    if (!close) return [`${name}[${i}]: ${a}, expected ${b}`];
  }
  return [];
}

// The reference -------------------------------------------------------------------------------------

const folder = new URL('../../../../shared/reference/onnx/', import.meta.url);
const isThere = existsSync(folder);
if (!isThere) process.stderr.write('\n*** NOT TESTED: ONNX reference data, it is not here ***\n\n');
const testReference = isThere ? test : test.skip;

const views = {
  float32: Float32Array,
  bool: Uint8Array,
  int64: BigInt64Array,
  float16: Uint16Array,
};

/** @returns {{cases: Named[], read: (entry: Named) => Values}} */
function readReference() {
  const { tests } = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
  const bytes = Uint8Array.from(readFileSync(new URL('data.bin', folder)));
  const read = (/** @type {Named} */ { dtype, shape, offset }) => {
    const view = views[/** @type {keyof typeof views} */ (dtype)];
    return { dtype, shape, data: new view(bytes.buffer, offset, count(shape)) };
  };
  return { cases: tests, read };
}

const reference = isThere ? readReference() : { cases: [], read: () => ({ data: [], shape: [] }) };

/** @param {Values} tensor @param {Named} entry of a tensor that may have an exact float32 copy */
function asFloats(tensor, entry) {
  if (entry.f32_offset === undefined) return tensor;
  return reference.read({ ...entry, dtype: 'float32', offset: entry.f32_offset });
}

onEveryVariant('ONNX node tests', (engine) => {
  test.each([
    ['Attention', 76],
    ['Softmax', 7],
    ['LogSoftmax', 7],
    ['LayerNormalization', 19],
    ['RMSNormalization', 19],
    ['RotaryEmbedding', 8],
  ])('%s is there with all its %i cases', (op, cases) => {
    if (isThere) expect(reference.cases.filter((one) => one.op === op)).toHaveLength(cases);
    expect(operators).toHaveProperty(op);
  });

  for (const op of /** @type {(keyof typeof operators)[]} */ (Object.keys(operators))) {
    testReference(`${op}: every output of every case`, () => {
      const wrong = [];
      for (const one of reference.cases.filter((/** @type {Named} */ each) => each.op === op)) {
        /** @type {Named} */
        const inputs = {};
        for (const entry of one.inputs)
          if (entry.present) inputs[entry.slot] = reference.read(entry);
        const call = /** @type {(...all: any[]) => Named} */ (operators[op]);
        const outputs = call(engine(), inputs, one.attributes, { opset: one.opset });
        for (const entry of one.outputs.filter((/** @type {Named} */ each) => each.present)) {
          const half = entry.dtype === 'float16';
          const tolerance = half ? { atol: 1e-3, rtol: 1e-3 } : { atol: 1e-6, rtol: 1e-5 };
          const expected = asFloats(reference.read(entry), entry);
          wrong.push(
            ...differences(`${one.name} ${entry.slot}`, outputs[entry.slot], expected, tolerance),
          );
        }
      }
      expect(wrong).toEqual([]);
    });
  }
});

// Naive arithmetic in double ------------------------------------------------------------------------

/** A generator of small numbers that float32 holds exactly, products and short sums too. @param {number} seed */
function numbers(seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
  /** @param {number[]} shape @returns {Values & {data: Float32Array}} multiples of 1/8 from -2 to 2 */
  const floats = (...shape) => ({
    shape,
    data: Float32Array.from({ length: count(shape) }, () => ((next() % 33) - 16) / 8),
  });
  /** @param {number[]} shape @returns {Values & {data: Uint8Array}} */
  const bools = (...shape) => ({
    shape,
    data: Uint8Array.from({ length: count(shape) }, () => (next() % 3 > 0 ? 1 : 0)),
  });
  /** @param {number[]} shape @returns {Values & {data: Float32Array}} a float mask with some -infinity */
  const bias = (...shape) => {
    const tensor = floats(...shape);
    tensor.data.forEach((_, i) => next() % 4 === 0 && (tensor.data[i] = -Infinity));
    return tensor;
  };
  return { floats, bools, bias };
}

/** @param {number[]} values @returns {number[]} zeros where all are -infinity */
function naiveSoftmax(values) {
  const max = Math.max(...values);
  if (max === -Infinity) return values.map(() => 0);
  const powers = values.map((x) => Math.exp(x - max));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((p) => p / sum);
}

/**
 * The number of a tensor of attention at a batch, head, row and component, with 3 axes or 4.
 *
 * @param {Values} tensor
 * @param {number} heads
 */
function reader({ data, shape }, heads) {
  const rows = shape.length === 4 ? shape[2] : shape[1];
  const size = shape.length === 4 ? shape[3] : shape[2] / heads;
  /** @param {number} b @param {number} h @param {number} i @param {number} c */
  const at = (b, h, i, c) =>
    Number(
      shape.length === 4
        ? data[((b * heads + h) * rows + i) * size + c]
        : data[((b * rows + i) * heads + h) * size + c],
    );
  return { rows, size, at };
}

/**
 * The mask of a place, added to the score.
 *
 * @param {Values | undefined} mask
 * @param {number[]} place [b, h, i, j]
 */
function naiveMask(mask, place) {
  if (!mask) return 0;
  const { data, shape } = mask;
  let index = 0;
  for (let axis = 0; axis < shape.length; ++axis) {
    const at = place[4 - shape.length + axis];
    const isLast = axis === shape.length - 1;
    if (isLast && at >= shape[axis]) return -Infinity; // shorter than the keys
    index = index * shape[axis] + (shape[axis] === 1 ? 0 : at);
  }
  const value = Number(data[index]);
  return data instanceof Uint8Array ? (value ? 0 : -Infinity) : value;
}

/** @param {Named} inputs @param {Named} attributes @returns {Named} Y and qk_matmul_output, as 4 axes */
function naiveAttention(
  { Q, K, V, attn_mask, past_key, past_value, nonpad_kv_seqlen },
  attributes,
) {
  const heads = attributes.q_num_heads ?? Q.shape[1];
  const keyHeads = attributes.kv_num_heads ?? K.shape[1];
  const batch = Q.shape[0];
  const [q, k, v] = [reader(Q, heads), reader(K, keyHeads), reader(V, keyHeads)];
  const past = past_key ? past_key.shape[2] : 0;
  const total = past + k.rows;
  /** @param {Named} fresh @param {Named | undefined} cache @returns {typeof k.at} */
  const cached = (fresh, cache) => (b, h, j, c) =>
    cache && j < past
      ? reader(/** @type {Values} */ (cache), keyHeads).at(b, h, j, c)
      : fresh.at(b, h, j - past, c);
  const [key, value] = [cached(k, past_key), cached(v, past_value)];
  const {
    scale = 1 / Math.sqrt(q.size),
    softcap = 0,
    qk_matmul_output_mode: mode = 0,
  } = attributes;
  const Y = [];
  const kept = [];
  for (let b = 0; b < batch; ++b) {
    const length = nonpad_kv_seqlen ? Number(nonpad_kv_seqlen.data[b]) : total;
    const offset = nonpad_kv_seqlen ? length - q.rows : past;
    for (let h = 0; h < heads; ++h) {
      const g = Math.floor(h / (heads / keyHeads));
      for (let i = 0; i < q.rows; ++i) {
        /** @type {number[][]} */
        const stages = [[], [], []];
        for (let j = 0; j < total; ++j) {
          let score = 0;
          for (let c = 0; c < q.size; ++c) score += q.at(b, h, i, c) * key(b, g, j, c);
          const scaled = score * scale;
          const capped = softcap ? softcap * Math.tanh(scaled / softcap) : scaled;
          const unseen = j >= length || (attributes.is_causal && j > i + offset);
          stages[0].push(scaled);
          stages[1].push(capped);
          stages[2].push(unseen ? -Infinity : capped + naiveMask(attn_mask, [b, h, i, j]));
        }
        const weights = naiveSoftmax(stages[2]);
        kept.push(...[...stages, weights][mode]);
        for (let c = 0; c < v.size; ++c) {
          Y.push(weights.reduce((sum, w, j) => sum + (w && w * value(b, g, j, c)), 0));
        }
      }
    }
  }
  return {
    Y: { data: Y, shape: [batch, heads, q.rows, v.size] },
    qk_matmul_output: { data: kept, shape: [batch, heads, q.rows, total] },
  };
}

/** @param {Values} tensor [batch, heads, rows, size] @returns {Values} [batch, rows, heads size] */
function naiveJoin({ data, shape }) {
  const [batch, heads, rows, size] = shape;
  const joined = [];
  for (let b = 0; b < batch; ++b)
    for (let i = 0; i < rows; ++i)
      for (let h = 0; h < heads; ++h)
        for (let c = 0; c < size; ++c)
          joined.push(Number(data[((b * heads + h) * rows + i) * size + c]));
  return { data: joined, shape: [batch, rows, heads * size] };
}

/** @param {Values} past @param {Values} fresh both [batch, heads, rows, size] */
function naivePresent(past, fresh) {
  const [batch, heads, rows, size] = fresh.shape;
  const before = past.shape[2];
  const data = [];
  for (let b = 0; b < batch * heads; ++b) {
    for (let i = 0; i < before * size; ++i) data.push(Number(past.data[b * before * size + i]));
    for (let i = 0; i < rows * size; ++i) data.push(Number(fresh.data[b * rows * size + i]));
  }
  return { data, shape: [batch, heads, before + rows, size] };
}

const close = { atol: 2e-6, rtol: 1e-5 };
const { floats, bools, bias } = numbers(7);

/** @param {...number} values @returns {Values} */
const int64 = (...values) => ({ data: BigInt64Array.from(values, BigInt), shape: [values.length] });

/** Inputs of 4 axes. @param {number} heads @param {number} keyHeads @param {number} queries @param {number} keys */
const qkv = (heads, keyHeads, queries, keys) => ({
  Q: floats(2, heads, queries, 8),
  K: floats(2, keyHeads, keys, 8),
  V: floats(2, keyHeads, keys, 5),
});

const cases = /** @type {[string, Named, Named][]} */ ([
  ['a negative scale', qkv(2, 2, 3, 7), { scale: -0.5 }],
  ['a large scale', qkv(2, 2, 3, 7), { scale: 16 }],
  ['a scale of 0', qkv(2, 2, 3, 7), { scale: 0 }],
  ['causal, more keys than queries', qkv(2, 1, 3, 7), { is_causal: 1 }],
  ['causal, more queries than keys', qkv(2, 1, 7, 3), { is_causal: 1, scale: 2 }],
  ['a bool mask', { ...qkv(4, 2, 3, 7), attn_mask: bools(3, 7) }, {}],
  ['a short bool mask', { ...qkv(4, 2, 3, 7), attn_mask: bools(2, 1, 3, 4) }, { scale: -1 }],
  ['a short float mask', { ...qkv(4, 2, 3, 7), attn_mask: bias(4, 3, 5) }, { softcap: 2 }],
  ['a mask for the first key only', { ...qkv(2, 2, 3, 7), attn_mask: floats(3, 1) }, {}],
  ['a mask for each key', { ...qkv(2, 2, 3, 7), attn_mask: bias(7) }, {}],
  [
    'a mask for each head, causal',
    { ...qkv(2, 2, 5, 7), attn_mask: bias(1, 2, 1, 7) },
    { is_causal: 1 },
  ],
  [
    'a softcap before -infinity',
    { ...qkv(2, 2, 3, 7), attn_mask: bias(3, 7) },
    { softcap: 0.5, scale: 1 },
  ],
  [
    'a softcap before a large mask',
    { ...qkv(2, 2, 3, 7), attn_mask: floats(2, 2, 3, 7) },
    { softcap: 0.25, scale: 4 },
  ],
  ['padding', { ...qkv(2, 1, 3, 7), nonpad_kv_seqlen: int64(4, 7) }, {}],
  [
    'padding and a short mask',
    { ...qkv(2, 1, 3, 7), attn_mask: bools(3, 5), nonpad_kv_seqlen: int64(2, 6) },
    {},
  ],
  ['padding, causal', { ...qkv(2, 1, 3, 7), nonpad_kv_seqlen: int64(4, 7) }, { is_causal: 1 }],
  [
    'padding, causal, negative offsets',
    { ...qkv(2, 2, 5, 7), nonpad_kv_seqlen: int64(2, 0) },
    { is_causal: 1, scale: 1 },
  ],
  [
    'padding, causal, a mask',
    { ...qkv(4, 2, 5, 7), attn_mask: bias(2, 1, 5, 7), nonpad_kv_seqlen: int64(6, 3) },
    { is_causal: 1, softcap: 3 },
  ],
  [
    'a cache',
    { ...qkv(4, 2, 3, 2), past_key: floats(2, 2, 4, 8), past_value: floats(2, 2, 4, 5) },
    {},
  ],
  [
    'a cache, causal',
    { ...qkv(4, 2, 3, 2), past_key: floats(2, 2, 4, 8), past_value: floats(2, 2, 4, 5) },
    { is_causal: 1, scale: -2 },
  ],
  [
    'a cache, causal, a short mask',
    {
      ...qkv(2, 2, 3, 3),
      attn_mask: bias(3, 5),
      past_key: floats(2, 2, 4, 8),
      past_value: floats(2, 2, 4, 5),
    },
    { is_causal: 1 },
  ],
  [
    'an empty cache, causal',
    { ...qkv(2, 2, 3, 4), past_key: floats(2, 2, 0, 8), past_value: floats(2, 2, 0, 5) },
    { is_causal: 1 },
  ],
  [
    '3 axes',
    { Q: floats(2, 3, 32), K: floats(2, 7, 16), V: floats(2, 7, 10) },
    { q_num_heads: 4, kv_num_heads: 2, scale: 1 },
  ],
  [
    '3 axes, a cache, causal',
    {
      Q: floats(2, 3, 32),
      K: floats(2, 3, 16),
      V: floats(2, 3, 10),
      past_key: floats(2, 2, 4, 8),
      past_value: floats(2, 2, 4, 5),
    },
    { q_num_heads: 4, kv_num_heads: 2, is_causal: 1 },
  ],
  [
    '3 axes, padding, causal, a mask',
    {
      Q: floats(2, 3, 32),
      K: floats(2, 7, 16),
      V: floats(2, 7, 10),
      attn_mask: bools(4, 3, 6),
      nonpad_kv_seqlen: int64(5, 1),
    },
    { q_num_heads: 4, kv_num_heads: 2, is_causal: 1, softcap: 1 },
  ],
]);

/** @param {number} x that float16 holds */
function halfBits(x) {
  if (x === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(x)));
  return (
    (x < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | (Math.abs(x) * 2 ** (10 - exponent) - 1024)
  );
}

onEveryVariant('scaledot/onnx', (engine) => {
  test.each(cases)(
    'Attention with %s is what naive arithmetic says, in every mode',
    (_, inputs, attributes) => {
      const threeAxes = inputs.Q.shape.length === 3;
      for (let mode = 0; mode < 4; ++mode) {
        const all = { ...attributes, qk_matmul_output_mode: mode };
        const outputs = onnx.attention(engine(), /** @type {any} */ (inputs), all);
        const expected = naiveAttention(inputs, all);
        const Y = threeAxes ? naiveJoin(expected.Y) : expected.Y;
        expect(differences('Y', outputs.Y, Y, close)).toEqual([]);
        expect(
          differences(`mode ${mode}`, outputs.qk_matmul_output, expected.qk_matmul_output, close),
        ).toEqual([]);
      }
    },
  );

  test('a mask of one column is for every key in opset 23, and for the first one in opset 24', () => {
    const inputs = qkv(2, 2, 3, 7);
    const column = bools(3, 1);
    column.data.set([1, 0, 1]);
    const everywhere = { shape: [3, 7], data: new Uint8Array(21).fill(1).fill(0, 7, 14) };
    const first = {
      shape: [3, 7],
      data: Uint8Array.of(1, ...Array(13).fill(0), 1, 0, 0, 0, 0, 0, 0),
    };
    for (const [opset, attn_mask] of /** @type {const} */ ([
      [23, everywhere],
      [24, first],
    ])) {
      const outputs = /** @type {const} */ (['Y']);
      expect(
        onnx.attention(engine(), { ...inputs, attn_mask: column }, {}, { opset, outputs }),
      ).toEqual(onnx.attention(engine(), { ...inputs, attn_mask }, {}, { outputs }));
    }
    expect(() =>
      onnx.attention(engine(), { ...inputs, attn_mask: bools(3, 4) }, {}, { opset: 23 }),
    ).toThrow(
      new RangeError(
        'attn_mask: got the shape [3, 4]; expected one that can be broadcast to [2, 2, 3, 7]',
      ),
    );
  });

  test('the cases have fully masked rows, finite rows and -infinity in mode 2', () => {
    const kept = cases.map(([, inputs, attributes]) => {
      const { Y, qk_matmul_output } = naiveAttention(inputs, {
        ...attributes,
        qk_matmul_output_mode: 2,
      });
      return { zeros: Y.data.includes(0), masked: qk_matmul_output.data.includes(-Infinity) };
    });
    expect(kept.filter(({ masked }) => masked).length).toBeGreaterThan(12);
    expect(kept.filter(({ zeros }) => zeros).length).toBeGreaterThan(2);
  });

  test('present_key and present_value are the cache and what is new, as copies', () => {
    const past = { past_key: floats(2, 2, 4, 8), past_value: floats(2, 2, 4, 5) };
    const { Q, K, V } = qkv(2, 2, 3, 2);
    const grown = onnx.attention(engine(), { Q, K, V, ...past });
    expect(
      differences('present_key', grown.present_key, naivePresent(past.past_key, K), close),
    ).toEqual([]);
    expect(
      differences('present_value', grown.present_value, naivePresent(past.past_value, V), close),
    ).toEqual([]);
    const alone = onnx.attention(engine(), { Q, K, V, past_key: null, past_value: undefined });
    expect(alone.present_key).toEqual({ data: K.data, shape: K.shape });
    expect(alone.present_key.data).not.toBe(K.data);
    expect(alone.present_value.data).not.toBe(V.data);
  });

  test('outputs names what is computed', () => {
    const { Q, K, V } = qkv(2, 2, 3, 2);
    expect(Object.keys(onnx.attention(engine(), { Q, K, V }))).toHaveLength(4);
    const some = onnx.attention(engine(), { Q, K, V }, {}, { outputs: ['Y', 'present_key'] });
    expect(Object.keys(some).sort()).toEqual(['Y', 'present_key']);
    expect(onnx.attention(engine(), { Q, K, V }, {}, { outputs: [] })).toEqual({});
  });

  test('float16 comes as bits, with every kind of number', () => {
    const { Q, K, V } = qkv(1, 1, 2, 3);
    const half = (/** @type {{data: Float32Array, shape: number[]}} */ { data, shape }) => ({
      data: Uint16Array.from(data, halfBits),
      shape,
      dtype: 'float16',
    });
    const halves = onnx.attention(engine(), { Q: half(Q), K: half(K), V: half(V) });
    expect(halves.Y).toEqual(onnx.attention(engine(), { Q, K, V }).Y);
    const bits = [0x0001, 0x03ff, 0x0400, 0x3c00, 0xc000, 0x7bff, 0x7c00, 0xfc00, 0x7e01, 0x8000];
    const values = [
      2 ** -24,
      1023 * 2 ** -24,
      2 ** -14,
      1,
      -2,
      65504,
      Infinity,
      -Infinity,
      NaN,
      -0,
    ];
    const X = { data: Uint16Array.from(bits), shape: [10, 1], dtype: 'float16' };
    // One key of weight 1: every value comes out as it went in.
    const one = { data: new Float32Array(10), shape: [10, 1, 1, 1] };
    const { Y } = onnx.attention(engine(), { Q: one, K: one, V: { ...X, shape: [10, 1, 1, 1] } });
    expect(Array.from(Y.data, (y) => y + 0)).toEqual(values.map((y) => y + 0));
  });

  const Half = /** @type {{Float16Array?: typeof Float32Array}} */ (globalThis).Float16Array;
  (Half ? test : test.skip)('float16 comes in a Float16Array where there is one', () => {
    const input = floats(2, 5);
    const half = {
      data: /** @type {typeof Float32Array} */ (Half).from(input.data),
      shape: [2, 5],
    };
    expect(onnx.softmax(engine(), { input: half })).toEqual(onnx.softmax(engine(), { input }));
  });

  test('Softmax and LogSoftmax take any axis, large numbers and rows of -infinity', () => {
    const { shape, data } = floats(3, 4, 5);
    for (const axis of [0, 1, 2, -1, -2, -3, undefined]) {
      const steps = [20, 5, 1];
      const along = axis === undefined ? 2 : (axis + 3) % 3;
      const input = { shape, data: data.map((x) => 32 * x) };
      const given = axis === undefined ? {} : { axis };
      const weights = onnx.softmax(engine(), { input }, given).output;
      const logs = onnx.logSoftmax(engine(), { input }, given).output;
      for (let i = 0; i < data.length; ++i) {
        const place = Math.floor(i / steps[along]) % shape[along];
        const start = i - place * steps[along];
        const row = Array.from(
          { length: shape[along] },
          (_, j) => input.data[start + j * steps[along]],
        );
        const max = Math.max(...row);
        const sum = row.reduce((total, x) => total + Math.exp(x - max), 0);
        expect(Math.abs(weights.data[i] - naiveSoftmax(row)[place])).toBeLessThan(1e-6);
        expect(Math.abs(logs.data[i] - (row[place] - max - Math.log(sum)))).toBeLessThan(1e-5);
      }
    }
    const masked = { data: new Float32Array(3).fill(-Infinity), shape: [3] };
    expect(onnx.softmax(engine(), { input: masked }).output.data).toEqual(new Float32Array(3));
    expect(onnx.logSoftmax(engine(), { input: masked }).output).toEqual(masked);
  });

  test.each([0, 1, 2, -1, -2, -3])('the normalisations normalise from axis %i on', (axis) => {
    const X = floats(3, 4, 5);
    const first = (axis + 3) % 3;
    const shape = X.shape.slice(first);
    const size = count(shape);
    const [Scale, B] = [floats(...shape), floats(...shape)];
    const epsilon = 0.25;
    const layer = onnx.layerNormalization(engine(), { X, Scale, B }, { axis, epsilon });
    const rms = onnx.rmsNormalization(engine(), { X, scale: Scale }, { axis, epsilon });
    const rows = X.data.length / size;
    const expected = /** @type {Record<string, number[]>} */ ({
      Y: [],
      Mean: [],
      Inv: [],
      rms: [],
    });
    for (let r = 0; r < rows; ++r) {
      const row = Array.from(X.data.subarray(r * size, (r + 1) * size));
      const mean = row.reduce((a, b) => a + b, 0) / size;
      const inverse = 1 / Math.sqrt(row.reduce((a, x) => a + (x - mean) ** 2, 0) / size + epsilon);
      const root = Math.sqrt(row.reduce((a, x) => a + x * x, 0) / size + epsilon);
      expected.Mean.push(mean);
      expected.Inv.push(inverse);
      row.forEach((x, i) => {
        expected.Y.push((x - mean) * inverse * Scale.data[i] + B.data[i]);
        expected.rms.push((x / root) * Scale.data[i]);
      });
    }
    const statistics = X.shape.map((n, i) => (i < first ? n : 1));
    expect(differences('Y', layer.Y, { data: expected.Y, shape: X.shape }, close)).toEqual([]);
    expect(
      differences('Mean', layer.Mean, { data: expected.Mean, shape: statistics }, close),
    ).toEqual([]);
    expect(
      differences('InvStdDev', layer.InvStdDev, { data: expected.Inv, shape: statistics }, close),
    ).toEqual([]);
    expect(differences('rms', rms.Y, { data: expected.rms, shape: X.shape }, close)).toEqual([]);
  });

  test('a missing B is 0, epsilon 1e-5, and a Scale is broadcast to the axes that are normalised', () => {
    const X = { data: Float32Array.of(0.001, -0.001, 0.002, -0.002), shape: [1, 2, 2] };
    const Scale = { data: Float32Array.of(2, 3), shape: [2] };
    const { Y } = onnx.layerNormalization(engine(), { X, Scale, B: null }, { axis: 1 });
    const inverse = 1 / Math.sqrt(2.5e-6 + 1e-5);
    const expected = Array.from(X.data, (x, i) => x * inverse * [2, 3][i % 2]);
    expect(differences('Y', Y, { data: expected, shape: X.shape }, close)).toEqual([]);
    const root = onnx.rmsNormalization(engine(), { X, scale: Scale }, { axis: 1, stash_type: 1 });
    expect(differences('Y', root.Y, { data: expected, shape: X.shape }, close)).toEqual([]);
  });

  const rotary = /** @type {[boolean, boolean, number, boolean][]} */ ([]);
  for (const threeAxes of [false, true])
    for (const interleaved of [false, true])
      for (const dim of [0, 4])
        for (const ids of [false, true]) rotary.push([threeAxes, interleaved, dim, ids]);
  test.each(rotary)(
    'RotaryEmbedding turns pairs (3 axes %s, interleaved %s, dim %i, position_ids %s)',
    (threeAxes, interleaved, dim, ids) => {
      const [batch, heads, sequence, size] = [2, 3, 5, 8];
      const X = threeAxes
        ? floats(batch, sequence, heads * size)
        : floats(batch, heads, sequence, size);
      const half = (dim || size) / 2;
      const angles = floats(...(ids ? [9, half] : [batch, sequence, half]));
      const cos_cache = { ...angles, data: angles.data.map(Math.cos) };
      const sin_cache = { ...angles, data: angles.data.map(Math.sin) };
      const places = Array.from({ length: batch * sequence }, (_, i) =>
        ids ? (i * 7 + 3) % 9 : i,
      );
      const position_ids = ids ? { ...int64(...places), shape: [batch, sequence] } : undefined;
      const attributes = {
        interleaved: interleaved ? 1 : 0,
        ...(threeAxes && { num_heads: heads }),
        ...(dim && { rotary_embedding_dim: dim }),
      };
      const { Y } = onnx.rotaryEmbedding(
        engine(),
        { X, cos_cache, sin_cache, position_ids },
        attributes,
      );
      const expected = Array.from(X.data, (x, i) => {
        const c = i % size;
        if (c >= 2 * half) return x;
        const row = Math.floor(i / size);
        const b = Math.floor(row / (heads * sequence));
        const s = threeAxes ? Math.floor(row / heads) % sequence : row % sequence;
        const pair = interleaved ? c >> 1 : c % half;
        const isFirst = interleaved ? c % 2 === 0 : c < half;
        const other = X.data[i + (isFirst ? 1 : -1) * (interleaved ? 1 : half)];
        const at = places[b * sequence + s] * half + pair;
        const [cosine, sine] = [cos_cache.data[at], sin_cache.data[at]];
        return isFirst ? x * cosine - other * sine : x * cosine + other * sine;
      });
      expect(differences('Y', Y, { data: expected, shape: X.shape }, close)).toEqual([]);
    },
  );

  const { Q, K, V } = qkv(4, 2, 3, 7);
  const flat = { Q: floats(2, 3, 32), K: floats(2, 7, 16), V: floats(2, 7, 10) };
  const X = floats(1, 2, 3, 4);
  const tables = { cos_cache: floats(9, 2), sin_cache: floats(9, 2) };
  const ids = (/** @type {number[]} */ ...values) => ({ ...int64(...values), shape: [1, 3] });
  const refusals = /** @type {[keyof typeof operators, Named, Named, Named, string][]} */ ([
    [
      'Attention',
      { K, V },
      {},
      {},
      'Q: got undefined; expected a tensor of float32 (Float32Array) or float16 (Uint16Array with dtype "float16")',
    ],
    ['Attention', { Q: [[1]], K, V }, {}, {}, 'Q.data: got undefined; expected the typed array of'],
    [
      'Attention',
      { Q, K, V, mask: Q },
      {},
      {},
      'inputs: got the unknown name "mask"; expected any of Q, K, V',
    ],
    [
      'Attention',
      { Q, K, V },
      { causal: 1 },
      {},
      'attributes: got the unknown name "causal"; expected any of is_causal',
    ],
    [
      'Attention',
      { Q, K, V },
      {},
      { version: 1 },
      'options: got the unknown name "version"; expected any of opset, outputs',
    ],
    ['Attention', { Q, K, V }, {}, { opset: 22 }, 'opset: got 22; expected 23 or 24'],
    ['Attention', { Q, K, V }, {}, { opset: '23' }, 'opset: got "23"; expected 23 or 24'],
    [
      'Attention',
      { Q, K, V },
      {},
      { outputs: 'Y' },
      'outputs: got "Y"; expected an array of Y, present_key',
    ],
    [
      'Attention',
      { Q, K, V },
      {},
      { outputs: ['y'] },
      'outputs[0]: got "y"; expected one of Y, present_key',
    ],
    [
      'Attention',
      { Q: { ...Q, data: new Float64Array(192) }, K, V },
      {},
      {},
      'Q.data: got a Float64Array of length 192; expected the typed array of a tensor of float32',
    ],
    [
      'Attention',
      { Q: { ...Q, data: new Uint16Array(192) }, K, V },
      {},
      {},
      'Q: got a Uint16Array with dtype undefined; expected',
    ],
    [
      'Attention',
      { Q: { ...Q, dtype: 'float64' }, K, V },
      {},
      {},
      'Q: got a Float32Array with dtype "float64"; expected',
    ],
    [
      'Attention',
      { Q: { ...Q, data: new Uint8Array(192) }, K, V },
      {},
      {},
      'Q: got bool; expected',
    ],
    [
      'Attention',
      { Q: { ...Q, shape: [2, 4, 3, 7] }, K, V },
      {},
      {},
      'Q: got 192 numbers for shape [2, 4, 3, 7]; expected 168',
    ],
    [
      'Attention',
      { Q: { ...Q, shape: [-1] }, K, V },
      {},
      {},
      'Q.shape[0]: got -1; expected a whole number from 0 to 2147483647',
    ],
    [
      'Attention',
      { Q: floats(3, 8), K, V },
      {},
      {},
      'Q: got the shape [3, 8]; expected 3 or 4 axes',
    ],
    ['Attention', { Q, K: flat.K, V }, {}, {}, 'K: got the shape [2, 7, 16]; expected 4 axes'],
    [
      'Attention',
      flat,
      {},
      {},
      'kv_num_heads: got undefined; expected a number of heads that divides 16, the width of K',
    ],
    [
      'Attention',
      flat,
      { kv_num_heads: 2, q_num_heads: 5 },
      {},
      'q_num_heads: got 5; expected a number of heads that divides 32, the width of Q',
    ],
    [
      'Attention',
      flat,
      { kv_num_heads: 2, q_num_heads: 1.5 },
      {},
      'q_num_heads: got 1.5; expected a whole number from 0',
    ],
    [
      'Attention',
      { Q, K, V },
      { q_num_heads: 2 },
      {},
      'q_num_heads: got 2; expected 4, as Q of shape [2, 4, 3, 8] has',
    ],
    [
      'Attention',
      { Q, K: floats(1, 2, 7, 8), V },
      {},
      {},
      'K: shape [1, 2, 7, 8] does not match Q: shape [2, 4, 3, 8]; the batches must be equal',
    ],
    [
      'Attention',
      { Q, K: floats(2, 2, 7, 9), V },
      {},
      {},
      'K: shape [2, 2, 7, 9] does not match Q: shape [2, 4, 3, 8]; the head sizes must be equal',
    ],
    [
      'Attention',
      { Q, K: floats(2, 3, 7, 8), V },
      {},
      {},
      "K: shape [2, 3, 7, 8] does not match Q: shape [2, 4, 3, 8]; K's number of heads must divide Q's",
    ],
    [
      'Attention',
      { Q, K, V: floats(2, 2, 6, 5) },
      {},
      {},
      'V: got the shape [2, 2, 6, 5]; expected [2, 2, 7, 5], the heads and rows of K',
    ],
    [
      'Attention',
      { Q, K, V },
      { is_causal: 2 },
      {},
      'is_causal: got 2; expected a whole number from 0 to 1',
    ],
    [
      'Attention',
      { Q, K, V },
      { is_causal: true },
      {},
      'is_causal: got true; expected a whole number from 0 to 1',
    ],
    ['Attention', { Q, K, V }, { scale: NaN }, {}, 'scale: got NaN; expected a number from'],
    ['Attention', { Q, K, V }, { softcap: -1 }, {}, 'softcap: got -1; expected a number from 0'],
    [
      'Attention',
      { Q, K, V },
      { qk_matmul_output_mode: 4 },
      {},
      'qk_matmul_output_mode: got 4; expected a whole number from 0 to 3',
    ],
    [
      'Attention',
      { Q, K, V },
      { softmax_precision: 2 },
      {},
      'softmax_precision: got 2; expected one of 1, 10, 11, 16',
    ],
    [
      'Attention',
      { Q, K, V, attn_mask: floats(3, 8) },
      {},
      {},
      'attn_mask: got the shape [3, 8]; expected one that can be broadcast to [2, 4, 3, 7]',
    ],
    [
      'Attention',
      { Q, K, V, attn_mask: floats(2, 3, 7) },
      {},
      {},
      'attn_mask: got the shape [2, 3, 7]; expected one that can be broadcast to [2, 4, 3, 7]',
    ],
    [
      'Attention',
      { Q, K, V, attn_mask: floats(1, 1, 1, 3, 7) },
      {},
      {},
      'attn_mask: got the shape [1, 1, 1, 3, 7]; expected 1, 2, 3 or 4 axes',
    ],
    [
      'Attention',
      { Q, K, V, attn_mask: int64(1) },
      {},
      {},
      'attn_mask: got int64; expected a tensor of float32',
    ],
    [
      'Attention',
      { Q, K, V, past_key: K },
      {},
      {},
      'past_value: got undefined; expected a tensor, as past_key is given',
    ],
    [
      'Attention',
      { Q, K, V, past_value: V },
      {},
      {},
      'past_key: got undefined; expected a tensor, as past_value is given',
    ],
    [
      'Attention',
      { Q, K, V, past_key: floats(2, 1, 4, 8), past_value: V },
      {},
      {},
      'past_key: got the shape [2, 1, 4, 8]; expected [2, 2, 4, 8], K but for the sequence',
    ],
    [
      'Attention',
      { Q, K, V, past_key: floats(2, 8), past_value: V },
      {},
      {},
      'past_key: got the shape [2, 8]; expected',
    ],
    [
      'Attention',
      { Q, K, V, past_key: K, past_value: floats(2, 2, 6, 5) },
      {},
      {},
      'past_value: got the shape [2, 2, 6, 5]; expected [2, 2, 7, 5]',
    ],
    [
      'Attention',
      { Q, K, V, past_key: K, past_value: V, nonpad_kv_seqlen: int64(1, 1) },
      {},
      {},
      'nonpad_kv_seqlen: got it together with past_key; expected one of the two only',
    ],
    [
      'Attention',
      { Q, K, V, nonpad_kv_seqlen: int64(1, 1) },
      {},
      { opset: 23 },
      'nonpad_kv_seqlen: got it with opset 23; expected opset 24',
    ],
    [
      'Attention',
      { Q, K, V, nonpad_kv_seqlen: int64(1, 8) },
      {},
      {},
      'nonpad_kv_seqlen[1]: got 8n; expected a whole number from 0 to 7',
    ],
    [
      'Attention',
      { Q, K, V, nonpad_kv_seqlen: int64(1, -1) },
      {},
      {},
      'nonpad_kv_seqlen[1]: got -1n; expected a whole number from 0 to 7',
    ],
    [
      'Attention',
      { Q, K, V, nonpad_kv_seqlen: int64(1) },
      {},
      {},
      'nonpad_kv_seqlen: got the shape [1]; expected [2]',
    ],
    [
      'Attention',
      { Q, K, V, nonpad_kv_seqlen: floats(2) },
      {},
      {},
      'nonpad_kv_seqlen: got float32; expected a tensor of int64',
    ],
    [
      'Softmax',
      { input: { data: new Float32Array(0), shape: [2 ** 30, 4, 0] } },
      {},
      {},
      'input.shape: got [1073741824, 4, 0]; expected at most 16777216 as the product',
    ],
    ['Softmax', { x: X }, {}, {}, 'inputs: got the unknown name "x"; expected any of input'],
    ['Softmax', { input: X }, { axis: 4 }, {}, 'axis: got 4; expected'],
    ['Softmax', { input: floats() }, {}, {}, 'input: got the shape []; expected 1 axis or more'],
    [
      'RMSNormalization',
      { X: floats(), scale: floats() },
      {},
      {},
      'X: got the shape []; expected 1 axis or more',
    ],
    ['LogSoftmax', { input: X }, { axis: 0.5 }, {}, 'axis: got 0.5; expected'],
    [
      'Softmax',
      { input: X },
      {},
      { opset: 12 },
      'opset: got 12; expected a whole number of at least 13',
    ],
    ['LayerNormalization', { X }, {}, {}, 'Scale: got undefined; expected a tensor of float32'],
    [
      'LayerNormalization',
      { X, Scale: floats(3) },
      {},
      {},
      'Scale: got the shape [3]; expected one that can be broadcast to [4]',
    ],
    [
      'LayerNormalization',
      { X, Scale: floats(4), B: floats(3, 4) },
      {},
      {},
      'B: got the shape [3, 4]; expected one that can be broadcast to [4]',
    ],
    [
      'LayerNormalization',
      { X, Scale: floats(4) },
      { axis: -5 },
      {},
      'axis: got -5; expected a whole number from -4 to 3',
    ],
    [
      'LayerNormalization',
      { X, Scale: floats(4) },
      { epsilon: -1 },
      {},
      'epsilon: got -1; expected a number from 0',
    ],
    [
      'LayerNormalization',
      { X, Scale: floats(4) },
      { stash_type: 0 },
      {},
      'stash_type: got 0; expected one of 1, 10, 11, 16',
    ],
    [
      'LayerNormalization',
      { X, Scale: floats(4) },
      {},
      { opset: 16 },
      'opset: got 16; expected a whole number of at least 17',
    ],
    [
      'RMSNormalization',
      { X, Scale: floats(4) },
      {},
      {},
      'inputs: got the unknown name "Scale"; expected any of X, scale',
    ],
    [
      'RMSNormalization',
      { X, scale: floats(5) },
      {},
      {},
      'scale: got the shape [5]; expected one that can be broadcast to [4]',
    ],
    [
      'RotaryEmbedding',
      { X: floats(3, 4), ...tables },
      {},
      {},
      'X: got the shape [3, 4]; expected 3 or 4 axes',
    ],
    [
      'RotaryEmbedding',
      { X: floats(1, 3, 8), ...tables },
      {},
      {},
      'num_heads: got undefined; expected a number of heads that divides 8, the width of X',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables },
      { num_heads: 3 },
      {},
      'num_heads: got 3; expected 2, as X of shape [1, 2, 3, 4] has',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables },
      { rotary_embedding_dim: 3 },
      {},
      'rotary_embedding_dim: got 3; expected an even number',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables },
      { rotary_embedding_dim: 6 },
      {},
      'rotary_embedding_dim: got 6; expected a whole number from 0 to 4',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables },
      {},
      {},
      'cos_cache: got the shape [9, 2]; expected 3 axes',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables, position_ids: ids(0, 9, 1) },
      {},
      {},
      'position_ids[1]: got 9n; expected a whole number from 0 to 8',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables, position_ids: int64(0, 9, 1) },
      {},
      {},
      'position_ids: got the shape [3]; expected [1, 3]',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables, position_ids: ids(0, 1, 1) },
      { rotary_embedding_dim: 2 },
      {},
      'cos_cache: got the shape [9, 2]; expected [9, 1]',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables, sin_cache: floats(8, 2), position_ids: ids(0, 1, 1) },
      {},
      {},
      'sin_cache: got the shape [8, 2]; expected [9, 2], that of cos_cache',
    ],
    [
      'RotaryEmbedding',
      { X, cos_cache: floats(0, 2), sin_cache: floats(0, 2), position_ids: ids(0, 0, 0) },
      {},
      {},
      'cos_cache: got the shape [0, 2]; expected 1 position or more',
    ],
    [
      'RotaryEmbedding',
      { X, ...tables },
      { interleaved: -1 },
      {},
      'interleaved: got -1; expected a whole number from 0 to 1',
    ],
  ]);
  test.each(refusals)(
    '%s refuses wrong input in one sentence %#',
    (op, inputs, attributes, options, message) => {
      const call = /** @type {(...all: any[]) => Named} */ (operators[op]);
      const run = () => call(engine(), inputs, attributes, options);
      expect(run).toThrow(/^[\w.[\]]+: (got|shape) .*; .+[^.]$/);
      expect(run).toThrow(message);
    },
  );

  test('nothing attends to nothing', () => {
    const noKeys = { Q: floats(1, 1, 2, 4), K: floats(1, 1, 0, 4), V: floats(1, 1, 0, 3) };
    const { Y, qk_matmul_output } = onnx.attention(engine(), noKeys);
    expect(Y).toEqual({ data: new Float32Array(6), shape: [1, 1, 2, 3] });
    expect(qk_matmul_output.shape).toEqual([1, 1, 2, 0]);
    const noQueries = { Q: floats(1, 0, 4), K: floats(1, 2, 4), V: floats(1, 2, 4) };
    const one = onnx.attention(engine(), noQueries, { q_num_heads: 2, kv_num_heads: 2 });
    expect(one.Y).toEqual({ data: new Float32Array(0), shape: [1, 0, 4] });
    expect(one.present_key.shape).toEqual([1, 2, 2, 2]);
    const noHeads = floats(1, 0, 2, 4);
    const none = onnx.attention(engine(), { Q: noHeads, K: noHeads, V: noHeads });
    expect(none.Y).toEqual({ data: new Float32Array(0), shape: [1, 0, 2, 4] });
  });

  test('the engine works as before after a refusal', () => {
    const before = onnx.attention(engine(), { Q, K, V }).Y;
    expect(() => onnx.attention(engine(), { Q, K, V: K, past_key: V })).toThrow(TypeError);
    expect(onnx.attention(engine(), { Q, K, V }).Y).toEqual(before);
  });
});

describe('scaledot/onnx without an engine', () => {
  test.each(Object.entries(operators))('%s says that it wants one', (_, operator) => {
    const call = /** @type {(...all: any[]) => unknown} */ (operator);
    expect(() => call({}, {})).toThrow('sd: got an object; expected the engine that load() gives');
  });
});
