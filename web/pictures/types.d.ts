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
  /** Of `one` to `other` */
  relation: Relation;
  /** The others, each beside `one` */
  rest: readonly { of: Outcome; relation: Relation }[];
}

/** result: null while nothing was measured */
export interface Size {
  dk: number;
  keys: number;
  result: SoftmaxStatistics | null;
}
