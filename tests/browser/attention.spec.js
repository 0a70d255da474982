// The pictures of the Attention lab, used as a visitor uses them.
import fs from 'node:fs';
import {
  expect,
  linesOf,
  linkHolds,
  openCode,
  scrollThrough,
  stateOf,
  test,
  visit,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** Returns a section, scrolled into view. @param {Page} page @param {string} name */
async function section(page, name) {
  const place = page.locator(`sd-attention-${name}`);
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return place;
}

/** Returns the layer over a matrix that takes pointers and keys. @param {Locator} place @param {string} name */
const cells = (place, name) => place.locator(`[data-matrix="${name}"] .hit`).first();

/** Returns the middle of a cell, relative to the matrix. @param {Locator} hit @param {number} row @param {number} column */
async function cellAt(hit, row, column) {
  const [box, { rows, columns }] = await Promise.all([
    hit.boundingBox(),
    hit.evaluate((element) => {
      const host = /** @type {ShadowRoot} */ (element.getRootNode()).host;
      return /** @type {any} */ (host).matrix;
    }),
  ]);
  if (!box) throw new Error('the matrix is not drawn');
  return {
    x: ((column + 0.5) * box.width) / columns,
    y: ((row + 0.5) * box.height) / rows,
  };
}

/** Returns the result that is spelled out. @param {Locator} place */
const result = async (place) =>
  Number((await place.locator('[data-value="result"]').innerText()).replace('\u2212', '-'));

/** Returns a number of the answer, as a share. @param {Page} page @param {string} name */
const share = async (page, name) =>
  parseFloat(
    (await page.locator(`[data-value="answer-${name}"]`).innerText()).replace(
      /^(over|under)\s/,
      '',
    ),
  );

test('the answer tells whom the pronoun looks at, with the factor and without', async ({
  page,
}) => {
  await visit(page, 'lab=attention');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
  await expect(page.locator('[data-value="answer-k"]')).toHaveText('animal');
  expect(await share(page, 'weight')).toBeCloseTo(70, 0);
  expect(await share(page, 'other')).toBeCloseTo(98, 0);
  await visit(page, 'lab=attention&lang=zh-Hans');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('它');
  await expect(page.locator('[data-value="answer-k"]')).toHaveText('动物');
  expect(await share(page, 'weight')).toBeCloseTo(70, 0);
  expect(await share(page, 'other')).toBeCloseTo(98, 0);
});

test('nearly all is not called all, nor is what the engine rounds to all', async ({ page }) => {
  for (const link of [
    'head=1&scale=number&factor=1000000',
    'source=random&example=law&scale=number&factor=1000000',
  ]) {
    await visit(page, `lab=attention&${link}`);
    await expect(page.locator('[data-value="answer-weight"]')).toHaveText('over\u00a099.9%');
    await expect(page.locator('sd-attention-tokens')).not.toContainText('100%');
  }
});

test('a term of the formula leads to what moves it', async ({ page }) => {
  await visit(page, 'lab=attention');
  await page.locator('.formula [data-term="weight"]').last().click();
  await expect(page.getByRole('button', { name: '4 pronoun' })).toBeFocused();
  await page.locator('.formula [data-term="key"]').click();
  await expect(page.locator('#kind')).toBeFocused();
});

test.describe('tokens', () => {
  test('a token is chosen by its word', async ({ page }) => {
    await visit(page, 'lab=attention&example=law');
    await expect(page.locator('#token option:checked')).toHaveText('suggested: its');
    await page.locator('#token').selectOption({ label: '3 will' });
    await linkHolds(page, 'token=3');
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('will');
    await page.locator('#example').selectOption({ label: '… because it was too tired' });
    await expect(page.locator('#token option:checked')).toHaveText('suggested: it');
  });

  test('a sentence that is chosen brings the attention, the head and the token that it was made for', async ({
    page,
  }) => {
    // Choices within one second make one undo step. A slow machine needs longer, so the clock runs slower.
    await page.addInitScript(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() / 100;
    });
    await visit(page, 'lab=attention&token=3');
    const head = page.locator('sd-attention-tokens [data-head][aria-pressed="true"]');
    const summary = page.locator('sd-attention-tokens sd-figure #summary').first();
    for (const [example, kind, name, query, said] of /** @type {const} */ ([
      ['repeated', 'self', 3, 'cat', '“cat” looks most at “cat”'],
      ['pair-fr', 'cross', 1, 'zone', '“zone” looks most at “Area”'],
      ['tired', 'self', 4, 'it', '“it” looks most at “animal”'],
      ['pair-zh', 'cross', 1, '书', '“书” looks most at “books”'],
      ['repeated-zh', 'self', 3, '知', '“知” looks most at “知”'],
    ])) {
      await page.locator('#example').selectOption(example);
      await expect.poll(() => stateOf(page)).toMatchObject({ example, kind, head: name, token: 0 });
      await expect(page.locator('[data-value="answer-q"]')).toHaveText(query);
      await expect(summary).toContainText(said);
      if (kind === 'self') await expect(head).toHaveAttribute('data-head', String(name));
      expect(await share(page, 'weight')).toBeGreaterThan(15);
      await expect(page.locator('.notes')).toHaveCount(0);
    }
    await linkHolds(page, 'example=repeated-zh');
    await linkHolds(page, 'head=3');
    // All choices together are one undo step, with everything they brought
    await page.locator('scaledot-attention').evaluate((lab) => Object(lab).undo());
    await expect
      .poll(() => stateOf(page))
      .toMatchObject({ example: 'repeated', kind: 'self', head: 3 });
    // A link that says less is taken literally, and tied weights are not called the most
    await page.goto('about:blank');
    await visit(page, 'lab=attention&example=pair-fr');
    expect(await stateOf(page)).toMatchObject({ kind: 'self', head: 4 });
    await expect(summary).toContainText(
      '“zone” looks equally at all 14 tokens that it sees, with 7.1%',
    );
    await expect(summary).not.toContainText('most');
    await page.goto('about:blank');
    await visit(page, 'lab=attention&positions=off&example=repeated-zh&head=3');
    await expect(summary).toContainText('“知” looks most, and equally, at 5 tokens, with 20.0%');
  });

  test('a head is chosen, and a token by its matrix, with the mouse and with keys', async ({
    page,
  }) => {
    await visit(page, 'lab=attention&example=law');
    const tokens = page.locator('sd-attention-tokens');
    await tokens.getByRole('button', { name: '2 previous word' }).click();
    await linkHolds(page, 'head=2');
    await expect(page.locator('[data-value="answer-k"]')).toHaveText('but');
    const heat = tokens.locator('sd-figure').nth(1).locator('.hit');
    await heat.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    await linkHolds(page, 'token=3');
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('will');
    await expect(page.locator('[data-value="answer-k"]')).toHaveText('Law');
  });

  test('all heads are shown at once, and every one has its matrix', async ({ page }) => {
    await visit(page, 'lab=attention&head=0');
    const heat = page.locator('sd-attention-tokens sd-figure').nth(1);
    await expect(heat.locator('text.title')).toHaveText([/itself/, /previous/, /same/, /pronoun/]);
  });

  test('encoder-decoder attention has two sentences; a word finds its translation', async ({
    page,
  }) => {
    await visit(page, 'lab=attention&kind=cross');
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('zone');
    await expect(page.locator('[data-value="answer-k"]')).toHaveText('Area');
    await expect(page.locator('#example')).toHaveValue('pair-fr');
    await page.locator('#second').fill('La zone est signée .');
    await linkHolds(page, 'second=La%20zone');
    await expect(page.locator('sd-attention-matrices [data-matrix]').first()).toBeAttached();
  });

  test('a sentence of one’s own, in any language, is in the link and reads again', async ({
    page,
  }) => {
    await visit(page, 'lab=attention&example=own');
    const tokens = page.locator('#tokens');
    await expect(tokens).toContainText('Your sentence is still empty');
    await page.locator('#text').fill('小猫累了，因为它跑得太快。');
    await expect.poll(async () => (await stateOf(page)).text).toBe('小猫累了，因为它跑得太快。');
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('它');
    await expect(tokens).not.toContainText('still empty');
    await linkHolds(page, 'text=');
    // The link carries this browser's word breaks, so every browser splits the text alike
    await linkHolds(page, 'split=');
    const { split } = await stateOf(page);
    const hash = new URL(page.url()).hash.slice(1);
    await page.goto('about:blank');
    await page.addInitScript(() => Reflect.set(Intl, 'Segmenter', undefined));
    await visit(page, hash);
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('它');
    expect((await stateOf(page)).split).toBe(split);
    const words = String(split).split(',').length;
    await expect(page.locator('#token option')).toHaveCount(words + 1);
  });
});

