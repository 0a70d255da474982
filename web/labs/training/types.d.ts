/** Shapes that the Training lab's modules share. */

import type { Axis, Series } from '../../charts/types.js';
import type { TrainingRow } from '../../engine/types.js';
import type { Rule } from '../../tables/training.js';
import type { Trainer } from '../../engine/index.js';

export interface Quantity {
  key: string;
  title: string;
  /** Returns one number for each line of a rule */
  of: (row: Row) => readonly number[];
  y: Omit<Axis, 'label'>;
  /** Names of a rule's lines, if a rule has several */
  names?: readonly string[];
  more?: readonly Series[];
}

export type Row = TrainingRow;

/** One network */
export interface Track {
  rule: Rule;
  /** Null before it is made */
  trainer: Trainer | null;
  rows: readonly Row[];
  /** Number of rows that its trainer has returned */
  seen: number;
  /** The step at which its loss was no longer a number; 0 if that has not happened */
  divergedAt: number;
}
