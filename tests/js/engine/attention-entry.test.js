// The error messages of the entry scaledot/attention for functions that only the whole package has.
import { beforeAll, expect, test } from '@jest/globals';
import { load, tensor } from '../../../web/engine/attention.js';

const x = tensor([[1, 0.5]]);
/** @param {string} name */
const elsewhere = (name) =>
  new Error(`${name}: it is not in 'scaledot/attention', but in 'scaledot'`);

/** @type {Awaited<ReturnType<typeof load>>} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd', parts: [] });
});

test('every call of one names it and says where it is', async () => {
  expect(() => sd.attentionGradient(x, x, x, x)).toThrow(elsewhere('attentionGradient'));
  expect(() => sd.scoreStatistics()).toThrow(elsewhere('scoreStatistics'));
  const options = { query: x, key: x, value: x, outputGradient: x };
  for (const run of [
    sd.run('attentionGradient', options),
    sd.run('attentionGradient', /** @type {any} */ ({})),
  ])
    await expect(run).rejects.toThrow(elsewhere('attentionGradient'));
  await expect(sd.run('headAlgebra')).rejects.toThrow(elsewhere('headAlgebra'));
  await expect(sd.createTrainer()).rejects.toThrow(elsewhere('createTrainer'));
});

test('a function of its own whose part is not loaded says what loads it', async () => {
  expect(() => sd.attention(x, x, x)).toThrow(
    'attention: the part "forward" of this engine is not loaded; load() with parts: ["forward"] or run() loads it',
  );
});

test('names of other libraries are answered with its own', () => {
  const other = /** @type {any} */ (sd);
  expect(() => other.scaledDotProductAttention(x, x, x)).toThrow(
    'sd.scaledDotProductAttention: got a name that the engine does not have; expected sd.attention',
  );
});
