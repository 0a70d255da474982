/**
 * dist/scaledot-engine.min.js: the engine in one classic script, without labs. In a page it defines one global,
 * `scaledot`. As a worker it computes: load({ createWorker: scaledot.createWorker }) uses it for workers.
 */
import './address.js';
import '../engine/worker.js';
import { createWorker } from './create-worker.js';
import * as engine from './engine-index.js';

// If it is loaded twice, or after the script with all labs, the first one stays. Not ??=, because an element with the
// id "scaledot" is also found under that name.
if (globalThis.document && !Object.hasOwn(globalThis, 'scaledot'))
  Object.assign(globalThis, { scaledot: Object.freeze({ ...engine, createWorker }) });
