// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} AlongAxisRecord
 * @property {number} outer
 * @property {number} count
 * @property {number} inner
 * @property {NumberArray} x
 * @property {Place} to
 */

/**
 * @param {Memory} memory
 * @param {'softmax' | 'logSoftmax' | 'entropy'} core
 * @param {AlongAxisRecord} record
 */
export function alongAxis(memory, core, record) {
  memory.add([record.outer, record.count, record.inner]);
  memory.input(record.x);
  memory.number(record.to);
  memory.call(memory.module[core]);
}
