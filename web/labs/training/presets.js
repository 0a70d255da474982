/**
 * "Try this": claims about what the factor does to learning. The words are in web/i18n/training.*.js under
 * training.preset.<id>. tests/js/training-presets.test.js checks over five seeds that each turns out as its explanation
 * says, with the verdict that the page gives.
 */

/** @import { Choice, Preset } from '../lab/types.js' */

import { goal, outcomeOf } from '../../pictures/verdict.js';
import { initialParams } from '../../tables/params.js';
import { keyOf } from './experiment.js';

const part = 'accuracy';

/** The current line of 1/√d_k, and the regions above and below it. */
const [same, above, below] = [undefined, 1, 0].map((to) => ({
  ...{ in: part, of: 'rsqrt' },
  ...(to !== undefined && { to }),
}));

/** Accuracy of guessing among the symbols. @type {Choice} */
const guessing = (_engine, { symbols }) => ({ in: part, y: 1 / Number(symbols) });

/**
 * Returns how the run ended. Null before the end, because a visitor's guess is not judged while the run goes on.
 * @type {NonNullable<Preset['values']>}
 */
const values = (_engine, _params, format, run) => {
  if (!run) return null;
  const [one, other] = run.tracks.map(outcomeOf);
  return {
    steps: format.integer(one.step),
    accuracy: format.share(one.accuracy, 0),
    otherAccuracy: format.share(other.accuracy, 0),
  };
};

/** Returns a function that tells whether the experiment is still the preset's. @param {Preset['params']} own @returns {Preset['holds']} */
const holdsFor = (own) => {
  const key = keyOf({ ...initialParams('training'), ...own });
  return (params) => keyOf(params) === key;
};

/** @type {readonly Omit<Preset, 'values' | 'holds'>[]} */
const questions = [
  {
    id: 'decides',
    params: { rules: 'rsqrt,none' },
    choices: {
      a: { in: part, x: 300, y: [0, goal] },
      b: { in: part, x: [150, 300], y: goal },
      c: same,
    },
    answer: 'a',
    section: 'scores',
  },
  {
    id: 'copy',
    params: { rules: 'rsqrt,none', task: 'copy', size: 6, dk: 8, steps: 160 },
    choices: { a: guessing, b: same, c: below },
    answer: 'b',
    section: 'maps',
  },
  {
    id: 'inverse',
    params: {
      ...{ rules: 'rsqrt,inverse', size: 6, modelDim: 32, heads: 1, dk: 256 },
      learningRate: 0.01,
    },
    choices: { a: below, b: same, c: above },
    answer: 'c',
    section: 'scores',
  },
  {
    id: 'reverse',
    params: {
      ...{ rules: 'rsqrt,inverse', task: 'reverse', size: 8, modelDim: 32, heads: 1, dk: 128 },
      ...{ learningRate: 0.001, steps: 200 },
    },
    choices: { a: below, b: above, c: same },
    answer: 'a',
    section: 'sharpness',
  },
  {
    id: 'cosine',
    params: { rules: 'rsqrt,cosine' },
    choices: { a: below, b: above, c: guessing },
    answer: 'b',
    section: 'scores',
  },
  {
    id: 'folded',
    params: { rules: 'rsqrt,folded', learningRate: 3e-4, steps: 1000 },
    choices: { a: guessing, b: same, c: below },
    answer: 'b',
    section: 'gradients',
  },
  {
    id: 'sgd',
    params: { rules: 'rsqrt,folded', optimizer: 'sgd', learningRate: 0.03, clip: 0 },
    choices: { a: { in: part, x: 300, y: [0, goal] }, b: same, c: above },
    answer: 'a',
    section: 'scores',
  },
  {
    id: 'doubled',
    params: {
      ...{ rules: 'rsqrt,doubled', task: 'reverse', size: 8, modelDim: 32, heads: 1, dk: 128 },
      ...{ learningRate: 0.001, steps: 200 },
    },
    choices: { a: below, b: guessing, c: same },
    answer: 'c',
    section: 'scores',
  },
];

export const presets = questions.map((one) => ({
  ...one,
  picture: 'curves',
  ...{ values, holds: holdsFor(one.params) },
}));
