/**
 * The law of one score. The core keeps one law open at a time, so that an array of densities is one call. A call
 * for another law opens that one instead.
 */

/** @import { EngineModule, LawFunction, LawKind, ScoreCurve, ScoreCurves, ScoreCurvesOptions, ScoreLaw, ScoreOptions } from '../types.js' */
/** @import { TypedArray } from '../border/checks.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreNumbers } from '../records/options.js' */

import * as defaults from '../border/defaults.js';
import {
  collected,
  intactArray,
  isList,
  isTypedArray,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, number } from '../border/option-table.js';
import * as core from '../records/score-law.js';
import { scoreNumbers } from './options.js';

/** In the order of the core's enumeration. @type {readonly LawKind[]} */
const kinds = ['normal', 'variance-gamma', 'chi-squared', 'lattice', 'inverted', 'point'];
const functions = ['pdf', 'cdf', 'survival', 'quantile'];

/** @type {WeakMap<Memory, ScoreNumbers>} the numbers whose law is open */
const opened = new WeakMap();

/** @param {Memory} memory @param {ScoreNumbers} numbers */
function open(memory, numbers) {
  memory.begin('scoreLaw');
  const law = core.openLaw(memory, { scores: numbers });
  opened.set(memory, numbers);
  return law;
}

/** @param {unknown} x @param {boolean} probability */
function checkPoint(x, probability) {
  const expected = probability ? 'a number from 0 to 1' : 'a number';
  const name = probability ? 'p' : 'x';
  if (typeof x !== 'number') throw wrongType(name, x, `${expected}, or an array of such numbers`);
  if (Number.isNaN(x) || (probability && (x < 0 || x > 1))) throw wrongValue(name, x, expected);
  return x;
}

/** @param {any[] | TypedArray} points @param {boolean} probability */
function checkPoints(points, probability) {
  const name = probability ? 'p' : 'x';
  /** @type {ArrayLike<unknown>} */
  const list = isList(points) ? points : intactArray(name, points);
  const { length } = list;
  if (length > limits.points.max) {
    throw wrongValue(name, points, `at most ${limits.points.max} numbers`);
  }
  return collected(name, length, Float64Array, (i) => checkPoint(list[i], probability));
}

/** @param {unknown} value @returns {value is any[] | TypedArray} */
const isArray = (value) => isList(value) || isTypedArray(value);

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @param {boolean} exact
 */
function lawFunctions(memory, numbers, exact) {
  /** @param {number} which */
  const lawFunction = (which) => {
    const probability = functions[which] === 'quantile';
    /** @param {unknown} x */
    const evaluate = (x) => {
      const points = isArray(x)
        ? checkPoints(x, probability)
        : Float64Array.of(checkPoint(x, probability));
      if (opened.get(memory) !== numbers) open(memory, numbers);
      memory.begin(functions[which]);
      const count = points.length;
      const place = memory.alloc(2 * count);
      core.lawValues(memory, { exact, which, count, points, values: place });
      const values = memory.doubles(place, count);
      if (!isArray(x)) return values[0];
      return isList(x) ? Array.from(values) : values;
    };
    return /** @type {LawFunction} */ (evaluate);
  };
  return {
    pdf: lawFunction(0),
    cdf: lawFunction(1),
    survival: lawFunction(2),
    quantile: lawFunction(3),
  };
}

/**
 * @param {Memory} memory
 * @param {ScoreOptions | undefined} options
 * @returns {Readonly<ScoreLaw>}
 */
export function scoreLaw(memory, options) {
  const numbers = scoreNumbers('scoreLaw', options);
  const { kind, mean, variance, spacing } = open(memory, numbers);
  return Object.freeze({
    kind: kinds[kind],
    mean,
    variance,
    std: Math.sqrt(variance),
    spacing,
    ...lawFunctions(memory, numbers, true),
    normal: Object.freeze(lawFunctions(memory, numbers, false)),
  });
}

export const scoreCurvesOptions = {
  points: number(limits.curvePoints, defaults.curvePoints),
  reach: number(limits.curveReach, defaults.curveReach),
};

/**
 * @param {Memory} memory
 * @param {ScoreOptions | undefined} options
 * @param {ScoreCurvesOptions | undefined} choice
 * @returns {ScoreCurves}
 */
export function scoreCurves(memory, options, choice) {
  const numbers = scoreNumbers('scoreCurves', options);
  const { points, reach } = checkOptions('scoreCurves', choice, scoreCurvesOptions);
  const length = points + 1;
  const arrays = 4; // before and after the factor each
  memory.begin('scoreCurves');
  const place = memory.alloc(2 * 2 * arrays * length);
  const { before, after, scale, bins, low, high } = core.scoreCurves(memory, {
    scores: numbers,
    points,
    reach,
    arrays: place,
  });
  const values = memory.doubles(place, 2 * arrays * length);

  /** @param {typeof before} law @param {number} side @param {number} scale @returns {ScoreCurve} */
  const curve = (law, side, scale) => {
    const { kind, mean, variance, skewness, kurtosis, spacing, places } = law;
    const std = Math.sqrt(variance);
    const array = (/** @type {number} */ index, /** @type {number} */ count) => {
      const first = (arrays * side + index) * length;
      return values.slice(first, first + count);
    };
    return {
      kind: kinds[kind],
      mean,
      variance,
      std,
      skewness,
      kurtosis,
      spacing,
      scale,
      xs: array(0, places),
      exact: array(1, std > 0 ? places : 0),
      smooth: array(2, length),
      normal: array(3, std > 0 ? length : 0),
    };
  };
  return {
    before: curve(before, 0, 1),
    after: curve(after, 1, scale),
    histogram: { bins, range: [low, high] },
  };
}
