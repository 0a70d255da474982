/**
 * Long work, cut into units that can be computed anywhere and in any order: a unit's numbers depend
 * on the options and its number alone. What comes back is put in its place by number, and the core
 * merges it in that order, so that the result is the same bits whoever computed what.
 */

/** @import { EngineModule, Histogram, RunName, RunResults, SampleVariance, ScoreNumbers, ScoreStatistics } from '../types.js' */
/** @import { AttentionNumbers, GradientNumbers } from '../functions/attention.js' */
/** @import { AttentionTask, GradientTask } from './attention-jobs.js' */
/** @import { HeadNumbers } from '../functions/head-algebra.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { SampleVarianceNumbers } from '../functions/options.js' */
/** @import { ScoringNumbers } from '../functions/scoring-statistics.js' */
/** @import { SoftmaxNumbers } from '../functions/softmax-statistics.js' */

import { attentionGradientJob, attentionJob, computeParts } from './attention-jobs.js';
import { outOfMemory, zeros } from '../border/checks.js';
import { computeSpectrum, headAlgebraJob } from '../functions/head-algebra.js';
import { Kept } from '../functions/kept.js';
import { memoryOf } from '../border/memory.js';
import {
  sampleVarianceNumbers,
  scoreNumbers,
  writeScores,
  writeVariance,
} from '../functions/options.js';
import {
  histogram,
  histogramOf,
  moments,
  rangeOfQuantiles,
  summaryOf,
} from '../functions/results.js';
import { theoryFrom } from '../functions/score-theory.js';
import { computeScoringDraws, scoringStatisticsJob } from '../functions/scoring-statistics.js';
import { computeSoftmaxDraws, softmaxStatisticsJob } from '../functions/softmax-statistics.js';

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
 * Computes the units [first, last) of a task. Null: no memory.
 *
 * @param {EngineModule} module
 * @param {Task} task
 * @param {number} first
 * @param {number} last
 * @returns {SliceNumbers | null}
 */
export const computeUnits = (module, task, first, last) =>
  orNull(() => computeSlice(memoryOf(module), task, first, last));

/**
 * @param {Memory} memory
 * @param {Task} task
 * @param {number} first
 * @param {number} last
 * @returns {SliceNumbers}
 */
