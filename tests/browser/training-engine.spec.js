// The browser learns every task, with every rule, to the loss in tests/training.json: within its steps and with the bits of
// the native build, from the unbundled modules, on workers and on the page's own thread.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contentSecurityPolicy, serve } from '../../scripts/serve.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { curveOf, runs } from '../js/engine/curves.js';
import { expect, test } from './visit.js';

/** @typedef {import('../../web/engine/index.js').TrainingRow[]} Rows */

/** @type {{url: string, close: () => void}} */
let server;
/** @type {string} */
let folder;

test.beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-training-')));
  for (const part of ['web/engine', 'build/engine']) {
    fs.cpSync(inRoot(part), path.join(folder, part), { recursive: true });
  }
  const page =
    '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>';
  fs.writeFileSync(path.join(folder, 'index.html'), page);
  // The page gives the engine its own workers, by plain addresses.
  const policy = contentSecurityPolicy().replace(/; require-trusted-types-for.*/, '');
  server = await serve({ folder, policy });
});

test.afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

/**
 * Returns the metrics of concurrent runs.
 * @param {import('@playwright/test').Page} page
 * @param {{options: any}[]} wanted
 * @param {number} workers
 * @returns {Promise<Rows[]>}
 */
const learn = (page, wanted, workers) =>
  page.evaluate(async ([all, count]) => {
    const { load } = await import(/** @type {any} */ ('/web/engine/index.js'));
    const createWorker = () => new Worker('/web/engine/worker.js', { type: 'module' });
    const engine = await load({ engine: 'simd', workers: count, createWorker });
    return Promise.all(
      all.map(async ({ options }) => {
        const trainer = await engine.createTrainer(options);
        await trainer.step(options.steps);
        return trainer.metrics();
      }),
    );
  }, /** @type {const} */ ([wanted, workers]));

test('tasks are learned on two workers at once, on curves with the native bits', async ({
  page,
}) => {
  await page.goto(server.url);
  const curves = await learn(page, runs, 2);
  expect(page.workers().length).toBe(2);
  for (const [i, { name, options, loss, curve }] of runs.entries()) {
    const last = curves[i].at(-1);
    expect([name, last?.step]).toEqual([name, options.steps]);
    expect(last?.loss, name).toBeLessThanOrEqual(loss);
    expect(curveOf(curves[i]), name).toBe(curve);
  }
});

test('without workers the curves have these bits, too, and the page goes on drawing', async ({
  page,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    let frames = 0;
    const draw = () =>
      void requestAnimationFrame(() => (Object.assign(window, { frames: ++frames }), draw()));
    draw();
  });
  const wanted = runs.filter(({ name }) => ['recall', 'sort'].includes(name));
  const curves = await learn(page, wanted, 0);
  expect(page.workers().length).toBe(0);
  for (const [i, { curve }] of wanted.entries()) expect(curveOf(curves[i])).toBe(curve);
  expect(await page.evaluate(() => Object(window).frames)).toBeGreaterThan(5);
});
