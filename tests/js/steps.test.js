// Decides which changes form one step of the history, for the page and for the undo of a lab.
import { expect, test } from '@jest/globals';
import { Steps } from '../../web/labs/lab/steps.js';

const start = { dk: 64, seed: 1, lang: '', theme: 'auto' };

/** Makes a pointer press on an element. @param {object} [element] @param {number} [button] */
const down = (element = {}, button = 0) =>
  /** @type {any} */ ({ button, composedPath: () => [element, {}] });

/** Returns steps, and a function that changes parameters with immediate events and rendering. */
function walk() {
  const steps = new Steps();
  let state = start;
  /** @param {Partial<typeof start>} changes @param {number} time */
  const change = (changes, time) => {
    const before = state;
    state = { ...state, ...changes };
    steps.onChange();
    return steps.begins(before, state, time);
  };
  return { steps, change };
}

test('a change is a step; the same again in quick succession belongs to it', () => {
  const { change } = walk();
  expect(change({ dk: 65 }, 0)).toBe(true);
  expect(change({ dk: 66 }, 400)).toBe(false);
  expect(change({ dk: 67 }, 1300)).toBe(false);
  expect(change({ dk: 68 }, 2400)).toBe(true);
});

test('another parameter is another step, however soon', () => {
  const { change } = walk();
  change({ dk: 65 }, 0);
  expect(change({ seed: 2 }, 1)).toBe(true);
  expect(change({ dk: 64, seed: 1 }, 2)).toBe(true);
});

test('a drag is one step, however long it rests', () => {
  const { steps, change } = walk();
  steps.press(down());
  expect(change({ dk: 65 }, 0)).toBe(true);
  expect(change({ dk: 66, seed: 2 }, 9000)).toBe(false);
  steps.release();
  steps.press(down());
  expect(change({ dk: 67 }, 20_000)).toBe(true);
});

test('two drags are two steps, however soon, and so are a drag and a key', () => {
  const { steps, change } = walk();
  steps.press(down());
  expect(change({ dk: 65 }, 0)).toBe(true);
  steps.release();
  steps.press(down());
  expect(change({ dk: 66 }, 100)).toBe(true);
  steps.release();
  expect(change({ dk: 67 }, 200)).toBe(true);
});

test('the last move of a drag belongs to it though it is drawn after the release', () => {
  const { steps, change } = walk();
  steps.press(down());
  change({ dk: 65 }, 0);
  steps.onChange();
  steps.release();
  expect(steps.begins({ ...start, dk: 65 }, { ...start, dk: 66, seed: 2 }, 5000)).toBe(false);
});

test('choices from a menu are steps of their own, and what swallows the release holds nothing', () => {
  const { steps, change } = walk();
  for (const [seed, time] of [
    [2, 0],
    [3, 300],
    [4, 600],
  ]) {
    steps.press(down({ localName: 'select' }));
    expect(change({ seed }, time)).toBe(true);
  }
  expect(change({ dk: 65 }, 10_000)).toBe(true);
  // The other buttons also open menus.
  steps.press(down({}, 2));
  change({ dk: 66 }, 20_000);
  expect(change({ seed: 5 }, 30_000)).toBe(true);
});

test('nothing goes on with what was forgotten', () => {
  const { steps, change } = walk();
  change({ dk: 65 }, 0);
  steps.forget();
  expect(change({ dk: 64 }, 100)).toBe(true);
});

test('a change apart is a step of its own, whatever comes before and after', () => {
  const { steps, change } = walk();
  change({ dk: 65 }, 0);
  steps.apart();
  expect(change({ dk: 64 }, 100)).toBe(true);
  expect(change({ dk: 66 }, 200)).toBe(true);
  expect(change({ dk: 67 }, 300)).toBe(false);
});

test('language and theme make no steps', () => {
  const { change } = walk();
  expect(change({ lang: 'en', theme: 'dark' }, 0)).toBe(false);
});
