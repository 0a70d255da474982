// What the browser tests have in common: a visit to the built page that fails on any error the visitor's console shows,
// and what visitors do and look at in every lab.
import fs from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { labs } from '../../web/elements/index.js';

/** The labs by name; what holds for all of them is tested with each. */
export const labNames = labs.map(({ lab }) => lab);
/** Those that ask what a visitor believes: all but the story, which asks in each of its scenes. */
export const withPresets = labs.filter(({ presets }) => presets.length > 0).map(({ lab }) => lab);

/**
 * A test that repeats a check in another lab, size, language or colour, or takes long for what seldom breaks, runs only with `--all`:
 * `test(title, unless(width === 360), ...)`. A test that always waits for `--all` has the tag itself.
 * @param {boolean} always
 */
export const unless = (always) => (always ? {} : { tag: '@all' });

/** Whether those are asked for. */
export const isAll = Boolean(process.env.SCALEDOT_ALL);

/** Each lab has such a test; with these alone it always runs. @param {string} lab @param {...string} always */
export const only = (lab, ...always) => unless(always.includes(lab));

export { soon } from '../links.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** Errors of a page: of its scripts, of its loading, of its security policy. @param {Page} page */
export function collectErrors(page) {
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith('Service Worker registration blocked by')) return; // playwright.config.js
    if (message.type() === 'error' || message.type() === 'warning') errors.push(text);
  });
  return errors;
}

/** Every test of this kind ends with a look at the console. */
export const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<{errors: string[]}, {}, import('@playwright/test').PlaywrightTestArgs>} */ ({
    errors: [
      async ({ page }, use) => {
        const errors = collectErrors(page);
        await use(errors);
        expect(errors, 'the console shows no error').toEqual([]);
      },
      { auto: true },
    ],
  }),
);
export { expect };

/**
 * Opens the page with a lab, the first one unless told, and waits for its first answer.
 * @param {Page} page
 * @param {string} [link]  the fragment, without #
 * @param {string} [file]
 */
export async function visit(page, link = 'lab=variance', file = './') {
  await page.goto(`${file}#${link}`);
  await answered(page);
}

/** @param {Page} page */
export const answered = (page) =>
  expect(page.locator('.answer [data-value^="answer"]').first()).toBeVisible();

/** @param {Page} page */
export const answerOf = async (page) =>
  (await page.locator('.answer').innerText()).replace(/\s+/g, ' ').trim();

/** Waits until nothing in the answer may still change. @param {import('@playwright/test').Page | import('@playwright/test').FrameLocator} page */
export async function settled(page) {
  await expect(page.locator('.answer [data-value^="answer"]').first()).toBeVisible();
  await expect(page.locator('.answer [data-provisional]')).toHaveCount(0);
}

/** The state as the element gives it. @param {Page} page @returns {Promise<Record<string, unknown>>} */
export const stateOf = (page) =>
  page.locator('#lab').evaluate((lab) => /** @type {any} */ (lab).getState());

/** Waits until the address holds a text; it is written a moment after the change. @param {Page} page @param {string} text */
export const linkHolds = (page, text) =>
  expect.poll(() => new URL(page.url()).hash, { timeout: 60_000 }).toContain(text);

/** How far the page reaches beyond the right edge of the window, in pixels. @param {Page} page */
export const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Every word of the page but its programs: those inside of elements and those for screen readers too, which innerText
 * leaves out.
 * @param {Page} page
 */
export const wordsOf = (page) =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder'];
    /** @param {Node} node @returns {string} */
    const read = (node) => {
      if (node instanceof Text) return node.data;
      if (['STYLE', 'SCRIPT', 'PRE'].includes(node.nodeName)) return '';
      const element = node instanceof Element ? node : null;
      const labels = spoken.map((name) => element?.getAttribute(name) ?? '');
      const inside = [...(element?.shadowRoot?.childNodes ?? []), ...node.childNodes].map(read);
      return [...labels, ...inside].join(' ');
    };
    return read(document.body);
  });

/**
 * Unfolds the programs, and scrolls to them until they are there: what comes above moves them out of view.
 * @param {Page | import('@playwright/test').FrameLocator} place
 */
export const openCode = (place) =>
  expect(async () => {
    await place.locator('details.code').evaluate((details) => {
      /** @type {HTMLDetailsElement} */ (details).open = true;
      details.scrollIntoView({ block: 'center' });
    });
    await expect(place.locator('sd-code')).toBeVisible({ timeout: 1000 });
  }).toPass();

/** Until a page has drawn so many frames more: what is asked for by frames and by observers has begun by then. @param {Page} page @param {number} count */
export const frames = (page, count) =>
  page.evaluate(async (left) => {
    while (left-- > 0) await new Promise(requestAnimationFrame);
  }, count);

/** Scrolls through the whole page, so that what waits to be seen is drawn. @param {Page} page */
export const scrollThrough = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
      scrollTo(0, top);
      await frame(); // observers are told of it at the end of this frame,
      await frame(); // and what they ask for has begun by the end of the next
    }
    scrollTo(0, 0);
  });

/** How to scroll to a picture of a lab. @param {string} lab */
export const sectionsOf = (lab) => async (/** @type {Page} */ page, /** @type {string} */ name) => {
  const place = page.locator(`sd-${lab}-${name}`);
  // Not Playwright's own, which waits until nothing moves: a picture that streams never stands still.
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return place;
};

/** A number of the page, once it is there, folded away or not. @param {Locator} place @param {string} name */
export async function valueOf(place, name) {
  const value = place.locator(`[data-value="${name}"]`);
  await expect(value).toHaveText(/\d/);
  return parseFloat(String(await value.textContent()));
}

/** Chooses a preset, answers it, and gives its explanation. @param {Page} page @param {RegExp} chip @param {RegExp} answer */
export async function tryPreset(page, chip, answer) {
  await page.getByRole('button', { name: chip }).click();
  await page.getByRole('button', { name: answer, exact: true }).click();
  return page.locator('.explanation');
}

/** The file that a button of a figure saves. @param {Locator} place @param {string} button */
export async function saved(place, button) {
  const download = place.page().waitForEvent('download');
  await place
    .getByRole('button', { name: new RegExp(`^${button}\\b`) })
    .first()
    .click();
  const file = await download;
  const bytes = fs.readFileSync(await file.path());
  return { name: file.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}

/** The lines of a CSV file, without the comments that say where it comes from. @param {string} text */
export const linesOf = (text) =>
  text
    .trim()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));
