// Tensors for tests: seeded numbers, results of plain loops, and comparisons.

/** @import { Tensor } from '../../../web/engine/types.js' */

/** The laws of components, in the core's order. */
export const distributions = /** @type {const} */ ([
  'normal',
  'uniform',
  'rademacher',
  'laplace',
  'student-t',
  'exponential',
]);

/** The scoring functions, in the core's order. */
export const scoreKinds = /** @type {const} */ ([
  'dot',
  'scaled-dot',
  'cosine',
  'general',
  'additive',
  'location',
  'distance',
]);

/** The results that attention can return, in their order. */
export const attentionNames = /** @type {const} */ ([
  'output',
  'weights',
  'scores',
  'scaledScores',
  'cappedScores',
  'maskedScores',
  'logSumExp',
]);

// Jest looks up a global name in its own context at every use, which is slow.
export const { abs, imul, max } = Math;
const { is } = Object;
const { isNaN } = Number;

/**
 * Integers from 0 to 2^32 - 1, the same on every machine and in tests/native/corpus_test.cpp: a linear congruential
 * generator with a mixed output (Steele & Vigna's mix, in 32 bits).
 */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = seed >>> 0;
  }
  next() {
    this.state = (imul(this.state, 1664525) + 1013904223) >>> 0;
    let x = this.state;
    x = imul(x ^ (x >>> 16), 0x7feb352d);
    x = imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
  }
  /** @param {number} bound */
  below(bound) {
    return this.next() % bound;
  }
  /** @param {number} low @param {number} high both inclusive */
  between(low, high) {
    return low + this.below(high - low + 1);
  }
  /** Returns a multiple of 2^-22 from -2 to 2, exact in float32. */
  number() {
    return ((this.next() >>> 8) - 2 ** 23) / 2 ** 22;
  }
  /** @param {number[]} shape @returns {Tensor} */
  tensor(...shape) {
    const data = new Float32Array(sizeOf(shape));
    for (let i = 0; i < data.length; ++i) data[i] = this.number();
    return { data, shape };
  }
}

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/** @param {...number} shape @returns {Tensor & {shape: number[]}} */
export const zeros = (...shape) => ({ data: new Float32Array(sizeOf(shape)), shape });

/** @param {Tensor} tensor @param {(x: number, i: number) => number} f @returns {Tensor} */
export const map = ({ data, shape }, f) => ({ data: data.map(f), shape });

/** Returns the bits of float32 numbers. Every NaN has the same bits. @param {Float32Array} data */
export function bitsOf(data) {
  const bits = new Uint32Array(data.slice().buffer);
  for (let i = 0; i < data.length; ++i) if (isNaN(data[i])) bits[i] = 0x7fc00000;
  return bits;
}

/**
 * Hashes words to 64 bits, as in tests/native/corpus_test.cpp and training_test.cpp.
 * @param {Iterable<number>} words
 */
export function hashOfWords(words) {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (const word of words) {
    a = imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = imul(b ^ word, 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Throws unless both have the same bits. @param {Float32Array} a @param {Float32Array} b @param {string} [what] */
export function expectSameBits(a, b, what = '') {
  const [x, y] = [bitsOf(a), bitsOf(b)];
  if (x.length !== y.length) throw new Error(`${what}: ${x.length} numbers and ${y.length}`);
  for (let i = 0; i < x.length; ++i)
    if (x[i] !== y[i]) throw new Error(`${what}[${i}]: ${a[i]} and ${b[i]}`);
}

/**
 * Throws if two numbers differ by more than the bound.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {number} bound
 * @param {string} [what]
 */
export function expectClose(a, b, bound, what = '') {
  if (a.length !== b.length) throw new Error(`${what}: ${a.length} numbers and ${b.length}`);
  for (let i = 0; i < a.length; ++i) {
    if (is(a[i], b[i]) || a[i] === b[i]) continue;
    if (!(abs(a[i] - b[i]) <= bound))
      throw new Error(`${what}[${i}]: ${a[i]} and ${b[i]} differ by more than ${bound}`);
  }
}

/**
 * Returns the largest difference between numbers.
 *
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export function distance(a, b) {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let i = 0; i < a.length; ++i) {
    if (is(a[i], b[i]) || a[i] === b[i]) continue;
    const difference = abs(a[i] - b[i]);
    most = max(most, isNaN(difference) ? Infinity : difference);
  }
  return most;
}

/** @param {Tensor} tensor @param {readonly number[]} shape @param {ArrayLike<number>} expected */
export function expectTensor(tensor, shape, expected, within = 1e-6) {
  if (!(tensor.data instanceof Float32Array)) throw new Error('its data is no Float32Array');
  if (tensor.shape.join() !== shape.join())
    throw new Error(`it has the shape [${tensor.shape}]; expected [${shape}]`);
  const far = distance(tensor.data, expected);
  if (!(far < within))
    throw new Error(`its numbers are off by ${far}; expected less than ${within}`);
}

/** @param {Tensor | undefined} a @param {Tensor | undefined} b */
export const sameBits = (a, b) =>
  a !== undefined &&
  b !== undefined &&
  a.shape.join() === b.shape.join() &&
  a.data.every((x, i) => is(x, b.data[i]));
