// The Models lab, used as a visitor uses it: the model that it includes, and the visitor's own files.
import { AxeBuilder } from '@axe-core/playwright';
import fs from 'node:fs';
import { load } from '../../web/engine/index.js';
import { openModel } from '../../web/engine/models/index.js';
import { formatters } from '../../web/i18n/index.js';
import { samples } from '../../web/tables/models.js';
import { gpt2Tensors, headerBytes, headerOf, randomOf } from '../js/models/files.js';
import { cases, filesOf } from '../js/models/models.js';
import {
  answerOf,
  expect,
  linesOf,
  linkHolds,
  openCode,
  saved,
  sectionsOf,
  settled,
  stateOf,
  test,
  unless,
  tryPreset,
  visit,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const section = sectionsOf('models');
const format = formatters('en');

/** Returns what the package computes for the text model and its first text. @param {number} [multiplier] */
async function computed(multiplier = 1) {
  const engine = await load({ engine: 'simd' });
  const bytes = fs.readFileSync('web/models/text.safetensors');
  const model = await openModel(engine, new File([bytes], 'text.safetensors'));
  const names = JSON.parse(model.metadata.vocabulary);
  const ids = [...samples.text].map((letter) => names.indexOf(letter));
  const heads = await model.headStatistics(ids, { factor: multiplier });
  engine.dispose();
  return heads.flat();
}

/** @param {readonly number[]} all */
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

/** Makes a small GPT-2, its config.json, and optionally a tokenizer of single letters. @param {boolean} reads */
function ownFiles(reads) {
  const tensors = gpt2Tensors({ layers: 3, width: 48, vocabulary: 64, positions: 32 });
  const { header, end } = headerOf(tensors);
  const random = randomOf(1);
  const numbers = Float32Array.from({ length: end / 4 }, () => 0.3 * (random() - 0.5));
  const buffer = Buffer.concat([headerBytes(header), Buffer.from(numbers.buffer)]);
  const json = (/** @type {string} */ name, /** @type {object} */ value) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(value)),
  });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tokenizer = {
    version: '1.0',
    ...{ added_tokens: [], normalizer: null, post_processor: null },
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    model: {
      type: 'BPE',
      vocab: Object.fromEntries([...letters, 'Ġ'].map((letter, id) => [letter, id])),
      merges: [],
    },
  };
  return [
    { name: 'model.safetensors', mimeType: 'application/octet-stream', buffer },
    json('config.json', { model_type: 'gpt2', n_head: 6, n_layer: 3, n_embd: 48, foo: 1 }),
    ...(reads ? [json('tokenizer.json', tokenizer)] : []),
  ];
}

/** Writes a file of zeros that takes no space on the disk. @param {string} file @param {ReturnType<typeof gpt2Tensors>} tensors */
function writeZeros(file, tensors) {
  const { header, end } = headerOf(tensors);
  const start = headerBytes(header);
  fs.writeFileSync(file, start);
  fs.truncateSync(file, start.length + end);
}

test('the answer has the numbers that the package computes', async ({ page }) => {
  await visit(page, 'lab=models');
  await settled(page);
  const heads = await computed();
  const spreads = heads.map(({ scoreSd }) => scoreSd);
  const answer = await answerOf(page);
  expect(answer).toContain(format.number(Math.min(...spreads), 3));
  expect(answer).toContain(format.number(Math.max(...spreads), 3));
  const rest = await page.locator('.rest').innerText();
  expect(rest).toContain(format.share(mean(heads.map(({ scaled }) => scaled.topWeight))));
  expect(rest).toContain(format.share(mean(heads.map(({ unscaled }) => unscaled.topWeight))));
});

