// Messages to the programs of workers: recorded orders of an engine with changes, in any order. A worker never ends by itself. It
// answers every request with a known name, if only with a refusal. A worker that has not failed computes the same bits as before.
import { Worker } from 'node:worker_threads';
import { load } from '../../web/engine/index.js';

/** @typedef {import('./source.mjs').Source} Source */

/** Checks for an answer, at least a second apart. Counted instead of timed, so that a machine that stood still uses up only one. */
const patience = 90;

const thread = new URL('./thread.mjs', import.meta.url);
const programs = {
  lab: new URL('../../web/labs/lab/worker.js', import.meta.url),
  training: new URL('../../web/engine/training/program.js', import.meta.url),
};

/** The messages to an engine's workers while it did a little of everything. @type {any[]} */
const orders = [];

function recordedWorker() {
  const worker = new Worker(new URL('../../web/engine/worker.js', import.meta.url));
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message, transfer) => {
    try {
      orders.push(structuredClone(message));
    } catch {
      // cannot be replayed
    }
    post(message, transfer);
  };
  return worker;
}

/**
 * Repeats `act` until a worker has received the order. Before a worker has started, the calling thread does the work.
 * @param {(order: any) => boolean} isAsked
 * @param {() => Promise<unknown>} act
 */
async function onWorker(isAsked, act) {
  for (let tries = 0; !orders.some(isAsked); ++tries) {
    if (tries === 100 * patience) throw new Error('no worker of the engine starts');
    await act();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Records orders. Returns whether a worker has trained, too: one that starts too slowly does not. */
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
/** The order that makes the first trainer of a worker. */
const create = orders.find(({ name }) => name === 'create');
const begin = orders.find(({ type, name }) => type === 'training' && name === 'start');

// ---- a worker ------------------------------------------------------------------------------------------------------

class Subject {
  /** @type {any[]} */
  answers = [];
  /** The error with which it ended. @type {Error | null} */
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

  /** Waits for an answer. Returns false if it waited in vain. @param {(answer: any) => boolean} isIt */
  async until(isIt) {
    let looks = 0;
    while (!this.answers.some(isIt)) {
      if (this.ended) throw this.ended;
      if (looks === patience) return false;
      await new Promise((resolve) => {
        const timer = setTimeout(() => resolve(++looks), 1000);
        this.#next = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
    }
    return true;
  }
}

/** @type {Record<string, Subject | undefined>} workers that have not failed */
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
  if (program === 'lab' && !(await subject.until(({ type }) => type === 'ready')))
    throw new Error('the engine of a worker does not start');
  subjects[program] = subject;
  return subject;
}
/** @param {any} order */
const isStart = ({ type }) => type === 'start' || type === 'part';

// ---- messages to it --------------------------------------------------------------------------------------------------

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

/** Values that are not numbers. The engine checks numbers before it sends them to its own workers. @type {readonly (() => unknown)[]} */
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

/** Numbers in these fields were checked by the sender. */
const trusted = ['numbers', 'settings', 'problem', 'backward', 'returns'];

/** Returns a copy with one change at a random place. @param {any} value @param {Source} source @returns {unknown} */
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

/** Whether a message requests an answer with its number, or a report of failure. @param {any} order */
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

/** Checks that the worker answers, with the same bits as before. @param {Subject} subject @param {string} program */
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
