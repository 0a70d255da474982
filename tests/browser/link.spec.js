// One state, five forms: a link reopens the state that it was copied from, and nothing in a link breaks the page.
import { entriesOf } from '../../web/tables/state.js';
import {
  answerOf,
  expect,
  withPresets,
  linkHolds,
  soon,
  stateOf,
  test,
  unless,
  visit,
} from './visit.js';

/** Every parameter away from its initial value. NumPy's generator needs simpler distributions, so it has its own link. */
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
  show: 'nothing', // not a picture, so the whole lab
  present: '', // slides would cover everything else
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

/** Returns the digits on the page: the answer and every measured number of the histogram. @param {import('@playwright/test').Page} page */
async function digits(page) {
  const tables = page.locator('sd-variance-histogram table.moments');
  return [await answerOf(page), ...(await tables.allTextContents())];
}

test('these are all parameters there are', () => {
  const names = entriesOf('variance').map(({ name }) => name);
  expect(Object.keys(withNumpy).sort()).toEqual(names.sort());
});

for (const [name, state] of Object.entries({ everything, withNumpy })) {
  test(
    `a link with every parameter set opens the same digits elsewhere: ${name}`,
    unless(name === 'everything'),
    async ({ page, browser }) => {
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
      // Scores stream in, so both pages are read until they have settled.
      await expect(async () => {
        const here = await digits(page);
        expect(here[0]).toMatch(/48.*±/);
        expect(await digits(other)).toEqual(here);
      }).toPass({ timeout: 120_000 });
      expect(await stateOf(other)).toEqual(await stateOf(page));
      await context.close();
    },
  );
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

test('a link that is followed while a step is being drawn is taken', async ({ page }) => {
  await visit(page, 'dk=8');
  await page.locator('#lab').evaluate((lab) => {
    const follow = () => void (location.hash = '#dk=99');
    document.addEventListener('scaledot-change', follow, { capture: true, once: true });
    /** @type {any} */ (lab).set({ dk: 5 });
  });
  await expect.poll(async () => (await stateOf(page)).dk).toBe(99);
  expect(new URL(page.url()).hash).toBe('#dk=99');
});

test('Back undoes a step, also that of Reset everything', async ({ page }) => {
  await visit(page);
  const length = await page.evaluate(() => history.length);
  await page.locator('#dk-slider').press('ArrowRight');
  await linkHolds(page, 'dk=128');
  await page.locator('#scale').selectOption('none');
  await linkHolds(page, 'scale=none');
  expect(await page.evaluate(() => history.length)).toBe(length + 2);
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#lab=variance');
  await page.goBack();
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 128, scale: 'none' });
  await expect(page.locator('.answer')).toContainText('128');
  await page.goBack();
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 128, scale: 'rsqrt' });
  await page.goBack();
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 64 });
});

test('a preset is a step, and Back closes it, in every lab', async ({ page }) => {
  for (const lab of withPresets) {
    await visit(page, `${soon(lab)}&lang=en`);
    await expect.poll(async () => (await stateOf(page)).lab).toBe(lab);
    const length = await page.evaluate(() => history.length);
    // By key: what is still arriving above may move a chip away under the pointer.
    await page.locator('.presets .chips button').first().press('Enter');
    await linkHolds(page, 'preset=');
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    await page.goBack();
    await expect.poll(() => stateOf(page)).toMatchObject({ lab, preset: '' });
  }
});