test('without the factor the answer, the weights and the words change, and the link has it', async ({
  page,
}) => {
  await visit(page, 'lab=models');
  await settled(page);
  await page.locator('#scale').selectOption('none');
  await linkHolds(page, 'scale=none');
  const now = page.locator('.rest [data-value="answer-plain"]');
  const heads = await computed(Math.sqrt(24));
  await expect(now).toHaveText(format.share(mean(heads.map(({ scaled }) => scaled.topWeight))));
  // The answer describes the cells that are drawn.
  const spreads = heads.map(({ scoreSd }) => format.number(scoreSd, 3));
  const high = await page.locator('.answer [data-value="answer-high"]').innerText();
  expect(spreads).toContain(high);
  const prediction = await section(page, 'prediction');
  await expect(prediction.locator('.verdict')).toContainText('with no factor');
  await expect(prediction.locator('sd-figure .picture')).toContainText('no factor');
  const weights = await section(page, 'weights');
  await expect(weights.locator('sd-figure #summary')).toContainText('instead of');
  // Measurements of a single head use the model's own factor.
  for (const name of ['scores', 'assumptions'])
    await expect((await section(page, name)).locator('.title').last()).toContainText(
      'with the model’s factor',
    );
  await page.goBack();
  const before = (await computed()).map(({ unscaled }) => unscaled.topWeight);
  await expect(now).toHaveText(format.share(mean(before)));
});

test('a head that is picked by keys or by a click is the one that is told of', async ({ page }) => {
  await visit(page, 'lab=models');
  await settled(page);
  const main = page.locator('sd-models-heads');
  await main.locator('.hit').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await linkHolds(page, 'layer=1');
  await linkHolds(page, 'head=2');
  const cell = main.locator('sd-figure svg .inside').last();
  const [mark, field] = [await cell.boundingBox(), await main.locator('.hit').boundingBox()];
  if (!mark || !field) throw new Error('nothing is drawn');
  const at = { x: mark.x + 4 - field.x, y: mark.y + 4 - field.y };
  await main.locator('.hit').click({ position: at });
  await linkHolds(page, 'layer=2');
  await linkHolds(page, 'head=4');
  await page.goBack();
  await linkHolds(page, 'layer=1');
  const scores = await section(page, 'scores');
  await expect(scores.locator('.title').last()).toContainText('layer 1, head 2');
  const assumptions = await section(page, 'assumptions');
  await expect(assumptions.locator('.verdict')).toContainText('fails most');
  const matrices = await section(page, 'matrices');
  await expect(matrices.locator('sd-figure #summary')).toContainText('of 24 directions');
});

test('the cells show what is chosen, and are sorted where that is wanted', async ({ page }) => {
  await visit(page, 'lab=models');
  await settled(page);
  await page.locator('#measure').selectOption('topWeight');
  await linkHolds(page, 'measure=topWeight');
  const main = page.locator('sd-models-heads');
  await expect(main.locator('.title').last()).toContainText('Largest weight of a row');
  await main.getByRole('button', { name: 'Sort each layer' }).click();
  await linkHolds(page, 'order=value');
  const texts = await main.locator('sd-figure svg .inside').allTextContents();
  const rows = [texts.slice(0, 4), texts.slice(4)].map((row) => row.map(parseFloat));
  for (const row of rows) expect(row).toEqual([...row].sort((a, b) => b - a));
});

test('tables and files hold what is drawn', async ({ page }) => {
  await visit(page, 'lab=models');
  await settled(page);
  const csv = await saved(page.locator('sd-models-heads'), 'CSV');
  expect(linesOf(csv.text).filter((line) => !line.startsWith('#'))).toHaveLength(1 + 8);
  const perplexity = await section(page, 'perplexity');
  await expect(perplexity.locator('sd-figure #summary')).toContainText('without it');
  await expect(perplexity.locator('progress')).toHaveCount(0);
  const curve = await saved(perplexity, 'CSV');
  expect(linesOf(curve.text).filter((line) => !line.startsWith('#'))).toHaveLength(1 + 12);
  const wild = await section(page, 'wild');
  const rules = await saved(wild, 'CSV');
  expect(rules.text).toContain('T5');
  await expect(wild.getByRole('link', { name: 'Try it in Training' }).first()).toHaveAttribute(
    'href',
    /#lab=training&rules=rsqrt,none$/,
  );
});

test('a model without embeddings reads random rows, and without an output layer names no words', async ({
  page,
}) => {
  await page.goto('./#lab=models&source=own&lang=en');
  const { tensors, config } = cases['nn.TransformerEncoder'];
  const files = filesOf('nn.TransformerEncoder', tensors, config).map(async (each) => ({
    ...{ name: each.name, mimeType: 'application/octet-stream' },
    buffer: Buffer.from(await each.arrayBuffer()),
  }));
  await page.locator('#own-files').setInputFiles(await Promise.all(files));
  await expect(page.locator('.opening')).toContainText('so random rows are read');
  await settled(page);
  await expect(page.locator('.answer')).toContainText('standard deviation');
  const prediction = await section(page, 'prediction');
  await expect(prediction.getByRole('alert')).toContainText('no output layer');
});

