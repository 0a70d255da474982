// Arguments that change while they are read, lie about themselves, or call the engine again. Each call is refused or
// right, and the next one gives the same bits.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import * as naive from './naive.js';
import { onEveryVariant } from './variants.js';

const q = naive.random(1, 2, 5, 4);
const k = naive.random(2, 2, 6, 4);
const v = naive.random(3, 2, 6, 3);

/**
 * Makes an array whose first element changes after it is first read.
 *
 * @param {number[]} numbers
 * @param {unknown} later
 * @returns {any}
 */
function changing(numbers, later) {
  let reads = 0;
  return new Proxy(numbers, {
    get: (target, name) => (name === '0' && ++reads > 1 ? later : Reflect.get(target, name)),
  });
}

class Short extends Float32Array {
  get length() {
    return 4;
  }
}

class Long extends Float32Array {
  get length() {
    return 400000;
  }
}

/** Views of the engine's memory that escaped. Must stay empty. @type {unknown[]} */
const escaped = [];

/** An array with methods of its own, which could receive the engine's memory, and a buffer that is not its own. */
class MemoryCollector extends Float32Array {
  /** @param {ArrayLike<number>} numbers */
  set(numbers) {
    escaped.push(numbers);
  }

  get buffer() {
    return new ArrayBuffer(8);
  }

  get byteOffset() {
    return 4096;
  }

  /** @returns {any} */
  subarray() {
    return escaped;
  }

  /** @returns {any} */
  slice() {
    return escaped;
  }

  /** @returns {any} */
  fill() {
    escaped.push(this);
  }

  static get [Symbol.species]() {
    escaped.push('species');
    return Array;
  }
}

/**
 * Adds the same members to a single array as properties.
 * @param {Float32Array} array
 * @param {number} length the length it claims
 */
function withCollectorMembers(array, length = array.length) {
  for (const name of ['set', 'buffer', 'byteOffset', 'subarray', 'slice', 'fill', 'constructor']) {
    const value = Reflect.get(MemoryCollector.prototype, name, array);
    Object.defineProperty(array, name, { value });
  }
  return Object.defineProperty(array, 'length', { value: length });
}

/** @param {string} name */
const transferred = (name) =>
  `${name}: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers`;
/** @param {string} name */
const smaller = (name) =>
  `${name}: got a typed array whose memory was made smaller; expected one that still has its numbers`;

/** @param {Float32Array} array */
const transfer = ({ buffer }) =>
  void structuredClone(buffer, { transfer: [/** @type {ArrayBuffer} */ (buffer)] });

/** Returns a copy whose memory can shrink. @param {{data: Float32Array, shape: number[]}} tensor */
function resizable({ data, shape }) {
  const bytes = data.byteLength;
  const own = new Float32Array(Reflect.construct(ArrayBuffer, [bytes, { maxByteLength: bytes }]));
  own.set(data);
  return { data: own, shape };
}

