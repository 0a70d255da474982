/**
 * One engine for all labs of a page. Workers are used where the browser lets them start; in a sandboxed frame or from
 * another origin it does not, and the engine then works in short slices on the page's own thread.
 *
 * Labs say that they stand on the page and that they have left it; some time after the last one has left, the engine and
 * its workers end, and the next lab starts another.
 */

/** @import { Engine } from '../../engine/engine.js' */
/** @import { PartName, Progress } from '../../engine/types.js' */

import { load } from '../../engine/same-bits.js';
import { createWorker, startsWorkers } from './create-worker.js';

/** The engine that the labs of the page have. @type {Engine | undefined} */
let shared;

/**
 * The engine with some of its parts, or with all.
 * @param {readonly PartName[]} [parts]
 * @returns {Promise<Engine>} the same one, whatever the parts
 */
export function sharedEngine(parts) {
  // Where none can start the engine names none.
  const loading = load({
    ...(startsWorkers() ? { workers: 'auto', createWorker } : { workers: 0 }),
    onWorkerLost,
    ...(parts && { parts }),
  });
  // What failed once, for want of memory or of a network, may work when it is asked for again.
  loading.then(
    (engine) => {
      shared = engine;
      if (labs.size === 0) giveLater();
    },
    () => {},
  );
  return loading;
}

/** How long the engine stays without a lab, in milliseconds: whoever moves a lab, or changes it for another, needs it at once. */
const patience = 10_000;

/** The labs on the page. @type {Set<{engineChanged: () => void}>} */
const labs = new Set();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let giving;

/** A lab stands on the page. @param {{engineChanged: () => void}} lab */
export function enter(lab) {
  clearTimeout(giving);
  labs.add(lab);
}

/** A lab has left the page. @param {{engineChanged: () => void}} lab */
export function leave(lab) {
  labs.delete(lab);
  if (labs.size === 0) giveLater();
}

/** Whether a worker of the engine ended or fell silent. */
let lost = false;

export const lostWorker = () => lost;

function onWorkerLost() {
  lost = true;
  for (const lab of labs) lab.engineChanged();
}

function giveLater() {
  clearTimeout(giving);
  giving = setTimeout(() => {
    shared?.dispose();
    shared = undefined;
    lost = false;
  }, patience);
}

/** @typedef {{dk: number, perSecond: number}} Speed scores per second at that d_k */

/** @type {Promise<Speed | undefined> | undefined} */
let measuring;

/** @type {Speed | undefined} */
let known;

/** The speed, if it has been measured. */
export const knownSpeed = () => known;

/**
 * The speed of this engine on this machine, measured once per page by real work of at most a third of a second.
 * @param {Engine} engine
 * @returns {Promise<Speed | undefined>}
 */
export function sharedSpeed(engine) {
  measuring ??= measure(engine).then((speed) => {
    if (!speed) measuring = undefined;
    return (known = speed);
  });
  return measuring;
}

/**
 * The rate between the first report of progress and the last: the start of the workers is not the engine's speed.
 * @param {Engine} engine
 */
async function measure(engine) {
  const options = { dk: 64, queries: 8000, keys: 8000 };
  const time = new AbortController();
  /** @type {Progress[]} */
  const reports = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    await engine.run('scoreStatistics', options, {
      signal: time.signal,
      // Counted from the first report: on a slow or busy machine that takes long.
      onProgress(progress) {
        reports.push(progress);
        timer ??= setTimeout(() => time.abort(), 350);
      },
    });
  } catch {
    // Time was up: what was reported up to here is the measurement.
  } finally {
    clearTimeout(timer);
  }
  const perSecond = rateOf(reports);
  return perSecond > 0 ? { dk: options.dk, perSecond } : undefined;
}

/** @param {readonly Progress[]} reports */
function rateOf(reports) {
  const [first, last] = [reports[0], reports[reports.length - 1]];
  if (!last) return 0;
  const seconds = last.seconds - first.seconds;
  return seconds > 0 ? (last.scores - first.scores) / seconds : last.perSecond;
}
