// Attention of scaledot/onnx compared with naive arithmetic in double, which follows the operator's description. The
// inputs are ones that the ONNX project's tests hardly cover: negative, large and zero scales, short masks, padding, a
// softcap before -infinity.
import { expect, test } from '@jest/globals';
import * as onnx from '../../../web/engine/adapters/onnx.js';
import { attentionInputs, close, differences, int64, naiveSoftmax, numbers } from './onnx.js';
import { onEveryVariant } from './variants.js';

/** @import { Named, Values } from './onnx.js' */

/**
 * Reads the number at a batch, head, row and component, from tensors with 3 or 4 axes.
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
 * Returns the mask at a place, to be added to the score.
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
    if (isLast && at >= shape[axis]) return -Infinity; // the mask is shorter than the keys
    index = index * shape[axis] + (shape[axis] === 1 ? 0 : at);
  }
  const value = Number(data[index]);
  return data instanceof Uint8Array ? (value ? 0 : -Infinity) : value;
}

/** @param {Named} inputs @param {Named} attributes @returns {Named} Y and qk_matmul_output, with 4 axes */
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
const { floats, bools, bias } = numbers(7);
const qkv = (/** @type {[number, number, number, number]} */ ...sizes) =>
  attentionInputs(floats, ...sizes);

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

/** @param {number} x a number that float16 can represent */
function halfBits(x) {
  if (x === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(x)));
  return (
    (x < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | (Math.abs(x) * 2 ** (10 - exponent) - 1024)
  );
}

onEveryVariant('attention of scaledot/onnx', (engine) => {
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
    // The only key has weight 1, so every value is returned unchanged.
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
});
