/**
 * Long work, cut into units that can be computed anywhere and in any order: a unit's numbers depend
 * on the options and its number alone. What comes back is put in its place by number, and the core
 * merges it in that order, so that the result is the same bits whoever computed what.
 */

/** @import { EngineModule, Histogram, Moments, RunName, RunResults, SampleVariance, ScoreNumbers, ScoreStatistics, ScoreTheory, SummaryNumbers } from './types.js' */
/** @import { AttentionNumbers, GradientNumbers } from './attention.js' */
/** @import { AttentionTask, GradientTask } from './attention-jobs.js' */
/** @import { SampleVarianceNumbers } from './options.js' */

import { attentionGradientJob, attentionJob, buffersOf, computeParts } from './attention-jobs.js';
import { orOutOfMemory, zeros } from './checks.js';
import { memoryOf } from './memory.js';
import { sampleVarianceNumbers, scoreNumbers } from './options.js';

/**
 * What a worker is sent: plain data, for the slice it is to compute.
 *
 * @typedef {{name: 'scoreStatistics', numbers: ScoreNumbers} | {name: 'sampleVariance', numbers: SampleVarianceNumbers} | AttentionTask | GradientTask} Task
 *
 * What comes of a slice.
 *
 * @typedef {Float64Array | AttentionNumbers[] | GradientNumbers[]} SliceNumbers
 */

/**
 * @template Result
 * @typedef {object} Job
 * @property {RunName} name
 * @property {(first: number, last: number, transfer?: ArrayBufferLike[]) => Task} task for the units
 *   [first, last); with transfer every array in it is a copy, whose buffer is added to transfer
 * @property {number} units
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
      return computeParts(memoryOf(module), task);
  }
}

/** @param {SliceNumbers | null} numbers @returns {ArrayBufferLike[]} what a message hands over */
export function buffersOfSlice(numbers) {
  if (numbers === null) return [];
  return Array.isArray(numbers) ? numbers.flatMap(buffersOf) : [numbers.buffer];
}

/**
 * @param {SummaryNumbers} summary
 * @returns {Moments}
 */
const moments = ({ count, mean, std, variance, skewness, kurtosis, min, max }) => ({
  count,
  mean,
  std,
  variance,
  skewness,
  kurtosis,
  excessKurtosis: kurtosis - 3,
  min,
  max,
});

/**
 * @param {number} low
 * @param {number} high
 * @param {Float64Array} counts below, the bins, above
 * @returns {Histogram}
 */
const histogram = (low, high, counts) => ({
  low,
  high,
  counts: Array.from(counts.subarray(1, -1)),
  below: counts[0],
  above: counts[counts.length - 1],
});

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
 * Where to draw the histogram of a law with a long right tail: its middle nine tenths and half as
 * much on either side.
 *
 * @param {{p05: number, p95: number}} quantiles
 * @returns {[number, number]}
 */
function rangeOfQuantiles({ p05, p95 }) {
  const reach = (p95 - p05) / 2 || 1;
  return [Math.max(0, p05 - reach), p95 + reach];
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<SampleVariance>}
 */
export function sampleVarianceJob(module, options) {
  const numbers = sampleVarianceNumbers(options);
  const { product, draws: total, value, bins } = numbers;
  const draws = zeros('sampleVariance', total);
  /** @type {[number, number][]} */
  const ranges = [];
  let arrived = 0;

  const drawsSoFar = () => {
    if (arrived === total) return draws;
    const some = zeros('sampleVariance', arrived);
    let length = 0;
    for (const [first, last] of ranges) {
      some.set(draws.subarray(first, last), length);
      length += last - first;
    }
    return some;
  };

  return {
    name: 'sampleVariance',
    task: () => ({ name: 'sampleVariance', numbers }),
    units: total,
    total,
    bytes: draws.byteLength,
    absorb(first, last, slice) {
      draws.set(/** @type {Float64Array} */ (slice), first);
      ranges.push([first, last]);
      arrived += last - first;
    },
    begun: () => arrived > 1, // one draw has no standard error
    result() {
      const some = drawsSoFar();
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
  attention: attentionJob,
  attentionGradient: attentionGradientJob,
};

/** What run() can run. */
export const jobNames = /** @type {readonly RunName[]} */ (Object.keys(jobs));
