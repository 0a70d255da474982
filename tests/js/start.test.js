// npm start while some variants of the engine are still being built.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { firstModules, firstSite } from '../../scripts/build.mjs';
import config, { later } from '../../scripts/first-site.js';
import { serve } from '../../scripts/serve.mjs';
import { inRoot, together } from '../../scripts/tools.mjs';
import { startVariant } from '../../web/engine/border/embedded.js';
import { loader } from '../../web/engine/load.js';
import { codeOf } from '../../web/engine/parts/all.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-start-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const importer = inRoot('web', 'engine', 'embedded.js');

/**
 * Imports the module that replaces one of build/engine/ until that is built.
 * @param {string} source as written in embedded.js
 */
function placeholderOf(source) {
  const code = later.load(String(later.resolveId(source, importer)));
  return import(`data:text/javascript,${encodeURIComponent(String(code))}`);
}

test('of what the engine imports only the first variants are taken, in pages and in workers', () => {
  for (const name of ['border/embedded.js', 'border/embedded-simd.js', 'training/learning.js']) {
    const file = inRoot('web', 'engine', name);
    const imports = fs.readFileSync(file, 'utf8').matchAll(/import\('(.*\/build\/engine\/.*)'\)/g);
    const sources = Array.from(imports, ([, source]) => source);
    const taken = sources.filter((source) => later.resolveId(source, file) === null);
    expect(sources.length).toBeGreaterThan(1);
    expect(taken).toEqual(sources.filter((source) => !/relaxed|fallback/.test(source)));
    expect(firstModules).toEqual(
      expect.arrayContaining(taken.map((source) => source.replace(/^(\.\.\/)+/, ''))),
    );
  }
  expect(later.resolveId('./variants.js', importer)).toBeNull();
  expect(later.load(importer)).toBeNull();
  expect(config.plugins).toEqual([later]);
  expect(config.worker.plugins()).toEqual([later]);
});

test('the first page is made where no other variant is built', () => {
  const copy = path.join(folder, 'clone');
  const sources = ['web', 'scripts', 'docs', 'cmake', 'vite.config.js', 'package.json'];
  const modules = ['font', 'interpreter', 'models', 'reference'].map((name) => `build/${name}`);
  for (const each of [...sources, ...modules, ...firstModules])
    fs.cpSync(inRoot(each), path.join(copy, each), { recursive: true });
  fs.symlinkSync(inRoot('node_modules'), path.join(copy, 'node_modules'));
  const code = `import { firstConfig, firstSite, makeSite } from './scripts/build.mjs';
    await makeSite(firstSite, firstConfig, '');`;
  const args = ['--input-type=module', '--eval', code];
  expect(fs.existsSync(path.join(copy, 'build/engine/fallback.js'))).toBe(false);
  const { NODE_ENV: _, ...env } = process.env; // Jest's is 'test'
  const options = /** @type {const} */ ({ cwd: copy, env, encoding: 'utf8', timeout: 110_000 });
  const { status, stderr } = spawnSync(process.execPath, args, options);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(fs.existsSync(path.join(copy, firstSite, 'index.html'))).toBe(true);
}, 120_000);

test('load() takes the next variant where one is not built, and says which could not be started', async () => {
  const load = loader({
    startVariant: async (variant, parts) =>
      variant === 'simd'
        ? startVariant(variant, parts)
        : (await placeholderOf(`../../build/engine/${variant}.js`)).default(),
    openLearning: () => Promise.reject(new Error('nothing trains here')),
    codeOf,
  });
  const engine = await load();
  expect(engine.engine.variant).toBe('simd');
  await expect(load({ engine: 'fallback' })).rejects.toMatchObject({
    message: 'The engine could not be started: fallback failed.',
    cause: { message: 'this variant of the engine is still being built' },
  });
});

test('an open page keeps what only the first site has, and a new one gets the finished site', async () => {
  const site = (/** @type {string} */ name, /** @type {Record<string, string>} */ files) => {
    const where = path.join(folder, name);
    fs.mkdirSync(where);
    for (const [file, text] of Object.entries(files))
      fs.writeFileSync(path.join(where, file), text);
    return where;
  };
  const { url, close, prefer } = await serve({
    folder: site('first', { 'index.html': 'first', 'lab-1.js': 'old' }),
  });
  const get = async (/** @type {string} */ file) => {
    const response = await fetch(url + file);
    return response.ok ? response.text() : response.status;
  };
  try {
    expect([await get(''), await get('lab-1.js'), await get('lab-2.js')]).toEqual([
      'first',
      'old',
      404,
    ]);
    prefer(site('finished', { 'index.html': 'finished', 'lab-2.js': 'new' }));
    expect([await get(''), await get('lab-1.js'), await get('lab-2.js')]).toEqual([
      'finished',
      'old',
      'new',
    ]);
  } finally {
    close();
  }
});

test('of steps that run together a failure is told when all have ended', async () => {
  let ended = false;
  const slow = new Promise((resolve) => setTimeout(resolve, 20)).then(() => void (ended = true));
  await expect(together(Promise.reject(new Error('no network')), slow)).rejects.toThrow(
    'no network',
  );
  expect(ended).toBe(true);
  await together(Promise.resolve(), Promise.resolve());
});
