/**
 * Workers that train, where the page has a smaller program for them than its other workers', and the one that it started before
 * it had an engine.
 */

/** @type {Worker | undefined} */
let waiting;
/** @type {(() => Worker) | undefined} */
let make;

/** Nobody may come for it: the visitor goes to another lab, or the lab finds out that it does without. In milliseconds. */
const patience = 10_000;

/**
 * Starts the first worker, and says how more of them are made.
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

/** One that trains, if this page has any of its own. */
export function trainingWorker() {
  const worker = waiting ?? make?.();
  waiting = undefined;
  return worker;
}
