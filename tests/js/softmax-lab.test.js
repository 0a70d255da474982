// How the Softmax lab uses its state: limits that depend on each other, a single query, and the order of long work.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { oneQuery } from '../../web/labs/softmax/query.js';
import { sweep } from '../../web/pictures/sweep.js';
import { change, initialParams, parse } from '../../web/tables/state.js';

/** @typedef {import('../../web/engine/index.js').Engine} Engine */

const lab = 'softmax';

/** @type {Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});

/** @param {object} changes */
const stateOf = (changes) => change(initialParams(lab), { ...changes }, lab);

describe('limits that hang together', () => {
  test('a draw has room for so many components, and the visitor is told', () => {
    const { params, notes } = parse('lab=softmax&dk=65536&keys=1024');
    expect(params.keys).toBe(64);
    expect(notes).toEqual([expect.objectContaining({ reason: 'clamped', key: 'keys' })]);
  });

  test('one key at least stays unmasked, of the sampled ones or of the visitor’s', () => {
    expect(stateOf({ keys: 8, masked: 8 }).params.masked).toBe(7);
    expect(stateOf({ logits: '1,2,3', masked: 7 }).params.masked).toBe(2);
    expect(stateOf({ keys: 1, masked: 1 }).params.masked).toBe(0);
  });

  test('scores of one’s own have no cosine', () => {
    const { params, notes } = stateOf({ scale: 'cosine', logits: '1,2' });
    expect(params.logits).toBe('');
    expect(notes.map(({ reason }) => reason)).toEqual(['ownCosine']);
    expect(stateOf({ scale: 'none', logits: '1,2' }).params.logits).toBe('1,2');
  });
});

describe('one query', () => {
  const states = {
    plain: {},
    'masked, shifted, warmer': { masked: 2, shift: -3, temperature: 2 },
    'masked by score 0': { masked: 3, maskAs: 'zero', scale: 'inverse' },
  };
  test.each(Object.entries(states))('own scores are treated as sampled ones: %s', (_, changes) => {
    const sampled = oneQuery(engine, stateOf(changes).params);
    const logits = Array.from(sampled.scores).join(',');
    const own = oneQuery(engine, stateOf({ ...changes, logits }).params);
    expect(own.own).toBe(true);
    for (const side of /** @type {const} */ (['before', 'after'])) {
      expect(own[side].topWeight).toBeCloseTo(sampled[side].topWeight, 5);
      expect(own[side].logitGradientNorm).toBeCloseTo(sampled[side].logitGradientNorm, 5);
      expect(own[side].logSum).toBeCloseTo(sampled[side].logSum, 4);
    }
  });

  test.each(Object.entries(states))(
    'own scores are scaled as attention does it: %s',
    (_, changes) => {
      const { params } = stateOf({ ...changes, logits: '2.3,-1.7,0.1,11,5,-3.25,0,1e-3' });
      const count = 8;
      const { before, after, factor, scores } = oneQuery(engine, params);
      const shown = count - Number(params.masked);
      const masked = params.maskAs === 'blocked' ? -Infinity : 0;
      const ofEach = (/** @type {(i: number) => number} */ seen, /** @type {number} */ unseen) =>
        Float32Array.from({ length: count }, (_, i) => (i < shown ? seen(i) : unseen));
      const keys = { data: ofEach((i) => scores[i], 0), shape: [count, 1] };
      const bias = { data: ofEach(() => Number(params.shift), masked), shape: [1, count] };
      for (const [side, rule] of /** @type {const} */ ([
        [before, 1],
        [after, factor],
      ])) {
        const query = { data: Float32Array.of(1), shape: [1, 1] };
        const options = { scale: rule / Number(params.temperature), mask: { bias } };
        const { maskedScores } = engine.attention(query, keys, keys, {
          ...options,
          returns: ['maskedScores'],
        });
        expect(side.logits.data).toEqual(maskedScores.data);
      }
    },
  );

  test('the weight of a key is exp(logit - logSum)', () => {
    const { after } = oneQuery(engine, stateOf({ masked: 1, shift: 4 }).params);
    after.weights.data.forEach((weight, i) =>
      expect(weight).toBeCloseTo(Math.exp(after.logits.data[i] - after.logSum), 6),
    );
    expect(after.weights.data[7]).toBe(0);
  });

  test('d_k moves sampled scores, and only the factor on those of the visitor', () => {
    const of = (/** @type {object} */ changes) => oneQuery(engine, stateOf(changes).params);
    const logits = '2,1,0';
    expect(of({ logits, dk: 16 }).before.topWeight).toBe(of({ logits, dk: 1024 }).before.topWeight);
    expect(of({ logits, dk: 16 }).after.topWeight).toBeGreaterThan(
      of({ logits, dk: 1024 }).after.topWeight,
    );
    expect(of({ dk: 16 }).before.topWeight).not.toBe(of({ dk: 1024 }).before.topWeight);
  });

  test('is computed once for all pictures', () => {
    const { params } = stateOf({ dk: 8 });
    expect(oneQuery(engine, params)).toBe(oneQuery(engine, { ...params, preset: 'mask' }));
    expect(oneQuery(engine, params)).not.toBe(oneQuery(engine, { ...params, draw: 1 }));
  });
});

describe('a sweep', () => {
  /** Makes an engine that only records requests. @param {[number, number][]} asked */
  const noting = (asked) =>
    /** @type {Engine} */ (
      /** @type {unknown} */ ({
        run: async (
          /** @type {string} */ _,
          /** @type {{dk: number, draws: number}} */ options,
        ) => {
          asked.push([options.dk, options.draws]);
          return { draws: options.draws };
        },
      })
    );
  const places = [
    { dk: 1, keys: 3 },
    { dk: 1000, keys: 3 },
  ];

  test('goes over all sizes in every pass, and gives large ones fewer queries', async () => {
    /** @type {[number, number][]} */
    const asked = [];
    /** @type {unknown[]} */
    const told = [];
    const work = {
      signal: new AbortController().signal,
      progress: (/** @type {{done: number}} */ { done }) => told.push(done),
      partial: (/** @type {import('../../web/pictures/types.js').Size[]} */ sizes) =>
        told.push(sizes.map(({ result }) => result?.draws ?? 0)),
    };
    const most = { draws: 1024, components: 8e5 };
    const sizes = await sweep(noting(asked), places, work, most);
    expect(asked).toEqual([
      [1, 64],
      [1000, 64],
      [1, 256],
      [1000, 200],
      [1, 1024],
    ]);
    expect(sizes).toEqual([
      { dk: 1, keys: 3, result: { draws: 1024 } },
      { dk: 1000, keys: 3, result: { draws: 200 } },
    ]);
    // After every size, it reports the progress and the results so far.
    expect(told).toHaveLength(2 * asked.length);
    expect(told.slice(1, 4)).toEqual([[64, 0], expect.any(Number), [64, 64]]);
    expect(told.at(-2)).toBe(1);
  });

  test('that is aborted tells nothing more', async () => {
    const stop = new AbortController();
    let partials = 0;
    const partial = () => {
      partials += 1;
      stop.abort();
    };
    const failing = /** @type {Engine} */ (
      /** @type {unknown} */ ({ run: async () => stop.signal.throwIfAborted() ?? { draws: 64 } })
    );
    const work = { signal: stop.signal, progress() {}, partial };
    await expect(sweep(failing, places, work)).rejects.toThrow();
    expect(partials).toBe(1);
  });
});
