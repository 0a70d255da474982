// The visitor's own files in the Attention lab: read without blocking the page, accepted all or none, and returned unchanged.
import fs from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { zip } from '../js/files/files.js';
import { host } from './host.js';
import { expect, linkHolds, overflow, stateOf, test, unless, visit, wordsOf } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').FrameLocator} FrameLocator */

/** Returns the section, scrolled into view. @param {Page | FrameLocator} page */
async function section(page) {
  const place = page.locator('sd-attention-data');
  // In a frame the section is fetched when it comes near the window.
  await page
    .locator('.lazy, sd-attention-data')
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

/** Lengths and directions that make each query attend to its own key. @param {number} rows */
const rowsOf = (rows) =>
  Array.from({ length: rows }, (_, i) => `${i + 1},${rows - i},0.5,0.25,0.125`).join('\n');

/** Too long to be read at once. */
const long = `Q\n${rowsOf(100)}\nK\n${rowsOf(100)}\nV\n${rowsOf(100)}\n`;

/** @typedef {{data: Float32Array, shape: number[]}} Tensor */

/** Returns deterministic numbers that differ for each shape. @param {...number} shape @returns {Tensor} */
const tensor = (...shape) => ({
  data: new Float32Array(shape.reduce((size, length) => size * length, 1)).map((_, i) =>
    Math.sin(1.7 * i + shape.length + shape[0]),
  ),
  shape,
});

/** @param {Record<string, Tensor>} tensors @param {Record<string, string>} [metadata] */
function safetensors(tensors, metadata = {}) {
  let end = 0;
  const header = Object.entries(tensors).map(([name, { data, shape }]) => {
    const start = end;
    end += data.byteLength;
    return [name, { dtype: 'F32', shape, data_offsets: [start, end] }];
  });
  const text = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(header) });
  const length = Buffer.alloc(8);
  length.writeUInt32LE(Buffer.byteLength(text));
  const parts = Object.values(tensors).map(({ data }) => Buffer.from(data.buffer));
  return Buffer.concat([length, Buffer.from(text), ...parts]);
}

/**
 * Returns the weights of one head in double precision, computed from the numbers as they lie in the file.
 * @param {Tensor} x  its last two axes are tokens and components
 * @param {{of: Tensor, first: number, outIn: boolean}[]} sides  of queries and keys; `first` is the first output of the head
 * @param {number} dim
 */
function naiveWeights(x, sides, dim) {
  const [length, width] = x.shape.slice(-2);
  const rows = Array.from({ length }, (_, i) => i);
  const [queries, keys] = sides.map(({ of, first, outIn }) =>
    rows.map((row) =>
      Array.from({ length: dim }, (_, i) =>
        Array.from({ length: width }, (_, input) => {
          const at = outIn ? (first + i) * width + input : input * of.shape[1] + first + i;
          return x.data[row * width + input] * of.data[at];
        }).reduce((sum, each) => sum + each, 0),
      ),
    ),
  );
  return queries.flatMap((query) => {
    const powers = keys.map((key) =>
      Math.exp(key.reduce((sum, each, i) => sum + each * query[i], 0) / Math.sqrt(dim)),
    );
    const total = powers.reduce((sum, each) => sum + each, 0);
    return powers.map((power) => power / total);
  });
}

/** @param {Page} page @param {number} head @returns {Promise<number[]>} */
const weightsOf = (page, head) =>
  page
    .locator('#lab')
    .evaluate((lab, head) => [.../** @type {any} */ (lab).model.head(head).weights.data], head);

/** @param {readonly number[]} found @param {readonly number[]} wanted */
function expectClose(found, wanted) {
  expect(found).toHaveLength(wanted.length);
  found.forEach((weight, i) => expect(weight).toBeCloseTo(wanted[i], 5));
}

/** Returns a .npy of zeros, [rows, 4096]. @param {number} rows */
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

