// Products of queries and keys that exceed float32 until the scale reduces them. The rows must equal those of small
// queries and keys.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import { onEveryVariant } from './variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

/** A power of two, so that scaling changes no bits of numbers that fit. */
const huge = 2 ** 70;

/** @param {Tensor} of @param {number} factor */
const times = ({ data, shape }, factor) =>
  tensor(
    Float32Array.from(data, (x) => x * factor),
    shape,
  );

/** @param {Tensor} got @param {Tensor} expected @param {number} [factor] */
function expectClose(got, expected, factor = 1) {
  got.data.forEach((x, i) => expect(x / factor).toBeCloseTo(expected.data[i], 5));
}

onEveryVariant('products beyond float32', (engine) => {
  /** @param {number} queries @param {number} keys */
  function problem(queries, keys) {
    const random = (/** @type {number} */ rows, /** @type {number} */ seed) =>
      engine().randomTensor([rows, 4], { seed });
    return [random(queries, 1), random(keys, 2), random(keys, 3), random(queries, 4)];
  }

  test.each([
    [1, 5],
    [3, 140],
    [40, 33],
  ])('%i queries and %i keys lose nothing', (queries, keys) => {
    const [query, key, value, outputGradient] = problem(queries, keys);
    const [large, largeKey] = [times(query, huge), times(key, huge)];
    const options = { returns: /** @type {const} */ (['output', 'scores', 'scaledScores']) };
    const small = engine().attention(query, key, value, { ...options, scale: 0.5 });
    const scale = 0.5 / huge / huge;
    const got = engine().attention(large, largeKey, value, { ...options, scale });
    expectClose(got.output, small.output);
    expectClose(got.scaledScores, small.scaledScores);
    expect(Array.from(got.scores.data)).toEqual(
      Array.from(small.scores.data, (x) => Math.fround(x * huge * huge)),
    );

    const plain = engine().attentionGradient(query, key, value, outputGradient, { scale: 0.5 });
    const gradient = engine().attentionGradient(large, largeKey, value, outputGradient, { scale });
    expectClose(gradient.query, plain.query, 1 / huge);
    expectClose(gradient.key, plain.key, 1 / huge);
    expectClose(gradient.value, plain.value);
    expect(gradient.scale / huge / huge).toBeCloseTo(plain.scale, 4);
  });

  test('scores() agrees with attention(), and values near the limit of float32 keep their mean', () => {
    const sd = engine();
    const [query, key] = problem(3, 2);
    const scale = 0.5 / huge / huge;
    const [large, largeKey] = [times(query, huge), times(key, huge)];
    const scaled = sd.scores(large, largeKey, { kind: 'scaled-dot', scale });
    expectClose(scaled, sd.scores(query, key, { kind: 'scaled-dot', scale: 0.5 }));

    const three = tensor([[3e38], [3e38]]);
    const [one, two] = [tensor([[1]]), tensor([[1], [1]])];
    const { output, nonFinite } = sd.attention(one, two, three);
    expect(Array.from(output.data)).toEqual([Math.fround(3e38)]);
    expect(nonFinite).toEqual([]);
    const gradient = sd.attentionGradient(one, two, three, one);
    expect(Array.from(gradient.key.data)).toEqual([0, 0]);
    expect(Array.from(gradient.query.data)).toEqual([0]);
  });

  /** Returns three queries, the first of which has a score of 2^202 with the first key. */
  function tooLarge() {
    const [query, key, value] = problem(3, 2);
    for (let i = 0; i < 4; ++i) {
      query.data[i] = 2 ** 100;
      key.data[i] = 2 ** 100;
    }
    key.data.fill(1, 4);
    return { query, key, value };
  }

  test('a score that does not fit makes its row NaN, and no other, and the row is listed', async () => {
    const { query, key, value } = tooLarge();
    const { output, nonFinite, fullyMasked } = engine().attention(query, key, value);
    expect([...output.data.slice(0, 4)]).toEqual([NaN, NaN, NaN, NaN]);
    expect(output.data.slice(4).every(Number.isFinite)).toBe(true);
    expect([nonFinite, fullyMasked]).toEqual([[0], []]);
    const run = await engine().run('attention', { query, key, value });
    expect([run.nonFinite, run.fullyMasked]).toEqual([[0], []]);
  });

  test('rows of both kinds are listed apart, by their index among all heads', () => {
    const { query, key, value } = tooLarge();
    const twice = (/** @type {Tensor} */ { data, shape }) =>
      tensor([...data, ...data], [2, ...shape]);
    const block = { data: Uint8Array.of(0, 0, 1, 1, 0, 0), shape: [3, 2] };
    const options = { mask: { block } };
    const result = engine().attention(twice(query), twice(key), twice(value), options);
    expect([result.fullyMasked, result.nonFinite]).toEqual([
      [1, 4],
      [0, 3],
    ]);
  });

  test('NaN that a caller gives makes a row that is listed, too', () => {
    const x = tensor([
      [NaN, 0],
      [1, 1],
    ]);
    const one = tensor([[1, 1]]);
    expect(engine().attention(x, one, one).nonFinite).toEqual([0]);
  });
});
