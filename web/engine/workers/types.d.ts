/** Shared types of the coordinator, jobs and workers. */

import type { AttentionNumbers, GradientNumbers } from '../functions/types.js';
import type { HeadNumbers } from '../functions/head-algebra.js';
import type { SampleVarianceNumbers } from '../functions/options.js';
import type { ScoringNumbers } from '../functions/scoring-statistics.js';
import type { SoftmaxNumbers } from '../functions/softmax-statistics.js';
import type { ScoreNumbers } from '../records/options.js';
import type { EngineModule, NumberArray, Progress, RunName } from '../types.js';
import type { Memory } from '../border/memory.js';
import type { GradientTask } from './attention-gradient-jobs.js';
import type { AttentionTask } from './attention-jobs.js';

/** A message to a worker: plain data for the slice it computes. */
export type Task =
  | { name: 'scoreStatistics'; numbers: ScoreNumbers }
  | { name: 'sampleVariance'; numbers: SampleVarianceNumbers }
  | { name: 'softmaxStatistics'; numbers: SoftmaxNumbers }
  | { name: 'scoringStatistics'; numbers: ScoringNumbers }
  | { name: 'headAlgebra'; numbers: HeadNumbers }
  | AttentionTask
  | GradientTask;

/** The result of a slice. */
export type SliceNumbers = Float64Array | Float32Array | AttentionNumbers[] | GradientNumbers[];

export interface Job<Result> {
  name: RunName;
  /** Returns the task for the units [first, last). */
  task: (first: number, last: number) => Task;
  units: number;
  /** Expected units per millisecond, before any is measured. */
  guess?: number;
  /** Scores (or draws) in all units. */
  total: number;
  /** Bytes that one slice keeps, for the error when memory is short. */
  bytes: number;
  /**
   * Stores the results of the units [first, last). Called once for each unit, in any order. The numbers are of the
   * job's own kind of task.
   */
  absorb(first: number, last: number, numbers: SliceNumbers): void;
  /** Whether the time of a slice predicts that of others. True by default. */
  isTypical?(numbers: SliceNumbers): boolean;
  /** Whether enough units are done for a result. */
  begun: () => boolean;
  /** Returns the result of the units done so far. */
  result: () => Result;
}

/** The callbacks of a run: RunCallbacks of ../types.d.ts, for a result of any type. */
export interface Callbacks<Result> {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onPartial?: (result: Result) => void;
}

/** Copies an array that a job reads later. Called after the array has been checked. */
export type Copy = <A extends NumberArray>(array: A) => A;

/** A kind of work that run() takes: how to make a job from options, and how to compute a slice of it. */
export interface JobKind<Result> {
  open: (module: EngineModule, options: any, copy?: Copy) => Job<Result>;
  /** Throws a RangeError if there is not enough memory. Everything else has been checked before. */
  compute: (memory: Memory, task: any, first: number, last: number) => SliceNumbers;
}

/** Copies the options of long work at the call. */
export interface Snapshots {
  /** refuses what it can at once; the returned function makes the job when its part is loaded */
  job: (module: EngineModule, name: RunName, options: unknown) => () => Job<any>;
  trainer: (options: unknown) => unknown;
}
