// scaledot/models in a page and in a worker: the same digits as in Node, a page that stays responsive while a file of 500 MB
// runs, and runs that end.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contentSecurityPolicy, serve } from '../../scripts/serve.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { load } from '../../web/engine/index.js';
import { openModel } from '../../web/engine/models/index.js';
import { gpt2Tensors, headerBytes, headerOf, madeFile } from '../js/models/files.js';
import { expect, test } from './visit.js';

/** @type {{url: string, close: () => void}} */
let server;
/** @type {string} */
let folder;

/** Returns what page, worker and Node compute. @param {{load: any, openModel: any, gpt2Tensors: any, headerBytes: any, headerOf: any, madeFile: any}} parts */
async function answer(parts) {
  const size = { layers: 3, width: 48, vocabulary: 31, positions: 32 };
  const tensors = parts.gpt2Tensors(size);
  const made = parts.madeFile(tensors);
  const { length } = parts.headerBytes(parts.headerOf(tensors).header);
  const bytes = [made.slice(0, length), made.slice(length, made.size)].map((part) =>
    part.arrayBuffer(),
  );
  const file = new File(await Promise.all(bytes), 'model.safetensors');
  const model = await parts.openModel(await parts.load({ engine: 'simd' }), file, { heads: 4 });
  const ids = Array.from({ length: 20 }, (_, i) => (7 * i) % 31);
  const all = {
    heads: await model.headStatistics(ids, { factor: 3 }),
    run: await model.run(ids, { returns: ['query', 'scores', 'weights', 'hidden', 'logits'] }),
  };
  return JSON.stringify(all, (_, value) =>
    ArrayBuffer.isView(value) ? [.../** @type {any} */ (value)] : value,
  );
}

/** Returns a module of the page. @param {string} body */
const program = (body) => `
  import { load } from '/web/engine/index.js';
  import { openModel } from '/web/engine/models/index.js';
  import { gpt2Tensors, headerBytes, headerOf, madeFile } from '/files.js';
  const parts = { load, openModel, gpt2Tensors, headerBytes, headerOf, madeFile };
  ${body}`;

test.beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-models-')));
  for (const part of ['web/engine', 'build/engine'])
    fs.cpSync(inRoot(part), path.join(folder, part), { recursive: true });
  fs.copyFileSync(inRoot('tests/js/models/files.js'), path.join(folder, 'files.js'));
  const files = {
    'index.html':
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>',
    'program.js': program(
      `export ${answer.toString()}; export const own = () => answer(parts); export { parts };`,
    ),
    'worker.js':
      "import { own } from './program.js'; onmessage = async () => postMessage(await own());",
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const policy = contentSecurityPolicy().replace(/; require-trusted-types-for.*/, '');
  server = await serve({ folder, policy });
});

test.afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

test('a page and a worker compute what Node does, digit for digit', async ({ page }) => {
  await page.goto(server.url);
  const expected = await answer({ load, openModel, gpt2Tensors, headerBytes, headerOf, madeFile });
  expect(expected.length).toBeGreaterThan(1e5);
  const onPage = await page.evaluate(async () =>
    (await import(/** @type {any} */ ('/program.js'))).own(),
  );
  expect(onPage === expected).toBe(true);
  const inWorker = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage('');
      }),
  );
  expect(inWorker === expected).toBe(true);
});

test("a page goes on while GPT-2's 500 MB are run, and ends them", async ({ page }) => {
  await page.goto(server.url);
  const { frames, layers, reason, read } = await page.evaluate(async () => {
    const { parts } = await import(/** @type {any} */ ('/program.js'));
    const size = { layers: 12, width: 768, vocabulary: 50257, positions: 1024 };
    const file = parts.madeFile(parts.gpt2Tensors(size));
    const engine = await parts.load({ engine: 'simd' });
    const model = await parts.openModel(engine, file, { heads: 12 });
    const controller = new AbortController();
    let frames = 0;
    const count = () => void (++frames, requestAnimationFrame(count));
    requestAnimationFrame(count);
    /** @type {number[]} */
    const layers = [];
    const reason = await model
      .headStatistics(
        Array.from({ length: 64 }, (_, i) => i),
        {
          signal: controller.signal,
          onLayer(/** @type {{layer: number}} */ { layer }) {
            layers.push(layer);
            if (layer === 2) controller.abort(new Error('enough'));
          },
        },
      )
      .catch((/** @type {Error} */ error) => error.message);
    return { frames, layers, reason, read: file.read };
  });
  expect(reason).toBe('enough');
  expect(layers).toEqual([0, 1, 2]);
  expect(read).toBeLessThan(4 * 7.1e6 * 4);
  expect(frames).toBeGreaterThan(3);
});
