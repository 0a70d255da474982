// What a page with one lab and its workers fetches until its first computed picture is drawn, and when that happens. Each load
// is cold, in its own context without a cache. For networks that keep learning, the first picture is that of their first
// measurement. The bench measures the times of many loads (start.mjs), a test the bytes of one each.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** @typedef {import('@playwright/test').Browser} Browser */

/**
 * Milliseconds from the start of the navigation until the lab's class was defined, its engine was loaded, and its first
 * computed picture had been drawn.
 * @typedef {{code: number, engine: number, picture: number}} Moments
 * @typedef {{file: string, from: number, to: number}} Fetched  when it was requested and when it had arrived
 */

/**
 * Runs in the page before anything else. Checks each frame for an answer with numbers and for the main picture, which shows a
 * message until it is computed. A picture alone has no answer. A picture without a figure consists of numbers.
 * @param {{tag: string, picture: string, alone: boolean}} lab
 */
function watch({ tag, picture, alone }) {
  const moments = /** @type {any} */ ({});
  Object.assign(window, { moments });
  const stamp = (/** @type {string} */ name) => void (moments[name] ??= performance.now());
  void customElements.whenDefined(tag).then(() => stamp('code'));
  addEventListener('scaledot-engine', () => stamp('engine'));
  const stands = () => {
    const root = document.querySelector('#lab')?.shadowRoot;
    const place = root?.getElementById(picture)?.shadowRoot;
    const frame = place?.querySelector('.figure')?.shadowRoot;
    const numbers = '.answer :is([data-value^="answer"], [data-value^="live"])';
    const answers = [...(root?.querySelectorAll(numbers) ?? [])];
    const drawn = frame?.querySelector('.picture svg') && !frame.querySelector('.message');
    if (alone) {
      const text = place?.querySelector('section')?.textContent ?? '';
      return Boolean(drawn) || (Boolean(place) && !frame && /\d/.test(text));
    }
    return Boolean(drawn) && answers.some((value) => /\d/.test(value.textContent));
  };
  const look = () => {
    if (!stands()) return void requestAnimationFrame(look);
    // Fires after this frame's style, layout and paint.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      stamp('picture');
      port1.close();
    };
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
}

/**
 * Runs in the page and in its workers. Returns times since the epoch, because page and workers have different time origins.
 * @param {string[]} kinds
 * @returns {Fetched[]}
 */
function fetchedHere(kinds) {
  const { timeOrigin } = performance;
  return kinds
    .flatMap(
      (kind) => /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType(kind)),
    )
    .map(({ name, startTime, responseEnd }) => ({
      file: new URL(name).pathname.slice(1),
      from: timeOrigin + startTime,
      to: timeOrigin + responseEnd,
    }));
}

/**
 * Loads a page once, cold.
 * @param {Browser} browser
 * @param {string} address  of the site's folder
 * @param {string} page  embed.html or index.html
 * @param {{lab: string, tag: string, pictures: readonly string[]}} kind
 * @param {{locale?: string, alone?: string, rest?: number}} [options]  alone: the only picture shown; rest: ms to wait after it
 * @returns {Promise<{moments: Moments, fetched: Fetched[], later: Fetched[]}>}  later: what was fetched during that wait
 */
export async function coldLoad(
  browser,
  address,
  page,
  kind,
  { locale = 'en', alone = '', rest = 0 } = {},
) {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
  try {
    const tab = await context.newPage();
    const picture = alone || kind.pictures[0];
    await tab.addInitScript(watch, { tag: kind.tag, picture, alone: alone !== '' });
    // The parameter without which this picture has nothing to show
    const source = alone === 'accuracy' ? '&source=pronouns' : '';
    await tab.goto(`${address}${page}#lab=${kind.lab}${alone && `&show=${alone}`}${source}`);
    await tab.waitForFunction(() => Object(window).moments.picture > 0);
    if (rest > 0) await tab.waitForTimeout(rest);
    const { moments, origin } = await tab.evaluate(() => ({
      moments: /** @type {Moments} */ (Object(window).moments),
      origin: performance.timeOrigin,
    }));
    const lists = await Promise.all([
      tab.evaluate(fetchedHere, ['navigation', 'resource']),
      ...tab.workers().map((worker) => worker.evaluate(fetchedHere, ['resource'])),
    ]);
    const fetched = lists
      .flat()
      .map(({ file, from, to }) => ({ file, from: from - origin, to: to - origin }));
    return {
      moments,
      fetched: fetched.filter(({ from }) => from < moments.picture),
      later: fetched.filter(({ from }) => from >= moments.picture),
    };
  } finally {
    await context.close();
  }
}

/** @typedef {{raw: number, brotli: number}} Size  in bytes; as a server sends it that has compressed its files once and well */

/** @type {Map<string, Size>} */
const known = new Map();

/** @param {string} folder @param {string} file @returns {Size} */
export function sizeOf(folder, file) {
  const place = path.join(folder, file);
  let size = known.get(place);
  if (!size) {
    const bytes = fs.readFileSync(place);
    size = { raw: bytes.length, brotli: brotliCompressSync(bytes).length };
    known.set(place, size);
  }
  return size;
}

/** Whether a file is part of the engine: its WebAssembly, or code that starts it. @param {string} file */
export const isEngine = (file) =>
  /\/(simd|fallback|learning-simd|learning-fallback|instance)-[^/]*\.js$/.test(file);

/** Returns the size of all files, each counted once. @param {string} folder @param {readonly {file: string}[]} fetched @returns {Size} */
export function sizeOfAll(folder, fetched) {
  const files = [...new Set(fetched.map(({ file }) => file))].map((file) => sizeOf(folder, file));
  const sum = (/** @type {keyof Size} */ unit) =>
    files.reduce((total, size) => total + size[unit], 0);
  return { raw: sum('raw'), brotli: sum('brotli') };
}
