/**
 * One engine for all labs of a page. Workers are used where the browser lets them start; in a sandboxed frame or from
 * another origin it does not, and the engine then works in short slices on the page's own thread.
 */
import { load } from '../engine/index.js';

/** @typedef {import('../engine/index.js').Engine} Engine */

const createWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** @type {Promise<Engine> | undefined} */
let loading;

/** @returns {Promise<Engine>} */
export function sharedEngine() {
  loading ??= load({ engine: 'auto', workers: 'auto', createWorker });
  return loading;
}

/** @typedef {{dk: number, perSecond: number}} Speed scores per second at that d_k */

/** @type {Promise<Speed | undefined> | undefined} */
let measuring;

/**
 * The speed of this engine on this machine, measured once per page by real work of at most a third of a second.
 * @param {Engine} engine
 * @returns {Promise<Speed | undefined>}
 */
export function sharedSpeed(engine) {
  measuring ??= measure(engine);
  return measuring;
}

/** @param {Engine} engine */
async function measure(engine) {
  const options = { dk: 64, queries: 6000, keys: 6000 };
  const time = new AbortController();
  let perSecond = 0;
  const timer = setTimeout(() => time.abort(), 300);
  try {
    await engine.run('scoreStatistics', options, {
      signal: time.signal,
      onProgress: (/** @type {{perSecond: number}} */ progress) => {
        perSecond = progress.perSecond;
      },
    });
  } catch {
    // Time was up: the rate up to here is the measurement.
  } finally {
    clearTimeout(timer);
  }
  return perSecond > 0 ? { dk: options.dk, perSecond } : undefined;
}
