// The pictures of the Heads lab, used as a visitor uses them.
import fs from 'node:fs';
import {
  expect,
  linkHolds,
  openCode,
  scrollThrough,
  stateOf,
  test,
  visit,
  wordsOf,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** Returns a section, scrolled into view and drawn. @param {Page} page @param {string} name */
async function section(page, name) {
  const place = page.locator(`sd-heads-${name}`);
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect(place.locator('sd-figure .picture > svg')).toBeVisible();
  return place;
}

/** Returns a number of the answer. @param {Page} page @param {string} name */
const answered = (page, name) => page.locator(`[data-value="answer-${name}"]`);

/** Returns the sentence under a picture. @param {Locator} place */
const summaryOf = (place) => place.locator('sd-figure #summary');

/** Returns the table behind a picture, as rows of text. @param {Locator} place */
async function tableOf(place) {
  const button = place.locator('sd-figure .tools .table');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  return place.locator('sd-figure .sheet tbody tr').allInnerTexts();
}

test.describe('every number of the question', () => {
  test('2 d_model d_k, d_model², the rank, and h heads that bring the count back', async ({
    page,
  }) => {
    await visit(page, 'lab=heads');
    await expect(answered(page, 'pair')).toHaveText((2 * 512 * 64).toLocaleString('en'));
    await expect(answered(page, 'merged')).toHaveText((512 ** 2).toLocaleString('en'));
    await expect(answered(page, 'rank')).toHaveText('64');
    await expect(answered(page, 'pairs')).toHaveText((2 * 512 ** 2).toLocaleString('en'));
    await expect(page.locator('.rest')).toContainText('as many as one head');
    // 2 d_model² / h, in the form of the first answer
    expect((2 * 512 ** 2) / 8).toBe(2 * 512 * 64);
  });

  test('the measured rank', async ({ page }) => {
    await visit(page, 'lab=heads');
    const spectrum = await section(page, 'spectrum');
    await expect(summaryOf(spectrum)).toContainText('the measured rank is 64');
    await expect(summaryOf(spectrum)).toContainText('The other 448 are rounding');
    const values = (await tableOf(spectrum)).map((row) =>
      Number(
        row
          .split('\t')[1]
          .replace('−', '-')
          .replace(/\s*×\s*10/, 'e')
          .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]/g, (c) => '0123456789-'['⁰¹²³⁴⁵⁶⁷⁸⁹⁻'.indexOf(c)]),
      ),
    );
    expect(values[63]).toBeGreaterThan(0.1);
    expect(values[64]).toBeLessThan(1e-5);
  });

  test('the break-even at d_model / 2', async ({ page }) => {
    await visit(page, 'lab=heads');
    const even = await section(page, 'even');
    await expect(even.locator('svg [data-key="even"]')).toContainText('equal at 256');
    await page.locator('#tie').selectOption('free');
    await page.locator('#dk').fill('256');
    await expect(summaryOf(even)).toContainText('They are equal here');
    await expect(answered(page, 'pair')).toHaveText('262,144');
    await expect(answered(page, 'rank')).toHaveText('256');
  });

  test('the variant d_k = d_model', async ({ page }) => {
    await visit(page, 'lab=heads&tie=free&dk=512');
    await expect(answered(page, 'pair')).toHaveText((2 * 512 ** 2).toLocaleString('en'));
    await expect(answered(page, 'pairs')).toHaveText((8 * 2 * 512 ** 2).toLocaleString('en'));
    await expect(page.locator('.answer')).toContainText('Their product holds only 262,144');
  });

  test('folding: W^Q, W_i^Q and what is left of them', async ({ page }) => {
    await visit(page, 'lab=heads');
    const fold = await section(page, 'fold');
    await expect(fold.locator('.step')).toContainText('262,144');
    await expect(fold.locator('.step')).toContainText('together 294,912');
    const next = fold.getByRole('button', { name: 'Next' });
    await next.click();
    await expect(fold.locator('.step')).toContainText('32,768 numbers');
    await next.click();
    await expect(fold.locator('.step')).toContainText('32,768 numbers instead of 294,912');
    await next.click();
    await expect(fold.locator('.step')).toContainText('redundant');
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(next).toBeFocused();
    await linkHolds(page, 'step=4');
    const rows = (await tableOf(fold)).map((row) =>
      row
        .split('\t')
        .slice(2)
        .map((x) => Number(x.replace('−', '-'))),
    );
    for (const [twice, once] of rows) expect(Math.abs(twice - once)).toBeLessThan(1e-3);
  });
});

