// The page as a visitor sees it: answer first, everything in both languages and themes, at any width.
import { test as base } from '@playwright/test';
import { answerOf, expect, linkHolds, openCode, settled, stateOf, test, visit } from './visit.js';

test('answers its question within the first screen', async ({ page }) => {
  await visit(page);
  await expect(page.getByRole('heading', { level: 2 })).toContainText(
    'Why does q·k have variance d',
  );
  expect(await answerOf(page)).toMatch(/variance 6\d\.\d ± \d\.\d.*1\.0\d+ ± 0\.0\d+/);
  const picture = page.locator('sd-variance-histogram svg').first();
  await expect(picture).toBeInViewport({ ratio: 0.5 });
  await expect(page.locator('.badge')).toHaveAttribute('data-variant', 'simd');
  await expect(page.locator('.badge')).toHaveText(/^C\+\+ engine, SIMD · workers: \d+$/);
});

for (const [language, says] of [
  ['en', 'a worker stopped; the work goes on'],
  ['zh-Hans', '有一个工作线程停止了，计算仍在继续'],
]) {
  test(`says that a worker has ended, and goes on: ${language}`, async ({ page }) => {
    await page.addInitScript(() => {
      const { Worker } = globalThis;
      let ended = false;
      globalThis.Worker = class extends Worker {
        /** @param {any} message @param {any} transfer */
        postMessage(message, transfer) {
          if (message.type !== 'compute' || ended) return super.postMessage(message, transfer);
          ended = true;
          this.terminate();
          setTimeout(() => this.dispatchEvent(new Event('error')), 0);
        }
      };
    });
    // Long enough for the workers to get work.
    await visit(page, `lab=variance&lang=${language}&queries=4096&keys=4096&dk=256`);
    await expect(page.locator('.badge')).toContainText(says);
    await settled(page);
    expect(await answerOf(page)).toMatch(/25\d\.\d+ ± .*(1\.00|0\.99)\d* ± /);
  });
}

test('measures no speed, which nobody is told', async ({ page }) => {
  await page.addInitScript(() => {
    /** @type {any[]} */
    const told = (Object(window).told = []);
    addEventListener('scaledot-engine', (event) => {
      const { detail, target } = /** @type {any} */ (event);
      told.push([target.id, detail.speed ? 'speed' : 'none']);
    });
  });
  await visit(page);
  // An element measures, even on the same page and added later.
  await page.evaluate(() => {
    const later = document.createElement('scaledot-variance');
    later.id = 'later';
    document.body.prepend(later);
  });
  const toldBy = (/** @type {string} */ wanted) =>
    page.evaluate(
      (name) =>
        Object(window).told.flatMap((/** @type {string[]} */ [id, what]) =>
          id === name ? [what] : [],
        ),
      wanted,
    );
  await expect.poll(() => toldBy('later')).toContain('speed');
  expect(await toldBy('lab')).toEqual(['none']);
});

test('speaks Chinese when asked to, and says so in its link', async ({ page }) => {
  await visit(page);
  await page.getByRole('button', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('为什么');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page).toHaveTitle(/方差/);
  await linkHolds(page, 'lang=zh-Hans');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Why does');
});

test('a language that is chosen while something is being drawn is that of the page, too', async ({
  page,
}) => {
  // The other pictures arrive after the new words are requested and before those arrive.
  const pictures = /\/growth-/;
  const more = page.waitForRequest(pictures);
  const asked = page.waitForRequest(/variance\.zh-Hans-/);
  await page.route(pictures, async (route) => {
    await asked;
    await route.continue();
  });
  await page.route(/(common|variance)\.zh-Hans-/, async (route) => {
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector('#lab')).constructor.isWhole,
    );
    await route.continue();
  });
  await visit(page);
  await more;
  await page.locator('#lab').evaluate(async (/** @type {any} */ lab) => {
    lab.setState({ dk: 32 });
    for (let turns = 0; turns < 20; ++turns) await null; // the render has started and waits for its frame
    lab.setState({ lang: 'zh-Hans' });
  });
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page).toHaveTitle(/方差/);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('为什么');
});

test('speaks the language of the browser when nobody asks', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await visit(page);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('为什么');
  await context.close();
});

test('wears the theme it is given', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page);
  const light = await paper();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.getByLabel('Theme').selectOption('light');
  await expect.poll(paper).toBe(light);
  await linkHolds(page, 'theme=light');
});

