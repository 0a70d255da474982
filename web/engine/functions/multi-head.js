/** Multi-head attention: checks and shapes around projections and heads. */

/**
 * @import {
 *   AttentionName, EngineModule, MultiHeadGradient, MultiHeadGradientOptions, MultiHeadName,
 *   MultiHeadOptions, MultiHeadParameters, MultiHeadResult, Tensor, TensorLike, TensorsLike,
 * } from '../types.js'
 */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Checked } from '../border/types.js' */
/** @import { MultiHeadProblem } from '../records/multi-head.js' */
/** @import { Visibility } from './attention.js' */

import { constant } from '../border/constant.js';
import { checkWeightsGradient } from './attention-gradient.js';
import {
  checkVisibility,
  listedRows,
  resultNames,
  resultPlaces,
  shapeOf,
  visibilityTable,
  widthOf,
} from './attention.js';
import { checkObject, wrongType } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, flag, later, number, optional, returned } from '../border/option-table.js';
import * as core from '../records/multi-head.js';
import {
  checkTensor,
  checkTensorOfShape,
  describeShape,
  mismatch,
  sizeOf,
} from '../border/tensor.js';

const parameterNames = constant([
  'wq',
  'wk',
  'wv',
  'wo',
  'bq',
  'bk',
  'bv',
  'bo',
  'extraKey',
  'extraValue',
]);
const weightNames = constant(['wq', 'wk', 'wv', 'wo']);
const projectedNames = constant(['projectedQuery', 'projectedKey', 'projectedValue']);
/** @type {readonly MultiHeadName[]} */
const returnNames = [...resultNames, 'headOutputs', ...projectedNames];

const headOptions = {
  ...visibilityTable,
  heads: number(limits.heads),
  keyHeads: optional(number(limits.heads)),
  zeroKey: flag(),
};
export const multiHeadGradientOptions = { ...headOptions, weightsGradient: later() };
export const multiHeadOptions = {
  ...headOptions,
  returns: returned(returnNames, ['output']),
};

/** @typedef {typeof parameterNames[number]} ParameterName */
/** @typedef {typeof weightNames[number]} WeightName */
/** @typedef {Record<WeightName, Tensor> & Partial<Record<ParameterName, Tensor>>} Parameters */
/** @typedef {typeof projectedNames[number]} ProjectedName */

/**
 * @typedef {'batch' | 'queries' | 'keys' | 'queryWidth' | 'keyWidth' | 'valueWidth' | 'outputWidth'} OuterSize
 * @typedef {Pick<MultiHeadProblem, OuterSize | 'heads' | 'keyHeads' | 'headDim' | 'valueDim'>} Sizes
 */

/**
 * @typedef {object} Problem checked arguments
 * @property {Sizes} sizes
 * @property {Tensor} query
 * @property {Tensor} key
 * @property {Tensor} value
 * @property {Parameters} parameters
 * @property {boolean} zeroKey
 * @property {number} allKeys with the extra ones
 * @property {Visibility} visibility
 */

/** @param {Tensor} query @param {Tensor} key @param {Tensor} value */
function checkInputs({ shape: query }, { shape: key }, { shape: value }) {
  const rank = query.length;
  if (rank !== 2 && rank !== 3) {
    throw new RangeError(
      `query: got the shape ${describeShape(query)}; expected [L, width] or [B, L, width]`,
    );
  }
  if (key.length !== rank) {
    throw mismatch('key', key, 'query', query, 'the numbers of dimensions must be equal');
  }
  if (value.length !== rank) {
    throw mismatch('value', value, 'key', key, 'the numbers of dimensions must be equal');
  }
  if (rank === 3 && key[0] !== query[0]) {
    throw mismatch('key', key, 'query', query, 'the first dimensions must be equal');
  }
  for (let axis = 0; axis < rank - 1; ++axis) {
    if (value[axis] !== key[axis]) {
      throw mismatch('value', value, 'key', key, 'the dimensions before the last must be equal');
    }
  }
}

/**
 * @param {Record<string, unknown>} given
 * @param {Tensor} query
 * @param {Tensor} key
 * @param {Tensor} value
 * @returns {Record<WeightName, Tensor>} matrices whose rows fit the inputs
 */
