// npm run bench [-- NAME...] [--json FILE]
// Speed, as ratios to what the same machine does in the same run: the multiply-add peak, NumPy. Chromium, one page,
// no isolation headers. Names: scores, normals, slider (all by default). Figures are best and median of several
// repetitions; on a shared machine trust the ratios and the best, not one absolute time.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
});
const wanted = (name) => positionals.length === 0 || positionals.includes(name);

const REPETITIONS = 7;
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const least = (list) => Math.min(...list);
const figures = [];

function report(name, unit, best, middle, ratios = {}) {
  figures.push({ name, unit, best, median: middle, ...ratios });
  const tail = Object.entries(ratios).map(([what, ratio]) => `${what} ${ratio.toFixed(2)}`);
  console.log(
    `${name.padEnd(58)} best ${best.toPrecision(3).padStart(6)} ${unit}, median ${middle.toPrecision(3).padStart(6)}   ${tail.join('   ')}`,
  );
}

/** The probe of a variant, as base64: the page may not fetch anything. */
const probe = (variant) =>
  readFileSync(`${root}build/wasm/probe-${variant}.wasm`).toString('base64');

/** Runs a NumPy program that prints one number; null where there is no NumPy. */
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
  return null;
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

async function scores(page) {
  const reference = numpy(NUMPY_SCORES);
  if (reference)
    report('NumPy: the blog script with a histogram, one thread', 's', reference, reference);
  for (const [variant, workers] of [
    ['relaxed', 0],
    ['relaxed', 1],
    ['relaxed', 2],
    ['simd', 0],
  ]) {
    const rows = await page.evaluate(
      async ([v, w, n, p]) => (await import('/tests/bench/statistics.js')).timeScores(v, w, n, p),
      [variant, workers, REPETITIONS, probe(variant)],
    );
    const times = rows.map((row) => row.seconds);
    // 2 * 1e8 * d_k flop of scores: moments and histogram count as nothing, so the share of the peak is honest.
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

async function normals(page) {
  const reference = numpy(NUMPY_NORMALS);
  if (reference) report('NumPy: legacy normals', 'million/s', reference / 1e6, reference / 1e6);
  for (const variant of ['relaxed', 'simd']) {
    const rows = await page.evaluate(
      async ([n, p]) => (await import('/tests/bench/statistics.js')).timeNormals(n, p),
      [REPETITIONS, probe(variant)],
    );
    const rates = rows.map((row) => row.rate / 1e6);
    report(`normals: ${variant}, one thread`, 'million/s', Math.max(...rates), median(rates), {
      'per 1000 peak flop': median(rows.map((row) => (1000 * row.rate) / row.peak)),
      ...(reference ? { 'times NumPy': (median(rates) * 1e6) / reference } : {}),
    });
    const peaks = rows.map((row) => row.peak / 1e9);
    report(`multiply-add peak: ${variant}`, 'GFLOP/s', Math.max(...peaks), median(peaks));
  }
}

/** Work of the page's main thread that runs script, as Chromium's timeline names it. */
const SCRIPT = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
  'HandlePostMessage',
  'FireIdleCallback',
]);
/** Milliseconds of the outermost events of these names. @param {TraceEvent[]} events @param {(event: TraceEvent) => boolean} isCounted */
function outermost(events, isCounted) {
  let end = 0;
  let total = 0;
  for (const { ts, dur } of events.filter(isCounted).sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    if (ts < end) continue; // inside the last one
    end = ts + dur;
    total += dur / 1000;
  }
  return total;
}

/**
 * One slider move from the key press to the settled picture: the script it runs, with the layouts that script forces; and
 * all the main thread does for it, style, layout and paint too.
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} address
 */
async function slider(browser, context, address) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${address}site/index.html`);
  const control = page.locator('scaledot-variance input[type=range]').first();
  await control.waitFor();
  await page.waitForTimeout(4000); // first pictures
  const press = async (/** @type {number} */ i) => {
    await control.press(i % 12 < 6 ? 'ArrowRight' : 'ArrowLeft');
    await page.waitForTimeout(250); // sections further down have their turn, too
  };
  for (let i = 0; i < 12; i++) await press(i); // to the fast tier
  const moves = [];
  for (let i = 0; i < 36; i++) moves.push(await traced(browser, page, () => press(i)));
  report(
    'slider move on d_k, 1e4 scores: script',
    'ms',
    least(moves.map((m) => m.script)),
    median(moves.map((m) => m.script)),
  );
  report(
    'slider move on d_k, 1e4 scores: script, style, layout, paint',
    'ms',
    least(moves.map((m) => m.all)),
    median(moves.map((m) => m.all)),
  );
  await page.close();
}

/** @typedef {{name: string, ph: string, ts: number, dur: number, pid: number, tid: number, args?: {name?: string}}} TraceEvent */

/** What the page's main thread did meanwhile. @param {import('@playwright/test').Browser} browser @param {import('@playwright/test').Page} page @param {() => Promise<void>} act */
async function traced(browser, page, act) {
  const trace = JSON.parse(
    String(
      await browser
        .startTracing(page, {
          categories: ['devtools.timeline', 'blink.user_timing', '__metadata'],
        })
        .then(act)
        .then(() => browser.stopTracing()),
    ),
  );
  /** @type {TraceEvent[]} */
  const events = trace.traceEvents;
  const complete = events.filter((event) => event.ph === 'X' && event.dur > 0);
  // The page's thread is the one with animation frames that ran script.
  const busy = complete.find((event) => event.name === 'FireAnimationFrame');
  const own = complete.filter((event) => busy && event.pid === busy.pid && event.tid === busy.tid);
  return {
    script: outermost(own, (event) => SCRIPT.has(event.name)),
    all: outermost(own, (event) => event.name !== 'RunTask' && event.dur > 0),
  };
}

if (!existsSync(`${root}site/index.html`)) {
  console.error('bench: build first (npm run build).');
  process.exit(1);
}
execFileSync('cmake', ['--build', '--preset', 'wasm', '--target', 'probe-relaxed', 'probe-simd'], {
  cwd: root,
  stdio: 'inherit',
});
const server = await serve({ folder: root.replace(/\/$/, ''), port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.SCALEDOT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}tests/bench/page.html`);
  if (wanted('scores')) await scores(page);
  if (wanted('normals')) await normals(page);
  if (wanted('slider')) await slider(browser, context, server.url);
} finally {
  await browser.close();
  server.close();
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
