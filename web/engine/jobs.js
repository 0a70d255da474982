/**
 * Long work, cut into units that can be computed anywhere and in any order: a unit's numbers depend
 * on the options and its number alone. What comes back is put in its place by number, and the core
 * merges it in that order, so that the result is the same bits whoever computed what.
 */

/** @import { EngineModule, RunName, RunResults, SampleVariance, ScoreNumbers, ScoreStatistics, ScoreTheory } from './types.js' */
/** @import { AttentionNumbers, GradientNumbers } from './attention.js' */
/** @import { AttentionTask, GradientTask } from './attention-jobs.js' */
/** @import { HeadNumbers } from './head-algebra.js' */
/** @import { Memory } from './memory.js' */
/** @import { SampleVarianceNumbers } from './options.js' */
/** @import { ScoringNumbers } from './scoring-statistics.js' */
/** @import { SoftmaxNumbers } from './softmax-statistics.js' */

import { attentionGradientJob, attentionJob, computeParts } from './attention-jobs.js';
import { orOutOfMemory, zeros } from './checks.js';
import { computeSpectrum, headAlgebraJob } from './head-algebra.js';
import { Kept } from './kept.js';
import { memoryOf } from './memory.js';
import { sampleVarianceNumbers, scoreNumbers } from './options.js';
import { histogram, moments, rangeOfQuantiles } from './results.js';
import { computeScoringDraws, scoringStatisticsJob } from './scoring-statistics.js';
import { computeSoftmaxDraws, softmaxStatisticsJob } from './softmax-statistics.js';

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
 * @property {() => boolean} begun whether there is enough for a result
 * @property {() => Result} result of what is in
 */

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
  switch (task.name) {
    case 'scoreStatistics':
      return module.scoreUnitRange(task.numbers, first, last);
    case 'sampleVariance':
      return module.varianceDraws(task.numbers.product, first, last);
    default:
      return orNull(() => computeWithArrays(memoryOf(module), task, first, last));
  }
}

/**
 * @param {Memory} memory
 * @param {Exclude<Task, {name: 'scoreStatistics' | 'sampleVariance'}>} task
 * @param {number} first
 * @param {number} last
 */
function computeWithArrays(memory, task, first, last) {
  switch (task.name) {
    case 'softmaxStatistics':
      return computeSoftmaxDraws(memory, task.numbers, first, last);
    case 'scoringStatistics':
      return computeScoringDraws(memory, task.numbers, first, last);
    case 'headAlgebra':
      return computeSpectrum(memory, task.numbers);
    default:
      return computeParts(memory, task);
  }
}

/** @template T @param {() => T} compute @returns {T | null} null: no memory */
function orNull(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return null; // all else has been checked
    throw error;
  }
}

/**
 * @param {EngineModule} module
 * @param {ScoreNumbers} numbers
 * @returns {ScoreTheory}
 */
export function theoryOf(module, numbers) {
  const { mean, variance, skewness, kurtosis } = module.scoreTheory(numbers);
  const { scale } = numbers;
  return { mean, variance, std: Math.sqrt(variance), skewness, kurtosis, scale };
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<ScoreStatistics>}
 */
export function scoreStatisticsJob(module, options) {
  const numbers = scoreNumbers(module, 'scoreStatistics', options);
  const units = module.scoreUnits(numbers);
  const { scoreRecord } = module;
  const records = zeros('scoreStatistics', units * scoreRecord);
  const counts = new Float64Array(numbers.bins + 2);
  let arrived = 0;
  let end = 0; // one past the last unit that is in
  const summaryOf = () =>
    orOutOfMemory(
      module.mergeScoreUnits(numbers, records.subarray(0, end * scoreRecord)),
      'scoreStatistics',
      records.byteLength,
    );
  return {
    name: 'scoreStatistics',
    task: () => ({ name: 'scoreStatistics', numbers }),
    units,
    total: numbers.queries * numbers.keys,
    bytes: module.scoreBytes(numbers),
    absorb(first, last, result) {
      const slice = /** @type {Float64Array} */ (result);
      const size = (last - first) * scoreRecord;
      records.set(slice.subarray(0, size), first * scoreRecord);
      for (let i = 0; i < counts.length; ++i) counts[i] += slice[size + i];
      arrived += last - first;
      end = Math.max(end, last);
    },
    begun() {
      // Some units only make NumPy's numbers; and the components of a vector are counted in the first
      // unit that uses it, which may come later than others.
      const { query, key } = summaryOf();
      return query.count > 0 && key.count > 0;
    },
    result() {
      const summary = summaryOf();
      return {
        query: { mean: summary.query.mean, std: summary.query.std },
        key: { mean: summary.key.mean, std: summary.key.std },
        scores: moments(summary.scores),
        unscaled: moments(summary.unscaled),
        standardError: { mean: summary.meanError, variance: summary.varianceError },
        theory: theoryOf(module, numbers),
        scale: numbers.scale,
        histogram: histogram(numbers.low, numbers.high, counts),
        done: arrived / units,
        ...(arrived < units && { partial: true }),
      };
    },
  };
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<SampleVariance>}
 */
export function sampleVarianceJob(module, options) {
  const numbers = sampleVarianceNumbers(options);
  const { product, draws: total, value, bins } = numbers;
  /** @type {Kept<Float64Array>} */
  const kept = new Kept('sampleVariance', 1, total, Float64Array);
  return {
    name: 'sampleVariance',
    task: () => ({ name: 'sampleVariance', numbers }),
    units: total,
    total,
    bytes: Float64Array.BYTES_PER_ELEMENT * total,
    absorb: (first, last, slice) => kept.absorb(first, last, /** @type {Float64Array} */ (slice)),
    begun: () => kept.arrived > 1, // one draw has no standard error
    result() {
      const { arrived } = kept;
      const some = kept.values(0);
      const { byteLength } = some;
      const summary = orOutOfMemory(
        module.summarizeVariances(some, value ?? NaN),
        'sampleVariance',
        byteLength,
      );
      const { mean, standardError, p05, p25, p50, p75, p95, percentile } = summary;
      const [low, high] = numbers.range ?? rangeOfQuantiles(summary);
      const counts = module.countValues(some, low, high, bins);
      return {
        expectation: module.varianceExpectation(product),
        mean,
        standardError,
        quantiles: { p05, p25, p50, p75, p95 },
        ...(value !== undefined && { percentile }),
        histogram: histogram(low, high, orOutOfMemory(counts, 'sampleVariance', byteLength)),
        draws: arrived,
        done: arrived / total,
        ...(arrived < total && { partial: true }),
      };
    },
  };
}

/** @type {{[Name in RunName]: (module: EngineModule, options: unknown) => Job<RunResults[Name]>}} */
export const jobs = {
  scoreStatistics: scoreStatisticsJob,
  sampleVariance: sampleVarianceJob,
  softmaxStatistics: softmaxStatisticsJob,
  scoringStatistics: scoringStatisticsJob,
  headAlgebra: headAlgebraJob,
  attention: attentionJob,
  attentionGradient: attentionGradientJob,
};

/** What run() can run. */
export const jobNames = /** @type {readonly RunName[]} */ (Object.keys(jobs));
