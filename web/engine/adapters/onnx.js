/**
 * The operators of ai.onnx around attention, with their own names: Attention (opsets 23 and 24), Softmax, LogSoftmax,
 * LayerNormalization, RMSNormalization and RotaryEmbedding. Converts layouts and names; the engine computes in float32
 * regardless of the given or requested precision, and results are float32 tensors.
 *
 * Omitted optional inputs may be undefined or null.
 *
 * @example
 * import { load } from 'scaledot';
 * import { attention } from 'scaledot/onnx';
 * const sd = await load();
 * const { Y, present_key, present_value } = attention(sd, { Q, K, V, past_key, past_value }, { is_causal: 1 });
 */
import { checkNumber, checkObject, wrongType, wrongValue } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { checkOptions } from '../border/option-table.js';
import {
  attentionAttributes,
  attentionOptions,
  layerNormalizationOptions,
  normalizationAttributes,
  rmsNormalizationOptions,
  rotaryEmbeddingAttributes,
  rotaryEmbeddingOptions,
  softmaxAttributes,
  softmaxOptions,
} from './onnx-options.js';
import {
  checkBroadcast,
  checkEngine,
  checkRank,
  checkShape,
  expanded,
  joined,
  padded,
  permuted,
  readIndices,
  readOptional,
  readTensor,
  reshaped,
} from './rearrange.js';
import { describeShape, mismatch, sizeOf } from '../border/tensor.js';

/** @import { Checked, Table } from '../border/types.js' */
/** @import { BooleanTensor, FloatTensor, IntegerTensor } from './types.js' */
/** @import { Named } from '../types.js' */

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../types.js').NestedNumbers} NestedNumbers */
/** @typedef {import('../types.js').NumberArray} NumberArray */
/** @typedef {import('./types.js').Floats} Floats */
/** @typedef {import('./types.js').Halves} Halves */

/**
 * A tensor, row-major: float32 in a Float32Array; float16 in a Float16Array, or in a Uint16Array with its dtype; bool
 * in a Uint8Array; int64 in a BigInt64Array or Int32Array. A tensor of a file may have any dtype of that kind.
 *
 * @typedef {FloatTensor} OnnxTensor
 * @typedef {OnnxTensor | NestedNumbers | NumberArray} OnnxInput a tensor, or a nested or typed array of numbers
 * @typedef {OnnxInput | BooleanTensor} OnnxMask boolean as TorchMask of scaledot/torch, also a nested array of booleans
 * @typedef {IntegerTensor | NestedNumbers | NumberArray | BigInt64Array} OnnxIntegers
 *
 * @typedef {{data: Float32Array, shape: number[]}} Tensor a result
 *
 * @typedef {object} AttentionInputs
 * @property {OnnxInput} Q [batch, q_num_heads, q_sequence, head_size] or [batch, q_sequence, q_num_heads head_size]
 * @property {OnnxInput} K [batch, kv_num_heads, kv_sequence, head_size] or [batch, kv_sequence, kv_num_heads head_size]
 * @property {OnnxInput} V in the shape of K, except for its own head size
 * @property {OnnxMask | null} [attn_mask] bool, true where a key takes part, or float, added to the scores; broadcast
 *   to [batch, q_num_heads, q_sequence, total_sequence]. In opset 24, if its last axis is shorter than total_sequence,
 *   even 1, the keys after it are masked
 * @property {OnnxInput | null} [past_key] [batch, kv_num_heads, past_sequence, head_size]
 * @property {OnnxInput | null} [past_value] [batch, kv_num_heads, past_sequence, v_head_size]
 * @property {OnnxIntegers | null} [nonpad_kv_seqlen] [batch] int64, number of keys before the padding; opset 24, not
 *   together with past_key
 *
 * @typedef {object} AttentionAttributes
 * @property {number} [is_causal] 0; with 1 query i sees keys up to i + offset: past_sequence with a cache,
 *   nonpad_kv_seqlen - q_sequence with nonpad_kv_seqlen, else 0
 * @property {number} [q_num_heads] required for inputs with 3 axes
 * @property {number} [kv_num_heads] required for inputs with 3 axes
 * @property {number} [scale] 1/sqrt(head_size); may be negative, unlike in the operator's own formula, which uses the
 *   root of the scale
 * @property {number} [softcap] 0, no softcap
 * @property {number} [qk_matmul_output_mode] 0; selects qk_matmul_output: 0 the scaled scores, 1 the
 *   scores after softcap, 2 after mask and causal (-infinity where a key is masked), 3 the weights
 * @property {number} [softmax_precision] 1, 10, 11 or 16; ignored: softmax is computed in float32
 *
 * @typedef {'Y' | 'present_key' | 'present_value' | 'qk_matmul_output'} AttentionOutput
 */

