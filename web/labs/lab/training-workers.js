/**
 * Workers that train, where the page has a smaller program for them than its other workers', and those that it started before
 * it had an engine.
 */

/** @type {Worker[]} */
let waiting = [];
/** @type {(() => Worker) | undefined} */
let make;

/**
 * Starts workers, and says how more of them are made.
 * @param {() => Worker} makeWorker
 * @param {number} count
 */
export function startTrainingWorkers(makeWorker, count) {
  waiting = Array.from({ length: count }, makeWorker);
  make = makeWorker;
  for (const worker of waiting)
    worker.onerror = () => (waiting = waiting.filter((other) => other !== worker));
  // The one that is taken first.
  waiting[0].postMessage({ type: 'training', id: 0, name: 'prepare', args: {} });
}

/** One that trains, if this page has any of its own. */
export const trainingWorker = () => waiting.shift() ?? make?.();
