// The row `page`: what a visitor notices. Measures the main-thread time of one move of d_k during a drag, and the longest task
// until a lab has drawn itself. `start` measures the times until the first picture. Each --site FOLDER measures another build of
// the page in the same run.
import os from 'node:os';
import { serve } from '../../scripts/serve.mjs';
import { labs } from '../../web/elements/index.js';
import { figures, greatest, median, printTable } from './report.mjs';
import { tracedMoves } from './trace.mjs';

/** Labs with a d_k that moves their main picture. */
const DRAGGED = ['variance', 'softmax'];
const MOVES = 80;
/** Milliseconds between two moves. A drag moves at most once a frame, and the work of a move ends before the next one. */
const PAUSE = 100;
const VIEW = { width: 1280, height: 720 };

/** @param {number} ms */
const one = (ms) => ms.toFixed(1);
/** @param {number[]} times @param {number} share */
const quantile = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))];

/** @typedef {import('@playwright/test').Browser} Browser */

/**
 * Returns the main-thread milliseconds of every move of the slider that changes d_k: events, script, style, layout, paint.
 * @param {Browser} browser
 * @param {string} address
 * @param {string} lab
 * @param {number} moves
 */
async function drag(browser, address, lab, moves) {
  const page = await browser.newPage({ viewport: VIEW });
  await page.goto(`${address}index.html#lab=${lab}`);
  const slider = page.locator(`scaledot-${lab} input[type=range]`).first();
  await slider.waitFor();
  await page.waitForTimeout(4000); // until all pictures are drawn
  const box = /** @type {NonNullable<Awaited<ReturnType<typeof slider.boundingBox>>>} */ (
    await slider.boundingBox()
  );
  // Each move is far enough to change d_k.
  const to = async (/** @type {number} */ i) => {
    const place = 0.5 + 0.35 * Math.sin((Math.PI / 2) * i) * (i % 8 < 4 ? 1 : 0.6);
    await page.mouse.move(box.x + place * box.width, box.y + box.height / 2);
    await page.waitForTimeout(PAUSE);
  };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 0; i < moves / 2; i++) await to(i); // until V8's fast tier
  const times = await tracedMoves(browser, page, async () => {
    for (let i = 0; i < moves; i++) await to(i);
  });
  await page.mouse.up();
  await page.close();
  return times;
}

/**
 * Returns the longest task of a cold load, from the navigation until two seconds after the first answer. Returns 0 if none
 * took 50 ms.
 * @param {Browser} browser
 * @param {string} address
 * @param {string} lab
 */
async function longestTask(browser, address, lab) {
  const page = await browser.newPage({ viewport: VIEW });
  await page.addInitScript(() => {
    Object.assign(window, { longest: 0 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Object(window).longest = Math.max(Object(window).longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`${address}index.html#lab=${lab}`);
  await page.locator(`scaledot-${lab} [data-value^="answer"]`).first().waitFor();
  await page.waitForTimeout(2000);
  const longest = await page.evaluate(() => Number(Object(window).longest));
  await page.close();
  return longest;
}

/**
 * @param {Browser} browser
 * @param {readonly string[]} folders  of sites
 * @param {boolean} brief
 */
export async function page(browser, folders, brief) {
  for (const folder of folders) {
    const server = await serve({ folder });
    const rows = [];
    for (const { lab } of labs) {
      const tasks = [];
      for (let i = 0; i < (brief ? 1 : 5); i++)
        tasks.push(await longestTask(browser, server.url, lab));
      const moves = DRAGGED.includes(lab)
        ? await drag(browser, server.url, lab, brief ? 8 : MOVES)
        : [];
      const [middle, p95] = [quantile(moves, 0.5), quantile(moves, 0.95)];
      figures.push({ name: 'page', folder, lab, unit: 'ms', tasks, median: middle, p95 });
      rows.push([
        lab,
        one(median(tasks)),
        one(greatest(tasks)),
        ...(moves.length > 0 ? [one(middle), one(p95), String(moves.length)] : ['', '', '']),
      ]);
    }
    server.close();
    printTable(
      `Page ${folder}: ms of the longest task of a load, and of main-thread work for a move of d_k (load ${os.loadavg()[0].toFixed(1)})`,
      ['', 'longest task', 'worst', 'move', 'p95', 'moves'],
      rows,
    );
  }
}