/**
 * @typedef {object} SoftmaxInputs
 * @property {OnnxInput} input of any shape
 *
 * @typedef {{axis?: number}} SoftmaxAttributes -1
 *
 * @typedef {object} SoftmaxOutputs
 * @property {Tensor} output in the shape of input
 *
 * @typedef {object} LayerNormalizationInputs
 * @property {OnnxInput} X of any shape
 * @property {OnnxInput} Scale can be broadcast to the shape of the normalised axes
 * @property {OnnxInput | null} [B] can be broadcast to the same shape
 *
 * @typedef {object} LayerNormalizationOutputs
 * @property {Tensor} Y in the shape of X
 * @property {Tensor} Mean in the shape of X, with 1 for each normalised axis
 * @property {Tensor} InvStdDev in the shape of Mean
 *
 * @typedef {object} RMSNormalizationInputs
 * @property {OnnxInput} X of any shape
 * @property {OnnxInput} scale can be broadcast to the shape of the normalised axes
 *
 * @typedef {object} RMSNormalizationOutputs
 * @property {Tensor} Y in the shape of X
 *
 * @typedef {object} NormalizationAttributes
 * @property {number} [axis] -1; the first normalised axis
 * @property {number} [epsilon] 1e-5
 * @property {number} [stash_type] 1, 10, 11 or 16; ignored: statistics are summed in double precision
 *
 * @typedef {object} RotaryEmbeddingInputs
 * @property {OnnxInput} X [batch, num_heads, sequence, head_size] or [batch, sequence, num_heads head_size]
 * @property {OnnxInput} cos_cache [positions, rotary_embedding_dim / 2] with position_ids, otherwise [batch, sequence,
 *   rotary_embedding_dim / 2]
 * @property {OnnxInput} sin_cache in the shape of cos_cache
 * @property {OnnxIntegers | null} [position_ids] [batch, sequence] int64
 *
 * @typedef {object} RotaryEmbeddingAttributes
 * @property {number} [interleaved] 0; 1 rotates components (2c, 2c + 1) instead of (c, c + half)
 * @property {number} [num_heads] required for an X with 3 axes
 * @property {number} [rotary_embedding_dim] 0, the whole head_size
 *
 * @typedef {object} RotaryEmbeddingOutputs
 * @property {Tensor} Y in the shape of X
 */

const attentionInputs = ['Q', 'K', 'V', 'attn_mask', 'past_key', 'past_value', 'nonpad_kv_seqlen'];
// The engine's name of qk_matmul_output, by mode.
const scoreNames = constant(['scaledScores', 'cappedScores', 'maskedScores', 'weights']);

/** @typedef {Checked<typeof attentionAttributes>} AttentionValues */

/**
 * @param {string} name
 * @param {Floats} tensor [batch, sequence, heads size], or already split into heads
 * @param {string} attribute the attribute with the number of heads
 * @param {number | undefined} value its value
 * @returns {Floats} [batch, heads, sequence, size]
 */
function splitHeads(name, tensor, attribute, value) {
  const { shape } = tensor;
  const heads = value ?? 0;
  if (shape.length === 4) {
    if (heads > 0 && heads !== shape[1]) {
      throw wrongValue(
        attribute,
        heads,
        `${shape[1]}, as ${name} of shape ${describeShape(shape)} has`,
      );
    }
    return tensor;
  }
  const [batch, sequence, width] = shape;
  if (heads === 0 || width % heads !== 0) {
    throw wrongValue(
      attribute,
      value,
      `a number of heads that divides ${width}, the width of ${name}`,
    );
  }
  return permuted(reshaped(tensor, [batch, sequence, heads, width / heads]), [0, 2, 1, 3]);
}

