// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} NumpySeedRecord
 * @property {number} seed
 * @property {Place} state
 */

/**
 * @param {Memory} memory
 * @param {NumpySeedRecord} record
 */
export function numpySeed(memory, record) {
  memory.add([record.seed, record.state]);
  memory.call(memory.module.numpySeed);
}

/**
 * @typedef {object} NumpyDrawRecord
 * @property {number} law
 * @property {number} a
 * @property {number} b
 * @property {number} count
 * @property {Uint8Array} before
 * @property {Place} after
 * @property {Place} numbers
 */

/**
 * @param {Memory} memory
 * @param {NumpyDrawRecord} record
 */
export function numpyDraw(memory, record) {
  memory.add([record.law, record.a, record.b, record.count]);
  memory.input(record.before, 'HEAPU8');
  memory.add([record.after, record.numbers]);
  memory.call(memory.module.numpyDraw);
}
