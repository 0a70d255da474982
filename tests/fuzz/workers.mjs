// Messages to the programs of workers: orders that an engine has really given, before something in them was changed, in any order. A
// worker never ends by itself; whatever is asked of it under a name that it knows it answers, be it with a refusal; and one
// that has not failed computes the same bits as before.
import { Worker } from 'node:worker_threads';
import { load } from '../../web/engine/index.js';

/** @typedef {import('./source.mjs').Source} Source */

/** Milliseconds for all answers to a case. */
const patience = 40_000;

const thread = new URL('./thread.mjs', import.meta.url);
const programs = {
  lab: new URL('../../web/labs/lab/worker.js', import.meta.url),
  training: new URL('../../web/engine/training/program.js', import.meta.url),
};

/** What was said to the workers of an engine while it did something of everything. @type {any[]} */
const orders = [];

function recordedWorker() {
  const worker = new Worker(new URL('../../web/engine/worker.js', import.meta.url));
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message, transfer) => {
    try {
      orders.push(structuredClone(message));
    } catch {
      // of no use, then
    }
    post(message, transfer);
  };
  return worker;
}

/**
 * Does something until a worker has been asked for it: before one has started, the calling thread does it.
 * @param {(order: any) => boolean} isAsked
 * @param {() => Promise<unknown>} act
 */
async function onWorker(isAsked, act) {
  for (const end = performance.now() + patience; !orders.some(isAsked);) {
    if (performance.now() > end) throw new Error('no worker of the engine starts');
    await act();
  }
}

/** Whether a worker has trained, too: one that needs too long to start does not. */
async function record() {
  orders.length = 0;
  const sd = await load({
    engine: 'simd',
    workers: 1,
    createWorker: /** @type {any} */ (recordedWorker),
  });
  const query = { data: Float32Array.of(1, 2, -3, 0.5, 0.25, 7), shape: [1, 1, 2, 3] };
  const runs = {
    scoreStatistics: { dk: 5, queries: 9, keys: 7, seed: 3 },
    sampleVariance: { draws: 50 },
    attention: { query, key: query, value: query },
  };
  for (const [name, options] of Object.entries(runs))
    await onWorker(
      ({ task }) => task?.name === name,
      () => /** @type {any} */ (sd).run(name, options),
    );
  const small = { modelDim: 8, heads: 2, layers: 1, size: 3, symbols: 4, batch: 2, steps: 9 };
  const trainer = await sd.createTrainer(small);
  await trainer.step(2);
  await trainer.metrics();
  await trainer.evaluate({ count: 2 });
  await trainer.attention({ index: 0 });
  const checkpoint = await trainer.save();
  await trainer.load(checkpoint).catch(() => {});
  trainer.dispose();
  sd.dispose();
  return orders.some(({ name }) => name === 'step');
}
for (let tries = 0; !(await record()); ++tries)
  if (tries === 4) throw new Error('no worker of a trainer starts');
const read = { type: 'read', variant: 'simd', name: 'a.csv', source: '1,2\n3,4\n' };
const typesOf = { lab: ['start', 'part', 'compute', 'training', 'read'], training: ['training'] };
const seeds = Object.fromEntries(
  Object.entries(typesOf).map(([program, types]) => [
    program,
    [...orders, read].filter(({ type }) => types.includes(type)),
  ]),
);
/** Of the first trainer of a worker. */
const create = orders.find(({ name }) => name === 'create');
const begin = orders.find(({ type, name }) => type === 'training' && name === 'start');

// ---- a worker ------------------------------------------------------------------------------------------------------

class Subject {
  /** @type {any[]} */
  answers = [];
  /** Why it ended. @type {Error | null} */
  ended = null;
  #next = () => {};

  /** @param {URL} program */
  constructor(program) {
    this.worker = new Worker(thread, { workerData: program.href, stdout: true, stderr: true });
    this.worker.unref();
    this.worker.on('message', (answer) => {
      this.answers.push(answer);
      this.#next();
    });
    const end = (/** @type {unknown} */ reason) => {
      this.ended ??= new Error(`the worker has ended: ${String(reason)}`, { cause: reason });
      this.#next();
    };
    this.worker.on('error', end);
    this.worker.on('exit', end);
  }

  /** Waits until an answer is there; false: in vain. @param {(answer: any) => boolean} isIt @param {number} [milliseconds] */
  async until(isIt, milliseconds = patience) {
    const end = performance.now() + milliseconds;
    while (!this.answers.some(isIt)) {
      if (this.ended) throw this.ended;
      const left = end - performance.now();
      if (left <= 0) return false;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#next = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
    }
    return true;
  }
}

