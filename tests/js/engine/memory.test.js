// Memory: it grows while in use, and problems that do not fit are refused.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import { computeUnits } from '../../../web/engine/workers/jobs.js';
import {
  computeScoringDraws,
  scoringNumbers,
} from '../../../web/engine/functions/scoring-statistics.js';
import { memoryOf } from '../../../web/engine/border/memory.js';
import { startVariant } from '../../../web/engine/border/embedded.js';
import { addPart, startInstance } from '../../../web/engine/border/instance.js';
import { partNames } from '../../../web/engine/border/parts.js';
import * as naive from './naive.js';
import { attentionNames, zeros } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { AttentionName } from '../../../web/engine/index.js' */

/** @import { EngineModule, ScoringStatisticsOptions } from '../../../web/engine/types.js' */

/** Returns another instance with its initial memory. @param {string} variant @returns {Promise<EngineModule>} */
const newInstance = async (variant) => {
  const make = async (/** @type {string} */ name) =>
    (await import(`../../../build/engine/${name}.js`)).default();
  if (variant === 'fallback') return make(variant);
  const module = await startInstance(await make(variant));
  for (const part of partNames) await addPart(module, part, await make(`${variant}-${part}`));
  return module;
};

/** Returns a module with some members replaced. @param {EngineModule} module @param {object} changes */
const changed = (module, changes) =>
  /** @type {EngineModule} */ (Object.assign(Object.create(module), changes));

onEveryVariant('memory', (engine, variant) => {
  const { query, key, value } = naive.byHand;

  test('the engine works on when memory grows in mid-use, and when it is given back', async () => {
    const small = engine().attention(query, key, value, { returns: attentionNames });
    const module = await startVariant(variant, partNames); // the instance that the engine uses
    const before = module.HEAPF32.length;
    const long = naive.random(1, 4, 400, 8);
    const returns = /** @type {const} */ (['weights', 'scores', 'output']);
    let result = engine().attention(long, long, long, { returns });
    for (let length = 800; module.HEAPF32.length === before && length < 6400; length *= 2) {
      const longer = naive.random(2, 2, length, 4);
      result = engine().attention(longer, longer, longer, { returns });
    }
    expect(module.HEAPF32.length).toBeGreaterThan(before); // memory has grown
    const { data, shape } = result.weights;
    const last = data.subarray(data.length - /** @type {number} */ (shape.at(-1)));
    expect(last.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 5);
    expect(engine().attention(query, key, value, { returns: attentionNames })).toEqual(small);
  });

  test('too much memory is a RangeError that names the bytes, and the engine works as before', () => {
    const length = 30000;
    const long = zeros(length, 1);
    const some = tensor([[1], [2]]);
    const before = engine().attention(some, some, some);
    const needs = (/** @type {string} */ name) =>
      new RegExp(`^${name}: needs [0-9]{10} bytes of memory; expected a size that fits$`);
    for (let round = 0; round < 3; ++round) {
      for (const [name, call] of /** @type {[string, () => unknown][]} */ ([
        ['attention', () => engine().attention(long, long, long, { returns: ['weights'] })],
        ['scores', () => engine().scores(long, long)],
        ['softmaxJacobian', () => engine().softmaxJacobian(zeros(1, length))],
      ])) {
        expect(call).toThrow(RangeError);
        expect(call).toThrow(needs(name));
        expect(engine().attention(some, some, some)).toEqual(before);
      }
    }
    // All memory is free again, so a problem that fits can be computed.
    const { output } = engine().attention(long, some, some);
    expect(output.shape).toEqual([length, 1]);
  });

  test('random parameters that are not needed any longer are given up', async () => {
    const module = await newInstance(variant);
    const memory = memoryOf(module);
    const draw = (/** @type {ScoringStatisticsOptions['functions']} */ functions) => {
      const range = /** @type {const} */ ([-1, 1]);
      const options = { dk: 512, keys: 2, draws: 2, range, functions };
      computeScoringDraws(memory, scoringNumbers(module, options), 0, 2);
    };
    const general = new Array(16).fill({ kind: 'general' });
    draw(general); // 16 MiB
    const grown = module.HEAPF32.byteLength;
    expect(grown).toBeGreaterThan(2 ** 24);
    draw([{ kind: 'dot' }]);
    for (let i = 0; i < 3; ++i) {
      const place = module.reserve(2 ** 24);
      expect(place).toBeGreaterThan(0);
      expect(module.HEAPF32.byteLength).toBe(grown);
    }
  });

  test('a mistake of ours is not told as one of the caller', async () => {
    const module = await startVariant(variant, partNames);
    const memory = memoryOf(changed(module, { reserve: () => module.HEAPF32.byteLength - 16 }));
    memory.begin('softmax');
    memory.input(new Float32Array(8));
    expect(() => memory.call(() => true)).toThrow(RangeError);
  });

  test('draws that find no memory are null, so that a worker goes on', async () => {
    const module = changed(await startVariant(variant, partNames), { reserve: () => 0 });
    const full = changed(await startVariant(variant, partNames), { scoringDraws: () => false });
    const numbers = scoringNumbers(full, { functions: [{}], range: [-1, 1] });
    expect(computeUnits(full, { name: 'scoringStatistics', numbers }, 0, 2)).toBeNull();
    expect(computeUnits(module, { name: 'scoringStatistics', numbers }, 0, 2)).toBeNull();
  });

  test.each([
    [false, 'mergedHead', 8],
    [true, 'thinHead', 6],
  ])('so are singular values, thin: %p', async (thin, name, length) => {
    const full = changed(await startVariant(variant, partNames), { [name]: () => false });
    const sizes = { modelDim: 4, headDim: 2, seed: 0 };
    const tolerance = { value: -1, relative: false };
    const numbers = { ...sizes, spectrum: true, thin, tolerance, wq: null, wk: null };
    expect(computeUnits(full, { name: 'headAlgebra', numbers }, 0, 1)).toBeNull();
    expect(
      computeUnits(await startVariant(variant, partNames), { name: 'headAlgebra', numbers }, 0, 1),
    ).toHaveLength(length);
  });

  test('a run that needs too much memory is refused, too', async () => {
    const long = zeros(200000, 1);
    const run = engine().run('attention', {
      query: long,
      key: long,
      value: long,
      returns: ['weights'],
    });
    await expect(run).rejects.toThrow(/^attention: needs [0-9]{12} bytes of memory; expected/);
  });
});