test('files of one’s own are opened, read as text, and told of', async ({ page }) => {
  await page.goto('./#lab=models&source=own&text=an%20own%20text');
  await expect(page.locator('.answer')).toContainText('Choose the files of a model');
  // No title mentions a text that has not been read yet.
  for (const [name, title] of [
    ['prediction', 'Most likely tokens'],
    ['perplexity', 'Perplexity of a text'],
  ])
    await expect((await section(page, name)).locator('.title').last()).toHaveText(title);
  await page.locator('#own-files').setInputFiles(ownFiles(true));
  const found = page.locator('.opening [data-value="opened"]');
  await expect(found).toContainText('GPT-2 layout, 3 layers, width 48, 6 heads of width 8.');
  await expect(found).toContainText('It divides by');
  await expect(page.locator('.opening')).toContainText('It reads 11 tokens.');
  await settled(page);
  await expect(page.locator('sd-models-heads sd-figure svg .inside')).toHaveCount(18);
  const prediction = await section(page, 'prediction');
  await expect(prediction.locator('.title').last()).toContainText('What comes after “t”?');
  // A model of random numbers hardly depends on the factor. Its perplexity can be read anyway.
  const perplexity = await section(page, 'perplexity');
  const numbers = perplexity.locator('sd-figure svg .axis:has(.grid) text:not(.name)');
  await expect.poll(() => numbers.count(), { timeout: 20_000 }).toBeGreaterThan(1);
  await openCode(page);
  await expect(page.locator('sd-code pre').first()).toContainText('Path("FOLDER")');
});

test('of more than 16 heads those next to the chosen one are drawn', async ({ page }) => {
  await page.goto('./#lab=models&source=own&input=random&ownHeads=24&layer=2&head=3');
  await page.locator('#own-files').setInputFiles(ownFiles(false).slice(0, 1));
  await settled(page);
  const weights = await section(page, 'weights');
  const figure = weights.locator('sd-figure');
  await expect(weights).toContainText('Heads 1 to 16 of 24 are drawn');
  await expect(figure).toContainText('head 16');
  await expect(figure).not.toContainText('head 17');
  await page.locator('#head').selectOption('24');
  await expect(weights).toContainText('Heads 17 to 24 of 24 are drawn');
  await expect(figure).toContainText('head 24');
  await expect(figure).not.toContainText('head 16');
  const csv = await saved(weights, 'CSV');
  const rows = linesOf(csv.text).filter((line) => !line.startsWith('#'));
  expect(rows).toHaveLength(1 + 24 * 32 * 32);
});

test('the library that reads texts is fetched with the first tokenizer.json, and not before', async ({
  page,
}) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => {
    if (/\/tokenizers-[^/]*\.js$/.test(request.url())) fetched.push(request.url());
  });
  await visit(page, 'lab=models');
  await settled(page);
  await page.locator('#source').selectOption('own');
  await page.locator('#own-files').setInputFiles(ownFiles(false));
  await expect(page.locator('.opening')).toContainText('no tokenizer.json');
  await settled(page);
  expect(fetched).toEqual([]);
  await page.locator('#own-files').setInputFiles(ownFiles(true));
  await expect(page.locator('.opening')).not.toContainText('no tokenizer.json');
  await settled(page);
  expect(fetched).toHaveLength(1);
});

test('without a tokenizer random tokens are read; ids and heads are asked for', async ({
  page,
}) => {
  await page.goto('./#lab=models&source=own');
  await page.locator('#own-files').setInputFiles(ownFiles(false));
  await expect(page.locator('.opening')).toContainText('no tokenizer.json');
  await page.locator('#input').selectOption('ids');
  await page.locator('#ids').fill('1, 2, 3, 5, 8');
  await page.locator('#ids').press('Enter');
  await expect(page.locator('.opening')).toContainText('It reads 5 tokens.');
  await page.locator('#own-heads').fill('4');
  await page.locator('#own-heads').press('Enter');
  await expect(page.locator('.opening')).toContainText('4 heads of width 12');
  expect(await stateOf(page)).toMatchObject({ source: 'own', ownHeads: 4, ids: '1,2,3,5,8' });
});

