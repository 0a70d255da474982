// run() of attention, on workers and in slices: the bits of the direct call, progress, and the tasks of a worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { attentionJob } from '../../../web/engine/workers/attention-jobs.js';
import { TransferBuffers } from '../../../web/engine/border/transfer.js';
import { startVariant } from '../../../web/engine/border/embedded.js';
import { partNames } from '../../../web/engine/border/parts.js';
import * as naive from './naive.js';
import { expectTensor, sameBits } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { AttentionName, Engine, Tensor } from '../../../web/engine/index.js' */

const { query, key, value } = naive.byHand;

describe.each([0, 2])('run() with %i workers', (workers) => {
  onEveryVariant('attention', (engine, variant) => {
    /** @type {Engine} */
    let other;
    beforeAll(async () => {
      other = await load({ engine: variant, workers });
    }, 60000);
    afterAll(() => {
      if (workers > 0) other.dispose();
    });
    /** Just above the sizes at which a long head is cut into blocks, and many small heads are grouped. */
    const [long, many] = variant === 'fallback' ? [[200, 120], 40] : [[700, 500], 160];
    /** @type {[string, number[]][]} */
    const cases = [
      ['heads of a middle size', [2, 4, 2, 130, 120, 32, 32]],
      ['a long head, in blocks of rows', [1, 1, 1, ...long, 192, 192]],
      ['many small heads', [many, 3, 3, 20, 20, 32, 32]],
      ['few rows, many heads', [1, 32, 8, 20, 150, 16, 24]],
      ['no heads', [1, 0, 2, 4, 4, 4, 4]],
    ];
    test.each(cases)(
      '%s: the same bits as the direct call',
      async (_, [B, H, G, L, S, d, dv]) => {
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
        expect(Object.keys(run)).toEqual([
          'output',
          'logSumExp',
          'fullyMasked',
          'nonFinite',
          'done',
        ]);
        expect(sameBits(run.output, direct.output)).toBe(true);
        expect(sameBits(run.logSumExp, direct.logSumExp)).toBe(true);
        expect(run.fullyMasked).toEqual(direct.fullyMasked);
        expect(run.done).toBe(1);
        for (const { bias } of [mask, { bias: naive.random(6, L, S) }]) {
          const weightsGradient = naive.random(7, B, H, L, S);
          const some = { ...options, mask: { ...mask, bias }, weightsGradient };
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
      const into = { output: { data: new Float32Array(8 * L * 32).fill(7), shape: [8, L, 32] } };
      const result = await engine.run(
        'attention',
        { ...tensors, into },
        {
          onProgress: ({ done, scores }) => {
            expect(scores).toBe(Math.round(done * 8 * L * L));
            progress.push(done);
          },
          onPartial: (one) => partials.push(one),
        },
      );
      expect(progress.at(-1)).toBe(1);
      expect([...progress].sort((a, b) => a - b)).toEqual(progress);
      expect(partials.length).toBeGreaterThan(0);
      const final = /** @type {Tensor} */ (result.output);
      for (const partial of partials) {
        expect(Object.keys(partial)).toEqual([
          'output',
          'fullyMasked',
          'nonFinite',
          'done',
          'partial',
        ]);
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
      expectTensor(output, [2, 1], naive.byHand.output);
      const tiny = await engine.run('attention', { query, key, value, scale: 1 });
      expect(sameBits(tiny.output, output)).toBe(true);
    }),
    60000,
  );

  test(
    'writes into the tensors it is given, even into its own arguments',
    withEngine(async () => {
      const small = naive.random(3, 8, 700, 32);
      const args = { query: small, key: small, value: small };
      const fresh = engine.attention(small, small, small);
      const into = await engine.run('attention', { ...args, scale: 3 });
      /** @type {Tensor[]} */
      const partials = [];
      const again = await engine.run(
        'attention',
        { ...args, into },
        { onPartial: ({ output }) => partials.push(output) },
      );
      expect(again.output.data).toBe(into.output.data);
      expect(sameBits(again.output, fresh.output)).toBe(true);
      for (const { data } of partials) expect(data).not.toBe(again.output.data);
      const gradient = engine.attentionGradient(small, small, small, small);
      const lastGradient = await engine.run('attentionGradient', {
        ...args,
        outputGradient: small,
        into: { query: into.output },
      });
      expect(lastGradient.query.data).toBe(into.output.data);
      for (const name of /** @type {const} */ (['query', 'key', 'value'])) {
        expect(sameBits(lastGradient[name], gradient[name])).toBe(true);
      }
      const own = await engine.run('attention', { ...args, into: { output: small } });
      expect(own.output.data).toBe(small.data);
      expect(sameBits(own.output, fresh.output)).toBe(true);
    }),
    60000,
  );

  test(
    'ends with one sentence where `into` is given away or shrunk meanwhile',
    withEngine(async () => {
      const bytes = 4 * 8 * L * 32;
      /** @type {[string, (buffer: any) => void, string][]} */
      const ways = [
        ['shrunk to nothing', (buffer) => buffer.resize(0), 'a Float32Array of length 0'],
        [
          'shrunk',
          (buffer) => buffer.resize(bytes - 4),
          `a Float32Array of length ${bytes / 4 - 1}`,
        ],
        ['given away', (buffer) => void structuredClone(buffer, { transfer: [buffer] }), ''],
      ];
      for (const [, change, got] of ways) {
        for (const isInput of [false, true]) {
          const Buffer = /** @type {any} */ (ArrayBuffer);
          const buffer = new Buffer(bytes, { maxByteLength: 2 * bytes });
          const output = { data: new Float32Array(buffer), shape: [8, L, 32] };
          output.data.set(q.data);
          const run = engine.run('attention', {
            ...tensors,
            ...(isInput && { query: output }),
            into: { output },
          });
          change(buffer);
          await expect(run).rejects.toThrow(
            new TypeError(
              got
                ? `attention: into: got ${got}; expected a Float32Array that keeps its length ${8 * L * 32}`
                : 'attention: into: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers',
            ),
          );
        }
        const { output: again } = await engine.run('attention', {
          query: { data: q.data.subarray(0, 320), shape: [10, 32] },
          key: { data: q.data.subarray(0, 320), shape: [10, 32] },
          value: { data: q.data.subarray(0, 320), shape: [10, 32] },
        });
        expect(again.shape).toEqual([10, 32]);
      }
    }),
    60000,
  );

  test(
    'writes nothing behind its shape where `into` grows while it is read',
    withEngine(async () => {
      const Buffer = /** @type {any} */ (ArrayBuffer);
      const buffer = new Buffer(4 * 32, { maxByteLength: 4 * 320 });
      const output = new Float32Array(buffer);
      const [input, sums] = [q.data.subarray(0, 32), new Float32Array(8)];
      const small = { data: input, shape: [8, 4] };
      const logSumExp = {
        shape: [8],
        get data() {
          if (output.length === 32) {
            buffer.resize(4 * 320);
            output.fill(7, 32);
          }
          return sums;
        },
      };
      await engine.run('attention', {
        ...{ query: small, key: small, value: small, returns: ['output', 'logSumExp'] },
        into: { output: { data: output, shape: [8, 4] }, logSumExp },
      });
      expect(output.length).toBe(320);
      expect(output.subarray(32).every((value) => value === 7)).toBe(true);
    }),
    60000,
  );

  test(
    'reads and writes nothing when its signal was aborted before',
    withEngine(async () => {
      const into = { output: { data: new Float32Array(2).fill(7), shape: [2, 1] } };
      const options = {
        ...{ key, value, into },
        get query() {
          throw new Error('read');
        },
      };
      const signal = AbortSignal.abort();
      const run = engine.run('attention', /** @type {any} */ (options), { signal });
      await expect(run).rejects.toBe(signal.reason);
      const right = engine.run('attention', { query, key, value, into }, { signal });
      await expect(right).rejects.toBe(signal.reason);
      expect([...into.output.data]).toEqual([7, 7]);
    }),
  );

  test(
    'refuses what the direct call refuses',
    withEngine(async () => {
      const into = { output: { data: new Float32Array(2).fill(7), shape: [1, 2] } };
      const unfit = engine.run('attention', { query, key, value, into });
      await expect(unfit).rejects.toThrow(
        new RangeError('into.output: got the shape [1, 2]; expected [2, 1]'),
      );
      expect([...into.output.data]).toEqual([7, 7]);
      const wrong = engine.run('attention', { query, key, value, softcap: 0 });
      await expect(wrong).rejects.toThrow(RangeError);
      const missing = engine.run('attention', /** @type {any} */ ({ query, key }));
      await expect(missing).rejects.toThrow(
        new TypeError(
          'value: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
        ),
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

test('options that are undefined are left out, by run() as by the direct call', async () => {
  const engine = await load({ engine: 'simd', workers: 0 });
  const none = { causal: undefined, softcap: undefined, mask: undefined, scale: undefined };
  const { output } = await engine.run('attention', { query, key, value, ...none });
  expect(output).toEqual(engine.attention(query, key, value, none).output);
  const deep = [1];
  deep.push(/** @type {any} */ (deep));
  const refused = engine.run('attention', /** @type {any} */ ({ query, key, value, scale: deep }));
  await expect(refused).rejects.toThrow(/^scale: got an array of length 2/);
});

describe.each([
  ['an engine that has to fetch the part', ['laws']],
  ['an engine that has it', ['attention']],
])('what is done with the tensors of a run after the call changes nothing: %s', (_, parts) => {
  class Own {
    /** @param {Tensor} tensor */
    constructor({ data, shape }) {
      Object.assign(this, { data: data.slice(), shape: [...shape] });
    }
  }
  const q = naive.random(1, 2, 60, 16);
  const copy = (/** @type {Tensor} */ { data, shape }) => ({
    data: data.slice(),
    shape: [...shape],
  });
  test.each([
    [
      'overwritten',
      copy,
      (/** @type {Tensor} */ { data, shape }) => void (data.fill(NaN), shape.fill(0)),
    ],
    [
      'of a class, overwritten',
      (/** @type {Tensor} */ tensor) => /** @type {any} */ (new Own(tensor)),
      (/** @type {Tensor} */ { data }) => void data.fill(NaN),
    ],
    [
      'transferred',
      copy,
      (/** @type {Tensor} */ { data }) => void structuredClone(data, { transfer: [data.buffer] }),
    ],
  ])('%s', async (_, make, change) => {
    const engine = await load({ engine: 'simd', workers: 2, parts: /** @type {any} */ (parts) });
    const whole = await load({ engine: 'simd' });
    const [query, key, value] = [q, q, q].map(make);
    const allow = make({ data: new Float32Array(60 * 60).fill(1), shape: [60, 60] });
    const options = { query, key, value, mask: { allow } };
    const run = engine.run('attention', options);
    for (const tensor of [query, key, value, allow]) change(tensor);
    const { output } = await run;
    expect(naive.distance(output.data, whole.attention(q, q, q).output.data)).toBe(0);
    engine.dispose();
  });
});

test('buffers are used again, and not many are kept', () => {
  const buffers = new TransferBuffers();
  const [small, large] = [buffers.take(2 ** 16), buffers.take(2 ** 20)];
  buffers.giveBack(large);
  buffers.giveBack(small);
  expect(buffers.take(2 ** 16 + 1) === large).toBe(true);
  expect(buffers.take(1) === small).toBe(true);
  expect(buffers.take(1) === small).toBe(false);
  buffers.giveBack(small);
  buffers.giveBack(new ArrayBuffer(2 ** 25));
  expect(buffers.take(1) === small).toBe(false); // it keeps at most 32 MiB
});

describe('the task of a worker', () => {
  test('holds copies, each made once, of the right kind even where arrays share memory', async () => {
    const shared = new ArrayBuffer(4 * 64);
    const own = new Float32Array(shared, 0, 64);
    own.set(naive.random(5, 8, 8).data);
    const bytes = new Uint8Array(shared, 0, 64);
    const q = { data: own, shape: [8, 8] };
    const mask = { allow: { data: bytes, shape: [8, 8] } };
    const module = await startVariant('simd', partNames);
    const job = attentionJob(module, { query: q, key: q, value: q, mask });
    const { task, buffer } = new TransferBuffers().pack(/** @type {any} */ (job.task(0, 1)));
    const [{ problem, into }] = task.parts;
    expect(problem.query).toEqual(own);
    expect(problem.key).toBe(problem.query);
    expect(problem.visibility.allow.data).toEqual(bytes);
    expect(into).toEqual([new Float32Array(64)]);
    for (const array of [problem.query, problem.visibility.allow.data, into[0]]) {
      expect(array.buffer === buffer).toBe(true);
    }
    expect(buffer === shared).toBe(false);
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
    const module = await startVariant(/** @type {'simd' | 'fallback'} */ (variant), partNames);
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
    // At 8 multiply-adds per nanosecond this takes 12 milliseconds. The fallback does 1.2 per nanosecond.
    expect(longest).toBeLessThanOrEqual(variant === 'fallback' ? 1.3e7 : 1e8);
  });
});
