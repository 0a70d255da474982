// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ScoreProblem } from './scoring.js' */

import { writeScoreProblem } from './scoring.js';

/**
 * @typedef {object} ScoreGradientPlaces
 * @property {Place} query
 * @property {Place} key
 * @property {Place} weight
 * @property {Place} queryWeight
 * @property {Place} keyWeight
 * @property {Place} vector
 */

/** @param {Memory} memory @param {ScoreGradientPlaces} scoreGradientPlaces */
export function writeScoreGradientPlaces(memory, scoreGradientPlaces) {
  memory.add([
    scoreGradientPlaces.query,
    scoreGradientPlaces.key,
    scoreGradientPlaces.weight,
    scoreGradientPlaces.queryWeight,
    scoreGradientPlaces.keyWeight,
    scoreGradientPlaces.vector,
  ]);
}

/**
 * @typedef {object} ScoresGradientRecord
 * @property {ScoreProblem} problem
 * @property {NumberArray} outputGradient
 * @property {ScoreGradientPlaces} gradients
 */

/**
 * @param {Memory} memory
 * @param {ScoresGradientRecord} record
 * @returns {number}
 */
export function scoresGradient(memory, record) {
  writeScoreProblem(memory, record.problem);
  memory.input(record.outputGradient);
  writeScoreGradientPlaces(memory, record.gradients);
  memory.call(memory.module.scoresGradient);
  return memory.result(0);
}
