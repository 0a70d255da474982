// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ScoreNumbers, VarianceNumbers } from './options.js' */

import { writeScoreNumbers, writeVarianceNumbers } from './options.js';

/**
 * @typedef {object} ScoreWalksRecord
 * @property {ScoreNumbers} scores
 * @property {number} pairs
 * @property {Place} products
 * @property {Place} sums
 */

/**
 * @param {Memory} memory
 * @param {ScoreWalksRecord} record
 * @param {number} besides bytes that it needs in addition to the block
 */
export function scoreWalks(memory, record, besides) {
  writeScoreNumbers(memory, record.scores);
  memory.add([record.pairs, record.products, record.sums]);
  memory.call(memory.module.scoreWalks, besides);
}

/**
 * @typedef {object} ComponentSampleRecord
 * @property {ScoreNumbers} scores
 * @property {number} side
 * @property {number} count
 * @property {Place} components
 */

/**
 * @param {Memory} memory
 * @param {ComponentSampleRecord} record
 * @param {number} besides bytes that it needs in addition to the block
 */
export function componentSample(memory, record, besides) {
  writeScoreNumbers(memory, record.scores);
  memory.add([record.side, record.count, record.components]);
  memory.call(memory.module.componentSample, besides);
}

/**
 * @typedef {object} VarianceDrawsRecord
 * @property {VarianceNumbers} product
 * @property {number} first
 * @property {number} last
 * @property {Place} variances
 */

/**
 * @param {Memory} memory
 * @param {VarianceDrawsRecord} record
 */
export function varianceDraws(memory, record) {
  writeVarianceNumbers(memory, record.product);
  memory.add([record.first, record.last, record.variances]);
  memory.call(memory.module.varianceDraws);
}

/**
 * @typedef {object} SummarizeVariancesRecord
 * @property {VarianceNumbers} product
 * @property {number} count
 * @property {number} value
 * @property {Float64Array} draws
 */

/**
 * @param {Memory} memory
 * @param {SummarizeVariancesRecord} record
 * @returns {{expectation: number, mean: number, standardError: number, quantiles: {p05: number, p25: number, p50: number, p75: number, p95: number}, percentile: number}}
 */
export function summarizeVariances(memory, record) {
  writeVarianceNumbers(memory, record.product);
  memory.add([record.count, record.value]);
  memory.input(record.draws, 'HEAPF64');
  memory.call(memory.module.summarizeVariances);
  const [expectation, mean, standardError, p05, p25, p50, p75, p95, percentile] = memory.results(9);
  return { expectation, mean, standardError, quantiles: { p05, p25, p50, p75, p95 }, percentile };
}

/**
 * @typedef {object} NumpyProductVarianceRecord
 * @property {VarianceNumbers} product
 * @property {Place} entries
 */

/**
 * @param {Memory} memory
 * @param {NumpyProductVarianceRecord} record
 * @returns {number}
 */
export function numpyProductVariance(memory, record) {
  writeVarianceNumbers(memory, record.product);
  memory.number(record.entries);
  memory.call(memory.module.numpyProductVariance);
  return memory.result(0);
}
