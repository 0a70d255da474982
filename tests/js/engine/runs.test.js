// run(): progress, partial results, stopping, concurrent runs, and workers that fail.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVariant } from '../../../web/engine/border/embedded.js';
import { load } from '../../../web/engine/index.js';
import { Coordinator } from '../../../web/engine/workers/coordinator.js';
import { addAll } from '../../../web/engine/parts/all.js';
import { computeUnits } from '../../../web/engine/workers/jobs.js';
import { scoreStatisticsJob } from '../../../web/engine/workers/score-jobs.js';
import { onEveryVariant } from './variants.js';

/** @import { Progress, ScoreStatistics } from '../../../web/engine/index.js' */
/** @import { EngineModule } from '../../../web/engine/types.js' */
/** @import { JobKind } from '../../../web/engine/workers/types.js' */

/** @param {number} workers */
async function engineWith(workers) {
  const engine = await load({ engine: 'simd', workers });
  expect(engine.workers).toBe(workers);
  return engine;
}

/** About a second of work for the simd variant. */
const long = { queries: 20000, keys: 10000, dk: 64 };
const tiny = { queries: 50, keys: 50 };

describe.each([0, 2])('a run on %i workers', (workers) => {
  test('tells progress and partial results that grow to the final one', async () => {
    const engine = await engineWith(workers);
    /** @type {Progress[]} */
    const progress = [];
    /** @type {ScoreStatistics[]} */
    const partials = [];
    const result = await engine.run('scoreStatistics', long, {
      onProgress: (one) => progress.push(one),
      onPartial: (one) => partials.push(one),
    });
    expect(result.done).toBe(1);
    expect(result).not.toHaveProperty('partial');
    expect(result.scores.count).toBe(2e8);
    expect(partials.length).toBeGreaterThan(1);
    for (const [i, partial] of partials.entries()) {
      expect(partial.partial).toBe(true);
      expect(Object.keys(partial).sort()).toEqual([...Object.keys(result), 'partial'].sort());
      expect(partial.done).toBeLessThan(1);
      expect(partial.done).toBeGreaterThan(partials[i - 1]?.done ?? 0);
      const { counts, below, above } = partial.histogram;
      expect(counts.reduce((sum, count) => sum + count, below + above)).toBe(partial.scores.count);
      expect(Math.abs(partial.scores.mean)).toBeLessThan(6 * partial.standardError.mean);
    }
    for (const [i, { done, scores, seconds, perSecond }] of progress.entries()) {
      expect(done).toBeGreaterThan(progress[i - 1]?.done ?? 0);
      expect(scores).toBe(Math.round(done * 2e8));
      expect(perSecond).toBeCloseTo(scores / seconds, 5);
    }
    expect(progress.at(-1)?.done).toBe(1);
    if (workers > 0) engine.dispose();
  }, 60000);

  test('stops at once when its signal does, and keeps the last partial result', async () => {
    const engine = await engineWith(workers);
    const controller = new AbortController();
    /** @type {ScoreStatistics | undefined} */
    let last;
    const run = engine.run(
      'scoreStatistics',
      { ...long, queries: 2 ** 19 },
      {
        signal: controller.signal,
        onPartial(partial) {
          last = partial;
          controller.abort();
        },
      },
    );
    await expect(run).rejects.toHaveProperty('name', 'AbortError');
    const kept = JSON.stringify(last);
    await sleep(50);
    expect(JSON.stringify(last)).toBe(kept);
    expect(last?.scores.count).toBeGreaterThan(0);
    if (workers > 0) engine.dispose();
  }, 60000);

  test("rejects with the signal's own reason, also when it was given before", async () => {
    const engine = await engineWith(workers);
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(engine.run('scoreStatistics', tiny, { signal })).rejects.toBe(reason);
    const controller = new AbortController();
    const run = engine.run('scoreStatistics', long, { signal: controller.signal });
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    if (workers > 0) engine.dispose();
  });

  test('lets a small run finish while a long one goes on, and both are right', async () => {
    const engine = await engineWith(workers);
    const order = /** @type {string[]} */ ([]);
    const runs = [
      engine.run('scoreStatistics', long).then((result) => (order.push('long'), result)),
      engine.run('scoreStatistics', tiny).then((result) => (order.push('tiny'), result)),
      engine.run('sampleVariance', { draws: 1000 }).then((result) => (order.push('draws'), result)),
    ];
    const results = await Promise.all(runs);
    expect(order.at(-1)).toBe('long');
    expect(results[1]).toEqual(engine.scoreStatistics(tiny));
    expect(results[2]).toEqual(engine.sampleVariance({ draws: 1000 }));
    if (workers > 0) engine.dispose();
  }, 60000);

  test("tells nothing before there are scores: NumPy's numbers have to be made first", async () => {
    const engine = await engineWith(workers);
    const counts = /** @type {number[]} */ ([]);
    await engine.run(
      'scoreStatistics',
      { ...long, generator: 'numpy', queries: 10000, keys: 5000 },
      {
        onPartial({ scores, standardError }) {
          counts.push(scores.count);
          expect(standardError.mean).toBeGreaterThan(0);
        },
      },
    );
    expect(counts.length).toBeGreaterThan(0);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    if (workers > 0) engine.dispose();
  }, 30000);

  test('an error in a callback ends the run with that error', async () => {
    const engine = await engineWith(workers);
    const error = new Error('my own');
    const onPartial = () => {
      throw error;
    };
    await expect(engine.run('scoreStatistics', long, { onPartial })).rejects.toBe(error);
    expect(await engine.run('scoreStatistics', tiny)).toEqual(engine.scoreStatistics(tiny));
    if (workers > 0) engine.dispose();
  });

  test('dispose ends the runs, and later ones are refused', async () => {
    const engine = await load({ engine: 'simd', workers });
    const run = engine.run('scoreStatistics', long);
    engine.dispose();
    await expect(run).rejects.toHaveProperty('name', 'AbortError');
    expect(engine.workers).toBe(0);
    const gone = { name: 'AbortError', message: 'The engine was disposed of.' };
    await expect(engine.run('scoreStatistics', tiny)).rejects.toMatchObject(gone);
    await expect(engine.createTrainer()).rejects.toMatchObject(gone);
    engine.dispose();
    const other = await load({ engine: 'simd', workers });
    expect(await other.run('scoreStatistics', tiny)).toEqual(engine.scoreStatistics(tiny));
    other.dispose();
  });
});