test.describe('matrices', () => {
  test('steps go forward and back, by button and by arrow key, and all at once', async ({
    page,
  }) => {
    await visit(page, 'lab=attention');
    const matrices = await section(page, 'matrices');
    await expect(matrices.locator('[data-equation]')).toHaveAttribute('data-equation', 'scores');
    await matrices.getByRole('button', { name: 'Next' }).click();
    await expect(matrices.locator('[data-equation]')).toHaveAttribute('data-equation', 'scaled');
    await matrices.locator('[data-step="6"]').focus();
    await page.keyboard.press('ArrowRight');
    await expect(matrices.locator('[data-equation]')).toHaveAttribute('data-equation', 'masked');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await linkHolds(page, 'step=9');
    await expect(matrices.locator('[data-equation]')).toHaveAttribute('data-equation', 'output');
    await expect(matrices.getByRole('button', { name: 'Next' })).toBeDisabled();
    await matrices.getByRole('button', { name: 'Back' }).click();
    await expect(matrices.locator('[data-equation]')).toHaveAttribute('data-equation', 'weights');
    await matrices.getByRole('button', { name: 'All at once' }).click();
    await expect(matrices.locator('[data-equation]')).toHaveCount(9);
  });

  test('a cell that is pointed at lights what made it and spells its arithmetic', async ({
    page,
  }) => {
    await visit(page, 'lab=attention&source=random&example=tired&head=1');
    const matrices = await section(page, 'matrices');
    const scores = cells(matrices, 'scores');
    await scores.hover({ position: await cellAt(scores, 3, 5) });
    await expect(matrices.locator('.place')).toContainText('“cross” to “street”');
    await expect(matrices.locator('[data-matrix="q"] .lane')).toHaveCount(1);
    await expect(matrices.locator('[data-matrix="kt"] .lane')).toHaveCount(1);
    await expect(matrices.locator('[data-matrix="scores"] .cell')).toHaveCount(1);
    const terms = await matrices.locator('.term').allInnerTexts();
    expect(terms).toHaveLength(8);
    const sum = terms
      .map((term) => term.replace(/[()]/g, '').replaceAll('\u2212', '-').split('×').map(Number))
      .reduce((total, [left, right]) => total + left * right, 0);
    expect(await result(matrices)).toBeCloseTo(sum, 2);
  });

  test('a component of a token has its name in quotation marks', async ({ page }) => {
    await visit(page, 'lab=attention&step=1');
    const matrices = await section(page, 'matrices');
    await expect(matrices.locator('.place')).toContainText('“it”, component “word 1”');
  });

  test('keys walk through the cells, and every step has its arithmetic', async ({ page }) => {
    await visit(page, 'lab=attention&source=random&example=tired&head=1&step=8');
    const matrices = await section(page, 'matrices');
    await cells(matrices, 'weights').focus();
    await page.keyboard.press('Home');
    const place = matrices.locator('.place');
    await expect(place).toContainText('to “The”');
    await page.keyboard.press('ArrowRight');
    await expect(place).toContainText('to “animal”');
    await page.keyboard.press('ArrowUp');
    await expect(place).toContainText('“because” to “animal”');
    await expect(matrices.locator('.sum')).toContainText('÷');
    const weight = await result(matrices);
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(1);
    for (const [step, sign] of /** @type {const} */ ([
      [9, '×'],
      [7, '+ 0'],
      [6, '×'],
      [4, '×'],
      [2, '×'],
    ])) {
      await matrices.locator(`[data-step="${step}"]`).click();
      await expect(matrices.locator('.sum')).toContainText(sign);
    }
  });

  test('a changed cell changes all that follows, is in the link, and can be taken back', async ({
    page,
  }) => {
    await visit(page, 'lab=attention&source=random&example=tired&head=1&step=2');
    const matrices = await section(page, 'matrices');
    const before = await share(page, 'weight');
    const q = cells(matrices, 'q');
    await q.dblclick({ position: await cellAt(q, 7, 0) });
    await expect(matrices.locator('#cell')).toBeFocused();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await linkHolds(page, 'edits=5,0,7,0,9');
    await expect.poll(() => share(page, 'weight')).not.toBe(before);
    await expect(matrices.locator('[data-matrix="q"] .changed')).toHaveCount(1);
    await expect.poll(() => result(matrices)).toBe(9);
    await expect(matrices.locator('.sum')).toContainText('changed by you to');
    const x = cells(matrices, 'x');
    await x.click({ position: await cellAt(x, 0, 0) });
    await matrices.locator('#cell').fill('-2.5');
    await matrices.locator('#cell').press('Enter');
    await linkHolds(page, 'edits=5,0,7,0,9,0,0,0,0,-2.5');
    await expect(matrices.locator('.edits')).toContainText('2');
    await matrices.getByRole('button', { name: 'Undo all changes' }).click();
    await expect.poll(() => share(page, 'weight')).toBe(before);
    expect((await stateOf(page)).edits).toBe('');
  });

  test('what is typed into a cell is taken as it is, or refused beside it', async ({ page }) => {
    await visit(page, 'lab=attention&source=random&head=1&step=2');
    const matrices = await section(page, 'matrices');
    const q = cells(matrices, 'q');
    await q.dblclick({ position: await cellAt(q, 2, 0) });
    const box = matrices.locator('#cell');
    const before = await box.inputValue();
    for (const text of ['1,5', '1/3', '0x10']) {
      await box.fill(text);
      await box.press('Enter');
      await expect(matrices.locator('#cell-note')).toContainText(`“${text}” is not a number`);
      await expect(box).toHaveValue(before);
    }
    await box.fill('');
    await box.press('Enter');
    await expect(matrices.locator('#cell-note')).toContainText('The field is empty');
    await expect(matrices.locator('#cell-note')).not.toContainText('“”');
    await box.fill('1e38');
    await box.press('Enter');
    const note = matrices.locator('#cell-note');
    await expect(note).toContainText('1e38 is beyond the limit; 1,000,000 is used');
    await expect(page.locator('[part="notes"]')).toHaveCount(0);
    await linkHolds(page, 'edits=5,0,2,0,1000000');
    await expect(matrices.locator('.sum')).toContainText('changed by you to 1,000,000');
    // The same again, over the number that is there
    await box.fill('1e39');
    await box.press('Enter');
    await expect(box).toHaveValue('1000000');
    await expect(note).toContainText('1e39');
    await matrices.getByRole('button', { name: 'Restore' }).click();
    await expect(note).toBeEmpty();
    await expect(box).toHaveValue(before); // the note goes at once, the number after the computation
    await box.fill('-1e38');
    await box.press('Enter');
    await expect(note).toContainText('\u22121,000,000 is used');
    await page.locator('scaledot-attention').evaluate((lab) => Object.assign(lab, { head: 2 }));
    await expect(note).toBeEmpty();
    await page.locator('scaledot-attention').evaluate((lab) => Object.assign(lab, { head: 1 }));
    await expect(box).toHaveValue('-1000000');
    await box.fill('0.25');
    await box.press('Enter');
    await expect(matrices.locator('#cell-note')).toBeEmpty();
  });

  test('the arithmetic never lies over the steps, and every matrix tells its colours', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(page, 'lab=attention&example=law');
    const matrices = await section(page, 'matrices');
    await expect(matrices.locator('[data-matrix] text.legend')).toHaveCount(6);
    await matrices
      .locator('.steps')
      .evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await matrices.getByRole('button', { name: 'Next' }).click({ trial: true });
    for (const button of await matrices.locator('[data-step]').all())
      await button.click({ trial: true });
  });

  test('a finger taps a cell', async ({ browser }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    await visit(page, 'lab=attention&source=random&example=tired&head=1');
    const matrices = await section(page, 'matrices');
    const scores = cells(matrices, 'scores');
    await scores.scrollIntoViewIfNeeded();
    await scores.tap({ position: await cellAt(scores, 2, 1) });
    await expect(matrices.locator('.place')).toContainText("“didn't” to “animal”");
    const q = cells(matrices, 'q');
    await q.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await q.tap({ position: await cellAt(q, 0, 0) });
    await expect(matrices.locator('.place')).toContainText('“The”');
    await expect(matrices.locator('.arithmetic .result')).toBeInViewport();
    await context.close();
  });

  test('every matrix is saved, as CSV, JSON and .npy', async ({ page }) => {
    await visit(page, 'lab=attention&source=random&example=tired&head=1&step=8');
    const data = await section(page, 'data');
    for (const [kind, start] of /** @type {const} */ ([
      ['CSV', '# title: weights'],
      ['JSON', '{'],
      ['.npy', '\x93NUMPY'],
    ])) {
      const download = page.waitForEvent('download');
      await data.getByRole('button', { name: `weights: ${kind}` }).click();
      const file = await download;
      const bytes = fs.readFileSync(await file.path());
      expect(file.suggestedFilename()).toMatch(/^weights.*\.(csv|json|npy)$/);
      expect(bytes.toString('latin1').startsWith(start)).toBe(true);
      if (kind === 'CSV') {
        const rows = linesOf(bytes.toString()).map((row) => row.split(',').map(Number));
        expect(rows).toHaveLength(12);
        for (const row of rows)
          expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      }
    }
  });
});