function checkWeights(given, query, key, value) {
  const weights = /** @type {Record<WeightName, Tensor>} */ ({});
  for (const name of weightNames) {
    const weight = checkTensor(`parameters.${name}`, given[name]);
    if (weight.shape.length !== 2) {
      throw new RangeError(
        `parameters.${name}: got the shape ${describeShape(weight.shape)}; expected [in, out]`,
      );
    }
    weights[name] = weight;
  }
  for (const [name, inputName, { shape }] of constant([
    ['wq', 'query', query],
    ['wk', 'key', key],
    ['wv', 'value', value],
  ])) {
    const weight = weights[name].shape;
    if (weight[0] !== shape[shape.length - 1]) {
      const rule = 'its first dimension must be the width';
      throw mismatch(`parameters.${name}`, weight, inputName, shape, rule);
    }
  }
  return weights;
}

/**
 * @param {Record<WeightName, Tensor>} weights
 * @param {number} heads
 * @param {number} keyHeads
 * @returns {{headDim: number, valueDim: number}}
 */
function checkHeads({ wq, wk, wv, wo }, heads, keyHeads) {
  if (heads % keyHeads !== 0) {
    throw new RangeError(
      `keyHeads: got ${keyHeads}; expected a number that divides ${heads} heads`,
    );
  }
  const split = (
    /** @type {string} */ name,
    /** @type {number[]} */ shape,
    /** @type {number} */ parts,
  ) => {
    if (shape[1] % parts !== 0) {
      throw new RangeError(
        `parameters.${name}: got the shape ${describeShape(shape)}; expected a last dimension that ${parts} heads divide`,
      );
    }
    return shape[1] / parts;
  };
  const headDim = split('wq', wq.shape, heads);
  const valueDim = split('wv', wv.shape, keyHeads);
  if (headDim === 0) {
    throw new RangeError(
      `parameters.wq: got the shape ${describeShape(wq.shape)}; expected a last dimension of at least ${heads}`,
    );
  }
  if (wk.shape[1] !== keyHeads * headDim) {
    const rule = `its last dimension must be ${keyHeads} heads of ${headDim}`;
    throw mismatch('parameters.wk', wk.shape, 'parameters.wq', wq.shape, rule);
  }
  if (wo.shape[0] !== heads * valueDim) {
    const rule = `its first dimension must be ${heads} heads of ${valueDim}`;
    throw mismatch('parameters.wo', wo.shape, 'parameters.wv', wv.shape, rule);
  }
  return { headDim, valueDim };
}

/**
 * @param {Record<string, unknown>} given
 * @param {Record<WeightName, Tensor>} weights
 * @returns {Parameters}
 */
function checkParameters(given, weights) {
  const { wq, wk, wv, wo } = weights;
  const vectors = constant([
    ['bq', wq],
    ['bk', wk],
    ['bv', wv],
    ['bo', wo],
    ['extraKey', wk],
    ['extraValue', wv],
  ]);
  /** @type {Parameters} */
  const parameters = { ...weights };
  for (const [name, { shape }] of vectors) {
    if (given[name] === undefined) continue;
    parameters[name] = checkTensorOfShape(`parameters.${name}`, given[name], [shape[1]]);
  }
  for (const [one, other] of constant([
    ['extraKey', 'extraValue'],
    ['extraValue', 'extraKey'],
  ])) {
    if (parameters[one] && !parameters[other]) {
      throw wrongType(`parameters.${other}`, undefined, `a tensor, to go with ${one}`);
    }
  }
  return parameters;
}

/**
 * @param {EngineModule} module
 * @param {TensorLike} queryGiven
 * @param {TensorLike} keyGiven
 * @param {TensorLike} valueGiven
 * @param {TensorsLike<MultiHeadParameters>} parametersGiven
 * @param {Checked<typeof headOptions>} options
 * @returns {Problem}
 */
