// The visitor's own files in the Attention lab: read beside the page, all of them or none, and given back as they came.
import fs from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { zip } from '../js/files/files.js';
import { host } from './host.js';
import { expect, test, visit, wordsOf } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').FrameLocator} FrameLocator */

/** The section, scrolled to. @param {Page | FrameLocator} page */
async function section(page) {
  const place = page.locator('sd-attention-data');
  // In a frame it is fetched when it comes near.
  await page
    .locator('.coming, sd-attention-data')
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return place;
}

/** @param {string} name @param {Uint8Array | string} content */
const file = (name, content) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Lengths and directions that make each query look at its own key. @param {number} rows */
const rowsOf = (rows) =>
  Array.from({ length: rows }, (_, i) => `${i + 1},${rows - i},0.5,0.25,0.125`).join('\n');

/** More than is read at once. */
const long = `Q\n${rowsOf(100)}\nK\n${rowsOf(100)}\nV\n${rowsOf(100)}\n`;

/** A .npy of zeros, [rows, 4096]. @param {number} rows */
function zeros(rows) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, 4096), }`.padEnd(117);
  const head = Buffer.from(`\x93NUMPY\x01\x00\x76\x00${header}\n`, 'latin1');
  return Buffer.concat([head, Buffer.alloc(rows * 4096 * 4)]);
}

test('a long file is read by a worker, which goes again', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const worker = page.waitForEvent('worker');
  await data.locator('input[type=file]').setInputFiles(file('mine.csv', long));
  const own = await worker;
  await expect(data).toContainText('Your matrices are in use');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('t1');
  await expect.poll(() => page.workers().includes(own)).toBe(false);
});

test('a zip that inflates to 60 MiB leaves the page at work, and is refused', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const bomb = zip([{ name: 'q.npy', content: zeros(3800) }]);
  expect(bomb.length).toBeLessThan(2 ** 17);
  const worker = page.waitForEvent('worker');
  await data.locator('input[type=file]').setInputFiles(file('bomb.npz', bomb));
  await worker;
  await expect(data.getByRole('alert')).toHaveText(
    'bomb.npz cannot be used, and nothing has changed: q: got 3800 tokens; expected from 1 to 512, as many as the lab shows.',
  );
});

test('numbers too large for float32 are told as such, with the row and the key', async ({
  page,
}) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  await data
    .locator('input[type=file]')
    .setInputFiles(file('large.csv', 'Q\n1e20,0\n1,0\n\nK\n1e20,1\n1,1\n\nV\n1\n2\n'));
  const answer = page.locator('.answer');
  await expect(answer).toContainText(
    /t1 has no weights .* score for t1 is larger than float32 can hold/s,
  );
  await expect(page.locator('sd-attention-tokens')).toContainText('“t1” (1 row)');
  for (const words of await Promise.all([answer.innerText(), wordsOf(page)])) {
    expect(words).not.toMatch(/gives\s+–\s+of its attention/);
    expect(words).not.toContain('is one query and adds up to 1');
  }
  await page.locator('#token').selectOption({ label: '2 t2' });
  await expect(page.locator('[data-value="answer-weight"]')).toHaveText(/%$/);
});

test('own matrices have no sentence to choose, and open on their first head', async ({ page }) => {
  await visit(page, 'lab=attention&head=4');
  const data = await section(page);
  await expect(page.locator('#example')).toBeVisible();
  const heads = Array.from({ length: 12 }, (_, head) => [
    [head, 1],
    [1, 0],
  ]);
  const text = JSON.stringify({ q: heads, k: heads, v: heads });
  await data.locator('input[type=file]').setInputFiles(file('twelve.json', text));
  const chips = page.locator('sd-attention-tokens [data-head]');
  await expect(chips).toHaveCount(13);
  await expect(page.locator('sd-attention-tokens [data-head="1"]')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.locator('#example')).toHaveCount(0);
  await data.getByRole('button', { name: 'Forget my data' }).click();
  await expect(page.locator('#example')).toBeVisible();
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
});

test('a link that asks for heads and tokens that are not there is told which are shown', async ({
  page,
}) => {
  await visit(page, 'lab=attention&head=99&token=9999');
  const notes = page.locator('[part="notes"]');
  await expect(notes).toContainText(/Head: 99 .*\b4\b/);
  await expect(notes).toContainText(/Query token: 9999 .*\b12\b/);
  await expect(notes).not.toContainText(/\b(16|512)\b/);
});

test('whoever goes back comes to the matrices that were there, unless they are forgotten', async ({
  page,
}) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const input = data.locator('input[type=file]');
  const undo = () => page.locator('#scale').press('Control+z');
  const q = page.locator('[data-value="answer-q"]');
  const weight = page.locator('[data-value="answer-weight"]');
  // Scores 1 and 0, then 2 and 0
  await input.setInputFiles(file('one.csv', 'Q\n1\n1\nK\n1\n0\nV\n1\n0\n'));
  await expect(weight).toHaveText('73.1%');
  await page.locator('#token').selectOption({ label: '2 t2' });
  await expect(q).toHaveText('t2');
  await input.setInputFiles(file('two.csv', 'Q\n2\n2\nK\n1\n0\nV\n1\n0\n'));
  await expect(weight).toHaveText('88.1%');
  await expect(q).toHaveText('t1');
  await undo();
  await expect(q).toHaveText('t2');
  await expect(weight).toHaveText('73.1%');
  await data.getByRole('button', { name: 'Forget my data' }).click();
  await expect(q).toHaveText('it');
  await undo();
  await expect(page.locator('.answer')).toContainText('No matrices of your own are loaded');
});

test('files that are dropped on the section are used', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const given = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Q\n1\nK\n1\n0\nV\n1\n0\n'], 'dropped.csv'));
    return transfer;
  });
  await data.locator('.drop').dispatchEvent('dragover', { dataTransfer: given });
  await data.locator('.drop').dispatchEvent('drop', { dataTransfer: given });
  await expect(data).toContainText('Your matrices are in use');
  // Scores 1 and 0: e / (e + 1)
  await expect(page.locator('.answer')).toContainText('73.1');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('q1');
});

test('of several files all are used, or none', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const input = data.locator('input[type=file]');
  await input.setInputFiles([
    file('good.csv', 'Q\n1\nK\n1\nV\n1\n'),
    file('bad.csv', 'Q\n1\nx,y\n'),
  ]);
  await expect(data.getByRole('alert')).toContainText('bad.csv cannot be used');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
  await input.setInputFiles([file('Q.csv', '1,2\n'), file('K.csv', '1,2\n')]);
  await expect(data.locator('select[data-part]')).toHaveCount(2);
  await input.setInputFiles(file('V.csv', '1,2\n3,4\n'));
  await expect(data.getByRole('alert')).toContainText('These matrices together cannot be used');
  await expect(data.locator('select[data-part]')).toHaveCount(2);
  await data.getByRole('button', { name: 'Forget my data' }).click();
  await expect(data.locator('select[data-part]')).toHaveCount(0);
  await expect(data.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
});

test('a refusal has a Chinese frame on the Chinese page', async ({ page }) => {
  await visit(page, 'lab=attention&lang=zh-Hans');
  const data = await section(page);
  await data.locator('input[type=file]').setInputFiles(file('q.csv', 'Q\n1,nan\nK\n1\n'));
  await expect(data.getByRole('alert')).toHaveText(
    '“q.csv”无法使用，一切保持原样。原因（英文）：Q: row 1, column 2: got NaN; expected finite numbers',
  );
});

test('a checkpoint of other words says which it knows', async ({ page }) => {
  const numbers = { tokenEmbedding: [2, 2], 'layers.0.attention.wq': [2, 2] };
  for (const name of ['wk', 'wv', 'wo'])
    Object.assign(numbers, { [`layers.0.attention.${name}`]: [2, 2] });
  const header = Object.fromEntries(
    Object.entries(numbers).map(([name, shape], i) => [
      name,
      { dtype: 'F32', shape, data_offsets: [16 * i, 16 * i + 16] },
    ]),
  );
  const metadata = { format: 'scaledot', heads: '2', vocabulary: '["red","blue"]' };
  const text = JSON.stringify({ __metadata__: metadata, ...header });
  const length = Buffer.alloc(8);
  length.writeUInt32LE(text.length);
  const values = new Float32Array(20).map((_, i) => Math.sin(i));
  const bytes = Buffer.concat([length, Buffer.from(text), Buffer.from(values.buffer)]);
  await visit(page, 'lab=attention');
  const data = await section(page);
  await data.locator('input[type=file]').setInputFiles(file('colours.safetensors', bytes));
  await expect(page.locator('.answer')).toContainText('such as "red", "blue"');
  await page
    .locator('#lab')
    .evaluate(
      (lab) => void (/** @type {any} */ (lab).setState({ example: 'own', text: 'red blue red' })),
    );
  await expect(page.locator('[data-value="answer-q"]')).toHaveText(/red|blue/);
  await expect(page.locator('[data-head]')).toHaveCount(3);
});

for (const kind of ['CSV', 'JSON', '.npy']) {
  test(`what is saved as ${kind} is read again, to the last digit`, async ({ page }) => {
    await visit(page, 'lab=attention&source=random&example=tired&head=1');
    const data = await section(page);
    const weights = () =>
      page
        .locator('#lab')
        .evaluate((lab) => [.../** @type {any} */ (lab).model.head(0).weights.data]);
    const before = await weights();
    const files = [];
    for (const name of ['queries', 'keys', 'values']) {
      const download = page.waitForEvent('download');
      await data.getByRole('button', { name: `${name}: ${kind}`, exact: true }).click();
      const saved = await download;
      files.push(file(saved.suggestedFilename(), fs.readFileSync(await saved.path())));
    }
    await data.locator('input[type=file]').setInputFiles(files);
    await expect(data).toContainText('Your matrices are in use');
    await expect(page.locator('[data-value="answer-q"]')).toHaveText(/^[tq]\d+$/);
    expect(await weights()).toEqual(before);
  });
}

test('in the strictest sandbox, where no worker starts, files are read all the same', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(
    `<iframe title="lab" sandbox="allow-scripts" width="900" height="700" src="${baseURL}embed.html#lab=attention&lang=en"></iframe>`,
  );
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('[data-value="answer-q"]')).toHaveText('it');
  const data = await section(frame);
  await data.locator('input[type=file]').setInputFiles(file('mine.csv', long));
  await expect(data).toContainText('Your matrices are in use');
  await expect(frame.locator('[data-value="answer-q"]')).toHaveText('t1');
  await expect(data).toContainText('forbids downloads');
  close();
});

for (const [lang, theme] of [
  ['en', 'light'],
  ['zh-Hans', 'dark'],
]) {
  test(`axe finds nothing where files wait and one is refused, in ${lang}, ${theme}`, async ({
    page,
  }) => {
    await visit(page, `lab=attention&lang=${lang}&theme=${theme}`);
    const data = await section(page);
    const input = data.locator('input[type=file]');
    await input.setInputFiles([file('Q.csv', '1,2\n'), file('mine.csv', '1,2\n')]);
    await expect(data.locator('select[data-part]')).toHaveCount(2);
    await input.setInputFiles(file('bad.csv', 'Q\n1\nx,y\n'));
    await expect(data.getByRole('alert')).toContainText('bad.csv');
    const { violations } = await new AxeBuilder({ page })
      .include('#lab')
      .options({ resultTypes: ['violations'] })
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  });
}

test('text is pasted and taken, and forgotten again, with the keyboard alone', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  await data.getByLabel('Paste CSV or JSON').focus();
  await page.keyboard.insertText('Q\n1,0\nK\n1,0\nV\n1\n');
  await page.keyboard.press('Tab');
  await expect(data.getByRole('button', { name: 'Use this' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(data.getByRole('status').first()).toContainText('Your matrices are in use');
  for (const name of ['Fill in a sample', '.csv', '.safetensors', 'Forget my data']) {
    await page.keyboard.press('Tab');
    await expect(data.locator(':focus')).toContainText(name);
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
  await expect(data.getByLabel('Paste CSV or JSON')).toBeFocused();
});
