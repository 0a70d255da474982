// Runs a browser worker's program as a thread of Node, with the global functions that it needs. Reports when it listens.
import { parentPort, workerData } from 'node:worker_threads';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
Object.assign(globalThis, {
  postMessage: (/** @type {unknown} */ message, /** @type {any} */ { transfer = [] } = {}) =>
    port.postMessage(message, transfer),
  addEventListener: (/** @type {string} */ type, /** @type {(event: object) => void} */ listener) =>
    type === 'message' && port.on('message', (data) => listener({ data })),
});
await import(workerData);
port.postMessage({ type: 'listening' });
