/**
 * Decides whether work is done at once, inside the frame that asked for it, or streamed.
 * It learns from what earlier work took, because the engine variants differ in speed by a factor of a hundred.
 */

/** @typedef {import('../../engine/index.js').Engine} Engine */

/** Work that is expected to take longer than this many milliseconds is streamed. */
const budget = 5;

/** A careful first guess, in multiplications per millisecond: nothing freezes on a slow machine. */
const firstGuess = 4e5;

/** What drawing one random component costs, in multiplications. */
const componentCost = 20;

/** @type {WeakMap<Engine, number>} */
const speeds = new WeakMap();

/**
 * Roughly how many multiplications the scores of these options take.
 * @param {{dk: number, queries: number, keys: number, correlation: number}} options
 */
export function scoreWork({ dk, queries, keys, correlation }) {
  const scores = queries * keys;
  // A key cannot be correlated with many queries: then every score draws its own two vectors.
  const vectors = correlation === 0 ? queries + keys : 2 * scores;
  return dk * (scores + componentCost * vectors);
}

/** @param {Engine} engine @param {number} work */
export const fitsInFrame = (engine, work) => work / (speeds.get(engine) ?? firstGuess) < budget;

/**
 * Does work at once and remembers how fast it went.
 * @template T
 * @param {Engine} engine
 * @param {number} work
 * @param {() => T} task
 * @returns {T}
 */
export function timed(engine, work, task) {
  const start = performance.now();
  const result = task();
  const spent = performance.now() - start;
  // Clocks are coarse, and short work says little.
  if (spent > 0.5) speeds.set(engine, ((speeds.get(engine) ?? firstGuess) + work / spent) / 2);
  return result;
}
