/**
 * Long work, cut into units that can be computed anywhere and in any order, because the numbers of a unit depend only
 * on the options and its index. Results are stored by index and merged by the core in that order, so the bits are the
 * same regardless of who computed which unit.
 */

/** @import { EngineModule, RunName } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { Job, JobKind, SliceNumbers, Task } from './types.js' */

import { outOfMemory } from '../border/checks.js';
import { memoryOf } from '../border/memory.js';
import { Pace } from './pace.js';

/** The names that run() takes. @type {readonly RunName[]} */
export const jobNames = [
  'scoreStatistics',
  'sampleVariance',
  'softmaxStatistics',
  'scoringStatistics',
  'headAlgebra',
  'attention',
  'attentionGradient',
];

/** @template T @param {() => T} compute @returns {T | null} null if there is not enough memory */
export function orNull(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return null; // every other cause has been checked before
    throw error;
  }
}

/**
 * Computes the units [first, last) of a task. Returns null if there is not enough memory.
 *
 * @param {EngineModule} module
 * @param {Task} task
 * @param {number} first
 * @param {number} last
 * @returns {SliceNumbers | null}
 */
export function computeUnits(module, task, first, last) {
  const { compute } = module.jobs[task.name];
  return orNull(() => compute(memoryOf(module), task, first, last));
}

/**
 * The compute function of a task that consists of numbers only.
 *
 * @template Numbers
 * @param {(memory: Memory, numbers: Numbers, first: number, last: number) => SliceNumbers} compute
 * @returns {JobKind<unknown>['compute']}
 */
export const ofNumbers =
  (compute) =>
  (memory, { numbers }, first, last) =>
    compute(memory, numbers, first, last);

/** Milliseconds of a slice of a synchronous call. */
const slice = 25;

/**
 * Returns the function that computes a whole job synchronously.
 *
 * @template Options, Result
 * @param {(module: EngineModule, options: Options) => Job<Result>} jobOf
 */
export const atOnce =
  (jobOf) =>
  /** @param {Memory} memory @param {Options} options */
  ({ module }, options) => {
    const job = jobOf(module, options);
    const pace = new Pace();
    let first = 0;
    while (first < job.units) {
      const start = performance.now();
      const last = Math.min(job.units, first + pace.units(slice));
      const numbers = computeUnits(module, job.task(first, last), first, last);
      if (!numbers) throw outOfMemory(job.name, job.bytes);
      job.absorb(first, last, numbers);
      pace.learn(last - first, performance.now() - start);
      first = last;
    }
    return job.result();
  };
