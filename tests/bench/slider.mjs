// The row slider: what one move of a slider costs the page's main thread.
import { least, median, report } from './report.mjs';
import { traced } from './trace.mjs';

/** The labs whose d_k is moved, and what each computes for it. */
const LABS = [
  { link: '', tag: 'scaledot-variance', what: '1e4 scores' },
  { link: '#lab=softmax', tag: 'scaledot-softmax', what: 'a query of 8 keys and 4000 others' },
];

/**
 * One slider move from the key press to the settled picture: the script it runs, with the layouts that script forces; and
 * all the main thread does for it, style, layout and paint too.
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} address
 */
export async function slider(browser, context, address) {
  for (const { link, tag, what } of LABS) {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${address}site/index.html${link}`);
    const control = page.locator(`${tag} input[type=range]`).first();
    await control.waitFor();
    await page.waitForTimeout(4000); // first pictures
    const press = async (/** @type {number} */ i) => {
      await control.press(i % 12 < 6 ? 'ArrowRight' : 'ArrowLeft');
      await page.waitForTimeout(250); // sections further down have their turn, too
    };
    for (let i = 0; i < 12; i++) await press(i); // to the fast tier
    const moves = [];
    for (let i = 0; i < 36; i++) moves.push(await traced(browser, page, () => press(i)));
    const tell = (/** @type {string} */ part, /** @type {number[]} */ times) =>
      report(`slider move on d_k, ${what}: ${part}`, 'ms', least(times), median(times));
    tell(
      'script',
      moves.map((m) => m.script),
    );
    tell(
      'script, style, layout, paint',
      moves.map((m) => m.all),
    );
    await page.close();
  }
}
