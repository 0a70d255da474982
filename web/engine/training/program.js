/**
 * The program of a worker that only trains: smaller than worker.js, which does so, too. Pages that begin with a training start
 * it before they have anything else (web/page/prestart.js).
 */

/** @import { TrainingOrder } from './types.js' */

import '../border/lzma.js'; // what it fetches needs this
import { train } from './training-worker.js';

import('../../../build/engine/learning-glue.js').catch(() => {}); // asked for again when it is needed

globalThis.addEventListener('message', ({ data }) => {
  /** @type {TrainingOrder} */
  const order = data;
  if (order?.type === 'training') void train(order, (answer) => globalThis.postMessage(answer));
});
