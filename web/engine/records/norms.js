// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} NormRows
 * @property {number} rows
 * @property {number} count
 * @property {number} epsilon
 * @property {NumberArray} x
 * @property {NumberArray | null | undefined} weight
 */

/** @param {Memory} memory @param {NormRows} normRows */
export function writeNormRows(memory, normRows) {
  memory.add([normRows.rows, normRows.count, normRows.epsilon]);
  memory.input(normRows.x);
  memory.input(normRows.weight);
}

/**
 * @typedef {object} LayerNormRecord
 * @property {NormRows} of
 * @property {NumberArray | null | undefined} bias
 * @property {Place} y
 * @property {Place} mean
 * @property {Place} inverseStd
 */

/**
 * @param {Memory} memory
 * @param {LayerNormRecord} record
 */
export function layerNorm(memory, record) {
  writeNormRows(memory, record.of);
  memory.input(record.bias);
  memory.add([record.y, record.mean, record.inverseStd]);
  memory.call(memory.module.layerNorm);
}

/**
 * @typedef {object} RmsNormRecord
 * @property {NormRows} of
 * @property {Place} y
 * @property {Place} inverseRms
 */

/**
 * @param {Memory} memory
 * @param {RmsNormRecord} record
 */
export function rmsNorm(memory, record) {
  writeNormRows(memory, record.of);
  memory.add([record.y, record.inverseRms]);
  memory.call(memory.module.rmsNorm);
}

/**
 * @typedef {object} LayerNormGradientRecord
 * @property {NormRows} of
 * @property {NumberArray} outputGradient
 * @property {Place} xGradient
 * @property {Place} weightGradient
 * @property {Place} biasGradient
 */

/**
 * @param {Memory} memory
 * @param {LayerNormGradientRecord} record
 */
export function layerNormGradient(memory, record) {
  writeNormRows(memory, record.of);
  memory.input(record.outputGradient);
  memory.add([record.xGradient, record.weightGradient, record.biasGradient]);
  memory.call(memory.module.layerNormGradient);
}

/**
 * @typedef {object} RmsNormGradientRecord
 * @property {NormRows} of
 * @property {NumberArray} outputGradient
 * @property {Place} xGradient
 * @property {Place} weightGradient
 */

/**
 * @param {Memory} memory
 * @param {RmsNormGradientRecord} record
 */
export function rmsNormGradient(memory, record) {
  writeNormRows(memory, record.of);
  memory.input(record.outputGradient);
  memory.add([record.xGradient, record.weightGradient]);
  memory.call(memory.module.rmsNormGradient);
}

/**
 * @typedef {object} RotaryRecord
 * @property {number} rows
 * @property {number} width
 * @property {number} rotated
 * @property {boolean} interleaved
 * @property {NumberArray} x
 * @property {NumberArray} cosine
 * @property {NumberArray} sine
 * @property {NumberArray} tableRow
 * @property {Place} y
 */

/**
 * @param {Memory} memory
 * @param {'rotate' | 'rotateGradient'} core
 * @param {RotaryRecord} record
 */
export function rotary(memory, core, record) {
  memory.add([record.rows, record.width, record.rotated]);
  memory.number(record.interleaved ? 1 : 0);
  memory.input(record.x);
  memory.input(record.cosine);
  memory.input(record.sine);
  memory.input(record.tableRow, 'HEAPU32');
  memory.number(record.y);
  memory.call(memory.module[core]);
}
