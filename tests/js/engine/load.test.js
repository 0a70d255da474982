// load(): the variant it chooses, how often it loads, and what it refuses.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { limits, load, version } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import * as pages from '../../../web/engine/same-bits.js';
import { onEveryVariant, variantRuns, variants } from './variants.js';

test('this run says which variants it leaves out', () => {
  const left = variants.filter((variant) => !variantRuns(variant));
  if (left.length > 0) {
    process.stderr.write(
      `\n*** NOT TESTED in Node ${process.versions.node}: the engine variant ${left.join(', ')} ***\n\n`,
    );
  }
  expect(variantRuns('fallback')).toBe(true);
});

test('the version is that of package.json', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(version).toBe(JSON.parse(text).version);
});

test('auto takes the fastest variant that runs, relaxed where it does', async () => {
  const engine = await load();
  expect(engine.engine).toEqual({
    variant: variants.find(variantRuns),
    version,
    deterministic: engine.engine.variant !== 'relaxed',
  });
  expect(engine.workers).toBe(0);
});

test('the same options give the same engine, other options another', async () => {
  expect(await load({ engine: 'simd' })).toBe(await load({ engine: 'simd', workers: 0 }));
  expect(await load({ engine: 'simd' })).not.toBe(await load({ engine: 'fallback' }));
});

test('workers wished for where none can be made do not stand in the way of a later createWorker', async () => {
  const { getBuiltinModule } = process;
  const options = /** @type {const} */ ({ engine: 'simd', workers: 2 });
  try {
    process.getBuiltinModule = /** @type {any} */ (undefined); // as on a page
    expect(await load(options)).toBe(await load({ engine: 'simd' }));
    const createWorker = () => ({ postMessage() {}, terminate() {}, addEventListener() {} });
    const engine = await load({ ...options, createWorker });
    expect(engine.workers).toBe(2);
    engine.dispose();
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
});

test('a process whose functions throw, as of the edge runtime of Next.js, is no process', async () => {
  const { getBuiltinModule } = process;
  try {
    process.getBuiltinModule = () => {
      throw new Error('A Node.js API is used (process.getBuiltinModule)');
    };
    const engine = await load({ engine: 'simd', workers: 'auto' });
    expect(engine).toBe(await load({ engine: 'simd' }));
    await expect(openModel(engine, '/model')).rejects.toThrow('paths are for Node');
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
});

test('an engine that was disposed of is not handed out again', async () => {
  const first = await load({ engine: 'simd', workers: 3 });
  first.dispose();
  const second = await load({ engine: 'simd', workers: 3 });
  expect(second).not.toBe(first);
  second.dispose();
});

test('the limits are frozen, and every one has a smallest and a largest value', () => {
  expect(Object.isFrozen(limits)).toBe(true);
  for (const limit of Object.values(limits)) {
    expect(Object.isFrozen(limit)).toBe(true);
    expect(limit.min).toBeLessThan(limit.max);
  }
});

test('what load cannot use is refused in one sentence', async () => {
  const refused = [
    [
      { engine: 'fast' },
      'engine: got "fast"; expected one of "auto", "relaxed", "simd", "fallback"',
    ],
    [{ workers: -1 }, 'workers: got -1; expected a whole number from 0 to 16'],
    [{ workers: '2' }, 'workers: got "2"; expected "auto" or a whole number from 0 to 16'],
    [{ createWorker: 5 }, 'createWorker: got 5; expected a function that makes a Worker'],
    [
      { variant: 'simd' },
      'load: got the unknown name "variant"; expected any of engine, workers, createWorker',
    ],
    [7, 'load: got 7; expected an object with any of engine, workers, createWorker'],
  ];
  for (const [options, message] of refused) {
    await expect(load(/** @type {any} */ (options))).rejects.toThrow(String(message));
  }
});

onEveryVariant('an engine', (engine) => {
  test('says which bits are the same everywhere', () => {
    expect(engine().engine.deterministic).toBe(engine().engine.variant !== 'relaxed');
  });
});

test('pages take engines that give the same bits everywhere, and know no other', async () => {
  const engine = await pages.load();
  expect(engine.engine).toMatchObject({ variant: 'simd', deterministic: true });
  await expect(pages.load({ engine: 'relaxed' })).rejects.toThrow(
    'engine: got "relaxed"; expected one of "auto", "simd", "fallback"',
  );
});
