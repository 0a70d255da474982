// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} Mask
 * @property {NumberArray} data
 * @property {ArrayLike<number>} strides
 */

/** @param {Memory} memory @param {Mask | null} mask */
export function writeMask(memory, mask) {
  if (!mask) {
    for (let i = 0; i < 5; ++i) memory.number(0);
    return;
  }
  memory.input(mask.data);
  for (let i = 0; i < 4; ++i) memory.number(mask.strides[i]);
}

/**
 * @typedef {object} Visibility
 * @property {number} scale
 * @property {number} softcap
 * @property {number} causal
 * @property {number} windowBefore
 * @property {number} windowAfter
 * @property {NumberArray | null | undefined} keyLengths
 * @property {number} firstQuery
 * @property {number} wholeQueries
 * @property {Mask | null} allow
 * @property {Mask | null} block
 * @property {Mask | null} bias
 */

/** @param {Memory} memory @param {Visibility} visibility */
export function writeVisibility(memory, visibility) {
  memory.number(visibility.scale);
  memory.number(visibility.softcap);
  memory.number(visibility.causal);
  memory.number(visibility.windowBefore);
  memory.number(visibility.windowAfter);
  memory.input(visibility.keyLengths, 'HEAPU32');
  memory.number(visibility.firstQuery);
  memory.number(visibility.wholeQueries);
  writeMask(memory, visibility.allow);
  writeMask(memory, visibility.block);
  writeMask(memory, visibility.bias);
}

/**
 * @typedef {object} Problem
 * @property {number} batch
 * @property {number} heads
 * @property {number} keyHeads
 * @property {number} queries
 * @property {number} keys
 * @property {number} headDim
 * @property {number} valueDim
 * @property {NumberArray} query
 * @property {NumberArray} key
 * @property {NumberArray} value
 * @property {Visibility} visibility
 */

/** @param {Memory} memory @param {Problem} problem */
export function writeProblem(memory, problem) {
  memory.number(problem.batch);
  memory.number(problem.heads);
  memory.number(problem.keyHeads);
  memory.number(problem.queries);
  memory.number(problem.keys);
  memory.number(problem.headDim);
  memory.number(problem.valueDim);
  memory.input(problem.query);
  memory.input(problem.key);
  memory.input(problem.value);
  writeVisibility(memory, problem.visibility);
}

/**
 * @typedef {object} Results
 * @property {Place} output
 * @property {Place} weights
 * @property {Place} scores
 * @property {Place} scaledScores
 * @property {Place} cappedScores
 * @property {Place} maskedScores
 * @property {Place} logSumExp
 */

/** @param {Memory} memory @param {Results} results */
export function writeResults(memory, results) {
  memory.number(results.output);
  memory.number(results.weights);
  memory.number(results.scores);
  memory.number(results.scaledScores);
  memory.number(results.cappedScores);
  memory.number(results.maskedScores);
  memory.number(results.logSumExp);
}

/**
 * @typedef {object} AttentionRecord
 * @property {Problem} problem
 * @property {Results} results
 * @property {Place} rows
 */

/**
 * @param {Memory} memory
 * @param {AttentionRecord} record
 * @returns {{fullyMasked: number, nonFinite: number}}
 */
export function attention(memory, record) {
  writeProblem(memory, record.problem);
  writeResults(memory, record.results);
  memory.number(record.rows);
  memory.call(memory.module.attention);
  const fullyMasked = memory.result(0);
  const nonFinite = memory.result(1);
  return { fullyMasked, nonFinite };
}