test.describe('the controls', () => {
  test('move the answer, the formula, the link and the attribute together', async ({ page }) => {
    await visit(page);
    await page.getByLabel('Dimension').and(page.locator('input[type=number]')).fill('256');
    await expect(page.locator('.answer math[aria-label="1/√256"]')).toBeVisible();
    await expect(page.locator('.formula')).toHaveAttribute('aria-label', /256/);
    await expect(page.locator('#lab')).toHaveAttribute('dk', '256');
    await linkHolds(page, 'dk=256');
  });

  test('correct what is impossible, and say so beside it', async ({ page }) => {
    await visit(page);
    const box = page.locator('#dk');
    await box.fill('-7');
    await box.blur();
    await expect(box).toHaveValue('1');
    await expect(page.locator('#dk-problem')).toContainText('−7');
    await box.fill('8');
    await expect(page.locator('#dk-problem')).toBeEmpty();
  });

  test('leave half-typed numbers alone', async ({ page }) => {
    await visit(page, 'scale=number');
    const box = page.locator('#factor');
    await box.focus();
    await box.press('Control+A');
    await box.pressSequentially('0.50');
    await expect(box).toHaveValue('0.50');
    await box.pressSequentially('5');
    await expect(box).toHaveValue('0.505');
    expect((await stateOf(page)).factor).toBe(0.505);
  });

  test('give a new seed, and the same seed gives the same digits', async ({ page }) => {
    await visit(page);
    const before = await answerOf(page);
    await page.getByRole('button', { name: 'New seed' }).click();
    await expect.poll(() => answerOf(page)).not.toBe(before);
    await page.locator('#seed').fill('1');
    await expect.poll(() => answerOf(page)).toBe(before);
  });

  test('fall back to the own generator where NumPy has none to compare with', async ({ page }) => {
    await visit(page, 'generator=numpy');
    await page.getByText('Components of q and k').click();
    await page.locator('#query').selectOption('laplace');
    await expect(page.locator('#generator')).toHaveValue('scaledot');
    await expect(page.locator('#generator-problem')).toContainText('NumPy');
  });

  test('go back to the beginning on request', async ({ page }) => {
    await visit(page, 'dk=8&scale=none&seed=5&lang=en');
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await expect.poll(async () => (await stateOf(page)).dk).toBe(64);
    expect(await stateOf(page)).toMatchObject({ scale: 'rsqrt', seed: 1, lang: 'en' });
  });
});

test.describe('the formula', () => {
  test('lights the control that moves a term, and is lit by it', async ({ page }) => {
    await visit(page);
    await page.locator('.formula mrow[data-term="dk"]').first().hover();
    await expect(page.locator('.control[data-term="dk"]')).toHaveAttribute('data-lit');
    await page.locator('#scale').focus();
    await expect(page.locator('.formula [data-term="factor"]').first()).toHaveAttribute('data-lit');
    await expect(page.locator('.control[data-term="dk"]')).not.toHaveAttribute('data-lit');
  });

  test('leads to the control of the term that is clicked', async ({ page }) => {
    await visit(page);
    await page.locator('.formula mrow[data-term="query"]').first().click();
    await expect(page.locator('#query')).toBeFocused();
  });
});

test('a preset asks first, then shows and explains', async ({ page }) => {
  await visit(page, 'dk=8');
  await page.getByRole('button', { name: 'Divide by dk instead' }).click();
  await expect(page.locator('.predict')).toContainText('What variance is left?');
  expect((await stateOf(page)).scale).toBe('rsqrt');
  await page.getByRole('button', { name: '1/8', exact: true }).click();
  await expect(page.locator('.card .verdict')).toHaveText('Not quite.');
  await expect(page.locator('.explanation')).toContainText('1/64');
  expect(await stateOf(page)).toMatchObject({ scale: 'inverse', dk: 64, preset: 'why-root' });
  await page.getByRole('button', { name: 'Show it in its picture' }).click();
  await expect(page.locator('sd-variance-growth h3')).toBeInViewport();
});

test('the programs stand in tabs and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, 'dk=48');
  await openCode(page);
  await page.getByRole('tab', { name: 'PyTorch' }).click();
  await expect(page.locator('sd-code pre code')).toContainText('import torch');
  await expect(page.locator('sd-code pre code')).toContainText('48');
  await page.locator('sd-code').getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('sd-code .said')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.locator('sd-code pre code').textContent());
});

test('without scripts the page still tells its story', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByText('its spread grows like')).toBeVisible();
  await expect(page.getByText('needs JavaScript')).toBeVisible();
  await expect(page.getByText('启用 JavaScript')).toBeVisible();
  await expect(page.getByText('nothing about you is stored')).toBeVisible();
  await context.close();
});

base('without an engine the text stays, with the reason', async ({ page }) => {
  await page.route(/\/(simd|fallback)-[^/]*\.js/, (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('its spread grows like')).toBeVisible();
});