function checkProblem(module, queryGiven, keyGiven, valueGiven, parametersGiven, options) {
  const query = checkTensor('query', queryGiven);
  const key = checkTensor('key', keyGiven);
  const value = checkTensor('value', valueGiven);
  checkInputs(query, key, value);
  const tensors = checkObject('parameters', parametersGiven, parameterNames);
  const weights = checkWeights(tensors, query, key, value);
  const { heads, keyHeads = heads, zeroKey } = options;
  const { headDim, valueDim } = checkHeads(weights, heads, keyHeads);
  const parameters = checkParameters(tensors, weights);
  const rank = query.shape.length;
  const batch = rank === 3 ? query.shape[0] : 1;
  const queries = query.shape[rank - 2];
  const keys = key.shape[rank - 2];
  const allKeys = keys + (parameters.extraKey ? 1 : 0) + (zeroKey ? 1 : 0);
  return {
    sizes: {
      batch,
      queries,
      keys,
      queryWidth: weights.wq.shape[0],
      keyWidth: weights.wk.shape[0],
      valueWidth: weights.wv.shape[0],
      outputWidth: weights.wo.shape[1],
      heads,
      keyHeads,
      headDim,
      valueDim,
    },
    query,
    key,
    value,
    parameters,
    zeroKey,
    allKeys,
    visibility: checkVisibility(module, options, headDim, [batch, heads, queries, allKeys], keys),
  };
}

/** @param {Problem} problem @returns {MultiHeadProblem} */
function recordOf({ sizes, query, key, value, parameters, zeroKey, visibility }) {
  const { wq, wk, wv, wo, bq, bk, bv, bo, extraKey, extraValue } = parameters;
  /** @param {Tensor} weight @param {Tensor | undefined} bias */
  const linear = (weight, bias) => ({ weight: weight.data, bias: bias?.data });
  return {
    ...sizes,
    query: query.data,
    key: key.data,
    value: value.data,
    wq: linear(wq, bq),
    wk: linear(wk, bk),
    wv: linear(wv, bv),
    wo: linear(wo, bo),
    extraKey: extraKey?.data,
    extraValue: extraValue?.data,
    zeroKey,
    visibility,
  };
}

/**
 * @param {Memory} memory
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {TensorLike} value
 * @param {TensorsLike<MultiHeadParameters>} parameters
 * @param {MultiHeadOptions<MultiHeadName> | undefined} options
 * @returns {MultiHeadResult<MultiHeadName>}
 */
export function multiHeadAttention(memory, query, key, value, parameters, options) {
  const given = checkOptions('multiHeadAttention', options, multiHeadOptions);
  const problem = checkProblem(memory.module, query, key, value, parameters, given);
  const { returns } = given;
  const { sizes, allKeys } = problem;
  const { batch, heads, queries, valueDim, outputWidth } = sizes;
  const rows = batch * heads * queries;
  const widths = { valueDim, keys: allKeys };
  /** The results to request from the heads. Their output is named headOutputs here. */
  const inside = returns.flatMap((name) =>
    name === 'output' || isProjected(name) ? [] : [nameInside(name)],
  );
  const outer = problem.query.shape.slice(0, -2);
  const projectedShapes = shapesOfProjected(outer, problem);

  memory.begin('multiHeadAttention');
  const outputLength = batch * queries * outputWidth;
  const outputPlace = memory.alloc(outputLength, returns.includes('output'));
  const places = resultPlaces(memory, rows, widths, inside);
  const [projectedQuery, projectedKey, projectedValue] = projectedNames.map((name) =>
    memory.alloc(sizeOf(projectedShapes[name]), returns.includes(name)),
  );
  const projectedPlaces = { projectedQuery, projectedKey, projectedValue };
  const listed = memory.alloc(rows);
  const counts = core.multiHeadAttention(memory, {
    problem: recordOf(problem),
    results: { output: outputPlace, attention: places, ...projectedPlaces },
    rows: listed,
  });

  const rowShape = [...outer, heads, queries];
  /** @type {Partial<Record<MultiHeadName, Tensor>>} */
  const tensors = {};
  for (const name of returns) {
    if (name === 'output') {
      const shape = [...outer, queries, outputWidth];
      tensors.output = { data: memory.take(outputPlace, outputLength), shape };
    } else if (isProjected(name)) {
      const shape = projectedShapes[name];
      tensors[name] = { data: memory.take(projectedPlaces[name], sizeOf(shape)), shape };
    } else {
      const own = nameInside(name);
      const data = memory.take(places[own], rows * widthOf(own, widths));
      tensors[name] = { data, shape: shapeOf(rowShape, own, widths) };
    }
  }
  const ofRows = listedRows(memory, listed, counts);
  return /** @type {MultiHeadResult<MultiHeadName>} */ (Object.assign(tensors, ofRows));
}

