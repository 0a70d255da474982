/**
 * One engine for all labs of a page. It uses workers where the browser lets them start. In a sandboxed frame or from
 * another origin it cannot, and the engine then works in short slices on the page's own thread.
 *
 * Labs register when they are connected and unregister when they are removed. Some time after the last lab was removed,
 * the engine and its workers end. The next lab starts a new engine.
 */

/** @import { Engine } from '../../engine/engine.js' */
/** @import { PartName, Progress } from '../../engine/types.js' */

import { load } from '../../engine/same-bits.js';
import { createWorker, startsWorkers } from './create-worker.js';

/** The engine of the page's labs. @type {Engine | undefined} */
let shared;

/**
 * Returns the engine with some of its parts, or with all.
 * @param {readonly PartName[]} [parts]
 * @returns {Promise<Engine>} the same one, whatever the parts
 */
export function sharedEngine(parts) {
  // Requests no workers where none can start, so that engine.workers is 0 there.
  const loading = load({
    ...(startsWorkers() ? { workers: 'auto', createWorker } : { workers: 0 }),
    onWorkerLost,
    ...(parts && { parts }),
  });
  // A load that failed for lack of memory or network may succeed when it is requested again.
  loading.then(
    (engine) => {
      shared = engine;
      if (labs.size === 0) giveLater();
    },
    () => {},
  );
  return loading;
}

/** How long the engine stays without a lab, ms. Whoever moves or replaces a lab needs it again at once. */
const patience = 10_000;

/** The connected labs. @type {Set<{engineChanged: () => void}>} */
const labs = new Set();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let giving;

/** Registers a connected lab. @param {{engineChanged: () => void}} lab */
export function enter(lab) {
  clearTimeout(giving);
  labs.add(lab);
}

/** Unregisters a removed lab. @param {{engineChanged: () => void}} lab */
export function leave(lab) {
  labs.delete(lab);
  if (labs.size === 0) giveLater();
}

/** Whether a worker of the engine ended or stopped responding. */
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
 * Returns the speed of this engine on this machine, measured once per page with real work of at most a third of a
 * second.
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
 * Measures the rate between the first and the last progress report: the start of the workers is not part of the
 * engine's speed.
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
      // The time limit starts with the first report, which takes long on a slow or busy machine.
      onProgress(progress) {
        reports.push(progress);
        timer ??= setTimeout(() => time.abort(), 350);
      },
    });
  } catch {
    // The time limit was reached. The reports so far are the measurement.
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
