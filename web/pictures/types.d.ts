/** What pictures of several labs share. */

import type { Rule } from '../tables/training.js';
import type { End, Relation } from './verdict.js';

export interface Outcome {
  rule: Rule;
  end: End;
  /** The step at which the goal was reached, or the loss was no number; 0 where neither happened */
  at: number;
  /** Of the last measurement */
  step: number;
  /** Held out, at the last measurement that is a number */
  accuracy: number;
  loss: number;
}

export interface Verdict {
  /** In the order of the curves */
  outcomes: readonly Outcome[];
  /** The rule that the others are compared with */
  one: Outcome;
  /** The one that the answer compares it with; the same where there is only one */
  other: Outcome;
  /** Of `one` to `other` */
  relation: Relation;
  /** The others, each beside `one` */
  rest: readonly { of: Outcome; relation: Relation }[];
}
