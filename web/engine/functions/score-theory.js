/** Exact moments of scores. The order of the numbers is that of src/bindings/statistics.cpp. */

/** @import { EngineModule, ScoreNumbers, ScoreTheory } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { Memo } from '../border/memo.js';
import { memoryOf } from '../border/memory.js';
import { scoreNumbers, writeScores } from './options.js';

/** @type {Memo<ScoreTheory>} */
const theories = new Memo();

/** @param {number[]} numbers as the core gives them @returns {ScoreTheory} */
export function theoryFrom([mean, variance, skewness, kurtosis, scale]) {
  return { mean, variance, std: Math.sqrt(variance), skewness, kurtosis, scale };
}

/** @param {Memory} memory @param {ScoreNumbers} numbers */
function compute(memory, numbers) {
  memory.begin('scoreTheory');
  writeScores(memory, numbers);
  memory.call(memory.module.scoreTheory);
  return theoryFrom(memory.gifts(5));
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {ScoreTheory}
 */
export function scoreTheory(module, options) {
  const numbers = scoreNumbers('scoreTheory', options);
  const { headDim, rule, value, query, key, correlation } = numbers;
  const of = JSON.stringify([headDim, rule, value, query, key, correlation]);
  return { ...theories.get(module, of, () => compute(memoryOf(module), numbers)) };
}
