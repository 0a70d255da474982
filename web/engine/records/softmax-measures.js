// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} SoftmaxMeasuresRecord
 * @property {number} count
 * @property {NumberArray} logits
 * @property {NumberArray | null | undefined} weightGradient
 * @property {Place} weights
 * @property {Place} logitGradient
 * @property {Place} jacobian
 */

/**
 * @param {Memory} memory
 * @param {SoftmaxMeasuresRecord} record
 * @returns {{measures: {topWeight: number, entropy: number, effectiveKeys: number, jacobianNorm: number, outputVariance: number, logitGradientNorm: number}, logSumExp: number}}
 */
export function softmaxMeasures(memory, record) {
  memory.number(record.count);
  memory.input(record.logits);
  memory.input(record.weightGradient);
  memory.add([record.weights, record.logitGradient, record.jacobian]);
  memory.call(memory.module.softmaxMeasures);
  const [
    topWeight,
    entropy,
    effectiveKeys,
    jacobianNorm,
    outputVariance,
    logitGradientNorm,
    logSumExp,
  ] = memory.results(7);
  return {
    measures: {
      topWeight,
      entropy,
      effectiveKeys,
      jacobianNorm,
      outputVariance,
      logitGradientNorm,
    },
    logSumExp,
  };
}
