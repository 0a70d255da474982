/**
 * From the options a person writes to the numbers the core takes: checks and defaults, both only here.
 */

/** @import { Limit } from '../border/limits.js' */
/** @import { EngineModule } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ComponentNumbers, ScoreNumbers, VarianceNumbers } from '../records/options.js' */

import * as defaults from '../border/defaults.js';
import {
  checkChoice,
  checkNumber,
  checkObject,
  checkRange,
  isList,
  isObject,
  wrongType,
} from '../border/checks.js';
import { limits } from '../border/limits.js';
import { Memo } from '../border/memo.js';
import * as core from '../records/options.js';

/** In the order of the core's enumerations. */
const distributions = /** @type {const} */ ([
  'normal',
  'uniform',
  'rademacher',
  'laplace',
  'student-t',
  'exponential',
]);
const generators = /** @type {const} */ (['scaledot', 'numpy']);
const scaleRules = /** @type {const} */ (['rsqrt', 'none', 'inverse']);
const scaleRule = { number: 0, rsqrt: 1, none: 2, inverse: 3, power: 4 };
const numpyGenerator = generators.indexOf('numpy');
/** The laws that NumPy's generator is followed for. */
const numpyDistributions = distributions.slice(0, 2);

const scoreNames = [
  'dk',
  'queries',
  'keys',
  'scale',
  'seed',
  'generator',
  'query',
  'key',
  'correlation',
  'bins',
  'range',
];

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {ComponentNumbers}
 */
export function componentNumbers(name, value) {
  const given = checkObject(name, value, ['distribution', 'mean', 'sd', 'df']);
  const {
    distribution = defaults.distribution,
    mean = defaults.mean,
    sd = defaults.sd,
    df = defaults.df,
  } = given;
  return {
    distribution: checkChoice(`${name}.distribution`, distribution, distributions),
    mean: checkNumber(`${name}.mean`, mean, limits.mean),
    sd: checkNumber(`${name}.sd`, sd, limits.sd),
    df: checkNumber(`${name}.df`, df, limits.df),
  };
}

/**
 * A rule of scaling in the core's numbers, and its value: the factor itself, or the exponent.
 *
 * @param {unknown} scale
 * @param {Limit} [limit] of a factor
 * @param {{name?: string, more?: readonly string[]}} [words] for errors: the argument's name, and what else it may be
 * @returns {{rule: number, value: number}}
 */
export function ruleNumbers(scale, limit = limits.scale, { name = 'scale', more = [] } = {}) {
  if (typeof scale === 'number') {
    return { rule: scaleRule.number, value: checkNumber(name, scale, limit) };
  }
  const rules = [...scaleRules, ...more];
  if (typeof scale === 'string') {
    return { rule: scaleRule[scaleRules[checkChoice(name, scale, rules)]], value: 0 };
  }
  if (!isObject(scale) || isList(scale)) {
    const known = rules.map((rule) => `"${rule}"`).join(', ');
    throw wrongType(name, scale, `${known}, a number or {alpha}`);
  }
  const { alpha } = checkObject(name, scale, ['alpha']);
  return { rule: scaleRule.power, value: checkNumber(`${name}.alpha`, alpha, limits.alpha) };
}

/** @type {Memo<number>} */
const factors = new Memo();

/**
 * @param {EngineModule} module
 * @param {unknown} scale
 * @param {number} headDim
 * @param {Limit} [limit]
 * @param {{name?: string, more?: readonly string[]}} [words] as of ruleNumbers()
 * @returns {number} the factor
 */
export function scaleNumber(module, scale, headDim, limit, words) {
  const { rule, value } = ruleNumbers(scale, limit, words);
  if (rule === scaleRule.number) return value;
  const key = `${rule} ${value} ${headDim}`;
  return factors.get(module, key, () => module.scaleFactor(rule, value, headDim));
}

/**
 * @param {Memory} memory
 * @param {ScoreNumbers} numbers
 * @returns {{units: number, bytes: number}} how many units there are, and what computing one keeps
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

/**
 * @param {string} name of the function that was called
 * @param {unknown} options
 * @returns {ScoreNumbers}
 */
