/**
 * What is measured of one row of logits: checks, defaults and shapes. The order of the numbers is that of
 * src/bindings/softmax.cpp; src/statistics/softmax_measures.h says what is measured.
 */

/** @import { SoftmaxMeasures } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkObject, checkReturns } from '../border/checks.js';
import { checkTensor, checkTensorOfShape, describeShape } from '../border/tensor.js';

/**
 * @param {Memory} memory
 * @param {unknown} logits
 * @param {unknown} options
 * @returns {SoftmaxMeasures}
 */
export function softmaxMeasures(memory, logits, options) {
  const names = ['weightGradient', 'returns'];
  const given = checkObject('softmaxMeasures', options, names);
  const { weightGradient, returns = [] } = given;
  const { data, shape } = checkTensor('logits', logits);
  if (shape.length !== 1 || shape[0] === 0) {
    throw new RangeError(
      `logits: got the shape ${describeShape(shape)}; expected [n] with n at least 1`,
    );
  }
  const [count] = shape;
  const gradient =
    weightGradient === undefined
      ? undefined
      : checkTensorOfShape('weightGradient', weightGradient, shape, 'logits');
  const jacobian = checkReturns(returns, ['jacobian']).length > 0;
  memory.begin('softmaxMeasures');
  memory.number(count);
  memory.input(data);
  memory.input(gradient?.data);
  const weightsAt = memory.result(count);
  const gradientAt = memory.result(count, gradient !== undefined);
  const jacobianAt = memory.result(count * count, jacobian);
  memory.call(memory.module.softmaxMeasures);
  const [topWeight, entropy, effectiveKeys, jacobianNorm, outputVariance, ...others] =
    memory.gifts(7);
  const [logitGradientNorm, logSumExp] = others;
  return {
    weights: { data: memory.take(weightsAt, count), shape: [count] },
    topWeight,
    entropy,
    effectiveKeys,
    jacobianNorm,
    outputVariance,
    logSumExp,
    ...(gradient && {
      logitGradient: { data: memory.take(gradientAt, count), shape: [count] },
      logitGradientNorm,
    }),
    ...(jacobian && {
      jacobian: { data: memory.take(jacobianAt, count * count), shape: [count, count] },
    }),
  };
}