/** @param {Floats} tensor [batch, heads, sequence, size] @returns {Floats} [batch, sequence, heads size] */
function joinHeads(tensor) {
  const [batch, heads, sequence, size] = tensor.shape;
  return reshaped(permuted(tensor, [0, 2, 1, 3]), [batch, sequence, heads * size]);
}

/** @param {Floats} Q @param {Floats} K @param {Floats} V all of 4 axes */
function checkHeads(Q, K, V) {
  const [batch, heads, , size] = Q.shape;
  const [keyBatch, keyHeads, keys, keySize] = K.shape;
  const refused = (/** @type {string} */ rule) => mismatch('K', K.shape, 'Q', Q.shape, rule);
  if (keyBatch !== batch) throw refused('the batches must be equal');
  if (keySize !== size) throw refused('the head sizes must be equal');
  if (keyHeads === 0 ? heads > 0 : heads % keyHeads !== 0) {
    throw refused("K's number of heads must divide Q's");
  }
  checkShape('V', V, [batch, keyHeads, keys, V.shape[3]], 'the heads and rows of K');
}

/**
 * @param {Floats} K [batch, heads, sequence, size]
 * @param {Floats} V
 * @param {Record<string, unknown>} given
 * @returns {{key: Floats, value: Floats, past: number}} with the contents of the cache in front
 */
function withCache(K, V, given) {
  const pastKey = readOptional('past_key', given.past_key);
  const pastValue = readOptional('past_value', given.past_value);
  if (!pastKey && !pastValue) return { key: K, value: V, past: 0 };
  if (!pastKey) throw wrongType('past_key', given.past_key, 'a tensor, as past_value is given');
  if (!pastValue) throw wrongType('past_value', given.past_value, 'a tensor, as past_key is given');
  if (given.nonpad_kv_seqlen !== undefined && given.nonpad_kv_seqlen !== null) {
    throw new TypeError(
      'nonpad_kv_seqlen: got it together with past_key; expected one of the two only',
    );
  }
  const past = pastKey.shape[2];
  checkShape('past_key', pastKey, K.shape.with(2, past ?? 0), 'K but for the sequence');
  checkShape('past_value', pastValue, V.shape.with(2, past), 'V but for the sequence of past_key');
  return { key: joined(pastKey, K), value: joined(pastValue, V), past };
}

/**
 * @param {unknown} value
 * @param {readonly number[]} scores their shape
 * @param {number} opset
 * @returns {{allow: Floats} | {bias: Floats} | undefined}
 */
function readMask(value, scores, opset) {
  const given = readOptional('attn_mask', value, ['float', 'bool']);
  if (!given) return undefined;
  checkRank('attn_mask', given, [1, 2, 3, 4]);
  const isBool = given.kind === 'bool';
  const keys = scores[3];
  const short = opset >= 24 && given.shape[given.shape.length - 1] < keys;
  const mask = short ? padded(given, keys, isBool ? 0 : -Infinity) : given;
  checkBroadcast('attn_mask', mask, scores);
  return isBool ? { allow: mask } : { bias: mask };
}

/**
 * @param {Floats} Q
 * @param {Floats} key
 * @param {number} past how many of the keys come from the cache
 * @param {Record<string, unknown>} given the inputs
 * @param {AttentionValues} attributes
 * @param {number} opset
 */
function visibility(Q, key, past, given, attributes, opset) {
  const [batch, heads, queries] = Q.shape;
  const keys = key.shape[2];
  const causal = attributes.is_causal === 1;
  const mask = readMask(given.attn_mask, [batch, heads, queries, keys], opset);
  const nonpad = given.nonpad_kv_seqlen;
  if (nonpad !== undefined && nonpad !== null) {
    const keyLengths = readIndices('nonpad_kv_seqlen', nonpad, [batch], keys);
    const rule = constant('lower-right');
    return { mask, keyLengths, ...(causal && { causal: rule }) };
  }
  return { mask, ...(causal && { window: { after: past } }) };
}

/** @param {AttentionValues} attributes */
const scoring = ({ scale, softcap }) => ({
  ...(scale !== undefined && { scale }),
  ...(softcap > 0 && { softcap }),
});

