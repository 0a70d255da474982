// The engine in parts: when each part is loaded, what a part computes alone, and the error messages for a missing one.
import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, jest, test } from '@jest/globals';
import * as external from '../../../web/engine/border/external.js';
import { completed, partNames, partOf, partOfRun } from '../../../web/engine/border/parts.js';
import { snapshots } from '../../../web/engine/snapshots.js';
import { starter, variantRuns } from '../../../web/engine/border/variants.js';
import { Engine, load } from '../../../web/engine/index.js';
import { loader } from '../../../web/engine/load.js';
import { codeOf as functionsOf } from '../../../web/engine/parts/package.js';
import { codeOf as codeOfPages } from '../../../web/engine/parts/index.js';
import { jobNames } from '../../../web/engine/workers/jobs.js';
import { corpus, hashOf } from './corpus.js';
import * as naive from './naive.js';

/** @import { PartName } from '../../../web/engine/types.js' */

/** The hashes of every function that draws no scores. @type {Record<string, string>} */
const expected = JSON.parse(fs.readFileSync(new URL('../../corpus.json', import.meta.url), 'utf8'));

const make = async (/** @type {string} */ name) =>
  (await import(`../../../build/engine/${name}.js`)).default();

/** Returns a `load` that shares no engine with others, and the names of the parts it requested. */
function freshLoad() {
  /** @type {string[]} */
  const asked = [];
  /** @type {Set<string>} */
  const broken = new Set();
  const codeOf = (/** @type {string} */ variant) =>
    /** @type {import('../../../web/engine/border/variants.js').Code} */ (
      Object.fromEntries(
        ['core', ...partNames].map((part) => [
          part,
          async () => {
            asked.push(part);
            if (broken.has(part)) throw new Error(`${part} did not come`);
            return make(part === 'core' ? variant : `${variant}-${part}`);
          },
        ]),
      )
    );
  const code = { relaxed: codeOf('relaxed'), simd: codeOf('simd') };
  const start = starter(code, () => make('fallback'));
  const openLearning = async () => {
    throw new Error('not here');
  };
  const own = loader({ startVariant: start, openLearning, codeOf: functionsOf, snapshots });
  return { load: own, asked, broken };
}

const simd = /** @type {const} */ ({ engine: 'simd' });

test('every function of the engine that computes is in one part, or named as one that is always there', () => {
  const always = ['constructor', 'workers', 'parts', 'run', 'createTrainer', 'dispose'];
  const names = Object.getOwnPropertyNames(Engine.prototype).filter(
    (name) => !always.includes(name),
  );
  expect(names.filter((name) => partOf(name) === undefined)).toEqual(['scoreTheory']);
  for (const name of jobNames) expect(partOf(name)).toBeDefined();
});

test('the JavaScript of a part has the functions that the table says, for the package and for pages', async () => {
  for (const part of partNames) {
    const own = Object.getOwnPropertyNames(Engine.prototype).filter(
      (name) => partOf(name) === part,
    );
    const code = await functionsOf(part);
    expect(Object.keys(code.functions).sort()).toEqual(own.sort());
    for (const name of Object.keys(code.jobs)) expect(partOfRun(name)).toBe(part);
    expect((await codeOfPages(part)).functions).toBe(code.functions);
  }
});

test('load() brings all parts, and load({parts}) those that are named, with those that they need', async () => {
  const { load: own, asked } = freshLoad();
  const engine = await own({ ...simd, parts: ['heads'] });
  expect(asked.sort()).toEqual(['core', 'heads', 'matrices']);
  expect(engine.parts).toEqual(['matrices', 'heads']);
  expect(await own({ ...simd, parts: ['scores'] })).toBe(engine);
  expect(engine.parts).toEqual(['matrices', 'scores', 'heads']);
  expect(asked).toHaveLength(4);
  expect(await own(simd)).toBe(engine);
  expect(engine.parts).toEqual(partNames);
  expect(asked).toHaveLength(partNames.length + 1);
  const none = await freshLoad().load({ ...simd, parts: [] });
  expect(none.parts).toEqual([]);
  expect(none.scoreTheory({ dk: 64 }).variance).toBeCloseTo(1, 12);
});

test('a variant that is not there is said to be missing, and no other is taken for it', async () => {
  const code = /** @type {any} */ ({});
  const missing = (/** @type {any} */ variant) => `there is no engine "${variant}" here`;
  const start = starter(code, () => make('fallback'));
  for (const variant of /** @type {any[]} */ (['relaxed', 'simd', 'slow']))
    await expect(start(variant, [])).rejects.toThrow(missing(variant));
  await expect(starter(code)('fallback', [])).rejects.toThrow(missing('fallback'));
});

test('the fallback is whole', async () => {
  const engine = await freshLoad().load({ engine: 'fallback', parts: [] });
  expect(engine.parts).toEqual(partNames);
});