test('Ctrl+Z and Back go through the same steps, and Ctrl+Z never leaves the page', async ({
  page,
}) => {
  await visit(page, 'dk=32&lang=en');
  const slider = page.locator('#dk-slider');
  await slider.press('ArrowRight');
  await expect(page).not.toHaveURL(/dk=32/); // on a busy machine both changes could fall into one frame and count as one
  await page.locator('#scale').selectOption('none');
  await linkHolds(page, 'scale=none');
  await page.locator('#scale').press('Control+z');
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 64, scale: 'rsqrt' });
  await page.goBack();
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 32, scale: 'rsqrt' });
  for (const state of [
    { dk: 64, scale: 'rsqrt' },
    { dk: 64, scale: 'none' },
  ]) {
    await page.goForward();
    await expect.poll(() => stateOf(page)).toMatchObject(state);
  }
  await page.goBack();
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 64, scale: 'rsqrt' });
  await page.getByRole('button', { name: '中文' }).click();
  await expect.poll(() => stateOf(page)).toMatchObject({ lang: 'zh-Hans' });
  await slider.press('Control+z');
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 32, scale: 'rsqrt' });
  expect(await stateOf(page), 'the language stays').toMatchObject({ lang: 'zh-Hans' });
  await expect(page.locator('#dk')).toHaveValue('32'); // drawn: the slider moves from there
  const length = await page.evaluate(() => history.length);
  await slider.press('Control+z');
  await slider.press('ArrowLeft');
  await linkHolds(page, 'dk=16');
  await slider.press('Control+z');
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 32 });
  // One step replaces the two that were undone.
  expect(await page.evaluate(() => history.length)).toBe(length - 1);
});

test('Ctrl+Z undoes wherever the keyboard is on a page, but in a field of text', async ({
  page,
}) => {
  await visit(page, 'dk=32&lang=en');
  await page.locator('#dk-slider').press('ArrowRight');
  await expect(page).not.toHaveURL(/dk=32/);
  await page.locator('#scale').selectOption('none');
  await linkHolds(page, 'scale=none');
  // A text field has its own undo, so the key is left to it.
  const isLeft = await page.locator('#dk').evaluate((field) => {
    const init = { key: 'z', ctrlKey: true, bubbles: true, composed: true, cancelable: true };
    return field.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  expect(isLeft).toBe(true);
  await page.getByRole('button', { name: '中文' }).press('Control+z');
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 64, scale: 'rsqrt' });
  await page.getByRole('button', { name: '中文' }).blur();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.keyboard.press('Control+z');
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 32, scale: 'rsqrt' });
  // Inside the lab only once: the page does not repeat the lab's undo.
  await page.goForward();
  await page.goForward();
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 64, scale: 'none' });
  await page.locator('#scale').press('Control+z');
  await expect.poll(() => stateOf(page)).toMatchObject({ dk: 64, scale: 'rsqrt' });
});

test('two drags in a second are two steps, and Back lands where a drag ended', async ({ page }) => {
  await visit(page);
  const length = await page.evaluate(() => history.length);
  // Within a few frames, before the address is written 250 ms later.
  await page.locator('#lab').evaluate(async (/** @type {any} */ lab) => {
    const find = (/** @type {string} */ name) => lab.shadowRoot.querySelector(name);
    const slider = find('#dk-slider');
    const tell = (/** @type {Event} */ event, target = slider) => {
      target.dispatchEvent(event);
      return lab.updateComplete;
    };
    const pointer = (/** @type {string} */ type) =>
      new PointerEvent(type, { bubbles: true, composed: true });
    for (const [first, last] of [
      [7, 8],
      [9, 10],
    ]) {
      await tell(pointer('pointerdown'));
      for (const value of [first, last]) {
        slider.value = String(value);
        await tell(new Event('input'));
      }
      await tell(pointer('pointerup'));
    }
    find('#scale').value = 'none';
    await tell(new Event('change'), find('#scale'));
  });
  expect(await page.evaluate(() => history.length)).toBe(length + 3);
  for (const state of [{ dk: 1024, scale: 'rsqrt' }, { dk: 256 }, { dk: 64 }]) {
    await page.goBack();
    await expect.poll(() => stateOf(page)).toMatchObject(state);
  }
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
  await expect(notes.nth(1)).toContainText('维度 dₖ：−1e99 超出范围，改用 1');
  await expect(notes.nth(2)).toContainText('<script>');
});

test('a link with nonsense opens the page, with a note', async ({ page }) => {
  page.on('dialog', () => expect(false, 'no dialog opens').toBe(true));
  for (const [name, link] of Object.entries(nonsense)) {
    await page.goto('about:blank');
    await visit(page, link);
    await expect(page.locator('.notes-live .notes'), name).toBeVisible();
    await expect(page.locator('.notes-live li').first(), name).not.toBeEmpty();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.locator('.notes-live .notes'), name).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2 }), name).toBeFocused();
  }
});
