// headStatistics() of queries and keys that somebody brings: what rows without weights are called (the numbers: head_statistics_test.cpp).
import { expect, test } from '@jest/globals';
import { onEveryVariant } from './variants.js';

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
});
