/**
 * Decides whether work runs at once, within the frame that requested it, or is streamed. Learns from the duration of
 * earlier work, because the engine variants differ in speed by a factor of a hundred.
 */

/** @import { Engine } from '../../engine/index.js' */

/** @typedef {{dk: number, queries: number, keys: number, correlation: number}} Size */

/** Work that is expected to take longer than this is streamed, ms. */
const budget = 6;

/** A cautious first guess, multiplications per ms, so that nothing freezes on a slow machine. */
const firstGuess = 4e5;

/** The cost of drawing one random component, in multiplications. */
export const componentCost = 30;

/** Clocks are coarse. Times are added up to this many ms before they count. */
const enough = 2;

/** @type {WeakMap<Engine, {speed: number, work: number, spent: number}>} */
const learned = new WeakMap();

/** @param {Engine} engine */
function speedOf(engine) {
  let entry = learned.get(engine);
  if (!entry) learned.set(engine, (entry = { speed: firstGuess, work: 0, spent: 0 }));
  return entry;
}

/**
 * Estimates how many multiplications the scores of these options take.
 * @param {Size} size
 */
export function scoreWork({ dk, queries, keys, correlation }) {
  const scores = queries * keys;
  // A key cannot be correlated with many queries. With a correlation every score draws its own two vectors.
  const vectors = correlation === 0 ? queries + keys : 2 * scores;
  return dk * (scores + componentCost * vectors);
}

/** @param {Size | number} size  of scores, or the number of multiplications */
const workOf = (size) => (typeof size === 'number' ? size : scoreWork(size));

/** @param {Engine} engine @param {Size | number} size */
export const fitsInFrame = (engine, size) => workOf(size) / speedOf(engine).speed < budget;

/**
 * Returns the first queries and keys of a large sample, as many as fit into a frame.
 * @template {Size} T
 * @param {Engine} engine
 * @param {T} size
 * @returns {T | null}
 */
export function firstLook(engine, size) {
  let { queries, keys } = size;
  while (queries * keys >= 100) {
    if (fitsInFrame(engine, { ...size, queries, keys })) return { ...size, queries, keys };
    if (queries > keys) queries = Math.ceil(queries / 2);
    else keys = Math.ceil(keys / 2);
  }
  return null;
}

/**
 * Runs work at once and records how fast it was.
 * @template T
 * @param {Engine} engine
 * @param {Size | number} size
 * @param {() => T} task
 * @returns {T}
 */
export function timed(engine, size, task) {
  const entry = speedOf(engine);
  const start = performance.now();
  const result = task();
  entry.spent += performance.now() - start;
  entry.work += workOf(size);
  if (entry.spent > enough) {
    entry.speed = (entry.speed + entry.work / entry.spent) / 2;
    entry.work = 0;
    entry.spent = 0;
  }
  return result;
}
