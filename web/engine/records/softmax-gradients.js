// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} GradientAlongAxisRecord
 * @property {number} outer
 * @property {number} count
 * @property {number} inner
 * @property {NumberArray} x
 * @property {NumberArray} outputGradient
 * @property {Place} y
 * @property {Place} xGradient
 */

/**
 * @param {Memory} memory
 * @param {'softmaxGradient' | 'logSoftmaxGradient'} core
 * @param {GradientAlongAxisRecord} record
 */
export function gradientAlongAxis(memory, core, record) {
  memory.add([record.outer, record.count, record.inner]);
  memory.input(record.x);
  memory.input(record.outputGradient);
  memory.add([record.y, record.xGradient]);
  memory.call(memory.module[core]);
}

/**
 * @typedef {object} LogSoftmaxJvpRecord
 * @property {number} outer
 * @property {number} count
 * @property {number} inner
 * @property {NumberArray} x
 * @property {NumberArray} tangent
 * @property {Place} weights
 * @property {Place} to
 */

/**
 * @param {Memory} memory
 * @param {LogSoftmaxJvpRecord} record
 */
export function logSoftmaxJvp(memory, record) {
  memory.add([record.outer, record.count, record.inner]);
  memory.input(record.x);
  memory.input(record.tangent);
  memory.add([record.weights, record.to]);
  memory.call(memory.module.logSoftmaxJvp);
}

/**
 * @typedef {object} SoftmaxJacobianGradientRecord
 * @property {number} rows
 * @property {number} count
 * @property {NumberArray} x
 * @property {NumberArray} outputGradient
 * @property {Place} xGradient
 */

/**
 * @param {Memory} memory
 * @param {SoftmaxJacobianGradientRecord} record
 */
export function softmaxJacobianGradient(memory, record) {
  memory.add([record.rows, record.count]);
  memory.input(record.x);
  memory.input(record.outputGradient);
  memory.number(record.xGradient);
  memory.call(memory.module.softmaxJacobianGradient);
}
