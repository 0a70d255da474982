// Long work of the Heads lab, cut into parts: the same numbers at once and in slices.
import { beforeAll, expect, jest, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { scoresOf } from '../../web/labs/heads/merged.js';
import { atOnce, inSlices, product } from '../../web/labs/heads/slices.js';
import { initialParams } from '../../web/tables/state.js';

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});

/** A section that collects its long work. @param {boolean} onScreen */
function section(onScreen) {
  /** @type {Promise<void>[]} */
  const rest = [];
  const attempt = (/** @type {() => Promise<void>} */ task) => void rest.push(task());
  return { onScreen, attempt, rest };
}

/** @param {any} place @param {Generator<void, any, void>} work @param {AbortSignal} signal @param {(result: any) => void} take */
const start = (place, work, signal, take) => inSlices(place, work, signal, take);

test.each([
  ['in one part', 3, 5, 4],
  ['in parts of several rows', 100, 512, 700],
  ['a row at a time', 3, 4096, 4096],
])('a product %s has the bits of matmul()', (_, rows, inner, columns) => {
  const left = engine.randomTensor([rows, inner], { seed: 1 });
  const right = engine.randomTensor([columns, inner], { seed: 2 });
  const options = { transposeRight: true };
  const own = atOnce(product(engine, left, right, options));
  expect(own.shape).toEqual([rows, columns]);
  expect(own.data).toEqual(engine.matmul(left, right, options).data);
});

test('short work is done at once on the screen, and later off it', async () => {
  const take = jest.fn();
  const { signal } = new AbortController();
  const params = { ...initialParams('heads'), modelDim: 16, heads: 2 };
  const seen = section(true);
  start(seen, scoresOf(engine, params), signal, take);
  expect(take).toHaveBeenCalledTimes(1);
  expect(seen.rest).toHaveLength(0);
  const hidden = section(false);
  start(hidden, scoresOf(engine, params), signal, take);
  expect(take).toHaveBeenCalledTimes(1);
  await Promise.all(hidden.rest);
  expect(take).toHaveBeenCalledTimes(2);
  expect(take.mock.calls[1]).toEqual(take.mock.calls[0]);
});

test('work that was stopped gives nothing', async () => {
  const take = jest.fn();
  const stop = new AbortController();
  const hidden = section(false);
  start(hidden, scoresOf(engine, initialParams('heads')), stop.signal, take);
  stop.abort();
  await Promise.all(hidden.rest);
  expect(take).not.toHaveBeenCalled();
});