/**
 * Computes ai.onnx Attention as in release 1.23: scores times scale, softcap, then mask and causal, softmax, times V.
 * Rows with all keys masked give zeros. Only the requested outputs are computed.
 *
 * @template {readonly AttentionOutput[]} [const Names=readonly ['Y', 'present_key', 'present_value', 'qk_matmul_output']]
 * @param {Engine} sd
 * @param {AttentionInputs} inputs
 * @param {AttentionAttributes} [attributes]
 * @param {{opset?: 23 | 24, outputs?: Names}} [options] opset: 24; outputs: all four. Without qk_matmul_output there is
 *   no score matrix, by far the largest output for a long sequence
 * @returns {Named<Names>} Y in the shape of Q, with the head size of V; present_key and present_value [batch,
 *   kv_num_heads, total_sequence, head_size], the cache in front; qk_matmul_output [batch, q_num_heads, q_sequence,
 *   total_sequence]
 */
export function attention(sd, inputs, attributes = {}, options = {}) {
  const engine = checkEngine(sd);
  const given = checkObject('inputs', inputs, attentionInputs);
  const named = checkOptions('attributes', attributes, attentionAttributes);
  const { opset, outputs } = checkOptions('options', options, attentionOptions);
  if (opset === 23 && given.nonpad_kv_seqlen !== undefined && given.nonpad_kv_seqlen !== null) {
    throw new TypeError('nonpad_kv_seqlen: got it with opset 23; expected opset 24, which has it');
  }

  const Q = readTensor('Q', given.Q);
  checkRank('Q', Q, [3, 4]);
  const rank = Q.shape.length;
  const [K, V] = ['K', 'V'].map((name) => {
    const tensor = readTensor(name, given[name]);
    checkRank(name, tensor, [rank]);
    return splitHeads(name, tensor, 'kv_num_heads', named.kv_num_heads);
  });
  const query = splitHeads('Q', Q, 'q_num_heads', named.q_num_heads);
  checkHeads(query, K, V);
  const { key, value, past } = withCache(K, V, given);
  const { mask, ...rules } = visibility(query, key, past, given, named, opset);
  const settings = { ...rules, ...scoring(named), ...(mask && { mask }) };

  /** @type {Partial<Record<AttentionOutput, Tensor>>} */
  const results = {};
  const scores = scoreNames[named.qk_matmul_output_mode];
  /** @type {('output' | typeof scores)[]} */
  const returns = [];
  if (outputs.includes('Y')) returns.push('output');
  if (outputs.includes('qk_matmul_output')) returns.push(scores);
  if (returns.length > 0) {
    const computed = engine.attention(query, key, value, { ...settings, returns });
    if (computed.output) results.Y = rank === 3 ? joinHeads(computed.output) : computed.output;
    if (computed[scores]) results.qk_matmul_output = computed[scores];
  }
  if (outputs.includes('present_key')) results.present_key = key === K ? copyOf(K) : key;
  if (outputs.includes('present_value')) results.present_value = value === V ? copyOf(V) : value;
  return /** @type {Named<Names>} */ (results);
}

/** Copies a result that may still be the caller's own array. @param {Floats} tensor @returns {Floats} */
const copyOf = ({ data, shape }) => ({ data: data.slice(), shape });

/**
 * @template {Table} Attributes
 * @param {unknown} inputs
 * @param {readonly string[]} inputNames
 * @param {unknown} attributes
 * @param {Attributes} attributeTable
 * @param {unknown} options
 * @param {Table} optionTable
 */
function readCall(inputs, inputNames, attributes, attributeTable, options, optionTable) {
  const given = checkObject('inputs', inputs, inputNames);
  const named = checkOptions('attributes', attributes, attributeTable);
  checkOptions('options', options, optionTable);
  return { given, named };
}

/** @param {string} name @param {unknown} value @returns {Floats} with at least one axis */
function readInput(name, value) {
  const tensor = readTensor(name, value);
  if (tensor.shape.length > 0) return tensor;
  throw new RangeError(`${name}: got the shape []; expected 1 axis or more`);
}

