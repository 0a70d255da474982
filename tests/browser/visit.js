// Shared by the browser tests: a visit to the built page that fails on any error on the console, and the steps and checks
// that visitors make in every lab.
import fs from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { labs } from '../../web/elements/index.js';

/** The names of the labs. Whatever holds for all labs is tested with each of them. */
export const labNames = labs.map(({ lab }) => lab);
/** The labs that ask for a prediction through presets: all but the story, which asks in each of its scenes. */
export const withPresets = labs.filter(({ presets }) => presets.length > 0).map(({ lab }) => lab);

/**
 * A test that repeats a check in another lab, size, language or colour, or that takes long for a rare failure, runs only with
 * `--all`: `test(title, unless(width === 360), ...)`. A test that never runs daily has the tag itself.
 * @param {boolean} always
 */
export const unless = (always) => (always ? {} : { tag: '@all' });

/** Whether the run includes the tests tagged `@all`. */
export const isAll = Boolean(process.env.SCALEDOT_ALL);

/** For a test that exists for each lab: the named labs always run. @param {string} lab @param {...string} always */
export const only = (lab, ...always) => unless(always.includes(lab));

export { soon } from '../links.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** Collects the errors of a page: of its scripts, of its loading, of its security policy. @param {Page} page */
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

/** Every such test ends with a check of the console. */
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
 * Opens the page with a lab, by default Variance, and waits for its first answer.
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

/** Waits until nothing in the answer can change any more. @param {import('@playwright/test').Page | import('@playwright/test').FrameLocator} page */
export async function settled(page) {
  await expect(page.locator('.answer [data-value^="answer"]').first()).toBeVisible();
  await expect(page.locator('.answer [data-provisional]')).toHaveCount(0);
}

/** Returns the state that the element reports. @param {Page} page @returns {Promise<Record<string, unknown>>} */
export const stateOf = (page) =>
  page.locator('#lab').evaluate((lab) => /** @type {any} */ (lab).getState());

/** Waits until the address contains a text. The address is written a moment after the change. @param {Page} page @param {string} text */
export const linkHolds = (page, text) =>
  expect.poll(() => new URL(page.url()).hash, { timeout: 60_000 }).toContain(text);

/** Returns how far the page extends beyond the right edge of the window, in pixels. @param {Page} page */
export const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Returns every word of the page except its programs. Includes the words inside elements and those for screen readers, which
 * innerText leaves out.
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
 * Unfolds the programs and scrolls to them until they are there. Content that loads above moves them out of view.
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

/** Waits until the page has drawn `count` more frames. Requests from frames and observers have started by then. @param {Page} page @param {number} count */
export const frames = (page, count) =>
  page.evaluate(async (left) => {
    while (left-- > 0) await new Promise(requestAnimationFrame);
  }, count);

/** Scrolls through the whole page, so that everything that waits to be seen is drawn. @param {Page} page */
export const scrollThrough = (page) =>
  page.evaluate(async () => {
    // A browser without a screen may lose a frame on a busy machine.
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 1000);
      });
    for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
      scrollTo(0, top);
      await frame(); // observers are called at the end of this frame,
      await frame(); // and their requests have started by the end of the next
    }
    scrollTo(0, 0);
  });

/** Returns a function that scrolls to a picture of a lab. @param {string} lab */
export const sectionsOf = (lab) => async (/** @type {Page} */ page, /** @type {string} */ name) => {
  const place = page.locator(`sd-${lab}-${name}`);
  // Playwright's own method waits until nothing moves, but a picture that streams never stands still.
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return place;
};

/** Returns a number of the page once it is there, folded away or not. @param {Locator} place @param {string} name */
export async function valueOf(place, name) {
  const value = place.locator(`[data-value="${name}"]`);
  await expect(value).toHaveText(/\d/);
  return parseFloat(String(await value.textContent()));
}

/** Chooses a preset, answers it, and returns its explanation. @param {Page} page @param {RegExp} chip @param {RegExp} answer */
export async function tryPreset(page, chip, answer) {
  await page.getByRole('button', { name: chip }).click();
  await page.getByRole('button', { name: answer, exact: true }).click();
  return page.locator('.explanation');
}

/** Returns the file that a button of a figure saves. @param {Locator} place @param {string} button */
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

/** Returns the lines of a CSV file without the comments about its origin. @param {string} text */
export const linesOf = (text) =>
  text
    .trim()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));
