/**
 * Entropy and Jacobian of weights, differences of matrices, and the terms of their cells. Checks, defaults and shapes.
 */

/** @import { ProductTerms, ProductTermsOptions, SoftmaxOptions, SoftmaxTerms, Tensor, TensorDifference, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkNumber, trueLength, wrongType } from '../border/checks.js';
import { checkOptions, later } from '../border/option-table.js';
import { alongAxis } from '../records/functions.js';
import * as core from '../records/terms.js';
import { aroundAxis, softmaxOptions, checkAxis, checkRank, tensorsOf } from './functions.js';
import { checkBias, checkInner, matmulOptions } from './matrices.js';
import {
  checkTensor,
  checkTensorOfShape,
  describeShape,
  placeOf,
  sizeOf,
} from '../border/tensor.js';

// Weights -------------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {TensorLike} weights
 * @param {SoftmaxOptions | undefined} options
 * @returns {Tensor}
 */
export function entropy(memory, weights, options) {
  const { axis } = checkOptions('entropy', options, softmaxOptions);
  const { data, shape } = checkRank('weights', weights, 1);
  const along = checkAxis(axis, shape.length);
  const { outer, count, inner } = aroundAxis(shape, along);
  const rows = shape.filter((_, i) => i !== along);
  return tensorsOf(memory, 'entropy', [rows], (to) =>
    alongAxis(memory, 'entropy', { outer, count, inner, x: data, to }),
  )[0];
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @returns {Tensor}
 */
export function softmaxJacobian(memory, x) {
  const { data, shape } = checkRank('x', x, 1);
  const count = shape[shape.length - 1];
  const rows = sizeOf(shape.slice(0, -1));
  return tensorsOf(memory, 'softmaxJacobian', [[...shape, count]], (jacobian) =>
    core.softmaxJacobian(memory, { rows, count, x: data, jacobian }),
  )[0];
}

// Differences ---------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {TensorLike} aGiven
 * @param {TensorLike} bGiven
 * @returns {TensorDifference}
 */
export function difference(memory, aGiven, bGiven) {
  const a = checkTensor('a', aGiven);
  const b = checkTensorOfShape('b', bGiven, a.shape, 'a');
  const size = sizeOf(a.shape);
  memory.begin('difference');
  const { largest, at, scale } = core.difference(memory, { count: size, a: a.data, b: b.data });
  return { largest, at: size > 0 ? placeOf(at, a.shape) : [], scale };
}

// Terms ---------------------------------------------------------------------------------------------

/** @param {string} name @param {unknown} value @param {number} rank */
function checkExactRank(name, value, rank) {
  const tensor = checkTensor(name, value);
  if (tensor.shape.length !== rank) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(tensor.shape)}; expected ${rank} dimension${rank > 1 ? 's' : ''}`,
    );
  }
  return tensor;
}

/** @param {string} name @param {unknown} value @param {number} length of the axis */
function checkIndex(name, value, length) {
  if (length === 0) throw new RangeError(`${name}: got an axis of length 0; expected a cell`);
  return checkNumber(name, value, { min: 0, max: length - 1, whole: true });
}

/**
 * @param {string} name
 * @param {Float32Array} data reading later arguments may have shrunk it
 * @param {number} first
 * @param {number} stride
 * @param {number} count
 */
function gather(name, data, first, stride, count) {
  if (count > 0 && trueLength(data) <= first + (count - 1) * stride) {
    throw wrongType(`${name}.data`, data, 'a Float32Array that keeps its length');
  }
  const numbers = new Float32Array(count);
  for (let k = 0; k < count; ++k) numbers[k] = data[first + k * stride];
  return numbers;
}

export const productTermsOptions = { row: later(), column: later(), ...matmulOptions };

/**
 * @param {Memory} memory
 * @param {TensorLike} leftGiven
 * @param {TensorLike} rightGiven
 * @param {ProductTermsOptions} options
 * @returns {ProductTerms}
 */
export function productTerms(memory, leftGiven, rightGiven, options) {
  const given = checkOptions('productTerms', options, productTermsOptions);
  const { transposeRight } = given;
  const left = checkExactRank('left', leftGiven, 2);
  const right = checkExactRank('right', rightGiven, 2);
  const { rows, inner, columns } = checkInner(left, right, transposeRight);
  const row = checkIndex('row', given.row, rows);
  const column = checkIndex('column', given.column, columns);
  const biases = checkBias(given.bias, columns);
  const leftRow = gather('left', left.data, row * inner, 1, inner);
  const rightColumn = transposeRight
    ? gather('right', right.data, column * inner, 1, inner)
    : gather('right', right.data, column, columns, inner);
  const bias = biases && gather('bias', biases.data, column, 1, 1);
  memory.begin('productTerms');
  const products = memory.alloc(2 * inner);
  const { sum, value } = core.productTerms(memory, {
    count: inner,
    left: leftRow,
    right: rightColumn,
    bias,
    products,
  });
  return {
    left: leftRow,
    right: rightColumn,
    products: memory.doubles(products, inner),
    ...(bias && { bias: bias[0] }),
    ...{ sum, value },
  };
}

export const softmaxTermsOptions = { index: later() };

/**
 * @param {Memory} memory
 * @param {TensorLike} logitsGiven
 * @param {{index: number}} options
 * @returns {SoftmaxTerms}
 */
export function softmaxTerms(memory, logitsGiven, options) {
  const given = checkOptions('softmaxTerms', options, softmaxTermsOptions);
  const { data, shape } = checkExactRank('logits', logitsGiven, 1);
  const [count] = shape;
  const index = checkIndex('index', given.index, count);
  memory.begin('softmaxTerms');
  const exponentials = memory.alloc(2 * count);
  const row = { count, index, logits: data, exponentials };
  const { max, sum, weight } = core.softmaxTerms(memory, row);
  return { max, exponentials: memory.doubles(exponentials, count), sum, weight };
}
