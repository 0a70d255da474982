// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} MatrixStack
 * @property {ArrayLike<number>} strides
 * @property {NumberArray} data
 */

/** @param {Memory} memory @param {MatrixStack} matrixStack */
export function writeMatrixStack(memory, matrixStack) {
  for (let i = 0; i < 2; ++i) memory.number(matrixStack.strides[i]);
  memory.input(matrixStack.data);
}

/**
 * @typedef {object} MatmulRecord
 * @property {ArrayLike<number>} counts
 * @property {number} rows
 * @property {number} inner
 * @property {number} columns
 * @property {MatrixStack} left
 * @property {MatrixStack} right
 * @property {boolean} transposeRight
 * @property {NumberArray | null | undefined} bias
 * @property {Place} to
 */

/**
 * @param {Memory} memory
 * @param {MatmulRecord} record
 */
export function matmul(memory, record) {
  for (let i = 0; i < 2; ++i) memory.number(record.counts[i]);
  memory.add([record.rows, record.inner, record.columns]);
  writeMatrixStack(memory, record.left);
  writeMatrixStack(memory, record.right);
  memory.number(record.transposeRight ? 1 : 0);
  memory.input(record.bias);
  memory.number(record.to);
  memory.call(memory.module.matmul);
}

/**
 * @typedef {object} RandomTensorRecord
 * @property {number} seed
 * @property {number} stream
 * @property {number} rows
 * @property {number} columns
 * @property {number} sd
 * @property {Place} to
 */

/**
 * @param {Memory} memory
 * @param {RandomTensorRecord} record
 */
export function randomTensor(memory, record) {
  memory.add([record.seed, record.stream, record.rows, record.columns, record.sd, record.to]);
  memory.call(memory.module.randomTensor);
}
