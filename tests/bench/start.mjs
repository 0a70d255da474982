// The row `start`: from the navigation to the first computed picture, for each lab in its frame and on the open page, with
// everything fetched until then. The browser is already running. Every load has its own context without a cache.
import os from 'node:os';
import { serve } from '../../scripts/serve.mjs';
import { labs } from '../../web/elements/index.js';
import { coldLoad, isEngine, sizeOfAll } from './first-picture.mjs';
import { figures, greatest, least, median, printTable } from './report.mjs';

const PAGES = ['embed.html', 'index.html'];
const ROUNDS = 15;

/** @param {number} bytes */
const kB = (bytes) => (bytes / 1000).toFixed(1);
/** @param {number} ms */
const whole = (ms) => ms.toFixed(0);

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} folder  of a site
 * @param {boolean} brief
 */
export async function start(browser, folder, brief) {
  const server = await serve({ folder });
  const rows = PAGES.flatMap((page) =>
    labs.map((kind) => ({ page, kind, loads: /** @type {Load[]} */ ([]) })),
  );
  try {
    await coldLoad(browser, server.url, PAGES[0], labs[0]); // a browser's first page is slower
    for (let round = 0; round < (brief ? 1 : ROUNDS); round++)
      for (const { page, kind, loads } of rows)
        loads.push(await coldLoad(browser, server.url, page, kind));
  } finally {
    server.close();
  }
  printTable(
    `Start ${folder}: ms from the navigation to the lab's code, its engine and its first computed picture, and kB until then (load ${os.loadavg()[0].toFixed(1)})`,
    ['', 'code', 'engine', 'picture', 'best', 'worst', 'files', 'kB', 'brotli', 'of it engine'],
    rows.map(({ page, kind, loads }) => rowOf(folder, page, kind.lab, loads)),
  );
}

/** @typedef {Awaited<ReturnType<typeof coldLoad>>} Load */

/** @param {string} folder @param {string} page @param {string} lab @param {Load[]} loads */
function rowOf(folder, page, lab, loads) {
  const at = (/** @type {keyof import('./first-picture.mjs').Moments} */ name) =>
    loads.map(({ moments }) => moments[name]);
  const { fetched } = loads[0];
  const all = sizeOfAll(folder, fetched);
  const engine = sizeOfAll(
    folder,
    fetched.filter(({ file }) => isEngine(file)),
  );
  const picture = at('picture');
  const ms = { best: least(picture), median: median(picture), worst: greatest(picture) };
  figures.push({ name: 'start', page, lab, unit: 'ms', ...ms, bytes: all, engine });
  return [
    `${page} ${lab}`,
    whole(median(at('code'))),
    whole(median(at('engine'))),
    ...[ms.median, ms.best, ms.worst].map(whole),
    String(new Set(fetched.map(({ file }) => file)).size),
    ...[all.raw, all.brotli, engine.brotli].map(kB),
  ];
}
