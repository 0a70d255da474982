import { trustedWorker } from '../labs/lab/trusted.js';

/** The worker that programs run in. Throws where browsers start none, as create-worker.js of the labs does. */
export function createWorker() {
  const { protocol, origin } = new URL(import.meta.url);
  if (protocol.startsWith('http') && origin !== self.origin)
    throw new Error(`workers: a page of ${self.origin} starts none of ${origin}`);
  return trustedWorker(
    () => new Worker(new URL('./program-worker.js', import.meta.url), { type: 'module' }),
  );
}