/** @type {Record<string, Subject | undefined>} those that are still good */
const subjects = {};
let lastId = 1e6;

/** @param {'lab' | 'training'} program */
async function subjectOf(program) {
  const known = subjects[program];
  if (known) return known;
  const subject = new Subject(programs[program]);
  if (!(await subject.until(({ type }) => type === 'listening')))
    throw new Error('no worker starts');
  if (program === 'lab')
    for (const order of orders.filter(isStart)) subject.worker.postMessage(order);
  subject.worker.postMessage({ ...begin, id: ++lastId });
  subject.worker.postMessage({ ...create, id: ++lastId });
  const made = lastId;
  if (!(await subject.until(({ id }) => id === made))) throw new Error('no trainer is made');
  subjects[program] = subject;
  return subject;
}
/** @param {any} order */
const isStart = ({ type }) => type === 'start' || type === 'part';

// ---- what is said to it ----------------------------------------------------------------------------------------------

const cyclic = () => {
  const made = /** @type {any} */ ({});
  made.self = made;
  return made;
};
const detached = () => {
  const array = new Float32Array(4);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
};

/** No numbers: those the engine checks, before it says them to a worker of its own. @type {readonly (() => unknown)[]} */
const odd = [
  () => undefined,
  () => null,
  () => true,
  () => 'x',
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => 10n,
  () => [],
  () => ({}),
  () => new Map(),
  () => new Date(NaN),
  () => new Error('x'),
  () => 'x'.repeat(1e6),
  () => new Float64Array(1e6),
  () => new ArrayBuffer(3),
  () => new SharedArrayBuffer(8),
  () => JSON.parse('{"__proto__": {"name": 1}}'),
  cyclic,
  detached,
];

/** Numbers in here have been checked by who sends them. */
const trusted = ['numbers', 'settings', 'problem', 'backward', 'returns'];

/** A copy in which one thing, somewhere, is another. @param {any} value @param {Source} source @returns {unknown} */
function mutated(value, source) {
  const isTree = Object.getPrototypeOf(Object(value)) === Object.prototype;
  const keys = isTree ? Object.keys(Object(value)).filter((key) => !trusted.includes(key)) : [];
  if (keys.length === 0 || source.oneIn(10)) return source.of(odd)();
  const key = source.of(keys);
  const copy = { ...value };
  if (source.oneIn(8)) delete copy[key];
  else copy[key] = mutated(value[key], source);
  return copy;
}

/** Whether a message asks for an answer that has its number, or says that all has failed. @param {any} order */
const isRequest = (order) =>
  typeof order?.id === 'number' && ['compute', 'training'].includes(order.type);

/** @param {Source} source @returns {Promise<void>} */
export async function order(source) {
  const program = source.of(/** @type {('lab' | 'training')[]} */ (['lab', 'training']));
  const subject = await subjectOf(program);
  const { worker, answers } = subject;
  answers.length = 0;
  try {
    /** @type {number[]} */
    const asked = [];
    for (let count = 1 + source.below(5); count > 0; count--) {
      const given = source.of(seeds[program]);
      const message = /** @type {any} */ (source.oneIn(6) ? { ...given } : mutated(given, source));
      if (typeof message?.id === 'number') message.id = ++lastId;
      try {
        worker.postMessage(message);
      } catch {
        continue; // cannot be sent
      }
      if (isRequest(message)) asked.push(message.id);
    }
    const isFailed = ({ type }) => type === 'failed';
    for (const id of asked) {
      const isAnswered = await subject.until((answer) => answer.id === id || isFailed(answer));
      if (!isAnswered) throw new Error(`no answer to a message to the program of ${program}`);
    }
    await checkAlive(subject, program);
    if (answers.some(isFailed)) leave(program);
  } catch (error) {
    leave(program);
    throw error;
  }
}

/** @param {string} program */
function leave(program) {
  void subjects[program]?.worker.terminate();
  subjects[program] = undefined;
}

/** @type {Record<string, string>} */
const computed = {};

/** It answers, and with the bits that it always gave. @param {Subject} subject @param {string} program */
async function checkAlive(subject, program) {
  const id = ++lastId;
  const compute = orders.find(({ type }) => type === 'compute');
  const known =
    program === 'lab' ? { ...compute, id } : { type: 'training', id, name: 'hello', args: {} };
  subject.worker.postMessage(known);
  if (!(await subject.until((answer) => answer.id === id || answer.type === 'failed')))
    throw new Error(`the program of ${program} is silent`);
  const { numbers } = subject.answers.find((answer) => answer.id === id) ?? {};
  if (!numbers) return;
  computed[program] ??= String(numbers);
  if (String(numbers) !== computed[program])
    throw new Error('the worker gives other bits than before');
}
