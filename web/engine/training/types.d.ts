/**
 * Internal types of training: the results of a trainer's calls, the messages to and from its worker, and the modules
 * that compute them.
 */

import type { Settings } from '../records/training-core.js';
import type { LearningVariant, LearningModule, WorkerLike } from '../types.js';
import type { Training } from './training.js';

/** The results of a trainer's calls, by name. */
export interface CallResults {
  open: Facts;
  free: void;
  step: State;
  metrics: Float64Array;
  look: Seen;
  read: Reading;
  evaluate: number[];
  save: Uint8Array;
}

/** What stays constant during a trainer's life. */
export interface Facts {
  handle: number;
  settings: Settings;
  parameters: number;
  /** the vocabulary */
  words: string[];
  length: number;
  targetLength: number;
  positions: number;
  metricNumbers: number;
  blocks: [kind: number, layer: number, queries: number, keys: number][];
}

/** made: steps of a whole call, possibly fewer than requested */
export interface State {
  steps: number;
  divergedAt: number;
  rows: number;
  made?: number;
}

export interface Seen {
  tokens: number[];
  targets: number[];
  labels: number[];
  best: number[];
  length: number;
  targetLength: number;
  /** the position of the pronoun; 2^32 - 1 if there is none */
  pronoun: number;
  antecedent: number;
  blocks: {
    weights: Float32Array;
    scores: Float32Array;
    input: Float32Array;
    memory: Float32Array;
  }[];
}

/**
 * for a text: the predicted probabilities after each token, [tokens, vocabulary], and -log of the probability of each
 * token but the first
 */
export interface Reading {
  tokens: number[];
  probabilities: Float32Array;
  losses: Float64Array;
  loss: number;
  perplexity: number;
}

/** The progress of a call: the share and the units done, for step() the steps so far, for evaluate() the sums so far. */
export interface Report {
  done: number;
  units: number;
  steps?: number;
  sums?: number[];
}

export interface TrainingOrder {
  type: 'training';
  id: number;
  name: string;
  args: any;
}

export interface TrainingAnswer {
  type: 'trained';
  id: number;
  report?: Report;
  result?: unknown;
  error?: { kind: string; message: string };
}

/** each call makes an instance with its own memory */
export type StartLearning = (
  variant: LearningVariant,
  compiled?: WebAssembly.Module,
) => Promise<LearningModule>;

/** The exports of learning.js and learning-external.js. */
export interface Learning {
  Training: typeof Training;
  startLearning: StartLearning;
  /** for workers whose program does not include it */
  compileLearning?: () => Promise<WebAssembly.Module>;
  /** makes a worker for training only, in place of the engine's; undefined if there is none */
  createWorker?: () => WorkerLike | undefined;
}
