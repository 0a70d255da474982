// How often the Variance lab calls the engine's WebAssembly module, of one state.
import { expect, sectionsOf, test, visit } from './visit.js';

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
 * Changes the state some times, and gives the calls of each until the lab and a picture of it have been drawn. What is off
 * the screen waits for a timer, which has no turn in between.
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

/** No time passes: so a busy machine is not told from a slow one, where work would be streamed. */
const stopClock = () => void (performance.now = () => 0);

test('a histogram update makes at most 4 calls of the engine', async ({ page }) => {
  await countCalls(page);
  await page.addInitScript(stopClock);
  await visit(page);
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
