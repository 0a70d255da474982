/** The options of openModel() and of a model's methods. Those that depend on the model are checked with it. */

/** @import { Checked } from '../border/types.js' */

import {
  checkNumber,
  checkSignal,
  describeLimit,
  isObject,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import { constant } from '../border/constant.js';
import { limits } from '../border/limits.js';
import { callback, flag, later, number, optional, returned } from '../border/option-table.js';

const layerNames = constant(['query', 'key', 'value', 'scores', 'weights', 'hidden', 'statistics']);
/** Names of the results of the output layer. @type {readonly string[]} */
export const wordNames = ['logits', 'crossEntropy'];
const resultNames = constant([...layerNames, 'logits', 'crossEntropy']);

/** @param {string} name @param {unknown} factor @returns {number | 'none'} */
function checkFactor(name, factor) {
  if (factor === 'none') return factor;
  if (typeof factor !== 'string') return checkNumber(name, factor, limits.scale);
  throw wrongValue(name, factor, `${describeLimit(limits.scale)}, or 'none'`);
}

/** @param {string} name @param {unknown} value @returns {Record<string, unknown>} */
function checkConfig(name, value) {
  if (isObject(value)) return value;
  throw wrongType(name, value, 'an object');
}

/** run() has these options, too. */
export const modelHeadStatisticsOptions = {
  layers: later(),
  factor: { check: checkFactor, initial: 1, limit: limits.scale },
  bins: number({ ...limits.bins, min: 0 }, 0),
  signal: optional({ check: checkSignal }),
  onLayer: optional(callback()),
};
export const modelRunOptions = {
  ...modelHeadStatisticsOptions,
  returns: returned(resultNames, ['weights']),
  keep: flag(true),
  places: later(),
};
export const openModelOptions = {
  heads: optional(number(limits.heads)),
  keyHeads: optional(number(limits.heads)),
  transposed: optional(flag()),
  config: optional({ check: checkConfig }),
};

/** @typedef {Checked<typeof modelRunOptions>} RunOptions */
