// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { VectorNumbers } from './vectors.js' */

import { writeVectorNumbers } from './vectors.js';

/**
 * @typedef {object} FunctionNumbers
 * @property {number} kind
 * @property {number} hidden
 * @property {number} scale
 * @property {number} temperature
 * @property {number} low
 * @property {number} high
 */

/** @param {Memory} memory @param {FunctionNumbers} functionNumbers */
export function writeFunctionNumbers(memory, functionNumbers) {
  memory.add([
    functionNumbers.kind,
    functionNumbers.hidden,
    functionNumbers.scale,
    functionNumbers.temperature,
    functionNumbers.low,
    functionNumbers.high,
  ]);
}

/**
 * @typedef {object} ScoringDrawsRecord
 * @property {VectorNumbers} vectors
 * @property {number} bins
 * @property {readonly FunctionNumbers[]} functions
 * @property {number} first
 * @property {number} last
 * @property {Place} measures
 * @property {Place} counts
 */

/**
 * @param {Memory} memory
 * @param {ScoringDrawsRecord} record
 */
export function scoringDraws(memory, record) {
  writeVectorNumbers(memory, record.vectors);
  memory.number(record.bins);
  memory.number(record.functions.length);
  for (const one of record.functions) writeFunctionNumbers(memory, one);
  memory.add([record.first, record.last, record.measures, record.counts]);
  memory.call(memory.module.scoringDraws);
}

/**
 * @typedef {object} SummarizeScoresRecord
 * @property {number} count
 * @property {number} keys
 * @property {NumberArray} moments
 */

/**
 * @param {Memory} memory
 * @param {SummarizeScoresRecord} record
 * @returns {{count: number, mean: number, variance: number, std: number, skewness: number, kurtosis: number, min: number, max: number}}
 */
export function summarizeScores(memory, record) {
  memory.add([record.count, record.keys]);
  memory.input(record.moments);
  memory.call(memory.module.summarizeScores);
  const [count, mean, variance, std, skewness, kurtosis, min, max] = memory.results(8);
  return { count, mean, variance, std, skewness, kurtosis, min, max };
}
