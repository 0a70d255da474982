// The arguments that attention() and attentionGradient() refuse, and the error messages.
import { refusesOnEveryVariant } from './refusals.js';
import { zeros } from './tensors.js';

/** @import { Refusal } from './refusals.js' */

const float32 = 'a number from -3.4028234663852886e+38 to 3.4028234663852886e+38';

const [q, k, v] = [zeros(4, 8), zeros(5, 8), zeros(5, 3)];
/** @param {any} options @returns {(sd: any) => unknown} */
const attend = (options) => (sd) => sd.attention(q, k, v, options);

/** @type {Refusal[]} */
const refusedAttention = [
  [
    (sd) => sd.attention(),
    TypeError,
    'query: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [(sd) => sd.attention(q, ['1'], v), TypeError, 'key[0]: got "1"; expected a number or boolean'],
  [
    (sd) => sd.attention(q, k, { data: [1, 2], shape: [2, 1] }),
    TypeError,
    'value.data: got an array of length 2; expected a Float32Array',
  ],
  [
    (sd) => sd.attention({ data: new Float64Array(32), shape: [4, 8] }, k, v),
    TypeError,
    'query.data: got a Float64Array of length 32; expected a Float32Array',
  ],
  [
    (sd) => sd.attention({ data: q.data, shape: 32 }, k, v),
    TypeError,
    'query.shape: got 32; expected an array of whole numbers',
  ],
  [
    (sd) => sd.attention({ data: q.data, shape: [4, 7.5] }, k, v),
    RangeError,
    'query.shape[1]: got 7.5; expected a whole number from 0 to 2147483647',
  ],
  [
    (sd) => sd.attention({ data: q.data, shape: [4, '8'] }, k, v),
    TypeError,
    'query.shape[1]: got "8"; expected a whole number from 0 to 2147483647',
  ],
  [
    (sd) => sd.attention({ data: q.data, shape: [4, 9] }, k, v),
    RangeError,
    'query.data: got 32 numbers; expected 36 for the shape [4, 9]',
  ],
  [
    (sd) => sd.attention(zeros(8), k, v),
    RangeError,
    'query: got the shape [8]; expected [L, d], [H, L, d] or [B, H, L, d]',
  ],
  [
    (sd) => sd.attention(zeros(1, 1, 1, 4, 8), k, v),
    RangeError,
    'query: got the shape [1, 1, 1, 4, 8]; expected [L, d], [H, L, d] or [B, H, L, d]',
  ],
  [
    (sd) => sd.attention(zeros(8, 64), zeros(8, 32), zeros(8, 64)),
    RangeError,
    'key: shape [8, 32] does not match query: shape [8, 64]; the last dimensions must be equal',
  ],
  [
    (sd) => sd.attention(zeros(1, 4, 8), k, v),
    RangeError,
    'key: shape [5, 8] does not match query: shape [1, 4, 8]; the numbers of dimensions must be equal',
  ],
  [
    (sd) => sd.attention(q, k, zeros(1, 5, 8)),
    RangeError,
    'value: shape [1, 5, 8] does not match key: shape [5, 8]; the numbers of dimensions must be equal',
  ],
  [
    (sd) => sd.attention(q, k, zeros(6, 8)),
    RangeError,
    'value: shape [6, 8] does not match key: shape [5, 8]; the dimensions before the last must be equal',
  ],
  [
    (sd) => sd.attention(zeros(4, 0), zeros(5, 0), v),
    RangeError,
    'query: got the shape [4, 0]; expected a last dimension of at least 1',
  ],
  [
    (sd) => sd.attention(zeros(2, 1, 4, 8), zeros(3, 1, 5, 8), zeros(3, 1, 5, 8)),
    RangeError,
    'key: shape [3, 1, 5, 8] does not match query: shape [2, 1, 4, 8]; the first dimensions must be equal',
  ],
  [
    (sd) => sd.attention(zeros(4, 4, 8), zeros(3, 5, 8), zeros(3, 5, 8)),
    RangeError,
    'key: shape [3, 5, 8] does not match query: shape [4, 4, 8]; its 3 heads must divide the 4 of the query',
  ],
  [
    (sd) => sd.attention(zeros(4, 4, 8), zeros(0, 5, 8), zeros(0, 5, 8)),
    RangeError,
    'key: shape [0, 5, 8] does not match query: shape [4, 4, 8]; its 0 heads must divide the 4 of the query',
  ],
  [
    (sd) => sd.attention(zeros(4, 4, 8), zeros(2, 5, 8), zeros(4, 5, 8)),
    RangeError,
    'value: shape [4, 5, 8] does not match key: shape [2, 5, 8]; the dimensions before the last must be equal',
  ],
  [
    attend('causal'),
    TypeError,
    'attention: got "causal"; expected an object with any of scale, mask, causal, softcap, window, keyLengths, returns, into',
  ],
  [
    attend(new Map([['causal', 'lower-right']])),
    TypeError,
    'attention: got a Map; expected an object with any of scale, mask, causal, softcap, window, keyLengths, returns, into',
  ],
  [
    (sd) => sd.attention(Promise.resolve(q), k, v),
    TypeError,
    'query: got a Promise; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [
    (sd) => sd.attention({ data: new Int8Array(32), shape: [4, 8] }, k, v),
    TypeError,
    'query.data: got an Int8Array of length 32; expected a Float32Array',
  ],
  [
    attend({ is_causal: true }),
    TypeError,
    'attention: got the unknown name "is_causal"; expected causal',
  ],
  [
    attend({ causal: true }),
    TypeError,
    'causal: got true; expected false, "upper-left" or "lower-right"',
  ],
  [
    attend({ causal: 'left' }),
    RangeError,
    'causal: got "left"; expected false, "upper-left" or "lower-right"',
  ],
  [attend({ scale: NaN }), RangeError, `scale: got NaN; expected ${float32}`],
  [attend({ scale: Infinity }), RangeError, `scale: got Infinity; expected ${float32}`],
  [attend({ scale: 1e39 }), RangeError, `scale: got 1e+39; expected ${float32}`],
  [
    attend({ scale: 'sqrt' }),
    RangeError,
    'scale: got "sqrt"; expected "rsqrt", "none", "inverse", a number or {alpha}',
  ],
  [
    attend({ scale: null }),
    TypeError,
    'scale: got null; expected "rsqrt", "none", "inverse", a number or {alpha}',
  ],
  [
    attend({ softcap: 0 }),
    RangeError,
    'softcap: got 0; expected a number from 1.1754943508222875e-38 to 3.4028234663852886e+38',
  ],
  [
    attend({ softcap: '30' }),
    TypeError,
    'softcap: got "30"; expected a number from 1.1754943508222875e-38 to 3.4028234663852886e+38',
  ],
  [attend({ window: 3 }), TypeError, 'window: got 3; expected an object with any of before, after'],
  [
    attend({ window: { left: 1 } }),
    TypeError,
    'window: got the unknown name "left"; expected any of before, after',
  ],
  [
    attend({ window: { before: -1 } }),
    RangeError,
    'window.before: got -1; expected a whole number from 0, or Infinity',
  ],
  [
    attend({ window: { after: 0.5 } }),
    RangeError,
    'window.after: got 0.5; expected a whole number from 0, or Infinity',
  ],
  [
    attend({ window: { after: null } }),
    TypeError,
    'window.after: got null; expected a whole number or Infinity',
  ],
  [attend({ keyLengths: 3 }), TypeError, 'keyLengths: got 3; expected an array of whole numbers'],
  [
    attend({ keyLengths: [1, 2] }),
    RangeError,
    'keyLengths: got an array of length 2; expected 1 numbers, one for each of the batch',
  ],
  [
    attend({ keyLengths: [6] }),
    RangeError,
    'keyLengths[0]: got 6; expected a whole number from 0 to 5',
  ],
  [
    attend({ keyLengths: new Float32Array([1.5]) }),
    RangeError,
    'keyLengths[0]: got 1.5; expected a whole number from 0 to 5',
  ],
  [
    attend({ mask: zeros(4, 5) }),
    TypeError,
    'mask: got the unknown name "data"; expected any of allow, block, bias',
  ],
  [
    attend({ mask: { allow: [['true']] } }),
    TypeError,
    'mask.allow[0][0]: got "true"; expected a number or boolean',
  ],
  [
    attend({ mask: { block: { data: [1], shape: [1] } } }),
    TypeError,
    'mask.block.data: got an array of length 1; expected a typed array of numbers',
  ],
  [
    attend({ mask: { block: { data: new BigInt64Array(1), shape: [1] } } }),
    TypeError,
    'mask.block.data: got a BigInt64Array of length 1; expected a typed array of numbers',
  ],
  [
    attend({ mask: { bias: zeros(5, 4) } }),
    RangeError,
    'mask.bias: shape [5, 4] does not match the scores: shape [1, 1, 4, 5]; counted from the last, each dimension must be equal or 1',
  ],
  [
    attend({ mask: { bias: zeros(1, 1, 1, 4, 5) } }),
    RangeError,
    'mask.bias: shape [1, 1, 1, 4, 5] does not match the scores: shape [1, 1, 4, 5]; counted from the last, each dimension must be equal or 1',
  ],
  [
    attend({ mask: { allow: { data: new Uint8Array(3), shape: [4, 1] } } }),
    RangeError,
    'mask.allow.data: got 3 numbers; expected 4 for the shape [4, 1]',
  ],
  [
    attend({ returns: 'weights' }),
    TypeError,
    'returns: got "weights"; expected an array of output, weights, scores, scaledScores, cappedScores, maskedScores, logSumExp',
  ],
  [
    attend({ returns: ['output', 'probabilities'] }),
    RangeError,
    'returns[1]: got "probabilities"; expected one of "output", "weights", "scores", "scaledScores", "cappedScores", "maskedScores", "logSumExp"',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v),
    TypeError,
    'outputGradient: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 8)),
    RangeError,
    'outputGradient: got the shape [4, 8]; expected [4, 3]',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { returns: [] }),
    TypeError,
    'attentionGradient: got the unknown name "returns"; expected any of scale, mask, causal, softcap, window, keyLengths, weightsGradient, forward, into',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { weightsGradient: zeros(4, 3) }),
    RangeError,
    'weightsGradient: got the shape [4, 3]; expected [4, 5]',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { forward: 1 }),
    TypeError,
    'forward: got 1; expected what attention() returned, with output and logSumExp',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { forward: sd.attention(q, k, v) }),
    TypeError,
    'forward.logSumExp: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
];

refusesOnEveryVariant('attention', refusedAttention);