test.describe('masks', () => {
  test('a causal mask hides what comes later', async ({ page }) => {
    await visit(page, 'lab=attention&source=random&example=tired&head=1&step=7');
    const masks = await section(page, 'masks');
    await masks.getByRole('button', { name: 'causal' }).click();
    await linkHolds(page, 'mask=causal');
    const matrices = await section(page, 'matrices');
    const masked = cells(matrices, 'masked');
    await masked.hover({ position: await cellAt(masked, 2, 5) });
    await expect(matrices.locator('[data-value="result"]')).toHaveText('−∞');
    await expect(matrices.locator('.sum')).toContainText('hidden');
    await expect(masks.locator('[data-value="blocked"]')).toHaveText('0%');
    expect(parseFloat(await masks.locator('[data-value="leak"]').innerText())).toBeGreaterThan(0);
  });

  test('a fully masked row is shown as such and explained', async ({ page }) => {
    await visit(
      page,
      'lab=attention&example=law&kind=causal&mask=padding&side=start&length=20&token=2&step=8',
    );
    await expect(page.locator('.answer')).toContainText('sees no key');
    await expect(page.locator('sd-attention-tokens .warning')).toContainText('fully masked');
    const matrices = await section(page, 'matrices');
    await expect(matrices.locator('.sum')).toContainText('by definition');
    expect(await result(matrices)).toBe(0);
    await scrollThrough(page);
    expect(await page.locator('body').innerText()).not.toMatch(/NaN(?!，|,| |。|\.|\s)/);
  });

  test('padding, window and what True means have their words', async ({ page }) => {
    await visit(page, 'lab=attention&mask=window&window=0&source=random');
    await expect(page.locator('[data-value="answer-weight"]')).toHaveText('100%');
    const masks = await section(page, 'masks');
    const mask = masks.locator('[data-mask=none]');
    const [title, cells] = await Promise.all(
      [mask.getByRole('button'), mask.locator('.hit')].map((part) => part.boundingBox()),
    );
    expect(Math.abs((cells?.x ?? NaN) - (title?.x ?? NaN)), 'begins below its title').toBeLessThan(
      3,
    );
    await expect(masks.locator('.meanings tbody tr')).toHaveCount(7);
    await expect(masks.locator('.meanings')).toContainText('key_padding_mask');
  });
});

