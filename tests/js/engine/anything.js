// Whatever a public function is called with, or on, its result is right or the call is refused with one sentence: the
// argument, the value received, the value expected. No error of JavaScript itself may come from inside the engine.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

/** @import { Engine, Trainer } from '../../../web/engine/index.js' */

/**
 * What the package exports.
 *
 * @typedef {object} Entries
 * @property {typeof import('../../../web/engine/index.js')} index
 * @property {typeof import('../../../web/engine/lean.js')} lean
 * @property {typeof import('../../../web/engine/adapters/torch.js')} torch
 * @property {typeof import('../../../web/engine/adapters/onnx.js')} onnx
 */

/** @param {object} [target] @returns {any} */
function revoked(target = {}) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** @template {new (count: number) => any} K @param {K} Kind @returns {InstanceType<K>} */
function detached(Kind) {
  const array = new Kind(4);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}

/** Makes an array with the largest possible length and no elements. */
const falselyLong = () => new Array(2 ** 32 - 1);

/** Makes a Float32Array without its methods. */
function bare() {
  const array = new Float32Array(4);
  return Object.setPrototypeOf(array, null);
}

/** @type {[string, () => any][]} */
const anything = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a string', () => 'x'],
  ['a symbol', () => Symbol('x')],
  ['a bigint', () => 1n],
  ['a function', () => () => 1],
  ['an object without a prototype', () => Object.create(null)],
  ['a Map', () => new Map()],
  ['a detached Float32Array', () => detached(Float32Array)],
  ['a detached Uint8Array', () => detached(Uint8Array)],
  ['a tensor that is detached', () => ({ data: detached(Float32Array), shape: [2, 2] })],
  ['a tensor without methods', () => ({ data: bare(), shape: [2, 2] })],
  ['a tensor of revoked proxies', () => ({ data: revoked(), shape: revoked([]) })],
  ['a revoked proxy', () => revoked()],
  ['a revoked proxy of an array', () => revoked([])],
  ['a list that says it is long', falselyLong],
  ['a Float32Array without methods', bare],
  ['what looks like a signal', () => ({ aborted: false, throwIfAborted() {} })],
  ['what says that it is aborted', () => ({ aborted: true, throwIfAborted: 3 })],
  ['what inherits from a signal', () => Object.create(AbortSignal.prototype)],
  ['what looks like an engine', () => ({ attention() {}, softmax() {} })],
];

const sentence = /^[^:]+: .*(expected|needs) [^;]*$/s;

/** @param {string} label @param {() => unknown} call */
async function rightOrRefused(label, call) {
  try {
    await call();
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    expect([label, message]).toEqual([label, expect.stringMatching(sentence)]);
    expect(['TypeError', 'RangeError']).toContain(name);
  }
}

/**
 * Returns the methods and getters of a class as functions.
 * @param {any} Kind
 * @returns {[string, Function, boolean][]}
 */
const membersOf = ({ prototype }) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name]) => name !== 'constructor')
    .map(([name, { value, get }]) => [name, value ?? get, Boolean(value)]);

