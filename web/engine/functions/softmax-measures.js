/** Measures of one row of logits: checks, defaults and shapes. src/statistics/softmax_measures.h defines them. */

/** @import { SoftmaxMeasures, SoftmaxMeasuresOptions, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkOptions, later, returned } from '../border/option-table.js';
import { checkTensor, checkTensorOfShape, describeShape } from '../border/tensor.js';
import * as core from '../records/softmax-measures.js';

export const softmaxMeasuresOptions = { weightGradient: later(), returns: returned(['jacobian']) };

/**
 * @param {Memory} memory
 * @param {TensorLike} logits
 * @param {SoftmaxMeasuresOptions | undefined} options
 * @returns {SoftmaxMeasures}
 */
export function softmaxMeasures(memory, logits, options) {
  const { weightGradient, returns } = checkOptions(
    'softmaxMeasures',
    options,
    softmaxMeasuresOptions,
  );
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
  const jacobian = returns.length > 0;
  memory.begin('softmaxMeasures');
  const weightsAt = memory.alloc(count);
  const gradientAt = memory.alloc(count, gradient !== undefined);
  const jacobianAt = memory.alloc(count * count, jacobian);
  const { measures, logSumExp } = core.softmaxMeasures(memory, {
    count,
    logits: data,
    weightGradient: gradient?.data,
    weights: weightsAt,
    logitGradient: gradientAt,
    jacobian: jacobianAt,
  });
  const { logitGradientNorm, ...others } = measures;
  return {
    weights: { data: memory.take(weightsAt, count), shape: [count] },
    ...others,
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
