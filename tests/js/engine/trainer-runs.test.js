// Running trainers: progress, stopping, concurrent trainers, workers that fail. The results must be the same with and
// without workers.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { load } from '../../../web/engine/index.js';

/** @import { LoadOptions, TrainerOptions, TrainingProgress } from '../../../web/engine/index.js' */

/** @type {(import('../../../web/engine/index.js').Engine)[]} */
const engines = [];
afterEach(() => engines.splice(0).forEach((engine) => engine.dispose()));

/** @param {LoadOptions} [options] */
async function engineWith(options) {
  const engine = await load({ engine: 'simd', ...options });
  engines.push(engine);
  return engine;
}

/** At least a second of work. @type {TrainerOptions} */
const long = { steps: 100_000, every: 1000, heldOut: 8, seed: 3 };
/** @type {TrainerOptions} */
const small = { ...long, modelDim: 8, headDim: 8, feedForward: 8, batch: 4, every: 20 };

const program = new URL('../../../web/engine/worker.js', import.meta.url);

describe.each([0, 2])('on %i workers', (workers) => {
  test('a step tells its progress', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer(long);
    /** @type {TrainingProgress[]} */
    const progress = [];
    const controller = new AbortController();
    const run = trainer.step(100_000, {
      signal: controller.signal,
      onProgress(one) {
        progress.push(one);
        if (progress.length === 3) controller.abort();
      },
    });
    await expect(run).rejects.toHaveProperty('name', 'AbortError');
    expect(progress.length).toBe(3);
    for (const [i, { done, steps, seconds, perSecond }] of progress.entries()) {
      expect(steps).toBeGreaterThan(progress[i - 1]?.steps ?? 0);
      expect(done).toBeCloseTo(Number(steps) / 100_000, 12);
      expect(perSecond).toBeCloseTo(Number(steps) / seconds, 5);
    }
  });

  test('progress ends with all that was asked for', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer({ ...small, steps: 30 });
    /** @type {(number | undefined)[][]} */
    const told = [];
    const onProgress = (/** @type {TrainingProgress} */ { done, steps }) =>
      told.push([done, steps]);
    await trainer.step(20, { onProgress });
    expect(told.at(-1)).toEqual([1, 20]);
    await trainer.step(20, { onProgress });
    expect(told.at(-1)).toEqual([1, 30]);
    await trainer.evaluate({ count: 40 }, { onProgress });
    expect(told.at(-1)).toEqual([1, undefined]);
  });

  test('steps that were not made are not counted into the speed', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer({ ...small, steps: 30 });
    await trainer.step(10);
    for (const made of [20, 0]) {
      /** @type {TrainingProgress | undefined} */
      let last;
      await trainer.step(100_000, { onProgress: (one) => (last = one) });
      expect(Number(last?.perSecond) * Number(last?.seconds)).toBeCloseTo(made, 5);
    }
  });

  test('options are those of the moment of the call, of the first one, too', async () => {
    const engine = await engineWith({ workers });
    for (const seed of [5, 6]) {
      const options = { ...small, seed, rule: { alpha: 0.3 } };
      const making = engine.createTrainer(options);
      options.seed = 99;
      options.rule.alpha = 0.9;
      expect((await making).options).toMatchObject({ seed, rule: { alpha: 0.3 } });
    }
    const bytes = await (await engine.createTrainer(small)).save();
    const making = engine.createTrainer({ checkpoint: bytes });
    bytes.fill(0);
    expect((await making).options.seed).toBe(small.seed);
  });

  test('what was learned until a step was stopped counts, and goes on with the same bits', async () => {
    const engine = await engineWith({ workers });
    const trainer = await engine.createTrainer(small);
    const reason = new Error('enough');
    const controller = new AbortController();
    const run = trainer.step(50_000, { signal: controller.signal });
    await sleep(60);
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    const { steps } = await trainer.step(0);
    expect(steps).toBeGreaterThan(0);
    expect(steps).toBeLessThan(50_000);
    await sleep(60);
    expect((await trainer.step(0)).steps).toBe(steps);
    const other = await engine.createTrainer(small);
    const more = 100 - (steps % 100);
    await trainer.step(more);
    await other.step(steps + more);
    expect(await other.save()).toEqual(await trainer.save());
  });

  test('a signal that was given before stops everything', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer(small);
    const reason = new Error('no');
    const signal = AbortSignal.abort(reason);
    await expect(trainer.step(5, { signal })).rejects.toBe(reason);
    await expect(trainer.evaluate({}, { signal })).rejects.toBe(reason);
    expect((await trainer.step(0)).steps).toBe(0);
  });

  test('an error of a callback ends the call, and only that', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer(long);
    const broken = () => {
      throw new Error('of the page');
    };
    await expect(trainer.step(100_000, { onProgress: broken })).rejects.toThrow('of the page');
    await expect(trainer.step(1)).resolves.toHaveProperty('divergedAt', 0);
  });

  test('metrics, attention, evaluation and checkpoint can be had while a step goes on', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer({ ...small, heldOut: 4 });
    const controller = new AbortController();
    let over = false;
    const run = trainer.step(100_000, { signal: controller.signal }).finally(() => (over = true));
    const caught = expect(run).rejects.toHaveProperty('name', 'AbortError');
    await sleep(30);
    const rows = await trainer.metrics();
    const view = await trainer.attention({ index: 1 });
    const evaluation = await trainer.evaluate({ count: 100 });
    const bytes = await trainer.save();
    expect(over).toBe(false);
    expect(rows[0].step).toBe(0);
    expect(view.blocks.length).toBe(1);
    expect(evaluation.examples).toBe(100);
    expect(bytes.length).toBeGreaterThan(100);
    controller.abort();
    await caught;
  });

  test('steps of one trainer wait for each other', async () => {
    const engine = await engineWith({ workers });
    const trainer = await engine.createTrainer(small);
    const states = await Promise.all([30, 1, 0, 25].map((count) => trainer.step(count)));
    expect(states.map(({ steps }) => steps)).toEqual([30, 31, 31, 56]);
    const other = await engine.createTrainer(small);
    await other.step(56);
    expect(await other.metrics()).toEqual(await trainer.metrics());
  });

  test('trainers take turns, and each learns as it does alone', async () => {
    const engine = await engineWith({ workers });
    const seeds = [1, 2, 3, 4, 5];
    const trainers = await Promise.all(
      seeds.map((seed) => engine.createTrainer({ ...small, seed })),
    );
    const [long, ...others] = trainers;
    const controller = new AbortController();
    let over = false;
    const run = long.step(100_000, { signal: controller.signal }).finally(() => (over = true));
    const caught = expect(run).rejects.toHaveProperty('name', 'AbortError');
    await Promise.all(others.map((trainer) => trainer.step(60)));
    expect(over).toBe(false); // the long run did not hold up the others
    controller.abort();
    await caught;
    for (const [i, seed] of seeds.entries()) {
      if (i === 0) continue;
      const alone = await engine.createTrainer({ ...small, seed });
      await alone.step(60);
      expect(await alone.metrics()).toEqual(await trainers[i].metrics());
      alone.dispose();
    }
  });

  test('a step ends at the last one of its options', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer({ ...small, steps: 45 });
    expect(await trainer.step(1000)).toEqual({ steps: 45, divergedAt: 0 });
    expect(await trainer.step(1)).toEqual({ steps: 45, divergedAt: 0 });
    expect((await trainer.metrics()).map(({ step }) => step)).toEqual([0, 20, 40, 45]);
    expect((await trainer.metrics({ from: 2 })).map(({ step }) => step)).toEqual([40, 45]);
    expect(await trainer.metrics({ from: 4 })).toEqual([]);
  });

  test('an evaluation tells what it has, and is the sum of its parts', async () => {
    const trainer = await (await engineWith({ workers })).createTrainer(small);
    /** @type {import('../../../web/engine/index.js').TrainingEvaluation[]} */
    const partials = [];
    const whole = await trainer.evaluate(
      { first: 7, count: 3000 },
      { onPartial: (one) => partials.push(one) },
    );
    expect(whole.examples).toBe(3000);
    for (const { examples, loss, accuracy, exact } of partials) {
      expect(examples % 32).toBe(0);
      for (const share of [accuracy, exact]) expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(0.5);
      expect(loss).toBeGreaterThan(0);
    }
    const [a, b] = [
      await trainer.evaluate({ first: 7, count: 1600 }),
      await trainer.evaluate({ first: 1607, count: 1400 }),
    ];
    expect((a.exact * 1600 + b.exact * 1400) / 3000).toBeCloseTo(whole.exact, 12);
  });

  test('a trainer that was disposed of refuses, and so do the calls that went on', async () => {
    const engine = await engineWith({ workers });
    const trainer = await engine.createTrainer(long);
    const gone = { name: 'AbortError', message: 'The trainer was disposed of.' };
    const run = trainer.step(100_000);
    const caught = expect(run).rejects.toMatchObject(gone);
    await sleep(20);
    trainer.dispose();
    trainer.dispose();
    await caught;
    await expect(trainer.step(1)).rejects.toMatchObject(gone);
    await expect(trainer.save()).rejects.toMatchObject(gone);
    const next = await engine.createTrainer(small);
    expect((await next.step(3)).steps).toBe(3);
  });

  test('an engine that was disposed of takes its trainers along', async () => {
    const engine = await engineWith({ workers });
    const trainer = await engine.createTrainer(long);
    const gone = { name: 'AbortError', message: 'The engine was disposed of.' };
    const caught = expect(trainer.step(100_000)).rejects.toMatchObject(gone);
    await sleep(20);
    const making = engine.createTrainer(small);
    engine.dispose();
    await caught;
    await expect(making).rejects.toMatchObject(gone);
    await expect(trainer.metrics()).rejects.toMatchObject(gone);
    await expect(engine.createTrainer(small)).rejects.toMatchObject(gone);
    const next = await (await engineWith({ workers })).createTrainer(small);
    expect((await next.step(3)).steps).toBe(3);
  });

  test('one that never trained is disposed of, too', async () => {
    const engine = await engineWith({ workers });
    engine.dispose();
    await expect(engine.createTrainer()).rejects.toHaveProperty('name', 'AbortError');
  });
});

