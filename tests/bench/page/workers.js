/** Attention by head on workers, against the same on one worker and the direct call. Runs in the page. */
import { load } from '/web/engine/index.js';
import { seconds } from './probe.js';
import { makeProblem } from './problem.js';

/**
 * @param {number[]} dimensions heads, length, dim @param {number} rounds
 * @returns {Promise<Record<'direct' | 'one' | 'two', number[]>>} seconds
 */
export async function timeWorkers(dimensions, rounds) {
  const createWorker = () => new Worker('/web/engine/worker.js', { type: 'module' });
  const engines = await Promise.all(
    [0, 1, 2].map((workers) => load({ engine: 'relaxed', workers, createWorker })),
  );
  const problem = makeProblem(dimensions);
  const [query, key, value] = [problem.query, problem.key, problem.value].map((data) => ({
    data,
    shape: dimensions,
  }));
  const runs = {
    direct: () => engines[0].attention(query, key, value),
    one: () => engines[1].run('attention', { query, key, value }),
    two: () => engines[2].run('attention', { query, key, value }),
  };
  /** @type {Record<keyof typeof runs, number[]>} */
  const times = { direct: [], one: [], two: [] };
  for (let round = -2; round < rounds; round++)
    for (const name of /** @type {(keyof typeof runs)[]} */ (Object.keys(runs))) {
      const time = await seconds(runs[name]);
      if (round >= 0) times[name].push(time); // the first two are to the fast tier
    }
  for (const engine of engines) engine.dispose();
  return times;
}
