// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} FileMatrix
 * @property {number} in
 * @property {number} out
 * @property {boolean} transposed
 * @property {number} type
 * @property {Uint8Array} bytes
 */

/** @param {Memory} memory @param {FileMatrix} fileMatrix */
export function writeFileMatrix(memory, fileMatrix) {
  memory.add([fileMatrix.in, fileMatrix.out]);
  memory.number(fileMatrix.transposed ? 1 : 0);
  memory.number(fileMatrix.type);
  memory.input(fileMatrix.bytes, 'HEAPU8');
}

/**
 * @typedef {object} LabelLoss
 * @property {number} sum
 * @property {number} rows
 */

/** @param {Memory} memory @param {LabelLoss} labelLoss */
export function writeLabelLoss(memory, labelLoss) {
  memory.add([labelLoss.sum, labelLoss.rows]);
}

/**
 * @typedef {object} LinearRecord
 * @property {number} rows
 * @property {FileMatrix} weight
 * @property {NumberArray} x
 * @property {NumberArray | null | undefined} bias
 * @property {NumberArray | null | undefined} add
 * @property {Place} y
 */

/**
 * @param {Memory} memory
 * @param {LinearRecord} record
 */
export function linear(memory, record) {
  memory.number(record.rows);
  writeFileMatrix(memory, record.weight);
  memory.input(record.x);
  memory.input(record.bias);
  memory.input(record.add);
  memory.number(record.y);
  memory.call(memory.module.linear);
}

/**
 * @typedef {object} DecodeRecord
 * @property {number} type
 * @property {number} count
 * @property {Uint8Array} bytes
 * @property {Place} numbers
 */

/**
 * @param {Memory} memory
 * @param {DecodeRecord} record
 */
export function decode(memory, record) {
  memory.add([record.type, record.count]);
  memory.input(record.bytes, 'HEAPU8');
  memory.number(record.numbers);
  memory.call(memory.module.decode);
}

/**
 * @typedef {object} PointwiseRecord
 * @property {number} activation
 * @property {number} scale
 * @property {NumberArray | null | undefined} gate
 * @property {NumberArray | null | undefined} add
 * @property {number} count
 * @property {NumberArray} x
 * @property {Place} y
 */

/**
 * @param {Memory} memory
 * @param {PointwiseRecord} record
 */
export function pointwise(memory, record) {
  memory.add([record.activation, record.scale]);
  memory.input(record.gate);
  memory.input(record.add);
  memory.number(record.count);
  memory.input(record.x);
  memory.number(record.y);
  memory.call(memory.module.pointwise);
}

/**
 * @typedef {object} RotaryTableRecord
 * @property {number} positions
 * @property {number} rotated
 * @property {number} base
 * @property {number} stretch
 * @property {number} factor
 * @property {number} low
 * @property {number} high
 * @property {number} original
 * @property {Place} cosine
 * @property {Place} sine
 */

/**
 * @param {Memory} memory
 * @param {RotaryTableRecord} record
 */
export function rotaryTable(memory, record) {
  memory.add([
    record.positions,
    record.rotated,
    record.base,
    record.stretch,
    record.factor,
    record.low,
    record.high,
    record.original,
    record.cosine,
    record.sine,
  ]);
  memory.call(memory.module.rotaryTable);
}

/**
 * @typedef {object} RelativeBiasRecord
 * @property {number} queries
 * @property {number} keys
 * @property {number} buckets
 * @property {number} heads
 * @property {number} maxDistance
 * @property {boolean} bidirectional
 * @property {NumberArray} table
 * @property {Place} to
 */

/**
 * @param {Memory} memory
 * @param {RelativeBiasRecord} record
 */
export function relativeBias(memory, record) {
  memory.add([record.queries, record.keys, record.buckets, record.heads, record.maxDistance]);
  memory.number(record.bidirectional ? 1 : 0);
  memory.input(record.table);
  memory.number(record.to);
  memory.call(memory.module.relativeBias);
}

/**
 * @typedef {object} CrossEntropyRecord
 * @property {LabelLoss} before
 * @property {number} rows
 * @property {number} vocabulary
 * @property {NumberArray} logits
 * @property {NumberArray} labels
 */

/**
 * @param {Memory} memory
 * @param {CrossEntropyRecord} record
 * @returns {{sum: number, rows: number, mean: number, perplexity: number}}
 */
export function crossEntropy(memory, record) {
  writeLabelLoss(memory, record.before);
  memory.add([record.rows, record.vocabulary]);
  memory.input(record.logits);
  memory.input(record.labels, 'HEAPU32');
  memory.call(memory.module.crossEntropy);
  const [sum, rows, mean, perplexity] = memory.results(4);
  return { sum, rows, mean, perplexity };
}
