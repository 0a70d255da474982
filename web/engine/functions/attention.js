/** Attention: from the caller's arguments to the numbers of the core, and back to tensors. */

/** @import { AttentionName, AttentionOptions, AttentionResult, EngineModule, NumberArray, Tensor, TensorLike } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Problem as ProblemRecord, Visibility as VisibilityRecord } from '../records/attention.js' */
/** @import { AttentionNumbers } from './types.js' */

import { constant } from '../border/constant.js';
import * as defaults from '../border/defaults.js';
import {
  checkNumber,
  checkObject,
  checkReturns,
  checkWholeNumbers,
  wrongChoice,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import { causals, limits } from '../border/limits.js';
import { later } from '../border/option-table.js';
import * as core from '../records/attention.js';
import { scaleNumber } from './options.js';
import {
  broadcastStrides,
  checkMaskTensor,
  checkTarget,
  checkTensor,
  describeShape,
  mismatch,
} from '../border/tensor.js';

/** The core's value for a window without an end. */
const unlimited = 2 ** 32 - 1;

/** The options that determine which query sees which key. Multi-head attention has them, too. */
export const visibilityTable = {
  scale: later(defaults.scale),
  mask: later(),
  causal: later(defaults.causal),
  softcap: later(),
  window: later(),
  keyLengths: later(),
};
/** Checked by hand, see docs/decisions/one-border.md. */
export const attentionOptions = { ...visibilityTable, returns: later(['output']), into: later() };
export const optionNames = Object.keys(attentionOptions);

/** Names of results. */
export const resultNames = constant([
  'output',
  'weights',
  'scores',
  'scaledScores',
  'cappedScores',
  'maskedScores',
  'logSumExp',
]);

/** The place of a result that is not wanted. */
const none = /** @type {Place} */ (0);

/**
 * The names in `into`: results, and the properties of results that are not tensors, because a result may be passed back.
 *
 * @param {readonly string[]} results
 */
export const intoNames = (results) => [
  ...results,
  ...['fullyMasked', 'nonFinite', 'scale', 'done', 'partial'],
];
const attentionInto = intoNames(resultNames);

/**
 * A mask in the core's form: broadcast to [batch, heads, queries, keys].
 *
 * @typedef {object} Mask
 * @property {NumberArray} data
 * @property {readonly number[]} shape
 * @property {number[]} strides
 */

/**
 * @typedef {VisibilityRecord & Record<'allow' | 'block' | 'bias', Mask | null>} Visibility in the core's numbers: softcap 0 means
 *   none, wholeQueries 0 means that queries are all queries and not a slice
 *
 * @typedef {ProblemRecord & {query: Float32Array, key: Float32Array, value: Float32Array, visibility: Visibility}} Problem
 *   checked tensors and options
 */

// Checks --------------------------------------------------------------------------------------------

/**
 * @param {Tensor} query
 * @param {Tensor} key
 * @param {Tensor} value
 */
function checkShapes({ shape: query }, { shape: key }, { shape: value }) {
  const rank = query.length;
  if (rank < 2 || rank > 4) {
    throw new RangeError(
      `query: got the shape ${describeShape(query)}; expected [L, d], [H, L, d] or [B, H, L, d]`,
    );
  }
  const keyMismatch = (/** @type {string} */ rule) => mismatch('key', key, 'query', query, rule);
  const valueMismatch = (/** @type {string} */ rule) => mismatch('value', value, 'key', key, rule);
  if (key.length !== rank) throw keyMismatch('the numbers of dimensions must be equal');
  if (value.length !== rank) throw valueMismatch('the numbers of dimensions must be equal');
  if (key[rank - 1] !== query[rank - 1]) throw keyMismatch('the last dimensions must be equal');
  if (query[rank - 1] === 0) {
    throw new RangeError(
      `query: got the shape ${describeShape(query)}; expected a last dimension of at least 1`,
    );
  }
  if (rank === 4 && key[0] !== query[0]) throw keyMismatch('the first dimensions must be equal');
  if (rank > 2) {
    const heads = query[rank - 3];
    const keyHeads = key[rank - 3];
    if (keyHeads === 0 ? heads > 0 : heads % keyHeads !== 0) {
      throw keyMismatch(`its ${keyHeads} heads must divide the ${heads} of the query`);
    }
  }
  for (let axis = 0; axis < rank - 1; ++axis) {
    if (value[axis] !== key[axis]) {
      throw valueMismatch('the dimensions before the last must be equal');
    }
  }
}

/** @param {string} name @param {unknown} value */
const checkWindowEnd = (name, value) => {
  if (value === Infinity) return unlimited;
  if (typeof value !== 'number') throw wrongType(name, value, 'a whole number or Infinity');
  if (!Number.isInteger(value) || value < 0) {
    throw wrongValue(name, value, 'a whole number from 0, or Infinity');
  }
  return Math.min(value, unlimited);
};

/**
 * @param {unknown} value
 * @param {number} batch
 * @param {number} keys
 * @returns {Uint32Array}
 */
function checkKeyLengths(value, batch, keys) {
  return checkWholeNumbers('keyLengths', value, { min: 0, max: keys, whole: true }, (length) => {
    if (length === batch) return;
    throw wrongValue('keyLengths', value, `${batch} numbers, one for each of the batch`);
  });
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly number[]} target batch, heads, queries, keys
 * @returns {Mask | null}
 */
function checkMask(name, value, target) {
  if (value === undefined) return null;
  const { data, shape, dtype } = checkMaskTensor(name, value);
  if (name === 'mask.bias' && dtype) {
    throw new TypeError(`${name}: got booleans; expected numbers, added to the scores`);
  }
  const strides = broadcastStrides(shape, target);
  if (!strides) {
    throw mismatch(
      name,
      shape,
      'the scores',
      target,
      'counted from the last, each dimension must be equal or 1',
    );
  }
  return { data, shape, strides };
}

/** @param {unknown} value @returns {number} its number in the core */
function checkCausal(value) {
  if (value === false) return 0;
  const index = causals.findIndex((name) => name === value);
  if (index >= 0) return 1 + index;
  throw wrongChoice('causal', value, `false, ${causals.map((name) => `"${name}"`).join(' or ')}`);
}

const everywhere = Object.freeze({ before: Infinity, after: Infinity });
const noMask = Object.freeze({ allow: undefined, block: undefined, bias: undefined });

/**
 * @param {EngineModule} module
 * @param {Record<string, unknown>} options names already checked
 * @param {number} headDim
 * @param {readonly number[]} target batch, heads, queries, keys
 * @param {number} [keys] without the extra keys of multi-head attention
 * @returns {Visibility}
 */
export function checkVisibility(module, options, headDim, target, keys = target[3]) {
  const {
    scale = defaults.scale,
    mask,
    causal = defaults.causal,
    softcap,
    window,
    keyLengths,
  } = options;
  const { before = Infinity, after = Infinity } =
    window === undefined ? everywhere : checkObject('window', window, ['before', 'after']);
  const { allow, block, bias } =
    mask === undefined ? noMask : checkObject('mask', mask, ['allow', 'block', 'bias']);
  return {
    scale: scaleNumber(module, scale, headDim, limits.float32),
    softcap: softcap === undefined ? 0 : checkNumber('softcap', softcap, limits.softcap),
    causal: checkCausal(causal),
    windowBefore: checkWindowEnd('window.before', before),
    windowAfter: checkWindowEnd('window.after', after),
    keyLengths: keyLengths === undefined ? null : checkKeyLengths(keyLengths, target[0], keys),
    firstQuery: 0,
    wholeQueries: 0,
    allow: checkMask('mask.allow', allow, target),
    block: checkMask('mask.block', block, target),
    bias: checkMask('mask.bias', bias, target),
  };
}

/**
 * @param {EngineModule} module
 * @param {Tensor} query
 * @param {Tensor} key
 * @param {Tensor} value
 * @param {Record<string, unknown>} options names already checked
 * @returns {Problem}
 */
export function checkProblem(module, query, key, value, options) {
  checkShapes(query, key, value);
  const rank = query.shape.length;
  const batch = rank > 3 ? query.shape[0] : 1;
  const heads = rank > 2 ? query.shape[rank - 3] : 1;
  const keyHeads = rank > 2 ? key.shape[rank - 3] : 1;
  const queries = query.shape[rank - 2];
  const keys = key.shape[rank - 2];
  const headDim = query.shape[rank - 1];
  return {
    batch: keyHeads > 0 ? batch : 0, // without key heads there is nothing to compute
    heads,
    keyHeads: Math.max(keyHeads, 1), // the core divides by it
    queries,
    keys,
    headDim,
    valueDim: value.shape[rank - 1],
    query: query.data,
    key: key.data,
    value: value.data,
    visibility: checkVisibility(module, options, headDim, [batch, heads, queries, keys]),
  };
}

/**
 * @param {EngineModule} module
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {Record<string, unknown>} given options, names already checked
 */
export function checkAttention(module, query, key, value, given) {
  const queryTensor = checkTensor('query', query);
  const valueTensor = checkTensor('value', value);
  const problem = checkProblem(module, queryTensor, checkTensor('key', key), valueTensor, given);
  const rows = queryTensor.shape.slice(0, -1);
  const { returns: names = attentionOptions.returns.initial, into } = given;
  const returns = checkReturns(names, resultNames);
  const shapes = () => returns.map((name) => shapeOf(rows, name, problem));
  return { problem, rows, returns, into: checkInto(into, attentionInto, returns, shapes) };
}

/**
 * Checks the caller's arrays for results. In a browser, allocating new memory costs more than writing the numbers, so a
 * loop passes its last result back.
 *
 * @param {unknown} into
 * @param {readonly string[]} known of intoNames()
 * @param {readonly string[]} wanted
 * @param {() => readonly (readonly number[])[]} shapesOf returns the shapes of the wanted results
 * @returns {(Float32Array | undefined)[]} in the order of wanted
 */
export function checkInto(into, known, wanted, shapesOf) {
  if (into === undefined) return [];
  const shapes = shapesOf();
  const given = checkObject('into', into, known);
  return wanted.map((name, i) => {
    const tensor = given[name];
    return tensor === undefined ? undefined : checkTarget(`into.${name}`, tensor, shapes[i]);
  });
}

// Calls ---------------------------------------------------------------------------------------------

/**
 * Numbers in one row of a result.
 *
 * @param {AttentionName} name
 * @param {{valueDim: number, keys: number}} problem
 */
export function widthOf(name, { valueDim, keys }) {
  if (name === 'output') return valueDim;
  return name === 'logSumExp' ? 1 : keys;
}

/**
 * @param {Memory} memory
 * @param {Problem} problem
 * @param {readonly AttentionName[]} returns
 * @param {readonly (Float32Array | undefined)[]} [into] in the order of returns
 * @returns {AttentionNumbers}
 */
export function computeAttention(memory, problem, returns, into = []) {
  const rows = problem.batch * problem.heads * problem.queries;
  memory.begin('attention');
  const places = resultPlaces(memory, rows, problem, returns);
  const listed = memory.alloc(rows);
  const counts = core.attention(memory, { problem, results: places, rows: listed });
  /** @type {Float32Array[]} */
  const results = new Array(returns.length);
  for (let i = 0; i < returns.length; ++i) {
    const name = returns[i];
    results[i] = memory.take(places[name], rows * widthOf(name, problem), into[i]);
  }
  const { fullyMasked, nonFinite } = listedRows(memory, listed, counts);
  return { results, fullyMasked, nonFinite }; // no object spread, because it would slow down small calls
}

/**
 * @param {Memory} memory
 * @param {Place} place of the indices: rows without a score above -infinity, then those with a score that is NaN or +infinity
 * @param {{fullyMasked: number, nonFinite: number}} counts
 */
export function listedRows(memory, place, { fullyMasked, nonFinite }) {
  if (fullyMasked + nonFinite === 0) return { fullyMasked: [], nonFinite: [] };
  const rows = memory.wholes(place, fullyMasked + nonFinite);
  return { fullyMasked: rows.slice(0, fullyMasked), nonFinite: rows.slice(fullyMasked) };
}

/**
 * @param {Memory} memory
 * @param {number} rows
 * @param {{valueDim: number, keys: number}} problem
 * @param {readonly AttentionName[]} returns
 * @returns {Record<AttentionName, Place>} logSumExp always has a place, because it determines the listed rows
 */
export function resultPlaces(memory, rows, problem, returns) {
  const places = {
    output: none,
    weights: none,
    scores: none,
    scaledScores: none,
    cappedScores: none,
    maskedScores: none,
    logSumExp: memory.alloc(rows),
  };
  for (let i = 0; i < returns.length; ++i) {
    const name = returns[i];
    places[name] ||= memory.alloc(rows * widthOf(name, problem));
  }
  return places;
}

/**
 * @param {readonly number[]} rows the shape without the last dimension
 * @param {AttentionName} name
 * @param {{valueDim: number, keys: number}} problem
 * @returns {number[]}
 */
export const shapeOf = (rows, name, problem) =>
  name === 'logSumExp' ? [...rows] : [...rows, widthOf(name, problem)];

/**
 * @param {readonly number[]} rows
 * @param {readonly AttentionName[]} returns
 * @param {Problem} problem
 * @param {AttentionNumbers} numbers
 * @returns {AttentionResult<AttentionName>}
 */
export function attentionResult(rows, returns, problem, { results, fullyMasked, nonFinite }) {
  /** @type {Partial<Record<AttentionName, Tensor>> & {fullyMasked?: number[], nonFinite?: number[]}} */
  const tensors = {};
  for (let i = 0; i < returns.length; ++i) {
    tensors[returns[i]] = { data: results[i], shape: shapeOf(rows, returns[i], problem) };
  }
  tensors.fullyMasked = fullyMasked;
  tensors.nonFinite = nonFinite;
  return /** @type {AttentionResult<AttentionName>} */ (tensors);
}

/**
 * @param {Memory} memory
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {TensorLike} value
 * @param {AttentionOptions<AttentionName> | undefined} options
 * @returns {AttentionResult<AttentionName>}
 */
export function attention(memory, query, key, value, options) {
  const given = checkObject('attention', options, optionNames);
  const { problem, rows, returns, into } = checkAttention(memory.module, query, key, value, given);
  return attentionResult(rows, returns, problem, computeAttention(memory, problem, returns, into));
}