/** Reads a call of Softmax or LogSoftmax. @param {unknown} inputs @param {unknown} attributes @param {unknown} options */
function readSoftmax(inputs, attributes, options) {
  const { given, named } = readCall(
    inputs,
    ['input'],
    attributes,
    softmaxAttributes,
    options,
    softmaxOptions,
  );
  return { input: readInput('input', given.input), named };
}

/**
 * Computes ai.onnx Softmax, opset 13 and later. If every entry is -infinity, the output is 0, not NaN.
 *
 * @param {Engine} sd
 * @param {SoftmaxInputs} inputs
 * @param {SoftmaxAttributes} [attributes]
 * @param {{opset?: number}} [options] opset: 13
 * @returns {SoftmaxOutputs}
 */
export function softmax(sd, inputs, attributes = {}, options = {}) {
  const engine = checkEngine(sd);
  const { input, named } = readSoftmax(inputs, attributes, options);
  return { output: engine.softmax(input, named) };
}

/**
 * Computes ai.onnx LogSoftmax, opset 13 and later. If every entry is -infinity, so is the output, not NaN.
 *
 * @param {Engine} sd
 * @param {SoftmaxInputs} inputs
 * @param {SoftmaxAttributes} [attributes]
 * @param {{opset?: number}} [options] opset: 13
 * @returns {SoftmaxOutputs}
 */
export function logSoftmax(sd, inputs, attributes = {}, options = {}) {
  const engine = checkEngine(sd);
  const { input, named } = readSoftmax(inputs, attributes, options);
  return { output: engine.logSoftmax(input, named) };
}

/**
 * @param {Floats} X
 * @param {Checked<typeof normalizationAttributes>} attributes
 * @returns {{axis: number, options: {axis: number, epsilon: number}}} axis as a number of at least 0
 */
function normalization(X, { axis, epsilon }) {
  const rank = X.shape.length;
  const number = checkNumber('axis', axis, { min: -rank, max: rank - 1, whole: true });
  const first = number < 0 ? number + rank : number;
  return { axis: first, options: { axis: first, epsilon } };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number[]} shape of the axes that are normalised
 */
function readFactor(name, value, shape) {
  const factor = readTensor(name, value);
  checkBroadcast(name, factor, shape);
  return expanded(factor, shape);
}

/**
 * Computes ai.onnx LayerNormalization, opset 17 and later.
 *
 * @param {Engine} sd
 * @param {LayerNormalizationInputs} inputs Scale and B can be broadcast to the shape of the normalised axes
 * @param {NormalizationAttributes} [attributes]
 * @param {{opset?: number}} [options] opset: 17
 * @returns {LayerNormalizationOutputs} Mean and InvStdDev have size 1 along those axes
 */
export function layerNormalization(sd, inputs, attributes = {}, options = {}) {
  const engine = checkEngine(sd);
  const names = ['X', 'Scale', 'B'];
  const { given, named } = readCall(
    inputs,
    names,
    attributes,
    normalizationAttributes,
    options,
    layerNormalizationOptions,
  );
  const X = readInput('X', given.X);
  const { axis, options: settings } = normalization(X, named);
  const shape = X.shape.slice(axis);
  const weight = readFactor('Scale', given.Scale, shape);
  const hasBias = given.B !== undefined && given.B !== null;
  const { output, mean, inverseStd } = engine.layerNorm(X, {
    ...settings,
    weight,
    ...(hasBias && { bias: readFactor('B', given.B, shape) }),
  });
  const statistics = X.shape.map((size, i) => (i < axis ? size : 1));
  return {
    Y: output,
    Mean: reshaped(mean, statistics),
    InvStdDev: reshaped(inverseStd, [...statistics]),
  };
}

/**
 * Computes ai.onnx RMSNormalization, opset 23 and later.
 *
 * @param {Engine} sd
 * @param {RMSNormalizationInputs} inputs scale can be broadcast to the shape of the normalised axes
 * @param {NormalizationAttributes} [attributes]
 * @param {{opset?: number}} [options] opset: 23
 * @returns {RMSNormalizationOutputs}
 */
