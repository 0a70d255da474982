/**
 * The program of a worker that only trains. It is smaller than worker.js, which also trains. Pages that begin with a
 * training start it before anything else (web/page/prestart.js).
 */

/** @import { TrainingOrder } from './types.js' */

import '../border/lzma.js'; // the modules that it fetches need this
import { train } from './training-worker.js';

import('../../../build/engine/learning-glue.js').catch(() => {}); // imported again when it is needed

globalThis.addEventListener('message', ({ data }) => {
  /** @type {TrainingOrder} */
  const order = data;
  if (order?.type === 'training') void train(order, (answer) => globalThis.postMessage(answer));
});
