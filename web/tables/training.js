/** The parameters of the Training lab, and the engine options made from them. */

/** @import { TrainerOptions, TrainingTask } from '../engine/types.js' */
/** @import { Control, Fit, Params, Table } from './types.js' */

import { constant } from '../engine/border/constant.js';
import {
  trainingChoices,
  trainingDefaults,
  trainingLimits,
  trainingSizes,
} from '../engine/training/training-limits.js';
import { commonEntries, entry, exponentRange, lower, seedEntry, within } from './entries.js';
import { addTable } from './params.js';

/** Rules of attention that can be trained side by side, in the order of the pictures. */
export const rules = constant([
  'rsqrt',
  'none',
  'inverse',
  'cosine',
  'alpha',
  'additive',
  'norm',
  'folded',
  'doubled',
]);

/** @typedef {(typeof rules)[number]} Rule */

/** Returns the rules that are trained. @param {Params} params */
export const rulesOf = (params) => /** @type {Rule[]} */ (String(params.rules).split(','));

/** The largest number of rules at once whose lines can still be told apart. */
export const mostRules = 4;

/** Tasks that have a number of symbols. @type {readonly unknown[]} */
export const symbolic = ['recall', 'copy', 'reverse', 'sort'];

/** The initial settings: vectors long enough for the factor to matter, and a network that learns within seconds. */
const recall = {
  ...trainingDefaults.recall,
  ...{ size: 4, modelDim: 64, heads: 2, headDim: 64, learningRate: 3e-3, steps: 300 },
};

/** The weight decay of AdamW if the task has none. */
const usualDecay = 0.1;

/**
 * Returns a row for a number that is passed to the engine unchanged, with the engine's limits.
 * @param {string} name
 * @param {'integer' | 'number'} type
 * @param {number} initial
 * @param {keyof typeof trainingLimits} limit
 * @param {Control} control
 */
const number = (name, type, initial, limit, control) =>
  entry(name, type, initial, { ...within(trainingLimits[limit]), control });

/** @param {'norm' | 'optimizer' | 'schedule' | 'task'} name @param {string} group */
const choice = (name, group) =>
  entry(name, 'choice', recall[name], {
    choices: trainingChoices[name],
    control: { group, kind: 'select' },
  });

/** @type {Table} */
export const training = {
  entries: [
    entry('rules', 'set', 'rsqrt,none,inverse,cosine', {
      choices: rules,
      most: mostRules,
      control: { group: 'main', kind: 'checks' },
    }),
    number('alpha', 'number', 0.25, 'alpha', {
      group: 'main',
      kind: 'range',
      ...exponentRange,
      when: (p) => rulesOf(p).includes('alpha'),
    }),
    number('dk', 'integer', recall.headDim, 'headDim', {
      group: 'main',
      kind: 'log',
      top: trainingLimits.headDim.max,
    }),
    choice('task', 'main'),
    number('size', 'integer', recall.size, 'size', {
      group: 'main',
      kind: 'range',
      low: trainingLimits.size.min,
      high: trainingSizes.recall?.max,
      step: 1,
      when: ({ task }) => String(task) in trainingSizes,
    }),
    number('symbols', 'integer', recall.symbols, 'symbols', {
      group: 'main',
      kind: 'range',
      low: trainingLimits.symbols.min,
      high: trainingLimits.symbols.max,
      step: 1,
      when: ({ task }) => symbolic.includes(task),
    }),
    number('modelDim', 'integer', recall.modelDim, 'modelDim', {
      group: 'model',
      kind: 'log',
      top: trainingLimits.modelDim.max,
    }),
    number('heads', 'integer', recall.heads, 'heads', {
      group: 'model',
      kind: 'log',
      top: trainingLimits.heads.max,
    }),
    number('layers', 'integer', recall.layers, 'layers', {
      group: 'model',
      kind: 'range',
      low: trainingLimits.layers.min,
      high: trainingLimits.layers.max,
      step: 1,
    }),
    choice('norm', 'model'),
    number('gain', 'number', recall.queryKeyGain, 'queryKeyGain', {
      group: 'model',
      kind: 'range',
      low: 0,
      high: 2,
      step: 0.05,
    }),
    choice('optimizer', 'learning'),
    number('learningRate', 'number', recall.learningRate, 'learningRate', {
      group: 'learning',
      kind: 'number',
    }),
    number('weightDecay', 'number', usualDecay, 'weightDecay', {
      group: 'learning',
      kind: 'number',
      when: ({ optimizer }) => optimizer === 'adamw',
    }),
    choice('schedule', 'learning'),
    number('warmup', 'integer', recall.warmup, 'warmup', { group: 'learning', kind: 'number' }),
    number('clip', 'number', recall.clip, 'clip', { group: 'learning', kind: 'number' }),
    number('batch', 'integer', recall.batch, 'batch', {
      group: 'learning',
      kind: 'log',
      top: 256,
    }),
    number('steps', 'integer', recall.steps, 'steps', { group: 'learning', kind: 'number' }),
    { ...seedEntry, control: { group: 'learning', kind: 'seed' } },
    // The current view: an attention block of the network, one of its heads, a held-out example
    entry('block', 'integer', 0, { min: 0, max: 3 * trainingLimits.layers.max - 1 }),
    entry('head', 'integer', 0, { min: 0, max: trainingLimits.heads.max - 1 }),
    entry('example', 'integer', 0, { min: 0, max: 9999 }),
    ...commonEntries,
  ],
  reconcile(params, note) {
    const fit = { params, note };
    const sizes = trainingSizes[/** @type {TrainingTask} */ (params.task)];
    if (sizes) {
      raise(fit, 'size', sizes.min);
      lower(fit, 'size', sizes.max);
    }
    // The keys of an example are distinct.
    if (params.task === 'recall') lower(fit, 'size', Number(params.symbols));
  },
};

