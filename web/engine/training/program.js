/**
 * The program of a worker that only trains: a fifth of worker.js, which does so, too. Pages that begin with a training start
 * it before they have anything else (web/page/early.js).
 */

/** @import { TrainingOrder } from './training-worker.js' */

import '../border/lzma.js'; // what is needed by what it fetches comes with it
import '../../../build/engine/learning-glue.js';
import { train } from './training-worker.js';

globalThis.addEventListener('message', ({ data }) => {
  const order = /** @type {TrainingOrder} */ (data);
  if (order?.type === 'training') void train(order, (answer) => globalThis.postMessage(answer));
});
