// How often a function of the engine calls into the WebAssembly module.
import { describe, expect, test } from '@jest/globals';
import { startVariant } from '../../../web/engine/border/embedded.js';
import { addPart, startInstance } from '../../../web/engine/border/instance.js';
import { partNames } from '../../../web/engine/border/parts.js';
import { Engine } from '../../../web/engine/index.js';
import { addAll } from '../../../web/engine/parts/all.js';

/** @import { ScoreOptions } from '../../../web/engine/index.js' */

/** Counts the calls of the module's functions. Embind takes each function from the module's table once. */
let calls = 0;
const { get } = WebAssembly.Table.prototype;
/** @param {number} index */
WebAssembly.Table.prototype.get = function (index) {
  const core = get.call(this, index);
  if (typeof core !== 'function') return core;
  return (/** @type {unknown[]} */ ...args) => {
    calls += 1;
    return core(...args);
  };
};

/** Returns an engine with empty caches. */
const newEngine = async () => {
  const { compiled, parts } = await startVariant('simd', partNames);
  const module = await startInstance(/** @type {WebAssembly.Module} */ (compiled));
  for (const [part, code] of parts)
    await addPart(module, part, /** @type {WebAssembly.Module} */ (code));
  addAll(module);
  const unused = async () => Promise.reject(new Error('nothing is learned or fetched here'));
  const engine = new Engine(module, 0, undefined, unused, unused, () => {});
  engine.scoreTheory({ dk: 4096, scale: 'none' }); // allocates the block of memory
  return engine;
};

/** @param {() => unknown} action */
function count(action) {
  const before = calls;
  action();
  return calls - before;
}

describe('one call of the module', () => {
  /** @type {[string, (engine: Engine, options: ScoreOptions) => unknown][]} */
  const functions = [
    ['scoreTheory', (engine, options) => engine.scoreTheory(options)],
    ['scoreLaw', (engine, options) => engine.scoreLaw(options)],
    ['scoreCurves', (engine, options) => engine.scoreCurves(options)],
    ['scoreStatistics', (engine, options) => engine.scoreStatistics(options)],
    [
      'scoreGrowth',
      (engine, options) =>
        engine.scoreGrowth(options, {
          sizes: [1, 2, 4, 8, 16, 32],
          scales: ['none', 'rsqrt', 'inverse', { alpha: 0.3 }],
        }),
    ],
  ];
  test.each(functions)('%s', async (_, run) => {
    const engine = await newEngine();
    for (const scale of /** @type {const} */ (['rsqrt', 'none', 0.25])) {
      for (const given of [{ dk: 70 }, { dk: 71, range: /** @type {const} */ ([-1, 1]) }]) {
        expect(count(() => run(engine, { ...given, scale }))).toBe(1);
      }
    }
  });
});

describe('no further call', () => {
  test('for theory that was asked for before, whatever does not bear on it', async () => {
    const engine = await newEngine();
    const first = engine.scoreTheory({ dk: 9 });
    first.mean = 7; // the object that the caller received
    expect(count(() => engine.scoreTheory({ dk: 9, queries: 5, seed: 3, bins: 7 }))).toBe(0);
    expect(engine.scoreTheory({ dk: 9 }).mean).toBe(0);
    for (const other of [{ scale: 3 }, { correlation: 0.5 }, { key: { sd: 2 } }]) {
      expect(count(() => engine.scoreTheory({ dk: 9, ...other }))).toBe(1);
    }
  });

  test('what was asked for longest ago is forgotten', async () => {
    const engine = await newEngine();
    for (let dk = 1; dk <= 200; ++dk) engine.scoreTheory({ dk });
    expect(count(() => engine.scoreTheory({ dk: 200 }))).toBe(0);
    expect(count(() => engine.scoreTheory({ dk: 137 }))).toBe(0);
    expect(count(() => engine.scoreTheory({ dk: 1 }))).toBe(1);
  });
});

test('attention asks for its factor every time: remembering it takes seven times as long', async () => {
  const engine = await newEngine();
  const x = { data: new Float32Array(8), shape: [2, 4] };
  for (let i = 0; i < 2; ++i) expect(count(() => engine.attention(x, x, x))).toBe(2);
});
