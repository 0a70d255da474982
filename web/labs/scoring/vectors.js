/** The vectors of the plane: as the state holds them, as lengths and angles, as tensors. Geometry only. */
import { numbersOf } from '../../tables/state.js';

/** @typedef {readonly [x: number, y: number]} Vector */
/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {import('../../tables/state.js').Params} Params */

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
export const lengthOf = ([x, y]) => Math.hypot(x, y);

/** In degrees, against the first axis; 0 for a vector without a direction. @param {Vector} vector */
export const angleOf = ([x, y]) => (Math.atan2(y, x) * 180) / Math.PI;

/**
 * Four decimals are enough for a link; what is smaller has four digits.
 * @param {number} value
 * @param {number} length  of its vector
 */
function short(value, length) {
  const decimals = length > 0 && length < 1 ? 4 - Math.floor(Math.log10(length)) : 4;
  return Number(value.toFixed(Math.min(100, decimals))) + 0;
}

/** @param {number} length @param {number} angle  in degrees @returns {Vector} */
export const polar = (length, angle) => [
  short(length * Math.cos((angle * Math.PI) / 180), length),
  short(length * Math.sin((angle * Math.PI) / 180), length),
];

/** The index of the longest, the first of them. @param {readonly Vector[]} vectors */
export function longest(vectors) {
  const lengths = vectors.map(lengthOf);
  return lengths.indexOf(Math.max(...lengths));
}

/** Whether another is as long. @param {readonly Vector[]} vectors @param {number} index */
export const tied = (vectors, index) =>
  vectors.some((vector, i) => i !== index && lengthOf(vector) === lengthOf(vectors[index]));

/** @param {readonly Vector[]} vectors @returns {Tensor} */
export const tensorOf = (vectors) => ({
  data: Float32Array.from(vectors.flat()),
  shape: [vectors.length, 2],
});

/** "k₁" @param {number} index from 0 */
export const keyLabel = (index) => `k${'₁₂₃₄₅₆'[index] ?? index + 1}`;
