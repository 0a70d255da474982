// Runs the code samples of the Scoring lab. They must print the numbers of the page.
import { expect, test } from '@jest/globals';
import { rowsOf } from '../../web/labs/scoring/functions.js';
import { sharpestOptions, SharpestRun } from '../../web/labs/scoring/sharpest.js';
import { codeSamples } from '../../web/labs/scoring/code-samples.js';
import { keysOf, queryOf, tensorOf } from '../../web/labs/scoring/vectors.js';
import { initialParams } from '../../web/tables/state.js';
import { testPrograms } from './programs.js';

/** States that together cover every kind of vector that is distinguished, every law, and several blocks. */
const states = {
  'as the page opens': {},
  'zero, equal and opposite vectors, six of them': {
    q: '1,0.5',
    k: '0,0,1,0.5,1,0.5,-1,-0.5,0.5,-1,3,0',
    temperature: 0.25,
    units: 5,
    seed: 2 ** 40 + 5,
  },
  'vectors so long that scores need units': { q: '1e6,-2e5', k: '3e5,1e5,-1e3,12', seed: 3 },
  'uniform queries, exponential keys, one draw more than a block': {
    queryDistribution: 'uniform',
    keyDistribution: 'exponential',
    keyMean: 0.5,
    dk: 100,
    keys: 40,
    draws: 251,
    units: 33,
    seed: 4,
  },
  "Student's t and Rademacher, one key": {
    queryDistribution: 'student-t',
    keyDistribution: 'rademacher',
    dk: 7,
    keys: 1,
    draws: 50,
  },
};

testPrograms('scoring', states, (engine, params) => {
  const [query, keys] = [queryOf(params), keysOf(params)];
  const rows = rowsOf(engine, params, tensorOf([query]), tensorOf(keys));
  const run = new SharpestRun(() => {});
  run.take(engine.scoringStatistics(sharpestOptions(params)));
  return codeSamples(params, { query, keys, rows }, run.result);
});

test('there is no program before there is a result', () => {
  expect(codeSamples(initialParams('scoring'), null, null)).toEqual({});
});
