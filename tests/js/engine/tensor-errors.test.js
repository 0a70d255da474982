// tensor(), and every refusal of a wrong tensor or option: one sentence, of the right kind, and the
// engine works as before.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import { onEveryVariant } from './variants.js';

/** @typedef {[call: (sd: any) => unknown, kind: new (...args: any[]) => Error, message: string]} Refusal */

/** @param {...number} shape */
const zeros = (...shape) => ({
  data: new Float32Array(shape.reduce((size, length) => size * length, 1)),
  shape,
});
const float32 = 'a number from -3.4028234663852886e+38 to 3.4028234663852886e+38';

test('tensor() takes nests of numbers and booleans, and typed arrays', () => {
  expect(tensor([1, 2.5, -Infinity])).toEqual({
    data: new Float32Array([1, 2.5, -Infinity]),
    shape: [3],
  });
  expect(tensor([[[true], [false]]])).toEqual({ data: new Float32Array([1, 0]), shape: [1, 2, 1] });
  expect(tensor([])).toEqual({ data: new Float32Array(0), shape: [0] });
  expect(tensor([[], []])).toEqual({ data: new Float32Array(0), shape: [2, 0] });
  expect(tensor([1, 2, 3, 4], [2, 2])).toEqual(
    tensor([
      [1, 2],
      [3, 4],
    ]),
  );
  expect(tensor(new Uint8Array([0, 255]))).toEqual({
    data: new Float32Array([0, 255]),
    shape: [2],
  });
  expect(tensor(new Float64Array([1, 2]), [1, 2, 1]).shape).toEqual([1, 2, 1]);
});

test('tensor() does not copy a Float32Array, and keeps a shape of its own', () => {
  const data = new Float32Array(6);
  const shape = [2, 3];
  const made = tensor(data, shape);
  expect(made.data).toBe(data);
  shape.push(1);
  expect(made.shape).toEqual([2, 3]);
});

/** With arguments that the types forbid. @type {any} */
const make = tensor;
/** @type {unknown[]} */
const loop = [];
loop[0] = loop;

/** @type {Refusal[]} */
const refusedTensors = [
  [
    () => make([[1, 2], [3]]),
    RangeError,
    'tensor[1]: got an array of length 1; expected an array of length 2, as the first at this depth',
  ],
  [
    () =>
      make([
        [[1], [2]],
        [[3], 4],
      ]),
    RangeError,
    'tensor[1][1]: got 4; expected an array of length 1, as the first at this depth',
  ],
  [
    () => make([1, [2]]),
    TypeError,
    'tensor[1]: got an array of length 1; expected a number or boolean',
  ],
  [() => make([[1, '2']]), TypeError, 'tensor[0][1]: got "2"; expected a number or boolean'],
  [
    () => make(5),
    TypeError,
    'tensor: got 5; expected a nested array of numbers or booleans, or a typed array of numbers',
  ],
  [
    () => make(new BigInt64Array(2)),
    TypeError,
    'tensor: got a BigInt64Array of length 2; expected a nested array of numbers or booleans, or a typed array of numbers',
  ],
  [() => make(loop), RangeError, 'tensor: got a deeper nest; expected at most 16 dimensions'],
  [
    () => make([1, 2, 3], [2, 2]),
    RangeError,
    'tensor: got 3 numbers; expected 4 for the shape [2, 2]',
  ],
  [
    () => make([1], [-1]),
    RangeError,
    'shape[0]: got -1; expected a whole number from 0 to 2147483647',
  ],
  [() => make([1], 1), TypeError, 'shape: got 1; expected an array of whole numbers'],
];

test.each(refusedTensors)('%s', (call, kind, message) =>
  expectRefusal(() => call(null), kind, message),
);

/** @param {() => unknown} call @param {new (...args: any[]) => Error} kind @param {string} message */
function expectRefusal(call, kind, message) {
  /** @type {unknown} */
  let error;
  try {
    call();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(kind);
  expect(/** @type {Error} */ (error).message).toBe(message);
}

const [q, k, v] = [zeros(4, 8), zeros(5, 8), zeros(5, 3)];
/** @param {any} options @returns {(sd: any) => unknown} */
const attend = (options) => (sd) => sd.attention(q, k, v, options);

/** @type {Refusal[]} */
const refusedAttention = [
  [
    (sd) => sd.attention(),
    TypeError,
    'query: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
  [
    (sd) => sd.attention(q, [1], v),
    TypeError,
    'key: got an array of length 1; expected a tensor {data: Float32Array, shape}',
  ],
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
    attend({ is_causal: true }),
    TypeError,
    'attention: got the unknown name "is_causal"; expected any of scale, mask, causal, softcap, window, keyLengths, returns, into',
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
    'scale: got "sqrt"; expected one of "rsqrt", "none", "inverse"',
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
    attend({ mask: { allow: [[true]] } }),
    TypeError,
    'mask.allow: got an array of length 1; expected a tensor {data: typed array, shape}',
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
    'outputGradient: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 8)),
    RangeError,
    'outputGradient: got the shape [4, 8]; expected [4, 3]',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { returns: [] }),
    TypeError,
    'attentionGradient: got the unknown name "returns"; expected any of scale, mask, causal, softcap, window, keyLengths, forward',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { forward: 1 }),
    TypeError,
    'forward: got 1; expected what attention() returned, with output and logSumExp',
  ],
  [
    (sd) => sd.attentionGradient(q, k, v, zeros(4, 3), { forward: sd.attention(q, k, v) }),
    TypeError,
    'forward.logSumExp: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
];

