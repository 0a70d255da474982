/**
 * "Try this": five beliefs about what the factor does to learning. The words stand in web/i18n/training.*.js under
 * training.preset.<id>. That each turns out as its explanation says is checked over five seeds by
 * tests/js/training-presets.test.js, with the verdict that the page gives.
 */

/** @typedef {import('../lab/presets.js').Preset} Preset */

const choices = ['a', 'b', 'c'];

/** @type {readonly Preset[]} */
export const presets = [
  { id: 'decides', params: { rules: 'rsqrt,none' }, choices, answer: 'a', section: 'scores' },
  {
    id: 'copy',
    params: { rules: 'rsqrt,none', task: 'copy', size: 6, dk: 8, steps: 160 },
    choices,
    answer: 'b',
    section: 'maps',
  },
  {
    id: 'inverse',
    params: {
      ...{ rules: 'rsqrt,inverse', size: 6, modelDim: 32, heads: 1, dk: 256 },
      learningRate: 0.01,
    },
    choices,
    answer: 'c',
    section: 'scores',
  },
  {
    id: 'reverse',
    params: {
      ...{ rules: 'rsqrt,inverse', task: 'reverse', size: 8, modelDim: 32, heads: 1, dk: 128 },
      ...{ learningRate: 0.001, steps: 200 },
    },
    choices,
    answer: 'a',
    section: 'sharpness',
  },
  { id: 'cosine', params: { rules: 'rsqrt,cosine' }, choices, answer: 'b', section: 'scores' },
];