onEveryVariant('arguments that cannot be trusted', (engine) => {
  /** @param {() => void} act */
  function expectNoEffect(act) {
    const before = engine().attention(q, k, v, { returns: ['output', 'weights'] });
    act();
    const after = engine().attention(q, k, v, { returns: ['output', 'weights'] });
    expect(after).toEqual(before);
    return before;
  }

  test('a shape that changes from one reading to the next is read once', () => {
    const before = expectNoEffect(() => {
      const shape = changing([2, 5, 4], 1000);
      const { output } = engine().attention({ data: q.data, shape }, k, v);
      expect(output.shape).toEqual([2, 5, 3]);
    });
    expect(before.output.shape).toEqual([2, 5, 3]);
  });

  test('a shape that another argument changes was read before', () => {
    expectNoEffect(() => {
      const query = { data: q.data, shape: [...q.shape] };
      const value = {
        get data() {
          query.shape[1] = 5000;
          return v.data;
        },
        shape: v.shape,
      };
      const { output } = engine().attention(query, k, value);
      expect(output).toEqual(engine().attention(q, k, v).output);
    });
  });

  test.each([
    [
      'of a class with methods and a buffer of its own',
      (/** @type {Float32Array} */ data) => new MemoryCollector(data),
    ],
    [
      'with methods and a buffer of its own',
      (/** @type {Float32Array} */ data) => withCollectorMembers(new Float32Array(data)),
    ],
  ])(
    'an array %s is read and written in its true memory, and sees none of ours',
    async (_, make) => {
      escaped.length = 0;
      const like = (/** @type {typeof q} */ { data, shape }) => ({ data: make(data), shape });
      const empty = () => ({ data: make(new Float32Array(30)), shape: [2, 5, 3] });
      const returns = /** @type {const} */ (['output']);
      const [query, key, value] = [q, k, v].map(like);
      const right = engine().attention(q, k, v).output.data;
      const [now, later] = [empty(), empty()];
      engine().attention(query, key, value, { returns, into: { output: now } });
      await engine().run('attention', { query, key, value, returns, into: { output: later } });
      for (const { data } of [now, later]) expect([...data]).toEqual([...right]);
      const gradient = engine().attentionGradient(
        query,
        key,
        value,
        like(engine().attention(q, k, v).output),
      );
      expect(gradient.query.data).toEqual(
        engine().attentionGradient(q, k, v, engine().attention(q, k, v).output).query.data,
      );
      expect(escaped).toEqual([]);
    },
  );

  test('an array that gets methods or another length after it was looked at changes nothing', async () => {
    escaped.length = 0;
    const output = { data: new Float32Array(30), shape: [2, 5, 3] };
    const into = {
      output,
      get logSumExp() {
        withCollectorMembers(output.data, 3);
        return undefined;
      },
    };
    const returns = /** @type {const} */ (['output', 'logSumExp']);
    try {
      engine().attention(q, k, v, { returns, into });
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
    const later = { data: new Float32Array(30), shape: [2, 5, 3] };
    const run = engine().run('attention', { query: q, key: k, value: v, into: { output: later } });
    withCollectorMembers(later.data, 1e6);
    await run;
    expect([...later.data]).toEqual([...engine().attention(q, k, v).output.data]);
    expect(escaped).toEqual([]);
    /** @type {any} */ // newer than TypeScript's library
    const buffer = Reflect.construct(ArrayBuffer, [4000, { maxByteLength: 4000 }]);
    class Shrinking extends Float32Array {
      get length() {
        buffer.resize(4);
        return 1000;
      }
    }
    const data = new Shrinking(buffer);
    expect(() => engine().softmax({ data, shape: [1000] })).toThrow();
  });

  const x = naive.random(4, 5, 8);
  const weights = { wq: x, wk: x, wv: x, wo: x };
  for (const name of /** @type {const} */ (['wq', 'wk', 'wv', 'wo']))
    weights[name] = naive.random(5, 8, 8);
  const slope = naive.random(6, 2, 5, 3);
  /**
   * Calls with a tensor, and with a getter in another argument.
   *
   * @type {[string, typeof q, (sd: any, own: typeof q, odd: (value: any) => any) => unknown][]}
   */
  const lateCalls = [
    [
      'attentionGradient',
      q,
      (sd, own, odd) => sd.attentionGradient(own, k, v, slope, odd({ scale: 'rsqrt' })),
    ],
    [
      'attentionGradient with a bias',
      naive.random(7, 5, 6),
      (sd, bias, odd) =>
        sd.attentionGradient(q, k, v, slope, Object.assign(odd({ into: {} }), { mask: { bias } })),
    ],
    [
      'run() of attentionGradient',
      q,
      (sd, query, odd) => {
        const options = odd({ scale: 'rsqrt' });
        Object.assign(options, { query, key: k, value: v, outputGradient: slope });
        return sd.run('attentionGradient', options);
      },
    ],
    [
      'multiHeadAttentionGradient',
      naive.random(8, 5, 5),
      (sd, bias, odd) => {
        const { data, shape } = x;
        const gradient = Object.assign(odd({ shape }), { data });
        return sd.multiHeadAttentionGradient(x, x, x, weights, gradient, {
          heads: 2,
          mask: { bias },
        });
      },
    ],
    ['softmaxGradient', x, (sd, own, odd) => sd.softmaxGradient(own, odd(x))],
    ['crossEntropy', x, (sd, own, odd) => sd.crossEntropy(own, odd([0, 1, 2, 3, 4]))],
  ];
  const lies = [0, 1, 1e5].flatMap((lie) =>
    lateCalls.map((call) => /** @type {const} */ ([lie, ...call])),
  );
  test.each(lies)(
    'an array that says it has %d numbers once %s has looked at it',
    async (lie, _, tensor, call) => {
      const like = () => ({ data: tensor.data.slice(), shape: tensor.shape });
      const right = await call(engine(), like(), (value) => value);
      for (const change of [
        (/** @type {Float32Array} */ data) => withCollectorMembers(data, lie),
        (/** @type {Float32Array} */ data) =>
          Object.setPrototypeOf(
            data,
            Object.create(Float32Array.prototype, { length: { value: lie } }),
          ),
      ]) {
        escaped.length = 0;
        const own = like();
        let acts = 0;
        const odd = (/** @type {any} */ value) => {
          const names = Object.keys(value);
          const name = names[names.length - 1];
          const { [name]: last } = value;
          const get = () => {
            if (acts++ === 0) change(own.data);
            return last;
          };
          const copy = Array.isArray(value) ? [...value] : { ...value };
          return Object.defineProperty(copy, name, { get, enumerable: true });
        };
        expect(await call(engine(), own, odd)).toEqual(right);
        expect(acts).toBeGreaterThan(0);
        expect(escaped).toEqual([]);
      }
    },
  );

  test('an array whose memory was handed to somebody else says so', async () => {
    const data = new Float32Array(q.data);
    structuredClone(data, { transfer: [data.buffer] });
    const message =
      'query.data: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers';
    const gone = { data, shape: q.shape };
    expect(() => engine().attention(gone, k, v)).toThrow(new TypeError(message));
    await expect(engine().run('attention', { query: gone, key: k, value: v })).rejects.toThrow(
      message,
    );
    const output = { data: new Float32Array(30), shape: [2, 5, 3] };
    const run = engine().run('attention', { query: q, key: k, value: v, into: { output } });
    structuredClone(output.data, { transfer: [output.data.buffer] });
    await expect(run).rejects.toThrow(message.replace('query.data', 'attention: into'));
    const none = { data: new Float32Array(0), shape: [2, 0, 4] };
    expect(engine().attention(none, k, v).output.shape).toEqual([2, 0, 3]);
  });

  test.each([
    ['less', new Short(300000), [4], 300000],
    ['more', new Long(4), [400000], 4],
  ])('an array that says it has %s is refused', (_, data, shape, length) => {
    expectNoEffect(() => {
      const message = `x.data: got a typed array that reports the length ${shape[0]}; expected its true length ${length}`;
      expect(() => engine().softmax({ data, shape })).toThrow(new TypeError(message));
      expect(() => engine().softmax({ data: new Proxy(data, {}), shape })).toThrow(
        new TypeError('x.data: got an object; expected a Float32Array'),
      );
    });
  });

  test('an array that says another length later is as long as it is', () => {
    expectNoEffect(() => {
      const { data, shape } = naive.random(4, 30, 30);
      const gradient = naive.random(5, 30, 30);
      const expected = engine().softmaxGradient({ data, shape }, gradient);
      let reads = 0;
      const liar = Object.defineProperty(data.slice(), 'length', {
        get: () => (++reads > 1 ? 0 : data.length),
      });
      expect(engine().softmaxGradient({ data: liar, shape }, gradient)).toEqual(expected);
      expect(reads).toBeGreaterThan(0);
    });
  });

  const canShrink = 'resizable' in ArrayBuffer.prototype ? test : test.skip;
  canShrink('an array whose memory shrinks before it is copied is refused', () => {
    const Resizable = /** @type {any} */ (ArrayBuffer);
    for (const Kind of [Float32Array, Uint8Array, Float64Array]) {
      expectNoEffect(() => {
        const bytes = 64 * Kind.BYTES_PER_ELEMENT;
        const buffer = new Resizable(bytes, { maxByteLength: 2 * bytes });
        const data = new Kind(buffer).fill(1);
        const whole = { data: new Float32Array(64).fill(1), shape: [8, 8] };
        const given = { data, shape: [8, 8] };
        const query = /** @type {any} */ (Kind === Float32Array ? given : whole);
        const call = (/** @type {{mask: object, returns?: any}} */ options) =>
          engine().attention(query, whole, whole, options);
        const mask = { bias: given };
        expect(call({ mask })).toEqual(engine().attention(whole, whole, whole, { mask }));
        const shrinking = {
          mask,
          get returns() {
            buffer.resize(8);
            return ['output'];
          },
        };
        expect(() => call(shrinking)).toThrow(new TypeError(smaller('attention')));
      });
    }
  });

  canShrink('of inputs, and of where results go, it is said what became of them', async () => {
    const shrink = (/** @type {Float32Array} */ { buffer }) =>
      /** @type {any} */ (buffer).resize(4);
    const weights = naive.random(7, 2, 5, 6);
    const returns = /** @type {const} */ (['output', 'weights']);
    for (const [act, told] of /** @type {const} */ ([
      [shrink, smaller],
      [transfer, transferred],
    ])) {
      const query = resizable(q);
      const scale = {
        get scale() {
          act(query.data);
          return 1;
        },
      };
      expect(() => engine().attention(query, k, v, scale)).toThrow(
        new TypeError(told('attention')),
      );
      const other = resizable(q);
      const run = engine().run('attention', {
        ...{ query: other, key: k, value: v },
        get scale() {
          act(other.data);
          return 1;
        },
      });
      await expect(run).rejects.toThrow(new TypeError(told('attention')));
      const output = resizable(engine().attention(q, k, v).output);
      const into = {
        output,
        get weights() {
          act(output.data);
          return weights;
        },
      };
      expect(() => engine().attention(q, k, v, { returns, into })).toThrow(
        new TypeError(told('attention: into')),
      );
    }
  });

  test('where no results go is refused, too, once it was given away', async () => {
    const none = (/** @type {number[]} */ ...shape) => ({ data: new Float32Array(0), shape });
    const output = none(0, 2);
    const into = {
      output,
      get weights() {
        transfer(output.data);
        return none(0, 2);
      },
    };
    const two = naive.random(1, 2, 2);
    const returns = /** @type {const} */ (['output', 'weights']);
    const run = engine().run('attention', {
      query: none(0, 2),
      key: two,
      value: two,
      returns,
      into,
    });
    await expect(run).rejects.toThrow(new TypeError(transferred('attention: into')));
  });

  test('an array that is given away when it is asked how long it is', () => {
    class TransferredOnLength extends Float32Array {
      get length() {
        transfer(this);
        return 4;
      }
    }
    expect(() => engine().softmax({ data: new TransferredOnLength(4), shape: [4] })).toThrow(
      new TypeError(transferred('x.data')),
    );
  });

  class FalseResizable extends ArrayBuffer {
    get resizable() {
      return false;
    }
  }
  canShrink.each([
    [
      'of its own',
      (/** @type {any} */ buffer) => Object.defineProperty(buffer, 'resizable', { value: false }),
    ],
    [
      'of its class',
      (/** @type {any} */ buffer) => Object.setPrototypeOf(buffer, FalseResizable.prototype),
    ],
  ])('memory that shrinks and denies it by a property %s is refused', async (_, spoof) => {
    const Resizable = /** @type {any} */ (ArrayBuffer);
    /** @param {(options: any, data: Float32Array) => unknown} call */
    const shrinkingIn = (call) => {
      const buffer = spoof(new Resizable(4 * 64, { maxByteLength: 4 * 64 }));
      const data = new Float32Array(buffer);
      const options = {
        get scale() {
          buffer.resize(4);
          return 1;
        },
      };
      return call(options, data);
    };
    const small = { data: new Float32Array(8), shape: [2, 4] };
    expectNoEffect(() =>
      expect(() =>
        shrinkingIn((options, data) =>
          engine().attention({ data, shape: [16, 4] }, small, small, options),
        ),
      ).toThrow(/^attention: got a typed array/),
    );
    const run = shrinkingIn((options, data) => {
      const query = { data, shape: [16, 4] };
      const { scale } = Object.getOwnPropertyDescriptors(options);
      const given = Object.defineProperty({ query, key: small, value: small }, 'scale', scale);
      return engine().run('attention', /** @type {any} */ (given));
    });
    await expect(run).rejects.toThrow(/^attention: got a typed array/);
  });

  canShrink('shared memory that grows and denies it has the length that it had', () => {
    const Growable = /** @type {any} */ (SharedArrayBuffer);
    const shared = new Growable(v.data.byteLength, { maxByteLength: 2 * v.data.byteLength });
    Object.defineProperty(shared, 'growable', { value: false });
    const data = new Float32Array(shared);
    data.set(v.data);
    const options = {
      get scale() {
        shared.grow(shared.maxByteLength);
        return 1;
      },
    };
    expectNoEffect(() => {
      const { output } = engine().attention(q, k, { data, shape: v.shape }, options);
      expect(output).toEqual(engine().attention(q, k, v, { scale: 1 }).output);
    });
  });

  test('lists of lengths, positions and returns are read once', () => {
    expectNoEffect(() => {
      const { shape, data } = naive.random(4, 1, 5, 4);
      const one = { data, shape };
      const lengths = { keyLengths: changing([3], 4e9) };
      expect(engine().attention(one, one, one, lengths)).toEqual(
        engine().attention(one, one, one, { keyLengths: [3] }),
      );
      const table = { cosine: naive.random(5, 2, 2), sine: naive.random(6, 2, 2) };
      const x = naive.random(7, 2, 4);
      expect(engine().rotaryEmbedding(x, { ...table, positions: changing([0, 1], 4e8) })).toEqual(
        engine().rotaryEmbedding(x, { ...table, positions: [0, 1] }),
      );
      const returns = changing(/** @type {any} */ (['output']), 'nothing');
      expect(Object.keys(engine().attention(q, k, v, { returns }))).toEqual([
        'output',
        'fullyMasked',
        'nonFinite',
      ]);
    });
  });

  test('a call within the arguments of a call disturbs neither', () => {
    const big = naive.random(8, 300, 300);
    expectNoEffect(() => {
      let inner = 0;
      const again = () => void (++inner && engine().softmax(big));
      const one = naive.random(9, 1, 5, 4);
      const lengths = new Proxy([3], {
        get: (target, name) => (name === '0' && again(), Reflect.get(target, name)),
      });
      const options = {
        get scale() {
          again();
          return 0.5;
        },
        keyLengths: lengths,
      };
      expect(engine().attention(one, one, one, options)).toEqual(
        engine().attention(one, one, one, { scale: 0.5, keyLengths: [3] }),
      );
      expect(inner).toBeGreaterThan(1);
    });
  });

  test('a kind that changes from one reading to the next is read once', () => {
    const [query, key] = [tensor([[1, 2, 3, 4]]), tensor([[5], [6]])];
    const given = () => {
      let reading = 0;
      return /** @type {any} */ ({
        get kind() {
          return reading++ === 0 ? 'general' : 'dot';
        },
      });
    };
    const missing = 'parameters.weight: got undefined; expected a tensor';
    expect(() => engine().scores(query, key, given())).toThrow(missing);
    const gradient = tensor([[1, 1]]);
    expect(() => engine().scoresGradient(query, key, gradient, given())).toThrow(missing);
  });

  test('an array that is gone when it is needed, and getters that throw', () => {
    expectNoEffect(() => {
      const data = q.data.slice();
      const options = {
        get scale() {
          structuredClone(data.buffer, { transfer: [data.buffer] });
          return 1;
        },
      };
      expect(() => engine().attention({ data, shape: q.shape }, k, v, options)).toThrow(
        new TypeError(
          'attention: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers',
        ),
      );
      expect(() => engine().attention({ data, shape: q.shape }, k, v)).toThrow(
        new TypeError(
          'query.data: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers',
        ),
      );
      const mine = new Error('mine');
      const throwing = {
        /** @returns {undefined} */
        get mask() {
          throw mine;
        },
      };
      expect(() => engine().attention(q, k, v, throwing)).toThrow(mine);
    });
  });

  test('arrays on shared memory, parts of longer ones and frozen arguments are as good as others', () => {
    const { output } = engine().attention(q, k, v);
    const shared = new Float32Array(new SharedArrayBuffer(4 * 50), 8, 40);
    const part = new Float32Array(60).fill(NaN).subarray(13, 53);
    for (const data of [shared, part]) {
      data.set(q.data);
      const query = Object.freeze({ data, shape: /** @type {any} */ (Object.freeze([2, 5, 4])) });
      expect(engine().attention(query, k, v, Object.freeze({})).output).toEqual(output);
    }
  });

  test('nothing at all, of an enormous shape, is refused at once', () => {
    const nothing = { data: new Float32Array(0), shape: [2 ** 31 - 1, 0, 4] };
    const message =
      'query.shape: got [2147483647, 0, 4]; expected at most 16777216 as the product of the dimensions that are not 0';
    expect(() => engine().attention(nothing, nothing, nothing)).toThrow(new RangeError(message));
    const less = { data: new Float32Array(0), shape: [1000, 0, 4] };
    expect(engine().attention(less, less, less).output.shape).toEqual([1000, 0, 4]);
  });
});

test('tensor() of an array that lies about its length is refused', () => {
  const message = (/** @type {number} */ says, /** @type {number} */ is) =>
    `tensor: got a typed array that reports the length ${says}; expected its true length ${is}`;
  expect(() => tensor(new Long(2))).toThrow(new TypeError(message(400000, 2)));
  expect(() => tensor(new Short(5), [4])).toThrow(new TypeError(message(4, 5)));
  class ShortBytes extends Uint8Array {
    get length() {
      return 1;
    }
  }
  expect(() => tensor(new ShortBytes(3))).toThrow(new TypeError(message(1, 3)));
});

test('tensor() of a list that only claims to be enormous names the bytes', () => {
  /** @type {any[]} */
  const nest = new Array(2 ** 31);
  nest[0] = new Array(2 ** 31);
  expect(() => tensor(nest)).toThrow(
    /^tensor: needs \d{20} bytes of memory; expected a size that fits$/,
  );
});
