// The row `plane`: the engine's share of a frame of a drag in the plane of the Scoring lab. All script of the page, which is
// measured too, should take at most half a frame, 8 ms. The query is dragged along a circle.
import { least, median, report } from './report.mjs';
import { tracedFrames } from './trace.mjs';

const FRAMES = 240;
const HALF_A_FRAME = 8;

/** @param {import('@playwright/test').Page} page */
export async function plane(page) {
  for (const variant of /** @type {const} */ (['relaxed', 'simd', 'fallback'])) {
    const rows = await page.evaluate(
      async ([v, n]) => (await import('/tests/bench/page/plane.js')).dragPlane(v, n),
      /** @type {const} */ ([variant, FRAMES]),
    );
    const times = rows.map((row) => 1000 * (row.plane + row.query));
    report(
      `drag, 8 functions x 64 x 64 cells x 6 keys: ${variant}`,
      'ms',
      least(times),
      median(times),
      { 'of 8 ms': median(times) / HALF_A_FRAME },
    );
  }
}

/** Keys as they appear in links: the page's own three, and six. */
const KEYS = { 3: '', 6: '&k=1.5,2.3,1,0.25,-1.2,-1.1,0.5,-2,-2,1,2,-1' };

/**
 * Measures the page's script in each frame of a drag, including the layouts that it forces, and all main-thread work.
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} address
 */
export async function drag(browser, context, address) {
  for (const [count, link] of Object.entries(KEYS)) {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${address}site/index.html#lab=scoring${link}`);
    const query = page.locator('sd-scoring-plane circle.point[data-key="q"]').first();
    await query.waitFor();
    await page.waitForTimeout(4000); // until the first pictures are drawn
    const box = await query.boundingBox();
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2 - 20;
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    const circle = async () => {
      for (let i = 0; i < FRAMES / 2; i++) {
        const angle = i / 10;
        await page.mouse.move(x + 20 * Math.cos(angle), y + 20 * Math.sin(angle));
        await page.waitForTimeout(16);
      }
    };
    await page.mouse.move(x + 20, y);
    await page.mouse.down();
    await circle(); // until V8's fast tier
    const frames = (await tracedFrames(browser, page, circle)).filter(({ script }) => script > 1);
    await page.mouse.up();
    const tell = (/** @type {string} */ part, /** @type {number[]} */ times) =>
      report(
        `drag of the query, ${count} keys, a frame: ${part}`,
        'ms',
        least(times),
        median(times),
      );
    tell(
      'script',
      frames.map((frame) => frame.script),
    );
    tell(
      'script, style, layout, paint',
      frames.map((frame) => frame.all),
    );
    await page.close();
  }
}
