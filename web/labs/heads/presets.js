/**
 * "Try this": five claims about heads. Each asks for a prediction, sets the lab, and explains.
 * The words are in web/i18n/heads.*.js under heads.preset.<id>; `values` gives their live numbers.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Choice, Preset } from '../lab/types.js' */

import { models, sizesOf } from '../../tables/heads.js';
import { countsOf } from './counts.js';
import { scoresOf } from './merged-scores.js';
import { oneSizes } from './random.js';
import { atOnce } from './slices.js';

/** Returns the sizes of a state as text. @param {Params} params @param {Format} format */
function sizeWords(params, format) {
  const { modelDim, heads, keyHeads, headDim, length } = sizesOf(params);
  return {
    modelDim: format.integer(modelDim),
    heads: format.integer(heads),
    keyHeads: format.integer(keyHeads),
    dk: format.integer(headDim),
    length: format.integer(length),
  };
}

/** Number of queries and keys for a variance with two digits. Fewer where the vectors are long. */
const sample = (/** @type {number} */ dk) => Math.max(32, Math.min(200, Math.floor(2 ** 20 / dk)));

/** Returns the variance of unscaled scores of vectors with this many components. @param {Engine} engine @param {number} dk @param {number} seed */
const varianceOf = (engine, dk, seed) =>
  engine.scoreStatistics({ dk, queries: sample(dk), keys: sample(dk), seed }).unscaled.variance;

/** @typedef {ReturnType<typeof countsOf>} Counts */

/**
 * Returns a predicted bar of the cost picture, as high as a count with one key head per query head.
 * @param {'parameters' | 'cache'} part
 * @param {number} bar
 * @param {(counts: Counts) => number} height
 * @returns {Choice}
 */
const predictedBar = (part, bar, height) => (engine, params) => {
  const sizes = sizesOf(params);
  const counts = countsOf(engine, { ...sizes, keyHeads: sizes.heads });
  return { in: part, x: [bar, bar + 1], y: [0, height(counts)] };
};

/**
 * Returns a point at the preset's width: this many times the numbers of a head whose width is d_model/h.
 * @param {number} times
 * @returns {Choice}
 */
const wide = (times) => (engine, params) => {
  const { parameters } = countsOf(engine, sizesOf({ ...params, tie: 'tied' }));
  return { x: sizesOf(params).headDim, y: times * parameters.pair };
};

/** @type {readonly Preset[]} */
export const presets = [
  {
    id: 'which-d',
    params: {},
    choices: {
      a: { of: 'wq', edge: 'y' },
      b: { of: 'wq', edge: 'x' },
      c: { of: 'x', edge: 'y' },
    },
    answer: 'b',
    section: 'merged',
    picture: 'shapes',
    values: (engine, params, format) => {
      const { headDim, modelDim, seed } = sizesOf(params);
      return {
        ...sizeWords(params, format),
        variance: format.number(varianceOf(engine, headDim, seed), 3),
        wide: format.number(varianceOf(engine, modelDim, seed), 3),
      };
    },
  },
  {
    id: 'merge',
    params: {},
    choices: {
      a: predictedBar('parameters', 1, ({ parameters }) => parameters.pairs / 2),
      b: predictedBar('parameters', 1, ({ parameters }) => parameters.pairs),
      c: predictedBar('parameters', 1, ({ parameters }) => 4 * parameters.pairs),
    },
    answer: 'c',
    section: 'cost',
    values: (engine, params, format) => {
      const { parameters, multiplications } = countsOf(engine, sizesOf(params));
      const { difference } = atOnce(scoresOf(engine, oneSizes(params), Number(params.tokens)));
      return {
        ...sizeWords(params, format),
        pair: format.integer(parameters.pair),
        merged: format.integer(parameters.merged),
        largest: format.number(difference.largest, 2),
        factored: format.compact(multiplications.factoredScores),
        mergedScores: format.compact(multiplications.mergedScores),
      };
    },
  },
  {
    id: 'more-heads',
    params: { heads: 16, model: 'own' },
    choices: {
      a: { of: 'all-query', wide: 2 },
      b: { of: 'all-query' },
      c: { of: 'all-query', wide: 0.5 },
    },
    answer: 'b',
    section: 'shapes',
    values: (engine, params, format) => {
      const totalOf = (/** @type {number} */ heads) => {
        const { headDim } = sizesOf({ ...params, heads, shared: 1, tie: 'tied' });
        const counts = countsOf(engine, { ...sizesOf(params), heads, keyHeads: heads, headDim });
        return format.integer(counts.parameters.total);
      };
      return {
        ...sizeWords({ ...params, tie: 'tied' }, format),
        one: totalOf(1),
        eight: totalOf(8),
        total: totalOf(Number(params.heads)),
      };
    },
  },
  {
    id: 'full-width',
    params: { tie: 'free', dk: 512, model: 'own' },
    choices: {
      a: 'what cannot be computed has no size',
      b: wide(1),
      c: wide(8),
    },
    answer: 'c',
    section: 'even',
    values: (engine, params, format) => {
      const sizes = sizesOf(params);
      const { modelDim, heads } = sizes;
      const tied = Math.max(1, Math.floor(modelDim / heads));
      const of = (/** @type {number} */ headDim) => countsOf(engine, { ...sizes, headDim });
      const [own, thin] = [of(modelDim), of(tied)];
      return {
        ...sizeWords(params, format),
        pairs: format.integer(own.parameters.pairs),
        thin: format.integer(thin.parameters.pairs),
        pair: format.integer(own.parameters.pair),
        merged: format.integer(own.parameters.merged),
        half: format.number(own.breakEven),
      };
    },
  },
  {
    id: 'shared-keys',
    params: { model: 'llama', ...models.llama },
    choices: {
      a: predictedBar('cache', 1, ({ cache }) => cache.perToken / 4),
      b: predictedBar('parameters', 0, ({ parameters }) => parameters.pairs / 4),
      c: 'patterns are not counted here',
    },
    answer: 'a',
    section: 'cost',
    values: (engine, params, format) => {
      const sizes = sizesOf(params);
      const own = countsOf(engine, sizes);
      const all = countsOf(engine, { ...sizes, keyHeads: sizes.heads });
      return {
        ...sizeWords(params, format),
        shared: format.integer(Number(params.shared)),
        cache: format.integer(own.cache.perToken),
        allCache: format.integer(all.cache.perToken),
        total: format.compact(own.parameters.total),
        allTotal: format.compact(all.parameters.total),
      };
    },
  },
];
