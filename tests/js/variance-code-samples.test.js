// Runs the code samples of the Variance lab. They must print the numbers of the page.
import { expect, test } from '@jest/globals';
import { codeSamples } from '../../web/labs/variance/code-samples.js';
import { initialParams } from '../../web/tables/state.js';
import { toEngineOptions } from '../../web/tables/variance.js';
import { testPrograms } from './programs.js';

/** States that together cover every law, rule, generator and order of the scores. */
const states = {
  'as the page opens': {},
  "NumPy's generator, unscaled": {
    generator: 'numpy',
    scale: 'none',
    dk: 100,
    queries: 300,
    keys: 200,
  },
  "NumPy's uniform numbers": {
    generator: 'numpy',
    queryDistribution: 'uniform',
    keyMean: 1,
    keySd: 0.5,
    dk: 7,
  },
  'uniform and Rademacher': {
    queryDistribution: 'uniform',
    keyDistribution: 'rademacher',
    dk: 33,
    seed: 2 ** 40 + 5,
  },
  'exponential and Laplace, divided by d_k': {
    queryDistribution: 'exponential',
    keyDistribution: 'laplace',
    scale: 'inverse',
    queryMean: 1,
    seed: 3,
  },
  "Student's t, d_k to the power -0.3": {
    queryDistribution: 'student-t',
    scale: 'alpha',
    alpha: 0.3,
    dk: 20,
    seed: 4,
  },
  'correlated pairs': { correlation: 0.5, keyMean: 0.5, keySd: 2, dk: 16, seed: 5 },
  'q = k': { correlation: 1, dk: 64 },
  'a number as the factor, large spread': {
    scale: 'number',
    factor: 3,
    querySd: 100,
    dk: 3,
    seed: 6,
  },
  'more scores than a matrix should hold': { queries: 5000, keys: 4500, dk: 12, queryMean: 0.2 },
  'many correlated pairs': { correlation: -0.4, queries: 700, keys: 500, dk: 64, seed: 7 },
};

testPrograms('variance', states, (engine, params) =>
  codeSamples(params, engine.scoreStatistics(toEngineOptions(params))),
);

test('there is no program before there is a result', () => {
  expect(codeSamples(initialParams('variance'), null)).toEqual({});
});
