/**
 * Statistics of scoring functions of random queries and keys: checks, defaults and shapes.
 * src/statistics/scoring_statistics.h defines the measures, src/attention/parameter_draw.h the random parameters.
 */

/** @import { EngineModule, ScoringFunctionStatistics, ScoringStatistics, ScoringStatisticsOptions, Spread, SummaryNumbers, Tensor } from '../types.js' */
/** @import { Job } from '../workers/types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { FunctionNumbers } from '../records/scoring-statistics.js' */
/** @import { VectorNumbers } from '../records/vectors.js' */

import { constant } from '../border/constant.js';
import * as defaults from '../border/defaults.js';
import { checkRange } from '../border/checks.js';
import { DrawValues } from './draw-values.js';
import { limits } from '../border/limits.js';
import { memoryOf } from '../border/memory.js';
import { checkOptions, later, number } from '../border/option-table.js';
import * as core from '../records/scoring-statistics.js';
import { histogram, moments } from './results.js';
import { checkHidden, costOf } from './score-parameters.js';
import { checkFunctionList, kind, scoreKinds, scoreScale } from './scoring.js';
import { vectorNumbers, vectorTable } from './vectors.js';

/** In the order of the core's enumeration; the last six are the moments of a draw's logits. */
const spreads = constant([
  'topWeight',
  'entropy',
  'effectiveKeys',
  'jacobianNorm',
  'outputVariance',
  'logitGradient',
]);
const momentCount = 6;
const rows = spreads.length + momentCount;

/**
 * Pilot draws, which determine the ranges of the histograms: enough for `components` components of keys, but at least
 * `least` and at most `most` draws, and no more than `work` allows, though never fewer than 2.
 */
const pilot = { components: 2 ** 18, least: 8, most: 64, work: 2 ** 28 };
/** A hyperbolic tangent counts as this many multiplications. */
const tangentWork = 16;

// Options -------------------------------------------------------------------------------------------

export const scoringStatisticsOptions = {
  ...vectorTable,
  draws: number(limits.draws, defaults.draws),
  functions: later(),
  bins: number(limits.bins, defaults.bins),
  range: later(),
};

/** Options of one scoring function. */
export const scoringFunctionOptions = {
  kind,
  scale: later(),
  temperature: number(limits.temperature, defaults.temperature),
  hidden: later(),
  range: later(),
};

/**
 * @typedef {object} ScoringNumbers
 * @property {VectorNumbers} vectors
 * @property {FunctionNumbers[]} functions
 * @property {number} count how many draws
 * @property {number} bins
 * @property {number} work of a draw, in multiplications
 * @property {number} parameters random parameters of all functions
 */

/**
 * @param {EngineModule} module
 * @param {unknown} given
 * @param {string} name
 * @param {VectorNumbers} vectors
 * @param {unknown} range of all functions
 * @returns {FunctionNumbers & {ranged: boolean}}
 */
function functionNumbers(module, given, name, vectors, range) {
  const prefix = `${name}.`;
  const own = checkOptions(name, given, scoringFunctionOptions, prefix);
  const { kind, temperature } = own;
  const [ends, from] = own.range === undefined ? [range, 'range'] : [own.range, `${prefix}range`];
  const [low, high] = ends === undefined ? [-1, 1] : checkRange(from, ends, limits.range);
  return {
    kind,
    hidden: checkHidden(prefix, kind, own.hidden, vectors),
    scale: scoreScale(module, prefix, scoreKinds[kind], own.scale, vectors.headDim),
    temperature,
    low,
    high,
    ranged: ends !== undefined,
  };
}

/**
 * The default ranges of the histograms: five standard deviations around the mean of the logits of the pilot draws.
 *
 * @param {EngineModule} module
 * @param {ScoringNumbers} numbers
 * @returns {[number, number][]} of each function
 */
function defaultRanges(module, numbers) {
  const { headDim, keys } = numbers.vectors;
  const wanted = Math.floor(pilot.components / (headDim * keys));
  const affordable = Math.max(2, Math.floor(pilot.work / numbers.work));
  const several = Math.min(pilot.most, affordable, Math.max(pilot.least, wanted));
  const draws = Math.min(numbers.count, several);
  const memory = memoryOf(module);
  const slice = computeScoringDraws(memory, { ...numbers, bins: 1 }, 0, draws);
  return numbers.functions.map((_, f) => {
    const first = (f * rows + spreads.length) * draws;
    const { mean, std } = summarize(
      memory,
      [slice.subarray(first, first + momentCount * draws)],
      keys,
    );
    const reach = 5 * std > 2 ** -40 * Math.abs(mean) ? 5 * std : Math.abs(mean) || 1;
    return [mean - reach, mean + reach];
  });
}

/**
 * Checks the work of a draw. A draw is not divided, and without workers the page computes it itself.
 *
 * @param {EngineModule} module
 * @param {FunctionNumbers[]} functions
 * @param {VectorNumbers} vectors
 * @returns {{work: number, parameters: number}}
 */
