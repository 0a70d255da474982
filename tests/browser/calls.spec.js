// The cost of one state: calls of the engine's WebAssembly module, layouts of the page, nodes.
import { labs } from '../../web/elements/index.js';
import { expect, scrollThrough, sectionsOf, settled, stateOf, test, visit } from './visit.js';

/** @typedef {import('./visit.js').Page} Page */

/** Counts the calls of the module's functions, which the engine takes from the module's table. @param {Page} page */
const countCalls = (page) =>
  page.addInitScript(() => {
    const counted = /** @type {any} */ (globalThis);
    counted.calls = 0;
    const { get } = WebAssembly.Table.prototype;
    /** @param {number} index */
    WebAssembly.Table.prototype.get = function (index) {
      const core = get.call(this, index);
      if (typeof core !== 'function') return core;
      return (/** @type {unknown[]} */ ...args) => {
        counted.calls += 1;
        return core(...args);
      };
    };
  });

/**
 * Changes the state several times. Returns, for each change, the number of calls until the lab and one of its pictures have
 * been drawn. Pictures outside the window wait for a timer, which does not fire in between.
 * @param {Page} page
 * @param {{picture: string, states: Record<string, unknown>[]}} of
 * @returns {Promise<number[]>}
 */
const callsOf = (page, { picture, states }) =>
  page.evaluate(
    async ({ picture, states }) => {
      const counted = /** @type {any} */ (globalThis);
      const deep = (/** @type {ParentNode} */ root, /** @type {string} */ name) => {
        /** @type {any} */
        let found = root.querySelector(name);
        for (const { shadowRoot } of found ? [] : root.querySelectorAll('*')) {
          found ??= shadowRoot && deep(shadowRoot, name);
        }
        return found;
      };
      const lab = deep(document, 'scaledot-variance');
      const part = deep(document, picture);
      const calls = [];
      for (const state of states) {
        const before = counted.calls;
        lab.setState(state);
        await lab.updateComplete;
        await part.updateComplete;
        calls.push(counted.calls - before);
      }
      return calls;
    },
    { picture, states },
  );

/** Waits until all parts of the engine are loaded and nothing calls it any more. @param {Page} page */
const calm = (page) =>
  page.waitForFunction(
    () => {
      const counted = /** @type {any} */ (globalThis);
      const before = counted.seen;
      counted.seen = counted.calls;
      return counted.document.querySelector('#lab').engineIsWhole && before === counted.calls;
    },
    undefined,
    { polling: 1000 },
  );

/** Stops the clock. Otherwise a busy machine would look like a slow one, and the work would be streamed. */
const stopClock = () => void (performance.now = () => 0);

/** The other pictures, which may be in view, too. */
const others = (labs.find(({ lab }) => lab === 'variance')?.pictures ?? []).slice(1).join();

test('a histogram update makes at most 4 calls of the engine', async ({ page }) => {
  await countCalls(page);
  await page.addInitScript(stopClock);
  await visit(page, `hide=${others}`);
  await calm(page);
  const states = [
    ...[65, 66, 128, 64].map((dk) => ({ dk })),
    { scale: 'inverse' },
    { querySd: 2 },
    { correlation: 0.5, dk: 2 },
    { queryDistribution: 'rademacher', keyDistribution: 'rademacher', correlation: 0 },
  ];
  const calls = await callsOf(page, { picture: 'sd-variance-histogram', states });
  for (const count of calls) {
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(4);
  }
});

test('a redraw of the growth picture makes at most 8 calls of the engine', async ({ page }) => {
  await countCalls(page);
  await visit(page);
  const place = await sectionsOf('variance')(page, 'growth');
  await expect(place.locator('circle.dot')).toHaveCount(3 * 13);
  await page.evaluate(stopClock);
  const states = [0.25, 0.3, 0.95].map((alpha) => ({ scale: 'alpha', alpha }));
  const calls = await callsOf(page, { picture: 'sd-variance-growth', states });
  for (const count of calls) {
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(8);
  }
  await expect(place.locator('circle.dot')).toHaveCount(4 * 13);
});

