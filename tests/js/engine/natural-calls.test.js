// Calls that come naturally in JavaScript: nested arrays and typed arrays in place of tensors, booleans that stay
// booleans, and methods detached from the engine.
import { beforeAll, expect, test } from '@jest/globals';
import {
  attention as onnxAttention,
  rotaryEmbedding,
  softmax,
} from '../../../web/engine/adapters/onnx.js';
import {
  multiheadAttention,
  scaledDotProductAttention,
} from '../../../web/engine/adapters/torch.js';
import { load, tensor } from '../../../web/engine/index.js';
import { bytesOf, npy, safetensors } from '../files/files.js';

/** @import { AttentionMask, Engine, Tensor } from '../../../web/engine/index.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

const q = [[1, 0]];
const k = [
  [1, 0],
  [0, 1],
];
const v = [[1], [2]];
const seen = [[false, true]];

// Booleans ------------------------------------------------------------------------------------------

test('tensor() remembers booleans', () => {
  expect(tensor(seen)).toEqual({ data: new Float32Array([0, 1]), shape: [1, 2], dtype: 'bool' });
  expect(tensor([true, false, true, false], [2, 2]).dtype).toBe('bool');
  for (const numbers of [[0, 1], [], [true, 1], [0, true], new Uint8Array(2)])
    expect(tensor(numbers)).not.toHaveProperty('dtype');
});

test('a boolean mask is no bias, in PyTorch’s function and in ONNX’s', () => {
  const [query, key, value, attn_mask] = [q, k, v, seen].map((each) => tensor(each));
  expect(scaledDotProductAttention(sd, query, key, value, { attn_mask }).data[0]).toBe(2);
  const four = (/** @type {Tensor} */ { data, shape }) => ({ data, shape: [1, 1, ...shape] });
  const [Q, K, V] = [query, key, value].map(four);
  expect(onnxAttention(sd, { Q, K, V, attn_mask }).Y.data[0]).toBe(2);
});

test('mask takes booleans for allow and block, and refuses them as a bias', () => {
  const options = (/** @type {AttentionMask} */ mask) => ({ mask });
  const first = (/** @type {AttentionMask} */ mask) =>
    sd.attention(tensor(q), tensor(k), tensor(v), options(mask)).output.data[0];
  expect(first({ allow: tensor(seen) })).toBe(2);
  expect(first({ block: tensor(seen) })).toBe(1);
  for (const bias of [
    tensor(seen),
    { data: new Uint8Array([0, 1]), shape: [2], dtype: 'bool' },
    seen,
  ])
    expect(() => first({ bias })).toThrow(
      new TypeError('mask.bias: got booleans; expected numbers, added to the scores'),
    );
});

test('a boolean mask of a file stays one', () => {
  const bytes = new TextEncoder().encode(
    "\x00NUMPY\x01\x00\x38\x00{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}\n\x00\x01",
  );
  bytes[0] = 0x93;
  const attn_mask = sd.readNpy(bytes);
  expect(attn_mask.dtype).toBe('bool');
  const call = scaledDotProductAttention(sd, tensor(q), tensor(k), tensor(v), { attn_mask });
  expect(call.data[0]).toBe(2);
});

test('bytes are booleans in a mask of an adapter, but numbers in tensor()', () => {
  const first = (/** @type {any} */ attn_mask) =>
    scaledDotProductAttention(sd, q, k, v, { attn_mask }).data[0];
  const bytes = new Uint8Array([0, 1]);
  for (const mask of [{ data: bytes, shape: [1, 2] }, [bytes], bytes]) expect(first(mask)).toBe(2);
  const added = first([[0, 1]]);
  expect(added).not.toBe(2);
  for (const mask of [tensor(bytes), [new Float32Array([0, 1])], [Uint8ClampedArray.of(0, 1)]])
    expect(first(mask)).toBe(added);
  expect(onnxAttention(sd, { Q: [[q]], K: [[k]], V: [[v]], attn_mask: [bytes] }).Y.data[0]).toBe(2);
  const two = { num_heads: 1, in_proj_weight: tensor(Float32Array.of(1, 1, 1), [3, 1]) };
  const out = { out_proj_weight: [[1]], need_weights: false };
  const rows = [[1], [2]];
  const seeing = (/** @type {any} */ key_padding_mask) =>
    multiheadAttention(sd, rows, rows, rows, { ...two, ...out, key_padding_mask }).output.data;
  expect([...seeing(bytes)]).toEqual([1, 1]); // true: masked
});

