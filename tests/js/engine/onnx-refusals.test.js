// The arguments that scaledot/onnx refuses, each in one sentence. The engine works as before.
import { describe, expect, test } from '@jest/globals';
import * as onnx from '../../../web/engine/adapters/onnx.js';
import { attentionInputs, int64, numbers, operators } from './onnx.js';
import { onEveryVariant } from './variants.js';

/** @import { Named } from './onnx.js' */

const { floats } = numbers(7);

onEveryVariant('refusals of scaledot/onnx', (engine) => {
  const { Q, K, V } = attentionInputs(floats, 4, 2, 3, 7);
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
    ['Attention', { Q: {}, K, V }, {}, {}, 'Q.data: got undefined; expected the typed array of'],
    [
      'Attention',
      { Q, K, V, mask: Q },
      {},
      {},
      'inputs: got the unknown name "mask"; expected attn_mask',
    ],
    [
      'Attention',
      { Q, K, V },
      { causal: 1 },
      {},
      'attributes: got the unknown name "causal"; expected is_causal',
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
      { Q: { ...Q, dtype: 'complex64' }, K, V },
      {},
      {},
      'Q: got a Float32Array with dtype "complex64"; expected',
    ],
    ['Attention', { Q: { ...Q, dtype: 'int64' }, K, V }, {}, {}, 'Q: got int64; expected'],
    ['Attention', { Q: { ...Q, dtype: 'bool' }, K, V }, {}, {}, 'Q: got bool; expected'],
    [
      'Attention',
      { Q, K, V, attn_mask: { ...floats(7), dtype: 'uint8' } },
      {},
      {},
      'attn_mask: got uint8; expected a tensor of float32',
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
      'inputs: got the unknown name "Scale"; expected scale',
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
