// load({module}): engines from WebAssembly that the caller has compiled, for hosts in which programs may not compile
// any.
import fs from 'node:fs';
import vm from 'node:vm';
import { expect, jest, test } from '@jest/globals';
import * as embedded from '../../../web/engine/index.js';
import * as lean from '../../../web/engine/lean.js';
import { partNames } from '../../../web/engine/border/parts.js';
import { markOf } from '../../../web/engine/border/mark.js';
import * as pages from '../../../web/engine/same-bits.js';
import { corpus, hashOf } from './corpus.js';

/** @param {string} name */
const bytesOf = (name) =>
  fs.readFileSync(new URL(`../../../build/engine/${name}`, import.meta.url));
const module = new WebAssembly.Module(bytesOf('simd.wasm'));
const trainingModule = new WebAssembly.Module(bytesOf('learning-simd.wasm'));

/** @type {Record<string, string>} */
const bits = JSON.parse(fs.readFileSync(new URL('../../corpus.json', import.meta.url), 'utf8'));
const training = { steps: 4, every: 2, batch: 4, heldOut: 4, modelDim: 8, headDim: 8, seed: 3 };

/** @param {embedded.Engine} engine */
async function losses(engine) {
  const trainer = await engine.createTrainer(training);
  await trainer.step(4);
  const rows = await trainer.metrics();
  trainer.dispose();
  return rows.map(({ loss }) => loss);
}

/**
 * Runs with compilation disabled, so that only modules compiled before are available.
 * @template T
 * @param {() => Promise<T>} run
 */
async function withoutCompiling(run) {
  const { Module, compile } = WebAssembly;
  const refuse = () => {
    throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder');
  };
  const { imports, exports, customSections } = Module;
  WebAssembly.Module = /** @type {any} */ (
    Object.assign(
      function refused() {
        refuse();
      },
      { imports, exports, customSections },
    )
  );
  WebAssembly.compile = /** @type {any} */ (async () => refuse());
  try {
    return await run();
  } finally {
    Object.assign(WebAssembly, { Module, compile });
  }
}

test.each([
  ['scaledot', embedded],
  ['scaledot/lean', lean],
])('%s: the bits of simd, with all parts, from one module', async (_, { load }) => {
  const engine = await withoutCompiling(() => load({ module }));
  expect(engine.engine).toMatchObject({ variant: 'simd', deterministic: true });
  expect(engine.parts).toEqual(partNames);
  for (const name of Object.keys(corpus))
    expect([name, hashOf(engine, name)]).toEqual([name, bits[name]]);
});

test('where the host compiles nothing, load() without a module takes the fallback', async () => {
  const engine = await withoutCompiling(() => embedded.load({ engine: 'auto', parts: ['heads'] }));
  expect(engine.engine.variant).toBe('fallback');
});

test('training has the same losses, with a module of its own and without', async () => {
  const expected = await losses(await embedded.load({ engine: 'simd' }));
  const both = await embedded.load({ module, trainingModule });
  expect(await withoutCompiling(() => losses(both))).toEqual(expected);
  expect(await losses(await embedded.load({ module }))).toEqual(expected);
});

test('workers are given the same module', async () => {
  const options = { dk: 16, queries: 1000, keys: 1000, seed: 2 };
  const engine = await embedded.load({ module, trainingModule, workers: 2 });
  expect(engine.workers).toBe(2);
  expect(await engine.run('scoreStatistics', options)).toEqual(engine.scoreStatistics(options));
  expect(await losses(engine)).toEqual(await losses(await embedded.load({ engine: 'simd' })));
  engine.dispose();
});

test('the same module gives the same engine, another one another', async () => {
  const { load } = embedded;
  const engine = await load({ module });
  expect(await load({ module, engine: 'simd', workers: 0 })).not.toBe(
    await load({ engine: 'simd' }),
  );
  expect(await load({ module })).toBe(engine);
  expect(await load({ module, trainingModule })).not.toBe(engine);
  const other = new WebAssembly.Module(bytesOf('simd.wasm'));
  expect(await load({ module: other })).not.toBe(engine);
});

test('a start that failed may be tried again', async () => {
  const own = new WebAssembly.Module(bytesOf('simd.wasm'));
  jest.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new RangeError('no memory for it'));
  await expect(embedded.load({ module: own })).rejects.toThrow('could not be started');
  jest.restoreAllMocks();
  expect((await embedded.load({ module: own })).engine.variant).toBe('simd');
});

test('a module of another realm is one, too', async () => {
  const { Module } = vm.runInNewContext('WebAssembly');
  const engine = await embedded.load({ module: new Module(bytesOf('simd.wasm')) });
  expect(engine.engine.variant).toBe('simd');
});

/** Returns a module whose file has the version of an older release. */
const older = () => {
  const bytes = bytesOf('simd.wasm');
  const at = bytes.lastIndexOf(` ${embedded.version} `);
  bytes.write(' 0.0.9 ', at, 'latin1');
  return new WebAssembly.Module(bytes);
};
const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
const expected = 'expected the WebAssembly.Module of scaledot/simd.wasm';

/** @type {[unknown, string][]} */
const refusals = [
  [{ module: '/simd.wasm' }, `module: got "/simd.wasm"; ${expected}`],
  [{ module: null }, `module: got null; ${expected}`],
  [
    { module: bytesOf('simd.wasm').slice(0, 8) },
    `module: got a Uint8Array of length 8; ${expected}`,
  ],
  [{ module: Promise.resolve(module) }, `module: got a Promise; ${expected}`],
  [{ module: empty }, `module: got one that is not of scaledot; ${expected}`],
  [{ module: trainingModule }, `module: got one called "training.wasm"; ${expected}`],
  [
    { module: older() },
    `module: got that of the release "0.0.9"; expected that of this build of ${embedded.version}`,
  ],
  [
    { module, trainingModule: module },
    'trainingModule: got one called "simd.wasm"; expected the WebAssembly.Module of scaledot/training.wasm',
  ],
  [{ trainingModule }, `module: got undefined; ${expected}`],
  [{ module, engine: 'relaxed' }, 'engine: got "relaxed"; expected one of "auto", "simd"'],
  [{ module, engine: 'fast' }, 'engine: got "fast"; expected one of "auto", "simd"'],
];

test.each(refusals)(
  '%# what cannot be used is refused in one sentence',
  async (options, message) => {
    await expect(embedded.load(/** @type {any} */ (options))).rejects.toThrow(new Error(message));
  },
);

test('pages take none: they know no such option', async () => {
  await expect(pages.load(/** @type {any} */ ({ module }))).rejects.toThrow(
    'load: got the unknown name "module"; expected any of engine, workers, createWorker, onWorkerLost, parts',
  );
});

test('the mark says which file it is, and of which release', () => {
  const [mark] = WebAssembly.Module.customSections(module, 'scaledot');
  expect(new TextDecoder().decode(mark)).toBe(markOf('simd.wasm', embedded.version));
});
