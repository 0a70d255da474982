/** How the variance of scores grows with d_k. */

/** @import { Limit } from '../border/types.js' */
/** @import { ScoreGrowth, ScoreGrowthOptions, ScoreOptions } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkObject, checkWholeNumbers, isList, wrongType, wrongValue } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, later } from '../border/option-table.js';
import * as core from '../records/score-growth.js';
import { ruleNumbers, scoreNumbers } from './options.js';

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Limit} length
 * @param {string} of its contents, for the error
 * @returns {readonly unknown[]}
 */
function checkList(name, value, { min, max }, of) {
  const expected = `an array of ${min} to ${max} ${of}`;
  if (!isList(value)) throw wrongType(name, value, expected);
  const { length } = value;
  if (length < min || length > max) throw wrongValue(name, value, expected);
  return Array.from({ length }, (_, i) => value[i]); // by index, because the list may override its methods
}

/** @param {unknown} value @param {number} most @returns {{numbers: Float64Array, length: number}} a variance and its standard error for every size */
function measuredNumbers(value, most) {
  const numbers = new Float64Array(2 * most).fill(NaN);
  const list = checkList('measured', value, { min: 0, max: most }, 'measured variances');
  list.forEach((point, i) => {
    const names = ['variance', 'standardError'];
    const given = checkObject(`measured[${i}]`, point, names);
    names.forEach((name, at) => {
      const number = given[name];
      if (typeof number !== 'number') {
        throw wrongType(`measured[${i}].${name}`, number, 'a number');
      }
      numbers[2 * i + at] = number;
    });
  });
  return { numbers, length: list.length };
}

export const scoreGrowthOptions = { sizes: later(), scales: later(), measured: later([]) };

/**
 * @param {Memory} memory
 * @param {ScoreOptions | undefined} options
 * @param {ScoreGrowthOptions} choice
 * @returns {ScoreGrowth[]}
 */
export function scoreGrowth(memory, options, choice) {
  const numbers = scoreNumbers('scoreGrowth', options);
  const { sizes, scales, measured } = checkOptions('scoreGrowth', choice, scoreGrowthOptions);
  const rules = checkList('scales', scales, limits.growthScales, 'rules of scaling').map(
    (scale, i) => ruleNumbers(scale, limits.scale, { name: `scales[${i}]` }),
  );
  const own = checkList('sizes', sizes, limits.growthSizes, 'values of d_k');
  const dims = checkWholeNumbers('sizes', own, limits.dk, () => {});
  const { numbers: known, length } = measuredNumbers(measured, dims.length);

  const fields = 5; // of a point
  const count = rules.length * dims.length * fields;
  memory.begin('scoreGrowth');
  const points = memory.alloc(2 * count);
  core.scoreGrowth(memory, {
    ...{ scores: numbers, rules: rules.length, sizes: dims.length, dims, measured: known, points },
    scales: Float64Array.from(rules.flatMap(({ rule, value }) => [rule, value])),
  });
  const given = memory.doubles(points, count);

  return rules.map((_, r) => {
    const points = Array.from(dims, (dk, i) => {
      const [scale, theory, variance, low, high] = given.subarray((r * dims.length + i) * fields);
      return { dk, scale, theory, variance, low, high };
    });
    return {
      theory: points.map(({ dk, scale, theory }) => ({ dk, scale, variance: theory })),
      measured: points
        .slice(0, length)
        .map(({ dk, variance, low, high }) => ({ dk, variance, low, high })),
    };
  });
}
