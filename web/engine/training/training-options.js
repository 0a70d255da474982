/**
 * From the options of createTrainer() to the numbers that the core takes, and back from those of a checkpoint: checks and
 * defaults. The order of the numbers is that of src/bindings/training.cpp.
 */

/** @import { AttentionRule, TrainerOptions, TrainerSettings } from '../types.js' */
/** @import { Facts } from './training-core.js' */

import {
  checkChoice,
  checkNumber,
  checkObject,
  describe,
  isList,
  isObject,
  wrongType,
} from '../border/checks.js';
import {
  checkpointTasks,
  trainingChoices,
  trainingDefaults,
  trainingLimits,
  trainingSizes,
} from './training-limits.js';

/** What every choice and number is called, in the order of the core's record; `rule` stands for two of them. */
const order = /** @type {const} */ ([
  ...['task', 'size', 'symbols', 'stack', 'layers', 'modelDim', 'heads', 'headDim', 'feedForward'],
  ...['norm', 'activation', 'tied', 'rule', 'alpha', 'queryKeyGain'],
  ...['optimizer', 'learningRate', 'momentum', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'clip'],
  ...['warmup', 'steps', 'schedule', 'finalRate', 'batch', 'seed', 'every', 'heldOut'],
]);
/** How many numbers describe a trainer. */
export const settingNumbers = order.length;

const optionNames = order.filter((name) => name !== 'alpha');

/** In the order of AttentionRule in src/learning/attention_rule.h. */
const ruleKinds = /** @type {const} */ ([
  ...['power', 'cosine', 'additive', 'norm', 'folded', 'doubled'],
]);
const power = 0;
/** Factors of the scores as exponents: d_k^-alpha. @type {Record<string, number>} */
const alphas = { rsqrt: 0.5, none: 0, inverse: 1 };

/** @param {unknown} rule @returns {{kind: number, alpha: number}} */
function ruleNumbers(rule) {
  if (typeof rule === 'string') {
    checkChoice('rule', rule, trainingChoices.rule);
    if (rule in alphas) return { kind: power, alpha: alphas[rule] };
    return { kind: ruleKinds.findIndex((kind) => kind === rule), alpha: 0.5 };
  }
  if (!isObject(rule) || isList(rule)) {
    const known = trainingChoices.rule.map((name) => `"${name}"`).join(', ');
    throw wrongType('rule', rule, `${known} or {alpha}`);
  }
  const { alpha } = checkObject('rule', rule, ['alpha']);
  return {
    kind: power,
    alpha: checkNumber('rule.alpha', alpha, trainingLimits.alpha),
  };
}

/** @param {number} kind @param {number} alpha @returns {AttentionRule} */
function ruleOf(kind, alpha) {
  if (kind !== power) return /** @type {AttentionRule} */ (ruleKinds[kind]);
  const named = Object.keys(alphas).find((name) => alphas[name] === alpha);
  return /** @type {AttentionRule} */ (named ?? Object.freeze({ alpha }));
}

/**
 * @param {unknown} options
 * @returns {Float64Array} what the core takes: settingNumbers of them
 */
export function trainerNumbers(options) {
  const given = checkObject('createTrainer', options, [...optionNames, 'checkpoint']);
  const { task: wanted = 'recall' } = given;
  const task = trainingChoices.task[checkChoice('task', wanted, trainingChoices.task)];
  const defaults = trainingDefaults[task];
  const value = (/** @type {keyof typeof defaults} */ name) =>
    given[name] === undefined ? defaults[name] : given[name];
  const rule = ruleNumbers(value('rule'));
  const numbers = order.map((name) => {
    switch (name) {
      case 'rule':
        return rule.kind;
      case 'alpha':
        return rule.alpha;
      case 'tied': {
        const tied = value(name);
        if (typeof tied !== 'boolean') throw wrongType(name, tied, 'true or false');
        return Number(tied);
      }
      case 'task':
      case 'stack':
      case 'norm':
      case 'activation':
      case 'optimizer':
      case 'schedule':
        return checkChoice(name, value(name), trainingChoices[name]);
      case 'size':
        return checkNumber(name, value(name), trainingSizes[task] ?? trainingLimits.size);
      default:
        return checkNumber(name, value(name), trainingLimits[name]);
    }
  });
  checkTogether(Object.fromEntries(order.map((name, i) => [name, numbers[i]])));
  return Float64Array.from(numbers);
}

