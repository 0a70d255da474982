// run() reads its options when it is called, as a direct call does, whatever kind of objects they are. It reads no
// option that is not used.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { optionsNow } from '../../../web/engine/border/snapshot.js';
import { startVariant } from '../../../web/engine/border/embedded.js';
import { load } from '../../../web/engine/index.js';
import { snapshots } from '../../../web/engine/snapshots.js';
import * as naive from './naive.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { RunName } from '../../../web/engine/types.js' */

const query = naive.random(1, 2, 5, 4);
const key = naive.random(2, 2, 6, 4);
const value = naive.random(3, 2, 6, 4);

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

describe('options that are instances of a class', () => {
  class Base {
    /** @param {any} given */
    constructor(given) {
      this.given = () => given;
      Object.defineProperty(this, 'given', { enumerable: false });
    }
    get query() {
      return this.given().query;
    }
    get key() {
      return this.given().key;
    }
    get value() {
      return this.given().value;
    }
  }
  class Options extends Base {
    get scale() {
      return this.given().scale;
    }
    get helper() {
      throw new Error('nobody asks for this');
    }
    method() {}
  }

  test('are copied at the call, with what their classes have getters for', async () => {
    const given = { query, key, value, scale: 0.25 };
    const expected = sd.attention(query, key, value, { scale: 0.25 }).output;
    const read = /** @type {any} */ (optionsNow(new Options(given)));
    const run = sd.run('attention', /** @type {any} */ (new Options(given)));
    given.scale = 0.5;
    given.query = { data: new Float32Array(40), shape: [2, 5, 4] };
    expect((await run).output).toEqual(expected);
    expect([read.scale, read.query.data]).toEqual([0.25, query.data]);
  });

  test('so are tensors and masks within them', async () => {
    const bias = naive.random(4, 5, 6);
    class Mask {
      get bias() {
        return tensorOf(bias.data);
      }
    }
    const tensorOf = (/** @type {Float32Array} */ data) =>
      new (class {
        get data() {
          return data;
        }
        get shape() {
          return [5, 6];
        }
      })();
    const expected = sd.attention(query, key, value, { mask: { bias: { ...bias } } }).output;
    const run = sd.run('attention', { query, key, value, mask: new Mask() });
    bias.data.fill(0);
    expect((await run).output).toEqual(expected);
  });

  test('are refused as in the direct call', async () => {
    const refused = async (/** @type {any} */ options) => {
      const given = { query, key, value, ...options };
      const direct = () => sd.attention(query, key, value, options);
      expect(direct).toThrow(TypeError);
      const message = await sd.run('attention', given).catch((error) => error.message);
      expect(direct).toThrow(message);
    };
    await refused({ window: new Map([['before', 1]]) });
    await refused({ mask: new Date(0) });
    const own = Object.assign(Object.create({ scale: 2 }), { mistake: 1 });
    const message = /^attention: got the unknown name "mistake"/;
    await expect(sd.run('attention', own)).rejects.toThrow(message);
  });
});

test('lists that stand in many places are copied once', async () => {
  /** @type {unknown[]} */
  let nest = [1];
  for (let i = 0; i < 6; ++i) nest = new Array(1000).fill(nest);
  const read = /** @type {any} */ (optionsNow({ dk: nest }));
  expect(read.dk[0]).not.toBe(nest[0]);
  expect(read.dk[999]).toBe(read.dk[0]);
  const run = sd.run('scoreStatistics', /** @type {any} */ ({ dk: nest }));
  await expect(run).rejects.toThrow(/^dk: got an array of length 1000; expected /);
  /** @type {Record<string, unknown>} */
  const round = {};
  for (let i = 0; i < 1000; ++i) round[`name${i}`] = round;
  await expect(sd.run('scoreStatistics', round)).rejects.toThrow(/unknown name "name0"/);
});

test('a run tells those that it was given, whatever becomes of their object', async () => {
  /** @type {number[]} */
  const told = [];
  const callbacks = { onProgress: (/** @type {{done: number}} */ { done }) => told.push(done) };
  const run = sd.run('scoreStatistics', { dk: 4, queries: 64, keys: 64 }, callbacks);
  Object.assign(callbacks, { onProgress: 'nobody', onPartial: 3, signal: {} });
  await run;
  expect(told.at(-1)).toBe(1);
});

test('a trainer is made as its options were at the call, whatever they are', async () => {
  const asked = { seed: 3, steps: 2 };
  const options = Object.create({
    get seed() {
      return asked.seed;
    },
    get steps() {
      return asked.steps;
    },
  });
  const given = Object.assign(Object.create(null), { seed: 3, steps: 2 });
  const trainers = [sd.createTrainer(options), sd.createTrainer(given)];
  Object.assign(asked, { seed: 4, steps: 5 });
  Object.assign(given, { seed: 4, steps: 5 });
  for (const trainer of await Promise.all(trainers)) {
    expect(trainer.options).toMatchObject({ seed: 3, steps: 2 });
    trainer.dispose();
  }
});

