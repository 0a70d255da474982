// Two hundred labs below each other on one page: when the first has its answer, the longest task from the navigation until three
// seconds after that answer, how many labs are drawn by then, and how much memory they keep. Measured once with <scaledot-lab>
// by name, and once with each lab's own element.
import os from 'node:os';
import { serve } from '../../scripts/serve.mjs';
import { labs } from '../../web/elements/index.js';
import { figures, greatest, median, printTable } from './report.mjs';

const COUNT = 200;
const VIEW = { width: 1000, height: 800 };
const NAMES = labs.map(({ lab }) => lab).filter((lab) => lab !== 'story');

/** The HTML of a lab in each form, by the name of the row. @type {Readonly<Record<string, (lab: string) => string>>} */
const FORMS = {
  '<scaledot-lab>': (lab) => `<scaledot-lab lab="${lab}" lang="en">Words.</scaledot-lab>`,
  'of their own': (lab) => `<scaledot-${lab} lang="en">Words.</scaledot-${lab}>`,
};

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {{first: number, longest: number, drawn: number, heap: number}} Found */

/** @param {(lab: string) => string} form */
function pageOf(form) {
  const body = Array.from({ length: COUNT }, (_, i) => form(NAMES[i % NAMES.length]));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Many labs</title>
    <script type="module" src="elements.js"></script><h1>Many labs</h1>${body.join('')}</html>`;
}

/** Runs in the page before anything else. Records when the first lab has its answer, and tasks of 50 ms or more. */
function watch() {
  Object.assign(window, { first: 0, tasks: [] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) Object(window).tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  /** @param {Element} element @returns {ShadowRoot | null | undefined} */
  const rootOf = ({ localName, shadowRoot }) =>
    localName === 'scaledot-lab' ? shadowRoot?.firstElementChild?.shadowRoot : shadowRoot;
  const all = () => [...document.body.children].map((each) => rootOf(each));
  Object.assign(window, {
    drawn: () => all().filter((root) => root?.querySelector('.lab')).length,
  });
  const hasAnswer = () =>
    all().some((root) =>
      /\d/.test(root?.querySelector('.answer [data-value^="answer"]')?.textContent ?? ''),
    );
  const look = () => {
    if (document.body && hasAnswer()) Object(window).first = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** @param {Browser} browser @param {string} address @param {string} html @returns {Promise<Found>} */
async function load(browser, address, html) {
  const context = await browser.newContext({ viewport: VIEW });
  const tab = await context.newPage();
  try {
    await tab.route(`${address}many.html`, (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    await tab.addInitScript(watch);
    await tab.goto(`${address}many.html`);
    await tab.waitForFunction(() => Object(window).first > 0, null, { timeout: 120_000 });
    await tab.waitForTimeout(3000);
    const found = await tab.evaluate(() => {
      const { first, tasks, drawn } = Object(window);
      return { first, longest: Math.max(0, ...tasks), drawn: drawn() };
    });
    const session = await context.newCDPSession(tab);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { ...found, heap: usedSize };
  } finally {
    await context.close();
  }
}

/**
 * @param {Browser} browser
 * @param {string} folder  of a site
 * @param {boolean} brief
 */
export async function manyLabs(browser, folder, brief) {
  const server = await serve({ folder });
  try {
    const rows = [];
    for (const [name, form] of Object.entries(FORMS)) {
      const runs = [];
      for (let i = 0; i < (brief ? 1 : 5); i++)
        runs.push(await load(browser, server.url, pageOf(form)));
      const of = (/** @type {keyof Found} */ each) => runs.map((run) => run[each]);
      figures.push({ name: 'many labs', folder, form: name, runs });
      const [first, longest] = [of('first'), of('longest')];
      rows.push([
        name,
        ...[median(first), greatest(first), median(longest), greatest(longest)].map((ms) =>
          ms.toFixed(0),
        ),
        String(greatest(of('drawn'))),
        (median(of('heap')) / 1e6).toFixed(1),
      ]);
    }
    printTable(
      `${COUNT} labs on one page, ${folder}: ms to the first answer, longest task (0: none of 50 ms), labs drawn, MB of JS heap after collection (load ${os.loadavg()[0].toFixed(1)})`,
      ['', 'first answer', 'worst', 'longest task', 'worst', 'drawn', 'heap'],
      rows,
    );
  } finally {
    server.close();
  }
}
