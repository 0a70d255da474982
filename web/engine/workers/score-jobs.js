/** Statistics of scores, as a job and in one call. */

/** @import { EngineModule, Histogram, ScoreOptions, ScoreStatistics } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreNumbers } from '../records/options.js' */
/** @import { Job } from './types.js' */
/** @typedef {ReturnType<typeof core.scoreSummary>} Summaries a result without its counts */

import { outOfMemory, zeros } from '../border/checks.js';
import { memoryOf } from '../border/memory.js';
import * as core from '../records/score-jobs.js';
import { scoreNumbers, scorePlan } from '../functions/options.js';
import { histogram, moments } from '../functions/results.js';
import { theoryFrom } from '../functions/score-theory.js';
import { orNull } from './jobs.js';

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @param {number} first
 * @param {number} last
 * @returns {Float64Array} the records of the units, then the counts of the histogram
 */
export function computeScoreUnits(memory, numbers, first, last) {
  const length = (last - first) * memory.module.scoreRecord + numbers.bins + 2;
  memory.begin('scoreStatistics');
  const place = memory.alloc(2 * length);
  core.scoreUnitRange(memory, { scores: numbers, first, last, recordsAndCounts: place });
  return memory.doubles(place, length);
}

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @param {Float64Array} records of the units
 * @returns {Summaries}
 */
function mergeScoreUnits(memory, numbers, records) {
  const units = records.length / memory.module.scoreRecord;
  memory.begin('scoreStatistics');
  const counts = memory.alloc(0, false); // the caller has them
  return core.scoreSummary(memory, 'mergeScoreUnits', { scores: numbers, units, records, counts });
}

/**
 * Returns the same counts on the axis of the unscaled scores, which a negative factor reverses.
 *
 * @param {Histogram} bars
 * @param {number} low start of the first bin on that axis
 * @param {number} high end of the last bin
 * @returns {Histogram | null} null for a factor of 0
 */
function unscaledBars({ counts, below, above }, low, high) {
  if (!Number.isFinite(high - low)) return null;
  if (low <= high) return { low, high, counts, below, above };
  return { low: high, high: low, counts: counts.slice().reverse(), below: above, above: below };
}

/**
 * @param {Summaries} given
 * @param {Float64Array} counts below, the bins, above
 * @param {number} done
 * @returns {ScoreStatistics}
 */
function statisticsOf(given, counts, done) {
  const { scores, unscaled, query, key } = given;
  const theory = theoryFrom({ ...given.theory, scale: given.scale });
  const bars = histogram(given.low, given.high, counts);
  return {
    query: { mean: query.mean, std: query.std },
    key: { mean: key.mean, std: key.std },
    scores: moments(scores),
    unscaled: moments(unscaled),
    standardError: { mean: given.meanError, variance: given.varianceError },
    unscaledStandardError: {
      mean: given.unscaledMeanError,
      variance: given.unscaledVarianceError,
    },
    theory,
    scale: theory.scale,
    histogram: bars,
    unscaledHistogram: unscaledBars(bars, given.unscaledLow, given.unscaledHigh),
    done,
    ...(done < 1 && { partial: true }),
  };
}

/**
 * Computes and merges all units in one call. The bits are the same as those of the job.
 *
 * @param {Memory} memory
 * @param {ScoreOptions | undefined} options
 * @returns {ScoreStatistics}
 */
export function scoreStatistics(memory, options) {
  const numbers = scoreNumbers('scoreStatistics', options);
  const length = numbers.bins + 2;
  memory.begin('scoreStatistics');
  const counts = memory.alloc(2 * length);
  const record = { scores: numbers, units: 0, records: null, counts };
  const statistics = orNull(() => {
    const given = core.scoreSummary(memory, 'scoreStatistics', record);
    return statisticsOf(given, memory.doubles(counts, length), 1);
  });
  if (!statistics) throw outOfMemory('scoreStatistics', scorePlan(memory, numbers).bytes);
  return statistics;
}

/**
 * @param {EngineModule} module
 * @param {ScoreOptions | undefined} options
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
  let end = 0; // one past the last finished unit
  const merged = () => mergeScoreUnits(memory, numbers, records.subarray(0, end * scoreRecord));
  return {
    name: 'scoreStatistics',
    task: () => ({ name: 'scoreStatistics', numbers }),
    units,
    total: numbers.queries * numbers.keys,
    bytes,
    absorb(first, last, /** @type {Float64Array} */ slice) {
      const size = (last - first) * scoreRecord;
      records.set(slice.subarray(0, size), first * scoreRecord);
      for (let i = 0; i < counts.length; ++i) counts[i] += slice[size + i];
      arrived += last - first;
      end = Math.max(end, last);
    },
    // Units that only generate NumPy's numbers have records of zeros. They take no time if an earlier run has generated
    // these numbers.
    isTypical: (slice) => slice.some((number) => number !== 0),
    begun() {
      // Some units only generate NumPy's numbers. The components of a vector are counted in the first unit that uses
      // it, which may arrive after others.
      const { query, key } = merged();
      return query.count > 0 && key.count > 0;
    },
    result: () => statisticsOf(merged(), counts, arrived / units),
  };
}
