// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} RankTolerance
 * @property {number} value
 * @property {boolean} relative
 */

/** @param {Memory} memory @param {RankTolerance} rankTolerance */
export function writeRankTolerance(memory, rankTolerance) {
  memory.number(rankTolerance.value);
  memory.number(rankTolerance.relative ? 1 : 0);
}

/**
 * @typedef {object} HeadCostRecord
 * @property {number} modelDim
 * @property {number} heads
 * @property {number} keyHeads
 * @property {number} headDim
 * @property {number} valueDim
 * @property {number} length
 */

/**
 * @param {Memory} memory
 * @param {HeadCostRecord} record
 * @returns {{parameters: {query: number, key: number, value: number, output: number, total: number, pair: number, merged: number, pairs: number, mergedAll: number}, multiplications: {projections: number, scores: number, weighted: number, output: number, total: number, factoredScores: number, mergedScores: number}, cache: {perToken: number, mergedPerToken: number, total: number}, breakEven: number}}
 */
export function headCost(memory, record) {
  memory.add([
    record.modelDim,
    record.heads,
    record.keyHeads,
    record.headDim,
    record.valueDim,
    record.length,
  ]);
  memory.call(memory.module.headCost);
  const [
    query,
    key,
    value,
    output,
    total,
    pair,
    merged,
    pairs,
    mergedAll,
    projections,
    scores,
    weighted,
    multiplicationsOutput,
    multiplicationsTotal,
    factoredScores,
    mergedScores,
    perToken,
    mergedPerToken,
    cacheTotal,
    breakEven,
  ] = memory.results(20);
  return {
    parameters: { query, key, value, output, total, pair, merged, pairs, mergedAll },
    multiplications: {
      projections,
      scores,
      weighted,
      output: multiplicationsOutput,
      total: multiplicationsTotal,
      factoredScores,
      mergedScores,
    },
    cache: { perToken, mergedPerToken, total: cacheTotal },
    breakEven,
  };
}

/**
 * @typedef {object} SpectrumRecord
 * @property {number} modelDim
 * @property {number} headDim
 * @property {NumberArray} wq
 * @property {NumberArray} wk
 * @property {RankTolerance} tolerance
 * @property {Place} singularValues
 */

/**
 * @param {Memory} memory
 * @param {'mergedHead' | 'thinHead'} core
 * @param {SpectrumRecord} record
 * @returns {{rank: number, tolerance: number, effectiveRank: number, carrying: number}}
 */
export function spectrum(memory, core, record) {
  memory.add([record.modelDim, record.headDim]);
  memory.input(record.wq);
  memory.input(record.wk);
  writeRankTolerance(memory, record.tolerance);
  memory.number(record.singularValues);
  memory.call(memory.module[core]);
  const [rank, tolerance, effectiveRank, carrying] = memory.results(4);
  return { rank, tolerance, effectiveRank, carrying };
}