test('whether matrices are [in, out] is asked where no layout tells, and changes what is computed', async ({
  page,
}) => {
  const shapes = {
    'model.embed_tokens.weight': [31, 32],
    'model.layers.0.input_layernorm.weight': [32],
    'model.layers.0.self_attn.q_proj.weight': [32, 32],
    'model.layers.0.self_attn.k_proj.weight': [32, 32],
  };
  const files = filesOf('square', shapes, { model_type: 'nobody_knows', num_attention_heads: 4 });
  const engine = await load({ engine: 'simd' });
  const ids = engine.numpyRandom(3).randint(0, 31, 24);
  /** @param {boolean} transposed */
  const highest = async (transposed) => {
    const model = await openModel(engine, files, { transposed });
    const heads = (await model.headStatistics(ids)).flat();
    return format.number(Math.max(...heads.map(({ scoreSd }) => scoreSd)), 3);
  };
  const [outIn, inOut] = [await highest(true), await highest(false)];
  engine.dispose();
  expect(inOut).not.toBe(outIn);
  await page.goto('./#lab=models&source=own&input=random&tokens=24&seed=3');
  const chosen = files.map(async (each) => ({
    ...{ name: each.name, mimeType: 'application/octet-stream' },
    buffer: Buffer.from(await each.arrayBuffer()),
  }));
  await page.locator('#own-files').setInputFiles(await Promise.all(chosen));
  const high = page.locator('.answer [data-value="answer-high"]');
  await expect(high).toHaveText(outIn);
  await page.locator('#orientation').selectOption('in-out');
  await linkHolds(page, 'orientation=in-out');
  await expect(high).toHaveText(inOut);
  await page.locator('#orientation').selectOption('out-in');
  await expect(high).toHaveText(outIn);
});

test('what is missing is said in place of pictures', async ({ page }) => {
  await page.goto('./#lab=models&text=a');
  await expect(page.locator('.answer')).toContainText('at least two tokens');
  const heads = page.locator('sd-models-heads');
  await expect(heads).toContainText('at least two tokens');
  await expect(heads).not.toContainText('Computing');
  await page.locator('#text').fill('xénon of 9');
  await page.locator('#text').press('Enter');
  await settled(page);
  await expect(heads).toContainText('were left out');
  const perplexity = page.locator('sd-models-perplexity');
  await visit(page, 'lab=models&source=pronouns');
  await settled(page);
  await perplexity.scrollIntoViewIfNeeded();
  await expect(perplexity).toContainText('predicts the next token');
  await expect(perplexity).not.toContainText('Computing');
  // The number over a bar that ends near 1 stays below the axis name.
  const prediction = await section(page, 'prediction');
  const number = prediction.locator('sd-figure svg text', { hasText: '99.9%' });
  const name = prediction.locator('sd-figure svg .axis:has(.grid) .name');
  const [top, bottom] = await Promise.all([number.boundingBox(), name.boundingBox()]);
  expect(top?.y).toBeGreaterThanOrEqual((bottom?.y ?? NaN) + (bottom?.height ?? NaN));
});

test('a file that is none gets one sentence, once, and the next one is opened', async ({
  page,
}) => {
  await page.goto('./#lab=models&source=own');
  const bad = { name: 'model.safetensors', mimeType: '', buffer: Buffer.from('no header at all') };
  await page.locator('#own-files').setInputFiles([bad]);
  await expect(page.locator('.opening .problem')).toContainText('model.safetensors: got');
  await expect(page.getByText('model.safetensors: got')).toHaveCount(1);
  await expect(page.locator('.answer')).toContainText('Choose the files of a model');
  await expect(page.locator('sd-models-heads')).toContainText('Choose the files of a model above.');
  await expect(page.locator('.opening')).toContainText('Chosen: model.safetensors');
  await page.locator('#own-files').setInputFiles(ownFiles(true));
  await expect(page.locator('.opening [data-value="opened"]')).toContainText('GPT-2 layout');
  await settled(page);
});

