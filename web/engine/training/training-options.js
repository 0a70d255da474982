/**
 * Converts the options of createTrainer() to the settings of the core, and the settings of a checkpoint back to
 * options.
 */

/** @import { AttentionRule, TrainerSettings, TrainingTask } from '../types.js' */
/** @import { Settings } from '../records/training-core.js' */
/** @import { Facts } from './types.js' */

import {
  checkNumber,
  checkObject,
  describe,
  isList,
  isObject,
  wrongChoice,
} from '../border/checks.js';
import { constant } from '../border/constant.js';
import { checkEach, choice, flag, later, number, withInitials } from '../border/option-table.js';
import {
  checkpointTasks,
  trainingChoices,
  trainingDefaults,
  trainingLimits,
  trainingSizes,
} from './training-limits.js';

/** In the order of AttentionRule in src/learning/attention_rule.h. */
export const ruleKinds = constant(['power', 'cosine', 'additive', 'norm', 'folded', 'doubled']);
const power = 0;
/** Factors of the scores as exponents: d_k^-alpha. @type {Record<string, number>} */
const alphas = { rsqrt: 0.5, none: 0, inverse: 1 };

/** @param {unknown} rule @returns {{kind: number, alpha: number}} */
function ruleNumbers(rule) {
  const named = trainingChoices.rule.find((name) => name === rule);
  if (named) {
    if (named in alphas) return { kind: power, alpha: alphas[named] };
    return { kind: ruleKinds.findIndex((kind) => kind === named), alpha: 0.5 };
  }
  if (!isObject(rule) || isList(rule)) {
    const known = trainingChoices.rule.map((name) => `"${name}"`).join(', ');
    throw wrongChoice('rule', rule, `${known} or {alpha}`);
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

/** The default of each is that of the task (trainingDefaults). */
export const trainerOptions = {
  task: choice(trainingChoices.task, 'recall'),
  size: later(), // each task has its own
  symbols: number(trainingLimits.symbols),
  stack: choice(trainingChoices.stack),
  layers: number(trainingLimits.layers),
  modelDim: number(trainingLimits.modelDim),
  heads: number(trainingLimits.heads),
  headDim: number(trainingLimits.headDim),
  feedForward: number(trainingLimits.feedForward),
  norm: choice(trainingChoices.norm),
  activation: choice(trainingChoices.activation),
  tied: flag(),
  rule: { check: (/** @type {string} */ _, /** @type {unknown} */ rule) => ruleNumbers(rule) },
  queryKeyGain: number(trainingLimits.queryKeyGain),
  optimizer: choice(trainingChoices.optimizer),
  learningRate: number(trainingLimits.learningRate),
  momentum: number(trainingLimits.momentum),
  beta1: number(trainingLimits.beta1),
  beta2: number(trainingLimits.beta2),
  epsilon: number(trainingLimits.epsilon),
  weightDecay: number(trainingLimits.weightDecay),
  clip: number(trainingLimits.clip),
  warmup: number(trainingLimits.warmup),
  steps: number(trainingLimits.steps),
  schedule: choice(trainingChoices.schedule),
  finalRate: number(trainingLimits.finalRate),
  batch: number(trainingLimits.batch),
  seed: number(trainingLimits.seed),
  every: number(trainingLimits.every),
  heldOut: number(trainingLimits.heldOut),
};

/** @param {TrainingTask} task */
const optionsOf = (task) =>
  withInitials(
    { ...trainerOptions, size: number(trainingSizes[task] ?? trainingLimits.size) },
    trainingDefaults[task],
  );

/** @param {unknown} options @returns {Settings} */
export function trainerSettings(options) {
  const names = [...Object.keys(trainerOptions), 'checkpoint'];
  const given = checkObject('createTrainer', options, names);
  const { task: wanted = trainerOptions.task.initial } = given;
  const name = trainerOptions.task.check('task', wanted);
  // createTrainer() took the checkpoint, and the task, which may be a getter, was read.
  const { task: _, ...others } = optionsOf(trainingChoices.task[name]);
  const { optimizer: kind, rule, ...same } = checkEach(given, others);
  const settings = { name, kind, ...same, rule: rule.kind, alpha: rule.alpha };
  checkTogether(settings);
  return settings;
}

/** Refuses combinations of options that are each valid alone. @param {Settings} settings */
function checkTogether({ name, size, symbols, steps, every }) {
  if (trainingChoices.task[name] === 'recall' && size > symbols) {
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

/** @param {Settings} settings @returns {TrainerSettings} */
export function settingsOf({ name, kind, rule, alpha, ...same }) {
  const { stack, norm, activation, optimizer, schedule } = trainingChoices;
  return Object.freeze({
    task: checkpointTasks[name],
    ...same,
    stack: stack[same.stack],
    norm: norm[same.norm],
    activation: activation[same.activation],
    rule: ruleOf(rule, alpha),
    optimizer: optimizer[kind],
    schedule: schedule[same.schedule],
  });
}

/**
 * The needs of a model, as counted by the core.
 *
 * @typedef {object} Plan
 * @property {boolean} fits whether the task has examples of that size
 * @property {number} stack
 * @property {number} parameters
 * @property {number} length positions of its input
 * @property {number} targetLength positions of a second stack, or 0 without one
 */

/**
 * Refuses settings that would need too much memory or time, before memory is allocated.
 *
 * @param {Settings} numbers
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

/**
 * Held-out examples measured at a time. Memory suffices for them with any batch size: kProbe of src/learning/trainer.h.
 */
const probe = 32;

/**
 * @param {TrainerSettings} settings
 * @param {Pick<Plan, 'parameters' | 'length' | 'targetLength'>} plan
 */
function costOf({ batch, layers, modelDim, heads, headDim, feedForward }, plan) {
  const { parameters, length, targetLength } = plan;
  const positions = length + targetLength;
  const tokens = batch * positions;
  const most = Math.max(batch, probe) * positions;
  const seen = Math.max(length, targetLength);
  const ofPosition = 8 * modelDim + 8 * heads * headDim + 2 * feedForward + 2 * heads * seen;
  return {
    kept: most * layers * ofPosition,
    work: 3 * tokens * (parameters + 2 * layers * heads * headDim * seen),
  };
}

/**
 * The longest uninterruptible work of a trainer, a step with a measurement or the reading of a text, in seconds on a
 * typical machine.
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
