// Calls that come naturally in JavaScript: nested arrays and typed arrays in place of tensors, booleans that stay
// booleans, and methods detached from the engine.
import { beforeAll, expect, test } from '@jest/globals';
import { attention as onnxAttention, rotaryEmbedding } from '../../../web/engine/adapters/onnx.js';
import { scaledDotProductAttention } from '../../../web/engine/adapters/torch.js';
import { load, tensor } from '../../../web/engine/index.js';

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
