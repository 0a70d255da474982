/** The gradient of attention: from the caller's arguments to the numbers of the core, and back to tensors. */

/** @import { AttentionGradient, AttentionGradientOptions, EngineModule, TensorLike } from '../types.js' */
/** @import { Problem } from './attention.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { GradientNumbers } from './types.js' */

import { checkObject, isObject, wrongType } from '../border/checks.js';
import { later } from '../border/option-table.js';
import * as core from '../records/attention-gradient.js';
import { checkInto, checkProblem, intoNames, shapeOf, visibilityTable } from './attention.js';
import { checkTensor, checkTensorOfShape } from '../border/tensor.js';

export const attentionGradientOptions = {
  ...visibilityTable,
  weightsGradient: later(),
  forward: later(),
  into: later(),
};
export const gradientOptionNames = Object.keys(attentionGradientOptions);

const gradientNames = ['query', 'key', 'value', 'bias'];
const gradientInto = intoNames(gradientNames);

/**
 * @typedef {object} Backward inputs of the gradient besides the problem
 * @property {Float32Array} outputGradient
 * @property {Float32Array | undefined} weightsGradient
 * @property {{output: Float32Array, logSumExp: Float32Array} | null} forward
 */

/**
 * @param {EngineModule} module
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {unknown} outputGradient
 * @param {Record<string, unknown>} given options, names already checked
 */
export function checkAttentionGradient(module, query, key, value, outputGradient, given) {
  const tensors = {
    query: checkTensor('query', query),
    key: checkTensor('key', key),
    value: checkTensor('value', value),
  };
  const problem = checkProblem(module, tensors.query, tensors.key, tensors.value, given);
  const rows = tensors.query.shape.slice(0, -1);
  const outputShape = shapeOf(rows, 'output', problem);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, outputShape);
  /** @type {Backward} */
  const backward = {
    outputGradient: gradient.data,
    weightsGradient: checkWeightsGradient(given, shapeOf(rows, 'weights', problem)),
    forward: checkForward(given.forward, outputShape, rows),
  };
  const { bias } = problem.visibility;
  /** In the order of gradientNames. */
  const shapes = Object.values(tensors).map(({ shape }) => shape);
  if (bias) shapes.push([...bias.shape]);
  const wanted = gradientNames.slice(0, shapes.length);
  const into = checkInto(given.into, gradientInto, wanted, () => shapes);
  return { problem, backward, shapes, into };
}

/** @param {Record<string, unknown>} given @param {readonly number[]} shape of the weights */
export const checkWeightsGradient = ({ weightsGradient }, shape) =>
  weightsGradient === undefined
    ? undefined
    : checkTensorOfShape('weightsGradient', weightsGradient, shape).data;

/**
 * @param {unknown} value
 * @param {readonly number[]} outputShape
 * @param {readonly number[]} rows
 */
function checkForward(value, outputShape, rows) {
  if (value === undefined) return null;
  if (!isObject(value)) {
    throw wrongType('forward', value, 'what attention() returned, with output and logSumExp');
  }
  const { output, logSumExp } = value;
  return {
    output: checkTensorOfShape('forward.output', output, outputShape).data,
    logSumExp: checkTensorOfShape('forward.logSumExp', logSumExp, rows).data,
  };
}

/**
 * @param {Memory} memory
 * @param {Problem} problem
 * @param {Backward} backward
 * @param {readonly (Float32Array | undefined)[]} [into] in the order of the results
 * @returns {GradientNumbers}
 */
export function computeAttentionGradient(memory, problem, backward, into = []) {
  const { outputGradient, weightsGradient, forward } = backward;
  const { query, key, value, visibility } = problem;
  const { bias } = visibility;
  const rows = problem.batch * problem.heads * problem.queries;
  memory.begin('attentionGradient');
  const likes = [query, key, value, ...(bias ? [bias.data] : [])];
  const lengths = likes.map(({ length }) => length);
  const places = lengths.map((length) => memory.alloc(length));
  const [queryGradient, keyGradient, valueGradient, biasGradient = memory.alloc(0, false)] = places;
  const scale = core.attentionGradient(memory, {
    problem,
    forwardGiven: forward !== null,
    forward: {
      output: forward?.output ?? memory.alloc(rows * problem.valueDim),
      logSumExp: forward?.logSumExp ?? memory.alloc(rows),
    },
    outputGradient,
    weightsGradient,
    gradients: {
      query: queryGradient,
      key: keyGradient,
      value: valueGradient,
      bias: biasGradient,
      biasCount: bias?.data.length ?? 0,
    },
  });
  return { results: places.map((place, i) => memory.take(place, lengths[i], into[i])), scale };
}

/**
 * @param {readonly number[][]} shapes
 * @param {GradientNumbers} numbers
 * @returns {AttentionGradient}
 */
export function attentionGradientResult(shapes, { results, scale }) {
  const [query, key, value, bias] = results.map((data, i) => ({ data, shape: shapes[i] }));
  return { query, key, value, scale, ...(bias && { bias }) };
}

/**
 * @param {Memory} memory
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {TensorLike} value
 * @param {TensorLike} outputGradient
 * @param {AttentionGradientOptions | undefined} options
 * @returns {AttentionGradient}
 */
export function attentionGradient(memory, query, key, value, outputGradient, options) {
  const given = checkObject('attentionGradient', options, gradientOptionNames);
  const { module } = memory;
  const checked = checkAttentionGradient(module, query, key, value, outputGradient, given);
  const { problem, backward, shapes, into } = checked;
  const numbers = computeAttentionGradient(memory, problem, backward, into);
  return attentionGradientResult(shapes, numbers);
}
