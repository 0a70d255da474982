/**
 * dist/scaledot-engine.min.js: the engine in one classic script, without labs. In a page it leaves one global, `scaledot`; in a worker
 * it computes: load({ createWorker: scaledot.createWorker }) makes workers of it.
 */
import './address.js';
import '../engine/worker.js';
import { createWorker } from './create-worker.js';
import * as engine from './engine-index.js';

// Loaded twice, the first stays, also the script with all labs. Not ??=: an element with the id "scaledot" answers to that name, too.
if (globalThis.document && !Object.hasOwn(globalThis, 'scaledot'))
  Object.assign(globalThis, { scaledot: Object.freeze({ ...engine, createWorker }) });
