/** Gradients through softmax, its logarithm and its Jacobian. Checks, defaults and shapes. */

/** @import { SoftmaxOptions, Tensor, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkOptions } from '../border/option-table.js';
import * as core from '../records/softmax-gradients.js';
import { aroundAxis, softmaxOptions, checkAxis, checkRank, tensorsOf } from './functions.js';
import { checkTensorOfShape, sizeOf } from '../border/tensor.js';

/**
 * @param {Memory} memory
 * @param {'softmaxGradient' | 'logSoftmaxGradient'} name
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 * @param {SoftmaxOptions | undefined} options
 * @returns {Tensor}
 */
export function softmaxGradient(memory, name, x, outputGradient, options) {
  const { axis } = checkOptions(name, options, softmaxOptions);
  const { data, shape } = checkRank('x', x, 1);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, shape, 'x');
  const { outer, count, inner } = aroundAxis(shape, checkAxis(axis, shape.length));
  return tensorsOf(memory, name, [shape], (xGradient) => {
    const y = memory.alloc(sizeOf(shape)); // the result of the forward function
    core.gradientAlongAxis(memory, name, {
      outer,
      count,
      inner,
      x: data,
      outputGradient: gradient.data,
      y,
      xGradient,
    });
  })[0];
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike} tangent
 * @param {SoftmaxOptions | undefined} options
 * @returns {Tensor}
 */
export function logSoftmaxJvp(memory, x, tangent, options) {
  const { axis } = checkOptions('logSoftmaxJvp', options, softmaxOptions);
  const { data, shape } = checkRank('x', x, 1);
  const along = checkTensorOfShape('tangent', tangent, shape, 'x');
  const { outer, count, inner } = aroundAxis(shape, checkAxis(axis, shape.length));
  return tensorsOf(memory, 'logSoftmaxJvp', [shape], (to) => {
    const weights = memory.alloc(sizeOf(shape));
    const axis = { outer, count, inner };
    core.logSoftmaxJvp(memory, { ...axis, x: data, tangent: along.data, weights, to });
  })[0];
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 * @returns {Tensor}
 */
export function softmaxJacobianGradient(memory, x, outputGradient) {
  const { data, shape } = checkRank('x', x, 1);
  const count = shape[shape.length - 1];
  const whole = [...shape, count];
  const gradient = checkTensorOfShape('outputGradient', outputGradient, whole, 'x', shape);
  const rows = sizeOf(shape.slice(0, -1));
  return tensorsOf(memory, 'softmaxJacobianGradient', [shape], (xGradient) =>
    core.softmaxJacobianGradient(memory, {
      rows,
      count,
      x: data,
      outputGradient: gradient.data,
      xGradient,
    }),
  )[0];
}
