/**
 * One face for the two kinds of worker: those of the browser and those of node:worker_threads.
 */

/** @import { WorkerLike } from '../types.js' */

/**
 * @typedef {object} Port
 * @property {(message: unknown, transfer: ArrayBuffer[]) => void} post hands over the buffers in transfer
 * @property {(busy: boolean) => void} hold whether the worker keeps a Node process alive
 * @property {() => void} close
 */

/**
 * @typedef {object} EventWorker the part of the browser's Worker used here
 * @property {(type: string, listener: (event: Event) => void) => void} addEventListener
 *
 * @typedef {object} ThreadWorker the part of Node's Worker used here
 * @property {(type: string, listener: (value: unknown) => void) => unknown} on
 * @property {() => void} ref
 * @property {() => void} unref
 */

/**
 * @param {WorkerLike} worker
 * @param {(message: unknown) => void} onMessage
 * @param {() => void} onFailure the worker did not start, or ended
 * @returns {Port}
 */
export function openPort(worker, onMessage, onFailure) {
  if ('on' in worker) {
    const thread = /** @type {WorkerLike & ThreadWorker} */ (worker);
    thread.on('message', onMessage);
    for (const type of ['error', 'messageerror', 'exit']) thread.on(type, onFailure);
  } else {
    const events = /** @type {WorkerLike & EventWorker} */ (worker);
    events.addEventListener('message', (event) =>
      onMessage(/** @type {MessageEvent} */ (event).data),
    );
    for (const type of ['error', 'messageerror']) events.addEventListener(type, onFailure);
  }
  const thread = /** @type {Partial<ThreadWorker>} */ (worker);
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (busy) => (busy ? thread.ref?.() : thread.unref?.()),
    close: () => void worker.terminate(),
  };
}
