import { trustedWorker } from './trusted.js';

/**
 * A worker for the engine and for files; beside this file in the sources, in one folder in the package. Throws where browsers
 * start no worker, because this script comes from another origin than the page, or the page has none (in a sandbox): some
 * would complain of the attempt on the console.
 */
export function createWorker() {
  // Some bundlers write a file's address here, which says nothing.
  const { protocol, origin } = new URL(import.meta.url);
  if (protocol.startsWith('http') && origin !== self.origin)
    throw new Error(`workers: a page of ${self.origin} starts none of ${origin}`);
  return trustedWorker(
    () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  );
}
