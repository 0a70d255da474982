// The space that labs reserve on a host page until they are near the window: as tall as the content that will be drawn there.
import fs from 'node:fs';
import prettier from 'prettier';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { widths } from '../../web/labs/lab/heights.js';
import { expect, test, only } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const file = inRoot('web/labs/lab/heights.js');
const updates = process.env.SCALEDOT_HEIGHTS === 'update';

/** Widths between those of the table: a phone's column, and a column in which the settings are beside the picture. */
const between = [375, 1100];

/** Largest difference between the reserved and the drawn height, as a share of the drawn height. */
const tolerance = 0.25;

/**
 * Opens a page with a lab and each of its pictures. The lab is just far enough below the window that it is drawn, but nothing
 * below its answer is fetched.
 * @param {Page} page
 * @param {(typeof labs)[number]} kind
 * @param {number} width  of the column
 */
async function open(page, { lab, pictures }, width) {
  const more = lab === 'training' ? 'steps="40"' : '';
  const figures = pictures.map(
    (name) =>
      `<scaledot-figure lab="${lab}" picture="${name}" ${more} lang="en"></scaledot-figure>`,
  );
  const body = `<div style="height: 1250px"></div><scaledot-lab lab="${lab}" ${more} lang="en"></scaledot-lab>
    <div style="height: 4000px"></div>${figures.join('')}<div style="height: 2000px"></div>`;
  await page.route('**/tutorial.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Rooms</title>
        <body style="width: ${width}px; margin: 0">${body}<script type="module" src="elements.js"></script></html>`,
    }),
  );
  await page.setViewportSize({ width: Math.max(800, width + 40), height: 800 });
  await page.goto('tutorial.html');
}

/** Runs in the page. Returns the height of an element once it is drawn and no longer changes. @param {any} host */
async function settledHeight(host) {
  const isDrawn = () => {
    const root = host.shadowRoot.firstElementChild?.shadowRoot;
    const isFigure = host.localName === 'scaledot-figure';
    return root?.querySelector('.lab') && !(isFigure && root.querySelector('.lazy'));
  };
  let [height, since] = [-1, performance.now()];
  while (!isDrawn() || performance.now() - since < 400) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = host.getBoundingClientRect().height;
    if (now !== height) [height, since] = [now, performance.now()];
  }
  return height;
}

/**
 * Returns the reserved heights and those of the content drawn there.
 * @param {Page} page
 * @param {(typeof labs)[number]} kind
 * @param {number} width
 */
async function measure(page, kind, width) {
  await open(page, kind, width);
  await page.evaluate(() => customElements.whenDefined('scaledot-figure'));
  const rooms = await page
    .locator('scaledot-figure')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  const whole = page.locator('scaledot-lab');
  await expect(whole.locator('.answer')).toHaveText(/\d/);
  /** @type {{name: string, room: number, drawn: number}[]} */
  const found = [];
  const drawn = await whole.evaluate(settledHeight);
  // This one is drawn already. A copy far away still has its reserved height.
  const room = await whole.evaluate((element) => {
    const far = /** @type {HTMLElement} */ (element.cloneNode());
    document.body.append(far);
    return far.getBoundingClientRect().height;
  });
  found.push({ name: 'all', room, drawn });
  await page.evaluate(() => document.querySelectorAll('scaledot-lab').forEach((e) => e.remove()));
  for (const [i, name] of kind.pictures.entries()) {
    const figure = page.locator('scaledot-figure').nth(i);
    await figure.evaluate((element) => element.scrollIntoView());
    found.push({ name, room: rooms[i], drawn: await figure.evaluate(settledHeight) });
  }
  return found;
}

for (const kind of labs) {
  test(
    `${kind.lab}: far from the window the room is as tall as what will be drawn, whole or in pictures`,
    only(kind.lab, 'heads'),
    async ({ page }) => {
      test.skip(updates, 'the table is written anew');
      test.slow();
      for (const width of between) {
        const found = await measure(page, kind, width);
        expect(found).toHaveLength(kind.pictures.length + 1);
        for (const { name, room, drawn } of found)
          expect(
            Math.abs(room - drawn) / drawn,
            `${name}: ${room} px for ${drawn}, ${width} px wide`,
          ).toBeLessThan(tolerance);
      }
    },
  );
}

test('the table of heights is written anew', async ({ page }) => {
  test.skip(!updates, 'only when asked for');
  test.setTimeout(900_000);
  /** @type {Record<string, Record<string, number[]>>} */
  const table = {};
  for (const kind of labs) {
    const rows = (table[kind.lab] = /** @type {Record<string, number[]>} */ ({}));
    for (const width of widths)
      for (const { name, drawn } of await measure(page, kind, width))
        (rows[name] ??= []).push(Math.round(drawn));
  }
  const [head] = fs.readFileSync(file, 'utf8').split(/(?<=export const heights = )/);
  const text = `${head}Object.freeze(${JSON.stringify(table)});`;
  const settings = await prettier.resolveConfig(file);
  fs.writeFileSync(file, await prettier.format(text, { ...settings, parser: 'babel' }));
  expect(Object.keys(table)).toHaveLength(labs.length);
});
