import { trustedWorker } from './trusted.js';

/**
 * Whether the browser can start a worker. It cannot if this script comes from another origin than the page, or if the
 * page has none (in a sandbox).
 */
export function startsWorkers() {
  // Some bundlers write a file: address here, which says nothing.
  const { protocol, origin } = new URL(import.meta.url);
  return !protocol.startsWith('http') || origin === self.origin;
}

/**
 * Creates a worker for the engine and for files. Its script is beside this file in the sources, and in the same folder
 * in the package. Throws where the browser starts no worker, because some browsers would log the attempt to the
 * console.
 */
export function createWorker() {
  if (!startsWorkers())
    throw new Error(`workers: a page of ${self.origin} starts none of ${import.meta.url}`);
  return trustedWorker(
    () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  );
}
