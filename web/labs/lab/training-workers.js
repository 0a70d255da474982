/**
 * Workers that train, where the page has a smaller program for them than its other workers', and those that it started before
 * it had an engine. What gives none is not asked again.
 */

/** @typedef {() => Worker} MakeWorker */

/** @type {MakeWorker | undefined} */
let make;
/** @type {Worker[]} */
let waiting = [];

/**
 * Starts workers, and says how more of them are made.
 * @param {MakeWorker} makeWorker
 * @param {number} count
 * @returns {Worker | undefined} the one that is taken first
 */
export function startTrainingWorkers(makeWorker, count) {
  try {
    waiting = Array.from({ length: count }, makeWorker);
    make = makeWorker;
  } catch {
    return undefined; // a sandboxed frame: who asks later is told why
  }
  for (const worker of waiting)
    worker.addEventListener('error', () => {
      waiting = waiting.filter((other) => other !== worker);
    });
  return waiting[0];
}

/** One that trains, if this page has any of its own. */
export const trainingWorker = () => waiting.shift() ?? make?.();
