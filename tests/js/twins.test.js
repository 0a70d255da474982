// The code twins are programs: they are run, and what they print is what the page shows.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../../web/engine/index.js';
import { twins } from '../../web/labs/variance/twins.js';
import { initialParams, toEngineOptions } from '../../web/state.js';
import { pythonWith } from './python.js';

/** States that between them use every law, rule, generator and way of going through the scores. */
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

let folder = '';
jest.setTimeout(120_000); // a Python that starts on a busy machine
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scaledot-twins-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {object} changes */
async function twinsOf(changes) {
  const params = /** @type {import('../../web/state.js').Params} */ ({
    ...initialParams('variance'),
    ...changes,
  });
  const engine = await load({ engine: 'simd' });
  return twins(params, engine.scoreStatistics(toEngineOptions(params)));
}

/** Runs a program from a file, as a reader would. @param {string} program @param {string} name @param {string} code @param {string} [cwd] */
function run(program, name, code, cwd = folder) {
  const file = path.join(cwd, name);
  writeFileSync(file, code);
  try {
    return execFileSync(program, [file], { cwd, encoding: 'utf8' });
  } finally {
    rmSync(file);
  }
}

const numpy = pythonWith('numpy');
const torch = pythonWith('torch');

describe.each(Object.entries(states))('code twins: %s', (name, changes) => {
  (numpy ? test : test.skip)('the NumPy program prints the digits of the page', async () => {
    const { numpy: code = '', output } = await twinsOf(changes);
    expect(run(String(numpy), 'twin.py', code)).toBe(output);
  });

  (torch ? test : test.skip)('the PyTorch program prints the digits of the page', async () => {
    const { pytorch: code = '', output } = await twinsOf(changes);
    expect(run(String(torch), 'twin.py', code)).toBe(output);
  });

  test('the JavaScript program prints the digits of the page', async () => {
    const { javascript: code = '', output } = await twinsOf(changes);
    // Inside the repository, so that import 'scaledot' is the package that was built.
    expect(run(process.execPath, `.twin-${process.pid}.mjs`, code, process.cwd())).toBe(output);
  });
});

test('there is no program before there is a result', () => {
  expect(twins(initialParams('variance'), null)).toEqual({});
});
