/**
 * Long work, cut into units that can be computed anywhere and in any order: a unit's numbers depend
 * on the options and its number alone. What comes back is put in its place by number, and the core
 * merges it in that order, so that the result is the same bits whoever computed what.
 */

/** @import { EngineModule, NumberArray, RunName, ScoreNumbers } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { AttentionNumbers } from '../functions/attention.js' */
/** @import { GradientNumbers } from '../functions/attention-gradient.js' */
/** @import { AttentionTask, GradientTask } from './attention-jobs.js' */
/** @import { HeadNumbers } from '../functions/head-algebra.js' */
/** @import { SampleVarianceNumbers } from '../functions/options.js' */
/** @import { ScoringNumbers } from '../functions/scoring-statistics.js' */
/** @import { SoftmaxNumbers } from '../functions/softmax-statistics.js' */

import { outOfMemory } from '../border/checks.js';
import { memoryOf } from '../border/memory.js';
import { Pace } from './pace.js';

/**
 * What a worker is sent: plain data, for the slice it is to compute.
 *
 * @typedef {{name: 'scoreStatistics', numbers: ScoreNumbers} | {name: 'sampleVariance', numbers: SampleVarianceNumbers} | {name: 'softmaxStatistics', numbers: SoftmaxNumbers} | {name: 'scoringStatistics', numbers: ScoringNumbers} | {name: 'headAlgebra', numbers: HeadNumbers} | AttentionTask | GradientTask} Task
 *
 * What comes of a slice.
 *
 * @typedef {Float64Array | Float32Array | AttentionNumbers[] | GradientNumbers[]} SliceNumbers
 */

/**
 * @template Result
 * @typedef {object} Job
 * @property {RunName} name
 * @property {(first: number, last: number) => Task} task for the units [first, last)
 * @property {number} units
 * @property {number} [guess] how many units a millisecond is good for, before one was measured
 * @property {number} total scores (or draws) in all units
 * @property {number} bytes what one slice keeps, to name when memory is short
 * @property {(first: number, last: number, numbers: SliceNumbers) => void} absorb takes in the units
 *   [first, last); once each, in any order
 * @property {(numbers: SliceNumbers) => boolean} [isTypical] whether how long a slice took says how long others will;
 *   it does unless told
 * @property {() => boolean} begun whether there is enough for a result
 * @property {() => Result} result of what is in
 */

/**
 * What becomes of each array that a job reads later, once it has been checked.
 *
 * @typedef {<A extends NumberArray>(array: A) => A} Copy
 */

/**
 * What run() can run: how a job is made of options, and what a slice of it computes.
 *
 * @template Result
 * @typedef {object} JobKind
 * @property {(module: EngineModule, options: unknown, copy?: Copy) => Job<Result>} open
 * @property {(memory: Memory, task: any, first: number, last: number) => SliceNumbers} compute throws a RangeError where there is no
 *   memory; all else has been checked
 */

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
  const { compute } = /** @type {JobKind<unknown>} */ (module.jobs[task.name]);
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
 * @template Result
 * @param {(module: EngineModule, options: unknown) => Job<Result>} jobOf
 */
export const atOnce =
  (jobOf) =>
  /** @param {Memory} memory @param {unknown} [options] */
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