test('a proxy that says it is its own class, and a class that has a name of another, are read', () => {
  /** @type {object} */
  const round = new Proxy({ dk: 4 }, { getPrototypeOf: () => round });
  expect(optionsNow(round)).toEqual({ dk: 4 });
  class Counted {
    reads = 0;
    get dk() {
      return ++this.reads;
    }
  }
  class Both extends Counted {
    get dk() {
      return super.dk;
    }
  }
  expect(/** @type {any} */ (optionsNow(new Both())).dk).toBe(1);
});

describe('nothing is copied of what is refused', () => {
  const big = 2 ** 20;
  const row = { data: new Float32Array(4), shape: [1, 4] };
  const huge = () => ({ data: new Float32Array(big), shape: [big / 4, 4] });
  const wrong = { data: new Float32Array(big), shape: [big / 4, 3] };
  const right = { query: row, key: row, value: row };
  /** @type {[string, RunName, () => any][]} */
  const cases = [
    ['an unknown name', 'attention', () => ({ ...right, junk: new Float32Array(big) })],
    ['an unknown name beside tensors', 'attention', () => ({ query: huge(), key: huge(), junk: 1 })],
    ['numbers of another type', 'attention', () => ({ ...right, key: { data: new Float64Array(big), shape: [big] } })],
    ['a shape of fewer numbers', 'attention', () => ({ ...right, query: wrong })],
    ['shapes that do not match', 'attention', () => ({ query: huge(), key: huge(), value: row })],
    ['a mask that does not match', 'attention', () => ({ ...right, query: huge(), mask: { bias: row } })],
    ['an option that is none', 'attention', () => ({ query: huge(), key: huge(), value: huge(), scale: 'x' })],
    ['a result that is none', 'attention', () => ({ ...right, query: huge(), returns: ['x'] })],
    ['a place that is too small', 'attention', () => ({ ...right, query: huge(), into: { output: row } })],
    ['an array in place of a number', 'scoreStatistics', () => ({ dk: new Float32Array(big) })],
    ['a tensor in place of a number', 'sampleVariance', () => ({ draws: huge() })],
    ['an array in place of a list', 'softmaxStatistics', () => ({ compare: new Float32Array(big) })],
    ['a gradient of another shape', 'attentionGradient', () => ({ ...right, query: huge(), outputGradient: row })],
    ['a forward of another shape', 'attentionGradient', () => ({ ...right, query: huge(), outputGradient: huge(), forward: { output: huge(), logSumExp: row } })],
    ['matrices that do not match', 'headAlgebra', () => ({ wq: huge(), wk: row })],
    ['a matrix of another size', 'headAlgebra', () => ({ wq: huge(), wk: huge(), modelDim: 64 })],
  ]; // prettier-ignore

  /**
   * Returns the length of the largest typed array that is created during a call.
   * @param {() => Promise<unknown>} act
   */
  async function largestMade(act) {
    let most = 0;
    const kinds = /** @type {const} */ (['Float32Array', 'Float64Array', 'Uint8Array']);
    const own = kinds.map((kind) => globalThis[kind]);
    for (const [i, kind] of kinds.entries()) {
      /** @type {any} */
      const watched = new Proxy(own[i], {
        construct(target, args, to) {
          const made = Reflect.construct(target, args, to === watched ? target : to);
          const isView = typeof args[0] === 'object' && !ArrayBuffer.isView(args[0]);
          if (!isView) most = Math.max(most, made.length);
          return made;
        },
      });
      Object.assign(globalThis, { [kind]: watched });
    }
    try {
      await act();
    } finally {
      for (const [i, kind] of kinds.entries()) Object.assign(globalThis, { [kind]: own[i] });
    }
    return most;
  }

  test.each(cases)('%s, for run(%j)', async (_, name, make) => {
    const options = make();
    const whole = await refusal(() => sd.run(name, options));
    expect(whole).toMatch(/^[^:]+: .*(expected|does not match|must be)/);
    const direct = directOf(name, options);
    if (direct)
      expect(await refusal(direct)).toBe(whole.replace('query, key, value, scale', 'scale'));
    const module = await startVariant('simd', []);
    const bare = { ...module, open: new Set() };
    for (const act of [
      () => sd.run(name, options),
      () => snapshots.job(/** @type {any} */ (bare), name, options)(), // before the part is loaded
    ]) {
      let message = '';
      const most = await largestMade(async () => {
        message = await refusal(act);
      });
      expect(message).toBe(whole);
      expect(most).toBeLessThan(2 ** 17);
    }
  });

  test('for createTrainer()', async () => {
    const bytes = new Uint8Array(big);
    for (const options of [
      { steps: bytes },
      { steps: huge() },
      { checkpoint: bytes, steps: 1 },
      { checkpoint: new Float32Array(big) },
      { checkpoint: new Uint8Array(2 ** 26 + 1) },
    ]) {
      let message = '';
      const most = await largestMade(async () => {
        message = await refusal(() => sd.createTrainer(/** @type {any} */ (options)));
      });
      expect(message).toMatch(/^[^:]+: got .*; expected /);
      expect(most).toBeLessThan(2 ** 17);
    }
  });

  /** @param {() => unknown} act @returns {Promise<string>} */
  async function refusal(act) {
    try {
      await act();
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
    return 'nothing';
  }

  /** @param {RunName} name @param {any} options */
  function directOf(name, options) {
    const { query, key, value, outputGradient, ...rest } = options;
    if (name === 'attention') return () => sd.attention(query, key, value, rest);
    if (name === 'attentionGradient')
      return () => sd.attentionGradient(query, key, value, outputGradient, rest);
    return () => /** @type {any} */ (sd)[name](options);
  }
});

test('tensors are copied at the call where the part is still to come, too', async () => {
  const module = await startVariant('simd', []);
  const own = { data: query.data.slice(), shape: [...query.shape] };
  const options = { query: own, key: own, value: own };
  const bare = /** @type {any} */ ({ ...module, open: new Set() });
  const open = snapshots.job(bare, 'attention', options);
  own.data.fill(0);
  const { parts } = /** @type {any} */ (open().task(0, 1));
  expect([...parts[0].problem.query]).toEqual([...query.data]);
  expect(parts[0].problem.key.buffer).toBe(parts[0].problem.query.buffer); // copied once
});

test('a checkpoint is copied once, however large', async () => {
  const trainer = await sd.createTrainer({ seed: 5, steps: 3 });
  const bytes = await trainer.save();
  let copies = 0;
  const { Uint8Array } = globalThis;
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(Kind, args) {
      if (args[0] === bytes.length) ++copies;
      return Reflect.construct(Kind, args);
    },
  });
  try {
    const other = await sd.createTrainer({ checkpoint: bytes });
    expect(await other.save()).toEqual(bytes);
    other.dispose();
  } finally {
    globalThis.Uint8Array = Uint8Array;
  }
  expect(copies).toBe(1);
  trainer.dispose();
});

