// Seeded tensors, and attention and related functions in double precision, one number at a time.
import { imul, sizeOf } from './tensors.js';

export { distance, sizeOf } from './tensors.js';

/** @typedef {import('../../../web/engine/index.js').Tensor} Tensor */

/** @param {number} seed @returns {() => number} from -1 to 1 (mulberry32) */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = imul(state ^ (state >>> 15), state | 1);
    x ^= x + imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** @param {number} seed @param {...number} shape @returns {Tensor} */
export function random(seed, ...shape) {
  const next = numbers(seed);
  const data = new Float32Array(sizeOf(shape));
  for (let i = 0; i < data.length; ++i) data[i] = next();
  return { data, shape };
}

/** Two queries and three keys of two components, computed by hand: with scale 1 the scores are 1, 0, 1 and 0, 1, 1. */
export const byHand = {
  query: { data: Float32Array.of(1, 0, 0, 1), shape: [2, 2] },
  key: { data: Float32Array.of(1, 0, 0, 1, 1, 1), shape: [3, 2] },
  value: { data: Float32Array.of(1, 2, 4), shape: [3, 1] },
  output: [(5 * Math.E + 2) / (2 * Math.E + 1), (1 + 6 * Math.E) / (2 * Math.E + 1)],
};

/** @param {ArrayLike<number>} row @returns {number[]} zeros if all are -infinity */
export function softmax(row) {
  const greatest = Math.max(...Array.from(row));
  if (greatest === -Infinity) return Array.from(row, () => 0);
  const powers = Array.from(row, (x) => Math.exp(x - greatest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** @param {readonly number[]} shape @param {number[]} index @param {readonly number[]} of the shape it broadcasts to */
function placeOf(shape, index, of) {
  const missing = of.length - shape.length;
  return shape.reduce(
    (place, length, axis) => place * length + (length === 1 ? 0 : index[missing + axis]),
    0,
  );
}

/**
 * Computes scaled dot-product attention of [B, H, L, d], with the visibility options and masks.
 *
 * @param {Tensor} query
 * @param {Tensor} key
 * @param {Tensor} value
 * @param {any} options those of attention(), with a number as scale; extra: the number of last keys without a position
 */
export function attention(query, key, value, options = {}) {
  const [batch, heads, queries, headDim] = query.shape;
  const [, keyHeads, keys, valueDim] = value.shape;
  const { mask = {}, causal = false, softcap, window = {}, keyLengths } = options;
  const { scale = 1 / Math.sqrt(headDim), extra = 0 } = options;
  const whole = [batch, heads, queries, keys];
  /** @type {number[]} */
  const output = [];
  /** @type {number[]} */
  const weights = [];
  /** @type {number[]} */
  const logSumExp = [];
  const masked = [];
  for (let b = 0; b < batch; ++b) {
    const length = keyLengths?.[b] ?? keys - extra;
    for (let h = 0; h < heads; ++h) {
      const g = Math.floor(h / (heads / keyHeads));
      for (let i = 0; i < queries; ++i) {
        const row = (b * heads + h) * queries + i;
        const p = i + (causal === 'lower-right' ? length - queries : 0);
        const scores = Array.from({ length: keys }, (_, j) => {
          const at = (/** @type {any} */ { data, shape }) =>
            data[placeOf(shape, [b, h, i, j], whole)];
          const keyRow = (b * keyHeads + g) * keys + j;
          let score = 0;
          for (let c = 0; c < headDim; ++c) {
            score += query.data[row * headDim + c] * key.data[keyRow * headDim + c];
          }
          score *= scale;
          if (softcap) score = softcap * Math.tanh(score / softcap);
          const placed =
            j < length &&
            j >= p - (window.before ?? Infinity) &&
            j <= p + (window.after ?? Infinity) &&
            (!causal || j <= p);
          const visible =
            (placed || j >= keys - extra) &&
            (!mask.allow || at(mask.allow) !== 0) &&
            (!mask.block || at(mask.block) === 0);
          return visible ? score + (mask.bias ? at(mask.bias) : 0) : -Infinity;
        });
        const greatest = Math.max(...scores, -Infinity);
        const none = greatest === -Infinity;
        if (none) masked.push(row);
        const powers = scores.map((score) => (none ? 0 : Math.exp(score - greatest)));
        const sum = powers.reduce((a, x) => a + x, 0);
        weights.push(...powers.map((x) => (none ? 0 : x / sum)));
        logSumExp.push(none ? -Infinity : greatest + Math.log(sum));
        for (let e = 0; e < valueDim; ++e) {
          let mean = 0;
          for (let j = 0; j < keys; ++j) {
            if (powers[j] === 0) continue;
            mean += powers[j] * value.data[((b * keyHeads + g) * keys + j) * valueDim + e];
          }
          output.push(none ? 0 : mean / sum);
        }
      }
    }
  }
  return { output, weights, logSumExp, fullyMasked: masked };
}

/**
 * Returns the derivative of f with respect to every number of a tensor, by central differences.
 *
 * @param {Tensor} x
 * @param {(x: Tensor) => number} f
 * @param {number} [step]
 */
export function slopes(x, f, step = 2 ** -7) {
  return Array.from(x.data, (_, i) => {
    const moved = (/** @type {number} */ by) => {
      const data = x.data.slice();
      data[i] += by;
      return { at: data[i], value: f({ data, shape: x.shape }) };
    };
    const high = moved(step);
    const low = moved(-step);
    return (high.value - low.value) / (high.at - low.at);
  });
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; ++i) sum += a[i] * b[i];
  return sum;
}
