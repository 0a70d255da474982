/** Times attention split by head on two workers, beside the same on one worker and the direct call. Runs in the page. */
import { load } from '/web/engine/index.js';
import { seconds } from './probe.js';
import { makeProblem } from './problem.js';

/**
 * @typedef {'direct' | 'one' | 'two'} Way
 * @typedef {'attention' | 'attentionGradient'} What
 * @param {What} what @param {boolean} again  whether every call writes into its last result
 * @param {number[]} dimensions  heads, length, dim @param {number} rounds
 * @returns {Promise<Record<Way, number[]>>} seconds
 */
export async function timeWorkers(what, again, dimensions, rounds) {
  const createWorker = () => new Worker('/web/engine/worker.js', { type: 'module' });
  const [none, ...withWorkers] = await Promise.all(
    [0, 1, 2].map((workers) => load({ engine: 'relaxed', workers, createWorker })),
  );
  const problem = makeProblem(dimensions);
  const tensorOf = (/** @type {Float32Array} */ data) => ({ data, shape: dimensions });
  const [query, key, value] = [problem.query, problem.key, problem.value].map(tensorOf);
  const slope = what === 'attention' ? {} : { outputGradient: tensorOf(problem.outputGradient) };
  /** @type {Record<string, any>} */
  const last = {};
  const direct = (/** @type {any} */ options) =>
    slope.outputGradient
      ? none.attentionGradient(query, key, value, slope.outputGradient, options)
      : none.attention(query, key, value, options);
  const [one, two] = withWorkers.map(
    (engine) => (/** @type {any} */ options) =>
      engine.run(what, /** @type {any} */ ({ query, key, value, ...slope, ...options })),
  );
  const ways = Object.entries({ direct, one, two });
  /** @type {Record<Way, number[]>} */
  const times = { direct: [], one: [], two: [] };
  for (let round = -3; round < rounds; round++)
    for (const [name, call] of ways) {
      const options = again && last[name] ? { into: last[name] } : {};
      const time = await seconds(async () => {
        last[name] = await call(options);
      });
      if (round >= 0) times[/** @type {Way} */ (name)].push(time); // the first rounds warm up V8
    }
  for (const engine of [none, ...withWorkers]) engine.dispose();
  return times;
}