test('where the code for a first layer does not come that is said, and the next choice finds it', async ({
  page,
  errors,
}) => {
  await page.route('**/first-layer-*.js', (route) => route.abort());
  await page.goto('./#lab=models&source=own&input=random');
  const [file] = ownFiles(false);
  const buffer = Buffer.from(JSON.stringify({ model_type: 'nobody_knows', n_head: 6 }));
  const files = [file, { name: 'config.json', mimeType: 'application/json', buffer }];
  await page.locator('#own-files').setInputFiles(files);
  await expect(page.locator('.opening .problem')).toHaveText(
    'This part could not be fetched. Check the connection.',
  );
  await expect(page.locator('.answer')).toContainText('Choose the files of a model');
  expect(errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  await page.unroute('**/first-layer-*.js');
  await page.locator('#own-files').setInputFiles(files);
  await expect(page.locator('.opening [data-value="opened"]')).toContainText('first layer');
  await settled(page);
});

test('tokens that the model does not have are refused once, beside its files', async ({ page }) => {
  await page.goto('./#lab=models&source=own&input=ids&ids=1,2,64');
  await page.locator('#own-files').setInputFiles(ownFiles(false));
  await expect(page.locator('.opening .problem')).toContainText('got 64');
  await expect(page.getByText('got 64')).toHaveCount(1);
  await expect(page.locator('.answer')).toContainText('did not run');
  await expect(page.locator('sd-models-heads')).toContainText('The reason is given above.');
  await page.locator('#ids').fill('1, 2, 63');
  await page.locator('#ids').press('Enter');
  await settled(page);
  await expect(page.locator('.answer')).toContainText('standard deviation');
});

test('answers without numbers take two lines at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const lines = () =>
    page.locator('.answer').evaluate((answer) => {
      const { lineHeight } = getComputedStyle(answer);
      return Math.round(answer.getBoundingClientRect().height / parseFloat(lineHeight));
    });
  for (const lang of ['en', 'zh-Hans']) {
    await page.goto('about:blank'); // the files are chosen again
    await page.goto(`./#lab=models&source=own&input=ids&ids=1,2,64&lang=${lang}`);
    await expect(page.locator('.opening [id="own-files-chosen"]')).toBeVisible();
    expect(await lines()).toBeLessThanOrEqual(2);
    await page.locator('#own-files').setInputFiles(ownFiles(false));
    await expect(page.locator('.opening .problem')).toContainText('got 64');
    expect(await lines()).toBeLessThanOrEqual(2);
  }
});

for (const [name, size] of /** @type {const} */ ([
  ['0.5 GB', { layers: 12, width: 768, heads: 12 }],
  ['12 GB', { layers: 48, width: 2304, heads: 36 }],
]))
  test(
    `a file of ${name} is shown layer by layer, stopped and gone on with`,
    unless(name === '12 GB'),
    async ({ page }, info) => {
      test.slow();
      const file = info.outputPath('model.safetensors');
      writeZeros(file, gpt2Tensors({ ...size, vocabulary: 50257, positions: 1024 }));
      const config = info.outputPath('config.json');
      fs.writeFileSync(config, JSON.stringify({ model_type: 'gpt2', n_head: size.heads }));
      try {
        await page.goto('./#lab=models&source=own&input=random&tokens=64');
        await page.locator('#own-files').setInputFiles([file, config]);
        await expect(page.locator('.opening [data-value="opened"]')).toContainText(
          `${size.layers} layers`,
        );
        const heads = page.locator('sd-models-heads');
        const summary = heads.locator('sd-figure #summary');
        await expect(summary).toContainText(/\d+ of \d+ layers so far/);
        await heads.locator('[data-action="stop"]').click();
        await expect(heads.locator('[data-action="again"]')).toBeVisible();
        const scores = page.locator('sd-models-scores');
        await scores.scrollIntoViewIfNeeded();
        await expect(scores.locator('sd-figure svg').first()).toBeVisible(); // the first layer's
        const weights = page.locator('sd-models-weights');
        await weights.scrollIntoViewIfNeeded();
        await expect(weights.locator('sd-figure svg').first()).toBeVisible(); // the first layer's
        await heads.locator('[data-action="again"]').click();
        await heads.locator('[data-action="stop"]').click();
        await expect(page.locator('.answer')).toBeVisible();
      } finally {
        fs.rmSync(file);
      }
    },
  );

/** Returns the bytes of a process's private memory, where there is a /proc. @param {number} pid */
function ownBytes(pid) {
  try {
    const [, kB = 0] =
      /RssAnon:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return 1024 * Number(kB);
  } catch {
    return 0;
  }
}

/**
 * Returns a function that reads the page's memory in bytes: objects, buffers and WebAssembly memory of the page itself, and the
 * growth of its process, which includes its workers.
 * @param {Page} page  not yet opened
 */
