// The output layer: logits of selected tokens only, and how well each token predicts the next one when the logits of
// all would take too much memory.
import { beforeAll, describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import { load } from '../../../web/engine/index.js';
import { modelLimits, openModel } from '../../../web/engine/models/index.js';
import { gpt2Tensors, madeFile } from './files.js';
import { cases, filesOf } from './models.js';

/** @import { Engine, Tensor } from '../../../web/engine/index.js' */
/** @import { Model } from '../../../web/engine/models/index.js' */
/** @import { ModelRunOptions } from '../../../web/engine/models/types.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/** @param {number} vocabulary @param {number} length */
async function wide(vocabulary, length) {
  const size = { layers: 1, width: 8, vocabulary, positions: 256 };
  const file = madeFile(gpt2Tensors(size));
  const model = await openModel(sd, file, { heads: 2 });
  return { file, model, ids: Array.from({ length }, (_, i) => (i * 7919) % vocabulary) };
}

/** @param {Model} model @param {readonly number[]} ids @param {ModelRunOptions} options */
const run = (model, ids, options) => model.run(ids, { layers: [], ...options });

/** @param {Model} model @param {readonly number[]} ids @param {readonly number[]} [places] */
async function logitsOf(model, ids, places) {
  const { logits } = await run(model, ids, { returns: ['logits'], ...(places && { places }) });
  return /** @type {Tensor} */ (logits);
}

/** @param {Tensor} logits @param {number} from @param {number} to @returns {Tensor} these rows */
const rowsOf = ({ data, shape: [, words] }, from, to) => ({
  data: data.slice(from * words, to * words),
  shape: [to - from, words],
});

/** @param {number} length */
const upTo = (length) => Array.from({ length }, (_, i) => i);

describe('of all logits', () => {
  test.each(['gpt2', 'llama', 'bert as decoder', 'qwen3'])(
    'some are those rows, and the loss is theirs: %s',
    async (name) => {
      const { tensors, config, ids = [] } = cases[name];
      const model = await openModel(sd, filesOf(name, tensors, config));
      const all = await logitsOf(model, ids);
      const last = ids.length - 1;
      const some = await logitsOf(model, ids, [last, 0]);
      expect(some.shape).toEqual([2, all.shape[1]]);
      expect(rowsOf(some, 0, 1)).toEqual(rowsOf(all, last, last + 1));
      expect(rowsOf(some, 1, 2)).toEqual(rowsOf(all, 0, 1));
      const { crossEntropy, layers } = await run(model, ids, { returns: ['crossEntropy'] });
      expect(layers).toEqual({});
      expect(crossEntropy).toEqual(sd.crossEntropy(rowsOf(all, 0, last), ids.slice(1)));
    },
  );

  test('of a model of ours, whose output layer is a matrix of its own', async () => {
    const bytes = fs.readFileSync('web/models/text.safetensors');
    const model = await openModel(sd, new File([bytes], 'text.safetensors'));
    const ids = upTo(60).map((i) => (i * 31) % 50);
    const all = await logitsOf(model, ids);
    const { crossEntropy } = await run(model, ids, { returns: ['crossEntropy'] });
    expect(crossEntropy).toEqual(sd.crossEntropy(rowsOf(all, 0, 59), ids.slice(1)));
  });

  test('a few blocks of rows make the loss of all: 40000 words', async () => {
    const { model, ids } = await wide(40_000, 256);
    const all = await logitsOf(model, ids);
    const expected = sd.crossEntropy(rowsOf(all, 0, 255), ids.slice(1));
    const { crossEntropy } = await run(model, ids, { returns: ['crossEntropy'] });
    expect(crossEntropy?.loss).toBeCloseTo(expected.loss, 12);
    expect(Number(crossEntropy?.perplexity) / expected.perplexity).toBeCloseTo(1, 12);
  });
});

describe('where all logits are too many', () => {
  test('those of some tokens are given, and the loss: 151936 words, 128 tokens', async () => {
    const { model, ids, file } = await wide(151_936, 128);
    expect(128 * 151_936).toBeGreaterThan(modelLimits.logits);
    await expect(run(model, ids, { returns: ['logits'] })).rejects.toThrow(
      'returns: got logits of 128 tokens for 151936 words; expected at most 16777216 numbers, 110 tokens',
    );
    file.most = 0;
    const { crossEntropy } = await run(model, ids, { returns: ['crossEntropy'] });
    expect(file.most).toBeLessThanOrEqual(2 ** 22);
    const first = await logitsOf(model, ids, upTo(64));
    const before = { rows: 64, loss: sd.crossEntropy(first, ids.slice(1, 65)).loss };
    const rest = await logitsOf(
      model,
      ids,
      upTo(63).map((i) => 64 + i),
    );
    const expected = sd.crossEntropy(rest, ids.slice(65), { before });
    expect(crossEntropy?.loss).toBeCloseTo(expected.loss, 12);
    expect(crossEntropy?.perplexity).toBeGreaterThan(100_000);
  }, 60_000);

  test('the longest text is predicted in little memory', async () => {
    const { model, ids } = await wide(151_936, 256);
    const before = process.memoryUsage().external;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().external - before);
    }, 5);
    const { crossEntropy } = await run(model, ids, { returns: ['crossEntropy'] });
    clearInterval(timer);
    expect(crossEntropy?.perplexity).toBeGreaterThan(100_000);
    expect(most).toBeLessThan(256 * 2 ** 20);
  }, 60_000);
});

describe('what cannot be predicted, and places that are none, are refused by one sentence', () => {
  /** @param {string} name @param {ModelRunOptions} options @param {any} [input] */
  async function refusal(name, options, input = cases[name].ids) {
    const { tensors, config } = cases[name];
    const model = await openModel(sd, filesOf(name, tensors, config));
    const error = await model.run(input, options).catch((/** @type {Error} */ e) => e);
    return `${/** @type {Error} */ (error).message}`;
  }

  test.each([
    ['bert', undefined, 'this model sees the tokens that it would predict'],
    ['t5', undefined, 'this model has nothing that gives logits'],
    ['gpt2', [1], 'after a single token there is nothing to predict'],
    [
      'gpt2',
      { data: new Float32Array(48), shape: [2, 24] },
      'the tokens of given rows are unknown',
    ],
  ])('%s', async (name, input, why) => {
    expect(await refusal(name, { returns: ['crossEntropy'] }, input)).toBe(
      `returns: got "crossEntropy"; expected other names: ${why}`,
    );
  });

  test.each([
    [[3], 'places[0]: got 3; expected a whole number from 0 to 2'],
    [[], 'places: count: got 0; expected a whole number from 1 to 3'],
    ['all', 'places: got "all"; expected'],
  ])('%j', async (places, sentence) => {
    const options = { returns: ['logits'], places };
    expect(await refusal('gpt2', /** @type {any} */ (options), [1, 2, 3])).toContain(sentence);
  });
});
