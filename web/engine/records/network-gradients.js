// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { FileMatrix } from './network.js' */

import { writeFileMatrix } from './network.js';

/**
 * @typedef {object} LinearGradients
 * @property {Place} x
 * @property {Place} weight
 * @property {Place} bias
 */

/** @param {Memory} memory @param {LinearGradients} linearGradients */
export function writeLinearGradients(memory, linearGradients) {
  memory.add([linearGradients.x, linearGradients.weight, linearGradients.bias]);
}

/**
 * @typedef {object} LinearGradientRecord
 * @property {number} rows
 * @property {FileMatrix} weight
 * @property {NumberArray} x
 * @property {NumberArray} outputGradient
 * @property {LinearGradients} gradients
 */

/**
 * @param {Memory} memory
 * @param {LinearGradientRecord} record
 */
export function linearGradient(memory, record) {
  memory.number(record.rows);
  writeFileMatrix(memory, record.weight);
  memory.input(record.x);
  memory.input(record.outputGradient);
  writeLinearGradients(memory, record.gradients);
  memory.call(memory.module.linearGradient);
}

/**
 * @typedef {object} PointwiseGradientRecord
 * @property {number} activation
 * @property {number} count
 * @property {NumberArray} x
 * @property {NumberArray} outputGradient
 * @property {Place} xGradient
 */

/**
 * @param {Memory} memory
 * @param {PointwiseGradientRecord} record
 */
export function pointwiseGradient(memory, record) {
  memory.add([record.activation, record.count]);
  memory.input(record.x);
  memory.input(record.outputGradient);
  memory.number(record.xGradient);
  memory.call(memory.module.pointwiseGradient);
}
