/**
 * The scores of a head, from its two thin matrices and from their product. Used by the picture of both and by a preset.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { OneSizes } from './random.js' */
/** @import { ResultOf } from './slices.js' */

import { oneHead, tokensOf } from './random.js';
import { product } from './slices.js';
import { factoredScores, mergedScores } from './timing.js';

/** @typedef {ResultOf<typeof scoresOf>} Scores */

/**
 * Computes the scores of tokens in both ways.
 * @param {Engine} engine
 * @param {OneSizes} sizes
 * @param {number} tokens
 */
export function* scoresOf(engine, sizes, tokens) {
  const { wq, wk } = oneHead(engine, sizes);
  yield;
  const x = tokensOf(engine, sizes, tokens);
  const w = yield* product(engine, wq, wk, { transposeRight: true });
  const factored = factoredScores(engine, x, wq, wk);
  const merged = mergedScores(engine, x, w);
  return { sizes, wq, wk, w, factored, merged, difference: engine.difference(factored, merged) };
}
