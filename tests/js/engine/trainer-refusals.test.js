// The arguments that createTrainer() and its trainers refuse, and the error messages, which are the same with and
// without a worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { startLearning } from '../../../web/engine/training/learning.js';
import { TrainingCore } from '../../../web/engine/training/training-core.js';
import { trainerSettings } from '../../../web/engine/training/training-options.js';
import { trainingDefaults, trainingLimits } from '../../../web/engine/training/training-limits.js';

/** @import { Engine, Trainer } from '../../../web/engine/index.js' */

/** @typedef {[options: any, kind: new (...args: any[]) => Error, message: string]} Refusal */

const numbers = /** @type {const} */ ([
  ...['layers', 'modelDim', 'heads', 'headDim', 'feedForward', 'queryKeyGain', 'learningRate'],
  ...['symbols', 'momentum', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'clip', 'warmup', 'steps'],
  ...['finalRate', 'batch', 'seed', 'every', 'heldOut'],
]);

/** @type {Refusal[]} */
const ofNumbers = numbers.flatMap((name) => {
  const { min, max, ...rest } = trainingLimits[name];
  const whole = 'whole' in rest;
  const expected = `expected a ${whole ? 'whole ' : ''}number from ${min} to ${max}`;
  const wrong = [min - 1, max * 2 + 1, NaN, ...(whole ? [min + 0.5] : [])];
  return [
    ...wrong.map((value) => {
      /** @type {Refusal} */
      const refusal = [{ [name]: value }, RangeError, `${name}: got ${value}; ${expected}`];
      return refusal;
    }),
    [{ [name]: '8' }, TypeError, `${name}: got "8"; ${expected}`],
  ];
});

const everyOption =
  'task, size, symbols, stack, layers, modelDim, heads, headDim, feedForward, norm, activation, tied, rule, queryKeyGain, optimizer, learningRate, momentum, beta1, beta2, epsilon, weightDecay, clip, warmup, steps, schedule, finalRate, batch, seed, every, heldOut, checkpoint';