test('a checkpoint is copied at the call', async () => {
  const trainer = await sd.createTrainer({ seed: 5, steps: 3 });
  const bytes = await trainer.save();
  const coming = sd.createTrainer({ checkpoint: bytes });
  bytes.fill(0);
  const other = await coming;
  expect(other.options).toEqual(trainer.options);
  for (const each of [trainer, other]) each.dispose();
});

test('what a gradient does not read of `forward` is not copied', async () => {
  const forward = sd.attention(query, key, value, { returns: ['output', 'logSumExp', 'weights'] });
  let reads = 0;
  const weights = {
    shape: forward.weights.shape,
    get data() {
      ++reads;
      return forward.weights.data;
    },
  };
  const outputGradient = naive.random(5, 2, 5, 4);
  const options = { forward: { ...forward, weights } };
  const given = { query, key, value, outputGradient, ...options };
  const direct = sd.attentionGradient(query, key, value, outputGradient, options);
  const { query: gradient } = await sd.run('attentionGradient', given);
  expect(gradient).toEqual(direct.query);
  expect(reads).toBe(0);
});

describe('`into` that is an input, too', () => {
  const returns = /** @type {const} */ (['output']);
  const own = () => ({ data: value.data.slice(0, 40), shape: [2, 5, 4] });

  test('becomes what the direct call makes of it', async () => {
    const [one, other] = [own(), own()];
    const { output } = sd.attention(one, key, value, { returns, into: { output: one } });
    const run = await sd.run('attention', {
      query: other,
      key,
      value,
      returns,
      into: { output: other },
    });
    expect(output.data).toBe(one.data);
    expect(run.output.data).toBe(other.data);
    expect([...other.data]).toEqual([...one.data]);
  });

  test('is as it was while the run goes on, and after one that was stopped', async () => {
    const q = own();
    const before = [...q.data];
    const controller = new AbortController();
    const options = { query: q, key, value, returns, into: { output: q } };
    const run = sd.run('attention', options, { signal: controller.signal });
    await Promise.resolve();
    expect([...q.data]).toEqual(before);
    controller.abort();
    await expect(run).rejects.toHaveProperty('name', 'AbortError');
    expect([...q.data]).toEqual(before);
  });
});

describe('an engine that is disposed of', () => {
  test('twice leaves the next one alone', async () => {
    const options = /** @type {const} */ ({ engine: 'simd', workers: 1 });
    const first = await load(options);
    first.dispose();
    const second = await load(options);
    expect(second).not.toBe(first);
    first.dispose();
    expect(await load(options)).toBe(second);
    second.dispose();
    const third = await load(options);
    expect(third).not.toBe(second);
    third.dispose();
  });

  test('while the options of a run are read refuses it', async () => {
    const engine = await load({ engine: 'simd', workers: 2, parts: [] });
    const run = engine.run('scoreStatistics', {
      get dk() {
        engine.dispose();
        return 4;
      },
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a signal that aborts while they are read stops it', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const engine = await load({ engine: 'simd', workers: 3, parts: [] });
    const options = {
      get dk() {
        controller.abort(reason);
        return 4;
      },
    };
    const { signal } = controller;
    await expect(engine.run('scoreStatistics', options, { signal })).rejects.toBe(reason);
    engine.dispose();
  });
});
