/**
 * The scoring functions: scores of tensors, their gradients, and the weights that several of them give in the plane.
 * Checks, defaults and shapes.
 */

/** @import { EngineModule, ScoreFunctionOptions, ScoreKind, ScorePlane, ScorePlaneOptions, Tensor, TensorLike } from '../types.js' */
/** @import { Checked } from '../border/types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { ScoreProblem } from '../records/scoring.js' */

import { constant } from '../border/constant.js';
import * as defaults from '../border/defaults.js';
import {
  checkNumber,
  checkObject,
  isList,
  trueLength,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import { checkRank, tensorsOf } from './functions.js';
import { limits } from '../border/limits.js';
import { checkOptions, choice, later, number, object } from '../border/option-table.js';
import * as core from '../records/scoring.js';
import { scaleNumber } from './options.js';
import {
  checkTarget,
  checkTensor,
  checkTensorOfShape,
  describeShape,
  mismatch,
  sameShape,
  sizeOf,
} from '../border/tensor.js';

/** In the order of the core's enumeration. */
export const scoreKinds = constant([
  'dot',
  'scaled-dot',
  'cosine',
  'general',
  'additive',
  'location',
  'distance',
]);
/** The kinds that have a factor, and its default. @type {Partial<Record<ScoreKind, string>>} */
const defaultScales = {
  'scaled-dot': 'rsqrt',
  cosine: 'none',
  distance: 'none',
};
export const parameterNames = constant(['weight', 'queryWeight', 'keyWeight', 'vector']);

/** @typedef {typeof parameterNames[number]} ParameterName */

/**
 * @typedef {object} ScoreFunction checked
 * @property {number} kind
 * @property {number} scale
 * @property {number} hidden
 * @property {Partial<Record<ParameterName, Tensor>>} parameters
 *
 * @typedef {ScoreFunction & {query: Tensor, key: Tensor, epsilon: number}} Scores checked arguments
 */

/**
 * Returns the shapes of the parameters of a kind.
 *
 * @param {ScoreKind} kind
 * @param {{queryDim: number, keyDim: number, keys: number, hidden: number}} sizes
 * @returns {Partial<Record<ParameterName, number[]>>}
 */
export function parameterShapes(kind, { queryDim, keyDim, keys, hidden }) {
  if (kind === 'general') return { weight: [queryDim, keyDim] };
  if (kind === 'location') return { weight: [queryDim, keys] };
  if (kind !== 'additive') return {};
  return { queryWeight: [queryDim, hidden], keyWeight: [keyDim, hidden], vector: [hidden] };
}

export const kind = choice(scoreKinds, defaults.scoreKind);

export const scoreFunctionOptions = { kind, parameters: later(), scale: later() };

export const scoresOptions = {
  ...scoreFunctionOptions,
  epsilon: number(limits.epsilon, defaults.cosineEpsilon),
};

/**
 * @param {EngineModule} module
 * @param {string} prefix of the names in errors
 * @param {Checked<typeof scoreFunctionOptions>} given
 * @param {{queryDim: number, keyDim: number, keys: number}} sizes
 * @returns {ScoreFunction}
 */
function checkFunction(module, prefix, given, sizes) {
  const kind = scoreKinds[given.kind];
  const known = Object.keys(parameterShapes(kind, { ...sizes, hidden: 0 }));
  const name = `${prefix}parameters`;
  const tensors = checkObject(name, given.parameters, known);
  const hidden = kind === 'additive' ? checkRank(`${name}.vector`, tensors.vector, 1).shape[0] : 0;
  const shapes = parameterShapes(kind, { ...sizes, hidden });
  return {
    kind: given.kind,
    scale: scoreScale(module, prefix, kind, given.scale, sizes.queryDim),
    hidden,
    parameters: Object.fromEntries(
      Object.entries(shapes).map(([which, shape]) => [
        which,
        checkTensorOfShape(`${name}.${which}`, tensors[which], shape),
      ]),
    ),
  };
}

/** @param {ScoreKind} kind @param {Tensor} query @param {Tensor} key */
function checkVectors(kind, { shape: query }, { shape: key }) {
  const keyMismatch = (/** @type {string} */ rule) => mismatch('key', key, 'query', query, rule);
  if (!sameShape(query.slice(0, -2), key.slice(0, -2))) {
    throw keyMismatch('the dimensions before the last two must be equal');
  }
  const free = kind === 'general' || kind === 'additive' || kind === 'location';
  if (!free && query.at(-1) !== key.at(-1)) throw keyMismatch('the last dimensions must be equal');
}

/**
 * @param {EngineModule} module
 * @param {string} name
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {ScoreFunctionOptions | undefined} options
 * @returns {Scores}
 */
export function checkScores(module, name, query, key, options) {
  const { epsilon, ...given } = checkOptions(name, options, scoresOptions);
  if (epsilon !== 0 && scoreKinds[given.kind] !== 'cosine') {
    const own = `none with the kind "${scoreKinds[given.kind]}": cosine has one`;
    throw wrongType('epsilon', epsilon, own);
  }
  const queryTensor = checkRank('query', query, 2);
  const keyTensor = checkRank('key', key, 2);
  checkVectors(scoreKinds[given.kind], queryTensor, keyTensor);
  const [keys, keyDim] = keyTensor.shape.slice(-2);
  const [queryDim] = queryTensor.shape.slice(-1);
  const checked = checkFunction(module, '', given, { queryDim, keyDim, keys });
  return {
    query: queryTensor,
    key: keyTensor,
    ...checked,
    epsilon,
  };
}

/**
 * @param {EngineModule} module
 * @param {string} prefix
 * @param {ScoreKind} kind
 * @param {unknown} scale
 * @param {number} dk
 */
export function scoreScale(module, prefix, kind, scale, dk) {
  const rule = defaultScales[kind];
  if (rule === undefined && scale !== undefined) {
    const known = Object.keys(defaultScales).join(', ');
    throw wrongType(`${prefix}scale`, scale, `none with the kind "${kind}": ${known} have one`);
  }
  // Vectors without components have scores of 0 with any factor, but 1/sqrt(0) would make them NaN.
  const width = Math.max(dk, 1);
  const name = `${prefix}scale`;
  return rule === undefined
    ? 1
    : scaleNumber(module, scale === undefined ? rule : scale, width, limits.float32, { name });
}

/** @param {Partial<Record<ParameterName, Tensor>>} parameters */
const dataOf = ({ weight, queryWeight, keyWeight, vector }) => ({
  weight: weight?.data,
  queryWeight: queryWeight?.data,
  keyWeight: keyWeight?.data,
  vector: vector?.data,
});

/** @param {Scores} scores @returns {ScoreProblem} */
export function problemOf({ query, key, kind, scale, epsilon, hidden, parameters }) {
  const [queries, queryDim] = query.shape.slice(-2);
  const [keys, keyDim] = key.shape.slice(-2);
  const { weight, queryWeight, keyWeight, vector } = dataOf(parameters);
  return {
    kind,
    queries,
    keys,
    queryDim,
    keyDim,
    hidden,
    scale,
    epsilon,
    batch: sizeOf(query.shape.slice(0, -2)),
    query: query.data,
    key: key.data,
    weight,
    queryWeight,
    keyWeight,
    vector,
  };
}

/** @param {Scores} scores */
export const scoresShape = ({ query, key }) => [
  ...query.shape.slice(0, -1),
  key.shape[key.shape.length - 2],
];

/**
 * @param {Memory} memory
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {ScoreFunctionOptions | undefined} options
 * @returns {Tensor}
 */
export function scores(memory, query, key, options) {
  const checked = checkScores(memory.module, 'scores', query, key, options);
  const problem = problemOf(checked);
  return tensorsOf(memory, 'scores', [scoresShape(checked)], (to) =>
    core.scores(memory, { problem, to }),
  )[0];
}

// The plane -----------------------------------------------------------------------------------------

/**
 * @param {unknown} key
 * @returns {Tensor} points of the plane
 */
function checkPoints(key) {
  const tensor = checkTensor('key', key);
  const { data, shape } = tensor;
  const { min, max } = limits.planeKeys;
  if (shape.length !== 2 || shape[1] !== 2 || shape[0] < min || shape[0] > max) {
    throw new RangeError(
      `key: got the shape ${describeShape(shape)}; expected [keys, 2] with ${min} to ${max} keys`,
    );
  }
  checkEntries('key', data);
  return tensor;
}

/**
 * Refuses numbers so large that scores could exceed float32 and weights become NaN.
 *
 * @param {string} name
 * @param {Float32Array} data
 */
function checkEntries(name, data) {
  const length = trueLength(data);
  for (let i = 0; i < length; ++i) {
    const right = Math.abs(data[i]) <= limits.planeEntry.max;
    if (!right) checkNumber(`${name}.data[${i}]`, data[i], limits.planeEntry);
  }
}

/**
 * @template Checked
 * @param {string} name
 * @param {unknown} functions
 * @param {(name: string, one: unknown) => Checked} check checks one function
 * @returns {Checked[]}
 */
export function checkFunctionList(name, functions, check) {
  const { min, max } = limits.functions;
  const expected = `an array of ${min} to ${max} objects`;
  if (!isList(functions)) throw wrongType(name, functions, expected);
  const { length } = functions;
  if (length < min || length > max) throw wrongValue(name, functions, expected);
  // By index, because its iterator may not end.
  return Array.from({ length }, (_, i) => {
    const one = functions[i];
    if (one === undefined) throw wrongType(`${name}[${i}]`, one, 'an object');
    return check(`${name}[${i}]`, one);
  });
}

/**
 * @param {EngineModule} module
 * @param {string} name
 * @param {unknown} one
 * @param {number} keys
 * @returns {ScoreFunction}
 */
function checkPlaneFunction(module, name, one, keys) {
  const prefix = `${name}.`;
  const given = checkOptions(name, one, scoreFunctionOptions, prefix);
  const checked = checkFunction(module, prefix, given, { queryDim: 2, keyDim: 2, keys });
  checkNumber(`${prefix}scale`, checked.scale, limits.planeEntry);
  checkNumber(`${prefix}parameters.vector: length`, checked.hidden, limits.planeHidden);
  for (const [which, tensor] of Object.entries(checked.parameters)) {
    checkEntries(`${prefix}parameters.${which}`, tensor.data);
  }
  return checked;
}

export const scorePlaneOptions = {
  functions: later(),
  key: later(),
  size: number(limits.planeSize, defaults.planeSize),
  extent: number(limits.planeExtent, defaults.planeExtent),
  into: object({ weights: later() }),
};

/**
 * @param {Memory} memory
 * @param {ScorePlaneOptions} options
 * @returns {ScorePlane}
 */
export function scorePlane(memory, options) {
  const given = checkOptions('scorePlane', options, scorePlaneOptions);
  const { size, extent } = given;
  const { weights: into } = given.into;
  const key = checkPoints(given.key);
  const [keys] = key.shape;
  const functions = checkFunctionList('functions', given.functions, (name, one) =>
    checkPlaneFunction(memory.module, name, one, keys),
  );
  const shape = [functions.length, size, size, keys];
  const data = into === undefined ? undefined : checkTarget('into.weights', into, shape);
  memory.begin('scorePlane');
  const weights = memory.alloc(sizeOf(shape));
  core.scorePlane(memory, {
    ...{ size, extent, keys, key: key.data, weights },
    functions: functions.map(({ parameters, ...one }) => ({ ...one, ...dataOf(parameters) })),
  });
  return { weights: { data: memory.take(weights, sizeOf(shape), data), shape } };
}
