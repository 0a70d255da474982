/** The vectors of the plane: in the state, as lengths and angles, as tensors. Geometry only. */

/** @import { Tensor } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */

import { decadeOf } from '../../i18n/decades.js';
import { numbersOf } from '../../tables/params.js';

/** @typedef {readonly [x: number, y: number]} Vector */

/** Half the width of the planes. */
export const extent = 3;

/** @param {Params} params @param {'q' | 'k'} name @returns {Vector[]} */
function pairs(params, name) {
  const list = numbersOf(params, name);
  return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
}

/** @param {Params} params @returns {Vector} */
export const queryOf = (params) => pairs(params, 'q')[0];

/** @param {Params} params */
export const keysOf = (params) => pairs(params, 'k');

/** @param {readonly Vector[]} vectors */
export const listOf = (vectors) => vectors.flat().join(',');

/** @param {Vector} vector */
export const lengthOf = ([x, y]) => Math.sqrt(x * x + y * y);

/**
 * Returns a vector of length 1 in the same direction, or along the first axis for a vector without a direction.
 * @param {Vector} vector
 * @returns {Vector}
 */
export function directionOf([x, y]) {
  const size = Math.max(Math.abs(x), Math.abs(y)); // squares may overflow float64
  if (!(size > 0)) return [1, 0];
  const length = size * lengthOf([x / size, y / size]);
  return [x / length, y / length];
}

/*
 * The last digits of sine, cosine and arc tangent differ between browsers. These use only +, -, *, / and the square
 * root, which every browser rounds in the same way.
 */

/** Number of terms of a series that float64 resolves, for arguments below 1. */
const terms = 24;

/** Returns the angle to the first axis in degrees; 0 for a vector without a direction. @param {Vector} vector */
export function angleOf([x, y]) {
  const [across, up] = [Math.abs(x), Math.abs(y)];
  if (!(across + up > 0)) return 0;
  const eighth = atan(Math.min(across, up) / Math.max(across, up));
  const quarter = up > across ? 90 - eighth : eighth;
  const half = x < 0 ? 180 - quarter : quarter;
  return y < 0 ? -half : half;
}

/** Returns the arc tangent in degrees. @param {number} slope  from 0 to 1 */
function atan(slope) {
  let small = slope;
  // The arc tangent is twice that of this value. Below 0.2 its series is short.
  for (let i = 0; i < 2; i++) small /= 1 + Math.sqrt(1 + small * small);
  let [sum, power] = [0, small];
  for (let i = 1; i < 2 * terms; i += 2) {
    sum += power / i;
    power *= -small * small;
  }
  return (4 * sum * 180) / Math.PI;
}

/** Returns the direction of an angle in degrees. @param {number} angle @returns {Vector} */
function turned(angle) {
  const quarters = Math.round(angle / 90);
  const rest = ((angle - 90 * quarters) * Math.PI) / 180;
  let [cos, sin, term] = [0, 0, 1];
  for (let i = 0; i < terms; i += 2) {
    cos += term;
    term *= rest / (i + 1);
    sin += term;
    term *= -rest / (i + 2);
  }
  /** @type {Vector[]} */
  const around = [
    [cos, sin],
    [-sin, cos],
    [-cos, -sin],
    [sin, -cos],
  ];
  return around[((quarters % 4) + 4) % 4];
}

/**
 * Rounds to four decimals, which suffice for a link. Smaller vectors keep four digits.
 * @param {number} value
 * @param {number} length  of its vector
 */
function short(value, length) {
  const decimals = length > 0 && length < 1 ? 4 - decadeOf(length) : 4;
  return Number(value.toFixed(Math.min(100, decimals))) + 0;
}

/** @param {number} length @param {Vector} direction  of length 1 @returns {Vector} */
export const along = (length, [x, y]) => [short(length * x, length), short(length * y, length)];

/** @param {number} length @param {number} angle  in degrees @returns {Vector} */
export const polar = (length, angle) => along(length, turned(angle));

/** Returns the index of the longest vector, the first of several. @param {readonly Vector[]} vectors */
export function longest(vectors) {
  const lengths = vectors.map(lengthOf);
  return lengths.indexOf(Math.max(...lengths));
}

/** Whether another vector has the same length. @param {readonly Vector[]} vectors @param {number} index */
export const tied = (vectors, index) =>
  vectors.some((vector, i) => i !== index && lengthOf(vector) === lengthOf(vectors[index]));

/** @param {readonly Vector[]} vectors @returns {Tensor} */
export const tensorOf = (vectors) => ({
  data: Float32Array.from(vectors.flat()),
  shape: [vectors.length, 2],
});

/** "k₁" @param {number} index from 0 */
export const keyLabel = (index) => `k${'₁₂₃₄₅₆'[index] ?? index + 1}`;
