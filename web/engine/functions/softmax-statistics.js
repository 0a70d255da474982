/**
 * What random queries and keys make of softmax: checks, defaults and shapes. src/statistics/softmax_statistics.h says what is
 * measured.
 */

/** @import { ComparedSoftmaxStatistics, EngineModule, ScaleOption, SoftmaxRuleStatistics, SoftmaxSample, SoftmaxStatistics, Spread } from '../types.js' */
/** @import { Job } from '../workers/types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { DrawNumbers, RuleNumbers as RuleRecord } from '../records/softmax-statistics.js' */

import * as defaults from '../border/defaults.js';
import {
  checkChoice,
  checkNumber,
  checkObject,
  checkReturns,
  describeLimit,
  isList,
  wrongType,
} from '../border/checks.js';
import { Kept } from './kept.js';
import { limits } from '../border/limits.js';
import { memoryOf } from '../border/memory.js';
import * as core from '../records/softmax-statistics.js';
import { scaleNumber } from './options.js';
import { sizeOf } from '../border/tensor.js';
import { vectorNumbers } from './vectors.js';

/** In the order of the core's enumeration. */
const masks = /** @type {const} */ (['blocked', 'zero']);
const measures = /** @type {const} */ ([
  'topWeight',
  'entropy',
  'effectiveKeys',
  'jacobianNorm',
  'outputVariance',
  'logitGradient',
  'queryGradient',
]);
const drawNames = [
  'dk',
  'keys',
  'scale',
  'temperature',
  'masked',
  'maskAs',
  'seed',
  'query',
  'key',
];

// Options -------------------------------------------------------------------------------------------

/**
 * @typedef {RuleRecord & {factor: number}} RuleNumbers whose multiplier is the factor over the temperature
 *
 * @typedef {object} SoftmaxNumbers
 * @property {DrawNumbers} draws
 * @property {RuleNumbers[]} rules
 * @property {number} count how many draws
 * @property {number} threshold
 */

/** @param {Record<string, unknown>} given @returns {DrawNumbers} */
function drawNumbers(given) {
  const { masked = defaults.masked, maskAs = defaults.maskAs } = given;
  const vectors = vectorNumbers(given);
  return {
    ...vectors,
    masked: checkNumber('masked', masked, { min: 0, max: vectors.keys - 1, whole: true }),
    maskAs: checkChoice('maskAs', maskAs, masks),
  };
}

/**
 * @param {EngineModule} module
 * @param {string} name
 * @param {unknown} scale
 * @param {number} headDim
 * @param {number} temperature
 * @returns {RuleNumbers}
 */
function ruleNumbers(module, name, scale, headDim, temperature) {
  if (scale === 'cosine') return { cosine: true, factor: 1, multiplier: 1 / temperature };
  const factor = scaleNumber(module, scale, headDim, limits.scale, { name, more: ['cosine'] });
  const { min, max } = limits.scale;
  if (!(factor >= min && factor <= max)) {
    throw new RangeError(
      `${name}: got a factor of ${factor}; expected ${describeLimit(limits.scale)}`,
    );
  }
  return { cosine: false, factor, multiplier: factor / temperature };
}

/** @param {unknown} temperature */
const checkTemperature = (temperature = defaults.temperature) =>
  checkNumber('temperature', temperature, limits.temperature);

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {SoftmaxNumbers}
 */
export function softmaxNumbers(module, options) {
  const names = [...drawNames, 'draws', 'compare', 'threshold'];
  const given = checkObject('softmaxStatistics', options, names);
  const {
    draws = defaults.draws,
    scale = defaults.scale,
    compare = [],
    threshold = defaults.threshold,
  } = given;
  const numbers = drawNumbers(given);
  const temperature = checkTemperature(given.temperature);
  if (!isList(compare)) throw wrongType('compare', compare, 'an array of scales');
  const { length } = compare;
  if (length > limits.compare.max) {
    throw new RangeError(`compare: got ${length} scales; expected at most ${limits.compare.max}`);
  }
  const others = Array.from({ length }, (_, i) => compare[i]); // its iterator need not end
  const rule = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    ruleNumbers(module, name, value, numbers.headDim, temperature);
  return {
    draws: numbers,
    rules: [rule('scale', scale), ...others.map((other, i) => rule(`compare[${i}]`, other))],
    count: checkNumber('draws', draws, limits.draws),
    threshold: checkNumber('threshold', threshold, limits.threshold),
  };
}