test('a worker that falls silent while it reads is told of, and the page goes on', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { setInterval, Worker } = globalThis;
    globalThis.setInterval = /** @type {any} */ (
      (/** @type {() => void} */ look, /** @type {number} */ every) => setInterval(look, every / 20)
    );
    Object(globalThis).silenced = 0;
    globalThis.Worker = class extends Worker {
      /** @param {any} message @param {any} transfer */
      postMessage(message, transfer) {
        super.postMessage(message, transfer);
        if (message.type !== 'read' || Object(globalThis).silenced++ > 0) return;
        this.addEventListener('message', () => this.terminate(), { once: true });
      }
    };
  });
  await visit(page, 'lab=attention');
  const data = await section(page);
  const choose = data.locator('input[type=file]');
  await choose.setInputFiles(file('mine.csv', long));
  await expect(data.getByRole('alert')).toHaveText(
    'mine.csv cannot be used, and nothing has changed: it was not read within a minute; a smaller one may be.',
  );
  await choose.setInputFiles([]);
  await choose.setInputFiles(file('mine.csv', long));
  await expect(data).toContainText('Your matrices are in use');
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
    /“t1” has no weights .* score for “t1” is larger than float32 can hold/s,
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
    '“q.csv”无法使用，一切保持原样。原因（英文）：Q: row 1, column 2: got NaN; expected finite numbers。',
  );
});

test('a checkpoint of other words says which it knows', async ({ page }) => {
  const names = ['wq', 'wk', 'wv', 'wo'].map((name) => `layers.0.attention.${name}`);
  const bytes = safetensors(
    Object.fromEntries(['tokenEmbedding', ...names].map((name) => [name, tensor(2, 2)])),
    { format: 'scaledot', heads: '2', vocabulary: '["red","blue"]' },
  );
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

test('X with matrices of 768 x 768 has twelve heads, says that this is assumed, and asks', async ({
  page,
}) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const wide = tensor(768, 768);
  const bytes = safetensors({ X: tensor(1, 4, 768), W_Q: wide, W_K: wide, W_V: wide });
  await data.locator('input[type=file]').setInputFiles(file('wide.safetensors', bytes));
  const answer = page.locator('.answer');
  await expect(answer).toContainText('Assumed: 12 heads; the data do not say how many.');
  await expect(answer).toContainText('Assumed: the matrices are [in, out]');
  const chips = page.locator('sd-attention-tokens [data-head]');
  await expect(chips).toHaveCount(13);
  const status = data.getByRole('status').first();
  await expect(status).toContainText('The batch axis of length 1 is left out: X [1, 4, 768].');
  const heads = data.getByLabel('Heads of your matrices');
  await expect(heads.locator('option:checked')).toHaveText('assumed: 12');
  await expect(heads.locator('option')).toHaveText([
    ...['assumed: 12', '1', '2', '3', '4', '6', '8', '12', '16'],
  ]);
  // The choice made beside the answer shows here as well.
  await page.locator('.settings #own-heads').selectOption('4');
  await expect(chips).toHaveCount(5);
  await expect(heads).toHaveValue('4');
  await expect(answer).not.toContainText('heads');
  await expect(answer).toContainText('Assumed: the matrices are [in, out]');
  await linkHolds(page, 'own-heads=4');
});

test('square matrices are turned by hand, with the keyboard, and everything follows', async ({
  page,
}) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const [x, wq, wk, wv] = [tensor(5, 6), tensor(6, 6), tensor(6, 6), tensor(6, 6)];
  wk.data.reverse();
  const bytes = safetensors({ x, wq, wk, wv }, { heads: '2' });
  await data.locator('input[type=file]').setInputFiles(file('square.safetensors', bytes));
  const way = data.getByLabel('Order of the axes in your data');
  await expect(way.locator('option:checked')).toHaveText('assumed: [in, out]');
  await expect(data.locator('[data-open=ownHeads]')).toHaveCount(0);
  const sides = (/** @type {boolean} */ outIn) => [wq, wk].map((of) => ({ of, first: 3, outIn }));
  expectClose(await weightsOf(page, 1), naiveWeights(x, sides(false), 3));
  await way.focus();
  await page.keyboard.press('End');
  await expect(way).toHaveValue('out-in');
  await expect(page.locator('.answer')).not.toContainText('Assumed');
  expectClose(await weightsOf(page, 1), naiveWeights(x, sides(true), 3));
  await page.locator('#scale').press('Control+z');
  await expect(way).toHaveValue('assumed');
  expectClose(await weightsOf(page, 1), naiveWeights(x, sides(false), 3));
});

