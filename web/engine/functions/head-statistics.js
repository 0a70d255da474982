/** Statistics of the scores of given heads. src/statistics/head_statistics.h defines them. */

/** @import { HeadStatistics, HeadStatisticsOptions, Histogram, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { isList, isObject, wrongType } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, number } from '../border/option-table.js';
import { checkTensor, describeShape } from '../border/tensor.js';
import * as core from '../records/head-statistics.js';
import { checkProblem, visibilityTable } from './attention.js';

/** In the order of HeadStatistics in src/statistics/head_statistics.h. */
const sharpness = ['topWeight', 'entropy', 'dominated'];
export const fields = [
  ...['pairs', 'rows', 'scoreMean', 'scoreSd', 'logitMean', 'logitSd'],
  ...sharpness.map((name) => `scaled.${name}`),
  ...sharpness.map((name) => `unscaled.${name}`),
  ...['unitSd', 'spreadSd', 'independentSd', 'covarianceSd', 'independentMean'],
];

/** @param {ArrayLike<number>} numbers of one head @returns {HeadStatistics} */
function statisticsOf(numbers) {
  /** @type {Record<string, unknown>} */
  const head = {};
  fields.forEach((field, i) => {
    const [name, part] = field.split('.');
    if (part) Object.assign((head[name] ??= {}), { [part]: numbers[i] });
    else head[name] = numbers[i];
  });
  return /** @type {HeadStatistics} */ (head);
}

/** @param {Float64Array} numbers low, the bins, high @returns {Histogram} */
const histogramOf = (numbers) => ({
  low: numbers[0],
  high: numbers[numbers.length - 1],
  counts: Array.from(numbers.subarray(1, -1)),
  ...{ below: 0, above: 0 },
});

/** Without bins there are no histograms. */
export const headStatisticsOptions = {
  ...visibilityTable,
  bins: number({ ...limits.bins, min: 0 }, 0),
};

/**
 * @param {Memory} memory
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {HeadStatisticsOptions | undefined} options
 * @returns {HeadStatistics[]}
 */
export function headStatistics(memory, query, key, options) {
  const given = checkOptions('headStatistics', options, headStatisticsOptions);
  const { bins } = given;
  const [q, k] = [checkTensor('query', query), checkTensor('key', key)];
  // Values are not used, and a value without columns fits every key.
  const value = { data: new Float32Array(0), shape: [...k.shape.slice(0, -1), 0] };
  const { length: rank } = q.shape;
  if (rank !== 2 && rank !== 3) {
    throw new RangeError(
      `query: got the shape ${describeShape(q.shape)}; expected [L, d] or [H, L, d]`,
    );
  }
  const problem = checkProblem(memory.module, q, k, value, given);
  const heads = problem.batch === 0 ? 0 : problem.heads;
  memory.begin('headStatistics');
  const place = memory.alloc(2 * fields.length * heads);
  const numbersOfBins = bins + 2;
  const histograms = memory.alloc(2 * numbersOfBins * heads, bins > 0);
  core.headStatistics(memory, { problem: { ...problem, heads }, heads: place, bins, histograms });
  const numbers = memory.doubles(place, fields.length * heads);
  const counts = memory.doubles(histograms, bins > 0 ? numbersOfBins * heads : 0);
  /** @param {Float64Array} all @param {number} size @param {number} h */
  const partOf = (all, size, h) => all.subarray(h * size, (h + 1) * size);
  return Array.from({ length: heads }, (_, h) => ({
    ...statisticsOf(partOf(numbers, fields.length, h)),
    ...(bins > 0 && { histogram: histogramOf(partOf(counts, numbersOfBins, h)) }),
  }));
}

/** @param {string} name @param {unknown} head @returns {number[]} in the order of the fields */
const numbersOf = (name, head) =>
  fields.map((field) => {
    let value = head;
    for (const part of field.split('.')) value = isObject(value) ? value[part] : undefined;
    if (typeof value !== 'number') throw wrongType(`${name}.${field}`, value, 'a number');
    return value;
  });

/**
 * @param {Memory} memory
 * @param {readonly HeadStatistics[]} heads
 * @returns {HeadStatistics}
 */
export function meanOfHeads(memory, heads) {
  if (!isList(heads)) throw wrongType('heads', heads, 'an array of what headStatistics() gives');
  const { length } = heads;
  if (!(length <= limits.heads.max)) {
    throw new RangeError(`heads: got ${length} of them; expected at most ${limits.heads.max}`);
  }
  const numbers = [];
  for (let i = 0; i < length; ++i) numbers.push(...numbersOf(`heads[${i}]`, heads[i]));
  memory.begin('meanOfHeads');
  const mean = memory.alloc(2 * fields.length);
  core.meanOfHeads(memory, { count: length, heads: Float64Array.from(numbers), mean });
  return statisticsOf(memory.doubles(mean, fields.length));
}
