// The arguments that multi-head attention and the functions around attention refuse, and the error messages.
import { refusesOnEveryVariant } from './refusals.js';
import { zeros } from './tensors.js';

/** @import { Refusal } from './refusals.js' */

const [q, k, v] = [zeros(4, 8), zeros(5, 8), zeros(5, 3)];

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
    'returns[0]: got "heads"; expected one of "output", "weights", "scores", "scaledScores", "cappedScores", "maskedScores", "logSumExp", "headOutputs", "projectedQuery", "projectedKey", "projectedValue"',
  ],
  [
    project({}, { ...heads, returns: null }),
    TypeError,
    'returns: got null; expected an array of output, weights, scores, scaledScores, cappedScores, maskedScores, logSumExp, headOutputs, projectedQuery, projectedKey, projectedValue',
  ],
  [
    (sd) => sd.multiHeadAttention(...inputs, undefined, heads),
    TypeError,
    'parameters.wq: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
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
    (sd) => sd.softmax([1, [2]]),
    TypeError,
    'x[1]: got an array of length 1; expected a number or boolean',
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
    'cosine: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
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
      sd.rotaryEmbedding(zeros(1, 4), { cosine: zeros(0, 2), sine: zeros(0, 2), positions: [0] }),
    RangeError,
    'cosine: got a table of 0 positions; expected at least 1',
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
    (sd) => sd.scores(q, k, { kind: null }),
    TypeError,
    'kind: got null; expected one of "dot", "scaled-dot", "cosine", "general", "additive", "location", "distance"',
  ],
  [
    (sd) => sd.scores(q, k, { scale: null }),
    TypeError,
    'scale: got null; expected "rsqrt", "none", "inverse", a number or {alpha}',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'dot', parameters: 1 }),
    TypeError,
    'parameters: got 1; expected an object with no names',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'dot', scale: 2 }),
    TypeError,
    'scale: got 2; expected none with the kind "dot": scaled-dot, cosine, distance have one',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'general' }),
    TypeError,
    'parameters.weight: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
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
    'parameters: got the unknown name "weight"; expected no names',
  ],
  [
    (sd) => sd.scores(q, k, { kind: 'additive', parameters: { queryWeight: zeros(8, 2) } }),
    TypeError,
    'parameters.vector: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
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

refusesOnEveryVariant('multi-head attention', refusedHeads);
refusesOnEveryVariant('the functions', refusedFunctions);
