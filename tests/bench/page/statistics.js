/**
 * The page's part of the statistics bench, in a real browser: times the engine as a visitor gets it, beside the machine's own
 * multiply-add peak. Runs in the page; statistics.mjs calls it and prints.
 *
 * @typedef {import('./probe.js').Probe} Probe
 */
import { load } from '/web/engine/index.js';
import { openProbe, peakNow, seconds } from './probe.js';

/** Scores of the blog's experiment: 10000 queries, 10000 keys, d_k = 100, 200 bins, moments to the fourth. */
const BLOG = { dk: 100, queries: 10000, keys: 10000, seed: 0, bins: 200 };

const SHORT_RUNS = 12; // so short that the scheduler seldom disturbs the best run

/** Returns the peak of the four-lane multiply-add, in flop per second. @param {Probe} probe */
async function peakRate(probe) {
  let best = 0;
  for (let i = 0; i < SHORT_RUNS; i++) best = Math.max(best, await peakNow(probe));
  return best;
}

/**
 * @param {'relaxed' | 'simd'} variant @param {number} workers @param {number} repetitions
 * @returns {Promise<{seconds: number, peak: number}[]>} one entry per repetition, with the peak measured beside it
 */
export async function timeScores(variant, workers, repetitions) {
  const createWorker = () => new Worker('/web/engine/worker.js', { type: 'module' });
  const engine = await load({ engine: variant, workers, createWorker });
  const probe = await openProbe(variant);
  /** @type {{seconds: number, peak: number}[]} */
  const rows = [];
  const once = () => (workers ? engine.run('scoreStatistics', BLOG) : engine.scoreStatistics(BLOG));
  await once(); // until V8's fast tier
  for (let i = 0; i < repetitions; i++)
    rows.push({ seconds: await seconds(once), peak: await peakRate(probe) });
  engine.dispose();
  return rows;
}

/** @param {'relaxed' | 'simd'} variant @param {number} repetitions */
export async function timeNormals(variant, repetitions) {
  const probe = await openProbe(variant);
  const rows = [];
  for (let i = 0; i < repetitions; i++) {
    let best = Infinity;
    for (let n = 0; n < SHORT_RUNS; n++)
      best = Math.min(best, await seconds(() => probe.normals(20000)));
    rows.push({ rate: (20000 * 1024) / best, peak: await peakRate(probe) });
  }
  return rows;
}

/** Compared with 1/sqrt(d_k): five scaling rules on the same vectors, as in the Softmax lab. */
const RULES = /** @type {const} */ (['none', 'inverse', 'cosine', { alpha: 0.25 }]);

/**
 * @param {'relaxed' | 'simd'} variant @param {{keys: number, dk: number, draws: number}} shape @param {number} repetitions
 * @returns {Promise<{rate: number, normals: number}[]>} draws per second, and normals per second when only normals are
 *   generated
 */
export async function timeDraws(variant, { keys, dk, draws }, repetitions) {
  const engine = await load({ engine: variant });
  const probe = await openProbe(variant);
  const options = { keys, dk, draws, compare: RULES };
  const rows = [];
  engine.softmaxStatistics(options); // until V8's fast tier
  for (let i = 0; i < repetitions; i++) {
    const time = await seconds(() => engine.softmaxStatistics({ ...options, seed: i }));
    const alone = await seconds(() => probe.normals(2000));
    rows.push({ rate: draws / time, normals: (2000 * 1024) / alone });
  }
  return rows;
}
