/**
 * Statistics of softmax for random queries and keys: checks, defaults and shapes. src/statistics/softmax_statistics.h
 * defines the measures.
 */

/**
 * @import { ComparedSoftmaxStatistics, EngineModule, SoftmaxRuleStatistics, SoftmaxSample, SoftmaxSampleOptions, SoftmaxStatistics, SoftmaxStatisticsOptions, Spread } from '../types.js'
 */
/** @import { Job } from '../workers/types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Checked } from '../border/types.js' */
/** @import { DrawNumbers, RuleNumbers as RuleRecord } from '../records/softmax-statistics.js' */

import { constant } from '../border/constant.js';
import * as defaults from '../border/defaults.js';
import { checkNumber, describeLimit, isList, wrongType } from '../border/checks.js';
import { DrawValues } from './draw-values.js';
import { limits, masks } from '../border/limits.js';
import { memoryOf } from '../border/memory.js';
import { checkOptions, choice, later, number, returned } from '../border/option-table.js';
import * as core from '../records/softmax-statistics.js';
import { scaleNumber } from './options.js';
import { sizeOf } from '../border/tensor.js';
import { vectorNumbers, vectorTable } from './vectors.js';

/** In the order of the core's enumeration. */
const measures = constant([
  'topWeight',
  'entropy',
  'effectiveKeys',
  'jacobianNorm',
  'outputVariance',
  'logitGradient',
  'queryGradient',
]);
// Options -------------------------------------------------------------------------------------------

/**
 * @typedef {RuleRecord & {factor: number}} RuleNumbers the multiplier is the factor divided by the temperature
 *
 * @typedef {object} SoftmaxNumbers
 * @property {DrawNumbers} draws
 * @property {RuleNumbers[]} rules
 * @property {number} count how many draws
 * @property {number} threshold
 */

const drawOptions = {
  ...vectorTable,
  scale: later(defaults.scale),
  temperature: number(limits.temperature, defaults.temperature),
  masked: later(defaults.masked),
  maskAs: choice(masks, defaults.maskAs),
};

export const softmaxStatisticsOptions = {
  ...drawOptions,
  draws: number(limits.draws, defaults.draws),
  compare: later(),
  threshold: number(limits.threshold, defaults.threshold),
};

export const softmaxSampleOptions = {
  ...drawOptions,
  shift: number(limits.shift, defaults.shift),
  draw: number(limits.draw, defaults.draw),
  returns: returned(['walks']),
};

/** @param {Checked<typeof drawOptions>} options @returns {DrawNumbers} */
function drawNumbers({ masked, maskAs, ...vectors }) {
  const numbers = vectorNumbers(vectors);
  return {
    ...numbers,
    masked: checkNumber('masked', masked, { min: 0, max: numbers.keys - 1, whole: true }),
    maskAs,
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

/**
 * @param {EngineModule} module
 * @param {SoftmaxStatisticsOptions | undefined} options
 * @returns {SoftmaxNumbers}
 */
export function softmaxNumbers(module, options) {
  const checked = checkOptions('softmaxStatistics', options, softmaxStatisticsOptions);
  const { draws: count, scale, temperature, compare = [], threshold } = checked;
  const draws = drawNumbers(checked);
  if (!isList(compare)) throw wrongType('compare', compare, 'an array of scales');
  const { length } = compare;
  if (length > limits.compare.max) {
    throw new RangeError(`compare: got ${length} scales; expected at most ${limits.compare.max}`);
  }
  const others = Array.from({ length }, (_, i) => compare[i]); // by index, because its iterator may not end
  const rule = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    ruleNumbers(module, name, value, draws.headDim, temperature);
  return {
    draws,
    rules: [rule('scale', scale), ...others.map((other, i) => rule(`compare[${i}]`, other))],
    count,
    threshold,
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
  const place = memory.alloc(length);
  core.softmaxDraws(memory, { draws, rules, first, last, measures: place });
  return memory.take(place, length);
}

/**
 * @param {EngineModule} module
 * @param {SoftmaxStatisticsOptions | undefined} options
 * @returns {Job<SoftmaxStatistics>}
 */
export function softmaxStatisticsJob(module, options) {
  const numbers = softmaxNumbers(module, options);
  const { draws, rules, count: total, threshold } = numbers;
  const memory = memoryOf(module);
  const measured = new DrawValues('softmaxStatistics', rules.length * measures.length, total);

  /** @param {number} index of a rule @param {typeof measures[number]} measure */
  const rowOf = (index, measure) => index * measures.length + measures.indexOf(measure);

  /** @param {RuleNumbers} rule @param {number} index @returns {SoftmaxRuleStatistics} */
  const statisticsOf = ({ factor }, index) => {
    const spreads = measures.map((name) => measured.spread(memory, rowOf(index, name), threshold));
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
      measured.ratio(memory, rowOf(index, name), rowOf(0, name));
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
    absorb: (first, last, /** @type {Float32Array} */ slice) => measured.absorb(first, last, slice),
    begun: () => measured.arrived > 1, // a single draw has no standard error
    result() {
      const [own, ...compared] = rules;
      return {
        ...statisticsOf(own, 0),
        compare: compared.map((rule, i) => comparedOf(rule, i + 1)),
        draws: measured.arrived,
        done: measured.arrived / total,
        ...(measured.arrived < total && { partial: true }),
      };
    },
  };
}

// One draw ------------------------------------------------------------------------------------------

/**
 * @param {Memory} memory
 * @param {SoftmaxSampleOptions | undefined} options
 * @returns {SoftmaxSample}
 */
export function softmaxSample(memory, options) {
  const checked = checkOptions('softmaxSample', options, softmaxSampleOptions);
  const { scale, temperature, shift, draw, returns } = checked;
  const withWalks = returns.length > 0;
  const draws = drawNumbers(checked);
  const { headDim: dk, keys } = draws;
  const rule = ruleNumbers(memory.module, 'scale', scale, dk, temperature);
  memory.begin('softmaxSample');
  const sample = {
    query: memory.alloc(dk),
    key: memory.alloc(keys * dk),
    scores: memory.alloc(keys),
    logits: memory.alloc(keys),
    weightGradient: memory.alloc(keys),
    walks: memory.alloc(keys * dk, withWalks),
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
