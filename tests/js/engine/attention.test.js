// Attention from JavaScript: shapes and returned forms, defaults, memory, and run() on workers.
import { describe, expect, test } from '@jest/globals';
import { load, tensor } from '../../../web/engine/index.js';
import { attentionJob } from '../../../web/engine/attention-jobs.js';
import { startVariant } from '../../../web/engine/variants.js';
import * as naive from './naive.js';
import { onEveryVariant } from './variants.js';

/** @import { AttentionName, Engine, Tensor } from '../../../web/engine/index.js' */

const names = /** @type {const} */ ([
  'output',
  'weights',
  'scores',
  'scaledScores',
  'cappedScores',
  'maskedScores',
  'logSumExp',
]);

/** Three keys of two components for two queries, by hand: scores 1, 0, 1 and 0, 1, 1. */
const query = tensor([
  [1, 0],
  [0, 1],
]);
const key = tensor([
  [1, 0],
  [0, 1],
  [1, 1],
]);
const value = tensor([[1], [2], [4]]);
const e = Math.E;
/** With scale 1. */
const byHand = [(e * 1 + 2 + e * 4) / (2 * e + 1), (1 + e * 2 + e * 4) / (2 * e + 1)];

/** @param {Tensor} tensor @param {readonly number[]} shape @param {ArrayLike<number>} expected */
function expectTensor(tensor, shape, expected, within = 1e-6) {
  expect(tensor.data).toBeInstanceOf(Float32Array);
  expect(tensor.shape).toEqual(shape);
  expect(naive.distance(tensor.data, expected)).toBeLessThan(within);
}

/** @param {Tensor | undefined} a @param {Tensor | undefined} b */
const sameBits = (a, b) =>
  a !== undefined &&
  b !== undefined &&
  a.shape.join() === b.shape.join() &&
  a.data.every((x, i) => Object.is(x, b.data[i]));

