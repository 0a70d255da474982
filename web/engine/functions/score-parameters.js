/** Random parameters of scoring functions, and what scores cost. src/attention/parameter_draw.h says how parameters are drawn. */

/** @import { ScoreCost, ScoreParameters } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber, checkObject, wrongType } from '../border/checks.js';
import { limits } from '../border/limits.js';
import * as core from '../records/score-parameters.js';
import { checkKind, parameterNames, parameterShapes, scoreKinds } from './scoring.js';
import { sizeOf } from '../border/tensor.js';

/** What `additive` has, unless told. @param {number} dk */
const defaultHidden = (dk) => Math.min(dk, 64);

/**
 * @param {string} prefix of the names in errors
 * @param {number} kind
 * @param {unknown} hidden
 * @param {number} dk
 * @returns {number} 0 for a kind without
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
 * The same, where there are random parameters of that size.
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

/**
 * @param {Memory} memory
 * @param {unknown} options
 * @returns {ScoreParameters}
 */
export function scoreParameters(memory, options) {
  const given = checkObject('scoreParameters', options, ['kind', 'dk', 'keys', 'hidden', 'seed']);
  const { dk = defaults.dk, keys = defaults.drawKeys, seed = defaults.seed } = given;
  const kind = checkKind('', given.kind);
  const headDim = checkNumber('dk', dk, limits.dk);
  const keyCount = checkNumber('keys', keys, limits.drawKeys);
  const hidden = checkHidden('', kind, given.hidden, { headDim, keys: keyCount });
  const sizes = { queryDim: headDim, keyDim: headDim, keys: keyCount, hidden };
  const shapes = parameterShapes(scoreKinds[kind], sizes);
  const ownSeed = checkNumber('seed', seed, limits.seed);
  memory.begin('scoreParameters');
  // The core writes up to 15 numbers past the end.
  const room = (/** @type {number[] | undefined} */ shape) =>
    memory.room(shape ? sizeOf(shape) + 15 : 0, shape !== undefined);
  const places = {
    weight: room(shapes.weight),
    queryWeight: room(shapes.queryWeight),
    keyWeight: room(shapes.keyWeight),
    vector: room(shapes.vector),
  };
  const drawn = { seed: ownSeed, kind, dim: headDim, keys: keyCount, hidden };
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
 * @param {unknown} options
 * @returns {ScoreCost}
 */
export function scoreCost(memory, options) {
  const given = checkObject('scoreCost', options, ['kind', 'dk', 'queries', 'keys', 'hidden']);
  const { dk = defaults.dk, queries = defaults.costQueries, keys = defaults.drawKeys } = given;
  const kind = checkKind('', given.kind);
  const headDim = checkNumber('dk', dk, limits.dk);
  const hidden = checkOwnHidden('', kind, given.hidden, headDim);
  return costOf(memory, 'scoreCost', {
    kind,
    queries: checkNumber('queries', queries, limits.queries),
    keys: checkNumber('keys', keys, limits.keys),
    headDim,
    hidden,
  });
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
