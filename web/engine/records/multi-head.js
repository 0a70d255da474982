// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Results, Visibility } from './attention.js' */

import { writeResults, writeVisibility } from './attention.js';

/**
 * @typedef {object} Linear
 * @property {NumberArray} weight
 * @property {NumberArray | null | undefined} bias
 */

/** @param {Memory} memory @param {Linear} linear */
export function writeLinear(memory, linear) {
  memory.input(linear.weight);
  memory.input(linear.bias);
}

/**
 * @typedef {object} MultiHeadProblem
 * @property {number} batch
 * @property {number} queries
 * @property {number} keys
 * @property {number} queryWidth
 * @property {number} keyWidth
 * @property {number} valueWidth
 * @property {number} outputWidth
 * @property {number} heads
 * @property {number} keyHeads
 * @property {number} headDim
 * @property {number} valueDim
 * @property {NumberArray} query
 * @property {NumberArray} key
 * @property {NumberArray} value
 * @property {Linear} wq
 * @property {Linear} wk
 * @property {Linear} wv
 * @property {Linear} wo
 * @property {NumberArray | null | undefined} extraKey
 * @property {NumberArray | null | undefined} extraValue
 * @property {boolean} zeroKey
 * @property {Visibility} visibility
 */

/** @param {Memory} memory @param {MultiHeadProblem} multiHeadProblem */
export function writeMultiHeadProblem(memory, multiHeadProblem) {
  memory.add([
    multiHeadProblem.batch,
    multiHeadProblem.queries,
    multiHeadProblem.keys,
    multiHeadProblem.queryWidth,
    multiHeadProblem.keyWidth,
    multiHeadProblem.valueWidth,
    multiHeadProblem.outputWidth,
    multiHeadProblem.heads,
    multiHeadProblem.keyHeads,
    multiHeadProblem.headDim,
    multiHeadProblem.valueDim,
  ]);
  memory.input(multiHeadProblem.query);
  memory.input(multiHeadProblem.key);
  memory.input(multiHeadProblem.value);
  writeLinear(memory, multiHeadProblem.wq);
  writeLinear(memory, multiHeadProblem.wk);
  writeLinear(memory, multiHeadProblem.wv);
  writeLinear(memory, multiHeadProblem.wo);
  memory.input(multiHeadProblem.extraKey);
  memory.input(multiHeadProblem.extraValue);
  memory.number(multiHeadProblem.zeroKey ? 1 : 0);
  writeVisibility(memory, multiHeadProblem.visibility);
}

/**
 * @typedef {object} MultiHeadResults
 * @property {Place} output
 * @property {Results} attention
 * @property {Place} projectedQuery
 * @property {Place} projectedKey
 * @property {Place} projectedValue
 */

/** @param {Memory} memory @param {MultiHeadResults} multiHeadResults */
export function writeMultiHeadResults(memory, multiHeadResults) {
  memory.number(multiHeadResults.output);
  writeResults(memory, multiHeadResults.attention);
  memory.add([
    multiHeadResults.projectedQuery,
    multiHeadResults.projectedKey,
    multiHeadResults.projectedValue,
  ]);
}

/**
 * @typedef {object} MultiHeadGradients
 * @property {Place} query
 * @property {Place} key
 * @property {Place} value
 * @property {Place} wq
 * @property {Place} wk
 * @property {Place} wv
 * @property {Place} wo
 * @property {Place} bq
 * @property {Place} bk
 * @property {Place} bv
 * @property {Place} bo
 * @property {Place} extraKey
 * @property {Place} extraValue
 * @property {Place} bias
 * @property {number} biasCount
 */

/** @param {Memory} memory @param {MultiHeadGradients} multiHeadGradients */
export function writeMultiHeadGradients(memory, multiHeadGradients) {
  memory.add([
    multiHeadGradients.query,
    multiHeadGradients.key,
    multiHeadGradients.value,
    multiHeadGradients.wq,
    multiHeadGradients.wk,
    multiHeadGradients.wv,
    multiHeadGradients.wo,
    multiHeadGradients.bq,
    multiHeadGradients.bk,
    multiHeadGradients.bv,
    multiHeadGradients.bo,
    multiHeadGradients.extraKey,
    multiHeadGradients.extraValue,
    multiHeadGradients.bias,
    multiHeadGradients.biasCount,
  ]);
}

/**
 * @typedef {object} MultiHeadAttentionRecord
 * @property {MultiHeadProblem} problem
 * @property {MultiHeadResults} results
 * @property {Place} rows
 */

/**
 * @param {Memory} memory
 * @param {MultiHeadAttentionRecord} record
 * @returns {{fullyMasked: number, nonFinite: number}}
 */
export function multiHeadAttention(memory, record) {
  writeMultiHeadProblem(memory, record.problem);
  writeMultiHeadResults(memory, record.results);
  memory.number(record.rows);
  memory.call(memory.module.multiHeadAttention);
  const fullyMasked = memory.result(0);
  const nonFinite = memory.result(1);
  return { fullyMasked, nonFinite };
}

/**
 * @typedef {object} MultiHeadAttentionGradientRecord
 * @property {MultiHeadProblem} problem
 * @property {NumberArray} outputGradient
 * @property {NumberArray | null | undefined} weightsGradient
 * @property {MultiHeadGradients} gradients
 */

/**
 * @param {Memory} memory
 * @param {MultiHeadAttentionGradientRecord} record
 * @returns {number}
 */
export function multiHeadAttentionGradient(memory, record) {
  writeMultiHeadProblem(memory, record.problem);
  memory.input(record.outputGradient);
  memory.input(record.weightsGradient);
  writeMultiHeadGradients(memory, record.gradients);
  memory.call(memory.module.multiHeadAttentionGradient);
  return memory.result(0);
}
