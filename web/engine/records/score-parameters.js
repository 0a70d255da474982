// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} ScoreCostRecord
 * @property {number} kind
 * @property {number} queries
 * @property {number} keys
 * @property {number} queryDim
 * @property {number} keyDim
 * @property {number} hidden
 */

/**
 * @param {Memory} memory
 * @param {ScoreCostRecord} record
 * @returns {{parameters: number, multiplications: number, tangents: number}}
 */
export function scoreCost(memory, record) {
  memory.add([
    record.kind,
    record.queries,
    record.keys,
    record.queryDim,
    record.keyDim,
    record.hidden,
  ]);
  memory.call(memory.module.scoreCost);
  const [parameters, multiplications, tangents] = memory.results(3);
  return { parameters, multiplications, tangents };
}

/**
 * @typedef {object} DrawScoreParametersRecord
 * @property {number} seed
 * @property {number} kind
 * @property {number} dim
 * @property {number} keys
 * @property {number} hidden
 * @property {Place} weight
 * @property {Place} queryWeight
 * @property {Place} keyWeight
 * @property {Place} vector
 */

/**
 * @param {Memory} memory
 * @param {DrawScoreParametersRecord} record
 */
export function drawScoreParameters(memory, record) {
  memory.add([
    record.seed,
    record.kind,
    record.dim,
    record.keys,
    record.hidden,
    record.weight,
    record.queryWeight,
    record.keyWeight,
    record.vector,
  ]);
  memory.call(memory.module.drawScoreParameters);
}
