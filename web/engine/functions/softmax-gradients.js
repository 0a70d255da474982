/**
 * Gradients through softmax, its logarithm and its Jacobian. Checks, defaults and shapes; the order of the numbers is that of
 * src/bindings/functions.cpp.
 */

/** @import { Tensor } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { checkObject } from '../border/checks.js';
import { aroundAxis, checkAxis, checkRank, compute } from './functions.js';
import { checkTensorOfShape, sizeOf } from '../border/tensor.js';

/**
 * @param {Memory} memory
 * @param {'softmaxGradient' | 'logSoftmaxGradient'} name
 * @param {unknown} x
 * @param {unknown} outputGradient
 * @param {unknown} options
 * @returns {Tensor}
 */
export function softmaxGradient(memory, name, x, outputGradient, options) {
  const { axis = defaults.axis } = checkObject(name, options, ['axis']);
  const { data, shape } = checkRank('x', x, 1);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, shape, 'x');
  const sizes = aroundAxis(shape, checkAxis(axis, shape.length));
  const write = () => {
    for (const size of sizes) memory.number(size);
    memory.input(data);
    memory.input(gradient.data);
    memory.result(data.length); // of the forward function
  };
  return compute(memory, name, memory.module[name], write, [shape])[0];
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} outputGradient
 * @returns {Tensor}
 */
export function softmaxJacobianGradient(memory, x, outputGradient) {
  const { data, shape } = checkRank('x', x, 1);
  const count = shape[shape.length - 1];
  const whole = [...shape, count];
  const gradient = checkTensorOfShape('outputGradient', outputGradient, whole, 'x', shape);
  const write = () => {
    memory.number(sizeOf(shape.slice(0, -1)));
    memory.number(count);
    memory.input(data);
    memory.input(gradient.data);
  };
  const core = memory.module.softmaxJacobianGradient;
  return compute(memory, 'softmaxJacobianGradient', core, write, [shape])[0];
}