for (const lab of ['variance', 'softmax'])
  test(
    `${lab}: a drag of d_k lays the page out once or twice a frame, and leaves no nodes behind`,
    { tag: '@all' },
    async ({ page }) => {
      await visit(page, `lab=${lab}`);
      await settled(page);
      await scrollThrough(page); // all pictures are drawn
      const slider = page.locator(`scaledot-${lab} input[type=range]`).first();
      const browser = await page.context().newCDPSession(page);
      await browser.send('Performance.enable');
      const counts = async () => {
        await browser.send('HeapProfiler.collectGarbage');
        const { metrics } = await browser.send('Performance.getMetrics');
        return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
      };
      /** Moves to the next d_k in every frame, without a pause, so that only immediate updates are drawn. @param {number} moves */
      const drag = (moves) =>
        slider.evaluate(async (control, moves) => {
          const range = /** @type {HTMLInputElement} */ (control);
          for (let i = 0; i < moves; i++) {
            range.value = String(Number(range.value) + (i % 20 < 10 ? 1 : -1) * Number(range.step));
            range.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
            await new Promise((resolve) => requestAnimationFrame(resolve));
          }
        }, moves);
      /** Counts once all pictures are drawn, no work is pending and garbage is collected. */
      const resting = async () => {
        let seen = await counts();
        let same = 0;
        await expect(async () => {
          const last = seen;
          seen = await counts();
          same = seen.Nodes === last.Nodes ? same + 1 : 0;
          // A run that pauses before it has settled leaves its numbers provisional.
          const unsettled = await page.locator('[data-provisional], progress').count();
          expect(same).toBeGreaterThan(unsettled > 0 ? 12 : 2);
        }).toPass({ intervals: [1000] });
        return seen;
      };
      await drag(40);
      const before = await resting();
      await drag(40);
      const after = await counts();
      expect(after.LayoutCount - before.LayoutCount).toBeGreaterThan(0);
      expect(after.LayoutCount - before.LayoutCount).toBeLessThanOrEqual(2 * 40);
      // Replaced nodes are released.
      expect((await resting()).Nodes - before.Nodes).toBeLessThan(100);
    },
  );

test('a move of d_k writes nothing to the page around its lab, and nothing into pictures out of view', async ({
  page,
}) => {
  await visit(page);
  await settled(page);
  await scrollThrough(page); // all pictures are drawn
  // The picture with the longest run has finished, and its text under "More" is written.
  const longest = page.locator('sd-variance-replicate');
  await longest.scrollIntoViewIfNeeded();
  await expect(longest).toContainText('Why 1.5 on average?');
  await expect(longest.locator('[data-provisional], progress')).toHaveCount(0);
  // Pictures that left the window are drawn once more after 350 ms without a change. A later timer fires after that.
  await page.evaluate(() => {
    scrollTo(0, 0);
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)));
  });
  const slider = page.locator('scaledot-variance input[type=range]').first();
  const written = await slider.evaluate(async (control) => {
    const range = /** @type {HTMLInputElement} */ (control);
    const lab = /** @type {HTMLElement} */ (document.querySelector('#lab'));
    const unseen = [...(lab.shadowRoot?.querySelectorAll('.pictures > [id]') ?? [])].slice(1);
    /** @type {string[]} */
    const found = [];
    const watch = new MutationObserver((records) => {
      for (const { target, attributeName, addedNodes } of records) {
        const added = Array.from(addedNodes, ({ nodeName, textContent }) => nodeName + textContent);
        const host = /** @type {ShadowRoot} */ (target.getRootNode()).host?.id ?? 'page';
        const text = target.nodeType === Node.TEXT_NODE ? target.nodeValue : '';
        if (target !== lab)
          found.push([host, target.nodeName, attributeName, added, text].join(' '));
      }
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    watch.observe(document, all);
    for (const { shadowRoot } of unseen) if (shadowRoot) watch.observe(shadowRoot, all);
    // On a slow machine a pause between two moves must not count as a rest, so timers of 300 ms and more do not fire.
    const { setTimeout } = globalThis;
    globalThis.setTimeout = /** @type {any} */ (
      (/** @type {() => void} */ act, wait = 0) => setTimeout(act, wait < 300 ? wait : 1e6)
    );
    for (let i = 0; i < 20; i++) {
      range.value = String(Number(range.value) + (i % 2 ? 1 : -1) * Number(range.step));
      range.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    watch.disconnect();
    return { unseen: unseen.length, found };
  });
  expect(written.unseen).toBeGreaterThan(2);
  expect(written.found).toEqual([]);
});

test('what is folded under "More" follows when a slider rests', async ({ page }) => {
  await visit(page);
  await settled(page);
  const slider = page.locator('scaledot-variance input[type=range]').first();
  const written = await slider.evaluate(async (control) => {
    const range = /** @type {HTMLInputElement} */ (control);
    const lab = /** @type {HTMLElement} */ (document.querySelector('#lab'));
    const picture = lab.shadowRoot?.querySelector('sd-variance-histogram');
    const folded = picture?.shadowRoot?.querySelector('details.more:not([open])');
    if (!folded) throw new Error('nothing is folded');
    const move = async (/** @type {number} */ by) => {
      range.value = String(Number(range.value) + by * Number(range.step));
      range.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    };
    await move(9);
    const { now } = performance;
    const still = performance.now();
    performance.now = () => still; // all moves come at once, even on a slow machine
    let count = 0;
    const watch = new MutationObserver((records) => (count += records.length));
    watch.observe(folded, { subtree: true, childList: true, characterData: true });
    for (let i = 0; i < 10; i++) await move(i % 2 ? 9 : -9);
    performance.now = now;
    watch.disconnect();
    return count;
  });
  expect(written).toBe(0);
  const { dk } = await stateOf(page);
  expect(dk).toBeGreaterThan(64);
  const variance = page.locator('sd-variance-histogram details.more td.theory').first();
  await expect(variance).toHaveText(Number(dk).toLocaleString('en'));
});