// Files --------------------------------------------------------------------------------------------

test('adapters take what the engine has read from a file, whatever its type there', () => {
  const types = /** @type {const} */ ([
    ['<f8', Float64Array],
    ['<f4', Float32Array],
  ]);
  const wanted = scaledDotProductAttention(sd, k, k, k);
  for (const [type, Kind] of types) {
    const x = sd.readNpy(npy(type, '(2, 2)', new Uint8Array(Kind.of(1, 0, 0, 1).buffer)));
    expect(scaledDotProductAttention(sd, x, x, x)).toEqual(wanted);
  }
  const shorts = (/** @type {number} */ one) => bytesOf([0, 0], [one & 255, one >> 8]);
  for (const [dtype, one] of /** @type {const} */ ([
    ['F16', 0x3c00],
    ['BF16', 0x3f80],
  ])) {
    const about = { x: { dtype, shape: [2, 1], data_offsets: [0, 4] } };
    const { x } = sd.readSafetensors(safetensors(about, shorts(one))).tensors;
    expect(softmax(sd, { input: x }, { axis: 0 }).output.data[1]).toBeCloseTo(0.7311, 4);
    const parameters = {
      in_proj_weight: [[1], [1], [1]],
      out_proj_weight: [[1]],
      in_proj_bias: { ...x, data: new Float32Array(3), shape: [3] },
    };
    const { output } = multiheadAttention(sd, x, x, x, { num_heads: 1, ...parameters });
    expect(output.data[0]).toBeCloseTo(0.5, 6);
  }
});

test('a boolean mask that was written is one again', () => {
  const attn_mask = sd.readNpy(sd.writeNpy(tensor(seen)));
  expect(scaledDotProductAttention(sd, q, k, v, { attn_mask }).data[0]).toBe(2);
});

test('places and lengths may come from a file', () => {
  const wholes = (/** @type {bigint[]} */ ...numbers) =>
    sd.readNpy(
      npy('<i8', `(${numbers.length},)`, new Uint8Array(BigInt64Array.from(numbers).buffer)),
    );
  const seenBy = (/** @type {any} */ nonpad_kv_seqlen) =>
    onnxAttention(sd, { Q: [[q]], K: [[k]], V: [[v]], nonpad_kv_seqlen }).Y.data[0];
  expect(seenBy(wholes(1n))).toBe(1);
  expect(seenBy([1])).toBe(1);
  expect(seenBy(Int32Array.of(1))).toBe(1);
  expect(seenBy(BigInt64Array.of(1n))).toBe(1);
  expect(() => seenBy(wholes(3n))).toThrow(
    new RangeError('nonpad_kv_seqlen[0]: got 3; expected a whole number from 0 to 2'),
  );
  expect(() => seenBy({ data: Float32Array.of(0.5), shape: [1], dtype: 'int64' })).toThrow(
    new RangeError('nonpad_kv_seqlen[0]: got 0.5; expected a whole number from 0 to 2'),
  );
  expect(() => seenBy(tensor([1]))).toThrow(/^nonpad_kv_seqlen: got float32; expected a tensor of/);
  expect(() => softmax(sd, { input: wholes(1n) })).toThrow(/^input: got int64; expected a tensor/);
});

// Nested arrays ------------------------------------------------------------------------------------

test('nests of numbers and typed arrays stand for tensors', () => {
  const rows = [new Float32Array([1, 0]), new Float64Array([0, 1])];
  expect(tensor(rows)).toEqual(tensor(k));
  expect(tensor([[new Uint8Array([1]), new Uint8Array([2])]]).shape).toEqual([1, 2, 1]);
  const wanted = sd.attention(tensor(q), tensor(k), tensor(v), { mask: { allow: tensor(seen) } });
  expect(sd.attention(q, rows, v, { mask: { allow: seen } })).toEqual(wanted);
  expect(sd.softmax([1, 2, 3])).toEqual(sd.softmax(tensor([1, 2, 3])));
  expect(sd.softmax(new Float32Array([1, 2, 3])).shape).toEqual([3]);
  expect(sd.matmul(k, [[1], [2]], { bias: [10] }).data).toEqual(new Float32Array([11, 12]));
  expect(sd.attentionGradient(q, k, v, [[1]]).query.shape).toEqual([1, 2]);
});

