// axe finds no violation in either theme or language, at desktop and phone width, with everything folded or open.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, labNames, only, scrollThrough, soon, test, visit } from './visit.js';

// axe reads every element of a long page. That takes long on a busy machine.
test.slow();

/**
 * @param {import('@playwright/test').Page} page
 * @param {{contrast?: boolean}} [options]  `contrast`: check colours as well, which takes most of the time
 */
async function expectNoViolations(page, { contrast = true } = {}) {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .disableRules(contrast ? [] : ['color-contrast'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // Once the row of labs is scrolled, axe mistakes its links for skip links.
      .filter(({ html }) => id !== 'skip-link' || !html.includes('href="#lab='))
      // axe cannot see that the skip link comes first when the first external link is inside a shadow root.
      .filter(({ html }) => id !== 'region' || !html.includes('class="skip"'))
      .slice(0, 5)
      .map(({ target, html }) => `${id}: ${target.flat().join(' > ')}: ${html.slice(0, 160)}`),
  );
  expect(found).toEqual([]);
}

/** States in which a lab shows more than its initial view. @type {Record<string, string>} */
const rich = {
  attention: 'kind=causal&mask=padding&side=start&length=20&view=all&edits=0,0,1,1,2',
  scoring: 'k=0,0,1,1,1,1,1e6,0',
  variance: 'numpy-seed=0',
};
/** States with questions and answers that can be opened. @type {Record<string, string>} */
const open = {
  attention: 'preset=coreference&head=0&nonsense=2',
  scoring: 'preset=zero-vector',
  variance: 'preset=why-root&correlation=0.5',
};

/** Opens everything that is folded: controls, the answer to a preset, tables. @param {import('@playwright/test').Page} page */
async function openAll(page) {
  const closed = page.locator('.controls details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  if ((await page.locator('.card').count()) > 0) {
    await page.locator('.card .choices button').first().click();
    await expect(page.locator('.card .verdict')).toBeVisible();
  }
  for (const table of await page.locator('sd-figure .tools button').all()) {
    if ((await table.getAttribute('aria-expanded')) === 'false') await table.click();
  }
}

/** Keeps only the first rows of each table. The others are alike, and axe would read thousands of them. @param {import('@playwright/test').Page} page */
const shortenTables = (page) =>
  page.locator('sd-figure tbody').evaluateAll((bodies) => {
    for (const { rows } of /** @type {HTMLTableSectionElement[]} */ (bodies))
      [...rows].slice(12).forEach((row) => row.remove());
  });

/** Checks that headings start at the page's only h1. @param {import('@playwright/test').Page} page */
async function expectHeadings(page) {
  const levels = await page
    .getByRole('heading')
    .evaluateAll((headings) =>
      headings.map((heading) => Number(heading.localName.slice(1)) || Number(heading.ariaLevel)),
    );
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
}

// Colours depend only on the theme, words only on the language. Each lab is therefore checked in two of the four pairs
// in its initial state, large and small, and in one of the other two with everything open, which covers that theme's colours.
const others = [
  ['en', 'dark'],
  ['zh-Hans', 'light'],
];

for (const [at, lab] of labNames.entries()) {
  const [lang, theme] = others[at % 2];

  test(
    `the ${lab} lab in en, light, and on a phone in zh-Hans, dark`,
    { tag: '@all' },
    async ({ page }) => {
      await visit(page, `${soon(lab)}&lang=en&theme=light&${rich[lab] ?? ''}`);
      await expectHeadings(page);
      await scrollThrough(page);
      await expectNoViolations(page, { contrast: theme !== 'light' });
      await page.setViewportSize({ width: 360, height: 740 });
      await page
        .locator('#lab')
        .evaluate((element) => Object(element).setState({ lang: 'zh-Hans', theme: 'dark' }));
      await expect(page.locator('html')).toHaveAttribute('theme', 'dark');
      await scrollThrough(page);
      await expectNoViolations(page, { contrast: theme !== 'dark' });
    },
  );

  test(
    `the ${lab} lab with everything open in ${lang}, ${theme}`,
    only(lab, 'variance', 'training'),
    async ({ page }) => {
      const link = `${soon(lab)}&lang=${lang}&theme=${theme}`;
      await visit(page, `${link}&${open[lab] ?? ''}&nonsense=1&dk=-5`);
      await openAll(page);
      await scrollThrough(page);
      await shortenTables(page);
      await expectNoViolations(page);
    },
  );
}

test('the share dialog, light and dark', { tag: '@all' }, async ({ page }) => {
  await visit(page, 'theme=light&lang=en');
  await page.locator('button.share').first().click();
  await page.locator('#tab-link').click();
  await expect(page.locator('.preview .answer [data-value]').first()).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await visit(page, 'theme=dark&lang=zh-Hans');
  await page.locator('button.share').first().click();
  await page.locator('#tab-frame').click();
  await expect(page.locator('.preview .answer [data-value]').first()).toBeVisible();
  await expectNoViolations(page);
});

test('the embedded page', async ({ page }) => {
  await visit(page, 'theme=dark', 'embed.html');
  await scrollThrough(page);
  await expectNoViolations(page);
});

test('on a phone, with formulas wider than it', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(
    page,
    'dk=65536&query-mean=-1.2345&key-mean=2.34567&query-sd=1.23456&scale=number&factor=0.0123456&lang=zh-Hans',
  );
  await scrollThrough(page);
  const lines = page.locator('sd-variance-derivation .display');
  await expect(lines.last()).toBeAttached();
  // Only lines that are cut off are tab stops.
  const odd = () =>
    lines.evaluateAll(
      (all) =>
        all.filter((line) => line.scrollWidth > line.clientWidth !== line.hasAttribute('tabindex'))
          .length,
    );
  await expect.poll(odd).toBe(0);
  await expectNoViolations(page);
});

test('colours chosen by the visitor are kept', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page);
  await scrollThrough(page);
  const canvas = await page.evaluate(() => {
    const probe = document.createElement('div');
    probe.className = 'page';
    document.body.append(probe);
    return [
      getComputedStyle(document.body).backgroundColor,
      matchMedia('(forced-colors: active)').matches,
    ];
  });
  expect(canvas[1]).toBe(true);
});
