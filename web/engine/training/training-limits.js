/**
 * The choices, limits and defaults of a trainer's options. Pure data, which tables and pages may read without the code
 * for training. `npm run border` writes those that the core needs, too, to src/shared/training_options.h.
 */

/** @import { Limit } from '../border/types.js' */
/** @import { TrainerSettings, TrainingTask } from '../types.js' */

import { constant } from '../border/constant.js';
import { limits, real, whole } from '../border/limits.js';
import { checkpointLimit } from './checkpoint-bytes.js';

/** In the order of the core's enumerations. */
export const trainingChoices = Object.freeze({
  task: constant(['recall', 'copy', 'reverse', 'sort', 'addition', 'dates', 'pronouns']),
  stack: constant(['encoder', 'decoder', 'encoder-decoder']),
  norm: constant(['pre', 'post']),
  activation: constant(['relu', 'gelu']),
  rule: constant(['rsqrt', 'none', 'inverse', 'cosine', 'additive', 'norm', 'folded', 'doubled']),
  optimizer: constant(['sgd', 'adam', 'adamw']),
  schedule: constant(['constant', 'cosine']),
});

/**
 * Tasks of a checkpoint. `text` learns from a text that is not included here, so createTrainer() cannot start such a
 * training.
 */
export const checkpointTasks = Object.freeze(constant([...trainingChoices.task, 'text']));

export const trainingLimits = Object.freeze({
  /** of a task: pairs, length or modulus (see trainingSizes), and number of different symbols */
  size: whole(2, 256),
  symbols: whole(4, 32),
  /** of each stack */
  layers: whole(1, 8),
  modelDim: whole(1, 512),
  heads: whole(1, 16),
  headDim: whole(1, 512),
  feedForward: whole(1, 2048),
  alpha: limits.alpha,
  queryKeyGain: real(0, 1000),
  learningRate: real(0, 1000),
  momentum: real(0, 0.9999),
  beta1: real(0, 0.9999),
  beta2: real(0, 0.999999),
  epsilon: real(1e-16, 1),
  weightDecay: real(0, 10),
  /** 0: gradients are not clipped */
  clip: real(0, 1e6),
  warmup: whole(0, 1e6),
  finalRate: real(0, 1),
  steps: whole(1, 1e6),
  batch: whole(1, 1024),
  seed: limits.seed,
  every: whole(1, 1e6),
  heldOut: whole(1, 1024),
  /** rows of metrics, steps / every */
  rows: whole(1, 10_000),
  /** of a model */
  parameters: whole(1, 2 ** 22),
  /** numbers kept of a batch for its gradient, bounded by the memory */
  kept: whole(1, 2 ** 26),
  /** multiplications of a step: about one second, in plain JavaScript ten */
  work: whole(1, 2 ** 32),
  /** trainers of an engine at once */
  trainers: whole(1, 32),
  /** of step(), of evaluate(), of attention() and of metrics() */
  count: whole(0, 1e6),
  examples: whole(1, 10_000),
  index: whole(0, 2 ** 31 - 1),
  from: whole(0, 10_001),
  /** factor of every score, to see its effect on a trained model */
  scoreFactor: real(0, 1000),
  /** of a date of the task dates */
  year: whole(1900, 2099),
  /** characters of a sentence typed by a visitor, and bytes of a checkpoint */
  text: whole(1, 1000),
  checkpoint: checkpointLimit,
});

/**
 * Limits for the tasks that have a size. With smaller sizes, some splits of the examples would be empty.
 *
 * @type {Readonly<Partial<Record<TrainingTask, Readonly<Limit>>>>}
 */
export const trainingSizes = Object.freeze({
  recall: whole(2, 32),
  copy: whole(3, 32),
  reverse: whole(3, 32),
  sort: whole(3, 32),
  addition: whole(8, 256),
});

/** Defaults of all tasks. */
const common = constant({
  size: 6,
  symbols: 8,
  stack: 'encoder',
  layers: 1,
  modelDim: 32,
  heads: 1,
  headDim: 32,
  feedForward: 64,
  norm: 'pre',
  activation: 'relu',
  tied: false,
  rule: 'rsqrt',
  queryKeyGain: 1,
  optimizer: 'adam',
  learningRate: 5e-3,
  momentum: 0.9,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0,
  clip: 1,
  warmup: 0,
  steps: 600,
  schedule: 'constant',
  finalRate: 0,
  batch: 32,
  seed: 1,
  every: 10,
  heldOut: 128,
});
const sequence = constant({ ...common, stack: 'decoder', layers: 2, steps: 200 });

/**
 * The defaults of each task. The stack is the one that suits the task.
 *
 * @type {Readonly<{[Task in TrainingTask]: TrainerSettings & {task: Task}}>}
 */
export const trainingDefaults = Object.freeze({
  recall: Object.freeze({ task: 'recall', ...common }),
  copy: Object.freeze({ task: 'copy', ...sequence }),
  reverse: Object.freeze({ task: 'reverse', ...sequence }),
  sort: Object.freeze({ task: 'sort', ...sequence, steps: 400 }),
  addition: Object.freeze({
    ...{ task: 'addition', ...common, size: 31, heads: 2, headDim: 16, feedForward: 128 },
    ...{ optimizer: 'adamw', learningRate: 8e-3, beta2: 0.98, weightDecay: 0.6, batch: 64 },
    ...{ warmup: 50, steps: 2000, schedule: 'cosine', finalRate: 0.05, every: 50 },
  }),
  dates: Object.freeze({
    ...{ task: 'dates', ...common, stack: 'encoder-decoder', heads: 2, headDim: 16 },
    ...{ learningRate: 6e-3, warmup: 30, steps: 800, schedule: 'cosine', every: 20 },
  }),
  pronouns: Object.freeze({
    ...{ task: 'pronouns', ...common, layers: 2, modelDim: 48, heads: 2, headDim: 24 },
    ...{ feedForward: 96, optimizer: 'adamw', learningRate: 3e-3, weightDecay: 0.1 },
    ...{ warmup: 100, steps: 1000, schedule: 'cosine', every: 20 },
  }),
});
