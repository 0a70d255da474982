/** Training inside: what the calls of a trainer give, how they cross to a worker, and what does them. */

import type { Settings } from '../records/training-core.js';
import type { LearningVariant, LearningModule, WorkerLike } from '../types.js';
import type { Training } from './training.js';

/** What the calls of a trainer give, by their names. */
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

/** What stays the same of a trainer. */
export interface Facts {
  handle: number;
  settings: Settings;
  parameters: number;
  /** of the vocabulary */
  words: string[];
  length: number;
  targetLength: number;
  positions: number;
  metricNumbers: number;
  blocks: [kind: number, layer: number, queries: number, keys: number][];
}

/** made: steps of a whole call, which may be fewer than it asked for */
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
  /** where it stands; nowhere, if there is none */
  pronoun: number;
  antecedent: number;
  blocks: {
    weights: Float32Array;
    scores: Float32Array;
    input: Float32Array;
    memory: Float32Array;
  }[];
}

/** of a text: what is expected behind each token, [tokens, vocabulary], and -log of the probability of each but the first */
export interface Reading {
  tokens: number[];
  probabilities: Float32Array;
  losses: Float64Array;
  loss: number;
  perplexity: number;
}

/** What a call tells while it goes on, and how it goes on. */
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

/** each call makes an instance, with a memory of its own */
export type StartLearning = (
  variant: LearningVariant,
  compiled?: WebAssembly.Module,
) => Promise<LearningModule>;

/** What learning.js and learning-external.js export. */
export interface Learning {
  Training: typeof Training;
  startLearning: StartLearning;
  /** for workers, where it does not come with their program */
  compileLearning?: () => Promise<WebAssembly.Module>;
  /** one that only trains, if there is any, in place of the engine's */
  createWorker?: () => WorkerLike | undefined;
}
