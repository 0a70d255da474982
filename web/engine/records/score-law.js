// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ScoreNumbers } from './options.js' */

import { writeScoreNumbers } from './options.js';

/**
 * @typedef {object} OpenLawRecord
 * @property {ScoreNumbers} scores
 */

/**
 * @param {Memory} memory
 * @param {OpenLawRecord} record
 * @returns {{kind: number, mean: number, variance: number, spacing: number}}
 */
export function openLaw(memory, record) {
  writeScoreNumbers(memory, record.scores);
  memory.call(memory.module.openLaw);
  const [kind, mean, variance, spacing] = memory.results(4);
  return { kind, mean, variance, spacing };
}

/**
 * @typedef {object} LawValuesRecord
 * @property {boolean} exact
 * @property {number} which
 * @property {number} count
 * @property {Float64Array} points
 * @property {Place} values
 */

/**
 * @param {Memory} memory
 * @param {LawValuesRecord} record
 */
export function lawValues(memory, record) {
  memory.number(record.exact ? 1 : 0);
  memory.add([record.which, record.count]);
  memory.input(record.points, 'HEAPF64');
  memory.number(record.values);
  memory.call(memory.module.lawValues);
}

/**
 * @typedef {object} ScoreCurvesRecord
 * @property {ScoreNumbers} scores
 * @property {number} points
 * @property {number} reach
 * @property {Place} arrays
 */

/**
 * @param {Memory} memory
 * @param {ScoreCurvesRecord} record
 * @returns {{before: {kind: number, mean: number, variance: number, spacing: number, skewness: number, kurtosis: number, places: number}, after: {kind: number, mean: number, variance: number, spacing: number, skewness: number, kurtosis: number, places: number}, scale: number, bins: number, low: number, high: number}}
 */
export function scoreCurves(memory, record) {
  writeScoreNumbers(memory, record.scores);
  memory.add([record.points, record.reach, record.arrays]);
  memory.call(memory.module.scoreCurves);
  const [
    kind,
    mean,
    variance,
    spacing,
    skewness,
    kurtosis,
    places,
    afterKind,
    afterMean,
    afterVariance,
    afterSpacing,
    afterSkewness,
    afterKurtosis,
    afterPlaces,
    scale,
    bins,
    low,
    high,
  ] = memory.results(18);
  return {
    before: { kind, mean, variance, spacing, skewness, kurtosis, places },
    after: {
      kind: afterKind,
      mean: afterMean,
      variance: afterVariance,
      spacing: afterSpacing,
      skewness: afterSkewness,
      kurtosis: afterKurtosis,
      places: afterPlaces,
    },
    scale,
    bins,
    low,
    high,
  };
}