/** @param {Entries} entries */
export function testAnything({ index, lean, torch, onnx }) {
  const { Engine, load, NumpyRandom, tensor } = index;
  const square = tensor([
    [1, 2],
    [3, 4],
  ]);
  const four = tensor([[square, square].map(() => [[1, 2], [3, 4]])]); // prettier-ignore

  /** @type {InstanceType<typeof Engine>} */
  let sd;
  /** @type {Trainer} */
  let trainer;
  beforeAll(async () => {
    sd = await load({ engine: 'simd' });
    trainer = await sd.createTrainer({ steps: 1 });
  });
  afterAll(() => trainer.dispose());

  describe('a method that is taken from its object, or called on another', () => {
    const others = [undefined, null, {}, 'x', revoked(), Object.create(Engine.prototype)];

    test.each(membersOf(Engine))('of an engine: %s', async (name, member) => {
      const says = (/** @type {string} */ what) =>
        new TypeError(`this of ${name}: got ${what}; expected the engine that load() gives`);
      const call = async (/** @type {unknown} */ other) =>
        member.call(other, square, square, square);
      await expect(call(undefined)).rejects.toThrow(says('undefined'));
      await expect(call({})).rejects.toThrow(says('an object'));
      for (const other of others) await expect(call(other)).rejects.toThrow(sentence);
    });

    test('of a trainer', async () => {
      const members = membersOf(trainer.constructor);
      expect(members.length).toBeGreaterThan(8);
      for (const [name, member] of members) {
        const message = `this of ${name}: got undefined; expected a trainer that createTrainer() made`;
        await expect((async () => member.call(undefined))()).rejects.toThrow(
          new TypeError(message),
        );
        for (const other of others)
          await expect((async () => member.call(other))()).rejects.toThrow(sentence);
      }
    });

    test.each(membersOf(NumpyRandom))('of a generator: %s', (name, member) => {
      const message = `this of ${name}: got undefined; expected the generator that numpyRandom() gives`;
      expect(() => member.call(undefined, 1)).toThrow(new TypeError(message));
      for (const other of others) expect(() => member.call(other, 1)).toThrow(sentence);
    });

    test('classes that are not for users say so', () => {
      for (const [, make] of anything) {
        expect(() => Reflect.construct(Engine, [make()])).toThrow(/^new Engine: got .*; expected /);
        expect(() => Reflect.construct(NumpyRandom, [make()])).toThrow(/^new NumpyRandom: got /);
      }
    });
  });

  describe.each(anything)('%s', (_, make) => {
    const methods = membersOf(Engine).filter(([name, , call]) => call && name !== 'dispose');

    test.each(methods)('for each argument of %s()', async (name, method) => {
      for (const [at] of Array.from({ length: 4 }).entries()) {
        const args = [square, square, square, undefined].slice(0, Math.max(method.length, at + 1));
        args[at] = make();
        await rightOrRefused(`${name}, argument ${at}`, () => method.apply(sd, args));
      }
    });

    test('for each option of load(), and for tensor()', async () => {
      for (const entry of [load, lean.load]) {
        await rightOrRefused('load', () => entry(make()));
        const options = ['engine', 'workers', 'createWorker', 'onWorkerLost', 'parts', 'module'];
        for (const option of options)
          await rightOrRefused(option, () => entry({ engine: 'simd', [option]: make() }));
      }
      await rightOrRefused('tensor', () => tensor(make()));
      await rightOrRefused('shape', () => tensor([1, 2], make()));
    });

    test('for each argument of the adapters', async () => {
      const inputs = {
        Q: four,
        K: four,
        V: four,
        input: four,
        X: four,
        Scale: square,
        scale: square,
      };
      for (const [name, call] of Object.entries(torch)) {
        for (const at of [0, 1, 2, 3, 4]) {
          const args = /** @type {any[]} */ ([sd, square, square, square, undefined]);
          args[at] = make();
          await rightOrRefused(`${name}, argument ${at}`, () => Reflect.apply(call, null, args));
        }
        for (const option of ['attn_mask', 'in_proj_weight', 'out_proj_weight', 'bias_k']) {
          const given = { [option]: make() };
          const args = [sd, square, square, square, given];
          await rightOrRefused(`${name}, ${option}`, () => Reflect.apply(call, null, args));
        }
      }
      for (const [name, call] of Object.entries(onnx)) {
        for (const at of [0, 1, 2, 3]) {
          const args = /** @type {any[]} */ ([sd, inputs, undefined, undefined]);
          args[at] = make();
          await rightOrRefused(`${name}, argument ${at}`, () => Reflect.apply(call, null, args));
        }
      }
      for (const name of ['Q', 'K', 'attn_mask', 'past_key', 'nonpad_kv_seqlen']) {
        const given = /** @type {any} */ ({ Q: four, K: four, V: four, [name]: make() });
        await rightOrRefused(name, () => onnx.attention(sd, given));
      }
      const outputs = make();
      await rightOrRefused('outputs', () => onnx.attention(sd, inputs, {}, { outputs }));
    });

    test('for the arguments of a trainer, a generator, a law and runs', async () => {
      for (const [name, method, call] of membersOf(trainer.constructor)) {
        if (!call || name === 'dispose') continue;
        await rightOrRefused(name, () => method.call(trainer, make()));
        await rightOrRefused(name, () => method.call(trainer, undefined, make()));
      }
      for (const option of ['checkpoint', 'rule', 'task', 'heads'])
        await rightOrRefused(option, () => sd.createTrainer({ [option]: make() }));
      const generator = sd.numpyRandom(0);
      for (const [name, method] of membersOf(NumpyRandom)) {
        for (const at of [0, 1, 2]) {
          const args = [1, 2, 3];
          args[at] = make();
          await rightOrRefused(`${name}, argument ${at}`, () => method.apply(generator, args));
        }
      }
      const law = sd.scoreLaw();
      for (const name of /** @type {const} */ (['pdf', 'cdf', 'survival', 'quantile']))
        await rightOrRefused(name, () => law[name](make()));
      for (const option of ['query', 'mask', 'window', 'keyLengths', 'returns', 'into', 'scale']) {
        const options = { query: square, key: square, value: square, [option]: make() };
        await rightOrRefused(`run, ${option}`, () => sd.run('attention', options));
      }
      for (const option of ['signal', 'onProgress', 'onPartial'])
        await rightOrRefused(option, () => sd.run('scoreStatistics', {}, { [option]: make() }));
    });
  });

  describe('a list that says a false length', () => {
    const table = { cosine: tensor([[1]]), sine: tensor([[0]]) };
    /** @type {[string, (list: any) => unknown][]} */
    const takers = [
      ['positions', (list) => sd.rotaryEmbedding(square, { ...table, positions: list })],
      ['keyLengths', (list) => sd.attention(square, square, square, { keyLengths: list })],
      ['sizes', (list) => sd.scoreGrowth({}, { scales: ['none'], sizes: list })],
      ['scales', (list) => sd.scoreGrowth({}, { scales: list, sizes: [1] })],
      ['measured', (list) => sd.scoreGrowth({}, { scales: ['none'], sizes: [1], measured: list })],
      ['tokens', (list) => sd.handMade({ tokens: list })],
      ['functions', (list) => sd.scoringStatistics({ functions: list })],
      ['compare', (list) => sd.softmaxStatistics({ compare: list })],
      ['returns', (list) => sd.attention(square, square, square, { returns: list })],
      ['x of a law', (list) => sd.scoreLaw().pdf(list)],
      ['size', (list) => sd.numpyRandom(0).normal(0, 1, list)],
      ['shape', (list) => tensor([1], list)],
      [
        'outputs',
        (list) => onnx.attention(sd, { Q: four, K: four, V: four }, {}, { outputs: list }),
      ],
    ];

    /** Makes a list with a false length and an iterator that never ends. */
    function endless() {
      const list = /** @type {any} */ (falselyLong());
      list[Symbol.iterator] = function* () {
        for (;;) yield 1;
      };
      list.map =
        list.reduce =
        list.forEach =
        list.findIndex =
        list.some =
          () => {
            throw new Error('a method of the caller was called');
          };
      return list;
    }

    test.each(takers)('%s: refused before memory is asked for', (_, take) => {
      const asked = /** @type {number[]} */ ([]);
      const kinds = /** @type {const} */ (['Float32Array', 'Float64Array', 'Uint32Array']);
      const own = kinds.map((kind) => globalThis[kind]);
      for (const [i, kind] of kinds.entries()) {
        /** @type {any} */
        const watched = new Proxy(own[i], {
          construct(target, args, to) {
            if (typeof args[0] === 'number') asked.push(args[0]);
            return Reflect.construct(target, args, to === watched ? target : to);
          },
        });
        Object.assign(globalThis, { [kind]: watched });
      }
      try {
        for (const list of [falselyLong(), endless(), Object.assign(endless(), { 0: 1 })])
          expect(() => take(list)).toThrow(sentence);
      } finally {
        for (const [i, kind] of kinds.entries()) Object.assign(globalThis, { [kind]: own[i] });
      }
      expect(Math.max(0, ...asked)).toBeLessThanOrEqual(2 ** 16);
    });

    test('one that goes on as it began is refused by its length', () => {
      /** @param {unknown} one @param {number} length @returns {any} */
      const same = (one, length) =>
        new Proxy([], { get: (_, name) => (name === 'length' ? length : one) });
      const returns = same('output', 1e6);
      expect(() => sd.attention(square, square, square, { returns })).toThrow(
        /^returns: got an array of length 1000000; expected at most 64 of output, /,
      );
      expect(() => sd.softmax({ data: square.data, shape: same(1, 1e6) })).toThrow(
        new RangeError('x.shape: got 1000000 dimensions; expected at most 64'),
      );
      expect(() => tensor(same([], 2 ** 25))).toThrow(
        /^tensor: got \[33554432, 0\]; expected at most/,
      );
    });

    test('one with methods of its own is read by index', () => {
      const list = Object.assign([0, 0], {
        map: () => 'nothing',
        reduce: () => 1e9,
        [Symbol.iterator]: () => [9, 9][Symbol.iterator](),
      });
      expect(sd.scoreLaw().pdf(list)).toEqual(sd.scoreLaw().pdf([0, 0]));
      expect(sd.numpyRandom(0).normal(0, 1, list)).toHaveLength(0);
      const rotated = sd.rotaryEmbedding(square, { ...table, positions: list });
      expect(rotated).toEqual(sd.rotaryEmbedding(square, { ...table, positions: [0, 0] }));
    });
  });

  test('the adapters read arrays by index', () => {
    const lengths = new BigInt64Array([2n]);
    /** @type {any} */ (lengths)[Symbol.iterator] = function* () {
      for (let i = 0; i < 1000; ++i) yield 1n;
    };
    const given = (/** @type {BigInt64Array} */ data) =>
      onnx.attention(sd, { Q: four, K: four, V: four, nonpad_kv_seqlen: { data, shape: [1] } }, {});
    expect(given(lengths)).toEqual(given(new BigInt64Array([2n])));
  });

  test('the adapters read arrays whose methods and prototypes a page has replaced, in their true memory', () => {
    const replaced = {
      set: null,
      slice: null,
      subarray: null,
      map: null,
      forEach: null,
      fill: null,
    };
    const strange = (/** @type {typeof square} */ { data, shape }) => {
      const own = Object.assign(new Float32Array(data), replaced);
      Object.setPrototypeOf(own, Object.create(Float32Array.prototype));
      return { data: own, shape: Object.setPrototypeOf([...shape], null) };
    };
    const [q] = [four].map(strange);
    expect(onnx.attention(sd, { Q: q, K: q, V: q })).toEqual(
      onnx.attention(sd, { Q: four, K: four, V: four }),
    );
    const present = onnx.attention(sd, { Q: four, K: four, V: four }).present_key;
    expect(present.data.buffer).not.toBe(four.data.buffer);
    const three = { data: four.data, shape: [1, 2, 4] };
    const heads = { q_num_heads: 2, kv_num_heads: 2 };
    const given = (/** @type {any} */ x) => ({ Q: x, K: x, V: x });
    expect(onnx.attention(sd, given(strange(three)), heads)).toEqual(
      onnx.attention(sd, given(three), heads),
    );
    const options = { num_heads: 1, in_proj_weight: tensor([[1, 0], [0, 1], [1, 0], [0, 1], [1, 0], [0, 1]]), out_proj_weight: square }; // prettier-ignore
    const own = { ...options, in_proj_weight: strange(options.in_proj_weight), out_proj_weight: strange(square) }; // prettier-ignore
    const s = strange(square);
    expect(torch.multiheadAttention(sd, s, s, s, own)).toEqual(
      torch.multiheadAttention(sd, square, square, square, options),
    );
  });

  test('what was handed to somebody else says so in adapters and trainers, too', async () => {
    const gone =
      'got a typed array whose memory was transferred to somebody else; expected one that still has its numbers';
    const given = { data: detached(Float32Array), shape: [2, 2] };
    expect(() => torch.scaledDotProductAttention(sd, given, square, square)).toThrow(
      new TypeError(`query.data: ${gone}`),
    );
    const Q = { data: detached(Float32Array), shape: [1, 1, 2, 2] };
    expect(() => onnx.attention(sd, { Q, K: four, V: four })).toThrow(
      new TypeError(`Q.data: ${gone}`),
    );
    const bytes = detached(Uint8Array);
    await expect(trainer.load(bytes)).rejects.toThrow(new TypeError(`bytes: ${gone}`));
    await expect(sd.createTrainer({ checkpoint: bytes })).rejects.toThrow(
      new TypeError(`checkpoint: ${gone}`),
    );
    expect(() => sd.readNpy(bytes)).toThrow(new TypeError(`readNpy: bytes: ${gone}`));
  });
}