/** @param {any} [changed] */
const parameters = (changed) => ({
  wq: zeros(6, 8),
  wk: zeros(5, 4),
  wv: zeros(3, 6),
  wo: zeros(12, 2),
  ...changed,
});
const heads = { heads: 4, keyHeads: 2 };
const inputs = /** @type {const} */ ([zeros(3, 6), zeros(7, 5), zeros(7, 3)]);
/** @param {any} changed @param {any} [options] @returns {(sd: any) => unknown} */
const project =
  (changed, options = heads) =>
  (sd) =>
    sd.multiHeadAttention(...inputs, parameters(changed), options);

/** @type {Refusal[]} */
const refusedHeads = [
  [project({}, {}), TypeError, 'heads: got undefined; expected a whole number from 1 to 65536'],
  [project({}, { heads: 0 }), RangeError, 'heads: got 0; expected a whole number from 1 to 65536'],
  [
    project({}, { heads: 4, keyHeads: 3 }),
    RangeError,
    'keyHeads: got 3; expected a number that divides 4 heads',
  ],
  [
    project({}, { ...heads, dropout: 0.1 }),
    TypeError,
    'multiHeadAttention: got the unknown name "dropout"; expected any of scale, mask, causal, softcap, window, keyLengths, heads, keyHeads, zeroKey, returns',
  ],
  [project({}, { ...heads, zeroKey: 1 }), TypeError, 'zeroKey: got 1; expected true or false'],
  [
    project({}, { ...heads, returns: ['heads'] }),
    RangeError,
    'returns[0]: got "heads"; expected one of "output", "weights", "scores", "scaledScores", "cappedScores", "maskedScores", "logSumExp", "headOutputs"',
  ],
  [
    (sd) => sd.multiHeadAttention(...inputs, undefined, heads),
    TypeError,
    'parameters.wq: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
  [
    project({ w: 1 }),
    TypeError,
    'parameters: got the unknown name "w"; expected any of wq, wk, wv, wo, bq, bk, bv, bo, extraKey, extraValue',
  ],
  [project({ wk: zeros(20) }), RangeError, 'parameters.wk: got the shape [20]; expected [in, out]'],
  [
    project({ wv: zeros(4, 6) }),
    RangeError,
    'parameters.wv: shape [4, 6] does not match value: shape [7, 3]; its first dimension must be the width',
  ],
  [
    project({ wq: zeros(6, 9) }),
    RangeError,
    'parameters.wq: got the shape [6, 9]; expected a last dimension that 4 heads divide',
  ],
  [
    project({ wq: zeros(6, 0) }),
    RangeError,
    'parameters.wq: got the shape [6, 0]; expected a last dimension of at least 4',
  ],
  [
    project({ wk: zeros(5, 8) }),
    RangeError,
    'parameters.wk: shape [5, 8] does not match parameters.wq: shape [6, 8]; its last dimension must be 2 heads of 2',
  ],
  [
    project({ wo: zeros(6, 2) }),
    RangeError,
    'parameters.wo: shape [6, 2] does not match parameters.wv: shape [3, 6]; its first dimension must be 4 heads of 3',
  ],
  [project({ bk: zeros(8) }), RangeError, 'parameters.bk: got the shape [8]; expected [4]'],
  [
    project({ extraKey: zeros(4) }),
    TypeError,
    'parameters.extraValue: got undefined; expected a tensor, to go with extraKey',
  ],
  [
    project({}, { ...heads, zeroKey: true, mask: { allow: zeros(3, 7) } }),
    RangeError,
    'mask.allow: shape [3, 7] does not match the scores: shape [1, 4, 3, 8]; counted from the last, each dimension must be equal or 1',
  ],
  [
    (sd) => sd.multiHeadAttention(zeros(1, 1, 3, 6), inputs[1], inputs[2], parameters(), heads),
    RangeError,
    'query: got the shape [1, 1, 3, 6]; expected [L, width] or [B, L, width]',
  ],
  [
    (sd) => sd.multiHeadAttention(inputs[0], inputs[1], zeros(6, 3), parameters(), heads),
    RangeError,
    'value: shape [6, 3] does not match key: shape [7, 5]; the dimensions before the last must be equal',
  ],
  [
    (sd) => sd.multiHeadAttentionGradient(...inputs, parameters(), zeros(3, 3), heads),
    RangeError,
    'outputGradient: got the shape [3, 3]; expected [3, 2]',
  ],
];

const x = zeros(2, 3, 4);
/** @type {Refusal[]} */
const refusedFunctions = [
  [
    (sd) => sd.softmax([1, 2]),
    TypeError,
    'x: got an array of length 2; expected a tensor {data: Float32Array, shape}',
  ],
  [(sd) => sd.softmax(zeros()), RangeError, 'x: got the shape []; expected at least 1 dimension'],
  [
    (sd) => sd.softmax(x, { axis: 3 }),
    RangeError,
    'axis: got 3; expected a whole number from -3 to 2',
  ],
  [
    (sd) => sd.logSoftmax(x, { dim: 1 }),
    TypeError,
    'logSoftmax: got the unknown name "dim"; expected any of axis',
  ],
  [
    (sd) => sd.softmaxGradient(x, zeros(2, 3)),
    RangeError,
    'outputGradient: shape [2, 3] does not match x: shape [2, 3, 4]; expected [2, 3, 4]',
  ],
  [
    (sd) => sd.softmaxJacobianGradient(x, x),
    RangeError,
    'outputGradient: shape [2, 3, 4] does not match x: shape [2, 3, 4]; expected [2, 3, 4, 4]',
  ],
  [
    (sd) => sd.layerNorm(x, { weight: zeros(3) }),
    RangeError,
    'weight: shape [3] does not match x: shape [2, 3, 4]; expected [4]',
  ],
  [
    (sd) => sd.layerNorm(x, { bias: zeros(4), axis: 1 }),
    RangeError,
    'bias: shape [4] does not match x: shape [2, 3, 4]; expected [3, 4]',
  ],
  [
    (sd) => sd.layerNorm(x, { epsilon: -1 }),
    RangeError,
    'epsilon: got -1; expected a number from 0 to 3.4028234663852886e+38',
  ],
  [
    (sd) => sd.rmsNorm(x, { bias: zeros(4) }),
    TypeError,
    'rmsNorm: got the unknown name "bias"; expected any of weight, epsilon, axis',
  ],
  [
    (sd) => sd.rmsNormGradient(x, zeros(4)),
    RangeError,
    'outputGradient: shape [4] does not match x: shape [2, 3, 4]; expected [2, 3, 4]',
  ],
  [
    (sd) => sd.rotaryEmbedding(x),
    TypeError,
    'cosine: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
  [
    (sd) => sd.rotaryEmbedding(x, { cosine: zeros(3, 2), sine: zeros(2, 2) }),
    RangeError,
    'sine: shape [2, 2] does not match cosine: shape [3, 2]; expected [3, 2]',
  ],
  [
    (sd) => sd.rotaryEmbedding(x, { cosine: zeros(3, 3), sine: zeros(3, 3) }),
    RangeError,
    'cosine: got the shape [3, 3]; expected [positions, pairs] with at most 2 pairs',
  ],
  [
    (sd) => sd.rotaryEmbedding(x, { cosine: zeros(2, 2), sine: zeros(2, 2) }),
    RangeError,
    'cosine: got a table of 2 positions; expected at least 3, or positions',
  ],
  [
    (sd) => sd.rotaryEmbedding(x, { cosine: zeros(2, 2), sine: zeros(2, 2), positions: [0, 1, 0] }),
    RangeError,
    'positions: got 3 numbers; expected 6, a row of the table for each row of x',
  ],
  [
    (sd) =>
      sd.rotaryEmbedding(x, {
        cosine: zeros(2, 2),
        sine: zeros(2, 2),
        positions: [0, 1, 2, 0, 0, 0],
      }),
    RangeError,
    'positions[2]: got 2; expected a whole number from 0 to 1',
  ],
  [
    (sd) =>
      sd.rotaryEmbeddingGradient(x, { cosine: zeros(3, 2), sine: zeros(3, 2), interleaved: 1 }),
    TypeError,
    'interleaved: got 1; expected true or false',
  ],
  [
    (sd) => sd.entropy(zeros()),
    RangeError,
    'weights: got the shape []; expected at least 1 dimension',
  ],
  [
    (sd) => sd.entropy(q, { axis: 2 }),
    RangeError,
    'axis: got 2; expected a whole number from -2 to 1',
  ],
  [
    (sd) => sd.entropy(q, { base: 2 }),
    TypeError,
    'entropy: got the unknown name "base"; expected any of axis',
  ],
  [
    (sd) => sd.attention(q, k, v, { causal: null }),
    TypeError,
    'causal: got null; expected false, "upper-left" or "lower-right"',
  ],
  [
    (sd) => sd.scores(zeros(8), k),
    RangeError,
    'query: got the shape [8]; expected at least 2 dimensions',
  ],
  [
    (sd) => sd.scores(q, zeros(5, 7)),
    RangeError,
    'key: shape [5, 7] does not match query: shape [4, 8]; the last dimensions must be equal',
  ],
  [
    (sd) => sd.scores(zeros(2, 4, 8), zeros(3, 5, 8)),
    RangeError,
    'key: shape [3, 5, 8] does not match query: shape [2, 4, 8]; the dimensions before the last two must be equal',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'bilinear' }),
    RangeError,
    'kind: got "bilinear"; expected one of "dot", "scaled-dot", "cosine", "general", "additive", "location", "distance"',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'dot', scale: 2 }),
    TypeError,
    'scale: got 2; expected none with the kind "dot": scaled-dot, cosine, distance have one',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'general' }),
    TypeError,
    'parameters.weight: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'general', parameters: { weight: zeros(8, 5) } }),
    RangeError,
    'parameters.weight: got the shape [8, 5]; expected [8, 8]',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'location', parameters: { weight: zeros(8, 8) } }),
    RangeError,
    'parameters.weight: got the shape [8, 8]; expected [8, 5]',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'dot', parameters: { weight: zeros(8, 8) } }),
    TypeError,
    'parameters: got the unknown name "weight"; expected none',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'additive', parameters: { queryWeight: zeros(8, 2) } }),
    TypeError,
    'parameters.vector: got undefined; expected a tensor {data: Float32Array, shape}',
  ],
  [
    (sd) =>
      sd.scores(q, k, {
        kind: 'additive',
        parameters: { queryWeight: zeros(8, 2), keyWeight: zeros(8, 3), vector: zeros(2) },
      }),
    RangeError,
    'parameters.keyWeight: got the shape [8, 3]; expected [8, 2]',
  ],
  [
    (sd) => sd.scoresGradient(q, k, zeros(5, 4)),
    RangeError,
    'outputGradient: got the shape [5, 4]; expected [4, 5]',
  ],
];

