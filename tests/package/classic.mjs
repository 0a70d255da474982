// node --test tests/package/classic.mjs: the classic scripts, dist/scaledot.min.js and dist/scaledot-engine.min.js, in pages that
// use only a script tag. Build them first.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import * as engine from '../../web/engine/index.js';

const browser = await chromium.launch({
  executablePath: process.env.SCALEDOT_CHROMIUM || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-classic-')));
after(async () => {
  await browser.close();
  fs.rmSync(home, { recursive: true });
});

const options = { dk: 64, queries: 100, keys: 100, seed: 5 };
const simd = await engine.load({ engine: 'simd' });
const expected = simd.scoreStatistics(options).scores.variance;

const training = { steps: 10, every: 5, batch: 4, heldOut: 8, modelDim: 8, headDim: 8, seed: 2 };
const trainer = await simd.createTrainer(training);
await trainer.step(10);
const learned = (await trainer.metrics()).map(({ loss }) => loss);

/**
 * Makes a folder with these files of the package and a page with these tags.
 * @param {string} name
 * @param {string} tags
 * @param {...string} files
 */
function folderOf(name, tags, ...files) {
  const folder = path.join(home, name);
  fs.mkdirSync(folder);
  for (const file of files) fs.copyFileSync(inRoot('dist', file), path.join(folder, file));
  // The script after the tag finds the global at once.
  fs.writeFileSync(path.join(folder, 'next.js'), 'window.first = window.scaledot;');
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en" id="scaledot"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>
    ${tags}</head><body><scaledot-softmax dk="32">Softmax</scaledot-softmax></body></html>`,
  );
  return folder;
}
const script = (/** @type {string} */ from) => `<script src="${from}scaledot.min.js"></script>`;
const next = '<script src="next.js"></script>';

/**
 * Returns what a page has and computes once its lab has answered. Nothing may go wrong meanwhile.
 * @param {string} url
 * @param {'simd' | 'auto'} variant
 * @param {boolean} hasWorkers  whether workers will start; if not, they are only counted at the end
 */
async function open(url, variant = 'simd', hasWorkers = false) {
  const page = await browser.newPage();
  /** @type {{wrong: string[], asked: string[]}} */
  const seen = { wrong: [], asked: [] };
  page.on('pageerror', (error) => seen.wrong.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.wrong.push(message.text());
  });
  page.on('request', (request) => seen.asked.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page
    .locator('scaledot-softmax [data-value^="answer-"]')
    .first()
    .waitFor({ timeout: 60_000 });
  const found = await page.evaluate(async ([wanted, given]) => {
    const { customElements: registry, first, scaledot } = /** @type {any} */ (globalThis);
    const sd = await scaledot.load({ engine: wanted });
    return {
      names: Object.keys(scaledot),
      tags: scaledot.labs.map((/** @type {any} */ lab) => lab.tag),
      defined: scaledot.labs.filter((/** @type {any} */ lab) => registry.get(lab.tag) === lab)
        .length,
      same: first === scaledot,
      variant: sd.engine.variant,
      variance: sd.scoreStatistics(given).scores.variance,
      shown: document.querySelector('scaledot-softmax')?.shadowRoot?.textContent ?? '',
    };
  }, /** @type {const} */ ([variant, options]));
  // Workers start with the first long task, which waits until the pictures are drawn.
  if (hasWorkers && page.workers().length === 0) await page.waitForEvent('worker');
  const losses = await page.evaluate(async ([wanted, given]) => {
    const sd = await Object(globalThis).scaledot.load({ engine: wanted });
    const trainer = await sd.createTrainer(given);
    await trainer.step(10);
    return (await trainer.metrics()).map((/** @type {{loss: number}} */ { loss }) => loss);
  }, /** @type {const} */ ([variant, training]));
  const workers = page.workers().length;
  await page.close();
  assert.deepEqual(seen.wrong, []);
  assert.deepEqual(losses, learned);
  assert.equal(found.variance, expected);
  assert.equal(found.same, true);
  assert.equal(found.defined, labs.length);
  assert.match(found.shown, /√/);
  return { ...found, asked: seen.asked, workers };
}

test('from a server, under the strict policy: everything is in the one file, and it is its own worker', async () => {
  const folder = folderOf('server', script('') + next, 'scaledot.min.js');
  const { url, close } = await serve({ folder });
  const { names, tags, variant, asked, workers } = await open(url, 'simd', true);
  close();
  for (const name of Object.keys(engine)) assert.ok(names.includes(name), name);
  assert.deepEqual(
    tags,
    labs.map(({ tag }) => tag),
  );
  for (const lab of labs) assert.ok(names.includes(lab.name), lab.name);
  assert.equal(variant, 'simd');
  assert.ok(workers > 0);
  assert.deepEqual(new Set(asked), new Set(['/', '/scaledot.min.js', '/next.js']));
});

test('where WebAssembly is refused the fallback engine comes from beside the script', async () => {
  const fallbacks = ['scaledot.min.js', 'fallback.js', 'learning-fallback.js'];
  const folder = folderOf('refused', script('') + next, ...fallbacks);
  const { url, close } = await serve({ folder, wasm: false });
  const { variant, asked } = await open(url, 'auto');
  close();
  assert.equal(variant, 'fallback');
  for (const file of ['/fallback.js', '/learning-fallback.js']) assert.ok(asked.includes(file));
});

test('from a file, with nothing beside it, in a page of another encoding', async () => {
  const folder = folderOf('file', script('') + next, 'scaledot.min.js');
  const file = path.join(folder, 'index.html');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('utf-8', 'windows-1252'));
  const { workers } = await open(pathToFileURL(file).href);
  assert.equal(workers, 0);
});

test('from another server, loaded twice: the first stays, and nothing goes wrong', async () => {
  const far = await serve({ folder: folderOf('far', '', 'scaledot.min.js') });
  const tags = script(far.url) + next + script(far.url);
  const near = folderOf('near', tags);
  const page = pathToFileURL(path.join(near, 'index.html')).href;
  const { workers } = await open(page);
  far.close();
  assert.equal(workers, 0);
});

test('`scaledot serve` shows it: all labs, each with its address, and nothing goes wrong', async () => {
  const server = spawn(process.execPath, [inRoot('dist/cli.js'), 'serve', '--port', '0']);
  const [address] = await once(server.stdout.setEncoding('utf8'), 'data');
  const page = await browser.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text());
  });
  await page.goto(`${address.trim()}#lab=softmax&dk=1024`);
  await page.locator('scaledot-softmax [data-value^="answer-"]').first().waitFor();
  assert.equal(await page.title(), 'Softmax · scaledot');
  for (const { lab } of labs) {
    await page.locator(`nav a[href="#lab=${lab}"]`).click();
    await page.locator(`scaledot-${lab} h2`).first().waitFor();
  }
  assert.equal(new URL(page.url()).hash, `#lab=${labs.at(-1)?.lab}`);
  await page.close();
  server.kill('SIGINT');
  assert.deepEqual(await once(server, 'close'), [0, null]);
  assert.deepEqual(wrong, []);
});

test('in front of a class, from a file: slides and hands work, and phones are sent where the page says that it is', async () => {
  const folder = folderOf('class', script(''), 'scaledot.min.js');
  const file = path.join(folder, 'index.html');
  const tag = '<scaledot-softmax present="one"></scaledot-softmax>';
  const meta = '<meta name="scaledot-site" content="https://lecture.example/scaledot/">';
  const plain = fs.readFileSync(file, 'utf8').replace(/<scaledot-softmax.*softmax>/, tag);
  fs.writeFileSync(file, plain);
  const page = await browser.newPage();
  const url = pathToFileURL(file).href;
  await page.goto(url);
  await page.locator('dialog sd-softmax-one').waitFor();
  assert.equal(await page.locator('.phones').count(), 0);
  await page.locator('.ask').click();
  await page.locator('.questions button').first().click();
  await page.locator('.counter button').last().click();
  await page.locator('#one .prediction').waitFor();
  assert.match(String(await page.locator('#one .prediction').textContent()), /\(1\)/);
  await page.locator('.stage').press('PageDown');
  await page.locator('dialog sd-softmax-bands').waitFor();
  fs.writeFileSync(file, plain.replace('<title>', `${meta}<title>`));
  await page.goto(url);
  await page.locator('.phones').click();
  await page.locator('.code-card .qr').waitFor();
  const address = await page.locator('.address').textContent();
  assert.match(String(address), /^https:\/\/lecture\.example\/scaledot\/#lab=softmax/);
  await page.close();
});

/** Returns what a lab on a page says. @param {string} url @param {string} awaited  what it waits for */
async function wordsOf(url, awaited) {
  const page = await browser.newPage();
  await page.goto(url);
  const found = page.locator(awaited).first();
  await found.waitFor({ timeout: 60_000 });
  const words = await found.innerText();
  await page.close();
  return words.trim();
}

test('a trained model comes from beside the script; a page on a disk says that it may not fetch it', async () => {
  const folder = folderOf('trained', script(''), 'scaledot.min.js', 'dates-model.js');
  const file = path.join(folder, 'index.html');
  const tag = '<scaledot-attention source="dates" date="25 December 1999"></scaledot-attention>';
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/<scaledot-softmax.*softmax>/, tag));
  const { url, close } = await serve({ folder });
  const answer = 'scaledot-attention [data-value="trained-answer"]';
  assert.equal(await wordsOf(url, answer), '1999-12-25');
  close();
  const alert = 'scaledot-attention #trained [role="alert"]';
  assert.match(await wordsOf(pathToFileURL(file).href, alert), /page opened from a disk may not/);
});

