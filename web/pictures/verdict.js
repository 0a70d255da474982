/**
 * Decides what happened, from the curves alone. Nothing is fitted or smoothed: measurements are selected and compared by the
 * rules below, which the page states next to its verdict.
 *
 *   reached   the first measurement of two in a row (or the last) in which `goal` of the held-out labels are right
 *   lost      it was reached, but not in the last two measurements
 *   sooner    both reached it, and the number of steps differs by more than a fifth and by two measurements
 *   only      one reached it, the other did not or lost it, and the shares at the end differ by more than their noise
 *   ahead     neither has it at the end, and the shares at the end differ by more than their noise
 *   same      otherwise
 *
 * Noise: two standard errors of the difference of two shares, with the number of held-out examples as sample size, because
 * the labels of one example are not independent. The networks are measured on the same examples, which makes the true noise
 * smaller, and each has only one of many possible seeds, which makes it larger. A verdict is about this run only.
 */

/** @import { TrainingRow } from '../engine/types.js' */
/** @import { Rule } from '../tables/training.js' */
/** @import { Outcome, Verdict } from './types.js' */

/** @typedef {{rule: Rule, rows: readonly TrainingRow[], divergedAt: number}} Curve */
/** @typedef {'reached' | 'lost' | 'short' | 'diverged'} End */

/** @typedef {'same' | 'sooner' | 'later' | 'only' | 'never' | 'ahead' | 'behind' | 'survived' | 'diverged'} Relation  of one rule to another */

/** The share of correct labels from which a task counts as learned. */
export const goal = 0.9;

/** Numbers of steps count as equal unless they differ by more than both: a share of the larger one, and measurements. */
const nearSteps = { share: 0.2, measurements: 2 };

/** @param {Curve} curve @returns {Outcome} */
export function outcomeOf({ rule, rows, divergedAt }) {
  const numbers = rows.filter(({ loss, accuracy }) => Number.isFinite(loss + accuracy));
  const last = numbers[numbers.length - 1];
  const isThere = (/** @type {number} */ i) => rows[i]?.accuracy >= goal;
  const first = rows.findIndex((_, i) => isThere(i) && (i + 1 === rows.length || isThere(i + 1)));
  const isLost = ![1, 2].some((back) => isThere(rows.length - back));
  const learned = first < 0 ? 'short' : isLost ? 'lost' : 'reached';
  const end = divergedAt > 0 ? 'diverged' : learned;
  return {
    rule,
    end,
    at: end === 'diverged' ? divergedAt : first >= 0 ? rows[first].step : 0,
    step: rows[rows.length - 1]?.step ?? 0,
    accuracy: last?.accuracy ?? NaN,
    loss: last?.loss ?? NaN,
  };
}

/**
 * Returns how far two shares must be apart to count as different.
 * @param {number} one
 * @param {number} other
 * @param {number} examples
 */
const noiseOf = (one, other, examples) =>
  2 * Math.sqrt((one * (1 - one) + other * (1 - other)) / examples) + 1 / examples;

/**
 * Compares one rule with another.
 * @param {Outcome} one
 * @param {Outcome} other
 * @param {{every: number, examples: number}} measured  steps between measurements, examples of each
 * @returns {Relation}
 */
export function relationOf(one, other, { every, examples }) {
  if (one.end === 'diverged' || other.end === 'diverged') {
    if (one.end === other.end) return 'same';
    return one.end === 'diverged' ? 'diverged' : 'survived';
  }
  if (one.end === 'reached' && other.end === 'reached') {
    const near = Math.max(
      nearSteps.measurements * every,
      nearSteps.share * Math.max(one.at, other.at),
    );
    if (Math.abs(one.at - other.at) <= near) return 'same';
    return one.at < other.at ? 'sooner' : 'later';
  }
  const apart = one.accuracy - other.accuracy;
  if (Math.abs(apart) <= noiseOf(one.accuracy, other.accuracy, examples)) return 'same';
  if (one.end === 'reached') return 'only';
  if (other.end === 'reached') return 'never';
  return apart > 0 ? 'ahead' : 'behind';
}

/** Relations in which the first rule is better. @type {ReadonlySet<Relation>} */
const better = new Set(['sooner', 'only', 'ahead', 'survived']);

/** Returns 1 for better, -1 for worse, 0 for the same. @param {Relation} relation */
export const signOf = (relation) => {
  if (relation === 'same') return 0;
  return better.has(relation) ? 1 : -1;
};

/**
 * Returns the two rules that the answer compares: with the factor and without it, if both were trained.
 * @param {readonly {rule: string}[]} curves
 * @returns {readonly [number, number]}
 */
export function pairOf(curves) {
  const place = (/** @type {string} */ rule) => curves.findIndex((curve) => curve.rule === rule);
  const [scaled, plain] = [place('rsqrt'), place('none')];
  return scaled >= 0 && plain >= 0 ? [scaled, plain] : [0, Math.min(1, curves.length - 1)];
}

/**
 * @param {readonly Curve[]} curves
 * @param {{every: number, examples: number}} measured
 * @returns {Verdict}
 */
export function verdictOf(curves, measured) {
  const outcomes = curves.map(outcomeOf);
  const [first, second] = pairOf(curves);
  const [one, other] = [outcomes[first], outcomes[second]];
  return {
    outcomes,
    one,
    other,
    relation: relationOf(one, other, measured),
    rest: outcomes
      .filter((_, i) => i !== first && i !== second)
      .map((of) => ({ of, relation: relationOf(of, one, measured) })),
  };
}

/** Whether only one rule was trained. @param {Verdict} verdict */
export const isAlone = ({ one, other }) => one === other;

/** Returns the key, after `training.answer.`, of the sentence for a verdict. @param {Verdict} verdict */
export function answerOf(verdict) {
  const { one, other, relation } = verdict;
  if (isAlone(verdict)) return `one.${one.end}`;
  if (relation !== 'same') return relation;
  const [end, otherEnd] = [one, other].map((of) => (of.end === 'lost' ? 'short' : of.end));
  return end === otherEnd && end !== 'short' ? `same.${end}` : 'same.unclear';
}
