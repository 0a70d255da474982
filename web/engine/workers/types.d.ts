/** Long work as a coordinator sees it: jobs, their tasks, and what comes of a slice. */

import type { AttentionNumbers, GradientNumbers } from '../functions/types.js';
import type { HeadNumbers } from '../functions/head-algebra.js';
import type { SampleVarianceNumbers } from '../functions/options.js';
import type { ScoringNumbers } from '../functions/scoring-statistics.js';
import type { SoftmaxNumbers } from '../functions/softmax-statistics.js';
import type { ScoreNumbers } from '../records/options.js';
import type { EngineModule, NumberArray, RunName } from '../types.js';
import type { Memory } from '../border/memory.js';
import type { AttentionTask, GradientTask } from './attention-jobs.js';

/** What a worker is sent: plain data, for the slice it is to compute. */
export type Task =
  | { name: 'scoreStatistics'; numbers: ScoreNumbers }
  | { name: 'sampleVariance'; numbers: SampleVarianceNumbers }
  | { name: 'softmaxStatistics'; numbers: SoftmaxNumbers }
  | { name: 'scoringStatistics'; numbers: ScoringNumbers }
  | { name: 'headAlgebra'; numbers: HeadNumbers }
  | AttentionTask
  | GradientTask;

/** What comes of a slice. */
export type SliceNumbers = Float64Array | Float32Array | AttentionNumbers[] | GradientNumbers[];

export interface Job<Result> {
  name: RunName;
  /** For the units [first, last). */
  task: (first: number, last: number) => Task;
  units: number;
  /** How many units a millisecond is good for, before one was measured. */
  guess?: number;
  /** Scores (or draws) in all units. */
  total: number;
  /** What one slice keeps, to name when memory is short. */
  bytes: number;
  /** Takes in the units [first, last); once each, in any order. A job is given the numbers of its own kind of task. */
  absorb(first: number, last: number, numbers: SliceNumbers): void;
  /** Whether how long a slice took says how long others will; it does unless told. */
  isTypical?(numbers: SliceNumbers): boolean;
  /** Whether there is enough for a result. */
  begun: () => boolean;
  /** Of what is in. */
  result: () => Result;
}

/** What becomes of each array that a job reads later, once it has been checked. */
export type Copy = <A extends NumberArray>(array: A) => A;

/** What run() can run: how a job is made of options, and what a slice of it computes. */
export interface JobKind<Result> {
  open: (module: EngineModule, options: any, copy?: Copy) => Job<Result>;
  /** Throws a RangeError where there is no memory; all else has been checked. */
  compute: (memory: Memory, task: any, first: number, last: number) => SliceNumbers;
}

/** What long work reads of its options at the call. */
export interface Snapshots {
  /** refuses at once what it can; the job is asked for when its part has come */
  job: (module: EngineModule, name: RunName, options: unknown) => () => Job<any>;
  trainer: (options: unknown) => unknown;
}
