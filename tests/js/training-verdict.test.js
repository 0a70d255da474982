// The Training lab's verdict about curves, a function of the curves. These are made up.
import { describe, expect, test } from '@jest/globals';
import {
  goal,
  outcomeOf,
  pairOf,
  relationOf,
  signOf,
  verdictOf,
} from '../../web/pictures/verdict.js';

/** @import { Rule } from '../../web/tables/training.js' */

const measured = { every: 10, examples: 128 };

/**
 * Makes a curve with a measurement every ten steps.
 * @param {Rule} rule @param {readonly number[]} accuracies @param {number} [divergedAt]
 */
const curve = (rule, accuracies, divergedAt = 0) => ({
  rule,
  divergedAt,
  rows: accuracies.map(
    (accuracy, i) =>
      /** @type {import('../../web/labs/training/types.js').Row} */ ({
        step: 10 * i,
        accuracy,
        loss: 1 - accuracy,
      }),
  ),
});

/** Makes a curve of 400 steps that rises to the goal at a given step. @param {Rule} rule @param {number} at */
const reaching = (rule, at) =>
  curve(
    rule,
    Array.from({ length: 41 }, (_, i) => (10 * i >= at ? 0.97 : (0.8 * i) / 40)),
  );

/**
 * Makes a curve that is at the goal from the start, and falls at a given step.
 * @param {Rule} rule
 * @param {number} at
 * @param {number} [to]
 */
const losing = (rule, at, to = 0.2) =>
  curve(
    rule,
    Array.from({ length: 41 }, (_, i) => (10 * i < at ? 0.97 : to)),
  );

/** Makes a constant curve. @param {Rule} rule @param {number} accuracy */
const staying = (rule, accuracy) => curve(rule, Array(41).fill(accuracy));

describe('the outcome of a curve', () => {
  test('is the first of two measurements in a row at the goal', () => {
    expect(outcomeOf(curve('none', [0.1, goal, 0.5, 0.91, 0.95, 0.6]))).toMatchObject({
      end: 'reached', // a single measurement below the goal does not matter
      at: 30,
      step: 50,
      accuracy: 0.6,
    });
  });

  test('is the last measurement at the goal, where none follows', () => {
    expect(outcomeOf(curve('none', [0.1, 0.95, 0.5, 0.9]))).toMatchObject({
      end: 'reached',
      at: 30,
    });
  });

  test('is that it was lost, where the last two measurements are below the goal again', () => {
    expect(outcomeOf(curve('none', [0.1, 0.95, 0.97, 0.6, 0.3]))).toMatchObject({
      end: 'lost',
      at: 10,
      accuracy: 0.3,
    });
  });

  test('is short of the goal elsewhere', () => {
    expect(outcomeOf(curve('none', [0.1, 0.95, 0.5, 0.89]))).toMatchObject({ end: 'short', at: 0 });
  });

  test('tells of the last numbers there were, when the loss is none any more', () => {
    expect(outcomeOf(curve('none', [0.1, 0.95, 0.97, NaN, NaN], 27))).toEqual({
      rule: 'none',
      end: 'diverged',
      at: 27,
      step: 40,
      accuracy: 0.97,
      loss: 1 - 0.97,
    });
  });

  test('of no measurement at all is none', () => {
    expect(outcomeOf(curve('none', []))).toMatchObject({ end: 'short', step: 0, accuracy: NaN });
  });
});

/** @typedef {ReturnType<typeof curve>} Curve */
/** @type {[string, Curve, Curve, string, string][]} */
const pairs = [
  ['both at the goal at once', reaching('rsqrt', 200), reaching('none', 200), 'same', 'same'],
  ['within a fifth', reaching('rsqrt', 200), reaching('none', 250), 'same', 'same'],
  ['beyond a fifth', reaching('rsqrt', 200), reaching('none', 260), 'sooner', 'later'],
  ['within two measurements', reaching('rsqrt', 10), reaching('none', 30), 'same', 'same'],
  ['beyond two measurements', reaching('rsqrt', 10), reaching('none', 40), 'sooner', 'later'],
  ['one alone at the goal', reaching('rsqrt', 200), staying('none', 0.3), 'only', 'never'],
  ['one that lost it', reaching('rsqrt', 20), losing('none', 20), 'only', 'never'],
  ['both lost it, one far more', losing('rsqrt', 20, 0.6), losing('none', 10), 'ahead', 'behind'],
  ['one barely below it', reaching('rsqrt', 200), staying('none', 0.89), 'only', 'never'],
  ['one within noise of it', curve('rsqrt', [0.1, 0.9]), staying('none', 0.85), 'same', 'same'],
  ['none, far apart', staying('rsqrt', 0.7), staying('none', 0.5), 'ahead', 'behind'],
  ['none, within noise', staying('rsqrt', 0.55), staying('none', 0.5), 'same', 'same'],
  ['one broken down', reaching('rsqrt', 200), curve('none', [0.1, NaN], 7), 'survived', 'diverged'],
  ['both broken down', curve('rsqrt', [0.1, NaN], 3), curve('none', [0.1, NaN], 7), 'same', 'same'],
];

test.each(pairs)('two rules, %s', (_, one, other, there, back) => {
  const [a, b] = [outcomeOf(one), outcomeOf(other)];
  expect(relationOf(a, b, measured)).toBe(there);
  expect(relationOf(b, a, measured)).toBe(back);
  expect(signOf(relationOf(a, b, measured))).toBe(-signOf(relationOf(b, a, measured)) + 0);
});

test('more examples tell smaller differences', () => {
  const [a, b] = [outcomeOf(staying('rsqrt', 0.55)), outcomeOf(staying('none', 0.5))];
  expect(relationOf(a, b, { every: 10, examples: 128 })).toBe('same');
  expect(relationOf(a, b, { every: 10, examples: 2000 })).toBe('ahead');
});

describe('the verdict', () => {
  test('is about the factor and none, where both are there, else about the first two', () => {
    const of = (/** @type {string[]} */ ...rules) => pairOf(rules.map((rule) => ({ rule })));
    expect(of('rsqrt', 'inverse', 'none')).toEqual([0, 2]);
    expect(of('none', 'inverse')).toEqual([0, 1]);
    expect(of('cosine')).toEqual([0, 0]);
  });

  test('compares the others with the first', () => {
    const verdict = verdictOf(
      [
        reaching('rsqrt', 200),
        staying('none', 0.2),
        reaching('inverse', 100),
        reaching('cosine', 210),
      ],
      measured,
    );
    expect(verdict.relation).toBe('only');
    expect(verdict.rest.map(({ of, relation }) => [of.rule, relation])).toEqual([
      ['inverse', 'sooner'],
      ['cosine', 'same'],
    ]);
  });
});