test('heads and tokens change places by hand where shapes fit both', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const [q, k, v] = [tensor(5, 4, 6), tensor(5, 4, 6), tensor(5, 4, 6)];
  await data
    .locator('input[type=file]')
    .setInputFiles(file('qkv.safetensors', safetensors({ q, k, v })));
  const way = data.getByLabel('Order of the axes in your data');
  await expect(way.locator('option:checked')).toHaveText('assumed: [heads, tokens, dₖ]');
  await expect(page.locator('.answer')).toContainText('Read as 5 heads of 4 tokens');
  // 5 heads, and one for all of them together
  await expect(page.locator('sd-attention-tokens [data-head]')).toHaveCount(6);
  await way.selectOption('tokens-first');
  await expect(page.locator('sd-attention-tokens [data-head]')).toHaveCount(5);
  await expect(page.locator('.answer')).not.toContainText('Read as');
  await linkHolds(page, 'orientation=tokens-first');
});

for (const outIn of [false, true]) {
  const [name, shape] = outIn ? ['in_proj_weight', [18, 6]] : ['attn.c_attn.weight', [6, 18]];
  test(`${name} of one attention is split, and all of it is said`, async ({ page }) => {
    await visit(page, 'lab=attention&own-heads=3');
    const data = await section(page);
    const [x, fused] = [tensor(1, 5, 6), tensor(...shape)];
    const bytes = safetensors({ x, [name]: fused, 'ln_1.weight': tensor(6) });
    await data.locator('input[type=file]').setInputFiles(file('one.safetensors', bytes));
    const status = data.getByRole('status').first();
    await expect(status).toContainText('The batch axis of length 1 is left out: x [1, 5, 6].');
    await expect(status).toContainText(`${name} [${shape.join(', ')}] is split into`);
    await expect(status).toContainText('Not used: ln_1.weight.');
    await expect(status).toContainText(outIn ? 'nn.Linear' : 'Your matrices are in use.');
    // The link set the number of heads for the first data that arrive
    await expect(page.locator('sd-attention-tokens [data-head]')).toHaveCount(4);
    await expect(page.locator('.answer')).not.toContainText('Assumed');
    for (const head of [0, 1, 2]) {
      const sides = [2 * head, 6 + 2 * head].map((first) => ({ of: fused, first, outIn }));
      expectClose(await weightsOf(page, head), naiveWeights(x, sides, 2));
    }
    await data.locator('input[type=file]').setInputFiles(file('two.safetensors', bytes));
    await expect(page.locator('.answer')).toContainText('Assumed: 1 head;');
    await expect(data.locator('[data-open=ownHeads]')).toHaveValue('0');
  });
}

test('a number of heads that does not fit is told, with what is taken in its place', async ({
  page,
}) => {
  await visit(page, 'lab=attention&own-heads=5');
  const data = await section(page);
  const [wq, wk, wv] = [tensor(6, 4), tensor(6, 2), tensor(6, 2)];
  const bytes = safetensors({ x: tensor(5, 6), wq, wk, wv });
  await data.locator('input[type=file]').setInputFiles(file('five.safetensors', bytes));
  await expect(page.locator('.answer')).toContainText(
    '5 heads do not fit the widths of these matrices. Assumed: 2 heads; the data do not say how many.',
  );
  await expect(data).toContainText('2 heads of queries share 1 head of keys and values.');
});