/**
 * @param {Fit} fit
 * @param {string} name
 * @param {number} least
 */
function raise({ params, note }, name, least) {
  if (Number(params[name]) >= least) return;
  const value = String(params[name]);
  params[name] = least;
  note({ reason: 'clamped', key: name, value, used: String(least), limit: String(least) });
}

/** Settings that differ from the engine's defaults for a task, because this lab lacks some of the engine's options. @type {Readonly<Record<string, object>>} */
const own = {
  recall,
  addition: { modelDim: 48, steps: 3000 },
  pronouns: { steps: 1500 },
};

/**
 * Returns the parameters that are set when a task is chosen: sizes and steps with which it can be learned.
 * @param {string} task
 */
export function forTask(task) {
  const { size, symbols, modelDim, heads, layers, headDim, norm, optimizer, ...rest } = {
    ...trainingDefaults[/** @type {TrainingTask} */ (task)],
    ...own[task],
  };
  const { learningRate, schedule, warmup, clip, batch, steps } = rest;
  const weightDecay = rest.weightDecay || usualDecay;
  return {
    ...{ task, size, symbols, dk: headDim, modelDim, heads, layers, norm, optimizer },
    ...{ learningRate, weightDecay, schedule, warmup, clip, batch, steps },
    gain: rest.queryKeyGain,
    ...{ block: 0, head: 0, example: 0 },
  };
}

/** The number of held-out examples of each measurement. */
export const { heldOut } = trainingDefaults.recall;

/**
 * The number of measurements of a run, without the one before its first step, and the most steps between two. A very long run
 * has more measurements, so that its lines begin soon.
 */
const measurements = 50;
const longest = 500;

/** Returns the number of steps between measurements. @param {Params} params */
export const everyOf = ({ steps }) =>
  Math.min(longest, Math.max(1, Math.round(Number(steps) / measurements)));

/**
 * Returns the options of engine.createTrainer for a rule of a state.
 * @param {Params} params
 * @param {Rule} rule
 * @returns {TrainerOptions}
 */
export const trainerOptions = (params, rule) =>
  /** @type {TrainerOptions} */ ({
    task: params.task,
    size: params.size,
    symbols: params.symbols,
    layers: params.layers,
    modelDim: params.modelDim,
    heads: params.heads,
    headDim: params.dk,
    feedForward: 2 * Number(params.modelDim),
    norm: params.norm,
    rule: rule === 'alpha' ? { alpha: params.alpha } : rule,
    queryKeyGain: params.gain,
    optimizer: params.optimizer,
    learningRate: params.learningRate,
    schedule: params.schedule,
    ...(params.optimizer === 'adamw' ? { weightDecay: params.weightDecay } : {}),
    clip: params.clip,
    warmup: params.warmup,
    steps: params.steps,
    batch: params.batch,
    seed: params.seed,
    every: everyOf(params),
    heldOut,
  });

addTable('training', training);
