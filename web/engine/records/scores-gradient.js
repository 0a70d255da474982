// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ScoreProblem } from './scoring.js' */

import { writeScoreProblem } from './scoring.js';

/**
 * @typedef {object} ScoreGradientRooms
 * @property {Place} query
 * @property {Place} key
 * @property {Place} weight
 * @property {Place} queryWeight
 * @property {Place} keyWeight
 * @property {Place} vector
 */

/** @param {Memory} memory @param {ScoreGradientRooms} scoreGradientRooms */
export function writeScoreGradientRooms(memory, scoreGradientRooms) {
  memory.add([
    scoreGradientRooms.query,
    scoreGradientRooms.key,
    scoreGradientRooms.weight,
    scoreGradientRooms.queryWeight,
    scoreGradientRooms.keyWeight,
    scoreGradientRooms.vector,
  ]);
}

/**
 * @typedef {object} ScoresGradientRecord
 * @property {ScoreProblem} problem
 * @property {NumberArray} outputGradient
 * @property {ScoreGradientRooms} gradients
 */

/**
 * @param {Memory} memory
 * @param {ScoresGradientRecord} record
 * @returns {number}
 */
export function scoresGradient(memory, record) {
  writeScoreProblem(memory, record.problem);
  memory.input(record.outputGradient);
  writeScoreGradientRooms(memory, record.gradients);
  memory.call(memory.module.scoresGradient);
  return memory.result(0);
}