/** Records the workers that an engine creates, and counts those alive. */
function watched() {
  /** @type {Worker[]} */
  const made = [];
  let alive = 0;
  const createWorker = () => {
    const worker = new Worker(program);
    made.push(worker);
    ++alive;
    worker.on('exit', () => --alive);
    return worker;
  };
  return { made, createWorker, alive: () => alive };
}

describe('workers', () => {
  test('as many as the engine may have, and trainers are shared out among them', async () => {
    const { made, createWorker } = watched();
    const engine = await engineWith({ workers: 2, createWorker });
    const trainers = [];
    for (let i = 0; i < 5; ++i) trainers.push(await engine.createTrainer({ ...small, seed: i }));
    expect(made.length).toBe(2);
    trainers[0].dispose();
    trainers[2].dispose();
    trainers[4].dispose();
    await engine.createTrainer(small); // uses the worker without a trainer
    expect(made.length).toBe(2);
    expect((await trainers[1].step(5)).steps).toBe(5);
  });

  test('the first worker compiles what trains for all', async () => {
    /** @type {boolean[]} */
    const given = [];
    const createWorker = () => {
      const worker = new Worker(program);
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (order, transfer) => {
        if (order.name === 'start') given.push(Boolean(order.args.compiled));
        post(order, transfer);
      };
      return worker;
    };
    const engine = await engineWith({ workers: 3, createWorker });
    const trainers = await Promise.all([1, 2, 3].map(() => engine.createTrainer(small)));
    expect(given).toEqual([false, true, true]);
    const rows = await Promise.all(
      trainers.map(async (trainer) => {
        await trainer.step(10);
        return trainer.metrics();
      }),
    );
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[2]).toEqual(rows[0]);
  });

  test('a worker that ends takes its trainers along, with a word; others go on, and new ones are made', async () => {
    const { made, createWorker } = watched();
    const engine = await engineWith({ workers: 2, createWorker });
    const [lost, kept] = [await engine.createTrainer(long), await engine.createTrainer(long)];
    const message = 'The worker of this trainer ended: what it had learned is lost.';
    const caught = expect(lost.step(100_000)).rejects.toThrow(message);
    await sleep(30);
    await made[0].terminate();
    await caught;
    await expect(lost.metrics()).rejects.toThrow(message);
    expect((await kept.step(2)).steps).toBe(2);
    const next = await engine.createTrainer(small);
    expect((await next.step(2)).steps).toBe(2);
    lost.dispose();
  });

  describe('without a word', () => {
    /** Runs the check of the last worker that is waited for. It normally runs once a second. */
    let ask = () => {};
    let mute = false;
    const createWorker = () => {
      const worker = new Worker(program);
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (order, transfer) => {
        if (!mute) post(order, transfer);
      };
      return worker;
    };
    const message = 'The worker of this trainer does not answer: what it had learned is lost.';

    beforeEach(() => {
      mute = false;
      const { setInterval } = globalThis;
      const own = (/** @type {() => void} */ given, /** @type {number} */ every) => {
        if (every === 1000) ask = given;
        return setInterval(() => {}, every);
      };
      jest.spyOn(globalThis, 'setInterval').mockImplementation(/** @type {any} */ (own));
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    /**
     * Returns the number of questions after which the worker of a trainer is reported lost.
     * @param {import('../../../web/engine/index.js').Trainer} trainer
     */
    async function questions(trainer) {
      mute = true;
      let isLost = false;
      const told = expect(
        trainer.metrics().catch((error) => {
          isLost = true;
          throw error;
        }),
      ).rejects.toThrow(message);
      let count = 0;
      for (; !isLost && count < 2000; ++count) {
        ask();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await told;
      await expect(trainer.step(1)).rejects.toThrow(message);
      mute = false;
      return count;
    }

    test('a minute finds a worker lost with its trainers, and the next has twice as long', async () => {
      const engine = await engineWith({ workers: 1, createWorker });
      const found = [];
      for (let i = 0; i < 2; ++i) {
        const trainer = await engine.createTrainer(small);
        await trainer.step(2);
        found.push(await questions(trainer));
      }
      expect(found).toEqual([61, 121]);
      const next = await engine.createTrainer(small);
      expect((await next.step(2)).steps).toBe(2);
    });

    test('one that works on a step for minutes is waited for', async () => {
      /** Measures 1024 examples after a step on a single one. @type {TrainerOptions} */
      const large = { ...long, modelDim: 512, headDim: 512, feedForward: 2048, layers: 1 };
      const engine = await engineWith({ workers: 1, createWorker });
      const trainer = await engine.createTrainer({ ...large, batch: 1, heldOut: 1024 });
      const simd = await questions(trainer);
      expect(simd).toBeGreaterThan(70);
      expect(simd).toBeLessThan(600);
    });

    test('who answers is not lost, however long it takes', async () => {
      const engine = await engineWith({ workers: 1, createWorker });
      const trainer = await engine.createTrainer(long);
      const run = trainer.step(600);
      for (let i = 0; i < 200; ++i) {
        ask();
        await sleep(10);
      }
      expect((await run).steps).toBe(600);
    });
  });

  test('where no worker can be made the calling thread trains, with the same bits', async () => {
    const here = await (await engineWith({ workers: 0 })).createTrainer(small);
    await here.step(40);
    const expected = await here.metrics();
    const refusing = () => {
      throw new Error('no workers here');
    };
    const broken = () => new Worker(new URL('data:text/javascript,throw new Error()'));
    const ending = () => new Worker('process.exit()', { eval: true });
    const none = () => ({ postMessage() {}, terminate() {}, addEventListener() {} });
    const answering = `({ type, id, name }) => {
      const error = name === 'hello' ? undefined : { kind: 'Error', message: 'no such file' };
      require('node:worker_threads').parentPort.postMessage({ type: 'trained', id, error });
    }`;
    const unfit = () =>
      new Worker(`require('node:worker_threads').parentPort.on('message', ${answering})`, {
        eval: true,
      });
    for (const createWorker of [refusing, broken, ending, none, unfit]) {
      const engine = await engineWith({ workers: 2, createWorker });
      const trainer = await engine.createTrainer(small);
      await trainer.step(40);
      expect(await trainer.metrics()).toEqual(expected);
      engine.dispose();
    }
  }, 20_000);

  test('one without trainers ends after a while', async () => {
    const { createWorker, alive } = watched();
    const engine = await engineWith({ workers: 1, createWorker });
    const trainer = await engine.createTrainer(small);
    expect(alive()).toBe(1);
    trainer.dispose();
    for (let i = 0; i < 100 && alive() > 0; ++i) await sleep(100);
    expect(alive()).toBe(0);
    expect((await (await engine.createTrainer(small)).step(1)).steps).toBe(1);
  }, 20_000);
});

test('engines without workers have their trainers each to themselves', async () => {
  const engines = [
    await engineWith({ workers: 0 }),
    await engineWith({ workers: 0, engine: 'auto' }),
  ];
  expect(engines[0]).not.toBe(engines[1]);
  const made = engines.map((engine) =>
    Promise.all(Array.from({ length: 32 }, () => engine.createTrainer(small))),
  );
  for (const trainers of await Promise.all(made)) {
    expect((await trainers[31].step(2)).steps).toBe(2);
  }
});

test('the memory of the calling thread is that of its trainers: another instance after a while without any', async () => {
  const { Training, startLearning } = await import('../../../web/engine/training/learning.js');
  let started = 0;
  const counting = (
    /** @type {import('../../../web/engine/types.js').LearningVariant} */ variant,
  ) => {
    ++started;
    return startLearning(variant);
  };
  const training = new Training({ Training, startLearning: counting }, 'simd', 0, undefined);
  const first = await training.create(small);
  const second = await training.create(small);
  first.dispose();
  expect(started).toBe(1);
  await sleep(2300);
  expect((await second.step(2)).steps).toBe(2); // the worker was not taken from the trainer
  second.dispose();
  await sleep(2300);
  expect((await (await training.create(small)).step(2)).steps).toBe(2);
  expect(started).toBe(2);
}, 20_000);

test('without workers everything else has its turn while a model trains', async () => {
  const trainer = await (await engineWith({ workers: 0 })).createTrainer(long);
  const controller = new AbortController();
  const caught = expect(trainer.step(100_000, { signal: controller.signal })).rejects.toBeDefined();
  for (let turn = 0; turn < 8; ++turn) await sleep(1); // would not return if the run were one long task
  controller.abort();
  await caught;
});
