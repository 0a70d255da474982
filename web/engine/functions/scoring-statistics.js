/**
 * What scoring functions make of random queries and keys: checks, defaults and shapes. The order of the numbers is that of
 * src/bindings/scoring.cpp; src/statistics/scoring_statistics.h says what is measured, src/attention/parameter_draw.h how parameters are drawn.
 */

/** @import { EngineModule, ScoreCost, ScoreParameters, ScoringFunctionStatistics, ScoringStatistics, Spread, SummaryNumbers, Tensor } from '../types.js' */
/** @import { Job } from '../workers/jobs.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { VectorNumbers } from './softmax-statistics.js' */

import { checkNumber, checkObject, checkRange, wrongType } from '../border/checks.js';
import { Kept } from './kept.js';
import { limits } from '../border/limits.js';
import { memoryOf } from '../border/memory.js';
import { histogram, moments, summaryOf } from './results.js';
import {
  checkFunctionList,
  checkKind,
  parameterNames,
  parameterShapes,
  scoreKinds,
  scoreScale,
} from './scoring.js';
import { vectorNumbers, writeVectors } from './softmax-statistics.js';
import { sizeOf } from '../border/tensor.js';

/** In the order of the core's enumeration; the last six are the moments of a draw's logits. */
const spreads = /** @type {const} */ ([
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
 * How many components of keys are drawn to find where the histograms lie; of so many draws at least and at most, but of no
 * more than 2 where they take more work.
 */
const pilot = { components: 2 ** 18, least: 8, most: 64, work: 2 ** 28 };
/** How many multiplications a hyperbolic tangent counts as. */
const tangentWork = 16;

// Options -------------------------------------------------------------------------------------------

/**
 * @typedef {object} FunctionNumbers
 * @property {number} kind
 * @property {number} hidden
 * @property {number} scale
 * @property {number} temperature
 * @property {number} low
 * @property {number} high
 *
 * @typedef {object} ScoringNumbers
 * @property {VectorNumbers} vectors
 * @property {FunctionNumbers[]} functions
 * @property {number} count how many draws
 * @property {number} bins
 * @property {number} work of a draw, in multiplications
 * @property {number} parameters of all functions
 */

/** What `additive` has, unless told. @param {number} dk */
const defaultHidden = (dk) => Math.min(dk, 64);

/**
 * @param {string} prefix of the names in errors
 * @param {number} kind
 * @param {unknown} hidden
 * @param {number} dk
 * @returns {number} 0 for a kind without
 */
function checkOwnHidden(prefix, kind, hidden, dk) {
  if (scoreKinds[kind] === 'additive') {
    const own = hidden === undefined ? defaultHidden(dk) : hidden;
    return checkNumber(`${prefix}hidden`, own, limits.hidden);
  }
  if (hidden === undefined) return 0;
  const expected = `none with the kind "${scoreKinds[kind]}": only additive has it`;
  throw wrongType(`${prefix}hidden`, hidden, expected);
}

/**
 * The same, where there are random parameters of that size.
 *
 * @param {string} prefix
 * @param {number} kind
 * @param {unknown} given
 * @param {{headDim: number, keys: number}} sizes
 */
function checkHidden(prefix, kind, given, { headDim, keys }) {
  const hidden = checkOwnHidden(prefix, kind, given, headDim);
  const sizes = { queryDim: headDim, keyDim: headDim, keys, hidden };
  for (const [name, shape] of Object.entries(parameterShapes(scoreKinds[kind], sizes))) {
    const { max } = limits.parameterEntries;
    if (sizeOf(shape) <= max) continue;
    throw new RangeError(
      `${prefix}kind: ${name} would have ${shape.join(' x ')} = ${sizeOf(shape)} entries; expected at most ${max}`,
    );
  }
  return hidden;
}

/**
 * @param {EngineModule} module
 * @param {Record<string, unknown>} given
 * @param {number} index
 * @param {VectorNumbers} vectors
 * @param {unknown} range
 * @returns {FunctionNumbers & {ranged: boolean}}
 */
function functionNumbers(module, given, index, vectors, range) {
  const prefix = `functions[${index}].`;
  const kind = checkKind(prefix, given.kind);
  const { temperature = 1 } = given;
  const own = given.range === undefined ? range : given.range;
  const name = given.range === undefined ? 'range' : `${prefix}range`;
  const [low, high] = own === undefined ? [-1, 1] : checkRange(name, own, limits.range);
  return {
    kind,
    hidden: checkHidden(prefix, kind, given.hidden, vectors),
    scale: scoreScale(module, prefix, scoreKinds[kind], given.scale, vectors.headDim),
    temperature: checkNumber(`${prefix}temperature`, temperature, limits.temperature),
    low,
    high,
    ranged: own !== undefined,
  };
}

/**
 * Five standard deviations around the mean of the first draws' logits.
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
 * What a draw takes: it is made in one go, by the page itself where there are no workers.
 *
 * @param {EngineModule} module
 * @param {FunctionNumbers[]} functions
 * @param {VectorNumbers} vectors
 * @returns {{work: number, parameters: number}}
 */
function checkWork(module, functions, { headDim, keys }) {
  let [work, parameters] = [0, 0];
  for (const { kind, hidden } of functions) {
    const cost = costOf(memoryOf(module), 'scoringStatistics', [kind, 1, keys, headDim, hidden]);
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
 * @param {unknown} options
 * @returns {ScoringNumbers}
 */
export function scoringNumbers(module, options) {
  const names = ['dk', 'keys', 'draws', 'functions', 'bins', 'range', 'seed', 'query', 'key'];
  const given = checkObject('scoringStatistics', options, names);
  const { draws = 1000, bins = 200 } = given;
  const vectors = vectorNumbers(given);
  const count = checkNumber('draws', draws, limits.draws);
  const known = ['kind', 'scale', 'temperature', 'hidden', 'range'];
  const list = checkFunctionList('functions', given.functions, known);
  const functions = list.map((one, i) => functionNumbers(module, one, i, vectors, given.range));
  if (count * functions.length > limits.scoringDraws.max) {
    throw new RangeError(
      `draws x functions: got ${count} x ${functions.length} = ${count * functions.length}; expected at most ${limits.scoringDraws.max}`,
    );
  }
  const numbers = {
    vectors,
    functions,
    count,
    bins: checkNumber('bins', bins, limits.bins),
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
  writeVectors(memory, vectors);
  memory.number(bins);
  memory.number(functions.length);
  for (const { kind, hidden, scale, temperature, low, high } of functions) {
    memory.numbers([kind, hidden, scale, temperature, low, high]);
  }
  memory.number(first);
  memory.number(last);
  const length = functions.length * rows * (last - first);
  const counts = functions.length * (bins + 2);
  const place = memory.result(length);
  const countsPlace = memory.result(counts);
  memory.call(memory.module.scoringDraws);
  const result = new Float32Array(length + counts);
  memory.take(place, length, result.subarray(0, length));
  memory.take(countsPlace, counts, result.subarray(length));
  return result;
}

/**
 * @param {Memory} memory
 * @param {Float32Array[]} parts moments of draws [momentCount, draws], in one part or more
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
  memory.number(length / momentCount);
  memory.number(keys);
  memory.input(all);
  memory.call(memory.module.summarizeScores);
  return summaryOf(memory.gifts(8));
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<ScoringStatistics>}
 */
export function scoringStatisticsJob(module, options) {
  const numbers = scoringNumbers(module, options);
  const { vectors, functions, count: total, bins } = numbers;
  const memory = memoryOf(module);
  const kept = new Kept('scoringStatistics', functions.length * rows, total);
  const counts = functions.map(() => new Float64Array(bins + 2));

  /** @param {FunctionNumbers} numbers @param {number} f @returns {ScoringFunctionStatistics} */
  const statisticsOf = ({ kind, scale, temperature, low, high }, f) => {
    const first = f * rows;
    const momentRows = Array.from({ length: momentCount }, (_, i) =>
      kept.values(first + spreads.length + i),
    );
    const named = spreads.map((name, i) => [name, kept.spread(memory, first + i).spread]);
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
    absorb(first, last, result) {
      const slice = /** @type {Float32Array} */ (result);
      kept.absorb(first, last, slice);
      let at = functions.length * rows * (last - first);
      for (const own of counts) {
        for (let i = 0; i < own.length; ++i) own[i] += slice[at++];
      }
    },
    begun: () => kept.arrived > 1, // one draw has no standard error
    result: () => ({
      functions: functions.map(statisticsOf),
      draws: kept.arrived,
      done: kept.arrived / total,
      ...(kept.arrived < total && { partial: true }),
    }),
  };
}

// Parameters ----------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {unknown} options
 * @returns {ScoreParameters}
 */
export function scoreParameters(memory, options) {
  const given = checkObject('scoreParameters', options, ['kind', 'dk', 'keys', 'hidden', 'seed']);
  const { dk = 64, keys = 64, seed = 0 } = given;
  const kind = checkKind('', given.kind);
  const headDim = checkNumber('dk', dk, limits.dk);
  const keyCount = checkNumber('keys', keys, limits.drawKeys);
  const hidden = checkHidden('', kind, given.hidden, { headDim, keys: keyCount });
  const sizes = { queryDim: headDim, keyDim: headDim, keys: keyCount, hidden };
  const shapes = parameterShapes(scoreKinds[kind], sizes);
  memory.begin('scoreParameters');
  for (const number of [checkNumber('seed', seed, limits.seed), kind, headDim, keyCount, hidden]) {
    memory.number(number);
  }
  // The core writes up to 15 numbers past the end.
  const places = parameterNames.map((name) => {
    const shape = shapes[name];
    return memory.result(shape ? sizeOf(shape) + 15 : 0, shape !== undefined);
  });
  memory.call(memory.module.drawScoreParameters);
  /** @type {ScoreParameters} */
  const parameters = {};
  parameterNames.forEach((name, i) => {
    const shape = shapes[name];
    if (shape) parameters[name] = { data: memory.take(places[i], sizeOf(shape)), shape };
  });
  return parameters;
}

/**
 * @param {Memory} memory
 * @param {unknown} options
 * @returns {ScoreCost}
 */
export function scoreCost(memory, options) {
  const given = checkObject('scoreCost', options, ['kind', 'dk', 'queries', 'keys', 'hidden']);
  const { dk = 64, queries = 1, keys = 64 } = given;
  const kind = checkKind('', given.kind);
  const headDim = checkNumber('dk', dk, limits.dk);
  const hidden = checkOwnHidden('', kind, given.hidden, headDim);
  return costOf(memory, 'scoreCost', [
    kind,
    checkNumber('queries', queries, limits.queries),
    checkNumber('keys', keys, limits.keys),
    headDim,
    hidden,
  ]);
}

/**
 * @param {Memory} memory
 * @param {string} name of the function that was called
 * @param {readonly number[]} numbers kind, queries, keys, dk, hidden
 * @returns {ScoreCost}
 */
function costOf(memory, name, numbers) {
  memory.begin(name);
  for (const number of numbers) memory.number(number);
  memory.call(memory.module.scoreCost);
  const [parameters, multiplications, tangents] = memory.gifts(3);
  return { parameters, multiplications, tangents };
}
