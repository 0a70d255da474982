/**
 * "Try this": claims about the scores of trained models. Each asks for a prediction, sets the lab, and explains.
 * The words are in web/i18n/models.*.js under models.preset.<id>; `values` gives their live numbers.
 */

/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Preset } from '../lab/types.js' */
/** @import { OpenedModel } from './opened.js' */

import { rangeOf, selectedHead, spread, statisticsOf } from './look.js';

/**
 * Returns a function that returns the numbers of a model once its passes are complete, and null until then.
 * @param {(opened: OpenedModel, format: Format, params: Params) => Record<string, string>} numbersOf
 * @returns {Preset['values']}
 */
const whenComplete = (numbersOf) => (_engine, params, format, opened) =>
  opened?.base?.whole && opened.now?.whole ? numbersOf(opened, format, params) : null;

/**
 * sqrt(d_k) of the shipped model, and its approximate perplexity for its first text. They place the marks of guesses.
 */
const root = Math.sqrt(24);
const asTrained = 4.2;

/** The explanations are about the model that ships with the lab. @type {NonNullable<Preset['holds']>} */
const holds = ({ source }) => source === 'text';

/** @type {readonly Preset[]} */
export const presets = [
  {
    id: 'root',
    params: { source: 'pronouns', measure: 'scoreSd' },
    choices: {
      a: 'all cells would be alike',
      b: 'all cells would be alike',
      c: 'cells have no axis for it',
    },
    answer: 'c',
    section: 'heads',
    // The page opens with the numbers of the other model, so this preset asks about this one.
    holds: ({ source }) => source === 'pronouns',
    values: whenComplete(({ base, model }, format) => {
      const range = base && rangeOf(base, ({ scoreSd }) => scoreSd);
      const number = spread(format);
      return {
        dk: format.integer(model?.headDim ?? 1),
        expected: number(Math.sqrt(model?.headDim ?? 1)),
        low: number(range?.low ?? NaN),
        high: number(range?.high ?? NaN),
      };
    }),
  },
  {
    id: 'without',
    params: { scale: 'none', measure: 'topWeight' },
    choices: {
      a: { x: root, y: asTrained },
      b: { x: root, y: [asTrained, 1.5 * asTrained] },
      c: { x: root, y: [2 * asTrained, 2.8 * asTrained] },
    },
    answer: 'b',
    section: 'prediction',
    picture: 'perplexity',
    holds,
    values: whenComplete(({ base, now }, format) => {
      return {
        before: format.number(base?.predicted?.perplexity ?? NaN, 3),
        after: format.number(now?.predicted?.perplexity ?? NaN, 3),
        top: format.share(base?.mean.scaled.topWeight ?? NaN),
        plain: format.share(now?.mean.scaled.topWeight ?? NaN),
      };
    }),
  },
  {
    id: 'independent',
    params: { layer: 2 },
    choices: {
      a: { x: [1, 2], y: [0, 9 * root] },
      b: { x: [2, 3], y: [0, 9 * root] },
      c: 'it is in all bars',
    },
    answer: 'c',
    section: 'assumptions',
    holds,
    values: whenComplete(({ base }, format, params) => {
      const own = statisticsOf(base, selectedHead(params, base));
      const number = spread(format);
      return {
        unit: number(own?.unitSd ?? NaN),
        spread: number(own?.spreadSd ?? NaN),
        independent: number(own?.independentSd ?? NaN),
        covariance: number(own?.covarianceSd ?? NaN),
        measured: number(own?.scoreSd ?? NaN),
      };
    }),
  },
];
