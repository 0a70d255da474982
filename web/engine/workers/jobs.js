/**
 * Long work, cut into units that can be computed anywhere and in any order: a unit's numbers depend
 * on the options and its number alone. What comes back is put in its place by number, and the core
 * merges it in that order, so that the result is the same bits whoever computed what.
 */

/** @import { EngineModule, RunName } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { Job, JobKind, SliceNumbers, Task } from './types.js' */

import { outOfMemory } from '../border/checks.js';
import { memoryOf } from '../border/memory.js';
import { Pace } from './pace.js';

/** What run() can run. @type {readonly RunName[]} */
export const jobNames = [
  'scoreStatistics',
  'sampleVariance',
  'softmaxStatistics',
  'scoringStatistics',
  'headAlgebra',
  'attention',
  'attentionGradient',
];

/** @template T @param {() => T} compute @returns {T | null} null: no memory */
export function orNull(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return null; // all else has been checked
    throw error;
  }
}

/**
 * Computes the units [first, last) of a task. Null: no memory.
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
 * What a slice computes, where a task is nothing but numbers.
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
 * The function that computes a whole job here and now.
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