async function memoryOf(page) {
  await page.addInitScript(() => {
    /** @type {WebAssembly.Memory[]} */
    const memories = [];
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (/** @type {any[]} */ ...given) => {
      const made = await /** @type {any} */ (instantiate)(...given);
      const { exports } = made.instance ?? made;
      for (const one of Object.values(exports))
        if (one instanceof WebAssembly.Memory) memories.push(one);
      return made;
    };
    const sizes = () => memories.map(({ buffer }) => buffer.byteLength);
    Object.assign(globalThis, { heldByEngines: () => sizes().reduce((a, b) => a + b, 0) });
  });
  const session = await page.context().newCDPSession(page);
  const browser = await /** @type {any} */ (page.context().browser()).newBrowserCDPSession();
  /** @type {{processInfo: {type: string, id: number}[]}} */
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = new Map(pids.map((pid) => [pid, ownBytes(pid)]));
  return async () => {
    /** @type {{usedSize: number, backingStorageSize?: number}} */
    const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
    const engines = await page.evaluate(() => /** @type {any} */ (globalThis).heldByEngines());
    const grown = pids.map((pid) => ownBytes(pid) - Number(before.get(pid)));
    return { page: usedSize + backingStorageSize + engines, engines, grown: Math.max(...grown) };
  };
}

test(
  "550 MB in GPT-2's layout: all twelve layers in less than 256 MiB, and the page answers",
  { tag: '@all' },
  async ({ page }, info) => {
    test.slow();
    const file = info.outputPath('model.safetensors');
    // With the masks that files of that age contain
    const masks = Array.from(
      { length: 12 },
      (_, i) => /** @type {const} */ ([`h.${i}.attn.bias`, [1, 1, 1024, 1024]]),
    );
    const size = { layers: 12, width: 768, vocabulary: 50257, positions: 1024 };
    writeZeros(file, [...gpt2Tensors(size), ...masks]);
    expect(fs.statSync(file).size).toBeGreaterThan(545e6);
    const config = info.outputPath('config.json');
    fs.writeFileSync(config, JSON.stringify({ model_type: 'gpt2', n_head: 12 }));
    try {
      const read = await memoryOf(page);
      await page.goto('./#lab=models&source=own&input=random&tokens=64');
      const heads = page.locator('sd-models-heads');
      const summary = heads.locator('sd-figure #summary');
      await page.locator('#own-files').setInputFiles([file, config]);
      const begun = performance.now();
      const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
      await expect(summary).toContainText('layers so far');
      const first = seconds();
      await heads.locator('[data-action="stop"]').click();
      await heads.locator('[data-action="again"]').click();
      const most = { page: 0, engines: 0, grown: 0 };
      /** @type {Set<string>} */
      const seen = new Set();
      const again = performance.now();
      let text = '';
      do {
        text = (await summary.textContent()) ?? '';
        const now = await read();
        for (const name of /** @type {const} */ (['page', 'engines', 'grown']))
          most[name] = Math.max(most[name], now[name]);
        seen.add(text);
      } while (!text || text.includes('layers so far'));
      const whole = ((performance.now() - again) / 1000).toFixed(1);
      await settled(page);
      await expect(heads.locator('sd-figure svg .inside')).toHaveCount(12 * 12);
      const told = Object.entries(most).map(([name, bytes]) => `${name} ${bytes >> 20} MiB`);
      console.log(`models: ${told.join(', ')}; first layer ${first} s, all ${whole} s`);
      expect(seen.size).toBeGreaterThan(2); // the page answered between layers
      expect(most.engines).toBeGreaterThan(2 ** 20);
      expect(most.page).toBeLessThan(256 * 2 ** 20);
      expect(most.grown).toBeLessThan(256 * 2 ** 20);
    } finally {
      fs.rmSync(file);
    }
  },
);

test('a lab that changes while it is away measures its model when it is put back', async ({
  page,
}) => {
  await visit(page, 'lab=models');
  await page.evaluate(async () => {
    const lab = /** @type {any} */ (document.querySelector('#lab'));
    const place = document.createComment('');
    lab.replaceWith(place);
    lab.setState({ source: 'pronouns' });
    await lab.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, 500)); // a request made now would have been answered
    place.replaceWith(lab);
  });
  // Nothing of the previous model is left.
  await expect(page.locator('.answer [data-value^="answer"]').first()).toBeVisible();
});