/** @type {Refusal[]} */
const ofOptions = [
  [
    'recall',
    TypeError,
    `createTrainer: got "recall"; expected an object with any of ${everyOption}`,
  ],
  [{ lr: 0.1 }, TypeError, 'createTrainer: got the unknown name "lr"; expected learningRate'],
  [
    { dropout: 0.1 },
    TypeError,
    `createTrainer: got the unknown name "dropout"; expected any of ${everyOption}`,
  ],
  [
    { task: 'translation' },
    RangeError,
    'task: got "translation"; expected one of "recall", "copy", "reverse", "sort", "addition", "dates", "pronouns"',
  ],
  [
    { stack: 'both' },
    RangeError,
    'stack: got "both"; expected one of "encoder", "decoder", "encoder-decoder"',
  ],
  [{ norm: true }, TypeError, 'norm: got true; expected one of "pre", "post"'],
  [{ activation: 'tanh' }, RangeError, 'activation: got "tanh"; expected one of "relu", "gelu"'],
  [{ tied: 1 }, TypeError, 'tied: got 1; expected true or false'],
  [
    { rule: 'sqrt' },
    RangeError,
    'rule: got "sqrt"; expected "rsqrt", "none", "inverse", "cosine", "additive", "norm", "folded", "doubled" or {alpha}',
  ],
  [
    { rule: 0.5 },
    TypeError,
    'rule: got 0.5; expected "rsqrt", "none", "inverse", "cosine", "additive", "norm", "folded", "doubled" or {alpha}',
  ],
  [{ rule: { alpha: 9 } }, RangeError, 'rule.alpha: got 9; expected a number from -4 to 4'],
  [{ rule: { beta: 1 } }, TypeError, 'rule: got the unknown name "beta"; expected any of alpha'],
  [
    { optimizer: 'rmsprop' },
    RangeError,
    'optimizer: got "rmsprop"; expected one of "sgd", "adam", "adamw"',
  ],
  [
    { schedule: 'linear' },
    RangeError,
    'schedule: got "linear"; expected one of "constant", "cosine"',
  ],
  [{ size: 33 }, RangeError, 'size: got 33; expected a whole number from 2 to 32'],
  [{ task: 'sort', size: 2 }, RangeError, 'size: got 2; expected a whole number from 3 to 32'],
  [{ task: 'addition', size: 7 }, RangeError, 'size: got 7; expected a whole number from 8 to 256'],
  [
    { size: 9, symbols: 8 },
    RangeError,
    'size: got 9 pairs of 8 symbols; expected at most as many pairs as symbols, because no key comes twice',
  ],
  [
    { steps: 100_000, every: 1 },
    RangeError,
    'steps / every: got 100000 / 1, 100001 rows of metrics; expected at most 10000',
  ],
  [
    { task: 'dates', stack: 'encoder' },
    RangeError,
    'stack: got "encoder"; expected "encoder-decoder" for the task "dates"',
  ],
  [
    { layers: 8, modelDim: 512, feedForward: 2048, heads: 16, headDim: 64 },
    RangeError,
    /^createTrainer: got a model with \d+ parameters; expected at most 4194304$/,
  ],
  [
    { task: 'copy', size: 32, batch: 1024, layers: 8, heads: 16, modelDim: 64, headDim: 16 },
    RangeError,
    /^createTrainer: got a batch that keeps about \d+ numbers; expected at most 67108864 \(/,
  ],
  [
    { task: 'copy', size: 16, batch: 64, layers: 4, modelDim: 512, headDim: 64, feedForward: 512 },
    RangeError,
    /^createTrainer: got about \d+ multiplications a step; expected at most 4294967296 \(/,
  ],
  [
    { checkpoint: [1, 2] },
    TypeError,
    'checkpoint: got an array of length 2; expected a Uint8Array',
  ],
  [
    { checkpoint: new Uint8Array(9), task: 'sort' },
    TypeError,
    'createTrainer: got the unknown name "task"; expected any of checkpoint',
  ],
  [
    { checkpoint: new Uint8Array(2 ** 26 + 1) },
    RangeError,
    'checkpoint: got 67108865 bytes; expected at most 67108864',
  ],
].map((row) => /** @type {Refusal} */ (row));

/** @typedef {[call: (trainer: any) => Promise<unknown>, kind: new (...args: any[]) => Error, message: string]} CallRefusal */

/** @type {CallRefusal[]} */
const ofCalls = [
  [(t) => t.step(-1), RangeError, 'count: got -1; expected a whole number from 0 to 1000000'],
  [(t) => t.step('1'), TypeError, 'count: got "1"; expected a whole number from 0 to 1000000'],
  [(t) => t.step(1, { signal: 'now' }), TypeError, 'signal: got "now"; expected an AbortSignal'],
  [(t) => t.step(1, { onProgress: 1 }), TypeError, 'onProgress: got 1; expected a function'],
  [
    (t) => t.step(1, { onPartial() {} }),
    TypeError,
    'step: got the unknown name "onPartial"; expected any of signal, onProgress',
  ],
  [
    (t) => t.metrics({ from: 0.5 }),
    RangeError,
    'from: got 0.5; expected a whole number from 0 to 10001',
  ],
  [(t) => t.metrics(3), TypeError, 'metrics: got 3; expected an object with any of from'],
  [
    (t) => t.attention(),
    TypeError,
    'index: got undefined; expected a whole number from 0 to 2147483647',
  ],
  [
    (t) => t.attention({ index: -1 }),
    RangeError,
    'index: got -1; expected a whole number from 0 to 2147483647',
  ],
  [
    (t) => t.attention({ index: 0, split: 'test' }),
    RangeError,
    'split: got "test"; expected one of "training", "heldOut"',
  ],
  [
    (t) => t.attention({ index: 0, text: 'x' }),
    TypeError,
    'attention: got the unknown name "index"; expected any of text',
  ],
  [(t) => t.attention({ text: 5 }), TypeError, 'text: got 5; expected a string'],
  [
    (t) => t.attention({ text: 'x'.repeat(1001) }),
    RangeError,
    'text: got 1001 characters; expected at most 1000',
  ],
  [
    (t) => t.attention({ index: 0 }, { scoreFactor: -1 }),
    RangeError,
    'scoreFactor: got -1; expected a number from 0 to 1000',
  ],
  [
    (t) => t.evaluate({ count: 0 }),
    RangeError,
    'count: got 0; expected a whole number from 1 to 10000',
  ],
  [
    (t) => t.evaluate({ first: -1 }),
    RangeError,
    'first: got -1; expected a whole number from 0 to 2147483647',
  ],
  [
    (t) => t.evaluate({ scoreFactor: Infinity }),
    RangeError,
    'scoreFactor: got Infinity; expected a number from 0 to 1000',
  ],
  [(t) => t.evaluate({}, { onPartial: 'x' }), TypeError, 'onPartial: got "x"; expected a function'],
  [
    (t) => t.save({ numbers: 'int8' }),
    RangeError,
    'numbers: got "int8"; expected one of "f32", "f16"',
  ],
  [(t) => t.save({ optimizer: 1 }), TypeError, 'optimizer: got 1; expected true or false'],
  [
    (t) => t.save({ numbers: 'f16', optimizer: true }),
    RangeError,
    'optimizer: got true; expected false with the numbers "f16"',
  ],
  [(t) => t.load(), TypeError, 'bytes: got undefined; expected a Uint8Array'],
];

/** @param {Promise<unknown>} call @param {new (...args: any[]) => Error} kind @param {string | RegExp} message */
async function expectRefusal(call, kind, message) {
  const error = /** @type {Error} */ (
    await call.then(
      () => null,
      (/** @type {unknown} */ thrown) => thrown,
    )
  );
  expect(error).toBeInstanceOf(kind);
  if (typeof message === 'string') expect(error.message).toBe(message);
  else expect(error.message).toMatch(message);
}

describe.each([0, 1])('on %i workers', (workers) => {
  /** @type {Engine} */
  let engine;
  /** @type {Trainer} */
  let trainer;
  beforeAll(async () => {
    engine = await load({ engine: 'simd', workers });
    trainer = await engine.createTrainer({ batch: 4, heldOut: 4 });
  });
  afterAll(() => engine.dispose());

  test.each(ofNumbers)('%p', (options, kind, message) =>
    expectRefusal(engine.createTrainer(options), kind, message),
  );
  test.each(ofOptions)('%p', (options, kind, message) =>
    expectRefusal(engine.createTrainer(options), kind, message),
  );
  test.each(ofCalls)('%s', (call, kind, message) => expectRefusal(call(trainer), kind, message));

  test('a refused call changes nothing', async () => {
    const before = await trainer.save();
    for (const [call] of ofCalls) await expect(call(trainer)).rejects.toThrow();
    expect(await trainer.save()).toEqual(before);
  });

  test('trainers that are not disposed of are counted', async () => {
    const options = { modelDim: 4, headDim: 2, feedForward: 4, batch: 1, heldOut: 1 };
    const more = await Promise.all(Array.from({ length: 31 }, () => engine.createTrainer(options)));
    await expectRefusal(
      engine.createTrainer(options),
      RangeError,
      'createTrainer: got 32 trainers that were not disposed of; expected fewer than 32',
    );
    for (const each of more) each.dispose();
    (await engine.createTrainer(options)).dispose();
  });
});

test('the defaults of every task are within the limits, and make a trainer', async () => {
  const engine = await load({ engine: 'simd' });
  for (const [task, defaults] of Object.entries(trainingDefaults)) {
    const made = await engine.createTrainer({ ...defaults });
    expect(made.options).toEqual(defaults);
    const short = await engine.createTrainer({ task: defaults.task });
    expect([task, short.options]).toEqual([task, defaults]);
    made.dispose();
    short.dispose();
  }
});

test('a message about a trainer that is not there touches none', async () => {
  const core = new TrainingCore(await startLearning('simd'));
  const { handle } = core.create(trainerSettings({ modelDim: 8, heads: 2 }));
  const before = core.save(handle, 0, true);
  for (const wrong of /** @type {any[]} */ ([undefined, NaN, -1, handle + 1, 1e9, String(handle)]))
    for (const call of [
      () => core.free(wrong),
      () => core.step(wrong, 1),
      () => core.metrics(wrong, 0),
      () => core.evaluate(wrong, 0, 1, 1),
      () => core.look(wrong, { index: 0, split: 1 }, 1),
      () => core.read(wrong, 'a', 1),
      () => core.save(wrong, 0, true),
    ])
      expect(call).toThrow('handle: expected one of a trainer that has not been disposed of');
  expect(core.save(handle, 0, true)).toEqual(before);
});
