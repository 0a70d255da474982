/** Samples: single scores, components, and the sampling distribution of a variance. */

/** @import { EngineModule, ProductVarianceOptions, SampleVariance, SampleVarianceOptions, ScoreOptions, ScoreWalks } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { SampleVarianceNumbers } from '../functions/options.js' */
/** @import { Job } from './types.js' */

import * as defaults from '../border/defaults.js';
import { checkChoice, checkNumber } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, number } from '../border/option-table.js';
import { memoryOf } from '../border/memory.js';
import * as core from '../records/sample-jobs.js';
import { DrawValues } from '../functions/draw-values.js';
import {
  productVarianceNumbers,
  sampleVarianceNumbers,
  scoreNumbers,
  scorePlan,
} from '../functions/options.js';
import { histogramOf, rangeOfQuantiles } from '../functions/results.js';

const sides = ['query', 'key'];

/**
 * @param {Memory} memory
 * @param {SampleVarianceNumbers} numbers
 * @param {number} first
 * @param {number} last
 * @returns {Float64Array} the variance of each draw
 */
export function computeVariances(memory, { product }, first, last) {
  memory.begin('sampleVariance');
  const variances = memory.alloc(2 * (last - first));
  core.varianceDraws(memory, { product, first, last, variances });
  return memory.doubles(variances, last - first);
}

/**
 * @param {Memory} memory
 * @param {SampleVarianceNumbers} numbers
 * @param {Float64Array} draws
 */
function summarizeVariances(memory, { product, value }, draws) {
  memory.begin('sampleVariance');
  const record = { product, count: draws.length, value: value ?? NaN, draws };
  return core.summarizeVariances(memory, record);
}

/**
 * @param {EngineModule} module
 * @param {SampleVarianceOptions | undefined} options
 * @returns {Job<SampleVariance>}
 */
export function sampleVarianceJob(module, options) {
  const numbers = sampleVarianceNumbers(options);
  const { draws: total, value, bins } = numbers;
  const memory = memoryOf(module);
  /** @type {DrawValues<Float64Array>} */
  const measured = new DrawValues('sampleVariance', 1, total, Float64Array);
  return {
    name: 'sampleVariance',
    task: () => ({ name: 'sampleVariance', numbers }),
    units: total,
    total,
    bytes: Float64Array.BYTES_PER_ELEMENT * total,
    absorb: (first, last, /** @type {Float64Array} */ slice) => measured.absorb(first, last, slice),
    begun: () => measured.arrived > 1, // a single draw has no standard error
    result() {
      const { arrived } = measured;
      const some = measured.values(0);
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

/**
 * @param {Memory} memory
 * @param {ProductVarianceOptions | undefined} options
 * @returns {{value: number, product: number[]}}
 */
export function productVariance(memory, options) {
  const numbers = productVarianceNumbers(options);
  const entries = numbers.rows * numbers.columns;
  memory.begin('productVariance');
  const place = memory.alloc(2 * entries);
  const value = core.numpyProductVariance(memory, { product: numbers, entries: place });
  return { value, product: Array.from(memory.doubles(place, entries)) };
}

export const scoreWalksOptions = { pairs: number(limits.pairs, defaults.pairs) };

/**
 * @param {Memory} memory
 * @param {ScoreOptions | undefined} options
 * @param {{pairs?: number} | undefined} choice
 * @returns {ScoreWalks}
 */
export function scoreWalks(memory, options, choice) {
  const numbers = scoreNumbers('scoreWalks', options);
  const { pairs } = checkOptions('scoreWalks', choice, scoreWalksOptions);
  const dk = numbers.headDim;
  const steps = pairs * dk;
  if (steps > limits.walkSteps.max) {
    throw new RangeError(
      `pairs x dk: got ${pairs} x ${dk} = ${steps}; expected at most ${limits.walkSteps.max} steps`,
    );
  }
  const { bytes } = scorePlan(memory, numbers);
  memory.begin('scoreWalks');
  const [products, sums] = [memory.alloc(steps), memory.alloc(steps)];
  core.scoreWalks(memory, { scores: numbers, pairs, products, sums }, bytes);
  return { products: memory.take(products, steps), sums: memory.take(sums, steps), pairs, dk };
}

/**
 * @param {Memory} memory
 * @param {ScoreOptions | undefined} options
 * @param {'query' | 'key'} side
 * @param {number} count
 * @returns {Float64Array}
 */
export function componentSample(memory, options, side, count) {
  const numbers = scoreNumbers('componentSample', options);
  const index = checkChoice('side', side, sides);
  const vectors = index === 0 ? numbers.queries : numbers.keys;
  const max = Math.min(limits.sample.max, vectors * numbers.headDim);
  checkNumber('count', count, { ...limits.sample, max });
  const { bytes } = scorePlan(memory, numbers);
  memory.begin('componentSample');
  const components = memory.alloc(2 * count);
  core.componentSample(memory, { scores: numbers, side: index, count, components }, bytes);
  return memory.doubles(components, count);
}
