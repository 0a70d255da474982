/** The networks of `scaledot train`, in the words of its table and picture. */
import words from '../i18n/training.en.js';
import { numbers, speaker } from './text.js';

/** @import { TrainerOptions, TrainingRow } from '../engine/types.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Rule } from '../tables/training.js' */

/**
 * @typedef {object} Trained
 * @property {number} parameters
 * @property {number} steps
 * @property {number} divergedAt
 * @property {boolean} [partial]  Whether it was stopped before its last step
 * @property {TrainingRow[]} metrics
 */

/** @typedef {{params: Params, rule: Rule, options: TrainerOptions}} Order */
/** @typedef {Order & {result: Trained}} Run */

export const t = speaker({ en: words, 'zh-Hans': {} });

/** @param {Run} run */
export const curveOf = ({ rule, result: { metrics, divergedAt } }) => ({
  rule,
  rows: metrics,
  divergedAt,
});

/** @param {Run} run @param {'rule' | 'with'} [form]  in a table, or in a sentence */
export const nameOf = ({ rule, params }, form = 'rule') =>
  t(`training.${form}.${rule}`, { alpha: numbers.number(Number(params.alpha)) });