test('a missing part is named in one sentence, and run() loads it', async () => {
  const { load: own, asked } = freshLoad();
  const engine = await own({ ...simd, parts: ['attention'] });
  expect(() => engine.scoreLaw()).toThrow(
    new Error(
      'scoreLaw: the part "laws" of this engine is not loaded; load() with parts: ["laws"] loads it',
    ),
  );
  expect(() => engine.scoreStatistics({ queries: 10, keys: 10 })).toThrow(
    'scoreStatistics: the part "statistics" of this engine is not loaded; load() with parts: ["statistics"] or run() loads it',
  );
  /** @type {{queries: number, keys: number}} */
  const options = { queries: 10, keys: 10 };
  const run = engine.run('scoreStatistics', options);
  options.queries = 0; // the run keeps its options
  const result = await run;
  expect(asked).toContain('statistics');
  expect(engine.parts).toEqual([...completed(['attention']), 'statistics']);
  expect(result).toEqual(engine.scoreStatistics({ queries: 10, keys: 10 }));
});

test('run() takes the same tensors whether it has to load its part or not, and copies no numbers', async () => {
  const numbers = Float32Array.of(1, 2, 3, 4);
  class OwnTensor {
    get data() {
      return numbers;
    }
    get shape() {
      return [2, 2];
    }
  }
  const tensor = new OwnTensor();
  const engine = await freshLoad().load({ ...simd, parts: [] });
  const copied = jest.spyOn(globalThis, 'structuredClone');
  const run = engine.run('attention', { query: tensor, key: tensor, value: tensor });
  expect(copied).not.toHaveBeenCalled();
  copied.mockRestore();
  const { output } = await run;
  expect(output).toEqual(engine.attention(tensor, tensor, tensor).output);
});

test('every function says that its part is missing, and nothing traps', async () => {
  const engine = await freshLoad().load({ ...simd, parts: [] });
  for (const name of Object.getOwnPropertyNames(Engine.prototype)) {
    const part = partOf(name);
    if (!part) continue;
    const call = /** @type {any} */ (engine)[name].bind(engine);
    expect(() => call({}, {}, {}, {}, {})).toThrow(`${name}: the part "${part}" of this engine`);
  }
});

test('a part that did not come is asked for again', async () => {
  const { load: own, broken } = freshLoad();
  const engine = await own({ ...simd, parts: ['attention'] });
  broken.add('laws');
  await expect(own(simd)).rejects.toThrow('laws did not come');
  broken.clear();
  expect(await own(simd)).toBe(engine);
  expect(engine.scoreLaw({ dk: 4 }).variance).toBeCloseTo(1, 12);
  expect(engine.parts).toEqual(partNames);
});

test('an engine whose first parts do not come is not started, and may be asked for again', async () => {
  const { load: own, broken } = freshLoad();
  broken.add('laws');
  await expect(own({ ...simd, parts: ['laws'] })).rejects.toThrow(/could not be started: simd/);
  broken.clear();
  const engine = await own({ ...simd, parts: ['laws'] });
  expect(engine.parts).toEqual(['statistics', 'laws']);
});

test('a run whose part is on its way ends with its signal, and with the engine', async () => {
  const { load: own } = freshLoad();
  const engine = await own({ ...simd, parts: [] });
  const control = new AbortController();
  const stopped = engine.run('headAlgebra', {}, { signal: control.signal });
  control.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  const gone = engine.run('softmaxStatistics', { draws: 2 });
  engine.dispose();
  await expect(gone).rejects.toThrow('The engine was disposed of.');
  const again = await own({ ...simd, parts: [] });
  expect(again).not.toBe(engine);
  expect((await again.run('softmaxStatistics', { draws: 2 })).draws).toBe(2);
});

test('workers get a part before the first task that needs it', async () => {
  const { load: own } = freshLoad();
  /** @type {{type: string, part?: string}[]} */
  const orders = [];
  const createWorker = () => {
    const worker = new Worker(new URL('../../../web/engine/worker.js', import.meta.url));
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (order, transfer) => {
      orders.push(order);
      post(order, transfer);
    };
    return worker;
  };
  const engine = await own({ ...simd, workers: 1, createWorker, parts: [] });
  const whole = await load(simd);
  const draws = { draws: 2000, keys: 64 };
  const sent = () => orders.filter(({ type }) => type === 'compute').length;
  // On a busy machine, a run may end before the worker has started.
  while (sent() === 0)
    expect(await engine.run('softmaxStatistics', draws)).toEqual(whole.softmaxStatistics(draws));
  const scores = { queries: 2000, keys: 2000 };
  expect(await engine.run('scoreStatistics', scores)).toEqual(whole.scoreStatistics(scores));
  expect(engine.workers).toBe(1); // the worker was not dropped
  const kinds = orders.map(({ type, part }) => part ?? type);
  expect(kinds.filter((kind, i) => kind !== kinds[i - 1])).toEqual([
    ...['start', 'matrices', 'measures', 'softmax', 'compute', 'statistics', 'compute'],
  ]);
  engine.dispose();
  // The same orders, sent before the worker has started: none is lost.
  const [last] = orders.filter(({ type }) => type === 'compute').slice(-1);
  const worker = new Worker(new URL('../../../web/engine/worker.js', import.meta.url));
  const answered = new Promise((resolve) => {
    worker.on('message', (answer) => answer.type !== 'ready' && resolve(answer.type));
  });
  for (const order of [...orders.filter(({ type }) => type !== 'compute'), last])
    worker.postMessage(order);
  expect(await answered).toBe('computed');
  await worker.terminate();
});