test('the Playground runs from beside the script; a page on a disk says that it may not fetch the interpreter', async () => {
  const folder = folderOf('plays', script(''));
  fs.cpSync(inRoot('dist'), folder, { recursive: true });
  const file = path.join(folder, 'index.html');
  const tag =
    '<scaledot-playground autorun show="program"><pre>print(sd.engine.variant);</pre></scaledot-playground>';
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/<scaledot-softmax.*softmax>/, tag));
  const { url, close } = await serve({ folder });
  const printed = await wordsOf(url, 'scaledot-playground .lines');
  close();
  assert.equal(printed, 'simd');
  const alert = 'scaledot-playground .problem[role="alert"]';
  assert.match(await wordsOf(pathToFileURL(file).href, alert), /page opened from a disk may not/);
});

/** Returns what a page computes with the script without labs: at once, on a worker started from the script, and by training. @param {string} url @param {string} variant */
async function computed(url, variant) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => wrong.push(message.text()));
  await page.goto(url);
  const found = await page.evaluate(async ([scores, learning]) => {
    const { scaledot, location } = /** @type {any} */ (globalThis);
    const ofServer = location.protocol === 'http:';
    const { createWorker } = scaledot;
    const sd = await scaledot.load(ofServer ? { createWorker, workers: 2 } : {});
    const { scores: ofRun } = await sd.run('scoreStatistics', scores);
    /** @type {number[] | string} */
    let losses = 'none';
    if (ofServer) {
      const trainer = await sd.createTrainer(learning);
      await trainer.step(10);
      losses = (await trainer.metrics()).map((/** @type {{loss: number}} */ { loss }) => loss);
    }
    return {
      names: Object.keys(scaledot),
      variant: sd.engine.variant,
      variance: sd.scoreStatistics(scores).scores.variance,
      ofRun: ofRun.variance,
      losses,
      workers: sd.workers,
    };
  }, /** @type {const} */ ([options, training]));
  assert.equal(page.workers().length > 0, url.startsWith('http'));
  await page.close();
  assert.deepEqual(wrong, []);
  const { names, ...rest } = found;
  assert.deepEqual(names.sort(), [...Object.keys(engine), 'createWorker'].sort());
  const losses = url.startsWith('http') ? learned : 'none';
  const workers = url.startsWith('http') ? 2 : 0;
  assert.deepEqual(rest, { variant, variance: expected, ofRun: expected, losses, workers });
}

