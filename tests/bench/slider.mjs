// The row slider: what one move of a slider costs the page's main thread.
import { least, median, report } from './report.mjs';

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
export async function slider(browser, context, address) {
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
