/** Types that pictures of several labs share. */

import type { Rule } from '../tables/training.js';
import type { End, Relation } from './verdict.js';
import type { SoftmaxStatistics } from '../engine/types.js';

export interface Outcome {
  rule: Rule;
  end: End;
  /** The step at which the goal was reached, or at which the loss became non-finite; 0 if neither happened */
  at: number;
  /** The step of the last measurement */
  step: number;
  /** On held-out examples, at the last finite measurement */
  accuracy: number;
  loss: number;
}

export interface Verdict {
  /** In the order of the curves */
  outcomes: readonly Outcome[];
  /** The rule that the others are compared with */
  one: Outcome;
  /** The rule that the answer compares it with; the same one if there is only one */
  other: Outcome;
  /** How `one` compares with `other` */
  relation: Relation;
  /** The other rules, each compared with `one` */
  rest: readonly { of: Outcome; relation: Relation }[];
}

/** result: null before the first measurement */
export interface Size {
  dk: number;
  keys: number;
  result: SoftmaxStatistics | null;
}
