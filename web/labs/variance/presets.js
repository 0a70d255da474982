/**
 * "Try this": six common claims about q.k and its variance. Each asks for a prediction, sets the lab, and explains.
 * The words are in web/i18n/variance.*.js under variance.preset.<id>; `values` returns their live numbers.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Preset } from '../lab/types.js' */

import { constant } from '../../engine/border/constant.js';
import { initialParams } from '../../tables/params.js';
import { toEngineOptions } from '../../tables/variance.js';
import { printed } from './printed.js';

/**
 * Returns the exact variance and mean of a score in the current state with some changes.
 * @param {Engine} engine
 * @param {Params} params
 * @param {Params} [changes]
 */
const theory = (engine, params, changes = {}) =>
  engine.scoreTheory(toEngineOptions({ ...params, ...changes }));

/**
 * Returns the sampling distribution of the forum's experiment. Few draws are enough for a sentence.
 * @param {Engine} engine
 * @param {Params} params
 */
const smallProduct = (engine, { rows, columns, inner, ddof, value }) =>
  engine.sampleVariance({
    rows: Number(rows),
    columns: Number(columns),
    dk: Number(inner),
    ddof: Number(ddof),
    value: Number(value),
    draws: 20000,
  });

/** d_model of the "which d?" example: 8 heads of 64. */
const modelSize = 512;

/**
 * Returns the mark for a variance and mean of scores: one standard deviation to either side.
 * @param {'before' | 'after'} part
 * @param {number} variance
 */
const spread = (part, variance, mean = 0) => ({
  in: part,
  x: constant([mean - Math.sqrt(variance), mean + Math.sqrt(variance)]),
});

/** @type {readonly Preset[]} */
export const presets = [
  {
    id: 'two-by-two',
    params: { rows: 2, columns: 2, inner: 2, ddof: 0, value: 1.6, draws: 300000 },
    choices: {
      a: { x: 1 },
      b: { x: 1.5 },
      c: { x: 2 },
    },
    answer: 'b',
    section: 'replicate',
    values: (engine, params, format) => {
      const result = smallProduct(engine, params);
      return {
        value: format.number(Number(params.value)),
        expectation: format.number(result.expectation),
        percentile: format.fixed(result.percentile ?? NaN, 0),
      };
    },
  },
  {
    id: 'np-dot',
    params: { rows: 2, columns: 2, inner: 2, ddof: 0, numpySeed: 0 },
    choices: {
      a: 'equal is no place on an axis',
      b: 'different is no place on an axis',
    },
    answer: 'a',
    section: 'replicate',
    values: (engine, { rows, columns, inner, ddof, numpySeed }) => {
      const shape = {
        rows: Number(rows),
        columns: Number(columns),
        dk: Number(inner),
        ddof: Number(ddof),
      };
      return {
        digits: String(engine.productVariance({ ...shape, seed: Number(numpySeed) }).value),
      };
    },
  },
  {
    id: 'always-dk',
    params: { correlation: 1 },
    choices: {
      a: spread('before', 64),
      b: spread('before', 64, 64),
      c: spread('before', 128, 64),
    },
    answer: 'c',
    section: 'derivation',
    picture: 'histogram',
    values: (engine, params, format) => {
      const same = theory(engine, params, { scale: 'none' });
      const shifted = theory(engine, params, {
        scale: 'none',
        correlation: 0,
        queryMean: 1,
        keyMean: 1,
      });
      return {
        dk: format.integer(Number(params.dk)),
        mean: format.number(same.mean),
        variance: format.number(same.variance),
        shifted: format.number(shifted.variance),
        scaled: format.number(theory(engine, params).variance),
      };
    },
  },
  {
    id: 'why-root',
    params: { scale: 'inverse' },
    choices: {
      a: { x: 64, y: 1 },
      b: { x: 64, y: 1 / 8 },
      c: { x: 64, y: 1 / 64 },
    },
    answer: 'c',
    section: 'growth',
    values: (engine, params, format) => ({
      dk: format.integer(Number(params.dk)),
      variance: format.number(theory(engine, params).variance),
      more: format.number(theory(engine, params, { dk: 1024 }).variance),
      root: format.number(theory(engine, params, { scale: 'rsqrt' }).variance),
    }),
  },
  {
    id: 'which-d',
    params: { dk: 64, scale: 'number', factor: 1 / Math.sqrt(modelSize) },
    choices: {
      a: spread('after', 1),
      b: spread('after', 1 / 8),
      c: spread('after', 1 / 512),
    },
    answer: 'b',
    section: 'histogram',
    values: (engine, params, format) => ({
      dk: format.integer(Number(params.dk)),
      model: format.integer(modelSize),
      variance: format.number(theory(engine, params).variance),
      right: format.number(theory(engine, params, { scale: 'rsqrt' }).variance),
      keys: format.integer(Number(params.keys)),
    }),
  },
  {
    id: 'blog-script',
    params: { dk: 100 },
    choices: {
      a: spread('after', 0.01),
      b: spread('after', 1),
      c: spread('after', 100),
    },
    answer: 'b',
    section: 'blog',
    picture: 'histogram',
    values: (engine, _, format) => {
      const script = { ...initialParams('variance'), dk: 100 };
      return {
        printed: String(printed.scores.std),
        theory: format.number(theory(engine, script).std),
        without: format.number(theory(engine, script, { scale: 'none' }).std),
      };
    },
  },
];