test.describe('models', () => {
  test('each is chosen, held by the link, and left by another size', async ({ page }) => {
    await visit(page, 'lab=heads');
    for (const [name, sizes] of /** @type {const} */ ([
      ['bert', { modelDim: 768, heads: 12, shared: 1, model: 'bert' }],
      ['gpt2', { modelDim: 768, heads: 12, shared: 1, model: 'gpt2' }],
      ['llama', { modelDim: 4096, heads: 32, shared: 4, model: 'llama' }],
    ])) {
      await page.locator('#model').selectOption(name);
      await expect.poll(() => stateOf(page)).toMatchObject(sizes);
      await linkHolds(page, `model=${name}`);
      await expect(answered(page, 'rank')).toHaveText(name === 'llama' ? '128' : '64');
      await page.locator('#heads').fill('2');
      await expect.poll(() => stateOf(page)).toMatchObject({ heads: 2, model: 'own' });
    }
  });

  test('a link with a model alone has its sizes', async ({ page }) => {
    await visit(page, 'lab=heads&model=llama');
    expect(await stateOf(page)).toMatchObject({ modelDim: 4096, heads: 32, shared: 4 });
    const spectrum = await section(page, 'spectrum');
    await expect(spectrum).toContainText('dmodel = 768');
    await expect(summaryOf(spectrum)).toContainText('the measured rank is 128');
  });

  test('key heads that do not divide the heads are told, and mended', async ({ page }) => {
    await visit(page, 'lab=heads&shared=3');
    await expect(page.locator('.notes-live .notes')).toContainText('3 does not divide the heads');
    expect(await stateOf(page)).toMatchObject({ shared: 2 });
  });
});

test('the bars: the cache shrinks with shared key heads, the merged matrices cost more', async ({
  page,
}) => {
  await visit(page, 'lab=heads&model=llama');
  const cost = await section(page, 'cost');
  const rows = await tableOf(cost);
  const value = (/** @type {string} */ form) =>
    Number(
      rows
        .find((row) => row.includes('KV cache') && row.includes(form))
        ?.split('\t')[2]
        .replaceAll(',', ''),
    );
  expect(value('MHA')).toBe(2 * 4096);
  expect(value('GQA')).toBe(2 * 1024);
  expect(value('MQA')).toBe(2 * 128);
  expect(value('merged')).toBe(4096 + 1024);
});

test('a d_k is picked on the curve, by mouse, keyboard and finger', async ({ page, browser }) => {
  await visit(page, 'lab=heads&model-dim=64&heads=4');
  const even = await section(page, 'even');
  const hit = even.locator('sd-figure .hit');
  const box = await hit.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 0.7 * (box?.width ?? 0), (box?.y ?? 0) + 100);
  await expect.poll(async () => (await stateOf(page)).tie).toBe('free');
  const picked = Number((await stateOf(page)).dk);
  expect(picked).toBeGreaterThan(16);
  await hit.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).dk).toBe(1);
  await expect(answered(page, 'rank')).toHaveText('1');

  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 400, height: 800 },
  });
  const phone = await context.newPage();
  await visit(phone, 'lab=heads&model-dim=64&heads=4');
  const place = await section(phone, 'even');
  const small = await place.locator('sd-figure .hit').boundingBox();
  await phone.touchscreen.tap((small?.x ?? 0) + 0.5 * (small?.width ?? 0), (small?.y ?? 0) + 80);
  await expect.poll(async () => (await stateOf(phone)).tie).toBe('free');
  await context.close();
});

test('both ways give the same scores, and are timed again at will', async ({ page }) => {
  await visit(page, 'lab=heads');
  const merged = await section(page, 'merged');
  await expect(summaryOf(merged)).toContainText('The largest difference is');
  const rows = (await tableOf(merged)).map((row) =>
    row.split('\t').map((x) => Number(x.replace('−', '-'))),
  );
  expect(rows).toHaveLength(100);
  for (const [, , factored, own] of rows) expect(Math.abs(factored - own)).toBeLessThan(1e-3);
  const time = merged.locator('[data-value="time-merged"]');
  await expect(time).toContainText('ms');
  const again = merged.getByRole('button', { name: 'Measure again' });
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(merged.locator('.status')).toContainText(/Measuring|rounds/);
  await expect(again).toHaveAttribute('aria-disabled', 'false');
});

test('every head has its weights, and bars join those that share keys', async ({ page }) => {
  await visit(page, 'lab=heads&tokens=4');
  const weights = await section(page, 'weights');
  await expect(weights.locator('svg text.title')).toHaveCount(8);
  await expect(weights.locator('svg .group')).toHaveCount(0);
  const rows = (await tableOf(weights)).map((row) => row.split('\t').map(Number));
  expect(rows).toHaveLength(8 * 16);
  const row = rows.filter(([head, query]) => head === 3 && query === 2);
  expect(row.reduce((sum, [, , , weight]) => sum + weight, 0)).toBeCloseTo(1, 3);
  await page.locator('#shared').fill('4');
  await expect(weights.locator('svg .group')).toHaveCount(8);
});

