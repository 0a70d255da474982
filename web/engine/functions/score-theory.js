/** Exact moments of scores. */

/** @import { EngineModule, ScoreOptions, ScoreTheory } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreNumbers } from '../records/options.js' */

import { Memo } from '../border/memo.js';
import { memoryOf } from '../border/memory.js';
import * as core from '../records/score-theory.js';
import { scoreNumbers } from './options.js';

/** @type {Memo<ScoreTheory>} */
const theories = new Memo();

/** @param {Omit<ScoreTheory, 'std'>} given @returns {ScoreTheory} */
export function theoryFrom({ mean, variance, skewness, kurtosis, scale }) {
  return { mean, variance, std: Math.sqrt(variance), skewness, kurtosis, scale };
}

/** @param {Memory} memory @param {ScoreNumbers} numbers */
function compute(memory, numbers) {
  memory.begin('scoreTheory');
  return theoryFrom(core.scoreTheory(memory, { scores: numbers }));
}

/**
 * @param {EngineModule} module
 * @param {ScoreOptions | undefined} options
 * @returns {ScoreTheory}
 */
export function scoreTheory(module, options) {
  const numbers = scoreNumbers('scoreTheory', options);
  const { headDim, rule, value, query, key, correlation } = numbers;
  const of = JSON.stringify([headDim, rule, value, query, key, correlation]);
  return { ...theories.get(module, of, () => compute(memoryOf(module), numbers)) };
}