export function scoreNumbers(name, options) {
  const given = checkObject(name, options, scoreNames);
  const {
    dk = defaults.dk,
    queries = defaults.queries,
    keys = defaults.keys,
    scale = defaults.scale,
    seed = defaults.seed,
    generator = defaults.generator,
    correlation = defaults.correlation,
    bins = defaults.bins,
    range,
  } = given;
  const headDim = checkNumber('dk', dk, limits.dk);
  /** @type {ScoreNumbers} */
  const numbers = {
    headDim,
    queries: checkNumber('queries', queries, limits.queries),
    keys: checkNumber('keys', keys, limits.keys),
    ...ruleNumbers(scale),
    seed: checkNumber('seed', seed, limits.seed),
    generator: checkChoice('generator', generator, generators),
    query: componentNumbers('query', given.query),
    key: componentNumbers('key', given.key),
    correlation: checkNumber('correlation', correlation, limits.correlation),
    bins: checkNumber('bins', bins, limits.bins),
    range: null,
  };
  checkScoreCount(numbers.queries, numbers.keys);
  if (numbers.generator === numpyGenerator) checkNumpyGenerator(numbers);
  if (range !== undefined) {
    const [low, high] = checkRange('range', range, limits.range);
    numbers.range = { low, high }; // null: as theory gives it
  }
  return numbers;
}

/**
 * @param {Record<string, unknown>} given
 * @param {Limit} seedLimit
 * @returns {VarianceNumbers}
 */
function productNumbers(given, seedLimit) {
  const {
    rows = defaults.rows,
    columns = defaults.columns,
    dk = defaults.inner,
    ddof = defaults.ddof,
    seed = defaults.seed,
  } = given;
  const numbers = {
    rows: checkNumber('rows', rows, limits.rows),
    columns: checkNumber('columns', columns, limits.columns),
    headDim: checkNumber('dk', dk, limits.dk),
    ddof: checkNumber('ddof', ddof, limits.ddof),
    seed: checkNumber('seed', seed, seedLimit),
  };
  const entries = numbers.rows * numbers.columns;
  if (entries < 2) {
    throw new RangeError('rows x columns: got 1 x 1; expected at least 2 entries');
  }
  if (numbers.ddof >= entries) {
    throw new RangeError(
      `ddof: got ${numbers.ddof}; expected less than rows x columns = ${entries}`,
    );
  }
  const drawn = (numbers.rows + numbers.columns) * numbers.headDim;
  if (drawn > limits.productEntries.max) {
    throw new RangeError(
      `(rows + columns) x dk: got ${drawn}; expected at most ${limits.productEntries.max} entries`,
    );
  }
  return numbers;
}

/**
 * @typedef {object} SampleVarianceNumbers
 * @property {VarianceNumbers} product
 * @property {number} draws
 * @property {number | undefined} value
 * @property {number} bins
 * @property {[number, number] | undefined} range
 */

/**
 * @param {unknown} options
 * @returns {SampleVarianceNumbers}
 */
export function sampleVarianceNumbers(options) {
  const names = ['rows', 'columns', 'dk', 'ddof', 'draws', 'seed', 'value', 'bins', 'range'];
  const given = checkObject('sampleVariance', options, names);
  const { draws = defaults.varianceDraws, value, bins = defaults.varianceBins, range } = given;
  return {
    product: productNumbers(given, limits.seed),
    draws: checkNumber('draws', draws, limits.draws),
    value: value === undefined ? undefined : checkNumber('value', value, limits.range),
    bins: checkNumber('bins', bins, limits.bins),
    range: range === undefined ? undefined : checkRange('range', range, limits.range),
  };
}

/**
 * @param {unknown} options
 * @returns {VarianceNumbers}
 */
export function productVarianceNumbers(options) {
  const names = ['rows', 'columns', 'dk', 'ddof', 'seed'];
  return productNumbers(checkObject('productVariance', options, names), limits.numpySeed);
}