test.describe('one’s own matrices', () => {
  const csv = 'Q\n1,0\n0,1\n\nK\n2,0\n0,0\n\nV\n1,2,3\n4,5,6\n';
  const usable = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

  test('are pasted, computed with, and not in the link', async ({ page }) => {
    await visit(page, 'lab=attention');
    const data = await section(page, 'data');
    await data.locator('textarea').fill(csv);
    await data.getByRole('button', { name: 'Use this' }).click();
    await expect(data).toContainText('Your matrices are in use');
    // softmax(2 / sqrt(2), 0)
    await expect.poll(() => share(page, 'weight')).toBe(80.4);
    await linkHolds(page, 'source=own');
    expect(page.url()).not.toContain('edits');
    const matrices = await section(page, 'matrices');
    await expect(matrices.locator('[data-step="1"]')).toHaveCount(0);
    await data.getByRole('button', { name: 'Forget my data' }).click();
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
  });

  test('X and W come from the sample, and from files dropped or chosen one by one', async ({
    page,
  }) => {
    await visit(page, 'lab=attention');
    const data = await section(page, 'data');
    await data.getByRole('button', { name: 'Fill in a sample' }).click();
    await data.getByRole('button', { name: 'Use this' }).click();
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('t1');
    const download = page.waitForEvent('download');
    await data.locator('[data-sample=safetensors]').click();
    const sample = await download;
    await data.locator('input[type=file]').setInputFiles({
      name: sample.suggestedFilename(),
      mimeType: 'application/octet-stream',
      buffer: fs.readFileSync(await sample.path()),
    });
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('one');
    const matrix = (/** @type {string} */ name, /** @type {number[][]} */ rows) => ({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(rows)),
    });
    await data
      .locator('input[type=file]')
      .setInputFiles([matrix('Q', [[1, 0]]), matrix('K', [[1, 1]])]);
    await expect(data.locator('select[data-part]')).toHaveCount(2);
    await data.locator('input[type=file]').setInputFiles([matrix('mine', [[7]])]);
    await data.locator('select[data-part="mine"]').selectOption({ label: 'V' });
    await expect(data).toContainText('Your matrices are in use');
    await expect(page.locator('[data-value="answer-weight"]')).toHaveText('100%');
  });

  test('of wrong shapes, numbers or words are refused in one sentence, and the lab stays', async ({
    page,
  }) => {
    await visit(page, 'lab=attention');
    const data = await section(page, 'data');
    for (const [text, words] of /** @type {const} */ ([
      ['Q\n1,0\n\nK\n1,0,3\n\nV\n1\n', 'K: got the shape [1, 3]'],
      ['Q\n1,nan\n\nK\n1,0\n\nV\n1\n', 'NaN'],
      ['Q\n1,2\n3\n', 'expected'],
      ['hello world, this is no matrix', 'expected'],
      ['', 'expected'],
    ])) {
      // The message about the previous file goes away with it.
      await data.locator('input[type=file]').setInputFiles(usable);
      await expect(data.getByRole('alert')).toHaveCount(0);
      await data.getByRole('button', { name: 'Forget my data' }).click();
      await data.locator('textarea').fill(text);
      await data.getByRole('button', { name: 'Use this' }).click();
      await expect(data.getByRole('alert')).toContainText(words);
      await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
    }
  });

  test('that are broken or lie about their size are refused', async ({ page }) => {
    await visit(page, 'lab=attention');
    const data = await section(page, 'data');
    const header = '{"Q":{"dtype":"F32","shape":[2147483647,4096],"data_offsets":[0,8]}}';
    const length = Buffer.alloc(8);
    length.writeUInt32LE(header.length);
    const files = [
      ['liar.safetensors', Buffer.concat([length, Buffer.from(header), Buffer.alloc(8)])],
      ['short.npy', Buffer.from('\x93NUMPY\x01\x00v\x00{', 'latin1')],
      ['no.npz', Buffer.from('PK\x03\x04garbage')],
    ];
    for (const [name, buffer] of /** @type {[string, Buffer][]} */ (files)) {
      await data
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await expect(data.getByRole('alert')).toContainText(name);
    }
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
  });
});

