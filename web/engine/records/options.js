// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory } from '../border/memory.js' */

/**
 * @typedef {object} ComponentNumbers
 * @property {number} distribution
 * @property {number} mean
 * @property {number} sd
 * @property {number} df
 */

/** @param {Memory} memory @param {ComponentNumbers} componentNumbers */
export function writeComponentNumbers(memory, componentNumbers) {
  memory.add([
    componentNumbers.distribution,
    componentNumbers.mean,
    componentNumbers.sd,
    componentNumbers.df,
  ]);
}

/**
 * @typedef {object} ScoreRange
 * @property {number} low
 * @property {number} high
 */

/** @param {Memory} memory @param {ScoreRange | null} scoreRange */
export function writeScoreRange(memory, scoreRange) {
  if (!scoreRange) {
    for (let i = 0; i < 2; ++i) memory.number(0);
    return;
  }
  memory.add([scoreRange.low, scoreRange.high]);
}

/**
 * @typedef {object} ScoreNumbers
 * @property {number} headDim
 * @property {number} queries
 * @property {number} keys
 * @property {number} rule
 * @property {number} value
 * @property {number} seed
 * @property {number} generator
 * @property {ComponentNumbers} query
 * @property {ComponentNumbers} key
 * @property {number} correlation
 * @property {number} bins
 * @property {ScoreRange | null} range
 */

/** @param {Memory} memory @param {ScoreNumbers} scoreNumbers */
export function writeScoreNumbers(memory, scoreNumbers) {
  memory.add([
    scoreNumbers.headDim,
    scoreNumbers.queries,
    scoreNumbers.keys,
    scoreNumbers.rule,
    scoreNumbers.value,
    scoreNumbers.seed,
    scoreNumbers.generator,
  ]);
  writeComponentNumbers(memory, scoreNumbers.query);
  writeComponentNumbers(memory, scoreNumbers.key);
  memory.add([scoreNumbers.correlation, scoreNumbers.bins]);
  writeScoreRange(memory, scoreNumbers.range);
}

/**
 * @typedef {object} VarianceNumbers
 * @property {number} rows
 * @property {number} columns
 * @property {number} headDim
 * @property {number} ddof
 * @property {number} seed
 */

/** @param {Memory} memory @param {VarianceNumbers} varianceNumbers */
export function writeVarianceNumbers(memory, varianceNumbers) {
  memory.add([
    varianceNumbers.rows,
    varianceNumbers.columns,
    varianceNumbers.headDim,
    varianceNumbers.ddof,
    varianceNumbers.seed,
  ]);
}

/**
 * @typedef {object} ScorePlanRecord
 * @property {ScoreNumbers} scores
 */

/**
 * @param {Memory} memory
 * @param {ScorePlanRecord} record
 * @returns {{units: number, bytes: number}}
 */
export function scorePlan(memory, record) {
  writeScoreNumbers(memory, record.scores);
  memory.call(memory.module.scorePlan);
  const units = memory.result(0);
  const bytes = memory.result(1);
  return { units, bytes };
}