function computeSlice(memory, task, first, last) {
  switch (task.name) {
    case 'scoreStatistics':
      return computeScoreUnits(memory, task.numbers, first, last);
    case 'sampleVariance':
      return computeVariances(memory, task.numbers, first, last);
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
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @param {number} first
 * @param {number} last
 * @returns {Float64Array} the records of the units, then the counts of the histogram
 */
function computeScoreUnits(memory, numbers, first, last) {
  const length = (last - first) * memory.module.scoreRecord + numbers.bins + 2;
  memory.begin('scoreStatistics');
  writeScores(memory, numbers);
  memory.numbers([first, last]);
  const place = memory.result(2 * length);
  memory.call(memory.module.scoreUnitRange);
  return memory.takeDoubles(place, length);
}

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @returns {{units: number, bytes: number}} how many units there are, and what computing one keeps
 */
export function scorePlan(memory, numbers) {
  memory.begin('scoreStatistics');
  writeScores(memory, numbers);
  memory.call(memory.module.scorePlan);
  const [units, bytes] = memory.gifts(2);
  return { units, bytes };
}

/** How many numbers a result has besides its counts: four summaries, four errors, theory with the factor, two ranges. */
const resultNumbers = 4 * 8 + 4 + 5 + 2 * 2;

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @param {Float64Array} records of the units
 * @returns {number[]} a result but for its counts
 */
function mergeScoreUnits(memory, numbers, records) {
  memory.begin('scoreStatistics');
  writeScores(memory, numbers);
  memory.number(records.length / memory.module.scoreRecord);
  memory.inputDoubles(records);
  memory.call(memory.module.mergeScoreUnits);
  return memory.gifts(resultNumbers);
}

/** @param {number[]} given a result but for its counts, as the core gives it */
function summariesOf(given) {
  const [scores, unscaled, query, key] = [0, 8, 16, 24].map((i) => summaryOf(given.slice(i)));
  return { scores, unscaled, query, key };
}

/**
 * The same counts on the axis of the scores before the factor, which a negative factor turned round.
 *
 * @param {Histogram} bars
 * @param {number} low where the first bin begins there
 * @param {number} high where the last one ends
 * @returns {Histogram | null} null after a factor of 0
 */
function unscaledBars({ counts, below, above }, low, high) {
  if (!Number.isFinite(high - low)) return null;
  if (low <= high) return { low, high, counts, below, above };
  return { low: high, high: low, counts: counts.slice().reverse(), below: above, above: below };
}

/**
 * @param {number[]} given a result but for its counts, as the core gives it
 * @param {Float64Array} counts below, the bins, above
 * @param {number} done
 * @returns {ScoreStatistics}
 */
function statisticsOf(given, counts, done) {
  const { scores, unscaled, query, key } = summariesOf(given);
  const [mean, variance, unscaledMean, unscaledVariance] = given.slice(32);
  const theory = theoryFrom(given.slice(36));
  const [low, high, unscaledLow, unscaledHigh] = given.slice(41);
  const bars = histogram(low, high, counts);
  return {
    query: { mean: query.mean, std: query.std },
    key: { mean: key.mean, std: key.std },
    scores: moments(scores),
    unscaled: moments(unscaled),
    standardError: { mean, variance },
    unscaledStandardError: { mean: unscaledMean, variance: unscaledVariance },
    theory,
    scale: theory.scale,
    histogram: bars,
    unscaledHistogram: unscaledBars(bars, unscaledLow, unscaledHigh),
    done,
    ...(done < 1 && { partial: true }),
  };
}

/**
 * All units and their merging in one call: the same bits as from the job.
 *
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {ScoreStatistics}
 */
export function scoreStatistics(module, options) {
  const numbers = scoreNumbers('scoreStatistics', options);
  const memory = memoryOf(module);
  const length = numbers.bins + 2;
  memory.begin('scoreStatistics');
  writeScores(memory, numbers);
  const place = memory.result(2 * length);
  const counts = orNull(() => {
    memory.call(memory.module.scoreStatistics);
    return memory.takeDoubles(place, length);
  });
  if (!counts) throw outOfMemory('scoreStatistics', scorePlan(memory, numbers).bytes);
  return statisticsOf(memory.gifts(resultNumbers), counts, 1);
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<ScoreStatistics>}
 */
export function scoreStatisticsJob(module, options) {
  const numbers = scoreNumbers('scoreStatistics', options);
  const memory = memoryOf(module);
  const { units, bytes } = scorePlan(memory, numbers);
  const { scoreRecord } = module;
  const records = zeros('scoreStatistics', units * scoreRecord);
  const counts = new Float64Array(numbers.bins + 2);
  let arrived = 0;
  let end = 0; // one past the last unit that is in
  const merged = () => mergeScoreUnits(memory, numbers, records.subarray(0, end * scoreRecord));
  return {
    name: 'scoreStatistics',
    task: () => ({ name: 'scoreStatistics', numbers }),
    units,
    total: numbers.queries * numbers.keys,
    bytes,
    absorb(first, last, result) {
      const slice = /** @type {Float64Array} */ (result);
      const size = (last - first) * scoreRecord;
      records.set(slice.subarray(0, size), first * scoreRecord);
      for (let i = 0; i < counts.length; ++i) counts[i] += slice[size + i];
      arrived += last - first;
      end = Math.max(end, last);
    },
    // Units that only make NumPy's numbers have records of zeros. They take no time where an earlier run has made them.
    isTypical: (slice) => /** @type {Float64Array} */ (slice).some((number) => number !== 0),
    begun() {
      // Some units only make NumPy's numbers; and the components of a vector are counted in the first
      // unit that uses it, which may come later than others.
      const { query, key } = summariesOf(merged());
      return query.count > 0 && key.count > 0;
    },
    result: () => statisticsOf(merged(), counts, arrived / units),
  };
}

/**
 * @param {Memory} memory
 * @param {SampleVarianceNumbers} numbers
 * @param {number} first
 * @param {number} last
 * @returns {Float64Array} the variance of each draw
 */
function computeVariances(memory, { product }, first, last) {
  memory.begin('sampleVariance');
  writeVariance(memory, product);
  memory.numbers([first, last]);
  const place = memory.result(2 * (last - first));
  memory.call(memory.module.varianceDraws);
  return memory.takeDoubles(place, last - first);
}

/**
 * @param {Memory} memory
 * @param {SampleVarianceNumbers} numbers
 * @param {Float64Array} draws
 */
function summarizeVariances(memory, { product, value }, draws) {
  memory.begin('sampleVariance');
  writeVariance(memory, product);
  memory.numbers([draws.length, value ?? NaN]);
  memory.inputDoubles(draws);
  memory.call(memory.module.summarizeVariances);
  const [expectation, mean, standardError, p05, p25, p50, p75, p95, percentile] = memory.gifts(9);
  const quantiles = { p05, p25, p50, p75, p95 };
  return { expectation, mean, standardError, quantiles, percentile };
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<SampleVariance>}
 */
export function sampleVarianceJob(module, options) {
  const numbers = sampleVarianceNumbers(options);
  const { draws: total, value, bins } = numbers;
  const memory = memoryOf(module);
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
      const { percentile, ...summary } = summarizeVariances(memory, numbers, some);
      const [low, high] = numbers.range ?? rangeOfQuantiles(summary.quantiles);
      return {
        ...summary,
        ...(value !== undefined && { percentile }),
        histogram: histogramOf(memory, 'sampleVariance', some, low, high, bins),
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
