/**
 * What the host offers for working on several cores. Nothing here is looked at before it is asked for.
 */

/** @import { WorkerLike } from './types.js' */

import { builtin } from './border/builtin.js';

/** More workers than this gain little, and each keeps its own copy of the vectors. */
const mostWorkers = 8;

/** @returns {number} how many workers 'auto' stands for */
export function autoWorkers() {
  const cores =
    globalThis.navigator?.hardwareConcurrency ?? builtin('node:os')?.availableParallelism() ?? 1;
  return Math.min(cores, mostWorkers);
}

/** Not inside new URL(), where bundlers look for files to bundle: in a page createWorker is needed. */
const here = import.meta.url;

/** @returns {(() => WorkerLike) | undefined} makes a worker in Node; undefined elsewhere */
export function nodeWorkers() {
  const threads = builtin('node:worker_threads');
  return threads && (() => new threads.Worker(new URL('worker.js', here)));
}
