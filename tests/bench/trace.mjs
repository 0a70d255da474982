// Reads from Chromium's timeline what the main thread of a page did.

/** Events of Chromium's timeline in which the page's main thread runs script. */
const SCRIPT = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
  'HandlePostMessage',
  'FireIdleCallback',
]);
/** Returns the milliseconds of the outermost counted events. @param {TraceEvent[]} events @param {(event: TraceEvent) => boolean} isCounted */
function outermost(events, isCounted) {
  let end = 0;
  let total = 0;
  for (const { ts, dur } of events.filter(isCounted).sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    if (ts < end) continue; // inside the previous one
    end = ts + dur;
    total += dur / 1000;
  }
  return total;
}

/** @typedef {{name: string, ph: string, ts: number, dur: number, pid: number, tid: number, args?: {name?: string, data?: {type?: string}}}} TraceEvent */

/** Returns what the page's main thread did during `act`, in order. @param {import('@playwright/test').Browser} browser @param {import('@playwright/test').Page} page @param {() => Promise<void>} act */
async function timeline(browser, page, act) {
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
  // The page's thread is the one whose animation frames ran script.
  const busy = complete.find((event) => event.name === 'FireAnimationFrame');
  return complete
    .filter((event) => busy && event.pid === busy.pid && event.tid === busy.tid)
    .sort((a, b) => a.ts - b.ts);
}

/** @param {TraceEvent} event */
const isScript = (event) => SCRIPT.has(event.name);
/** @param {TraceEvent} event */
const isWork = (event) => event.name !== 'RunTask';

/** Returns the milliseconds of all work for each `input` event, until the next one. @param {Parameters<typeof timeline>} what */
export async function tracedMoves(...what) {
  const events = await timeline(...what);
  const starts = events
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'input')
    .map(({ ts }) => ts);
  return starts.slice(1).map((end, i) => {
    const own = events.filter(({ ts }) => ts >= starts[i] && ts < end);
    return outermost(own, isWork);
  });
}

/** Returns the milliseconds of script and of all work for each frame, counted from the animation frame before it. @param {Parameters<typeof timeline>} what */
export async function tracedFrames(...what) {
  const events = await timeline(...what);
  const ends = events
    .filter((event) => event.name === 'FireAnimationFrame')
    .map((event) => event.ts + event.dur);
  return ends.slice(1).map((end, i) => {
    const own = events.filter((event) => event.ts >= ends[i] && event.ts < end);
    return { script: outermost(own, isScript), all: outermost(own, isWork) };
  });
}
