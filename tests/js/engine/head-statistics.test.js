// headStatistics() of the caller's queries and keys: its results for rows without weights. head_statistics_test.cpp
// tests the numbers.
import { expect, test } from '@jest/globals';
import { random } from './naive.js';
import { refusesOnEveryVariant } from './refusals.js';
import { onEveryVariant } from './variants.js';

/** @import { Refusal } from './refusals.js' */

onEveryVariant('headStatistics()', (engine) => {
  const key = { data: Float32Array.of(1, 2, -1), shape: [3, 1] };
  const of = (/** @type {number} */ last) =>
    engine().headStatistics({ data: Float32Array.of(50, 50, last), shape: [3, 1] }, key)[0];

  test.each([NaN, Infinity])(
    'has no sharpness where a query is %p: it is neither dominated nor not',
    (bad) => {
      const { rows, scaled, unscaled } = of(bad);
      const none = { topWeight: NaN, entropy: NaN, dominated: NaN };
      expect({ rows, scaled, unscaled }).toEqual({ rows: 3, scaled: none, unscaled: none });
    },
  );

  test('counts the others where every row has weights', () => {
    expect(of(0).scaled.dominated).toBeCloseTo(2 / 3, 15);
  });

  test('has a histogram of the scores that a query sees, where bins are asked for', () => {
    const [query, seen] = [random(1, 2, 9, 4), random(2, 2, 9, 4)];
    const options = { causal: /** @type {const} */ ('upper-left'), bins: 6 };
    const heads = engine().headStatistics(query, seen, options);
    heads.forEach(({ histogram, pairs }, h) => {
      const row = (
        /** @type {import('../../../web/engine/index.js').Tensor} */ { data },
        /** @type {number} */ i,
      ) => data.subarray((h * 9 + i) * 4, (h * 9 + i + 1) * 4);
      const scores = Array.from({ length: 45 }, (_, at) => {
        const i = Math.floor((Math.sqrt(8 * at + 1) - 1) / 2);
        const other = row(seen, at - (i * (i + 1)) / 2);
        return row(query, i).reduce((sum, value, c) => sum + value * other[c], 0);
      });
      const [low, high] = [Math.min(...scores), Math.max(...scores)];
      const counts = new Array(6).fill(0);
      for (const score of scores)
        counts[Math.min(5, Math.floor(((score - low) / (high - low)) * 6))]++;
      expect(histogram).toMatchObject({ counts, below: 0, above: 0 });
      expect(histogram?.low).toBeCloseTo(low, 5);
      expect(histogram?.high).toBeCloseTo(high, 5);
      expect(pairs).toBe(45);
    });
    const plain = engine().headStatistics(query, seen, { ...options, bins: 0 });
    expect(plain).toEqual(heads.map(({ histogram: _, ...head }) => head));
    expect(plain).toEqual(engine().headStatistics(query, seen, { causal: 'upper-left' }));
  });

  test.each([-1, 1.5, 4097, null])('refuses %p bins', (bins) => {
    const options = /** @type {any} */ ({ bins });
    expect(() => engine().headStatistics(key, key, options)).toThrow(
      `bins: got ${bins}; expected a whole number from 0 to 4096`,
    );
  });
});

onEveryVariant('meanOfHeads()', (engine) => {
  test('has the mean of each number over the heads where it is finite', () => {
    const [query, key] = [random(1, 3, 9, 4), random(2, 3, 9, 4)];
    query.data.fill(Infinity, 72, 73); // in the last head
    const heads = engine().headStatistics(query, key, { bins: 4 });
    const mean = engine().meanOfHeads(heads);
    const expected = (/** @type {(head: typeof mean) => number} */ value) => {
      const all = heads.map(value).filter(Number.isFinite);
      return all.reduce((sum, one) => sum + one, 0) / all.length;
    };
    expect(heads.map(({ scoreSd }) => Number.isFinite(scoreSd))).toEqual([true, true, false]);
    for (const value of /** @type {((head: typeof mean) => number)[]} */ ([
      ({ scoreSd }) => scoreSd,
      ({ unitSd }) => unitSd,
      ({ independentMean }) => independentMean,
      ({ scaled }) => scaled.topWeight,
      ({ unscaled }) => unscaled.dominated,
    ]))
      expect(value(mean)).toBeCloseTo(expected(value), 14);
    expect(Object.keys(mean)).toEqual(Object.keys(heads[0]).filter((key) => key !== 'histogram'));
  });

  test('is NaN of no heads', () => {
    expect(engine().meanOfHeads([])).toMatchObject({ pairs: NaN, scaled: { entropy: NaN } });
  });

  test('takes more heads than one call has numbers', () => {
    const [head] = engine().headStatistics(random(1, 9, 4), random(2, 9, 4));
    const { scoreSd } = engine().meanOfHeads(new Array(5000).fill(head));
    expect(scoreSd).toBeCloseTo(head.scoreSd, 12);
  });
});

refusesOnEveryVariant('headStatistics()', [
  [
    (sd) => sd.headStatistics([1, 2], [1, 2]),
    RangeError,
    'query: got the shape [2]; expected [L, d] or [H, L, d]',
  ],
  [
    (sd) => sd.headStatistics(random(1, 2, 3, 4, 5), random(1, 2, 3, 4, 5)),
    RangeError,
    'query: got the shape [2, 3, 4, 5]; expected [L, d] or [H, L, d]',
  ],
]);

/** @type {Refusal[]} */
const refused = [
  [
    (sd) => sd.meanOfHeads(undefined),
    TypeError,
    'heads: got undefined; expected an array of what headStatistics() gives',
  ],
  [(sd) => sd.meanOfHeads([null]), TypeError, 'heads[0].pairs: got undefined; expected a number'],
  [
    (sd) => sd.meanOfHeads([{ pairs: 1, rows: '2' }]),
    TypeError,
    'heads[0].rows: got "2"; expected a number',
  ],
];
refusesOnEveryVariant('meanOfHeads()', refused);
