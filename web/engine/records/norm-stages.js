// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} NormStagesRecord
 * @property {number} headDim
 * @property {number} vectors
 * @property {number} lengthSpread
 * @property {number} gainSd
 * @property {number} biasSd
 * @property {number} seed
 * @property {number} stages
 * @property {Place} norms
 */

/**
 * @param {Memory} memory
 * @param {NormStagesRecord} record
 * @returns {number[]}
 */
export function normStages(memory, record) {
  memory.add([
    record.headDim,
    record.vectors,
    record.lengthSpread,
    record.gainSd,
    record.biasSd,
    record.seed,
    record.stages,
    record.norms,
  ]);
  memory.call(memory.module.normStages);
  return memory.results(4);
}
