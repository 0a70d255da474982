// One state, five faces: links open what they were copied from, and nothing in a link breaks the page.
import { entriesOf } from '../../web/tables/state.js';
import { answerOf, expect, linkHolds, stateOf, test, visit } from './visit.js';

/** Every parameter away from its initial value; NumPy's generator needs plainer laws, so it has a link of its own. */
const everything = {
  dk: 48,
  scale: 'alpha',
  alpha: 0.3,
  factor: 0.25,
  queries: 150,
  keys: 250,
  seed: 12345678901,
  bins: 60,
  queryDistribution: 'laplace',
  queryMean: 0.5,
  querySd: 1.25,
  keyDistribution: 'exponential',
  keyMean: -0.25,
  keySd: 0.75,
  correlation: 0.2,
  rows: 3,
  columns: 4,
  inner: 5,
  ddof: 1,
  value: 2.25,
  numpySeed: 42,
  draws: 20000,
  step: 3,
  assume: 'means',
  preset: 'why-root',
  lang: 'zh-Hans',
  theme: 'dark',
  hide: 'blog',
  lock: 'seed',
  predict: 'off',
};
const withNumpy = {
  ...everything,
  generator: 'numpy',
  seed: 123456789,
  queryDistribution: 'uniform',
  keyDistribution: 'normal',
  correlation: 0,
};

/** The page's digits: the answer and every measured number of the histogram. @param {import('@playwright/test').Page} page */
async function digits(page) {
  const tables = page.locator('sd-variance-histogram table.moments');
  return [await answerOf(page), ...(await tables.allInnerTexts())];
}

test('these are all parameters there are', () => {
  const names = entriesOf('variance').map(({ name }) => name);
  expect(Object.keys(withNumpy).sort()).toEqual(names.sort());
});

for (const [name, state] of Object.entries({ everything, withNumpy })) {
  test(`a link with every parameter set opens the same digits elsewhere: ${name}`, async ({
    page,
    browser,
  }) => {
    await visit(page);
    await page.locator('#lab').evaluate((lab, values) => {
      /** @type {any} */ (lab).setState(values);
    }, state);
    await linkHolds(page, 'dk=48');
    expect(await stateOf(page)).toMatchObject(state);
    await expect(page.locator('.notes-live .notes')).toHaveCount(0);

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(page.url());
    // Scores stream, so both pages are read until they have settled.
    await expect(async () => {
      const here = await digits(page);
      expect(here[0]).toMatch(/48.*±/);
      expect(await digits(other)).toEqual(here);
    }).toPass({ timeout: 120_000 });
    expect(await stateOf(other)).toEqual(await stateOf(page));
    await context.close();
  });
}

test('the attributes of the element are the state', async ({ page }) => {
  await visit(page, 'dk=32&query=uniform');
  const lab = page.locator('#lab');
  await expect(lab).toHaveAttribute('dk', '32');
  await expect(lab).toHaveAttribute('query', 'uniform');
  await lab.evaluate((element) => {
    element.setAttribute('dk', '16');
    element.removeAttribute('query');
  });
  await linkHolds(page, 'dk=16');
  expect(await stateOf(page)).toMatchObject({ dk: 16, queryDistribution: 'normal' });
});

test('a link followed on the page replaces all of the state', async ({ page }) => {
  await visit(page, 'dk=32&seed=5');
  await page.evaluate(() => {
    location.hash = '#dk=128';
  });
  await expect(page.locator('.answer')).toContainText('128');
  expect(await stateOf(page)).toMatchObject({ dk: 128, seed: 1 });
});

test('moving a slider leaves no trail in the history', async ({ page }) => {
  await visit(page);
  const length = await page.evaluate(() => history.length);
  for (let i = 0; i < 5; ++i) await page.locator('#dk-slider').press('ArrowRight');
  await linkHolds(page, 'dk=2048');
  expect(await page.evaluate(() => history.length)).toBe(length);
});

const nonsense = {
  'a number beyond all limits': 'dk=-1e99',
  'a script': '<script>alert(1)</script>',
  'a script as a value': 'preset=<img src=x onerror=alert(1)>&lang=<script>',
  '10 kB of text': 'x'.repeat(10_240),
  'broken escapes': 'dk=%E0%A4%A&%=%',
  'names of the prototype': '__proto__=1&constructor=2&hasOwnProperty=3',
  'no numbers at all': 'dk=NaN&seed=Infinity&alpha=0x10&queries=',
  'the same twice': 'dk=8&dk=16',
  'a lab that does not exist': 'lab=alchemy&dk=8',
};

test('a note says in Chinese what was wrong', async ({ page }) => {
  await visit(page, 'lang=zh-Hans&dk=-1e99&%E0%A4%A&scale=<script>');
  const notes = page.locator('.notes-live li');
  await expect(notes).toHaveCount(3);
  await expect(notes.nth(1)).toContainText('dk：-1e99 超出范围，改用 1');
  await expect(notes.nth(2)).toContainText('<script>');
});

for (const [name, link] of Object.entries(nonsense)) {
  test(`a link with ${name} opens the page, with a note`, async ({ page }) => {
    page.on('dialog', () => expect(false, 'no dialog opens').toBe(true));
    await visit(page, link);
    await expect(page.locator('.notes-live .notes')).toBeVisible();
    await expect(page.locator('.notes-live li').first()).not.toBeEmpty();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.locator('.notes-live .notes')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  });
}