/** @param {MultiHeadName} name @returns {name is ProjectedName} */
const isProjected = (name) => projectedNames.some((one) => one === name);

/**
 * Returns the name of a result in attention of the heads.
 *
 * @param {Exclude<MultiHeadName, 'output' | ProjectedName>} name
 * @returns {AttentionName}
 */
const nameInside = (name) => (name === 'headOutputs' ? 'output' : name);

/** @param {number[]} outer @param {Problem} problem @returns {Record<ProjectedName, number[]>} */
const shapesOfProjected = (outer, { sizes, allKeys }) => ({
  projectedQuery: [...outer, sizes.heads, sizes.queries, sizes.headDim],
  projectedKey: [...outer, sizes.keyHeads, allKeys, sizes.headDim],
  projectedValue: [...outer, sizes.keyHeads, allKeys, sizes.valueDim],
});

/**
 * @param {Memory} memory
 * @param {TensorLike} queryGiven
 * @param {TensorLike} keyGiven
 * @param {TensorLike} valueGiven
 * @param {TensorsLike<MultiHeadParameters>} parametersGiven
 * @param {TensorLike} outputGradient
 * @param {MultiHeadGradientOptions} options
 * @returns {MultiHeadGradient}
 */
export function multiHeadAttentionGradient(
  memory,
  queryGiven,
  keyGiven,
  valueGiven,
  parametersGiven,
  outputGradient,
  options,
) {
  const given = checkOptions('multiHeadAttentionGradient', options, multiHeadGradientOptions);
  const problem = checkProblem(
    memory.module,
    queryGiven,
    keyGiven,
    valueGiven,
    parametersGiven,
    given,
  );
  const outputShape = [...problem.query.shape.slice(0, -1), problem.sizes.outputWidth];
  const gradient = checkTensorOfShape('outputGradient', outputGradient, outputShape);
  const { heads, queries } = problem.sizes;
  const weightsShape = [...problem.query.shape.slice(0, -2), heads, queries, problem.allKeys];
  const { bias } = problem.visibility;

  memory.begin('multiHeadAttentionGradient');
  /** @param {{readonly shape: readonly number[]} | null | undefined} like */
  const placeFor = (like) => memory.alloc(like ? sizeOf(like.shape) : 0, Boolean(like));
  const { query, key, value, parameters } = problem;
  const inputPlaces = { query: placeFor(query), key: placeFor(key), value: placeFor(value) };
  const parameterPlaces = {
    wq: placeFor(parameters.wq),
    wk: placeFor(parameters.wk),
    wv: placeFor(parameters.wv),
    wo: placeFor(parameters.wo),
    bq: placeFor(parameters.bq),
    bk: placeFor(parameters.bk),
    bv: placeFor(parameters.bv),
    bo: placeFor(parameters.bo),
    extraKey: placeFor(parameters.extraKey),
    extraValue: placeFor(parameters.extraValue),
  };
  const biasPlace = placeFor(bias);
  const scale = core.multiHeadAttentionGradient(memory, {
    problem: recordOf(problem),
    outputGradient: gradient.data,
    weightsGradient: checkWeightsGradient(given, weightsShape),
    gradients: {
      ...inputPlaces,
      ...parameterPlaces,
      bias: biasPlace,
      biasCount: bias?.data.length ?? 0,
    },
  });

  /** @param {Place} place @param {readonly number[]} shape @returns {Tensor} */
  const take = (place, shape) => ({ data: memory.take(place, sizeOf(shape)), shape: [...shape] });
  /** @type {Partial<Record<ParameterName, Tensor>>} */
  const parameterGradients = {};
  for (const name of parameterNames) {
    const like = parameters[name];
    if (like) parameterGradients[name] = take(parameterPlaces[name], like.shape);
  }
  return {
    query: take(inputPlaces.query, query.shape),
    key: take(inputPlaces.key, key.shape),
    value: take(inputPlaces.value, value.shape),
    parameters: /** @type {MultiHeadGradient['parameters']} */ (parameterGradients),
    scale,
    ...(bias && { bias: take(biasPlace, bias.shape) }),
  };
}
