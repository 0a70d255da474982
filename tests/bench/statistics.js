/**
 * What the statistics bench does inside the page, in a real browser: the engine as a visitor gets it, timed beside the
 * machine's own multiply-add peak. Runs in the page; bench.mjs calls it and prints.
 *
 * @typedef {{peak(iterations: number): number, peakFlop(iterations: number): number, normals(rows: number): number}} Probe
 */
import { load } from '/web/engine/index.js';

/** Scores of the blog's experiment: 10000 queries, 10000 keys, d_k = 100, 200 bins, moments to the fourth. */
const BLOG = { dk: 100, queries: 10000, keys: 10000, seed: 0, bins: 200 };

/** @param {string} base64 @returns {Promise<Probe>} */
async function instantiate(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, {
    wasi_snapshot_preview1: {},
    env: {},
  });
  return /** @type {Probe} */ (/** @type {unknown} */ (instance.exports));
}

/** Seconds that work takes. @param {() => unknown} work */
async function seconds(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/**
 * Best of several short runs, in units a second; short, so that the scheduler seldom disturbs the best one.
 * @param {() => unknown} run @param {number} units
 */
async function bestRate(run, units) {
  let best = Infinity;
  for (let i = 0; i < 12; i++) best = Math.min(best, await seconds(run));
  return units / best;
}

/** Peak of the four-lane multiply-add, in flop a second. @param {Probe} probe */
const peakRate = (probe) => bestRate(() => probe.peak(1e7), probe.peakFlop(1e7));

/**
 * @param {'relaxed' | 'simd'} variant @param {number} workers @param {number} repetitions @param {string} wasm  of the probe
 * @returns {Promise<{seconds: number, peak: number}[]>} one entry a repetition, each with the peak measured beside it
 */
export async function timeScores(variant, workers, repetitions, wasm) {
  const createWorker = () => new Worker('/web/engine/worker.js', { type: 'module' });
  const engine = await load({ engine: variant, workers, createWorker });
  const probe = await instantiate(wasm);
  /** @type {{seconds: number, peak: number}[]} */
  const rows = [];
  const once = () => (workers ? engine.run('scoreStatistics', BLOG) : engine.scoreStatistics(BLOG));
  await once(); // to the fast tier
  for (let i = 0; i < repetitions; i++)
    rows.push({ seconds: await seconds(once), peak: await peakRate(probe) });
  engine.dispose();
  return rows;
}

/** @param {number} repetitions @param {string} wasm  of the probe */
export async function timeNormals(repetitions, wasm) {
  const probe = await instantiate(wasm);
  const rows = [];
  for (let i = 0; i < repetitions; i++)
    rows.push({
      rate: await bestRate(() => probe.normals(20000), 20000 * 1024),
      peak: await peakRate(probe),
    });
  return rows;
}
