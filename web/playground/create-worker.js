import { trustedWorker } from '../labs/lab/trusted.js';

/** Creates the worker that programs run in. Throws where browsers do not start it, like create-worker.js of the labs. */
export function createWorker() {
  const { protocol, origin } = new URL(import.meta.url);
  if (protocol.startsWith('http') && origin !== self.origin)
    throw new Error(`workers: a page of ${self.origin} starts none of ${origin}`);
  return trustedWorker(
    () => new Worker(new URL('./program-worker.js', import.meta.url), { type: 'module' }),
  );
}
