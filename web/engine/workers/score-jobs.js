/** Statistics of scores: as a job, and in one call. */

/** @import { EngineModule, Histogram, ScoreNumbers, ScoreStatistics } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { Job } from './types.js' */

import { outOfMemory, zeros } from '../border/checks.js';
import { memoryOf } from '../border/memory.js';
import { scoreNumbers, scorePlan, writeScores } from '../functions/options.js';
import { histogram, moments, summaryOf } from '../functions/results.js';
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
  writeScores(memory, numbers);
  memory.add([first, last]);
  const place = memory.result(2 * length);
  memory.call(memory.module.scoreUnitRange);
  return memory.doubles(place, length);
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
  memory.input(records, 'HEAPF64');
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
 * @param {Memory} memory
 * @param {unknown} options
 * @returns {ScoreStatistics}
 */
export function scoreStatistics(memory, options) {
  const numbers = scoreNumbers('scoreStatistics', options);
  const length = numbers.bins + 2;
  memory.begin('scoreStatistics');
  writeScores(memory, numbers);
  const place = memory.result(2 * length);
  const counts = orNull(() => {
    memory.call(memory.module.scoreStatistics);
    return memory.doubles(place, length);
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
      const { query, key } = summariesOf(merged());
      return query.count > 0 && key.count > 0;
    },
    result: () => statisticsOf(merged(), counts, arrived / units),
  };
}
