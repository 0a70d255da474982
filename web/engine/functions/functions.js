/** Helpers of the functions of tensors, and softmax. Checks, defaults and shapes. */

/** @import { SoftmaxOptions, Tensor, TensorLike } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber } from '../border/checks.js';
import { checkOptions, later } from '../border/option-table.js';
import * as core from '../records/functions.js';
import { checkTensor, describeShape, sizeOf } from '../border/tensor.js';

/**
 * Reserves memory for the results of a call, calls the core, and copies the results out.
 *
 * @param {Memory} memory
 * @param {string} name
 * @param {readonly (readonly number[] | null)[]} shapes of the results; null: not wanted
 * @param {(...places: Place[]) => void} call calls the core, which writes to these places
 * @returns {Tensor[]} the wanted results
 */
export function tensorsOf(memory, name, shapes, call) {
  memory.begin(name);
  const places = shapes.map((shape) => memory.alloc(shape ? sizeOf(shape) : 0, shape !== null));
  call(...places);
  const tensors = [];
  for (let i = 0; i < shapes.length; ++i) {
    const shape = shapes[i];
    if (shape) tensors.push({ data: memory.take(places[i], sizeOf(shape)), shape: [...shape] });
  }
  return tensors;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} rank
 */
export function checkRank(name, value, rank) {
  const tensor = checkTensor(name, value);
  if (tensor.shape.length < rank) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(tensor.shape)}; expected at least ${rank} dimension${rank > 1 ? 's' : ''}`,
    );
  }
  return tensor;
}

/** @param {unknown} axis @param {number} rank @returns {number} as a number of at least 0 */
export function checkAxis(axis, rank) {
  const number = checkNumber('axis', axis, { min: -rank, max: rank - 1, whole: true });
  return number < 0 ? number + rank : number;
}

// Softmax -------------------------------------------------------------------------------------------

export const softmaxOptions = { axis: later(defaults.axis) };

/** @param {readonly number[]} shape @param {number} axis */
export const aroundAxis = (shape, axis) => ({
  outer: sizeOf(shape.slice(0, axis)),
  count: shape[axis],
  inner: sizeOf(shape.slice(axis + 1)),
});

/**
 * @param {Memory} memory
 * @param {'softmax' | 'logSoftmax'} name
 * @param {TensorLike} x
 * @param {SoftmaxOptions | undefined} options
 * @returns {Tensor}
 */
export function softmax(memory, name, x, options) {
  const { axis } = checkOptions(name, options, softmaxOptions);
  const { data, shape } = checkRank('x', x, 1);
  const { outer, count, inner } = aroundAxis(shape, checkAxis(axis, shape.length));
  return tensorsOf(memory, name, [shape], (to) =>
    core.alongAxis(memory, name, { outer, count, inner, x: data, to }),
  )[0];
}
