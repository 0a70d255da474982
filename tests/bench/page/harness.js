/**
 * Times one entrant in one page. The driver (attention.mjs) opens a page for each entrant and samples them in turn, so that
 * disturbances of the machine affect all alike.
 *
 * @typedef {import('./problem.js').Results} Results
 *
 * @typedef {object} Task
 * @property {string} kind  forward, gradient (the forward pass included), weights; kernel, kernelGradient, kernelWeights
 * @property {string} name
 * @property {() => unknown} run  once; a promise is awaited
 * @property {() => Results} read  what the last run computed
 *
 * @typedef {{tasks: Task[], dispose?: () => unknown}} SetUp
 * @typedef {{setUp: (problem: import('./problem.js').Problem) => SetUp | Promise<SetUp>}} Entrant
 */
import { largestError, makeProblem } from './problem.js';
import { openProbe, peakNow, seconds } from './probe.js';

/** @type {Entrant} */
let entrant;
/** @type {import('./probe.js').Probe} */
let probe;
/** @type {(Task & {count: number})[]} */
let tasks = [];
/** @type {(() => unknown) | undefined} */
let dispose;

/** @param {string} module @param {string} [variant] */
export async function open(module, variant) {
  probe = await openProbe('relaxed');
  entrant = await (await import(`./entrants/${module}.js`)).open(variant);
}

/**
 * Runs a task until V8 has optimised it, and returns the number of runs in a batch. The clock of a page is coarse, so only times
 * of at least half a batch count.
 * @param {Task} task @param {{batch: number, warmUp: number}} times in seconds
 */
async function warmUp(task, { batch, warmUp }) {
  let count = 1;
  let best = Infinity;
  for (let spent = 0; spent < warmUp || best === Infinity;) {
    const time = await seconds(() => repeat(task, count));
    spent += time;
    if (time < batch / 2) count *= 2;
    else best = Math.min(best, time / count);
  }
  return Math.max(1, Math.round(batch / best));
}

/** @param {Task} task @param {number} count */
async function repeat({ run }, count) {
  for (let i = 0; i < count; i++) {
    const done = run();
    if (done instanceof Promise) await done;
  }
}

/**
 * Sets up the tasks of these kinds.
 * @param {number[]} shape heads, length, dim @param {string[]} kinds @param {{batch: number, warmUp: number}} times
 * @returns {Promise<{kind: string, name: string, error: number}[]>} error: the largest absolute error of the results
 */
export async function prepare(shape, kinds, times) {
  const problem = makeProblem(shape);
  const all = await entrant.setUp(problem);
  dispose = all.dispose;
  tasks = [];
  for (const task of all.tasks)
    if (kinds.includes(task.kind)) tasks.push({ ...task, count: await warmUp(task, times) });
  return tasks.map(({ kind, name, read }) => ({
    kind,
    name,
    error: largestError(problem, read()),
  }));
}

/** Measures one batch, and the peak just before it. @param {number} index @returns {Promise<{seconds: number, peak: number}>} */
export async function sample(index) {
  const task = tasks[index];
  const peak = await peakNow(probe);
  return { peak, seconds: (await seconds(() => repeat(task, task.count))) / task.count };
}

export async function finish() {
  await dispose?.();
  dispose = undefined;
  tasks = [];
}