test('heads are added one by one until the sum is the layer’s output', async ({ page }) => {
  await visit(page, 'lab=heads');
  const sum = await section(page, 'sum');
  await expect(summaryOf(sum)).toContainText('All heads added (8)');
  const slider = sum.getByRole('slider', { name: 'Heads added' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await stateOf(page)).added).toBe(1);
  await expect(summaryOf(sum)).toContainText('With 1 of 8 heads');
  await page.keyboard.press('End');
  await expect(summaryOf(sum)).toContainText('All heads added (8)');
  const token = sum.getByRole('slider', { name: 'Token', exact: true });
  await token.focus();
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'token=2');
});

test('each question is asked, answered and explained', async ({ page }) => {
  await visit(page, 'lab=heads');
  for (const [chip, answer, text] of /** @type {const} */ ([
    ['Which d is under the root?', 'dk, the width of one head', 'Measured scores of 64 components'],
    ['Merge the two matrices', 'Four times as many', '65,536 numbers become 262,144'],
    [
      'More heads, more parameters',
      'It stays the same',
      '1 head has 1,048,576 parameters, 8 heads have 1,048,576, 16 heads have 1,048,576',
    ],
    [
      'dk = dmodel',
      'Eight times the numbers',
      '4,194,304 numbers in WiQ and WiK instead of 524,288',
    ],
    [
      'One key head for many',
      'What is kept for each position',
      '2,048 numbers for each position instead of 8,192',
    ],
  ])) {
    await page.locator('.chips').getByRole('button', { name: chip }).click();
    await page.locator('.card .choices').getByRole('button', { name: answer }).click();
    await expect(page.locator('.explanation'), chip).toContainText('That is right.');
    await expect(page.locator('.explanation'), chip).toContainText(text);
  }
});

test('extreme sizes give numbers everywhere', { tag: '@all' }, async ({ page }) => {
  for (const link of [
    'model-dim=1&heads=1&tokens=2&length=1',
    'model-dim=16384&heads=1024&length=1048576',
    'model-dim=7&heads=3&shared=3&tie=free&dk=4096',
  ]) {
    await visit(page, `lab=heads&${link}`);
    await scrollThrough(page);
    // Pictures that arrived during the scroll may not have come into view.
    await section(page, 'spectrum');
    await expect(page.locator('sd-heads-spectrum figcaption')).not.toContainText('Computing');
    const text = await wordsOf(page);
    expect(text).not.toMatch(/NaN|undefined|∞/);
    await expect(page.locator('[role=alert]').filter({ hasText: /\S/ })).toHaveCount(0);
  }
});

test('a term of the formula lights its matrices and leads to its control', async ({ page }) => {
  await visit(page, 'lab=heads');
  await page.locator('figure.formula').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.formula [data-lit]').first()).toHaveAttribute('data-term', 'merged');
  await page.keyboard.press('Enter');
  await expect(page.locator('#model-dim')).toBeFocused();
});

test('pictures are saved, and the code prints the page’s digits', async ({ page }) => {
  await visit(page, 'lab=heads');
  await scrollThrough(page);
  const download = page.waitForEvent('download');
  await page
    .locator('sd-heads-shapes')
    .getByRole('button', { name: /^SVG: / })
    .click();
  const svg = fs.readFileSync(await (await download).path(), 'utf8');
  expect(svg).toContain('512 × 64');
  expect(svg).toContain('lab=heads');
  await openCode(page);
  const output = page.locator('sd-code .output, sd-code pre').last();
  await expect(output).toContainText('W_i, 512 x 512: rank 64');
  await expect(output).toContainText('65536 numbers, its product 262144');
});

test('programs wait for no picture that nobody has seen', async ({ page }) => {
  // Acts as if no picture ever came near the window.
  await page.addInitScript(() => {
    const { IntersectionObserver } = globalThis;
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      /** @param {Element} target */
      observe(target) {
        if (!/^sd-heads-(spectrum|merged)$/.test(target.localName)) super.observe(target);
      }
    };
  });
  await visit(page, 'lab=heads');
  await openCode(page);
  await expect(page.locator('sd-code pre').last()).toContainText('W_i, 512 x 512: rank 64');
});

test('heads that share nothing are not said to share, and no time is “1 times as long”', async ({
  page,
}) => {
  await visit(page, 'lab=heads&shared=1');
  const cost = await section(page, 'cost');
  await expect(cost).toContainText('several query heads share one.');
  await visit(page, 'lab=heads&shared=4');
  await expect(cost).toContainText('several query heads share one (here 8 heads share 2).');
  await expect(await section(page, 'merged')).toContainText(/Here it took [\d.]+× the time\./);
});
