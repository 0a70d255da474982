// run() reads its options at the call, as a direct call does: whatever objects they are made of, and nothing that is not used.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { runOptionsNow } from '../../../web/engine/border/snapshot.js';
import { load } from '../../../web/engine/index.js';
import * as naive from './naive.js';

/** @import { Engine } from '../../../web/engine/index.js' */

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
    const read = /** @type {any} */ (runOptionsNow('attention', new Options(given)));
    const run = sd.run('attention', /** @type {any} */ (new Options(given)));
    given.scale = 0.5;
    given.query = { data: new Float32Array(40), shape: [2, 5, 4] };
    expect((await run).output).toEqual(expected);
    expect([read.scale, read.query.data]).toEqual([0.25, query.data]); // also where the part is still to come
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
  const read = /** @type {any} */ (runOptionsNow('scoreStatistics', { dk: nest }));
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
