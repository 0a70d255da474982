// Seeded tensors, and attention and friends in double precision, one number at a time.

/** @typedef {import('../../../web/engine/index.js').Tensor} Tensor */

/** @param {number} seed @returns {() => number} from -1 to 1 (mulberry32) */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((size, length) => size * length, 1);

/** @param {number} seed @param {...number} shape @returns {Tensor} */
export function random(seed, ...shape) {
  const next = numbers(seed);
  return { data: Float32Array.from({ length: sizeOf(shape) }, next), shape };
}

/** @param {readonly number[]} shape @param {number[]} index @param {readonly number[]} of broadcast */
function placeOf(shape, index, of) {
  const missing = of.length - shape.length;
  return shape.reduce(
    (place, length, axis) => place * length + (length === 1 ? 0 : index[missing + axis]),
    0,
  );
}

/**
 * Scaled dot-product attention of [B, H, L, d]; with what visible(b, i, j) says and masks.
 *
 * @param {Tensor} query
 * @param {Tensor} key
 * @param {Tensor} value
 * @param {any} options as of attention(), with scale a number
 */
export function attention(query, key, value, options = {}) {
  const [batch, heads, queries, headDim] = query.shape;
  const [, keyHeads, keys, valueDim] = value.shape;
  const { mask = {}, causal = false, softcap, window = {}, keyLengths } = options;
  const { scale = 1 / Math.sqrt(headDim) } = options;
  const whole = [batch, heads, queries, keys];
  /** @type {number[]} */
  const output = [];
  /** @type {number[]} */
  const weights = [];
  /** @type {number[]} */
  const logSumExp = [];
  const masked = [];
  for (let b = 0; b < batch; ++b) {
    const length = keyLengths?.[b] ?? keys;
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
          const visible =
            j < length &&
            j >= p - (window.before ?? Infinity) &&
            j <= p + (window.after ?? Infinity) &&
            (!causal || j <= p) &&
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
 * The greatest difference between numbers.
 *
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export function distance(a, b) {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let i = 0; i < a.length; ++i) {
    if (Object.is(a[i], b[i]) || a[i] === b[i]) continue;
    const difference = Math.abs(a[i] - b[i]);
    most = Math.max(most, Number.isNaN(difference) ? Infinity : difference);
  }
  return most;
}

/**
 * The slope of f at x in every number of a tensor, by central differences.
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
