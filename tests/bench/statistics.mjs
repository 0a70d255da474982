// The rows `scores`, `normals` and `draws`: the engine's statistics beside NumPy, the multiply-add peak, and the generation of
// their normals.
import { execFileSync } from 'node:child_process';
import { greatest, least, median, report } from './report.mjs';

const REPETITIONS = 7;

/** @typedef {import('@playwright/test').Page} Page */

/** Runs a NumPy program that prints one number. Returns undefined where there is no NumPy. @param {string} program */
function numpy(program) {
  for (const python of ['/usr/bin/python3', 'python3']) {
    try {
      return Number(
        execFileSync(python, ['-c', program], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
          env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
        }),
      );
    } catch {
      // this python has no NumPy; the next may
    }
  }
  return undefined;
}

const NUMPY_SCORES = `
import time, numpy as np
t = time.perf_counter(); np.random.seed(0)
q = np.random.normal(0, 1, 1000000).reshape(10000, 100); k = np.random.normal(0, 1, 1000000).reshape(100, 10000)
qk = np.matmul(q, k) / 10.0
qk.mean(); np.std(qk, ddof=1); np.histogram(qk, bins=200, range=(-5, 5))
print(time.perf_counter() - t)`;
const NUMPY_NORMALS = `
import time, numpy as np
best = 9e9
for _ in range(5):
    t = time.perf_counter(); np.random.normal(0, 1, 5000000); best = min(best, time.perf_counter() - t)
print(5000000 / best)`;

/** @param {Page} page */
export async function scores(page) {
  const reference = numpy(NUMPY_SCORES);
  if (reference)
    report('NumPy: the blog script with a histogram, one thread', 's', reference, reference);
  for (const [variant, workers] of /** @type {const} */ ([
    ['relaxed', 0],
    ['relaxed', 1],
    ['relaxed', 2],
    ['simd', 0],
  ])) {
    const rows = await page.evaluate(
      async ([v, w, n]) => (await import('/tests/bench/page/statistics.js')).timeScores(v, w, n),
      /** @type {const} */ ([variant, workers, REPETITIONS]),
    );
    const times = rows.map((row) => row.seconds);
    // 2 * 1e8 * d_k flop of scores. Moments and histogram count as nothing, so the share of the peak is not overstated.
    const share = rows.map((row) => 2e10 / row.seconds / row.peak);
    const threads = workers ? `${workers} worker${workers > 1 ? 's' : ''}` : 'one thread';
    report(
      `1e8 scores, d_k 100, 4 moments, 200 bins: ${variant}, ${threads}`,
      's',
      least(times),
      median(times),
      {
        'of peak': median(share),
        ...(reference ? { 'times NumPy': reference / median(times) } : {}),
      },
    );
  }
}

/** @param {Page} page */
export async function normals(page) {
  const reference = numpy(NUMPY_NORMALS);
  if (reference) report('NumPy: legacy normals', 'million/s', reference / 1e6, reference / 1e6);
  for (const variant of /** @type {const} */ (['relaxed', 'simd'])) {
    const rows = await page.evaluate(
      async ([v, n]) => (await import('/tests/bench/page/statistics.js')).timeNormals(v, n),
      /** @type {const} */ ([variant, REPETITIONS]),
    );
    const rates = rows.map((row) => row.rate / 1e6);
    report(`normals: ${variant}, one thread`, 'million/s', greatest(rates), median(rates), {
      'per 1000 peak flop': median(rows.map((row) => (1000 * row.rate) / row.peak)),
      ...(reference ? { 'times NumPy': (median(rates) * 1e6) / reference } : {}),
    });
    const peaks = rows.map((row) => row.peak / 1e9);
    report(`multiply-add peak: ${variant}`, 'GFLOP/s', greatest(peaks), median(peaks));
  }
}

/** @param {Page} page */
export async function draws(page) {
  for (const variant of /** @type {const} */ (['relaxed', 'simd'])) {
    for (const shape of [
      { keys: 64, dk: 64, draws: 4000 },
      { keys: 8, dk: 1024, draws: 2000 },
      { keys: 512, dk: 1024, draws: 50 },
    ]) {
      const rows = await page.evaluate(
        async ([v, s, n]) => (await import('/tests/bench/page/statistics.js')).timeDraws(v, s, n),
        /** @type {const} */ ([variant, shape, REPETITIONS]),
      );
      const { keys, dk } = shape;
      const rates = rows.map(({ rate }) => rate);
      const numbers = keys * dk + dk + keys;
      report(
        `draws, ${keys} keys, d_k ${dk}, 5 rules: ${variant}`,
        '/s',
        greatest(rates),
        median(rates),
        { 'times their normals alone': median(rows.map((r) => r.normals / (r.rate * numbers))) },
      );
    }
  }
}