onEveryVariant('attention', (engine) => {
  test('gives what pencil and paper give', () => {
    const result = engine().attention(query, key, value, { scale: 1 });
    expectTensor(result.output, [2, 1], byHand);
    expect(Object.keys(result)).toEqual(['output', 'fullyMasked']);
    expect(result.fullyMasked).toEqual([]);
  });

  test('writes into the tensors it is given, even into its own arguments', () => {
    const returns = /** @type {const} */ (['output', 'weights', 'logSumExp']);
    const fresh = engine().attention(query, key, value, { returns });
    const into = engine().attention(query, key, value, { returns, scale: 3 });
    const again = engine().attention(query, key, value, { returns, into });
    for (const name of returns) {
      expect(again[name].data).toBe(into[name].data);
      expect(sameBits(again[name], fresh[name])).toBe(true);
    }
    const square = { data: query.data.slice(), shape: [2, 2] };
    const expected = engine().attention(square, square, square);
    const own = engine().attention(square, square, square, { into: { output: square } });
    expect(own.output.data).toBe(square.data);
    expect(sameBits(own.output, expected.output)).toBe(true);
  });

  test('refuses what it cannot write into, and writes nothing', () => {
    const output = tensor([[7], [7], [7]]);
    /** @param {unknown} into */
    const writing = (into) => () =>
      engine().attention(query, key, value, { into: /** @type {any} */ (into) });
    expect(writing({ output })).toThrow(
      new RangeError('into.output: got the shape [3, 1]; expected [2, 1]'),
    );
    expect([...output.data]).toEqual([7, 7, 7]);
    expect(writing({ output: [1, 2] })).toThrow(TypeError);
    expect(writing({ outputs: output })).toThrow(
      /^into: got the unknown name "outputs"; expected any of output, weights, /,
    );
    expect(writing(output.data)).toThrow(TypeError);
  });

  test('returns what it is asked for, in its shape', () => {
    const { data: q } = query;
    const b = [2, 3, 2, 2];
    const repeated = { data: Float32Array.from({ length: 24 }, (_, i) => q[i % 4]), shape: b };
    const keys = {
      data: Float32Array.from({ length: 36 }, (_, i) => key.data[i % 6]),
      shape: [2, 3, 3, 2],
    };
    const values = {
      data: Float32Array.from({ length: 18 }, (_, i) => value.data[i % 3]),
      shape: [2, 3, 3, 1],
    };
    const mask = { bias: tensor([0, 0, -Infinity]) };
    const options = { scale: 2, softcap: 2, mask, returns: names };
    const result = engine().attention(repeated, keys, values, options);
    expect(Object.keys(result)).toEqual([...names, 'fullyMasked']);
    /** @param {number[]} row */
    const all = (row) => Array.from({ length: 6 }, () => row).flat();
    const cap = 2 * Math.tanh(1);
    const [high, low] = [Math.exp(cap), 1].map((x) => x / (1 + Math.exp(cap)));
    const matrix = [2, 3, 2, 3];
    expectTensor(result.output, [2, 3, 2, 1], all([high + 2 * low, low + 2 * high]));
    expectTensor(result.weights, matrix, all([high, low, 0, low, high, 0]));
    expectTensor(result.scores, matrix, all([1, 0, 1, 0, 1, 1]));
    expectTensor(result.scaledScores, matrix, all([2, 0, 2, 0, 2, 2]));
    expectTensor(result.cappedScores, matrix, all([cap, 0, cap, 0, cap, cap]));
    expectTensor(result.maskedScores, matrix, all([cap, 0, -Infinity, 0, cap, -Infinity]));
    const logSumExp = Math.log(1 + Math.exp(cap));
    expectTensor(result.logSumExp, [2, 3, 2], all([logSumExp, logSumExp]));
  });

  test.each(names)('returns %s alone', (name) => {
    const all = engine().attention(query, key, value, { returns: names });
    const one = engine().attention(query, key, value, { returns: [name] });
    expect(Object.keys(one)).toEqual([name, 'fullyMasked']);
    expect(one[name].shape).toEqual(all[name].shape);
    expect(naive.distance(one[name].data, all[name].data)).toBeLessThan(1e-6);
  });

  test('returns nothing but the fully masked rows when it is asked for nothing', () => {
    expect(engine().attention(query, key, value, { returns: [] })).toEqual({ fullyMasked: [] });
  });

  test('takes 1/sqrt(d_k) for the scale, no mask, no cap, no window', () => {
    const q = naive.random(1, 1, 2, 5, 16);
    const k = naive.random(2, 1, 2, 7, 16);
    const v = naive.random(3, 1, 2, 7, 3);
    const plain = engine().attention(q, k, v);
    for (const options of [
      {},
      { scale: 0.25 },
      { scale: 'rsqrt' },
      { scale: { alpha: 0.5 } },
      { causal: false },
      { window: {} },
      { window: { before: Infinity, after: 100 } },
      { mask: {} },
      { keyLengths: [7] },
      { mask: { allow: tensor([[true]]), block: tensor([0]), bias: tensor([[[[0]]]]) } },
    ]) {
      const other = engine().attention(q, k, v, /** @type {any} */ (options));
      expect(sameBits(plain.output, other.output)).toBe(true);
    }
    for (const scale of /** @type {const} */ (['none', 'inverse', -3, 1e30, 0])) {
      const { output } = engine().attention(q, k, v, { scale });
      expect(sameBits(plain.output, output)).toBe(false);
    }
  });

  test('every option does what the definition says, alone and with the others', () => {
    const [B, H, G, L, S] = [2, 4, 2, 9, 11];
    const q = naive.random(4, B, H, L, 8);
    const k = naive.random(5, B, G, S, 8);
    const v = naive.random(6, B, G, S, 5);
    const next = naive.numbers(7);
    /** @param {...number} shape */
    const bits = (...shape) => ({
      data: Uint8Array.from({ length: naive.sizeOf(shape) }, () => Number(next() > -0.6)),
      shape,
    });
    const bias = naive.random(8, H, 1, S);
    bias.data[3] = -Infinity;
    const parts = [
      { scale: -0.7 },
      { causal: 'upper-left' },
      { causal: 'lower-right' },
      { softcap: 0.5 },
      { window: { before: 3 } },
      { window: { before: 2, after: 1 }, causal: 'lower-right' },
      { window: { before: 0, after: 0 } },
      { keyLengths: [11, 4] },
      { keyLengths: new Uint8Array([0, 11]) },
      { keyLengths: [5, 8], causal: 'lower-right' },
      { mask: { allow: bits(L, S) } },
      { mask: { allow: bits(B, 1, L, S) } },
      { mask: { block: { data: Float64Array.from(bits(S).data, (x) => 1 - x), shape: [S] } } },
      { mask: { block: bits(B, H, L, 1) } },
      { mask: { bias } },
      { mask: { bias: naive.random(9, B, 1, 1, S), allow: bits(H, L, S), block: tensor([[0]]) } },
    ];
    for (const options of [...parts, Object.assign({}, ...parts)]) {
      const expected = naive.attention(q, k, v, options);
      const returns = /** @type {AttentionName[]} */ (['output', 'weights', 'logSumExp']);
      const result = engine().attention(q, k, v, { .../** @type {{}} */ (options), returns });
      expectTensor(result.output, [B, H, L, 5], expected.output);
      expectTensor(result.weights, [B, H, L, S], expected.weights);
      expectTensor(result.logSumExp, [B, H, L], expected.logSumExp, 2e-6);
      expect(result.fullyMasked).toEqual(expected.fullyMasked);
    }
  });

  test('a mask of any typed array is the same mask', () => {
    const bits = [1, 0, 1, 0, 1, 1];
    const mask = (/** @type {any} */ data) => ({ allow: { data, shape: [2, 3] } });
    const expected = engine().attention(query, key, value, { mask: mask(Float32Array.from(bits)) });
    for (const kind of [
      Float64Array,
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
    ]) {
      const { output } = engine().attention(query, key, value, { mask: mask(kind.from(bits)) });
      expect(sameBits(output, expected.output)).toBe(true);
    }
  });

  test('lists the rows that see nothing, and gives them zeros', () => {
    const allow = tensor([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    const result = engine().attention(query, key, value, {
      scale: 1,
      mask: { allow },
      returns: ['output', 'weights', 'logSumExp'],
    });
    expect(result.fullyMasked).toEqual([1]);
    expectTensor(result.output, [2, 1], [byHand[0], 0]);
    expect(Array.from(result.weights.data.slice(3))).toEqual([0, 0, 0]);
    expect(result.logSumExp.data[1]).toBe(-Infinity);
  });

  test('leaves its arguments alone, and its results are their own', () => {
    const q = naive.random(1, 3, 4);
    const before = q.data.slice();
    const first = engine().attention(q, q, q);
    const kept = first.output.data.slice();
    first.output.shape.push(1);
    engine().attention(naive.random(2, 3, 4), q, q);
    expect(q.data).toEqual(before);
    expect(q.shape).toEqual([3, 4]);
    expect(first.output.data).toEqual(kept);
  });

  const shapes = [
    [1, 1, 1, 0, 3, 2, 2],
    [1, 1, 1, 3, 0, 2, 2],
    [1, 1, 1, 3, 4, 2, 0],
    [1, 0, 0, 3, 4, 2, 2],
    [1, 0, 2, 3, 4, 2, 2],
    [0, 2, 1, 3, 4, 2, 2],
    [0, 0, 0, 0, 0, 1, 0],
  ];
  test.each(shapes)('empty tensors: B %i, H %i, %i key heads, L %i, S %i, d %i, %i', (...sizes) => {
    const [B, H, G, L, S, d, dv] = sizes;
    const q = naive.random(1, B, H, L, d);
    const k = naive.random(2, B, G, S, d);
    const v = naive.random(3, B, G, S, dv);
    const result = engine().attention(q, k, v, { returns: names });
    expectTensor(result.output, [B, H, L, dv], new Float32Array(B * H * L * dv));
    expect(result.weights.shape).toEqual([B, H, L, S]);
    expect(result.logSumExp.data.length).toBe(B * H * L);
    const rows = S === 0 ? Array.from({ length: B * H * L }, (_, i) => i) : [];
    expect(result.fullyMasked).toEqual(rows);
    const gradient = engine().attentionGradient(q, k, v, naive.random(4, B, H, L, dv));
    expect(gradient.query.shape).toEqual(q.shape);
    if (L * dv === 0 || B * H === 0) {
      expectTensor(gradient.key, k.shape, new Float32Array(k.data.length));
      expectTensor(gradient.value, v.shape, new Float32Array(v.data.length));
      expect(gradient.scale).toBe(0);
    }
  });

  test('works on when memory grows in mid-use, and when it is given back', () => {
    const small = engine().attention(query, key, value, { returns: names });
    const module = startVariantNow(engine());
    const before = module.HEAPF32.length;
    const long = naive.random(1, 4, 400, 8);
    const returns = /** @type {AttentionName[]} */ (['weights', 'scores', 'output']);
    let result = engine().attention(long, long, long, { returns });
    for (let length = 800; module.HEAPF32.length === before && length < 6400; length *= 2) {
      const longer = naive.random(2, 2, length, 4);
      result = engine().attention(longer, longer, longer, { returns });
    }
    expect(module.HEAPF32.length).toBeGreaterThan(before); // it grew
    const { data, shape } = result.weights;
    const last = data.subarray(data.length - /** @type {number} */ (shape.at(-1)));
    expect(last.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 5);
    expect(engine().attention(query, key, value, { returns: names })).toEqual(small);
  });
});

/** @type {Map<string, import('../../../web/engine/types.js').EngineModule>} */
const modules = new Map();
for (const variant of /** @type {const} */ (['relaxed', 'simd', 'fallback'])) {
  const module = await startVariant(variant).catch(() => undefined);
  if (module) modules.set(variant, module);
}
/** @param {Engine} engine */
function startVariantNow(engine) {
  const module = modules.get(engine.engine.variant);
  if (!module) throw new Error('no such variant');
  return module;
}

onEveryVariant('the gradient of attention', (engine) => {
  const [B, H, G, L, S] = [2, 2, 1, 3, 4];
  const q = naive.random(1, B, H, L, 3);
  const k = naive.random(2, B, G, S, 3);
  const v = naive.random(3, B, G, S, 2);
  const g = naive.random(4, B, H, L, 2);
  const bias = naive.random(5, H, 1, S);
  const options = { scale: 0.8, softcap: 3, causal: /** @type {const} */ ('lower-right') };
  /** @param {any} changed */
  const loss = (changed) => {
    const { q: query2 = q, k: key2 = k, v: value2 = v, bias: bias2 = bias, ...others } = changed;
    const all = { ...options, mask: { bias: bias2 }, ...others };
    return naive.dot(naive.attention(query2, key2, value2, all).output, g.data);
  };

  test('is the slope of a loss in every argument', () => {
    const gradient = engine().attentionGradient(q, k, v, g, { ...options, mask: { bias } });
    expect(Object.keys(gradient)).toEqual(['query', 'key', 'value', 'scale', 'bias']);
    expectTensor(
      gradient.query,
      q.shape,
      naive.slopes(q, (x) => loss({ q: x })),
      1e-4,
    );
    expectTensor(
      gradient.key,
      k.shape,
      naive.slopes(k, (x) => loss({ k: x })),
      1e-4,
    );
    expectTensor(
      gradient.value,
      v.shape,
      naive.slopes(v, (x) => loss({ v: x })),
      1e-4,
    );
    const slope = (loss({ scale: 0.81 }) - loss({ scale: 0.79 })) / 0.02;
    expect(gradient.scale).toBeCloseTo(slope, 3);
    const { bias: biasGradient } = gradient;
    if (!biasGradient) throw new Error('no gradient of the bias');
    expectTensor(
      biasGradient,
      bias.shape,
      naive.slopes(bias, (x) => loss({ bias: x })),
      1e-4,
    );
  });

  test('has no bias unless there is one, and takes what attention() returned', () => {
    const plain = engine().attentionGradient(q, k, v, g, options);
    expect(Object.keys(plain)).toEqual(['query', 'key', 'value', 'scale']);
    const returns = /** @type {const} */ (['output', 'logSumExp']);
    const forward = engine().attention(q, k, v, { ...options, returns });
    expect(engine().attentionGradient(q, k, v, g, { ...options, forward })).toEqual(plain);
  });
});

describe.each([0, 2])('run() with %i workers', (workers) => {
  onEveryVariant('attention', (engine, variant) => {
    /** @param {(engine: Engine) => Promise<void>} body */
    const withWorkers = async (body) => {
      const other = await load({ engine: variant, workers });
      try {
        await body(other);
      } finally {
        if (workers > 0) other.dispose();
      }
    };
    /** Past the limit from which a head is cut. */
    const long = variant === 'fallback' ? [400, 200] : [1500, 800];
    /** @type {[string, number[]][]} */
    const cases = [
      ['heads of a middle size', [2, 4, 2, 130, 120, 32, 32]],
      ['a long head, in blocks of rows', [1, 1, 1, ...long, 192, 192]],
      ['many small heads', [long[0] / 10, 3, 3, 20, 20, 16, 16]],
      ['few rows, many heads', [1, 32, 8, 20, 150, 16, 24]],
      ['no heads', [1, 0, 2, 4, 4, 4, 4]],
    ];
    test.each(cases)(
      '%s: the same bits as the direct call',
      async (_, [B, H, G, L, S, d, dv]) => {
        await withWorkers(async (other) => {
          const q = naive.random(1, B, H, L, d);
          const k = naive.random(2, B, G, S, d);
          const v = naive.random(3, B, G, S, dv);
          const g = naive.random(4, B, H, L, dv);
          const mask = {
            bias: naive.random(5, B, H, 1, S),
            allow: { data: Uint8Array.from({ length: L * S }, (__, i) => i % 7), shape: [L, S] },
            block: {
              data: Uint8Array.from({ length: H }, (__, i) => Number(i === 1)),
              shape: [H, 1, 1],
            },
          };
          const keyLengths = Array.from({ length: B }, (__, b) => S - (b % 3));
          const options = { mask, keyLengths, causal: /** @type {const} */ ('lower-right') };
          const tensors = { query: q, key: k, value: v };
          const returns = /** @type {const} */ (['output', 'logSumExp']);
          const direct = engine().attention(q, k, v, { ...options, returns });
          const run = await other.run('attention', { ...tensors, ...options, returns });
          expect(Object.keys(run)).toEqual(['output', 'logSumExp', 'fullyMasked', 'done']);
          expect(sameBits(run.output, direct.output)).toBe(true);
          expect(sameBits(run.logSumExp, direct.logSumExp)).toBe(true);
          expect(run.fullyMasked).toEqual(direct.fullyMasked);
          expect(run.done).toBe(1);
          for (const { bias } of [mask, { bias: naive.random(6, L, S) }]) {
            const some = { ...options, mask: { ...mask, bias } };
            const gradient = engine().attentionGradient(q, k, v, g, some);
            const gradientRun = await other.run('attentionGradient', {
              ...tensors,
              outputGradient: g,
              ...some,
            });
            for (const name of /** @type {const} */ (['query', 'key', 'value', 'bias'])) {
              expect([name, sameBits(gradientRun[name], gradient[name])]).toEqual([name, true]);
            }
            expect(gradientRun.scale).toBe(gradient.scale);
          }
        });
      },
      60000,
    );
  });
});

describe.each([0, 2])('a run of attention with %i workers', (workers) => {
  const L = 4096;
  const q = naive.random(1, 8, L, 32);
  const tensors = { query: q, key: q, value: q };
  /** @type {Engine} */
  let engine;
  /** @param {() => Promise<void>} body */
  const withEngine = (body) => async () => {
    engine = await load({ engine: 'simd', workers });
    try {
      await body();
    } finally {
      if (workers > 0) engine.dispose();
    }
  };

  test(
    'tells progress, and partial results whose missing rows are zeros',
    withEngine(async () => {
      const progress = /** @type {number[]} */ ([]);
      const partials = /** @type {any[]} */ ([]);
      const result = await engine.run('attention', tensors, {
        onProgress: ({ done, scores }) => {
          expect(scores).toBe(Math.round(done * 8 * L * L));
          progress.push(done);
        },
        onPartial: (one) => partials.push(one),
      });
      expect(progress.at(-1)).toBe(1);
      expect([...progress].sort((a, b) => a - b)).toEqual(progress);
      expect(partials.length).toBeGreaterThan(0);
      const final = /** @type {Tensor} */ (result.output);
      for (const partial of partials) {
        expect(Object.keys(partial)).toEqual(['output', 'fullyMasked', 'done', 'partial']);
        expect(partial.done).toBeLessThan(1);
        const { data } = partial.output;
        let zeros = 0;
        for (let row = 0; row < 8 * L; ++row) {
          const at = row * 32;
          if (data[at] === 0) ++zeros;
          else if (data[at] !== final.data[at]) throw new Error(`row ${row} differs`);
        }
        expect(Math.abs(1 - zeros / (8 * L) - partial.done)).toBeLessThan(0.05); // blocks differ in length
      }
    }),
    60000,
  );

  test(
    'stops at once when its signal does; the engine works as before',
    withEngine(async () => {
      const controller = new AbortController();
      const run = engine.run('attention', tensors, {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      });
      await expect(run).rejects.toHaveProperty('name', 'AbortError');
      const { output } = engine.attention(query, key, value, { scale: 1 });
      expectTensor(output, [2, 1], byHand);
      const tiny = await engine.run('attention', { query, key, value, scale: 1 });
      expect(sameBits(tiny.output, output)).toBe(true);
    }),
    60000,
  );

  test(
    'refuses what the direct call refuses',
    withEngine(async () => {
      const wrong = engine.run('attention', { query, key, value, softcap: 0 });
      await expect(wrong).rejects.toThrow(RangeError);
      const missing = engine.run('attention', /** @type {any} */ ({ query, key }));
      await expect(missing).rejects.toThrow(
        new TypeError('value: got undefined; expected a tensor {data: Float32Array, shape}'),
      );
    }),
  );
});

test('the tensors of a run stay with their owner: workers are sent copies', async () => {
  const engine = await load({ engine: 'simd', workers: 2 });
  const q = naive.random(1, 64, 100, 64);
  const before = q.data.slice();
  await engine.run('attention', { query: q, key: q, value: q });
  expect(naive.distance(q.data, before)).toBe(0);
  engine.dispose();
});

describe('the task of a worker', () => {
  test('holds copies, each made once, of the right kind even where arrays share memory', async () => {
    const buffer = new ArrayBuffer(4 * 64);
    const own = new Float32Array(buffer, 0, 64);
    own.set(naive.random(5, 8, 8).data);
    const bytes = new Uint8Array(buffer, 0, 64);
    const q = { data: own, shape: [8, 8] };
    const mask = { allow: { data: bytes, shape: [8, 8] } };
    const module = await startVariant('simd');
    const job = attentionJob(module, { query: q, key: q, value: q, mask });
    /** @type {ArrayBufferLike[]} */
    const transfer = [];
    const task = /** @type {any} */ (job.task(0, 1, transfer));
    const [{ problem }] = task.parts;
    expect(problem.query).toEqual(own);
    expect(problem.key).toBe(problem.query);
    expect(problem.visibility.allow.data).toEqual(bytes);
    expect(transfer).toEqual([problem.query.buffer, problem.visibility.allow.data.buffer]);
    expect(transfer).not.toContain(buffer);
  });

  test('of a caller who changes what he asked for is that of the call', async () => {
    const sd = await load({ engine: 'simd', workers: 0 });
    /** @type {AttentionName[]} */
    const returns = ['output'];
    const shape = [2, 2];
    const run = sd.run('attention', { query: { ...query, shape }, key, value, returns });
    returns[0] = 'weights';
    shape[0] = 1;
    expect((await run).output?.shape).toEqual([2, 1]);
  });

  test('gives, by its types too, what returns names', async () => {
    const sd = await load({ engine: 'simd', workers: 0 });
    const plain = await sd.run('attention', { query, key, value });
    /** @type {Tensor} */
    const output = plain.output;
    expect(output.shape).toEqual([2, 1]);
    const result = await sd.run(
      'attention',
      { query, key, value, returns: ['weights', 'logSumExp'] },
      { onPartial: ({ weights }) => expect(weights.shape).toEqual([2, 3]) },
    );
    /** @type {Tensor[]} */
    const named = [result.weights, result.logSumExp];
    expect(named.map(({ shape }) => shape)).toEqual([[2, 3], [2]]);
    // @ts-expect-error it is not named
    expect(result.output).toBeUndefined();
  });

  test.each([
    ['simd', 1, 2048, 2048, 64],
    ['simd', 4, 1024, 1024, 128],
    ['simd', 2, 1024, 1024, 64],
    ['fallback', 1, 512, 512, 64],
  ])('%s: no unit of %i x %i x %i x %i is a long one', async (variant, H, L, S, d) => {
    const module = await startVariant(/** @type {'simd' | 'fallback'} */ (variant));
    const q = { data: new Float32Array(H * L * d), shape: [H, L, d] };
    const k = { data: new Float32Array(H * S * d), shape: [H, S, d] };
    const job = attentionJob(module, { query: q, key: k, value: k });
    let [all, longest] = [0, 0];
    for (let unit = 0; unit < job.units; ++unit) {
      const [{ problem }] = /** @type {any} */ (job.task(unit, unit + 1)).parts;
      const work = problem.batch * problem.heads * problem.queries * S * 2 * d;
      all += work;
      longest = Math.max(longest, work);
    }
    expect(all).toBe(H * L * S * 2 * d);
    // At 8 multiply-adds a nanosecond 12 milliseconds; the fallback does 1.2.
    expect(longest).toBeLessThanOrEqual(variant === 'fallback' ? 1.3e7 : 1e8);
  });
});
