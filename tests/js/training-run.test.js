// The experiment of the Training lab when its trainer fails.
import { afterEach, expect, test } from '@jest/globals';
import { Worker } from 'node:worker_threads';
import { load } from '../../web/engine/index.js';
import { Experiment } from '../../web/labs/training/experiment.js';
import { Run } from '../../web/labs/training/run.js';
import { initialParams } from '../../web/tables/state.js';

const program = new URL('../../web/engine/worker.js', import.meta.url);
const params = Object.freeze({
  ...initialParams('training'),
  ...{ rules: 'rsqrt,none', steps: 40, batch: 8, modelDim: 16, dk: 8 },
});

/** @type {(() => void)[]} */
const ends = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

test('when its workers have ended it says so, and begins anew', async () => {
  /** @type {Worker[]} */
  const made = [];
  const createWorker = () => {
    const worker = new Worker(program);
    made.push(worker);
    return worker;
  };
  const engine = await load({ engine: 'simd', workers: 2, createWorker });
  const run = new Run(engine, params, { wait: 0 });
  ends.push(
    () => run.dispose(),
    () => engine.dispose(),
  );
  await run.settled;
  run.advance(10);
  await run.settled;
  const [first] = run.tracks;
  expect([run.step, run.failure]).toEqual([10, '']);

  await Promise.all(made.map((worker) => worker.terminate()));
  run.play();
  await run.settled;
  expect(run.failure).toBe('The worker of this trainer ended: what it had learned is lost.');
  expect([run.state, run.step]).toEqual(['paused', 10]);
  run.play();
  run.advance(1);
  await run.settled;
  expect(run.step).toBe(10);

  run.reset();
  await run.settled;
  expect([run.step, run.failure, run.isMade]).toEqual([0, '', true]);
  run.play();
  await run.settled;
  expect([run.state, run.failure]).toEqual(['done', '']);
  expect(run.tracks[0].rows[1]).toEqual(first.rows[1]);
});

test('an experiment that has ended is not played, though its button is pressed once more', async () => {
  const engine = await load({ engine: 'simd', workers: 0 });
  const run = new Run(engine, params, { wait: 0 });
  await run.settled;
  run.dispose();
  run.play(50); // if its patience did not end, it would block the thread forever
  await run.settled;
  expect([run.state, run.step, run.isPatient]).toEqual(['paused', 0, false]);
  engine.dispose();
});

test('who has left asks for no experiment: nobody would end it', async () => {
  const engine = await load({ engine: 'simd', workers: 0 });
  const experiment = new Experiment();
  experiment.close();
  expect(experiment.ask(engine, initialParams('training'))).toBeNull();
  experiment.open();
  expect(experiment.ask(engine, initialParams('training'))).not.toBeNull();
  experiment.close();
  expect(experiment.run).toBeNull();
  engine.dispose();
});