test('a run takes them, too', async () => {
  const { output } = await sd.run('attention', { query: q, key: k, value: v });
  expect(output).toEqual(sd.attention(q, k, v).output);
});

test('adapters take them', () => {
  expect(scaledDotProductAttention(sd, q, k, v, { attn_mask: seen }).data[0]).toBe(2);
  expect(scaledDotProductAttention(sd, q, k, v, { attn_mask: [[0, 0]] }).data[0]).not.toBe(2);
  expect(onnxAttention(sd, { Q: [[q]], K: [[k]], V: [[v]], attn_mask: seen }).Y.data[0]).toBe(2);
});

test('a typed array is a tensor of one dimension for adapters, too', () => {
  const { output } = softmax(sd, { input: new Float32Array([1, 2]) });
  expect(output).toEqual(sd.softmax(new Float32Array([1, 2])));
  for (const Kind of [Float64Array, Int32Array, Uint8Array])
    expect(softmax(sd, { input: Kind.of(1, 2) }).output).toEqual(output);
  expect(() => softmax(sd, { input: /** @type {any} */ (BigInt64Array.of(1n)) })).toThrow(
    /^input: got int64; expected a tensor of float32/,
  );
});

test('nests of places are whole numbers', () => {
  const { cosine: cos_cache, sine: sin_cache } = sd.rotaryTable({ positions: 4, rotated: 2 });
  const turn = (/** @type {number} */ place) =>
    rotaryEmbedding(sd, { X: [[[[1, 0]]]], cos_cache, sin_cache, position_ids: [[place]] }).Y.data;
  expect(turn(3)[0]).toBeCloseTo(Math.cos(3), 5);
  for (const place of [0.5, NaN, Infinity])
    expect(() => turn(place)).toThrow(
      new RangeError(`position_ids: got ${place}; expected whole numbers`),
    );
  expect(() => turn(2 ** 32)).toThrow(/^position_ids\[0\]: got 4294967296/);
});

test('what is no nest is refused by the name of the argument', () => {
  const call = (/** @type {any} */ x) => () => sd.softmax(x);
  expect(call([[1, 2], [3]])).toThrow(
    new RangeError(
      'x[1]: got an array of length 1; expected an array of length 2, as the first at this depth',
    ),
  );
  expect(call(['1'])).toThrow(new TypeError('x[0]: got "1"; expected a number or boolean'));
  expect(call([[new Float32Array(2), [1, 2]], [3]])).toThrow(/^x\[1\]: got an array of length 1/);
  expect(call([new Float32Array(2), new Float32Array(3)])).toThrow(
    new RangeError(
      'x[1]: got a Float32Array of length 3; expected an array of length 2, as the first at this depth',
    ),
  );
  expect(call('123')).toThrow(
    /^x: got "123"; expected a tensor \{data: Float32Array, shape\} or a nested array of numbers$/,
  );
  expect(call(new BigInt64Array(2))).toThrow(
    /^x: got a BigInt64Array of length 2; expected a tensor/,
  );
});

test('results go into tensors alone', () => {
  const into = /** @type {any} */ ({ output: [[0]] });
  expect(() => sd.attention(q, k, v, { into })).toThrow(
    /^into\.output: got an array of length 1; expected a tensor/,
  );
});

// Methods -------------------------------------------------------------------------------------------

test('methods work without their engine', async () => {
  const { attention, softmax, run, scoreTheory } = sd;
  expect(attention(q, k, v)).toEqual(sd.attention(q, k, v));
  expect(
    [
      [1, 2],
      [3, 4],
    ].map((row) => softmax(row).shape[0]),
  ).toEqual([2, 2]);
  expect(scoreTheory({ dk: 16 })).toEqual(sd.scoreTheory({ dk: 16 }));
  expect((await run('scoreStatistics', { queries: 2, keys: 2 })).done).toBe(1);
  expect(Object.keys(sd)).toEqual(['engine']);
});
