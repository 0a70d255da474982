// Shared by the tests of scaledot/onnx: the operators by name, tensors of small numbers, and the comparison of outputs.
import * as onnx from '../../../web/engine/adapters/onnx.js';

/** @typedef {{data: ArrayLike<number> | ArrayLike<bigint>, shape: number[], dtype?: string}} Values */
/** @typedef {Record<string, any>} Named */
export const operators = /** @type {const} */ ({
  Attention: onnx.attention,
  Softmax: onnx.softmax,
  LogSoftmax: onnx.logSoftmax,
  LayerNormalization: onnx.layerNormalization,
  RMSNormalization: onnx.rmsNormalization,
  RotaryEmbedding: onnx.rotaryEmbedding,
});

/** @param {number[]} shape */
export const count = (shape) => shape.reduce((a, b) => a * b, 1);

/**
 * @param {string} name
 * @param {Values} ours
 * @param {Values} theirs
 * @param {{atol: number, rtol: number}} tolerance
 * @returns {string[]} one line about what is wrong, or nothing
 */
export function differences(name, ours, theirs, { atol, rtol }) {
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
/** The tolerance for float32. */
export const close = { atol: 2e-6, rtol: 1e-5 };

/** Generates small numbers that float32 holds exactly, including their products and short sums. @param {number} seed */
export function numbers(seed) {
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

/** @param {number[]} values @returns {number[]} zeros if all are -infinity */
export function naiveSoftmax(values) {
  const max = Math.max(...values);
  if (max === -Infinity) return values.map(() => 0);
  const powers = values.map((x) => Math.exp(x - max));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((p) => p / sum);
}

/** @param {...number} values @returns {{data: BigInt64Array, shape: number[]}} */
export const int64 = (...values) => ({
  data: BigInt64Array.from(values, BigInt),
  shape: [values.length],
});

/**
 * Returns inputs of attention with 4 axes.
 * @param {ReturnType<typeof numbers>['floats']} floats
 * @param {number} heads
 * @param {number} keyHeads
 * @param {number} queries
 * @param {number} keys
 */
export const attentionInputs = (floats, heads, keyHeads, queries, keys) => ({
  Q: floats(2, heads, queries, 8),
  K: floats(2, keyHeads, keys, 8),
  V: floats(2, keyHeads, keys, 5),
});
