// The facts of the story: its statements about random vectors in general, measured with the engine, and its links.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { format, initialParams, parse, tables } from '../../web/tables/state.js';
import { seedOfWalks, vectorsOf, walks } from '../../web/tables/story.js';

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd', workers: 0 });
});
afterAll(() => engine.dispose?.());

const params = initialParams('story');

/** @param {number} dk @param {number} [keys] @param {number} [draws] */
const measured = (dk, keys = 8, draws = 4000) =>
  engine.softmaxStatistics({ dk, keys, draws, seed: 1, scale: 'none', compare: ['rsqrt'] });

describe('what the story says of random vectors', () => {
  test('the fan: a typical largest weight, and how often it is nearly all', () => {
    const [low, high] = [measured(64), measured(512)];
    expect(low.topWeight.quantiles.p50).toBeCloseTo(0.965, 2);
    expect(low.compare[0].topWeight.quantiles.p50).toBeCloseTo(0.333, 2);
    expect(high.topWeight.quantiles.p50).toBeCloseTo(0.99995, 4);
    expect(high.compare[0].topWeight.quantiles.p50).toBeCloseTo(0.336, 2);
    const tops = Array.from({ length: 2000 }, (_, draw) => {
      const { logits } = engine.softmaxSample({ dk: 512, keys: 8, seed: 1, draw, scale: 'none' });
      return engine.softmaxMeasures(logits).topWeight;
    });
    expect(tops.filter((top) => top > 0.99).length / 2000).toBeCloseTo(0.73, 1);
  });

  test('a longer walk begins with the shorter one, and divided it ends at its logit', () => {
    const vectors = vectorsOf({ ...params, dk: 64 });
    const asked = {
      scale: /** @type {const} */ ('rsqrt'),
      returns: /** @type {const} */ (['walks']),
    };
    const short = engine.softmaxSample({ ...vectors, ...asked, scale: 'none' });
    const long = engine.softmaxSample({ ...vectors, ...asked, dk: 512, scale: 'none' });
    for (let key = 0; key < vectors.keys; key++)
      expect(long.walks?.data.subarray(512 * key, 512 * key + 64)).toEqual(
        short.walks?.data.subarray(64 * key, 64 * key + 64),
      );
    const folded = engine.softmaxSample({ ...vectors, ...asked });
    for (let key = 0; key < vectors.keys; key++)
      expect(folded.walks?.data[64 * key + 63]).toBeCloseTo(folded.logits.data[key], 4);
  });

  test('the root: two walks in three end in the band, at either length', () => {
    for (const [dk, share] of [
      [walks.short, 0.686],
      [walks.long, 0.683],
    ]) {
      const hundreds = Array.from({ length: 200 }, (_, hundred) => {
        const seed = seedOfWalks({ ...params, hundred });
        const { sums } = engine.scoreWalks({ dk, seed, scale: 'none' }, { pairs: walks.count });
        const { std } = engine.scoreTheory({ dk, scale: 'none' });
        expect(std).toBeCloseTo(Math.sqrt(dk), 10);
        const ends = Array.from({ length: walks.count }, (__, i) => sums[(i + 1) * dk - 1]);
        return ends.filter((end) => Math.abs(end) <= std).length;
      });
      const mean = hundreds.reduce((sum, inside) => sum + inside, 0) / hundreds.length;
      expect(mean / walks.count).toBeCloseTo(share, 1.9);
      hundreds.sort((one, other) => one - other);
      expect(hundreds[5]).toBeGreaterThanOrEqual(57);
      expect(hundreds[194]).toBeLessThanOrEqual(80);
    }
  });

  test('one try: np.var averages 1.5, with ddof 1 it is 2', () => {
    const tried = (/** @type {number} */ ddof) =>
      engine.sampleVariance({ rows: 2, columns: 2, dk: 2, ddof, draws: 300000, seed: 1 });
    expect(tried(0).expectation).toBeCloseTo(1.5, 10);
    expect(tried(0).mean).toBeCloseTo(1.5, 1);
    expect(tried(1).mean).toBeCloseTo(2, 1);
  });

  test('softmax: a point of lead is a ratio of 2.7, eight are 3000; a shift is nothing', () => {
    const weights = (/** @type {number[]} */ logits) =>
      engine.softmaxMeasures({ data: Float32Array.from(logits), shape: [logits.length] }).weights
        .data;
    const ratio = (/** @type {number} */ lead) => {
      const [one, other] = weights([lead, 0]);
      return one / other;
    };
    expect(ratio(1)).toBeCloseTo(2.7, 1);
    expect(ratio(8) / 3000).toBeCloseTo(1, 1);
    expect([...weights([101, 100])]).toEqual([...weights([1, 0])]);
  });

  test.each([
    [8, 0.22, 0.62],
    [64, 0.08, 0.48],
    [256, 0.05, 0.4],
  ])('who still learns: %i keys', (keys, low, high) => {
    for (const [dk, share] of [
      [64, low],
      [512, high],
    ]) {
      const { dead, compare } = measured(dk, keys, 1500);
      expect(Math.abs(dead.share - share)).toBeLessThan(0.035);
      expect(compare[0].dead.share).toBeLessThan(0.001);
    }
  });

  test('the gradient of the query is a lottery without the division', () => {
    const { queryGradient, compare } = measured(512);
    expect(queryGradient.mean).toBeCloseTo(1.06, 1);
    expect(queryGradient.quantiles.p50).toBeLessThan(0.005);
    expect(compare[0].queryGradient.mean).toBeCloseTo(0.34, 1);
    expect(compare[0].queryGradient.quantiles.p50).toBeCloseTo(0.316, 1);
  });

  test('the exponent: only 1/2 levels off between one winner and equality', () => {
    const top = (/** @type {number} */ dk, /** @type {number} */ alpha) =>
      engine.softmaxStatistics({ dk, keys: 8, draws: 2000, seed: 1, scale: { alpha } }).topWeight
        .quantiles.p50;
    expect(top(1, 0.5)).toBeCloseTo(0.25, 1);
    expect(top(16, 0.5)).toBeCloseTo(top(1024, 0.5), 1);
    expect(top(1024, 0)).toBeGreaterThan(0.999);
    expect(top(1024, 1)).toBeCloseTo(1 / 8, 1);
    expect(top(1024, 0.25)).toBeGreaterThan(top(64, 0.25) + 0.1);
    const cosines = engine.softmaxStatistics({ dk: 1024, keys: 8, draws: 500, scale: 'cosine' });
    expect(cosines.topWeight.quantiles.p50).toBeCloseTo(1 / 8, 1);
  });
});

test('a link of the story names it, and keeps what was chosen', () => {
  const chosen = { ...params, dk: 300, alpha: 0.25, tries: 7, keys: 256, spread: 2.5 };
  const link = format(chosen, 'story');
  expect(link.startsWith('lab=story&')).toBe(true);
  expect(parse(link)).toEqual({ params: chosen, notes: [] });
  expect(Object.keys(tables)[0]).toBe('story');
});