test('without workers the calling thread has a turn between short slices', async () => {
  const engine = await engineWith(0);
  let turns = 0;
  const watch = setInterval(() => (turns += 1), 1);
  await engine.run('scoreStatistics', long);
  clearInterval(watch);
  expect(turns).toBeGreaterThan(20);
}, 60000);

// With a fake clock: a unit of scores takes 2 milliseconds, and a unit of NumPy's numbers takes the given time.
test.each([
  ['NumPy’s numbers are made', 10],
  ['NumPy’s numbers are there from an earlier run', 0],
])(
  'slices stay within 6 milliseconds: %s',
  async (_, making) => {
    const makers = Math.ceil((100 * (10000 + 2000)) / 2 ** 17);
    const generator = /** @type {const} */ ('numpy');
    const options = { queries: 10000, keys: 2000, dk: 100, generator };
    const module = await startVariant('simd', ['statistics']);
    const job = scoreStatisticsJob(module, options);
    expect(job.units).toBeGreaterThan(makers + 20);
    let time = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
    const took = /** @type {number[]} */ ([]);
    await new Coordinator(module, 'simd', 0).run(
      {
        ...job,
        task(first, last) {
          const units = Array.from({ length: last - first }, (__, i) => first + i);
          const milliseconds = units.reduce((sum, unit) => sum + (unit < makers ? making : 2), 0);
          if (last > makers) took.push(milliseconds);
          time += milliseconds;
          return job.task(first, last);
        },
      },
      {},
    );
    clock.mockRestore();
    expect(Math.max(...took)).toBeLessThanOrEqual(6);
    expect(took.length).toBeGreaterThan(20);
  },
  60000,
);