// Statistics ----------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {SoftmaxNumbers} numbers
 * @param {number} first
 * @param {number} last
 * @returns {Float32Array} [rules, measures, last - first]
 */
export function computeSoftmaxDraws(memory, { draws, rules }, first, last) {
  memory.begin('softmaxStatistics');
  const length = rules.length * measures.length * (last - first);
  const place = memory.room(length);
  core.softmaxDraws(memory, { draws, rules, first, last, measures: place });
  return memory.take(place, length);
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {Job<SoftmaxStatistics>}
 */
export function softmaxStatisticsJob(module, options) {
  const numbers = softmaxNumbers(module, options);
  const { draws, rules, count: total, threshold } = numbers;
  const memory = memoryOf(module);
  const kept = new Kept('softmaxStatistics', rules.length * measures.length, total);

  /** @param {number} index of a rule @param {typeof measures[number]} measure */
  const rowOf = (index, measure) => index * measures.length + measures.indexOf(measure);

  /** @param {RuleNumbers} rule @param {number} index @returns {SoftmaxRuleStatistics} */
  const statisticsOf = ({ factor }, index) => {
    const spreads = measures.map((name) => kept.spread(memory, rowOf(index, name), threshold));
    const named = Object.fromEntries(measures.map((name, i) => [name, spreads[i].spread]));
    return {
      factor,
      .../** @type {Record<typeof measures[number], Spread>} */ (named),
      dead: spreads[measures.indexOf('logitGradient')].below,
      deadQuery: spreads[measures.indexOf('queryGradient')].below,
    };
  };

  /** @param {RuleNumbers} rule @param {number} index @returns {ComparedSoftmaxStatistics} */
  const comparedOf = (rule, index) => {
    const ratio = (/** @type {typeof measures[number]} */ name) =>
      kept.ratio(memory, rowOf(index, name), rowOf(0, name));
    return {
      ...statisticsOf(rule, index),
      logitGradientRatio: ratio('logitGradient'),
      queryGradientRatio: ratio('queryGradient'),
    };
  };

  return {
    name: 'softmaxStatistics',
    task: () => ({ name: 'softmaxStatistics', numbers }),
    units: total,
    total,
    bytes: 4 * (draws.keys + 1) * draws.headDim,
    absorb: (first, last, /** @type {Float32Array} */ slice) => kept.absorb(first, last, slice),
    begun: () => kept.arrived > 1, // one draw has no standard error
    result() {
      const [own, ...compared] = rules;
      return {
        ...statisticsOf(own, 0),
        compare: compared.map((rule, i) => comparedOf(rule, i + 1)),
        draws: kept.arrived,
        done: kept.arrived / total,
        ...(kept.arrived < total && { partial: true }),
      };
    },
  };
}

// One draw ------------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {unknown} options
 * @returns {SoftmaxSample}
 */
export function softmaxSample(memory, options) {
  const names = [...drawNames, 'shift', 'draw', 'returns'];
  const given = checkObject('softmaxSample', options, names);
  const {
    scale = defaults.scale,
    shift: added = defaults.shift,
    draw: wanted = defaults.draw,
    returns = [],
  } = given;
  const withWalks = checkReturns(returns, ['walks']).length > 0;
  const shift = checkNumber('shift', added, limits.shift);
  const draw = checkNumber('draw', wanted, limits.draw);
  const draws = drawNumbers(given);
  const { headDim: dk, keys } = draws;
  const temperature = checkTemperature(given.temperature);
  const rule = ruleNumbers(memory.module, 'scale', scale, dk, temperature);
  memory.begin('softmaxSample');
  const sample = {
    query: memory.room(dk),
    key: memory.room(keys * dk),
    scores: memory.room(keys),
    logits: memory.room(keys),
    weightGradient: memory.room(keys),
    walks: memory.room(keys * dk, withWalks),
  };
  core.softmaxSample(memory, { draws, rule, shift, draw, sample });
  const taken = (/** @type {Place} */ place, /** @type {number[]} */ ...shape) => ({
    data: memory.take(place, sizeOf(shape)),
    shape,
  });
  return {
    query: taken(sample.query, dk),
    key: taken(sample.key, keys, dk),
    scores: taken(sample.scores, keys),
    logits: taken(sample.logits, keys),
    weightGradient: taken(sample.weightGradient, keys),
    factor: rule.factor,
    ...(withWalks && { walks: taken(sample.walks, keys, dk) }),
  };
}