const alone = '<script src="scaledot-engine.min.js"></script>';

test('the engine without labs: from a file, with nothing beside it', () =>
  computed(
    pathToFileURL(path.join(folderOf('alone', alone, 'scaledot-engine.min.js'), 'index.html')).href,
    'simd',
  ));

for (const wasm of [true, false])
  test(`the engine without labs: from a server ${wasm ? 'under the strict policy' : 'that refuses WebAssembly'}`, async () => {
    const folder = path.join(home, `whole-${wasm}`);
    fs.cpSync(inRoot('dist'), folder, { recursive: true });
    const page = path.join(folderOf(`page-${wasm}`, alone), 'index.html');
    fs.copyFileSync(page, path.join(folder, 'index.html'));
    const { url, close } = await serve({ folder, wasm });
    await computed(url, wasm ? 'simd' : 'fallback').finally(close);
  });

const x = engine.tensor([
  [1, 0.5],
  [-0.5, 2],
]);
const gradientOfQuery = [...simd.attentionGradient(x, x, x, x).query.data];

/**
 * Returns what a page with the script without labs says about gradients: called directly, by run(), and after load({ parts }).
 * @param {string} folder
 * @param {boolean} served
 */
async function gradients(folder, served) {
  const { url, close } = await serve({ folder });
  const page = await browser.newPage();
  await page.goto(served ? url : pathToFileURL(path.join(folder, 'index.html')).href);
  const found = await page.evaluate(async () => {
    const { scaledot, location } = /** @type {any} */ (globalThis);
    const { load, tensor, createWorker } = scaledot;
    const ofServer = location.protocol === 'http:';
    const sd = await load(ofServer ? { createWorker, workers: 1 } : {});
    const x = tensor([
      [1, 0.5],
      [-0.5, 2],
    ]);
    const rows = { query: x, key: x, value: x, outputGradient: x };
    const said = (/** @type {() => any} */ compute) =>
      Promise.resolve()
        .then(compute)
        .then(
          ({ query }) => [...query.data],
          ({ message }) => message.replace(/(file|http):\S+\//, ''),
        );
    return {
      variant: sd.engine.variant,
      first: await said(() => sd.attentionGradient(x, x, x, x)),
      ofRun: await said(() => sd.run('attentionGradient', rows)),
      asked: await said(async () => {
        const own = await load({ parts: ['gradients'] });
        return own.attentionGradient(x, x, x, x);
      }),
      numbers: await said(async () => ({ query: { data: [sd.linear(x, x).data.length] } })),
    };
  });
  close();
  await page.close();
  return found;
}

const notLoaded = (/** @type {string} */ name, /** @type {string} */ part, hint = '') =>
  `${name}: the part "${part}" of this engine is not loaded; load() with parts: ["${part}"]${hint} loads it`;
const trainingTag = '<script src="scaledot-training.min.js"></script>';

test('the engine without labs finds the gradients in a script of their own, before or after it, also from a file', async () => {
  const files = ['scaledot-engine.min.js', 'scaledot-training.min.js'];
  for (const [name, tags] of Object.entries({
    behind: alone + trainingTag,
    before: trainingTag + alone,
  }))
    assert.deepEqual(await gradients(folderOf(name, tags, ...files), false), {
      variant: 'simd',
      first: gradientOfQuery,
      ofRun: gradientOfQuery,
      asked: gradientOfQuery,
      numbers: [4],
    });
});

test('the engine without labs fetches the gradients from beside it when they are asked for, also from a file', async () => {
  const files = ['scaledot-engine.min.js', 'scaledot-training.min.js'];
  for (const served of [true, false])
    assert.deepEqual(await gradients(folderOf(`asked-${served}`, alone, ...files), served), {
      variant: 'simd',
      first: notLoaded('attentionGradient', 'gradients', ' or run()'),
      ofRun: gradientOfQuery,
      asked: gradientOfQuery,
      numbers: [4],
    });
});

test('the engine without labs says where the gradients are missing, and goes on without them', async () => {
  const missing =
    'the part "network" is in scaledot-training.min.js of this release, which could not be loaded; put it beside the engine\'s script, or name it in a <script> before load()';
  const inline = `<script>${fs.readFileSync(inRoot('dist/scaledot-engine.min.js'), 'utf8')}</script>`;
  for (const [name, tag, served] of /** @type {const} */ ([
    ['file', alone, false],
    ['served', alone, true],
    ['inline', inline, false], // it has no address, so no file is beside it
  ]))
    assert.deepEqual(
      await gradients(
        folderOf(`lacks-${name}`, tag, 'scaledot-engine.min.js', 'fallback.js'),
        served,
      ),
      {
        variant: 'simd',
        first: notLoaded('attentionGradient', 'gradients', ' or run()'),
        ofRun: missing,
        asked: missing,
        numbers: notLoaded('linear', 'network'),
      },
    );
});