test('what is assumed is said in the language that is spoken', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const wide = tensor(6, 6);
  const names = { 'q_proj.weight': wide, 'k_proj.weight': wide, 'v_proj.weight': wide };
  const bytes = safetensors({ x: tensor(5, 6), ...names });
  await data.locator('input[type=file]').setInputFiles(file('linear.safetensors', bytes));
  const answer = page.locator('.answer');
  await expect(answer).toContainText('Their names suggest it');
  await page
    .locator('#lab')
    .evaluate((lab) => void (/** @type {any} */ (lab).setState({ lang: 'zh-Hans' })));
  await expect(answer).toContainText('假定有 1 个头：数据里没有说明。');
  await expect(answer).toContainText('假定矩阵按 [out, in] 存放');
  await expect(data.locator('[data-open=orientation] option:checked')).toHaveText(
    '假定：[out, in]（nn.Linear）',
  );
});

test('messages have the shapes that the visitor wrote', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const tensors = { Q: tensor(1, 2, 4, 3), K: tensor(1, 2, 5, 3), V: tensor(1, 2, 6, 3) };
  await data.locator('input[type=file]').setInputFiles(file('a.safetensors', safetensors(tensors)));
  await expect(data.getByRole('alert')).toHaveText(
    'a.safetensors cannot be used, and nothing has changed: V: got the shape [1, 2, 6, 3]; expected [1, 2, 5, ...], a row for each key.',
  );
});

test('a whole checkpoint is refused by its layout, also one that is too large to be read', async ({
  page,
}, info) => {
  await visit(page, 'lab=attention&lang=en&theme=dark');
  const data = await section(page);
  const layers = Array.from({ length: 12 }, (_, i) => [`h.${i}.attn.c_attn.weight`, tensor(2, 6)]);
  const bytes = safetensors({ 'wte.weight': tensor(3, 2), ...Object.fromEntries(layers) });
  const sentence =
    'cannot be used, and nothing has changed: got a whole checkpoint in the layout of GPT-2, 12 attention layers; expected one attention and its x. The Models lab opens whole checkpoints.';
  const input = data.locator('input[type=file]');
  await input.setInputFiles(file('model.safetensors', bytes));
  await expect(data.getByRole('alert')).toHaveText(`model.safetensors ${sentence}`);
  const large = info.outputPath('large.safetensors');
  fs.writeFileSync(large, bytes);
  fs.truncateSync(large, 70 * 2 ** 20);
  await input.setInputFiles(large);
  await expect(data.getByRole('alert')).toHaveText(`large.safetensors ${sentence}`);
  await data.getByRole('link', { name: 'The Models lab opens whole checkpoints.' }).click();
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({
      ...{ lab: 'models', source: 'own', lang: 'en', theme: 'dark' },
    });
});

test('X and one matrix for all three may come as files of their own', async ({ page }) => {
  await visit(page, 'lab=attention');
  const data = await section(page);
  const rows = (/** @type {number} */ count, /** @type {number} */ width) =>
    Array.from({ length: count }, (_, i) =>
      Array.from({ length: width }, (_, j) => i + j).join(),
    ).join('\n');
  await data
    .locator('input[type=file]')
    .setInputFiles([file('x.csv', rows(3, 2)), file('c_attn.csv', rows(2, 6))]);
  await expect(data).toContainText('c_attn [2, 6] is split into');
  await expect(page.locator('[data-value="answer-q"]')).toHaveText('t1');
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
  test(
    `axe finds nothing where files wait and one is refused, in ${lang}, ${theme}`,
    { tag: '@all' },
    async ({ page }) => {
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
    },
  );
}

for (const [lang, theme] of [
  ['en', 'dark'],
  ['zh-Hans', 'light'],
]) {
  test(
    `what is asked stands in a narrow page, and axe finds nothing, in ${lang}, ${theme}`,
    unless(lang !== 'en'),
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await visit(page, `lab=attention&lang=${lang}&theme=${theme}`);
      const data = await section(page);
      const wide = tensor(6, 6);
      const names = { 'q_proj.weight': wide, 'k_proj.weight': wide, 'v_proj.weight': wide };
      const bytes = safetensors({ x: tensor(1, 5, 6), ...names });
      await data.locator('input[type=file]').setInputFiles(file('linear.safetensors', bytes));
      await expect(data.locator('[data-open]')).toHaveCount(2);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page })
        .include('#lab')
        .options({ resultTypes: ['violations'] })
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    },
  );
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