/** What options allow one by one and not together. @param {Record<string, number>} numbers */
function checkTogether({ task, size, symbols, steps, every }) {
  if (task === 0 && size > symbols) {
    throw new RangeError(
      `size: got ${size} pairs of ${symbols} symbols; expected at most as many pairs as symbols, because no key comes twice`,
    );
  }
  const rows = Math.floor(steps / every) + 1;
  if (rows > trainingLimits.rows.max) {
    throw new RangeError(
      `steps / every: got ${steps} / ${every}, ${rows} rows of metrics; expected at most ${trainingLimits.rows.max}`,
    );
  }
}

/**
 * @param {ArrayLike<number>} numbers as the core has them
 * @returns {TrainerSettings}
 */
export function settingsOf(numbers) {
  const named = Object.fromEntries(order.map((name, i) => [name, numbers[i]]));
  /** @type {Record<string, unknown>} */
  const settings = { ...named, tied: named.tied !== 0, rule: ruleOf(named.rule, named.alpha) };
  for (const name of /** @type {const} */ ([
    ...['task', 'stack', 'norm', 'activation', 'optimizer', 'schedule'],
  ])) {
    /** @type {readonly string[]} */
    const choices = name === 'task' ? checkpointTasks : trainingChoices[name];
    settings[name] = choices[named[name]];
  }
  delete settings.alpha;
  return Object.freeze(/** @type {TrainerSettings} */ (/** @type {unknown} */ (settings)));
}

/**
 * What a model would need, as the core counts it.
 *
 * @typedef {object} Plan
 * @property {boolean} fits whether the task has examples of that size
 * @property {number} stack
 * @property {number} parameters
 * @property {number} length positions that it reads
 * @property {number} targetLength positions of a second stack; 0: there is none
 */

/**
 * Refuses what would need too much memory or time, before memory is asked for.
 *
 * @param {Float64Array} numbers
 * @param {Plan} plan
 */
export function checkPlan(numbers, plan) {
  const { stack, task, size, symbols } = settingsOf(numbers);
  if (!plan.fits) {
    throw new RangeError(
      `size, symbols: got ${size}, ${symbols}; expected sizes that the task ${describe(task)} has examples of`,
    );
  }
  if (trainingChoices.stack[plan.stack] !== stack) {
    throw new RangeError(
      `stack: got ${describe(stack)}; expected "${trainingChoices.stack[plan.stack]}" for the task ${describe(task)}`,
    );
  }
  const { parameters } = plan;
  if (parameters > trainingLimits.parameters.max) {
    throw new RangeError(
      `createTrainer: got a model with ${parameters} parameters; expected at most ${trainingLimits.parameters.max}`,
    );
  }
  const { kept, work } = costOf(settingsOf(numbers), plan);
  if (kept > trainingLimits.kept.max) {
    throw new RangeError(
      `createTrainer: got a batch that keeps about ${kept} numbers; expected at most ${trainingLimits.kept.max} (batch, heldOut, size, layers, heads, modelDim, headDim, feedForward)`,
    );
  }
  if (work > trainingLimits.work.max) {
    throw new RangeError(
      `createTrainer: got about ${work} multiplications a step; expected at most ${trainingLimits.work.max} (batch, size, layers, heads, modelDim, headDim, feedForward)`,
    );
  }
}

/** Held-out examples that are measured at a time, for which there is room whatever the batch: kProbe of src/learning/trainer.h. */
const probe = 32;

/**
 * @param {TrainerSettings} settings
 * @param {Pick<Plan, 'parameters' | 'length' | 'targetLength'>} plan
 */
function costOf({ batch, layers, modelDim, heads, headDim, feedForward }, plan) {
  const { parameters, length, targetLength } = plan;
  const positions = length + targetLength;
  const tokens = batch * positions;
  const room = Math.max(batch, probe) * positions;
  const seen = Math.max(length, targetLength);
  const ofPosition = 8 * modelDim + 8 * heads * headDim + 2 * feedForward + 2 * heads * seen;
  return {
    kept: room * layers * ofPosition,
    work: 3 * tokens * (parameters + 2 * layers * heads * headDim * seen),
  };
}

/**
 * The most that a trainer does in one piece, a step with a measurement or a text that is read, in seconds of a usual machine.
 *
 * @param {Facts} facts
 */
export function uncutWork(facts) {
  const settings = settingsOf(facts.settings);
  const { task, batch, heldOut } = settings;
  const { work } = costOf(settings, facts);
  const readings = Math.max(3 * batch + heldOut, task === 'text' ? trainingLimits.text.max : 0);
  return ((work / (3 * batch)) * readings) / trainingLimits.work.max;
}
