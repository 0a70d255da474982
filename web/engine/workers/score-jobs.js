/** Statistics of scores: as a job, and in one call. */

/** @import { EngineModule, Histogram, ScoreOptions, ScoreStatistics } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreNumbers } from '../records/options.js' */
/** @import { Job } from './types.js' */
/** @typedef {ReturnType<typeof core.scoreSummary>} Summaries a result but for its counts */

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
  const counts = memory.alloc(0, false); // they are the caller's
  return core.scoreSummary(memory, 'mergeScoreUnits', { scores: numbers, units, records, counts });
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
 * All units and their merging in one call: the same bits as from the job.
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
  let end = 0; // one past the last unit that is in
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
    // Units that only make NumPy's numbers have records of zeros. They take no time where an earlier run has made them.
    isTypical: (slice) => slice.some((number) => number !== 0),
    begun() {
      // Some units only make NumPy's numbers; and the components of a vector are counted in the first
      // unit that uses it, which may come later than others.
      const { query, key } = merged();
      return query.count > 0 && key.count > 0;
    },
    result: () => statisticsOf(merged(), counts, arrived / units),
  };
}
