// Trainers: learning, metrics and checkpoints, with the same bits wherever and however they run.
import { afterEach, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { load as loadLean } from '../../../web/engine/lean.js';
import { trainingDefaults } from '../../../web/engine/training/training-limits.js';
import { variantRuns } from './variants.js';

/** @import { Trainer, TrainerOptions, TrainingAttention, TrainingView } from '../../../web/engine/index.js' */

const engine = await load({ engine: 'simd' });

/** @type {Trainer[]} */
const made = [];
afterEach(() => made.splice(0).forEach((trainer) => trainer.dispose()));

/** @param {TrainerOptions | {checkpoint: Uint8Array}} [options] */
async function trainerOf(options) {
  const trainer = await engine.createTrainer(options);
  made.push(trainer);
  return trainer;
}

/** @type {TrainerOptions} */
const small = {
  ...{ modelDim: 8, heads: 2, headDim: 4, feedForward: 12, batch: 8, heldOut: 16 },
  ...{ steps: 60, every: 7, seed: 11 },
};

describe('what a trainer says of itself', () => {
  test('its options are complete and cannot be changed', async () => {
    const { options } = await trainerOf({ task: 'reverse', rule: { alpha: 0.25 }, size: 5 });
    expect(options).toEqual({ ...trainingDefaults.reverse, rule: { alpha: 0.25 }, size: 5 });
    expect(Object.isFrozen(options)).toBe(true);
    expect(Object.isFrozen(options.rule)).toBe(true);
    const { options: same } = await trainerOf(options);
    expect(same).toEqual(options);
  });

  test('named factors are exponents', async () => {
    for (const [alpha, rule] of Object.entries({ 0.5: 'rsqrt', 0: 'none', 1: 'inverse' })) {
      const { options } = await trainerOf({ rule: { alpha: Number(alpha) } });
      expect(options.rule).toBe(rule);
    }
  });

  test('undefined is as if left out, of a checkpoint and beside one, too', async () => {
    const given = /** @type {any} */ ({ task: 'sort', steps: 5, checkpoint: undefined });
    const trainer = await engine.createTrainer(given);
    const seen = await trainer.attention(/** @type {any} */ ({ index: 0, text: undefined }));
    expect(seen).toEqual(await trainer.attention({ index: 0 }));
    const checkpoint = await trainer.save();
    const again = await engine.createTrainer(
      /** @type {any} */ ({ checkpoint, task: undefined, seed: undefined }),
    );
    expect(again.options).toEqual(trainer.options);
    trainer.dispose();
    again.dispose();
  });

  test('its parameters are counted', async () => {
    const counted = { ...small, layers: 2, feedForward: 5 };
    const { parameters, vocabulary, options } = await trainerOf(counted);
    const saved = engine.readSafetensors(
      await (await trainerOf(counted)).save({ optimizer: false }),
    );
    const sizes = Object.values(saved.tensors).map(({ data }) => data.length);
    expect(parameters).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(saved.tensors.tokenEmbedding.shape).toEqual([vocabulary.length, options.modelDim]);
  });

  test('its vocabulary has the words of its task', async () => {
    const words = (await trainerOf({ task: 'pronouns' })).vocabulary;
    expect(words).toEqual(expect.arrayContaining(['animal', 'street', 'it', 'because']));
    expect(new Set(words).size).toBe(words.length);
    expect(Object.isFrozen(words)).toBe(true);
  });
});

describe('metrics', () => {
  test('come every few steps, and with the last one', async () => {
    const trainer = await trainerOf(small);
    expect(await trainer.metrics()).toEqual([]);
    await trainer.step(1);
    expect((await trainer.metrics()).map(({ step }) => step)).toEqual([0]);
    await trainer.step(100);
    const rows = await trainer.metrics();
    expect(rows.map(({ step }) => step)).toEqual([0, 7, 14, 21, 28, 35, 42, 49, 56, 60]);
    expect(await trainer.metrics({ from: 8 })).toEqual(rows.slice(8));
  });

  test('have a number of everything, each where it can be', async () => {
    const options = { ...small, task: /** @type {const} */ ('dates'), layers: 2 };
    const trainer = await trainerOf({ ...options, rule: 'cosine' });
    await trainer.step(8);
    for (const row of await trainer.metrics()) {
      const { layers, blocks, ...head } = row;
      for (const number of Object.values(head)) expect(number).toBeGreaterThanOrEqual(0);
      for (const share of [row.trainAccuracy, row.accuracy, row.exact]) {
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(layers.length).toBe(4);
      expect(blocks.map(({ kind, layer }) => `${kind} ${layer}`)).toEqual([
        ...['encoder 0', 'encoder 1', 'decoder 2', 'context 2', 'decoder 3', 'context 3'],
      ]);
      for (const { wq, wk, heads } of blocks) {
        expect(wq).toBeGreaterThan(0);
        expect(wk).toBeGreaterThan(0);
        expect(heads.length).toBe(2);
        for (const { entropy, topWeight, scoreVariance, temperature } of heads) {
          expect(entropy).toBeGreaterThan(0);
          expect(entropy).toBeLessThanOrEqual(1);
          expect(topWeight).toBeGreaterThan(0);
          expect(topWeight).toBeLessThanOrEqual(1);
          expect(scoreVariance).toBeGreaterThan(0);
          expect(temperature).toBeGreaterThan(1); // starts at sqrt(d_k) = 2
        }
      }
      const squares = layers.reduce((sum, norm) => sum + norm ** 2, 0);
      expect(Math.sqrt(squares)).toBeLessThanOrEqual(row.gradientNorm * (1 + 1e-6));
    }
  });

  test('the learning rate is that of the schedule', async () => {
    const schedule = /** @type {const} */ ({ schedule: 'cosine', warmup: 10, finalRate: 0.1 });
    const trainer = await trainerOf({ ...small, ...schedule, learningRate: 0.01, every: 5 });
    await trainer.step(60);
    const rates = (await trainer.metrics()).map(({ learningRate }) => learningRate);
    const rateAt = (/** @type {number} */ step) =>
      step <= 10
        ? (0.01 * step) / 10
        : 0.01 * (0.1 + (0.9 * (1 + Math.cos((Math.PI * (step - 10)) / 50))) / 2);
    const expected = rates.map((_, row) => rateAt(Math.max(1, 5 * row)));
    for (const [i, rate] of rates.entries()) expect(rate).toBeCloseTo(expected[i], 12);
  });

  test('a warm-up may be longer than the training', async () => {
    const trainer = await trainerOf({ ...small, warmup: 600, learningRate: 0.01 });
    await trainer.step(60);
    expect((await trainer.metrics()).at(-1)?.learningRate).toBeCloseTo(0.001, 12);
  });

  test('training and held-out examples are measured by the same model', async () => {
    const trainer = await trainerOf({ ...small, heldOut: 40 });
    await trainer.step(60);
    const row = /** @type {any} */ ((await trainer.metrics()).at(-1));
    const { loss, accuracy, exact, examples } = await trainer.evaluate({ count: 40 });
    expect({ loss, accuracy, exact, examples }).toEqual({
      ...{ loss: row.loss, accuracy: row.accuracy, exact: row.exact, examples: 40 },
    });
  });

  test('a loss that is no longer finite ends training, and is told', async () => {
    const trainer = await trainerOf({
      ...{ ...small, optimizer: 'sgd', learningRate: 1000, clip: 0, steps: 1000, every: 1 },
    });
    const { steps, divergedAt } = await trainer.step(1000);
    expect(divergedAt).toBe(steps + 1);
    expect(steps).toBeLessThan(999);
    expect(await trainer.step(5)).toEqual({ steps, divergedAt });
    const numbers = JSON.stringify(await trainer.metrics());
    expect(numbers).not.toContain('null'); // JSON writes numbers that are not finite as null
  });
});

test('recall is learned by the defaults, in seconds', async () => {
  const trainer = await trainerOf();
  await trainer.step(trainer.options.steps);
  const rows = await trainer.metrics();
  expect(rows[0].accuracy).toBeLessThan(0.2);
  expect(/** @type {any} */ (rows.at(-1)).accuracy).toBeGreaterThan(0.9);
});

/** @param {import('../../../web/engine/index.js').Engine} sd @param {number[]} counts */
async function course(sd, counts, options = small) {
  const trainer = await sd.createTrainer(options);
  for (const count of counts) await trainer.step(count);
  const rows = await trainer.metrics();
  const view = await trainer.attention({ index: 3 });
  const bytes = await trainer.save();
  trainer.dispose();
  return { rows, view, bytes };
}
const expected = await course(engine, [60]);

describe('the same bits', () => {
  test('however steps are cut into calls, and whatever is looked at between them', async () => {
    expect(
      await course(
        engine,
        Array.from({ length: 60 }, () => 1),
      ),
    ).toEqual(expected);
    const trainer = await trainerOf(small);
    for (let step = 0; step < 60; step += 4) {
      await trainer.step(4);
      await trainer.attention({ index: step, split: 'training' }, { scoreFactor: 3 });
      await trainer.evaluate({ count: 5, scoreFactor: 0 });
      await trainer.save({ numbers: 'f16' });
    }
    expect(await trainer.save()).toEqual(expected.bytes);
  });

  test('on workers', async () => {
    const other = await load({ engine: 'simd', workers: 2 });
    expect(await course(other, [13, 47])).toEqual(expected);
    other.dispose();
  });

  test('of every variant of the engine, embedded or external', async () => {
    for (const variant of /** @type {const} */ (['relaxed', 'fallback'])) {
      if (variantRuns(variant)) {
        expect(await course(await load({ engine: variant }), [60])).toEqual(expected);
      }
    }
    for (const workers of [0, 1]) {
      const lean = await loadLean({ engine: 'simd', workers });
      expect(await course(lean, [60])).toEqual(expected);
      if (workers > 0) lean.dispose();
    }
  }, 60_000);

  test('of the plain JavaScript, embedded beside external WebAssembly', async () => {
    const tiny = { ...small, batch: 2, heldOut: 4 };
    const first = await course(engine, [20], tiny);
    for (const workers of [0, 1]) {
      const lean = await loadLean({ engine: 'fallback', workers });
      expect(await course(lean, [20], tiny)).toEqual(first);
      if (workers > 0) lean.dispose();
    }
  }, 60_000);

  test('and others of another seed', async () => {
    const other = await course(engine, [60], { ...small, seed: 12 });
    expect(other.rows[0].loss).not.toBe(expected.rows[0].loss);
    expect(other.view.tokens).not.toEqual(expected.view.tokens);
  });
});

describe('an example looked at', () => {
  /** Expects rows of weights to sum to 1. @param {TrainingAttention} block */
  function expectWeights({ queries, keys, weights, scores, input, memory }, heads = 2) {
    expect(weights.shape).toEqual([heads, queries.length, keys.length]);
    expect(scores.shape).toEqual(weights.shape);
    expect(input.shape).toEqual([queries.length, 8]);
    expect(memory.shape).toEqual([keys.length, 8]);
    for (let row = 0; row < heads * queries.length; ++row) {
      const own = weights.data.subarray(row * keys.length, (row + 1) * keys.length);
      expect(own.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    }
  }

  test('of one stack shows its tokens, its labels, its answer and its weights', async () => {
    const trainer = await trainerOf({ ...small, task: 'recall', size: 4 });
    const view = await trainer.attention({ index: 5 });
    expect(view.tokens.length).toBe(5);
    expect(view.targets).toEqual([]);
    expect(view.labels.slice(0, 4)).toEqual([null, null, null, null]);
    expect(view.answer.map((word) => word === null)).toEqual([true, true, true, true, false]);
    expect(trainer.vocabulary).toContain(view.labels[4]);
    expect(view.right).toBe(view.answer[4] === view.labels[4]);
    expect(view).not.toHaveProperty('pronoun');
    expect(view.blocks.map(({ kind, layer }) => [kind, layer])).toEqual([['encoder', 0]]);
    expectWeights(view.blocks[0]);
  });

  test('of a decoder sees nothing ahead', async () => {
    const trainer = await trainerOf({ ...small, task: 'copy', size: 4 });
    const [{ kind, weights, queries }] = (await trainer.attention({ index: 0 })).blocks;
    expect(kind).toBe('decoder');
    const { length } = queries;
    for (const [i, weight] of weights.data.entries()) {
      const [query, key] = [Math.floor(i / length) % length, i % length];
      if (key > query) expect(weight).toBe(0);
      else expect(weight).toBeGreaterThan(0);
    }
  });

  test('of two stacks shows all three attentions, without padding', async () => {
    const trainer = await trainerOf({ ...small, task: 'dates', layers: 1 });
    const view = await trainer.attention({ index: 8 });
    expect(view.labels.join('')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(view.targets.length).toBe(10);
    expect(view.answer.every((word) => word !== null)).toBe(true);
    const [encoder, decoder, context] = view.blocks;
    expect([encoder.queries, encoder.keys]).toEqual([view.tokens, view.tokens]);
    expect([decoder.queries, decoder.keys]).toEqual([view.targets, view.targets]);
    expect([context.queries, context.keys]).toEqual([view.targets, view.tokens]);
    for (const block of view.blocks) expectWeights(block);
    const lengths = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => (await trainer.attention({ index })).tokens.length),
    );
    expect(new Set(lengths).size).toBeGreaterThan(1);
  });

  test('of training is another than the held-out one of that number', async () => {
    const trainer = await trainerOf(small);
    const [held, training] = await Promise.all([
      trainer.attention({ index: 1 }),
      trainer.attention({ index: 1, split: 'training' }),
    ]);
    expect(training.tokens).not.toEqual(held.tokens);
    expect(await trainer.attention({ index: 1, split: 'heldOut' })).toEqual(held);
  });

  test('with scores times 0 attends evenly; with scores times 1 as it does', async () => {
    const trainer = await trainerOf({ ...small, queryKeyGain: 4 });
    const seen = await trainer.attention({ index: 1 });
    expect(await trainer.attention({ index: 1 }, { scoreFactor: 1 })).toEqual(seen);
    const even = (await trainer.attention({ index: 1 }, { scoreFactor: 0 })).blocks[0];
    for (const weight of even.weights.data) expect(weight).toBeCloseTo(1 / even.keys.length, 6);
    expect(seen.blocks[0].weights.data).not.toEqual(even.weights.data);
    expect(await trainer.attention({ index: 1 })).toEqual(seen);
  });

  test("of one's own text: a date is answered letter by letter", async () => {
    const trainer = await trainerOf({ ...small, task: 'dates' });
    const view = await trainer.attention({ text: '7 March 2024' });
    expect(view.tokens.join('')).toMatch(/7 march 2024/i);
    expect(view.right).toBeNull();
    expect(view.labels.every((label) => label === null)).toBe(true);
    expect(view.targets.slice(1)).toEqual(view.answer.slice(0, -1)); // it reads its own answer
  });

  test("of one's own text: of a sentence the answer stands at its pronoun", async () => {
    const trainer = await trainerOf({ ...small, task: 'pronouns' });
    const text = 'The animal did not cross the street because it was too tired.';
    const view = await trainer.attention({ text });
    const { pronoun = -1, antecedent = -1 } = view;
    expect(view.tokens[pronoun]).toBe('it');
    expect(view.tokens[antecedent]).toBe('animal');
    expect(view.answer.flatMap((word, i) => (word === null ? [] : [i]))).toEqual([pronoun]);
  });

  test('of a text that has unknown words is refused by one sentence', async () => {
    const trainer = await trainerOf({ ...small, task: 'pronouns' });
    const asked = trainer.attention({ text: 'the unicorn slept' });
    await expect(asked).rejects.toBeInstanceOf(RangeError);
    await expect(asked).rejects.toThrow(/^text: .*unicorn/);
    const recall = await trainerOf(small);
    await expect(recall.attention({ text: 'a' })).rejects.toThrow(/^text: /);
    expect((await recall.step(1)).steps).toBe(1);
  });
});

describe('a checkpoint', () => {
  test('goes on with the same bits, in a new trainer and in one that was another', async () => {
    const whole = await trainerOf(small);
    await whole.step(40);
    const first = await trainerOf(small);
    await first.step(23);
    const bytes = await first.save();
    const next = await trainerOf({ checkpoint: bytes });
    expect(next.options).toEqual(first.options);
    const other = await trainerOf({ task: 'dates', modelDim: 4, headDim: 2, layers: 2 });
    await other.load(bytes);
    expect(other.options).toEqual(first.options);
    expect(other.vocabulary).toEqual(first.vocabulary);
    expect(other.parameters).toBe(first.parameters);
    for (const trainer of [next, other]) {
      expect((await trainer.step(17)).steps).toBe(40);
      expect(await trainer.save()).toEqual(await whole.save());
    }
  });

  test('without the state of the optimizer is smaller, and has the same model', async () => {
    const trainer = await trainerOf(small);
    await trainer.step(20);
    const [whole, model, half] = [
      await trainer.save(),
      await trainer.save({ optimizer: false }),
      await trainer.save({ numbers: 'f16' }),
    ];
    const { parameters } = trainer;
    expect(whole.length - model.length).toBeGreaterThan(8 * parameters - 100);
    expect(model.length - half.length).toBeGreaterThan(2 * parameters - 100);
    const view = await trainer.attention({ index: 2 });
    const [same, near] = [
      await trainerOf({ checkpoint: model }),
      await trainerOf({ checkpoint: half }),
    ];
    expect(await same.attention({ index: 2 })).toEqual(view);
    const [weights, others] = [view, await near.attention({ index: 2 })].map(
      (/** @type {TrainingView} */ { blocks }) => blocks[0].weights,
    );
    expect(engine.difference(weights, others).largest).toBeLessThan(0.01);
    expect(engine.difference(weights, others).largest).toBeGreaterThan(0);
  });

  test('is a file that the engine reads, with every option in its metadata', async () => {
    const trainer = await trainerOf({ ...small, rule: 'cosine' });
    const { tensors, metadata } = engine.readSafetensors(await trainer.save({ optimizer: false }));
    expect(metadata).toMatchObject({ format: 'scaledot', task: 'recall', rule: 'cosine' });
    expect(JSON.parse(metadata.vocabulary)).toEqual(trainer.vocabulary);
    expect(tensors['layers.0.attention.wq'].shape).toEqual([8, 8]);
  });

  test('that is broken changes nothing', async () => {
    const trainer = await trainerOf(small);
    await trainer.step(10);
    const bytes = await trainer.save();
    const short = bytes.slice(0, 200);
    const changed = bytes.slice();
    changed[20] ^= 1;
    for (const broken of [new Uint8Array(), short, changed, bytes.slice(0, -4)]) {
      await expect(trainer.load(broken)).rejects.toBeInstanceOf(RangeError);
      await expect(trainer.load(broken)).rejects.toThrow(/^load: .*; expected /);
      const made = trainerOf({ checkpoint: broken });
      await expect(made).rejects.toThrow(/^createTrainer: .*; expected /);
    }
    expect(await trainer.save()).toEqual(bytes);
    await trainer.load(bytes);
    expect(await trainer.save()).toEqual(bytes);
  });

  test('is read at once: what becomes of the bytes later does not matter', async () => {
    const trainer = await trainerOf(small);
    const bytes = await trainer.save();
    const expected = bytes.slice();
    const loading = trainer.load(bytes);
    bytes.fill(0);
    await loading;
    expect(await trainer.save()).toEqual(expected);
  });
});

test.each(/** @type {const} */ (['simd', 'fallback']))(
  'the memory of %s does not grow after the first step, nor with trainers that come and go',
  async (variant) => {
    const { startLearning } = await import('../../../web/engine/training/learning.js');
    const module = await startLearning(variant); // the module that the engine uses, too
    const other = await load({ engine: variant });
    const size = variant === 'simd' ? { batch: 64, heldOut: 64 } : { batch: 4, heldOut: 4 };
    const options = /** @type {const} */ ({ ...small, ...size, task: 'dates', layers: 1 });
    const trainer = await other.createTrainer(options);
    await trainer.step(1);
    await trainer.attention({ index: 0 });
    const bytes = module.HEAPF32.buffer.byteLength;
    for (let i = 0; i < 5; ++i) {
      await trainer.step(4);
      await trainer.metrics();
      await trainer.evaluate({ count: 4 });
      await trainer.attention({ index: i });
    }
    expect(module.HEAPF32.buffer.byteLength).toBe(bytes);
    trainer.dispose();
    for (let i = 0; i < 6; ++i) {
      const next = await other.createTrainer(options);
      await next.step(1);
      next.dispose();
    }
    expect(module.HEAPF32.buffer.byteLength).toBe(bytes);
  },
  60_000,
);
