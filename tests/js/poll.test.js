// A poll of the class: the counts belong to one question, and are drawn as the class's guess.
import { beforeEach, expect, test } from '@jest/globals';
import { translator } from '../../web/i18n/index.js';
import { words } from '../../web/i18n/words.js';
import { Poll } from '../../web/labs/lab/present-poll.js';

/** @typedef {import('../../web/labs/lab/types.js').Preset} Preset */

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
/** @type {Poll} */
let poll;
/** @type {import('../../web/i18n/index.js').Translate} */
let t;
beforeEach(async () => {
  await words.present.learn('en');
  t = translator('en', words.present);
  lab = new FakeLab();
  poll = new Poll(/** @type {any} */ (lab));
  poll.follow(t);
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
});

test('answers with a place have marks there, and the others stand in words over the picture', () => {
  expect(poll.prediction).toBeNull();
  poll.set('b', 3);
  poll.set('c', 1);
  expect(poll.prediction?.xs).toEqual([2]);
  expect(poll.prediction?.room(800)).toBe(0);
  poll.set('a', 2);
  expect(poll.prediction?.room(800)).toBeGreaterThan(0);
  const key = (/** @type {string} */ letter) => `fake.preset.means.choice.${letter}`;
  expect(poll.prediction?.words).toBe(
    `The class’s guess: ${key('b')} (3), ${key('c')} (1), ${key('a')} (2).`,
  );
});

test('counts are whole, none is less than none, and a class has its limits', () => {
  for (const [given, kept] of [
    [-1, 0],
    [2.4, 2],
    [NaN, 0],
    [5000, 999],
  ]) {
    poll.set('a', given);
    expect(poll.counts.a).toBe(kept);
  }
  poll.set('a', 0);
  expect(poll.prediction).toBeNull();
});

test('another question has other counts, and the same one keeps them', () => {
  poll.set('b', 3);
  const { prediction } = poll;
  poll.follow(t);
  expect(poll.prediction).toBe(prediction);
  [, lab.quiz.open] = presets;
  poll.follow(t);
  expect([poll.counts, poll.prediction]).toEqual([{}, null]);
  lab.quiz.open = undefined;
  poll.follow(t);
  expect(poll.preset).toBeNull();
});
