// Ten figures in the text of one page: how many engines they start, how much memory they keep, when the first is drawn, and the
// longest task while a reader scrolls through all of them. Also the bytes of one figure alone, with its engine.
import os from 'node:os';
import { serve } from '../../scripts/serve.mjs';
import { labs } from '../../web/elements/index.js';
import { coldLoad, isEngine, sizeOfAll } from './first-picture.mjs';
import { figures, greatest, median, printTable } from './report.mjs';

const TEN = [
  ...['variance histogram', 'variance growth', 'variance walks', 'softmax one', 'softmax jacobian'],
  ...['scoring plane', 'scoring norms', 'attention tokens', 'heads shapes', 'heads spectrum'],
];
const VIEW = { width: 1000, height: 800 };
/** Pixels that a reader scrolls at a time. */
const STEP = 120;

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {{engines: number, heap: number, first: number, longest: number, drawn: number}} Found */

const text = `<p>${'A paragraph of somebody’s tutorial. '.repeat(40)}</p>`;
const body = TEN.map((each) => {
  const [lab, picture] = each.split(' ');
  return `${text}<scaledot-figure lab="${lab}" picture="${picture}" lang="en"></scaledot-figure>`;
});
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ten figures</title>
  <style>body { width: 640px; margin: auto; font: 16px/1.5 sans-serif; }</style>
  <script type="module" src="elements.js"></script><h1>Ten figures</h1>${body.join('')}</html>`;

/** Runs in the page before anything else. Records when the first figure is drawn, and tasks of 50 ms or more. */
function watch() {
  Object.assign(window, { first: 0, tasks: [] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) Object(window).tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const pictureOf = (/** @type {Element} */ figure) => {
    const lab = figure.shadowRoot?.firstElementChild?.shadowRoot;
    const place = lab?.querySelector('[part=picture]')?.shadowRoot?.querySelector('.figure');
    const root = place?.shadowRoot;
    return Boolean(root?.querySelector('.picture svg') && !root.querySelector('.message'));
  };
  const drawn = () => [...document.querySelectorAll('scaledot-figure')].filter(pictureOf).length;
  Object.assign(window, { drawn });
  const look = () => {
    if (drawn() === 0) return void requestAnimationFrame(look);
    Object(window).first = performance.now();
  };
  requestAnimationFrame(look);
}

/**
 * @param {Browser} browser
 * @param {string} address
 * @returns {Promise<Found>}
 */
export async function tenFigures(browser, address) {
  const context = await browser.newContext({ viewport: VIEW });
  const tab = await context.newPage();
  try {
    await tab.route(`${address}ten.html`, (route) =>
      route.fulfill({ contentType: 'text/html', body: page }),
    );
    await tab.addInitScript(watch);
    await tab.goto(`${address}ten.html`);
    await tab.waitForFunction(() => Object(window).first > 0);
    await tab.waitForTimeout(1500);
    await tab.evaluate(() => (Object(window).tasks.length = 0));
    const height = await tab.evaluate(() => document.documentElement.scrollHeight);
    await tab.mouse.move(VIEW.width / 2, VIEW.height / 2);
    for (let y = 0; y < height + 2000; y += STEP) {
      await tab.mouse.wheel(0, STEP);
      await tab.waitForTimeout(50);
    }
    await tab.waitForTimeout(3000);
    const found = await tab.evaluate(() => {
      const labs = [...document.querySelectorAll('scaledot-figure')].map(
        (figure) => /** @type {any} */ (figure.shadowRoot?.firstElementChild)?.engine,
      );
      const { first, tasks, drawn } = Object(window);
      return {
        engines: new Set(labs.filter(Boolean)).size,
        ...{ first, longest: Math.max(0, ...tasks), drawn: drawn() },
      };
    });
    const session = await context.newCDPSession(tab);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { ...found, heap: usedSize };
  } finally {
    await context.close();
  }
}

/** @param {number} bytes */
const kB = (bytes) => (bytes / 1000).toFixed(1);

/**
 * @param {Browser} browser
 * @param {string} folder  of a site
 * @param {boolean} brief
 */
export async function figuresAlone(browser, folder, brief) {
  const server = await serve({ folder });
  try {
    const runs = [];
    for (let i = 0; i < (brief ? 1 : 5); i++) runs.push(await tenFigures(browser, server.url));
    const of = (/** @type {keyof Found} */ name) => runs.map((run) => run[name]);
    figures.push({ name: 'ten figures', folder, runs });
    printTable(
      `Ten figures on one page, ${folder}: engines, MB of JS heap after collection, ms to the first figure, longest task while scrolling (0: none of 50 ms; load ${os.loadavg()[0].toFixed(1)})`,
      ['figures drawn', 'engines', 'heap', 'first', 'worst', 'longest task', 'worst'],
      [
        [
          String(Math.min(...of('drawn'))),
          String(greatest(of('engines'))),
          (median(of('heap')) / 1e6).toFixed(1),
          median(of('first')).toFixed(0),
          greatest(of('first')).toFixed(0),
          median(of('longest')).toFixed(0),
          greatest(of('longest')).toFixed(0),
        ],
      ],
    );
    const rows = [];
    for (const kind of labs) {
      const [alone] = kind.pictures;
      const { fetched } = await coldLoad(browser, server.url, 'embed.html', kind, { alone });
      const [all, engine] = [fetched, fetched.filter(({ file }) => isEngine(file))].map(
        (files) => sizeOfAll(folder, files).brotli,
      );
      figures.push({ name: 'one figure', folder, lab: kind.lab, all, engine });
      rows.push([`${kind.lab} ${alone}`, kB(all), kB(engine)]);
    }
    printTable(
      'One figure alone: kB of brotli until it is drawn, of it the engine',
      ['', 'brotli', 'engine'],
      rows,
    );
  } finally {
    server.close();
  }
}
