// Programs of the Playground on a page with the strictest policy: in a worker, and in a frame that may not start one.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { serve } from '../../scripts/serve.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { expect, test } from './visit.js';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'none'; worker-src 'self'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types scaledot";

const program = `import { load } from 'scaledot';
const engine = await load({ engine: 'simd' });
console.log(engine.engine.variant, typeof fetch, typeof postMessage);
const { scores } = await engine.run('scoreStatistics', { dk: 16, queries: 50, keys: 50 });
console.log(scores.variance === sd.scoreStatistics({ dk: 16, queries: 50, keys: 50 }).scores.variance);
const trainer = await sd.createTrainer({ task: 'recall', steps: 2 });
console.log((await trainer.step(2)).steps);`;
const printed = ['simd undefined undefined', 'true', '2'];

const outDir = inRoot(`build/playground-page-${process.env.SCALEDOT_TEST_PORT}`);

/** Builds a page that the site does not have, with the site's own build. */
async function makePage() {
  await build({
    ...{ configFile: false, base: './', logLevel: 'error', worker: { format: 'es' } },
    root: inRoot('tests/browser/playground'),
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: false },
  });
  fs.writeFileSync(
    path.join(outDir, 'sandbox.html'),
    '<!doctype html><iframe sandbox="allow-scripts" src="./index.html"></iframe>',
  );
}

/** @param {{events: {type: string, text?: string}[]}} result */
const textsOf = ({ events }) =>
  events.flatMap(({ type, text }) => (type === 'print' ? [text] : []));

/** @param {{evaluate: (call: any, given?: any) => Promise<any>}} frame */
const toolsOf = (frame) => ({
  run: (/** @type {string} */ code, /** @type {object} */ options = {}) =>
    frame.evaluate(
      (/** @type {[string, object]} */ given) => Object(window).program(...given),
      [code, options],
    ),
  stopped: (/** @type {string} */ code) =>
    frame.evaluate((/** @type {string} */ given) => Object(window).stopped(given), code),
});

test('programs run in a worker, and in a sandbox on the page’s own thread, under the strictest policy', async ({
  page,
}) => {
  await makePage();
  const { url, close } = await serve({ policy, folder: outDir });
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  await page.waitForFunction(() => 'program' in window);
  const inWorker = toolsOf(page);
  const first = await inWorker.run(program);
  expect(first).toMatchObject({ status: 'done', place: 'worker' });
  expect(textsOf(first)).toEqual(printed);
  // Stop works while the program computes, even inside a built-in call that cannot be interrupted.
  expect(await inWorker.stopped('print(1); for (;;);')).toMatchObject({ status: 'stopped' });
  expect(await inWorker.stopped('print(1); for (;;) Array(1e9).indexOf(1);')).toMatchObject({
    status: 'stopped',
  });
  const looping = await inWorker.run('for (;;);', { limits: { seconds: 0.2 } });
  expect(looping.status).toBe('failed');
  expect(textsOf(await inWorker.run(program))).toEqual(printed);
  expect(complaints).toEqual([]);

  await page.goto(`${url}sandbox.html`);
  const frame = page.frames()[1];
  await frame.waitForFunction(() => 'program' in window);
  const inSandbox = toolsOf(frame);
  const there = await inSandbox.run(program);
  expect(there).toMatchObject({ status: 'done', place: 'page' });
  expect(textsOf(there)).toEqual(printed);
  const { events } = await inSandbox.run('for (;;);', { limits: { turn: 0.2 } });
  expect(events.at(-1)).toMatchObject({ type: 'error', limit: 'turn' });
  expect(await inSandbox.stopped('print(1); for (;;) await 0;')).toMatchObject({
    status: 'stopped',
  });
  await close();
  fs.rmSync(outDir, { recursive: true });
});
