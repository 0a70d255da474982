// Formulas use the site's own mathematical font, even where the machine has none and the page forbids fonts.
import { characters } from '../../scripts/math-font.mjs';
import { expect, labNames, scrollThrough, soon, stateOf, test, visit } from './visit.js';

/** Returns the characters in which the formulas are set. @param {import('@playwright/test').Page} page @returns {Promise<string[]>} */
const charactersOf = (page) =>
  page.evaluate(() => {
    /** @param {Document | ShadowRoot} root @returns {string[]} */
    const read = (root) =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element.localName === 'math' ? [element.textContent ?? ''] : []),
        ...(element.shadowRoot ? read(element.shadowRoot) : []),
      ]);
    return [...new Set(read(document).join(''))];
  });

test(
  'the font has every character of the formulas of each lab',
  { tag: '@all' },
  async ({ page }) => {
    for (const lab of labNames) {
      await visit(page, `${soon(lab)}&lang=en`);
      await expect.poll(async () => (await stateOf(page)).lab).toBe(lab);
      await scrollThrough(page);
      await expect.poll(async () => (await charactersOf(page)).length, lab).toBeGreaterThan(10);
      const known = new Set(characters);
      const used = await charactersOf(page);
      expect(
        used.filter((each) => each.trim() && !known.has(each)),
        lab,
      ).toEqual([]);
    }
  },
);

test('the font is there once the first picture has been drawn', async ({ page }) => {
  await visit(page);
  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].map(({ family, status }) => family + status)),
    )
    .toEqual(['Math', 'Signs', 'Quotes'].map((name) => `scaledot ${name}loaded`));
});

for (const lab of ['story', 'variance', 'heads'])
  test(`${lab}: the font is asked for when the first picture stands`, async ({ page }) => {
    /** @type {number[]} */
    const pictures = [];
    await page.route(/\/math-font-/, async (route) => {
      pictures.push(await page.locator('figure .picture > svg').count());
      await route.continue();
    });
    await visit(page, `lab=${lab}&lang=en`);
    await expect.poll(() => pictures).not.toHaveLength(0);
    expect(pictures[0]).toBeGreaterThan(0);
  });

test('formulas are set in what the machine has where the font is refused', async ({ page }) => {
  await page.addInitScript(() => {
    Object(globalThis).FontFace = class {
      constructor() {
        throw new DOMException('refused', 'SecurityError');
      }
    };
  });
  await visit(page, 'lab=variance&lang=en');
  const root = page.locator('.answer msqrt').first();
  await expect(root).toBeVisible();
  expect((await root.boundingBox())?.width).toBeGreaterThan(10);
  expect(await page.evaluate(() => document.fonts.size)).toBe(0);
});

test('a root in a sentence ends where its line does', async ({ page }) => {
  await visit(page, `${soon('training')}&lang=en`);
  await expect.poll(() => page.evaluate(() => document.fonts.size)).toBe(3);
  const root = page.locator('.answer msqrt').first();
  await expect(root).toBeVisible();
  const gap = await root.evaluate(
    (each) =>
      each.getBoundingClientRect().right -
      Number(each.firstElementChild?.getBoundingClientRect().right),
  );
  expect(gap).toBeLessThan(2);
});

test('a factor in an answer is a root, not a sign beside a number', async ({ page }) => {
  for (const lab of ['variance', 'softmax']) {
    await visit(page, `lab=${lab}&lang=en`);
    const factor = page.locator('.answer [data-term="factor"]');
    await expect(factor.locator('msqrt')).toHaveText('64');
    await expect(page.locator('.answer')).not.toContainText('√');
  }
});