function checkWork(module, functions, { headDim, keys }) {
  let [work, parameters] = [0, 0];
  for (const { kind, hidden } of functions) {
    const sizes = { kind, queries: 1, keys, headDim, hidden };
    const cost = costOf(memoryOf(module), 'scoringStatistics', sizes);
    work += cost.multiplications + tangentWork * cost.tangents;
    parameters += cost.parameters;
  }
  if (work > limits.scoringWork.max) {
    throw new RangeError(
      `functions: got ${work} multiplications in a draw (${tangentWork} for a hyperbolic tangent); expected at most ${limits.scoringWork.max}`,
    );
  }
  if (parameters > limits.scoringParameters.max) {
    throw new RangeError(
      `functions: got ${parameters} parameters; expected at most ${limits.scoringParameters.max}`,
    );
  }
  return { work, parameters };
}

/**
 * @param {EngineModule} module
 * @param {ScoringStatisticsOptions} options
 * @returns {ScoringNumbers}
 */
export function scoringNumbers(module, options) {
  const checked = checkOptions('scoringStatistics', options, scoringStatisticsOptions);
  const { draws: count, bins, range } = checked;
  const vectors = vectorNumbers(checked);
  const functions = checkFunctionList('functions', checked.functions, (name, one) =>
    functionNumbers(module, one, name, vectors, range),
  );
  if (count * functions.length > limits.scoringDraws.max) {
    throw new RangeError(
      `draws x functions: got ${count} x ${functions.length} = ${count * functions.length}; expected at most ${limits.scoringDraws.max}`,
    );
  }
  const numbers = {
    vectors,
    functions,
    count,
    bins,
    ...checkWork(module, functions, vectors),
  };
  if (functions.some(({ ranged }) => !ranged)) {
    defaultRanges(module, numbers).forEach(([low, high], f) => {
      if (!functions[f].ranged) Object.assign(functions[f], { low, high });
    });
  }
  return numbers;
}

// Statistics ----------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {ScoringNumbers} numbers
 * @param {number} first
 * @param {number} last
 * @returns {Float32Array} [functions, rows, last - first], then counts [functions, bins + 2]
 */
export function computeScoringDraws(memory, { vectors, functions, bins }, first, last) {
  memory.begin('scoringStatistics');
  const length = functions.length * rows * (last - first);
  const counts = functions.length * (bins + 2);
  const place = memory.alloc(length);
  const countsPlace = memory.alloc(counts);
  const draws = { vectors, bins, functions, first, last };
  core.scoringDraws(memory, { ...draws, measures: place, counts: countsPlace });
  const result = new Float32Array(length + counts);
  memory.take(place, length, result.subarray(0, length));
  memory.take(countsPlace, counts, result.subarray(length));
  return result;
}

/**
 * @param {Memory} memory
 * @param {Float32Array[]} parts moments of draws [momentCount, draws], in one or more parts
 * @param {number} keys
 * @returns {SummaryNumbers} of all logits
 */
function summarize(memory, parts, keys) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  memory.begin('scoringStatistics');
  return core.summarizeScores(memory, { count: length / momentCount, keys, moments: all });
}

/**
 * @param {EngineModule} module
 * @param {ScoringStatisticsOptions} options
 * @returns {Job<ScoringStatistics>}
 */
export function scoringStatisticsJob(module, options) {
  const numbers = scoringNumbers(module, options);
  const { vectors, functions, count: total, bins } = numbers;
  const memory = memoryOf(module);
  const measured = new DrawValues('scoringStatistics', functions.length * rows, total);
  const counts = functions.map(() => new Float64Array(bins + 2));

  /** @param {FunctionNumbers} numbers @param {number} f @returns {ScoringFunctionStatistics} */
  const statisticsOf = ({ kind, scale, temperature, low, high }, f) => {
    const first = f * rows;
    const momentRows = Array.from({ length: momentCount }, (_, i) =>
      measured.values(first + spreads.length + i),
    );
    const named = spreads.map((name, i) => [name, measured.spread(memory, first + i).spread]);
    return {
      kind: scoreKinds[kind],
      scale,
      temperature,
      scores: moments(summarize(memory, momentRows, vectors.keys)),
      histogram: histogram(low, high, counts[f]),
      .../** @type {Record<typeof spreads[number], Spread>} */ (Object.fromEntries(named)),
    };
  };

  return {
    name: 'scoringStatistics',
    task: () => ({ name: 'scoringStatistics', numbers }),
    units: total,
    total,
    bytes: 4 * ((vectors.keys + 1) * vectors.headDim + numbers.parameters),
    absorb(first, last, /** @type {Float32Array} */ slice) {
      measured.absorb(first, last, slice);
      let at = functions.length * rows * (last - first);
      for (const own of counts) {
        for (let i = 0; i < own.length; ++i) own[i] += slice[at++];
      }
    },
    begun: () => measured.arrived > 1, // a single draw has no standard error
    result: () => ({
      functions: functions.map(statisticsOf),
      draws: measured.arrived,
      done: measured.arrived / total,
      ...(measured.arrived < total && { partial: true }),
    }),
  };
}