export function rmsNormalization(sd, inputs, attributes = {}, options = {}) {
  const engine = checkEngine(sd);
  const names = ['X', 'scale'];
  const { given, named } = readCall(
    inputs,
    names,
    attributes,
    normalizationAttributes,
    options,
    rmsNormalizationOptions,
  );
  const X = readInput('X', given.X);
  const { axis, options: settings } = normalization(X, named);
  const weight = readFactor('scale', given.scale, X.shape.slice(axis));
  return { Y: engine.rmsNorm(X, { ...settings, weight }).output };
}

/**
 * @param {Floats} X
 * @param {number | undefined} value of num_heads
 * @returns {{batch: number, sequence: number, size: number, tokenOf: (row: number) => number}} tokenOf: the
 *   token, of batch x sequence, that a row of head_size numbers belongs to
 */
function rotaryRows({ shape }, value) {
  const heads = value ?? 0;
  if (shape.length === 4) {
    const [batch, ownHeads, sequence, size] = shape;
    if (heads > 0 && heads !== ownHeads) {
      throw wrongValue(
        'num_heads',
        heads,
        `${ownHeads}, as X of shape ${describeShape(shape)} has`,
      );
    }
    const perBatch = ownHeads * sequence;
    const tokenOf = (/** @type {number} */ row) =>
      Math.floor(row / perBatch) * sequence + (row % sequence);
    return { batch, sequence, size, tokenOf };
  }
  const [batch, sequence, width] = shape;
  if (heads === 0 || width % heads !== 0) {
    throw wrongValue('num_heads', value, `a number of heads that divides ${width}, the width of X`);
  }
  const tokenOf = (/** @type {number} */ row) => Math.floor(row / heads);
  return { batch, sequence, size: width / heads, tokenOf };
}

/**
 * Computes ai.onnx RotaryEmbedding, opset 23 and later.
 *
 * @param {Engine} sd
 * @param {RotaryEmbeddingInputs} inputs
 * @param {RotaryEmbeddingAttributes} [attributes]
 * @param {{opset?: number}} [options] opset: 23
 * @returns {RotaryEmbeddingOutputs} Y has the axes of X
 */
export function rotaryEmbedding(sd, inputs, attributes = {}, options = {}) {
  const engine = checkEngine(sd);
  const { given, named } = readCall(
    inputs,
    ['X', 'cos_cache', 'sin_cache', 'position_ids'],
    attributes,
    rotaryEmbeddingAttributes,
    options,
    rotaryEmbeddingOptions,
  );
  const X = readTensor('X', given.X);
  checkRank('X', X, [3, 4]);
  const { batch, sequence, size, tokenOf } = rotaryRows(X, named.num_heads);
  const limit = { min: 0, max: size, whole: true };
  const dim = checkNumber('rotary_embedding_dim', named.rotary_embedding_dim, limit) || size;
  if (dim % 2 !== 0) throw wrongValue('rotary_embedding_dim', dim, 'an even number');
  const interleaved = named.interleaved === 1;

  const cosine = readTensor('cos_cache', given.cos_cache);
  const sine = readTensor('sin_cache', given.sin_cache);
  const hasPositions = given.position_ids !== undefined && given.position_ids !== null;
  checkRank('cos_cache', cosine, [hasPositions ? 2 : 3]);
  const leading = hasPositions ? [cosine.shape[0]] : [batch, sequence];
  checkShape('cos_cache', cosine, [...leading, dim / 2]);
  checkShape('sin_cache', sine, cosine.shape, 'that of cos_cache');
  const table = [sizeOf(leading), dim / 2];
  if (table[0] === 0 && X.data.length > 0) {
    throw new RangeError(
      `cos_cache: got the shape ${describeShape(cosine.shape)}; expected 1 position or more`,
    );
  }
  const rowOf = hasPositions
    ? readIndices('position_ids', given.position_ids, [batch, sequence], table[0] - 1)
    : undefined;
  const positions = Array.from({ length: X.data.length / size }, (_, row) =>
    rowOf ? rowOf[tokenOf(row)] : tokenOf(row),
  );
  const rows = reshaped(X, [positions.length, size]);
  const { data } = engine.rotaryEmbedding(rows, {
    cosine: reshaped(cosine, table),
    sine: reshaped(sine, table),
    positions,
    interleaved,
  });
  return { Y: { data, shape: X.shape } };
}
