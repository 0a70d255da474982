/**
 * The program of a worker, in a page and in Node. It starts the given variant and computes the slices it receives, each
 * from the options alone.
 *
 * in:  {type: 'start', variant, compiled}, then {type: 'part', part, compiled} for each part, before the first task that
 *      needs it, and {type: 'compute', id, task, first, last, buffer}
 * out: {type: 'ready'}, then {type: 'computed', id, numbers, milliseconds, buffer, memory}, where memory is its total in
 *      bytes; {type: 'failed'} ends it
 * {type: 'training'}: see training-worker.js
 *
 * A worker that receives compiled WebAssembly neither fetches nor compiles it again. The arrays of a task and its
 * results lie in its buffer.
 */

/** @import { EngineModule, PartName, Variant } from './types.js' */
/** @import { SliceNumbers, Task } from './workers/types.js' */
/** @import { TrainingAnswer, TrainingOrder } from './training/types.js' */

import { computeUnits } from './workers/jobs.js';
import { builtin } from './border/builtin.js';
import { startVariant } from './border/embedded-simd.js';
import { ofThisRelease } from './border/release.js';
import { addPart, startInstance } from './border/instance.js';
import { addAll } from './parts/all.js';

/**
 * @typedef {{type: 'start', variant: Variant, compiled: WebAssembly.Module | undefined} | {type: 'part', part: PartName, compiled: WebAssembly.Module} | {type: 'compute', id: number, task: Task, first: number, last: number, buffer: ArrayBuffer | undefined} | TrainingOrder} Order
 * @typedef {{type: 'ready'} | {type: 'failed'} | {type: 'computed', id: number, numbers: SliceNumbers | null, milliseconds: number, buffer: ArrayBuffer | undefined, memory: number}} Answer
 */

const threads = builtin('node:worker_threads');
const parent = threads?.parentPort ?? null;

/** @type {(answer: Answer | TrainingAnswer, transfer?: ArrayBuffer[]) => void} */
const answer = parent
  ? (message, transfer) => parent.postMessage(message, transfer)
  : (message, transfer) => globalThis.postMessage(message, { transfer });

/** Messages that arrive before the engine has started wait for it. @type {Promise<EngineModule> | undefined} */
let starting;
/** @type {Promise<typeof import('./training/training-worker.js')> | undefined} */
let training;

/** Resolves when the parts sent so far are loaded. Tasks wait for it. */
let parts = Promise.resolve();

/** @param {Order} order */
async function handle(order) {
  if (order.type === 'start') {
    const { variant, compiled } = order;
    starting = compiled ? startInstance(compiled).then(ofThisRelease) : startVariant(variant, []);
    addAll(await starting);
    answer({ type: 'ready' });
  } else if (order.type === 'part') {
    const core = /** @type {Promise<EngineModule>} */ (starting);
    parts = parts.then(async () => addPart(await core, order.part, order.compiled));
    await parts;
  } else if (order.type === 'training') {
    training ??= import('./training/training-worker.js');
    await (await training).train(order, answer);
  } else if (starting && order.type === 'compute') {
    const module = await starting;
    await parts;
    const { id, task, first, last, buffer } = order;
    const start = performance.now();
    const numbers = computeUnits(module, task, first, last);
    const milliseconds = performance.now() - start;
    const own =
      numbers && 'buffer' in numbers ? /** @type {ArrayBuffer} */ (numbers.buffer) : buffer;
    const memory = module.HEAPF32.buffer.byteLength;
    answer({ type: 'computed', id, numbers, milliseconds, buffer, memory }, own ? [own] : []);
  }
}

/** @param {Order} order */
const receive = (order) => void handle(order).catch(() => answer({ type: 'failed' }));

if (parent) {
  parent.on('message', receive);
} else {
  // In Node's main thread there is nothing to listen to, and this does nothing.
  globalThis.addEventListener?.('message', (event) => receive(event.data));
}
