/**
 * Random parameters of scoring functions, and the costs of scores. src/attention/parameter_draw.h defines the draws.
 */

/** @import { ScoreCost, ScoreCostOptions, ScoreParameters, ScoreParametersOptions } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber, wrongType } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, later, number } from '../border/option-table.js';
import * as core from '../records/score-parameters.js';
import { kind, parameterNames, parameterShapes, scoreKinds } from './scoring.js';
import { sizeOf } from '../border/tensor.js';

/** The default hidden width of `additive`. @param {number} dk */
const defaultHidden = (dk) => Math.min(dk, 64);

/**
 * @param {string} prefix of the names in errors
 * @param {number} kind
 * @param {unknown} hidden
 * @param {number} dk
 * @returns {number} 0 for a kind without hidden units
 */
function checkOwnHidden(prefix, kind, hidden, dk) {
  if (scoreKinds[kind] === 'additive') {
    const own = hidden === undefined ? defaultHidden(dk) : hidden;
    return checkNumber(`${prefix}hidden`, own, limits.hidden);
  }
  if (hidden === undefined) return 0;
  const expected = `none with the kind "${scoreKinds[kind]}": only additive has it`;
  throw wrongType(`${prefix}hidden`, hidden, expected);
}

/**
 * Checks the hidden width, and the sizes of the random parameters of the kind.
 *
 * @param {string} prefix
 * @param {number} kind
 * @param {unknown} given
 * @param {{headDim: number, keys: number}} sizes
 */
export function checkHidden(prefix, kind, given, { headDim, keys }) {
  const hidden = checkOwnHidden(prefix, kind, given, headDim);
  const sizes = { queryDim: headDim, keyDim: headDim, keys, hidden };
  for (const [name, shape] of Object.entries(parameterShapes(scoreKinds[kind], sizes))) {
    const { max } = limits.parameterEntries;
    if (sizeOf(shape) <= max) continue;
    throw new RangeError(
      `${prefix}kind: ${name} would have ${shape.join(' x ')} = ${sizeOf(shape)} entries; expected at most ${max}`,
    );
  }
  return hidden;
}

const sizeOptions = {
  kind,
  dk: number(limits.dk, defaults.dk),
  keys: number(limits.drawKeys, defaults.drawKeys),
  hidden: later(),
};

export const scoreParametersOptions = {
  ...sizeOptions,
  seed: number(limits.seed, defaults.seed),
};

/** No keys are drawn: there may be more. */
export const scoreCostOptions = {
  ...sizeOptions,
  queries: number(limits.queries, defaults.costQueries),
  keys: number(limits.keys, defaults.drawKeys),
};

/**
 * @param {Memory} memory
 * @param {ScoreParametersOptions | undefined} options
 * @returns {ScoreParameters}
 */
export function scoreParameters(memory, options) {
  const given = checkOptions('scoreParameters', options, scoreParametersOptions);
  const { kind, dk: headDim, keys, seed } = given;
  const hidden = checkHidden('', kind, given.hidden, { headDim, keys });
  const sizes = { queryDim: headDim, keyDim: headDim, keys, hidden };
  const shapes = parameterShapes(scoreKinds[kind], sizes);
  memory.begin('scoreParameters');
  // The core writes up to 15 numbers past the end.
  const placeOf = (/** @type {number[] | undefined} */ shape) =>
    memory.alloc(shape ? sizeOf(shape) + 15 : 0, shape !== undefined);
  const places = {
    weight: placeOf(shapes.weight),
    queryWeight: placeOf(shapes.queryWeight),
    keyWeight: placeOf(shapes.keyWeight),
    vector: placeOf(shapes.vector),
  };
  const drawn = { seed, kind, dim: headDim, keys, hidden };
  core.drawScoreParameters(memory, { ...drawn, ...places });
  /** @type {ScoreParameters} */
  const parameters = {};
  for (const name of parameterNames) {
    const shape = shapes[name];
    if (shape) parameters[name] = { data: memory.take(places[name], sizeOf(shape)), shape };
  }
  return parameters;
}

/**
 * @param {Memory} memory
 * @param {ScoreCostOptions | undefined} options
 * @returns {ScoreCost}
 */
export function scoreCost(memory, options) {
  const given = checkOptions('scoreCost', options, scoreCostOptions);
  const { kind, dk: headDim, queries, keys } = given;
  const hidden = checkOwnHidden('', kind, given.hidden, headDim);
  return costOf(memory, 'scoreCost', { kind, queries, keys, headDim, hidden });
}

/**
 * @param {Memory} memory
 * @param {string} name of the function that was called
 * @param {Record<'kind' | 'queries' | 'keys' | 'headDim' | 'hidden', number>} sizes
 * @returns {ScoreCost}
 */
export function costOf(memory, name, { headDim, ...sizes }) {
  memory.begin(name);
  return core.scoreCost(memory, { ...sizes, queryDim: headDim, keyDim: headDim });
}
