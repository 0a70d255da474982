// The documentation: readable without scripts, searchable without a server, under the strictest policy.
import { AxeBuilder } from '@axe-core/playwright';
import { serve } from '../../scripts/serve.mjs';
import { expect, isAll, test, unless } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'none'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html scaledot";

/** A manual with wide tables, a long function, its types, and a page in Chinese. */
const pages = [
  'index.html',
  'package.html',
  'reference/attention.html',
  'reference/torch/types.html',
  'zh-Hans/elements.html',
];

/** Returns how far the page scrolls sideways. @param {Page} page */
const overhang = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.body.offsetWidth);

/** @param {Page} page */
async function expectNoViolations(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
  expect(found).toEqual([]);
}

test('the strictest policy has nothing to report, and search finds functions and guides', async ({
  page,
}) => {
  const { url, close } = await serve({ policy });
  await page.addInitScript(() => {
    const { violations } = Object.assign(window, { violations: /** @type {string[]} */ ([]) });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  for (const name of pages) {
    await page.goto(`${url}docs/${name}`);
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(await page.evaluate(() => Object(window).violations)).toEqual([]);
  }
  await page.goto(`${url}docs/reference/attention.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('rotary embed');
  const found = page.locator('.found a');
  await expect(found.first()).toHaveText('rotaryEmbedding');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('rotaryEmbedding');
  await page.getByRole('searchbox').fill('no such word anywhere');
  await expect(page.locator('p[role="status"]')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(page.locator('p[role="status"]')).toBeHidden();
  await page.goto(`${url}docs/zh-Hans/index.html`);
  await page.getByRole('searchbox').fill('因果掩码');
  await expect(found.first()).toBeVisible();
  await page.getByRole('searchbox').fill('退出码');
  await expect(found.first()).toHaveText('怎样运行'); // the command line's heading
  expect(await page.evaluate(() => Object(window).violations)).toEqual([]);
  close();
});

for (const [width, theme, daily] of /** @type {const} */ ([
  [360, 'dark', ['package.html', 'reference/attention.html']],
  [1280, 'light', ['index.html', 'zh-Hans/elements.html']],
])) {
  test(
    `pages fit ${width} pixels, and axe finds nothing in their ${theme} theme`,
    unless(width === 360),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      for (const name of isAll ? pages : daily) {
        await page.goto(`/docs/${name}?theme=${theme}`);
        await expect(page.getByRole('searchbox')).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('theme', theme);
        expect([name, await overhang(page)]).toEqual([name, 0]);
        await expectNoViolations(page);
      }
    },
  );
}

test('on a phone the list of functions fits, and a link to a heading shows it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs/reference/index.html');
  const wide = await page
    .locator('.table')
    .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
  expect(wide).toHaveLength(0);
  await page.goto('/docs/reference/types.html#scaleoption');
  await expect(page.getByRole('searchbox')).toBeVisible();
  const [header, heading] = await Promise.all(
    ['header.site', '#scaleoption'].map((name) => page.locator(name).boundingBox()),
  );
  expect(heading?.y).toBeGreaterThan(Number(header?.height));
});

test('no page is wider than a screen of 320 pixels', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/docs/reference/index.html');
  const links = page.locator('.contents a');
  const names = await links.evaluateAll((all) =>
    all.map((link) => /** @type {HTMLAnchorElement} */ (link).href),
  );
  expect(names.length).toBeGreaterThan(80);
  for (const name of names) {
    await page.goto(name);
    expect([name, await overhang(page)]).toEqual([name, 0]);
  }
});

test('the theme goes along from page to page and to the labs, and the system decides where nobody did', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/docs/index.html');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await paper()).toBe('rgb(20, 22, 26)');
  await page.getByLabel('Theme').selectOption('light');
  expect(await paper()).toBe('rgb(255, 255, 255)');
  await page.getByRole('main').getByRole('link', { name: 'one by one' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All functions');
  expect(await paper()).toBe('rgb(255, 255, 255)');
  await expect(page.locator('.wordmark')).toHaveAttribute('href', /index\.html#theme=light$/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page is read, and leads to all others and to its other language', async ({ page }) => {
    await page.goto('/docs/course.html');
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: 'Figures for an article' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Figures for an article');
    await page.getByRole('link', { name: '简体中文' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('文章中的图');
    await page.getByRole('link', { name: /^下一页/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('用自己的数据画图');
  });
});
