/** Steps of optimizers: new parameters and state from parameters, gradients and state. Checks, defaults and shapes. */

/** @import { AdamOptions, AdamwOptions, SgdOptions, Tensor, TensorGroup } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { Checked } from '../border/types.js' */
/** @import { StepRule } from '../records/optimizers.js' */

import { constant } from '../border/constant.js';
import * as defaults from '../border/defaults.js';
import {
  checkNumber,
  checkObject,
  describe,
  isList,
  isObject,
  isTypedArray,
  wrongType,
} from '../border/checks.js';
import { limits, real, whole } from '../border/limits.js';
import { checkOptions, flag, later, number } from '../border/option-table.js';
import { checkTensor, checkTensorOfShape, sizeOf } from '../border/tensor.js';
import * as core from '../records/optimizers.js';

const size = limits.epsilon;
const beta = real(0, 1 - 2 ** -53);
const steps = whole(1, Number.MAX_SAFE_INTEGER);

/** @param {number} weightDecay */
const common = (weightDecay) => ({
  learningRate: number(size, defaults.learningRate),
  weightDecay: number(size, weightDecay),
  maximize: flag(),
  state: later(),
});

export const sgdOptions = {
  ...common(defaults.weightDecay),
  momentum: number(size, defaults.momentum),
  dampening: number(limits.float32, defaults.dampening),
  nesterov: flag(),
};

/** @param {number} weightDecay */
const adamTable = (weightDecay) => ({
  ...common(weightDecay),
  beta1: number(beta, defaults.beta1),
  beta2: number(beta, defaults.beta2),
  epsilon: number(size, defaults.adamEpsilon),
  amsgrad: flag(),
});
export const adamOptions = adamTable(defaults.weightDecay);
export const adamwOptions = adamTable(defaults.decoupledDecay);

// Groups of tensors ---------------------------------------------------------------------------------

/** @typedef {{names: readonly string[] | null, tensors: Tensor[]}} Group names: null for a list */

const isTensor = (/** @type {object} */ value) => 'data' in value && 'shape' in value;

/** @param {unknown} value given in place of a group @returns {string} its description in an error */
function describeGiven(value) {
  const description = describe(value);
  if (description !== 'an object' || !isObject(value)) return description;
  if (isTensor(value)) return 'one tensor';
  const names = Object.keys(value);
  return names.length > 0 ? `tensors called ${names.join(', ')}` : 'an object without names';
}

/** @param {string} name @param {unknown} value @param {string} expected */
function wrongGroup(name, value, expected) {
  return new TypeError(`${name}: got ${describeGiven(value)}; expected ${expected}`);
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {(name: string, value: unknown, key: number | string) => Tensor} check checks one tensor
 * @param {string} [expected]
 * @returns {Group}
 */
function checkGroup(
  name,
  value,
  check,
  expected = 'a list of tensors, or an object of tensors by name',
) {
  if (isList(value)) {
    const { length } = value;
    if (length === 0) throw wrongType(name, value, expected);
    // By index, because its iterator may not end.
    const tensors = Array.from({ length }, (_, i) => check(`${name}[${i}]`, value[i], i));
    return { names: null, tensors };
  }
  const isGroup = isObject(value) && !isTypedArray(value) && !isTensor(value);
  const names = isGroup ? Object.keys(value) : [];
  if (!isGroup || names.length === 0) throw wrongGroup(name, value, expected);
  return { names, tensors: names.map((key) => check(`${name}.${key}`, value[key], key)) };
}

/** @param {unknown} value @returns {Group} */
const checkParameters = (value) => checkGroup('parameters', value, checkTensor);

/** @param {Group} group */
const describeGroup = ({ names, tensors }) =>
  names
    ? `tensors called ${names.join(', ')}`
    : `a list of ${tensors.length} tensor${tensors.length > 1 ? 's' : ''}`;

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Group} parameters the value must have their form, names and shapes
 * @returns {Tensor[]}
 */
function checkLike(name, value, parameters) {
  const { names, tensors } = parameters;
  const expected = `${describeGroup(parameters)}, as of parameters`;
  /** @type {(own: string, one: unknown, key: number | string) => Tensor} */
  const check = (own, one, key) => {
    const at = names ? names.indexOf(String(key)) : Number(key);
    if (Boolean(names) !== (typeof key === 'string') || !tensors[at])
      throw wrongGroup(name, value, expected);
    return checkTensorOfShape(own, one, tensors[at].shape);
  };
  const given = checkGroup(name, value, check, expected);
  if (given.tensors.length !== tensors.length) throw wrongGroup(name, value, expected);
  const { names: order } = given;
  return names && order ? names.map((key) => given.tensors[order.indexOf(key)]) : given.tensors;
}

/** @param {Group} like @param {Tensor[]} tensors @returns {any} the tensors in the form of the group */
const groupOf = ({ names }, tensors) =>
  names ? Object.fromEntries(names.map((key, i) => [key, tensors[i]])) : tensors;

/** @typedef {{parameters: any, state: any}} Step tensors in the form of the parameters */

// Steps ---------------------------------------------------------------------------------------------

/**
 * @typedef {object} Moments of all tensors; undefined before the first step
 * @property {Tensor[] | undefined} [first]
 * @property {Tensor[] | undefined} [second]
 * @property {Tensor[] | undefined} [greatest]
 */

const momentNames = constant(['first', 'second', 'greatest']);

/** @typedef {typeof momentNames[number]} MomentName */

