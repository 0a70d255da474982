/**
 * Features of the host for multithreading. Nothing is queried at import.
 */

/** @import { WorkerLike } from './types.js' */

import { builtin } from './border/builtin.js';

/** More workers than this gain little, and each has its own copy of the vectors. */
const mostWorkers = 8;

/** @returns {number} the number of workers for 'auto' */
export function autoWorkers() {
  const cores =
    globalThis.navigator?.hardwareConcurrency ?? builtin('node:os')?.availableParallelism() ?? 1;
  return Math.min(cores, mostWorkers);
}

/** Not a literal new URL(..., import.meta.url), which makes bundlers bundle the file. Pages need createWorker. */
const here = import.meta.url;

/** @returns {(() => WorkerLike) | undefined} makes a worker in Node; undefined elsewhere */
export function nodeWorkers() {
  const threads = builtin('node:worker_threads');
  return threads && (() => new threads.Worker(new URL('worker.js', here)));
}