describe('workers that fail', () => {
  test('were given the WebAssembly that is compiled already', async () => {
    /** @type {any[]} */
    const orders = [];
    const createWorker = () =>
      new BadWorker((worker, order) => {
        orders.push(order);
        worker.emit('exit', 1);
      });
    const engine = await load({ engine: 'simd', workers: 1, createWorker });
    await engine.run('scoreStatistics', tiny);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ type: 'start', variant: 'simd' });
    expect(WebAssembly.Module.exports(orders[0].compiled)).not.toEqual([]);
    engine.dispose();
  });

  /** A worker with the behaviour that a test gives it. */
  class BadWorker extends EventEmitter {
    /** @param {(worker: BadWorker, message: any) => void} behave */
    constructor(behave) {
      super();
      this.behave = behave;
    }
    /** @param {any} message */
    postMessage(message) {
      setImmediate(() => this.behave(this, message));
    }
    terminate() {}
    ref() {}
    unref() {}
  }

  /** @type {[string, (worker: BadWorker, message: any) => void][]} */
  const behaviours = [
    ['do not start', (worker) => worker.emit('error', new Error('no such file'))],
    ['say that they cannot start', (worker) => worker.emit('message', { type: 'failed' })],
    ['are never heard of', () => {}],
    [
      'die at their first slice',
      (worker, { type }) =>
        type === 'start' ? worker.emit('message', { type: 'ready' }) : worker.emit('exit', 1),
    ],
  ];

  test.each(behaviours)('%s: the calling thread does their work', async (_, behave) => {
    const engine = await load({
      engine: 'simd',
      workers: 2,
      createWorker: () => new BadWorker(behave),
    });
    const expected = (await load({ engine: 'simd' })).scoreStatistics({ ...tiny, queries: 3000 });
    expect(await engine.run('scoreStatistics', { ...tiny, queries: 3000 })).toEqual(expected);
    engine.dispose();
  });

  test('have two slices each when they die, and both are computed by others', async () => {
    /** @type {[number, number][]} */
    const slices = [];
    const createWorker = () =>
      new BadWorker((worker, { type, first, last }) => {
        if (type === 'start') worker.emit('message', { type: 'ready' });
        else if (type === 'compute' && slices.push([first, last]) === 2) worker.emit('exit', 1);
      });
    const engine = await load({ engine: 'simd', workers: 1, createWorker });
    const options = { ...tiny, queries: 3000 };
    expect(await engine.run('scoreStatistics', options)).toEqual(engine.scoreStatistics(options));
    expect(slices.length).toBe(2);
    expect(slices[1][0]).toBe(slices[0][1]);
    engine.dispose();
  });

  test('are never heard of, and the first run was stopped: the next one finishes', async () => {
    const createWorker = () => new BadWorker(() => {});
    const engine = await load({ engine: 'simd', workers: 2, createWorker });
    const signal = AbortSignal.timeout(20);
    await expect(engine.run('scoreStatistics', tiny, { signal })).rejects.toHaveProperty(
      'name',
      'TimeoutError',
    );
    expect(await engine.run('scoreStatistics', tiny)).toEqual(engine.scoreStatistics(tiny));
    engine.dispose();
  });

  test('cannot even be made: the calling thread does their work', async () => {
    const engine = await load({
      engine: 'simd',
      workers: 2,
      createWorker() {
        throw new Error('refused by a security policy');
      },
    });
    expect(await engine.run('scoreStatistics', tiny)).toEqual(engine.scoreStatistics(tiny));
    expect(engine.workers).toBe(0);
    engine.dispose();
  });

  describe('without a word', () => {
    // Checks for lost workers every millisecond instead of every second.
    const { setInterval } = globalThis;
    beforeEach(() => {
      const sooner = (/** @type {() => void} */ look, /** @type {number} */ every) =>
        setInterval(look, every / 1000);
      jest.spyOn(globalThis, 'setInterval').mockImplementation(/** @type {any} */ (sooner));
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    const silent = (/** @type {BadWorker} */ worker, /** @type {any} */ { type }) =>
      type === 'start' && worker.emit('message', { type: 'ready' });

    test('the calling thread does their work', async () => {
      const createWorker = () => new BadWorker(silent);
      const engine = await load({ engine: 'simd', workers: 2, createWorker });
      const options = { ...tiny, queries: 3000 };
      expect(await engine.run('scoreStatistics', options)).toEqual(engine.scoreStatistics(options));
      expect(await engine.run('scoreStatistics', tiny)).toEqual(engine.scoreStatistics(tiny));
      engine.dispose();
    });

    test('one of two: the other does its work', async () => {
      const { Worker } = await import('node:worker_threads');
      let made = 0;
      const createWorker = () =>
        ++made === 1
          ? new BadWorker(silent)
          : new Worker(new URL('../../../web/engine/worker.js', import.meta.url));
      const engine = await load({ engine: 'simd', workers: 2, createWorker });
      const options = { ...long, queries: 2000 };
      expect(await engine.run('scoreStatistics', options)).toEqual(engine.scoreStatistics(options));
      engine.dispose();
    }, 30000);
  });

  describe('without a word, look by look', () => {
    const options = { queries: 20000, keys: 200, dk: 4 };
    const silent = () => {};
    /** @type {() => void} */
    let look = () => {};
    /** @type {EngineModule} */
    let module;
    /** Slices computed by the calling thread. */
    let here = 0;
    let working = false;

    beforeEach(async () => {
      module = await startVariant('simd', ['statistics']);
      addAll(module);
      const kind = /** @type {JobKind<unknown>} */ (module.jobs.scoreStatistics);
      const compute = (/** @type {[any, any, number, number]} */ ...args) => {
        if (!working) ++here;
        return kind.compute(...args);
      };
      module.jobs = { ...module.jobs, scoreStatistics: { ...kind, compute } };
      here = 0;
      jest
        .spyOn(globalThis, 'setInterval')
        .mockImplementation(
          /** @type {any} */ ((/** @type {() => void} */ given) => ((look = given), 0)),
        );
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    /** Returns a worker's answer. @param {any} order */
    function answerOf({ id, task, first, last }) {
      working = true;
      const numbers = computeUnits(module, task, first, last);
      working = false;
      return { type: 'computed', id, numbers, milliseconds: 1, memory: 2 ** 20 };
    }

    async function messages() {
      for (let i = 0; i < 20; ++i) await new Promise((resolve) => setImmediate(resolve));
    }

    /** @param {number} times */
    async function looks(times) {
      await messages();
      for (let i = 0; i < times; ++i) {
        look();
        await messages();
      }
    }

    /**
     * Starts a run on one worker, and on those that replace it.
     * @param {((worker: BadWorker, order: any) => void)[]} behaviours of the workers, in the order of their creation
     */
    function start(...behaviours) {
      let made = 0;
      let losses = 0;
      const createWorker = () => {
        const behave = behaviours[made++];
        return new BadWorker((worker, order) => {
          if (order.type === 'start') worker.emit('message', { type: 'ready' });
          else if (order.type === 'compute') behave(worker, order);
        });
      };
      const coordinator = new Coordinator(module, 'simd', 1, createWorker, () => ++losses);
      const job = scoreStatisticsJob(module, options);
      expect(job.units).toBeGreaterThan(4);
      const run = coordinator.run(job, {});
      return { run, coordinator, count: () => ({ made, losses, here }) };
    }

    /** @param {BadWorker} worker @param {any} order */
    const good = (worker, order) => void worker.emit('message', answerOf(order));

    /** Runs the idle timer when the test calls for it. */
    function restWhenTold() {
      const { setTimeout } = globalThis;
      let rest = () => {};
      jest
        .spyOn(globalThis, 'setTimeout')
        .mockImplementation(
          /** @type {any} */ (
            (/** @type {() => void} */ then, /** @type {number} */ after) =>
              after === 5000 ? ((rest = then), 0) : setTimeout(then, after)
          ),
        );
      return () => rest();
    }

    test('one with much memory ends a while after the last run, and another comes with the next', async () => {
      const rest = restWhenTold();
      let bytes = 2 ** 24;
      const growing = (/** @type {BadWorker} */ worker, /** @type {any} */ order) =>
        void worker.emit('message', { ...answerOf(order), memory: bytes });
      const { run, coordinator, count } = start(growing, growing);
      const again = () => coordinator.run(scoreStatisticsJob(module, options), {});
      const { scores } = await run;
      rest();
      expect((await again()).scores).toEqual(scores);
      expect(count().made).toBe(1);
      bytes += 2 ** 16;
      await again();
      rest();
      expect(coordinator.workers).toBe(1);
      expect((await again()).scores).toEqual(scores);
      expect(count()).toEqual({ made: 2, losses: 0, here: 0 });
      expect(coordinator.workers).toBe(1);
    });

    test('a new worker tries before the calling thread', async () => {
      const { run, coordinator, count } = start(silent, good);
      await looks(14);
      expect(count()).toEqual({ made: 1, losses: 0, here: 0 });
      await looks(1);
      const { scores } = await run;
      expect(scores.mean).toBe((await engineWith(0)).scoreStatistics(options).scores.mean);
      expect(count()).toEqual({ made: 2, losses: 1, here: 0 });
      expect(coordinator.workers).toBe(1);
    });

    /**
     * Starts a run on two workers. The first one answers only when the test makes it.
     * @param {import('../../../web/engine/workers/types.js').Job<any>} [job]
     */
    function startTwo(job = scoreStatisticsJob(module, options)) {
      let made = 0;
      let losses = 0;
      let closed = 0;
      /** @type {(() => void)[]} */
      const late = [];
      const createWorker = () => {
        const isSilent = ++made === 1;
        const made_ = new BadWorker((worker, order) => {
          if (order.type === 'start') worker.emit('message', { type: 'ready' });
          else if (order.type !== 'compute') return;
          else if (isSilent) late.push(() => good(worker, order));
          else good(worker, order);
        });
        made_.terminate = () => void ++closed;
        return made_;
      };
      const coordinator = new Coordinator(module, 'simd', 2, createWorker, () => ++losses);
      const run = coordinator.run(job, {});
      const again = () => coordinator.run(scoreStatisticsJob(module, options), {});
      const count = () => ({ losses, here, closed, workers: coordinator.workers });
      return { run, again, late, count };
    }

    test('what one of two has the other does, too; then it is told of and has no more work', async () => {
      const { run, again, late, count } = startTwo();
      let isOver = false;
      void run.then(() => (isOver = true));
      await looks(4);
      expect([isOver, late.length]).toEqual([false, 2]);
      await looks(1);
      const { scores } = await run;
      const alone = (await engineWith(0)).scoreStatistics(options).scores;
      expect(scores).toEqual(alone);
      expect(count()).toEqual({ losses: 0, here: 0, closed: 0, workers: 2 });
      // Nothing is running, but lost workers are still looked for.
      await looks(9);
      expect(count()).toMatchObject({ losses: 0, workers: 2 });
      await looks(1);
      expect(count()).toEqual({ losses: 1, here: 0, closed: 0, workers: 1 });
      // The next runs do not use the lost worker, and wait for no check.
      for (let i = 0; i < 3; ++i) expect((await again()).scores).toEqual(alone);
      await looks(200);
      expect(count()).toEqual({ losses: 1, here: 0, closed: 0, workers: 1 });
      expect(late).toHaveLength(2);
    });

    test('one of two that was only slow is back as soon as it answers, and gets more time', async () => {
      const { run, again, late, count } = startTwo();
      await looks(15);
      const { scores } = await run;
      expect(count()).toMatchObject({ losses: 1, workers: 1 });
      // Its late answers change nothing, and the worker is used again.
      for (const speak of late.splice(0)) speak();
      expect(count()).toMatchObject({ losses: 1, workers: 2 });
      const next = again();
      await looks(29);
      expect((await next).scores).toEqual(scores);
      expect(late).toHaveLength(2);
      expect(count()).toMatchObject({ losses: 1, workers: 2 });
      await looks(1);
      expect(count()).toMatchObject({ losses: 2, workers: 1 });
    });

    test('one of two is not lost while nobody else has come to what it has', async () => {
      /** @type {(() => void)[][]} */
      const queues = [];
      let losses = 0;
      const createWorker = () => {
        /** @type {(() => void)[]} */
        const queue = [];
        queues.push(queue);
        return new BadWorker((worker, order) => {
          if (order.type === 'start') worker.emit('message', { type: 'ready' });
          else if (order.type === 'compute') queue.push(() => good(worker, order));
        });
      };
      const coordinator = new Coordinator(module, 'simd', 2, createWorker, () => ++losses);
      const run = coordinator.run(scoreStatisticsJob(module, options), {});
      await looks(0);
      const [slow, other] = queues;
      other.splice(0).forEach((speak) => speak());
      await messages();
      expect([slow.length, other.length]).toEqual([2, 2]);
      // The units of the slow worker wait behind those of the other one, which is slow, too.
      for (let i = 0; i < 3; ++i) {
        await looks(4);
        other.shift()?.();
      }
      await looks(3);
      expect(losses).toBe(0);
      for (const speak of slow.splice(0)) speak();
      for (let i = 0; i < 400 && slow.length + other.length > 0; ++i) {
        for (const queue of queues) queue.splice(0).forEach((speak) => speak());
        await messages();
      }
      expect((await run).scores).toEqual((await engineWith(0)).scoreStatistics(options).scores);
      expect([losses, coordinator.workers]).toEqual([0, 2]);
    });

    test('what should take long is waited for as long, ten times', async () => {
      const job = scoreStatisticsJob(module, options);
      const guess = 1 / 4000; // four seconds per unit
      const { run, late, count } = startTwo({ ...job, guess });
      await looks(15 + 39);
      await run;
      expect(count()).toMatchObject({ losses: 0, workers: 2 });
      await looks(1);
      expect(count()).toMatchObject({ losses: 1, workers: 1 });
      expect(late.length).toBeGreaterThan(0);
    });

    test('one that is still lost when nothing has run for a while is ended, and another comes with the next run', async () => {
      const rest = restWhenTold();
      const { run, again, late, count } = startTwo();
      await looks(15);
      const { scores } = await run;
      expect(count()).toEqual({ losses: 1, here: 0, closed: 0, workers: 1 });
      rest();
      expect(count()).toEqual({ losses: 1, here: 0, closed: 1, workers: 2 });
      for (const speak of late.splice(0)) speak(); // nobody listens any more
      expect((await again()).scores).toEqual(scores);
      expect(count()).toMatchObject({ losses: 1, closed: 1, workers: 2 });
    });

    test('where one and the other one in its place are lost, there is one again for the next run', async () => {
      const rest = restWhenTold();
      const { run, coordinator, count } = start(silent, silent, good);
      await looks(30);
      const { scores } = await run;
      expect([count().made, coordinator.workers]).toEqual([2, 0]);
      rest();
      expect(coordinator.workers).toBe(1);
      const again = await coordinator.run(scoreStatisticsJob(module, options), {});
      expect(again.scores).toEqual(scores);
      expect([count().made, coordinator.workers]).toEqual([3, 1]);
    });

    test('where three in a row are lost, no other one comes', async () => {
      const rest = restWhenTold();
      const { run, coordinator, count } = start(...new Array(9).fill(silent));
      await looks(30);
      await run;
      for (let i = 0; i < 4; ++i) {
        rest();
        const again = coordinator.run(scoreStatisticsJob(module, options), {});
        await looks(30);
        await again;
      }
      expect([count().made, coordinator.workers]).toEqual([4, 0]); // one of the replacements was made at once
    });

    test('when nobody waits for anything, no other one comes in the place of a lost one', async () => {
      const rest = restWhenTold();
      let made = 0;
      const createWorker = () => {
        ++made;
        return new BadWorker(
          (worker, { type }) => type === 'start' && worker.emit('message', { type: 'ready' }),
        );
      };
      let losses = 0;
      const coordinator = new Coordinator(module, 'simd', 1, createWorker, () => ++losses);
      const controller = new AbortController();
      const { signal } = controller;
      const run = coordinator.run(scoreStatisticsJob(module, options), { signal });
      await looks(3);
      controller.abort();
      await expect(run).rejects.toBe(signal.reason);
      rest(); // before the worker is found to be lost
      await looks(20);
      expect([made, losses, coordinator.workers]).toEqual([1, 1, 0]);
      rest();
      expect([made, coordinator.workers]).toEqual([1, 1]);
    });

    test('who is told of a loss may dispose of all: nothing more is told, nobody comes', async () => {
      let made = 0;
      let closed = 0;
      let losses = 0;
      const createWorker = () => {
        ++made;
        const worker = new BadWorker(
          (self, { type }) => type === 'start' && self.emit('message', { type: 'ready' }),
        );
        worker.terminate = () => void ++closed;
        return worker;
      };
      /** @type {Coordinator} */
      const coordinator = new Coordinator(module, 'simd', 2, createWorker, () => {
        ++losses;
        coordinator.dispose();
      });
      const run = coordinator.run(scoreStatisticsJob(module, options), {});
      const ended = expect(run).rejects.toHaveProperty('name', 'AbortError');
      await looks(15);
      await ended;
      expect([made, closed, losses, coordinator.workers]).toEqual([2, 2, 1, 0]);
    });

    test.each([1, 2, 3])('who makes %d workers may dispose of all, too', async (workers) => {
      let made = 0;
      let closed = 0;
      /** @type {Coordinator} */
      const coordinator = new Coordinator(module, 'simd', workers, () => {
        if (++made === Math.min(2, workers)) coordinator.dispose();
        const worker = new BadWorker(silent);
        worker.terminate = () => void ++closed;
        return worker;
      });
      const run = coordinator.run(scoreStatisticsJob(module, options), {});
      await expect(run).rejects.toHaveProperty('name', 'AbortError');
      const all = Math.min(2, workers);
      expect([made, closed, coordinator.workers]).toEqual([all, all, 0]);
    });

    test('who makes another worker may dispose of all, and is told of no loss', async () => {
      let made = 0;
      let losses = 0;
      /** @type {Coordinator} */
      const coordinator = new Coordinator(
        module,
        'simd',
        1,
        () => {
          if (++made === 2) coordinator.dispose();
          return new BadWorker(
            (worker, { type }) => type === 'start' && worker.emit('message', { type: 'ready' }),
          );
        },
        () => ++losses,
      );
      const run = coordinator.run(scoreStatisticsJob(module, options), {});
      const ended = expect(run).rejects.toHaveProperty('name', 'AbortError');
      await looks(15);
      await ended;
      expect([made, losses, coordinator.workers]).toEqual([2, 0, 0]);
    });

    test('one that answers each time, however late, comes again', async () => {
      const rest = restWhenTold();
      /** @type {(() => void)[]} */
      const late = [];
      const createWorker = () =>
        new BadWorker((worker, order) => {
          if (order.type === 'start') worker.emit('message', { type: 'ready' });
          else if (order.type === 'compute') late.push(() => good(worker, order));
        });
      const coordinator = new Coordinator(module, 'simd', 1, createWorker);
      for (const patience of [15, 30, 60]) {
        for (const answer of late.splice(0)) answer();
        const controller = new AbortController();
        const { signal } = controller;
        const run = coordinator.run(scoreStatisticsJob(module, options), { signal });
        await looks(3);
        controller.abort(); // the caller no longer waits, and the answer is discarded
        await expect(run).rejects.toBe(signal.reason);
        await looks(patience);
        expect(coordinator.workers).toBe(0);
      }
      rest();
      expect(coordinator.workers).toBe(1);
    });

    test('workers that come again have as long for starting as the first', async () => {
      const rest = restWhenTold();
      /** @type {(() => void)[]} */
      const waiting = [];
      let made = 0;
      const createWorker = () => {
        const isFirst = ++made === 1;
        return new BadWorker((worker, order) => {
          const answer = () => void worker.emit('message', { ...answerOf(order), memory: 2 ** 25 });
          if (order.type === 'start' && isFirst) worker.emit('message', { type: 'ready' });
          else if (order.type === 'compute' && isFirst) waiting.push(answer);
        });
      };
      const coordinator = new Coordinator(module, 'simd', 1, createWorker);
      const small = { ...options, queries: 50 };
      const run = coordinator.run(scoreStatisticsJob(module, small), {});
      await new Promise((resolve) => setTimeout(resolve, 500)); // longer than the patience
      for (let i = 0; i < 50; ++i) {
        for (const answer of waiting.splice(0)) answer();
        await messages();
      }
      await run;
      expect([made, here]).toEqual([1, 0]);
      rest();
      const again = coordinator.run(scoreStatisticsJob(module, small), {});
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect([made, here]).toEqual([2, 0]);
      await again; // completed by the calling thread
      expect(here).toBeGreaterThan(0);
    });

    test('one that was only busy is heard as long as nobody has done its work', async () => {
      /** @type {(() => void)[]} */
      const later = [];
      const busy = (/** @type {BadWorker} */ worker, /** @type {any} */ order) =>
        void later.push(() => good(worker, order));
      const { run, count } = start(busy, silent);
      await looks(15 + 14);
      expect(count()).toEqual({ made: 2, losses: 1, here: 0 });
      expect(later).toHaveLength(2);
      while (later.length > 0) {
        later.shift()?.();
        await looks(0);
      }
      // The units that the silent worker took meanwhile come back when its time is over.
      await looks(15);
      while (later.length > 0) {
        later.shift()?.();
        await looks(0);
      }
      const { scores } = await run;
      expect(scores.mean).toBe((await engineWith(0)).scoreStatistics(options).scores.mean);
      expect(count().here).toBe(0);
    });

    test('what it says late of what others have done is not', async () => {
      /** @type {(() => void)[]} */
      const late = [];
      const lying = (/** @type {BadWorker} */ worker, /** @type {any} */ order) =>
        void late.push(() => {
          const answer = answerOf(order);
          /** @type {Float64Array} */ (answer.numbers).fill(NaN);
          worker.emit('message', answer);
        });
      /** @type {(() => void)[]} */
      const held = [];
      const { run } = start(lying, (worker, order) => void held.push(() => good(worker, order)));
      await looks(15);
      expect([held.length, late.length]).toEqual([2, 2]);
      for (const compute of held.splice(0)) compute(); // the returned units
      for (const lie of late.splice(0)) lie();
      await looks(0);
      // Both workers work from now on, and the first one is silent again.
      for (let i = 0; i < 100; ++i) {
        for (const compute of held.splice(0)) compute();
        await looks(2);
      }
      const { scores } = await run;
      expect(scores.mean).toBe((await engineWith(0)).scoreStatistics(options).scores.mean);
    });

    test('after two that said nothing, half a minute, the calling thread does it', async () => {
      const { run, count } = start(silent, silent, silent);
      await looks(15);
      await looks(14);
      expect(count()).toEqual({ made: 2, losses: 1, here: 0 });
      await looks(1);
      const { scores } = await run;
      expect(scores.mean).toBe((await engineWith(0)).scoreStatistics(options).scores.mean);
      expect(count()).toMatchObject({ made: 2, losses: 2 });
    });

    test('one that cannot be made, and one that does not start, hold up nobody', async () => {
      for (const second of [
        () => {
          throw new Error('refused');
        },
        () => new BadWorker(() => {}),
      ]) {
        let made = 0;
        const first = () =>
          new BadWorker((worker, { type }) => {
            if (type === 'start') worker.emit('message', { type: 'ready' });
          });
        const createWorker = () => (++made === 1 ? first() : second());
        const run = new Coordinator(module, 'simd', 1, createWorker).run(
          scoreStatisticsJob(module, options),
          {},
        );
        await looks(15);
        await looks(5);
        expect((await run).scores.count).toBe(4000000);
      }
    });
  });

  test('one of two: the other goes on, and nothing is lost', async () => {
    const { Worker } = await import('node:worker_threads');
    let made = 0;
    const engine = await load({
      engine: 'simd',
      workers: 2,
      createWorker: () =>
        ++made === 1
          ? new BadWorker(behaviours[3][1])
          : new Worker(new URL('../../../web/engine/worker.js', import.meta.url)),
    });
    const result = await engine.run('scoreStatistics', { ...long, queries: 2000 });
    expect(engine.workers).toBe(1);
    expect(result).toEqual(engine.scoreStatistics({ ...long, queries: 2000 }));
    engine.dispose();
  }, 30000);
});

onEveryVariant('workers', (engine, variant) => {
  test('auto means as many as there are cores, at most 8', async () => {
    const auto = await load({ engine: variant, workers: 'auto' });
    const { availableParallelism } = await import('node:os');
    expect(auto.workers).toBe(Math.min(8, availableParallelism()));
    expect(await auto.run('scoreStatistics', tiny)).toEqual(engine().scoreStatistics(tiny));
    auto.dispose();
  });

  test('draws come as partial results too', async () => {
    let partials = 0;
    const draws = variant === 'fallback' ? 100000 : 400000;
    const result = await engine().run(
      'sampleVariance',
      { draws, value: 1.6 },
      {
        onPartial(partial) {
          ++partials;
          expect(partial.draws).toBe(Math.round(partial.done * draws));
          expect(partial.percentile).toBeGreaterThan(0);
        },
      },
    );
    expect(partials).toBeGreaterThan(0);
    expect(result).toMatchObject({ draws, done: 1 });
  }, 30000);
});