const refusals = [...refusedAttention, ...refusedHeads, ...refusedFunctions];

onEveryVariant('refusals of tensors', (engine) => {
  test.each(refusals)('%s', (call, kind, message) =>
    expectRefusal(() => call(engine()), kind, message),
  );

  test('a refused call changes nothing: the next one gives the same numbers', () => {
    const some = tensor([
      [1, 0.5],
      [-1, 2],
    ]);
    const before = engine().attention(some, some, some);
    for (const [call] of refusals) {
      expect(() => call(engine())).toThrow();
      expect(engine().attention(some, some, some)).toEqual(before);
    }
  });

  test('too much memory is a RangeError that names the bytes, and the engine works as before', () => {
    const length = 30000;
    const long = zeros(length, 1);
    const some = tensor([[1], [2]]);
    const before = engine().attention(some, some, some);
    const needs = (/** @type {string} */ name) =>
      new RegExp(`^${name}: needs [0-9]{10} bytes of memory; expected a size that fits$`);
    for (let round = 0; round < 3; ++round) {
      for (const [name, call] of /** @type {[string, () => unknown][]} */ ([
        ['attention', () => engine().attention(long, long, long, { returns: ['weights'] })],
        ['scores', () => engine().scores(long, long)],
        ['softmaxJacobian', () => engine().softmaxJacobian(zeros(1, length))],
      ])) {
        expect(call).toThrow(RangeError);
        expect(call).toThrow(needs(name));
        expect(engine().attention(some, some, some)).toEqual(before);
      }
    }
    // All of it is free again: what fits does fit.
    const { output } = engine().attention(long, some, some);
    expect(output.shape).toEqual([length, 1]);
  });

  test('a run that needs too much memory is refused, too', async () => {
    const long = zeros(200000, 1);
    const run = engine().run('attention', {
      query: long,
      key: long,
      value: long,
      returns: ['weights'],
    });
    await expect(run).rejects.toThrow(/^attention: needs [0-9]{12} bytes of memory; expected/);
  });
});
