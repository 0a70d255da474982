/** Functions of single matrices. Checks, defaults and shapes. */

/** @import { MatmulOptions, RandomTensorOptions, Tensor, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber } from '../border/checks.js';
import { checkOptions, flag, later, number } from '../border/option-table.js';
import * as core from '../records/matrices.js';
import { checkRank, tensorsOf } from './functions.js';
import { limits } from '../border/limits.js';
import {
  broadcastStrides,
  checkShape,
  checkTarget,
  checkTensorOfShape,
  describeShape,
  mismatch,
  sizeOf,
} from '../border/tensor.js';

/** Axes of a tensor of matrices: the two of a matrix, and at most two before them. */
const mostAxes = 4;

// Products ------------------------------------------------------------------------------------------

/** @param {string} name @param {unknown} value */
function checkMatrices(name, value) {
  const tensor = checkRank(name, value, 2);
  if (tensor.shape.length > mostAxes) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(tensor.shape)}; expected at most ${mostAxes} dimensions`,
    );
  }
  return tensor;
}

/**
 * @param {Tensor} left
 * @param {Tensor} right
 * @param {boolean} transposeRight
 * @returns {{rows: number, inner: number, columns: number}}
 */
export function checkInner({ shape: left }, { shape: right }, transposeRight) {
  const [rows, inner] = left.slice(-2);
  const own = right.slice(-2);
  const [rightInner, columns] = transposeRight ? own.reverse() : own;
  if (rightInner !== inner) {
    const which = transposeRight ? 'last' : 'second last';
    const rule = `its ${which} dimension must be the last one of left`;
    throw mismatch('right', right, 'left', left, rule);
  }
  return { rows, inner, columns };
}

/** @param {unknown} bias @param {number} columns */
export const checkBias = (bias, columns) =>
  bias === undefined ? undefined : checkTensorOfShape('bias', bias, [columns]);

/**
 * Broadcasts the axes before the last two to each other.
 *
 * @param {readonly number[]} leftShape
 * @param {readonly number[]} rightShape
 * @returns {{outer: number[], strides: [number[], number[]]}} strides in matrices
 */
function broadcastOuter(leftShape, rightShape) {
  const left = leftShape.slice(0, -2);
  const right = rightShape.slice(0, -2);
  const length = Math.max(left.length, right.length);
  const axis = (/** @type {number[]} */ shape, /** @type {number} */ i) =>
    shape[shape.length - length + i] ?? 1;
  const outer = Array.from({ length }, (_, i) =>
    axis(left, i) === 1 ? axis(right, i) : axis(left, i),
  );
  const strides = [left, right].map((shape) => broadcastStrides(shape, outer));
  if (!strides[0] || !strides[1]) {
    const rule = 'the dimensions before the last two must be equal, or 1';
    throw mismatch('right', rightShape, 'left', leftShape, rule);
  }
  return { outer, strides: [strides[0], strides[1]] };
}

/** @param {readonly number[]} numbers @param {number} rest @returns {number[]} the last two, filled up with rest at the front */
const two = (numbers, rest) => [rest, rest, ...numbers].slice(-2);

export const matmulOptions = { transposeRight: flag(), bias: later() };

/**
 * @param {Memory} memory
 * @param {TensorLike} leftGiven
 * @param {TensorLike} rightGiven
 * @param {MatmulOptions | undefined} options
 * @returns {Tensor}
 */
export function matmul(memory, leftGiven, rightGiven, options) {
  const given = checkOptions('matmul', options, matmulOptions);
  const { transposeRight } = given;
  const left = checkMatrices('left', leftGiven);
  const right = checkMatrices('right', rightGiven);
  const { rows, inner, columns } = checkInner(left, right, transposeRight);
  const { outer, strides } = broadcastOuter(left.shape, right.shape);
  const bias = checkBias(given.bias, columns);
  const shape = checkShape('matmul', [...outer, rows, columns]);
  return tensorsOf(memory, 'matmul', [shape], (to) =>
    core.matmul(memory, {
      counts: two(outer, 1),
      rows,
      inner,
      columns,
      left: { strides: two(strides[0], 0), data: left.data },
      right: { strides: two(strides[1], 0), data: right.data },
      transposeRight,
      bias: bias?.data,
      to,
    }),
  )[0];
}

// Random numbers ------------------------------------------------------------------------------------

export const randomTensorOptions = {
  sd: number(limits.sd, defaults.sd),
  seed: number(limits.seed, defaults.seed),
  stream: number(limits.stream, defaults.stream),
  into: later(),
};

/**
 * @param {Memory} memory
 * @param {readonly number[]} shapeGiven
 * @param {RandomTensorOptions | undefined} options
 * @returns {Tensor}
 */
export function randomTensor(memory, shapeGiven, options) {
  const { sd, seed, stream, into } = checkOptions('randomTensor', options, randomTensorOptions);
  const shape = checkShape('shape', shapeGiven);
  const size = sizeOf(shape);
  const columns = shape.at(-1) ?? 1;
  checkNumber('shape: last dimension', columns, limits.randomColumns);
  checkNumber('shape: product of the dimensions', size, limits.randomEntries);
  const rows = columns > 0 ? size / columns : 0;
  const target = into === undefined ? undefined : checkTarget('into', into, shape);
  memory.begin('randomTensor');
  const to = memory.alloc(size + 15); // the core writes up to 15 numbers past the end
  core.randomTensor(memory, { seed, stream, rows, columns, sd, to });
  return { data: memory.take(to, size, target), shape };
}
