// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Problem } from './attention.js' */

import { writeProblem } from './attention.js';

/**
 * @typedef {object} Forward
 * @property {NumberArray | Place} output
 * @property {NumberArray | Place} logSumExp
 */

/** @param {Memory} memory @param {Forward} forward */
export function writeForward(memory, forward) {
  if (typeof forward.output === 'number') memory.number(forward.output);
  else memory.input(forward.output);
  if (typeof forward.logSumExp === 'number') memory.number(forward.logSumExp);
  else memory.input(forward.logSumExp);
}

/**
 * @typedef {object} Gradients
 * @property {Place} query
 * @property {Place} key
 * @property {Place} value
 * @property {Place} bias
 * @property {number} biasCount
 */

/** @param {Memory} memory @param {Gradients} gradients */
export function writeGradients(memory, gradients) {
  memory.add([
    gradients.query,
    gradients.key,
    gradients.value,
    gradients.bias,
    gradients.biasCount,
  ]);
}

/**
 * @typedef {object} AttentionGradientRecord
 * @property {Problem} problem
 * @property {boolean} forwardGiven
 * @property {Forward} forward
 * @property {NumberArray} outputGradient
 * @property {NumberArray | null | undefined} weightsGradient
 * @property {Gradients} gradients
 */

/**
 * @param {Memory} memory
 * @param {AttentionGradientRecord} record
 * @returns {number}
 */
export function attentionGradient(memory, record) {
  writeProblem(memory, record.problem);
  memory.number(record.forwardGiven ? 1 : 0);
  writeForward(memory, record.forward);
  memory.input(record.outputGradient);
  memory.input(record.weightsGradient);
  writeGradients(memory, record.gradients);
  memory.call(memory.module.attentionGradient);
  return memory.result(0);
}