test('axe finds nothing where files of one’s own are open', { tag: '@all' }, async ({ page }) => {
  test.slow();
  await page.goto('./#lab=models&source=own&text=an%20own%20text');
  await page.locator('#own-files').setInputFiles(ownFiles(true));
  await settled(page);
  // a11y.spec.js checks the skip link: axe cannot see that it comes before links in a shadow root.
  const { violations } = await new AxeBuilder({ page }).exclude('a.skip').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('shards that are dropped with their index are one model, whose strange tensors are named', async ({
  page,
}) => {
  const { tensors, config } = cases.gpt2;
  const shards = filesOf('gpt2', { ...tensors, strange: [1] }, config, { shards: 2, index: true });
  const texts = shards.map(async (file) => ({
    name: file.name,
    data: Buffer.from(await file.arrayBuffer()).toString('base64'),
  }));
  await page.goto('./#lab=models&source=own&input=random');
  await expect(page.locator('#own-files')).toBeAttached(); // files can be dropped only now
  const given = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, data } of files)
        transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
      return transfer;
    },
    await Promise.all(texts),
  );
  await page.locator('.opening').dispatchEvent('dragover', { dataTransfer: given });
  await page.locator('.opening').dispatchEvent('drop', { dataTransfer: given });
  await expect(page.locator('.opening [data-value="opened"]')).toContainText('GPT-2 layout');
  await expect(page.locator('.opening')).toContainText('strange');
  await settled(page);
});

test('files of two models are refused by one sentence', async ({ page }) => {
  await page.goto('./#lab=models&source=own');
  const [own] = ownFiles(false);
  const query = 'bert.encoder.layer.0.attention.self.query.weight';
  const header = { [query]: { dtype: 'F32', shape: [2, 2], data_offsets: [0, 16] } };
  const buffer = Buffer.concat([headerBytes(header), Buffer.alloc(16)]);
  await page
    .locator('#own-files')
    .setInputFiles([own, { ...own, name: 'bert.safetensors', buffer }]);
  await expect(page.locator('.opening .problem')).toHaveText(
    'files: got GPT-2 in model.safetensors and BERT in bert.safetensors; expected the files of one model',
  );
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  test('the button for files is 44 px high', async ({ page }) => {
    await page.goto('./#lab=models&source=own');
    const box = await page.locator('.choose label').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });
});

test('the button for files speaks the page’s language, by keys, too', async ({ page }) => {
  await page.goto('./#lab=models&source=own&lang=zh-Hans');
  const input = page.getByLabel('选择文件');
  await expect(input).toHaveAccessibleDescription('还没有选择文件。');
  await input.focus();
  const button = page.locator('.opening label');
  await expect(button).toHaveCSS('outline-style', 'solid');
  // A busy browser may not open the chooser. A visitor presses again.
  const opened = page.waitForEvent('filechooser');
  /** @type {import('@playwright/test').FileChooser | undefined} */
  let found;
  void opened.then((each) => (found = each));
  await expect(async () => {
    await input.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => found !== undefined, { timeout: 3000 }).toBe(true);
  }).toPass();
  const chooser = await opened;
  const [model, config] = ownFiles(false);
  await chooser.setFiles([model, config]);
  await expect(input).toHaveAccessibleDescription('已选择：model.safetensors、config.json');
  const told = page.locator('.opening [data-value="assumed"]');
  await expect(told).toHaveText('文件没有说明，以下为假定：激活函数为 GELU (tanh)。');
});

for (const [chip, answer, told] of /** @type {const} */ ([
  [
    /has variance/,
    'Near √32 in one head, nearly three times as much in another',
    'Training then sets',
  ],
  [/Take the factor away/, 'It gets somewhat worse', 'It goes from'],
  [/Components are independent/, 'No single one: each adds its share', 'was measured'],
]))
  test(`the question ${chip} is asked, answered and explained`, async ({ page }) => {
    await visit(page, 'lab=models');
    await settled(page);
    const explanation = await tryPreset(page, chip, new RegExp(`^${answer}$`));
    await expect(explanation).toContainText(told);
    await expect(explanation).toContainText(/\d/);
    await expect(page.locator('.card')).toContainText('That is right.');
  });
