// A show of hands: what is counted belongs to one question, and is drawn as the class's guess.
import { beforeEach, expect, test } from '@jest/globals';
import { translator } from '../../web/i18n/index.js';
import { words } from '../../web/i18n/words.js';
import { Hands } from '../../web/labs/lab/present-hands.js';

/** @typedef {import('../../web/labs/lab/quiz.js').Preset} Preset */

const choices = { a: 'a reason of words', b: { y: 1 }, c: () => ({ x: 2, y: 3 }) };
/** @type {Preset[]} */
const presets = [
  { id: 'means', params: {}, choices, answer: 'b', section: 'one' },
  { id: 'plain', params: {}, choices, answer: 'a', section: 'one' },
];

class FakeLab {
  static lab = 'fake';
  engine = {};
  params = {};
  speech = { t: translator('en') };
  quiz = /** @type {{open: Preset | undefined}} */ ({ open: presets[0] });
  fresh = () => ({});
  wholeEngine = async () => {};
  requestUpdate = () => {};
}

/** @type {FakeLab} */
let lab;
/** @type {Hands} */
let hands;
/** @type {import('../../web/i18n/index.js').Translate} */
let t;
beforeEach(async () => {
  await words.present.learn('en');
  t = translator('en', words.present);
  lab = new FakeLab();
  hands = new Hands(/** @type {any} */ (lab));
  hands.follow(t);
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
});

test('answers with a place have marks there, and the others stand in words over the picture', () => {
  expect(hands.prediction).toBeNull();
  hands.set('b', 3);
  hands.set('c', 1);
  expect(hands.prediction?.xs).toEqual([2]);
  expect(hands.prediction?.room(800)).toBe(0);
  hands.set('a', 2);
  expect(hands.prediction?.room(800)).toBeGreaterThan(0);
  const key = (/** @type {string} */ letter) => `fake.preset.means.choice.${letter}`;
  expect(hands.prediction?.words).toBe(
    `The class’s guess: ${key('b')} (3), ${key('c')} (1), ${key('a')} (2).`,
  );
});

test('hands are whole, none is less than none, and a class has its limits', () => {
  for (const [given, kept] of [
    [-1, 0],
    [2.4, 2],
    [NaN, 0],
    [5000, 999],
  ]) {
    hands.set('a', given);
    expect(hands.counts.a).toBe(kept);
  }
  hands.set('a', 0);
  expect(hands.prediction).toBeNull();
});

test('another question has other hands, and the same one keeps them', () => {
  hands.set('b', 3);
  const { prediction } = hands;
  hands.follow(t);
  expect(hands.prediction).toBe(prediction);
  [, lab.quiz.open] = presets;
  hands.follow(t);
  expect([hands.counts, hands.prediction]).toEqual([{}, null]);
  lab.quiz.open = undefined;
  hands.follow(t);
  expect(hands.preset).toBeNull();
});
