// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ScoreNumbers } from './options.js' */

import { writeScoreNumbers } from './options.js';

/**
 * @typedef {object} ScoreUnitRangeRecord
 * @property {ScoreNumbers} scores
 * @property {number} first
 * @property {number} last
 * @property {Place} recordsAndCounts
 */

/**
 * @param {Memory} memory
 * @param {ScoreUnitRangeRecord} record
 */
export function scoreUnitRange(memory, record) {
  writeScoreNumbers(memory, record.scores);
  memory.add([record.first, record.last, record.recordsAndCounts]);
  memory.call(memory.module.scoreUnitRange);
}

/**
 * @typedef {object} ScoreSummaryRecord
 * @property {ScoreNumbers} scores
 * @property {number} units
 * @property {Float64Array | null | undefined} records
 * @property {Place} counts
 */

/**
 * @param {Memory} memory
 * @param {'mergeScoreUnits' | 'scoreStatistics'} core
 * @param {ScoreSummaryRecord} record
 * @returns {{scores: {count: number, mean: number, variance: number, std: number, skewness: number, kurtosis: number, min: number, max: number}, unscaled: {count: number, mean: number, variance: number, std: number, skewness: number, kurtosis: number, min: number, max: number}, query: {count: number, mean: number, variance: number, std: number, skewness: number, kurtosis: number, min: number, max: number}, key: {count: number, mean: number, variance: number, std: number, skewness: number, kurtosis: number, min: number, max: number}, meanError: number, varianceError: number, unscaledMeanError: number, unscaledVarianceError: number, theory: {mean: number, variance: number, skewness: number, kurtosis: number}, scale: number, low: number, high: number, unscaledLow: number, unscaledHigh: number}}
 */
export function scoreSummary(memory, core, record) {
  writeScoreNumbers(memory, record.scores);
  memory.number(record.units);
  memory.input(record.records, 'HEAPF64');
  memory.number(record.counts);
  memory.call(memory.module[core]);
  const [
    count,
    mean,
    variance,
    std,
    skewness,
    kurtosis,
    min,
    max,
    unscaledCount,
    unscaledMean,
    unscaledVariance,
    unscaledStd,
    unscaledSkewness,
    unscaledKurtosis,
    unscaledMin,
    unscaledMax,
    queryCount,
    queryMean,
    queryVariance,
    queryStd,
    querySkewness,
    queryKurtosis,
    queryMin,
    queryMax,
    keyCount,
    keyMean,
    keyVariance,
    keyStd,
    keySkewness,
    keyKurtosis,
    keyMin,
    keyMax,
    meanError,
    varianceError,
    unscaledMeanError,
    unscaledVarianceError,
    theoryMean,
    theoryVariance,
    theorySkewness,
    theoryKurtosis,
    scale,
    low,
    high,
    unscaledLow,
    unscaledHigh,
  ] = memory.results(45);
  return {
    scores: { count, mean, variance, std, skewness, kurtosis, min, max },
    unscaled: {
      count: unscaledCount,
      mean: unscaledMean,
      variance: unscaledVariance,
      std: unscaledStd,
      skewness: unscaledSkewness,
      kurtosis: unscaledKurtosis,
      min: unscaledMin,
      max: unscaledMax,
    },
    query: {
      count: queryCount,
      mean: queryMean,
      variance: queryVariance,
      std: queryStd,
      skewness: querySkewness,
      kurtosis: queryKurtosis,
      min: queryMin,
      max: queryMax,
    },
    key: {
      count: keyCount,
      mean: keyMean,
      variance: keyVariance,
      std: keyStd,
      skewness: keySkewness,
      kurtosis: keyKurtosis,
      min: keyMin,
      max: keyMax,
    },
    meanError,
    varianceError,
    unscaledMeanError,
    unscaledVarianceError,
    theory: {
      mean: theoryMean,
      variance: theoryVariance,
      skewness: theorySkewness,
      kurtosis: theoryKurtosis,
    },
    scale,
    low,
    high,
    unscaledLow,
    unscaledHigh,
  };
}