/**
 * @param {Memory} memory
 * @param {string} name
 * @param {StepRule} rule
 * @param {Group} parameters
 * @param {Tensor[]} gradients
 * @param {Moments} state
 * @param {readonly MomentName[]} kept the moments that the rule keeps
 */
function stepAll(memory, name, rule, parameters, gradients, state, kept) {
  /** @type {Tensor[]} */
  const next = [];
  /** @type {Record<MomentName, Tensor[]>} */
  const moments = { first: [], second: [], greatest: [] };
  parameters.tensors.forEach(({ data, shape }, i) => {
    const count = sizeOf(shape);
    memory.begin(name);
    const nextParameters = memory.alloc(count);
    const [first, second, greatest] = momentNames.map((each) =>
      memory.alloc(count, kept.includes(each)),
    );
    const nextMoments = { first, second, greatest };
    core.optimizerStep(memory, {
      rule,
      count,
      parameters: data,
      gradients: gradients[i].data,
      state: {
        first: state.first?.[i].data,
        second: state.second?.[i].data,
        greatest: state.greatest?.[i].data,
      },
      nextParameters,
      next: nextMoments,
    });
    next.push({ data: memory.take(nextParameters, count), shape: [...shape] });
    for (const each of kept)
      moments[each].push({ data: memory.take(nextMoments[each], count), shape: [...shape] });
  });
  return { next: groupOf(parameters, next), moments };
}

/** In the order of OptimizerKind in src/learning/optimizer.h. */
const kinds = ['sgd', 'adam', 'adamw'];

/** Options that only other rules have. */
const none = {
  momentum: 0,
  dampening: 0,
  nesterov: false,
  beta1: 0,
  beta2: 0,
  epsilon: 0,
  amsgrad: false,
};

/**
 * @param {Memory} memory
 * @param {TensorGroup} parameters
 * @param {TensorGroup} gradients
 * @param {SgdOptions | undefined} options
 * @returns {Step}
 */
export function sgd(memory, parameters, gradients, options) {
  const { state, ...rule } = checkOptions('sgd', options, sgdOptions);
  const { momentum, dampening, nesterov } = rule;
  if (nesterov && (momentum === 0 || dampening !== 0)) {
    throw new RangeError(
      'nesterov: got true; expected false, because it needs a momentum above 0 and a dampening of 0',
    );
  }
  const own = checkParameters(parameters);
  const given = checkLike('gradients', gradients, own);
  /** @type {MomentName[]} */
  const kept = momentum === 0 ? [] : ['first'];
  const before = checkObject('state', state, momentum === 0 ? [] : ['momentum']).momentum;
  const first = before === undefined ? undefined : checkLike('state.momentum', before, own);
  const whole = { ...none, ...rule, kind: kinds.indexOf('sgd'), step: 1 };
  const { next, moments } = stepAll(memory, 'sgd', whole, own, given, { first }, kept);
  return {
    parameters: next,
    state: momentum === 0 ? {} : { momentum: groupOf(own, moments.first) },
  };
}

/**
 * @param {unknown} value
 * @param {boolean} amsgrad
 * @param {Group} parameters
 * @returns {Moments & {steps: number}}
 */
function checkAdamState(value, amsgrad, parameters) {
  if (value === undefined) return { steps: 0 };
  const names = ['steps', 'firstMoment', 'secondMoment'];
  const known = amsgrad ? [...names, 'maxSecondMoment'] : names;
  const given = checkObject('state', value, known);
  const moment = (/** @type {string} */ name) =>
    checkLike(`state.${name}`, given[name], parameters);
  return {
    steps: checkNumber('state.steps', given.steps, steps),
    first: moment('firstMoment'),
    second: moment('secondMoment'),
    greatest: amsgrad ? moment('maxSecondMoment') : undefined,
  };
}

/**
 * @param {Memory} memory
 * @param {'adam' | 'adamw'} name
 * @param {TensorGroup} parameters
 * @param {TensorGroup} gradients
 * @param {Checked<typeof adamOptions>} options
 * @returns {Step}
 */
function adamStep(memory, name, parameters, gradients, { state, ...rule }) {
  const own = checkParameters(parameters);
  const given = checkLike('gradients', gradients, own);
  const { steps: done, ...before } = checkAdamState(state, rule.amsgrad, own);
  const step = done + 1;
  const whole = { ...none, ...rule, kind: kinds.indexOf(name), step };
  const kept = momentNames.filter((each) => rule.amsgrad || each !== 'greatest');
  const { next, moments } = stepAll(memory, name, whole, own, given, before, kept);
  return {
    parameters: next,
    state: {
      steps: step,
      firstMoment: groupOf(own, moments.first),
      secondMoment: groupOf(own, moments.second),
      ...(rule.amsgrad && { maxSecondMoment: groupOf(own, moments.greatest) }),
    },
  };
}

/**
 * @param {Memory} memory
 * @param {TensorGroup} parameters
 * @param {TensorGroup} gradients
 * @param {AdamOptions | undefined} options
 * @returns {Step}
 */
export const adam = (memory, parameters, gradients, options) =>
  adamStep(memory, 'adam', parameters, gradients, checkOptions('adam', options, adamOptions));

/**
 * @param {Memory} memory
 * @param {TensorGroup} parameters
 * @param {TensorGroup} gradients
 * @param {AdamwOptions | undefined} options
 * @returns {Step}
 */
export const adamw = (memory, parameters, gradients, options) =>
  adamStep(memory, 'adamw', parameters, gradients, checkOptions('adamw', options, adamwOptions));
