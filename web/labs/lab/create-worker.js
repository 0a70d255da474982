import { trustedWorker } from './trusted.js';

/**
 * Whether a browser may start one: not where this script comes from another origin than the page, or the page has none (in a
 * sandbox).
 */
export function startsWorkers() {
  // Some bundlers write a file's address here, which says nothing.
  const { protocol, origin } = new URL(import.meta.url);
  return !protocol.startsWith('http') || origin === self.origin;
}

/**
 * A worker for the engine and for files; beside this file in the sources, in one folder in the package. Throws where browsers
 * start none: some would complain of the attempt on the console.
 */
export function createWorker() {
  if (!startsWorkers())
    throw new Error(`workers: a page of ${self.origin} starts none of ${import.meta.url}`);
  return trustedWorker(
    () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  );
}
