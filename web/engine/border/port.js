/**
 * One interface to both kinds of worker: the browser's and those of node:worker_threads.
 */

/** @import { WorkerLike } from '../types.js' */
/** @import { Port } from './types.js' */

/**
 * @typedef {object} EventWorker the part of the browser's Worker used here
 * @property {(type: string, listener: (event: MessageEvent) => void) => void} addEventListener
 *
 * @typedef {object} ThreadWorker the part of Node's Worker used here
 * @property {(type: string, listener: (value: any) => void) => unknown} on
 * @property {() => void} ref
 * @property {() => void} unref
 */

/**
 * @template Message what the worker sends
 * @param {WorkerLike & Partial<EventWorker & ThreadWorker>} worker
 * @param {(message: Message) => void} onMessage
 * @param {() => void} onFailure called when the worker does not start, or ends
 * @returns {Port}
 */
export function openPort(worker, onMessage, onFailure) {
  if (worker.on) {
    worker.on('message', onMessage);
    for (const type of ['error', 'messageerror', 'exit']) worker.on(type, onFailure);
  } else {
    worker.addEventListener?.('message', ({ data }) => onMessage(data));
    for (const type of ['error', 'messageerror']) worker.addEventListener?.(type, onFailure);
  }
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (busy) => (busy ? worker.ref?.() : worker.unref?.()),
    close: () => void worker.terminate(),
  };
}