test('names of parts are checked', async () => {
  const known = partNames.map((name) => `"${name}"`).join(', ');
  await expect(load(/** @type {any} */ ({ parts: 'laws' }))).rejects.toThrow(
    `parts: got "laws"; expected an array of any of ${known}`,
  );
  await expect(load(/** @type {any} */ ({ parts: ['laws', 'law'] }))).rejects.toThrow(
    `parts[1]: got "law"; expected one of ${known}`,
  );
});

describe('a part alone, with what it needs, gives the bits of every machine', () => {
  const wholes = Object.keys(corpus).filter((name) => partOf(name));
  test.each(wholes)('%s', async (name) => {
    const part = /** @type {PartName} */ (partOf(name));
    const engine = await freshLoad().load({ ...simd, parts: completed([part]) });
    expect(engine.parts).toEqual(partNames.filter((each) => completed([part]).includes(each)));
    expect(hashOf(engine, name)).toBe(expected[name]);
  });

  /** @type {[PartName, (engine: Engine) => unknown][]} */
  const calls = [
    ['statistics', (engine) => engine.scoreStatistics({ queries: 200, generator: 'numpy' })],
    ['statistics', (engine) => engine.scoreGrowth({}, { sizes: [4, 64], scales: ['rsqrt'] })],
    ['laws', (engine) => engine.scoreCurves({ dk: 7 })],
    ['samples', (engine) => engine.scoreWalks({ dk: 16 })],
    ['samples', (engine) => engine.componentSample({ dk: 16 }, 'query', 8)],
    ['scores', (engine) => engine.scoreCost({ kind: 'additive', queries: 4, keys: 4 })],
    ['samples', (engine) => engine.sampleVariance({ draws: 1000 })],
    ['samples', (engine) => engine.productVariance({ seed: 3 })],
    ['samples', (engine) => engine.numpyRandom(1).normal(0, 1, 1000)],
    ...['normal', 'uniform', 'laplace', 'student-t', 'exponential', 'rademacher'].map(
      (distribution) =>
        /** @type {[PartName, (engine: Engine) => unknown]} */ ([
          'laws',
          (engine) => {
            const law = engine.scoreLaw(
              /** @type {any} */ ({ dk: 3, query: { distribution }, key: { mean: 0.5 } }),
            );
            const points = Array.from({ length: 41 }, (_, i) => i / 4 - 5);
            return [law.kind, law.pdf(points), law.cdf(points), law.quantile([0.01, 0.5, 0.9])];
          },
        ]),
    ),
    ['heads', (engine) => engine.headAlgebra()],
    ['files', (engine) => engine.writeNpy({ data: Float32Array.of(1, 2), shape: [2] })],
    [
      'files',
      (engine) =>
        engine.readSafetensors(
          engine.writeSafetensors({ a: { data: Float32Array.of(1, 2), shape: [2] } }),
        ),
    ],
  ];
  describe.each(/** @type {const} */ (['simd', 'relaxed']))('%s', (variant) => {
    test.each(calls)('%s', async (part, call) => {
      if (!variantRuns(variant)) return;
      const engine = await freshLoad().load({ engine: variant, parts: [part] });
      expect(call(engine)).toEqual(call(await load({ engine: variant })));
    });
  });
});

test('tensors that a run is given before its part has come are copied', async () => {
  const [wq, wk] = [4, 5].map((seed) => naive.random(seed, 6, 3));
  const { singularValues } = (await load(simd)).headAlgebra({ wq, wk });
  const { load: own } = freshLoad();
  const engine = await own({ ...simd, parts: [] });
  const run = engine.run('headAlgebra', { wq, wk });
  for (const { data } of [wq, wk]) data.fill(0);
  expect((await run).singularValues).toEqual(singularValues);
});

test.each(/** @type {const} */ (['simd', 'relaxed']))(
  'scaledot/lean fetches the parts of %s as files',
  async (variant) => {
    if (!variantRuns(variant)) return;
    const module = await external.startVariant(variant, ['laws']);
    expect([...module.parts.keys()].sort()).toEqual(['laws', 'statistics']);
    await external.startVariant(variant, ['files']);
    expect(module.parts.has('files')).toBe(true);
  },
);

test('docs/package.md lists the parts', () => {
  const text = fs.readFileSync(new URL('../../../docs/package.md', import.meta.url), 'utf8');
  const code = (/** @type {readonly string[]} */ names) =>
    names.map((name) => `\`${name}\``).join(', ');
  for (const part of partNames) {
    const functions = Object.getOwnPropertyNames(Engine.prototype).filter(
      (name) => partOf(name) === part,
    );
    const needs = completed([part]).filter((other) => other !== part);
    expect(text).toContain(`| \`${part}\` | ${code(functions)} | ${code(needs)} |`);
  }
});
