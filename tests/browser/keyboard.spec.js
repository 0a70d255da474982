// The whole lab, used without a mouse.
import { answerOf, expect, linkHolds, stateOf, test, visit } from './visit.js';

/** Returns the focused element, through all shadow roots. @param {import('@playwright/test').Page} page */
const focused = (page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (!active || active === document.body) return null;
    const style = getComputedStyle(active);
    const box = active.getBoundingClientRect();
    return {
      id: active.id,
      tag: active.localName,
      text: (active.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40),
      seen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
      visible: box.width > 0 && box.height > 0,
    };
  });

/**
 * Presses Tab until the focus is where it should be.
 * @param {import('@playwright/test').Page} page
 * @param {(at: NonNullable<Awaited<ReturnType<typeof focused>>>) => boolean} there
 * @param {string} [key]
 */
async function tabTo(page, there, key = 'Tab') {
  for (let i = 0; i < 150; ++i) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (at && there(at)) return at;
  }
  throw new Error('Tab never got there');
}

/** Waits for the focus, which may move only after a render. @param {import('@playwright/test').Page} page @param {string} text */
const focusIs = (page, text) =>
  expect.poll(async () => (await focused(page))?.text, { timeout: 60_000 }).toBe(text);

test('every stop of the Tab key is visible and shows its focus', async ({ page }) => {
  await visit(page, 'preset=two-by-two');
  const stops = [];
  for (let i = 0; i < 200; ++i) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at) break;
    stops.push(at);
  }
  expect(stops.length).toBeGreaterThan(40);
  expect(stops.filter((stop) => !stop.seen)).toEqual([]);
  expect(stops.filter((stop) => !stop.visible)).toEqual([]);
});

test('the skip link leads past the header and keeps the state', async ({ page }) => {
  await visit(page, 'dk=32');
  await page.keyboard.press('Tab');
  await focusIs(page, 'Skip to the lab');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#dk=32');
  await page.keyboard.press('Tab');
  await focusIs(page, 'Present');
  await page.keyboard.press('Tab');
  await focusIs(page, 'Share');
});

test('a visit from beginning to end', async ({ page }) => {
  await visit(page);

  // Switches the language and back.
  await tabTo(page, (at) => at.text === '简体中文');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('为什么');
  await tabTo(page, (at) => at.text === 'English', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Why does');

  // A dialog opens, keeps the focus inside, and returns it when closed.
  await tabTo(page, (at) => at.text === 'Share');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, (at) => at.text === 'Copy');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await focusIs(page, 'Share');

  // A preset: question, prediction, explanation, close.
  await tabTo(page, (at) => at.text === 'Divide by dk instead');
  await page.keyboard.press('Space');
  await tabTo(page, (at) => at.text === '1/64');
  await page.keyboard.press('Enter');
  await expect(page.locator('.card .verdict')).toHaveText('That is right.');
  await tabTo(page, (at) => at.tag === 'button' && at.text === '', 'Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.card')).toHaveCount(0);
  await focusIs(page, 'Divide by dk instead');

  // The slider moves by powers of two from any value.
  await tabTo(page, (at) => at.id === 'dk-slider');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#dk')).toHaveValue('128');
  await tabTo(page, (at) => at.id === 'dk');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100');
  await expect(page.locator('.answer')).toContainText('1/100');
  await tabTo(page, (at) => at.id === 'dk-slider', 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('#dk')).toHaveValue('64');

  // A choice, a seed, the folded controls.
  await tabTo(page, (at) => at.id === 'scale');
  await page.keyboard.press('Home');
  await expect.poll(async () => (await stateOf(page)).scale).toBe('rsqrt');
  const before = await answerOf(page);
  await tabTo(page, (at) => at.text === 'New seed');
  await page.keyboard.press('Enter');
  await expect.poll(() => answerOf(page)).not.toBe(before);
  await tabTo(page, (at) => at.tag === 'summary' && at.text === 'Components of q and k');
  await page.keyboard.press('Enter');
  await tabTo(page, (at) => at.id === 'correlation');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1');
  await linkHolds(page, 'correlation=1');

  // A picture is read with the arrow keys; its table opens.
  await tabTo(page, (at) => at.text === 'Table');
  await page.keyboard.press('Enter');
  await expect(page.locator('sd-figure table').first()).toBeVisible();

  // The programs.
  await tabTo(page, (at) => at.text === 'The same experiment in code');
  await page.keyboard.press('Enter');
  await tabTo(page, (at) => at.text === 'NumPy');
  await page.keyboard.press('ArrowRight');
  await focusIs(page, 'PyTorch');
  await page.keyboard.press('End');
  await focusIs(page, 'JavaScript');
  await expect(page.locator('sd-code pre code')).toContainText("from 'scaledot'");
  await page.keyboard.press('Home');
  await focusIs(page, 'NumPy');
});
