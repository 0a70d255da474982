/** What the pictures of training share. */

import type { Axis, Series } from '../../charts/types.js';
import type { TrainingRow } from '../../engine/types.js';
import type { Rule } from '../../tables/training.js';
import type { Trainer } from '../../engine/index.js';

export interface Quantity {
  key: string;
  title: string;
  /** One number for each line of a rule */
  of: (row: Row) => readonly number[];
  y: Omit<Axis, 'label'>;
  /** Of a rule's lines, where it has several */
  names?: readonly string[];
  more?: readonly Series[];
}

export type Row = TrainingRow;

/** One network */
export interface Track {
  rule: Rule;
  /** null before it is made */
  trainer: Trainer | null;
  rows: readonly Row[];
  /** How many rows its trainer has given */
  seen: number;
  /** The step at which its loss was no number any more; 0: it has not happened */
  divergedAt: number;
}
