// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} DifferenceRecord
 * @property {number} count
 * @property {NumberArray} a
 * @property {NumberArray} b
 */

/**
 * @param {Memory} memory
 * @param {DifferenceRecord} record
 * @returns {{largest: number, at: number, scale: number}}
 */
export function difference(memory, record) {
  memory.number(record.count);
  memory.input(record.a);
  memory.input(record.b);
  memory.call(memory.module.difference);
  const [largest, at, scale] = memory.results(3);
  return { largest, at, scale };
}

/**
 * @typedef {object} ProductTermsRecord
 * @property {number} count
 * @property {NumberArray} left
 * @property {NumberArray} right
 * @property {NumberArray | null | undefined} bias
 * @property {Place} products
 */

/**
 * @param {Memory} memory
 * @param {ProductTermsRecord} record
 * @returns {{sum: number, value: number}}
 */
export function productTerms(memory, record) {
  memory.number(record.count);
  memory.input(record.left);
  memory.input(record.right);
  memory.input(record.bias);
  memory.number(record.products);
  memory.call(memory.module.productTerms);
  const sum = memory.result(0);
  const value = memory.result(1);
  return { sum, value };
}

/**
 * @typedef {object} SoftmaxTermsRecord
 * @property {number} count
 * @property {number} index
 * @property {NumberArray} logits
 * @property {Place} exponentials
 */

/**
 * @param {Memory} memory
 * @param {SoftmaxTermsRecord} record
 * @returns {{max: number, sum: number, weight: number}}
 */
export function softmaxTerms(memory, record) {
  memory.add([record.count, record.index]);
  memory.input(record.logits);
  memory.number(record.exponentials);
  memory.call(memory.module.softmaxTerms);
  const [max, sum, weight] = memory.results(3);
  return { max, sum, weight };
}

/**
 * @typedef {object} SoftmaxJacobianRecord
 * @property {number} rows
 * @property {number} count
 * @property {NumberArray} x
 * @property {Place} jacobian
 */

/**
 * @param {Memory} memory
 * @param {SoftmaxJacobianRecord} record
 */
export function softmaxJacobian(memory, record) {
  memory.add([record.rows, record.count]);
  memory.input(record.x);
  memory.number(record.jacobian);
  memory.call(memory.module.softmaxJacobian);
}
