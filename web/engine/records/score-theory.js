// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreNumbers } from './options.js' */

import { writeScoreNumbers } from './options.js';

/**
 * @typedef {object} ScoreTheoryRecord
 * @property {ScoreNumbers} scores
 */

/**
 * @param {Memory} memory
 * @param {ScoreTheoryRecord} record
 * @returns {{mean: number, variance: number, skewness: number, kurtosis: number, scale: number}}
 */
export function scoreTheory(memory, record) {
  writeScoreNumbers(memory, record.scores);
  memory.call(memory.module.scoreTheory);
  const [mean, variance, skewness, kurtosis, scale] = memory.results(5);
  return { mean, variance, skewness, kurtosis, scale };
}
