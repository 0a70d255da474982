/**
 * Workers for training, on pages that have a smaller program for them than for other workers, and the one that the page
 * started before it had an engine.
 */

/** @type {Worker | undefined} */
let waiting;
/** @type {(() => Worker) | undefined} */
let make;

/**
 * Milliseconds after which an unused worker is ended: the visitor may switch to another lab, or the lab may need no
 * worker.
 */
const patience = 10_000;

/**
 * Starts the first worker, and registers how to make more.
 * @param {() => Worker} makeWorker
 */
export function startTrainingWorkers(makeWorker) {
  const first = makeWorker();
  make = makeWorker;
  waiting = first;
  const giveUp = () => {
    if (waiting !== first) return;
    waiting = undefined;
    first.terminate();
  };
  first.onerror = giveUp;
  setTimeout(giveUp, patience);
  first.postMessage({ type: 'training', id: 0, name: 'prepare', args: {} });
}

/** Returns a worker for training, if this page has its own. */
export function trainingWorker() {
  const worker = waiting ?? make?.();
  waiting = undefined;
  return worker;
}