test('each question is asked, answered and explained', async ({ page }) => {
  await visit(page, 'lab=attention');
  for (const [chip, answer, text] of /** @type {const} */ ([
    ['What does “it” mean?', 'what “it” stands for', 'to “street”'],
    ['Where do Q, K and V come from?', 'three learned matrices', '32 × 16'],
    ['Mask = score 0', 'Some: e⁰ is 1', 'which it must not see'],
    ['Order does not matter?', 'exactly the same', 'a set of words'],
    ['Without the factor', 'nearly everything', 'eight times'],
  ])) {
    await page.locator('.chips').getByRole('button', { name: chip }).click();
    await page.locator('.card .choices').getByRole('button', { name: answer }).click();
    await expect(page.locator('.explanation'), chip).toContainText('That is right.');
    await expect(page.locator('.explanation'), chip).toContainText(text);
  }
});

test('shuffled words have the same attention to the last digit', async ({ page }) => {
  await visit(page, 'lab=attention&preset=order');
  await page.locator('.card .choices button').first().click();
  await expect(page.locator('.explanation')).toContainText(/gives \d/); // once the engine is fully loaded
  const words = await page.locator('.explanation').innerText();
  const [, before, after] = /gives ([\d.]+%) to .* and ([\d.]+%) when/.exec(words) ?? [];
  expect(before).toBeTruthy();
  expect(before).toBe(after);
});

test('512 tokens are drawn, read and saved', async ({ page }) => {
  await visit(page, 'lab=attention&source=random&count=512&dk=16&token=300');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('t300');
  await expect(page.locator('sd-attention-tokens')).toContainText('32 of 512 tokens');
  const matrices = await section(page, 'matrices');
  await cells(matrices, 'scores').focus();
  await page.keyboard.press('ArrowRight');
  await expect(matrices.locator('.place')).toContainText('“t300”');
  await expect(matrices.locator('.term')).toHaveCount(8);
  await matrices.getByRole('button', { name: '+ 8 more' }).click();
  await expect(matrices.locator('.term')).toHaveCount(16);
});

test('the code prints the digits of the page', async ({ page }) => {
  await visit(page, 'lab=attention');
  await openCode(page);
  const output = page.locator('sd-code .output, sd-code pre').last();
  await expect(output).toContainText('it -> animal: 0.6967');
  await expect(output).toContainText('without the factor, it -> animal: 0.9820');
});
