// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} PlaneFunction
 * @property {number} kind
 * @property {number} scale
 * @property {number} hidden
 * @property {NumberArray | null | undefined} weight
 * @property {NumberArray | null | undefined} queryWeight
 * @property {NumberArray | null | undefined} keyWeight
 * @property {NumberArray | null | undefined} vector
 */

/** @param {Memory} memory @param {PlaneFunction} planeFunction */
export function writePlaneFunction(memory, planeFunction) {
  memory.add([planeFunction.kind, planeFunction.scale, planeFunction.hidden]);
  memory.input(planeFunction.weight);
  memory.input(planeFunction.queryWeight);
  memory.input(planeFunction.keyWeight);
  memory.input(planeFunction.vector);
}

/**
 * @typedef {object} ScorePlaneRecord
 * @property {number} size
 * @property {number} extent
 * @property {number} keys
 * @property {NumberArray} key
 * @property {readonly PlaneFunction[]} functions
 * @property {Place} weights
 */

/**
 * @param {Memory} memory
 * @param {ScorePlaneRecord} record
 */
export function scorePlane(memory, record) {
  memory.add([record.size, record.extent, record.keys]);
  memory.input(record.key);
  memory.number(record.functions.length);
  for (const one of record.functions) writePlaneFunction(memory, one);
  memory.number(record.weights);
  memory.call(memory.module.scorePlane);
}
