/** Gradients through the other layers of networks besides attention. Checks, defaults and shapes. */

/** @import { FileWeight, GeluOptions, LinearGradient, LinearGradientOptions, Tensor, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkOptions, flag, later } from '../border/option-table.js';
import { checkTensor, checkTensorOfShape, sizeOf } from '../border/tensor.js';
import * as core from '../records/network-gradients.js';
import { tensorsOf } from './functions.js';
import { activations, checkLinear, geluOf } from './network.js';

export const linearGradientOptions = { transposed: flag(), bias: later() };

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike | FileWeight} weight
 * @param {TensorLike} outputGradient
 * @param {LinearGradientOptions | undefined} options
 * @returns {LinearGradient}
 */
export function linearGradient(memory, x, weight, outputGradient, options) {
  const name = 'linearGradient';
  const given = checkOptions(name, options, linearGradientOptions);
  const { shape, sizes, result, ...of } = checkLinear(name, x, weight, given.transposed);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, result, 'the result');
  const bias = given.bias !== undefined && checkTensorOfShape('bias', given.bias, [of.weight.out]);
  const shapes = [shape, sizes, bias ? bias.shape : null];
  const [input, ofWeight, ofBias] = tensorsOf(memory, name, shapes, (x, weight, bias) =>
    core.linearGradient(memory, {
      ...of,
      outputGradient: gradient.data,
      gradients: { x, weight, bias },
    }),
  );
  return { input, weight: ofWeight, ...(bias && { bias: ofBias }) };
}

/**
 * @param {Memory} memory
 * @param {'reluGradient' | 'geluGradient'} name
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 * @param {number} activation
 * @returns {Tensor}
 */
function activationGradient(memory, name, x, outputGradient, activation) {
  const { data, shape } = checkTensor('x', x);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, shape, 'x');
  return tensorsOf(memory, name, [shape], (xGradient) =>
    core.pointwiseGradient(memory, {
      activation,
      count: sizeOf(shape),
      x: data,
      outputGradient: gradient.data,
      xGradient,
    }),
  )[0];
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 */
export const reluGradient = (memory, x, outputGradient) =>
  activationGradient(memory, 'reluGradient', x, outputGradient, activations.indexOf('relu'));

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 * @param {GeluOptions | undefined} options
 */
export const geluGradient = (memory, x, outputGradient, options) =>
  activationGradient(memory, 'geluGradient', x, outputGradient, geluOf('geluGradient', options));
