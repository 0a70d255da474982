/**
 * Measures how long the engine takes for one head's scores, from two thin matrices and from one merged matrix.
 * Alternates a few calls of each. Every round is a task of its own, so that the page stays responsive.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */

import { pause } from './slices.js';

/** @typedef {{median: number, fastest: number, slowest: number}} Times  in milliseconds */
/** @typedef {{tokens: number, rounds: number, factored: Times, merged: Times}} Timing */

/** Calls of each way. Odd, so that there is a middle one for the median. */
const rounds = 9;

/** A call is enlarged as long as the next size is expected to take less than this, in milliseconds. */
const longest = 40;

/**
 * Largest number of tokens in a call. The scores have as many rows and columns, and the engine's memory never shrinks.
 */
const mostTokens = 512;

/** Shortest time that is measured, in milliseconds. Browsers' clocks are coarse, so short calls are repeated. */
const enough = 2;

/** @param {Engine} engine @param {Tensor} x @param {Tensor} wq @param {Tensor} wk */
export function factoredScores(engine, x, wq, wk) {
  return engine.matmul(engine.matmul(x, wq), engine.matmul(x, wk), { transposeRight: true });
}

/** @param {Engine} engine @param {Tensor} x @param {Tensor} w */
export const mergedScores = (engine, x, w) =>
  engine.matmul(engine.matmul(x, w), x, { transposeRight: true });

/** @param {() => unknown} task @param {number} calls @returns milliseconds of one call */
function clock(task, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) task();
  return (performance.now() - start) / calls;
}

/** @param {number[]} list @returns {Times} */
function timesOf(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return {
    median: sorted[sorted.length >> 1],
    fastest: sorted[0],
    slowest: sorted[sorted.length - 1],
  };
}

/**
 * @param {Engine} engine
 * @param {{wq: Tensor, wk: Tensor, w: Tensor}} matrices
 * @param {(tokens: number) => Tensor} tokensOf
 * @param {number} most  largest number of tokens
 * @param {AbortSignal} signal
 * @returns {Promise<Timing>}
 */
export async function measure(engine, { wq, wk, w }, tokensOf, most, signal) {
  const last = Math.min(most, mostTokens);
  let tokens = Math.min(last, 8);
  let x = tokensOf(tokens);
  let taken;
  for (;;) {
    await pause();
    signal.throwIfAborted();
    // The first call of a size prepares memory.
    mergedScores(engine, x, w);
    taken = clock(() => mergedScores(engine, x, w), 1);
    const next = Math.min(last, 2 * tokens);
    // Twice the tokens take at most four times as long.
    if (next === tokens || 4 * taken > longest) break;
    tokens = next;
    x = tokensOf(tokens);
  }
  const calls = Math.min(1000, Math.ceil(enough / Math.max(0.002, taken)));
  /** @type {{factored: number[], merged: number[]}} */
  const times = { factored: [], merged: [] };
  factoredScores(engine, x, wq, wk);
  for (let round = 0; round < rounds; round++) {
    await pause();
    signal.throwIfAborted();
    times.factored.push(clock(() => factoredScores(engine, x, wq, wk), calls));
    times.merged.push(clock(() => mergedScores(engine, x, w), calls));
  }
  return { tokens, rounds, factored: timesOf(times.factored), merged: timesOf(times.merged) };
}
