/** Options of random scores: their tables, and the conditions between them. */

/** @import { Checked, Limit } from '../border/types.js' */
/** @import { EngineModule, ProductVarianceOptions, SampleVarianceOptions, ScoreOptions } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreNumbers, VarianceNumbers } from '../records/options.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber, checkObject, isList, isObject, wrongChoice } from '../border/checks.js';
import { distributions, generators, limits, scaleRules } from '../border/limits.js';
import { checkOptions, choice, number, object, optional, range } from '../border/option-table.js';
import * as core from '../records/options.js';

/** In the order of the core's enumeration. */
const scaleRule = { number: 0, rsqrt: 1, none: 2, inverse: 3, power: 4 };
const numpyGenerator = generators.indexOf('numpy');
/** The distributions that can be drawn with NumPy's generator here. */
const numpyDistributions = distributions.slice(0, 2);

/** Options of one component. */
export const componentOptions = {
  distribution: choice(distributions, defaults.distribution),
  mean: number(limits.mean, defaults.mean),
  sd: number(limits.sd, defaults.sd),
  df: number(limits.df, defaults.df),
};
export const component = object(componentOptions);

/**
 * Returns a rule of scaling as the core's number, and its value: the factor itself, or the exponent.
 *
 * @param {unknown} scale
 * @param {Limit} [limit] limit of a factor
 * @param {{name?: string, more?: readonly string[]}} [words] for errors: the argument's name, and its other allowed values
 * @returns {{rule: number, value: number}}
 */
export function ruleNumbers(scale, limit = limits.scale, { name = 'scale', more = [] } = {}) {
  if (typeof scale === 'number') {
    return { rule: scaleRule.number, value: checkNumber(name, scale, limit) };
  }
  const named = scaleRules.indexOf(/** @type {any} */ (scale));
  if (named >= 0) return { rule: scaleRule[scaleRules[named]], value: 0 };
  if (!isObject(scale) || isList(scale)) {
    const known = [...scaleRules, ...more].map((rule) => `"${rule}"`).join(', ');
    throw wrongChoice(name, scale, `${known}, a number or {alpha}`);
  }
  const { alpha } = checkObject(name, scale, ['alpha']);
  return { rule: scaleRule.power, value: checkNumber(`${name}.alpha`, alpha, limits.alpha) };
}

/**
 * @param {EngineModule} module
 * @param {unknown} scale
 * @param {number} headDim
 * @param {Limit} [limit]
 * @param {{name?: string, more?: readonly string[]}} [words] as for ruleNumbers()
 * @returns {number} the factor
 */
export function scaleNumber(module, scale, headDim, limit, words) {
  const { rule, value } = ruleNumbers(scale, limit, words);
  return rule === scaleRule.number ? value : module.scaleFactor(rule, value, headDim);
}

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @returns {{units: number, bytes: number}} the number of units, and the memory that computing one needs
 */
export function scorePlan(memory, numbers) {
  memory.begin('scoreStatistics');
  return core.scorePlan(memory, { scores: numbers });
}

/** @param {ScoreNumbers} numbers */
function checkNumpyGenerator({ seed, query, key, correlation }) {
  checkNumber('seed', seed, limits.numpySeed);
  for (const [name, { distribution }] of Object.entries({ query, key })) {
    if (distribution >= numpyDistributions.length) {
      throw new RangeError(
        `${name}.distribution: got "${distributions[distribution]}"; expected "normal" or "uniform" with the generator "numpy"`,
      );
    }
  }
  if (correlation !== 0) {
    throw new RangeError(`correlation: got ${correlation}; expected 0 with the generator "numpy"`);
  }
}

/** @param {number} queries @param {number} keys */
function checkScoreCount(queries, keys) {
  if (queries * keys > limits.scores.max) {
    throw new RangeError(
      `queries x keys: got ${queries} x ${keys} = ${queries * keys}; expected at most ${limits.scores.max} scores`,
    );
  }
}

export const scoreOptions = {
  dk: number(limits.dk, defaults.dk),
  queries: number(limits.queries, defaults.queries),
  keys: number(limits.keys, defaults.keys),
  scale: {
    check: (/** @type {string} */ _, /** @type {unknown} */ scale) => ruleNumbers(scale),
    initial: defaults.scale,
  },
  seed: number(limits.seed, defaults.seed),
  generator: choice(generators, defaults.generator),
  query: component,
  key: component,
  correlation: number(limits.correlation, defaults.correlation),
  bins: number(limits.bins, defaults.bins),
  range: optional(range(limits.range)),
};

/**
 * @param {string} name of the function that was called
 * @param {ScoreOptions | undefined} options
 * @returns {ScoreNumbers}
 */
export function scoreNumbers(name, options) {
  const { dk: headDim, scale, range: ends, ...same } = checkOptions(name, options, scoreOptions);
  /** @type {ScoreNumbers} */
  const numbers = {
    headDim,
    ...same,
    ...scale,
    range: ends ? { low: ends[0], high: ends[1] } : null, // null: the range that theory gives
  };
  checkScoreCount(numbers.queries, numbers.keys);
  if (numbers.generator === numpyGenerator) checkNumpyGenerator(numbers);
  return numbers;
}

/** Options of a product of two random matrices. NumPy's generator takes fewer seeds. */
export const productVarianceOptions = {
  rows: number(limits.rows, defaults.rows),
  columns: number(limits.columns, defaults.columns),
  dk: number(limits.dk, defaults.inner),
  ddof: number(limits.ddof, defaults.ddof),
  seed: number(limits.numpySeed, defaults.seed),
};

export const sampleVarianceOptions = {
  ...productVarianceOptions,
  draws: number(limits.draws, defaults.varianceDraws),
  seed: number(limits.seed, defaults.seed),
  value: optional(number(limits.range)),
  bins: number(limits.bins, defaults.varianceBins),
  range: optional(range(limits.range)),
};

/**
 * @param {Checked<typeof productVarianceOptions>} options
 * @returns {VarianceNumbers}
 */
function productNumbers({ rows, columns, dk: headDim, ddof, seed }) {
  const entries = rows * columns;
  if (entries < 2) {
    throw new RangeError('rows x columns: got 1 x 1; expected at least 2 entries');
  }
  if (ddof >= entries) {
    throw new RangeError(`ddof: got ${ddof}; expected less than rows x columns = ${entries}`);
  }
  const drawn = (rows + columns) * headDim;
  if (drawn > limits.productEntries.max) {
    throw new RangeError(
      `(rows + columns) x dk: got ${drawn}; expected at most ${limits.productEntries.max} entries`,
    );
  }
  return { rows, columns, headDim, ddof, seed };
}

/** @typedef {Omit<Checked<typeof sampleVarianceOptions>, keyof typeof productVarianceOptions> & {product: VarianceNumbers}} SampleVarianceNumbers */

/**
 * @param {SampleVarianceOptions | undefined} options
 * @returns {SampleVarianceNumbers}
 */
export function sampleVarianceNumbers(options) {
  const checked = checkOptions('sampleVariance', options, sampleVarianceOptions);
  const { draws, value, bins, range: ends } = checked;
  return { product: productNumbers(checked), draws, value, bins, range: ends };
}

/**
 * @param {ProductVarianceOptions | undefined} options
 * @returns {VarianceNumbers}
 */
export const productVarianceNumbers = (options) =>
  productNumbers(checkOptions('productVariance', options, productVarianceOptions));
