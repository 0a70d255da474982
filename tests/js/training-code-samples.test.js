// Runs the code samples of the Training lab. They must print the numbers of the page. The Python samples read the
// networks that the page saves.
import { expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Run } from '../../web/labs/training/run.js';
import { codeSamples } from '../../web/labs/training/code-samples.js';
import { initialParams } from '../../web/tables/state.js';
import { rulesOf } from '../../web/tables/training.js';
import { testPrograms } from './programs.js';

/** A short run, to test that digits agree, not that anything is learned. */
const few = { steps: 12, batch: 8, modelDim: 16, dk: 8 };

/** States that together cover every rule, both norms, every stack, and several heads and layers. */
const states = {
  'as the page opens, but for fewer steps': { steps: 40 },
  'four rules in a decoder of two layers': {
    ...few,
    ...{ task: 'sort', size: 5, layers: 2, rules: 'none,cosine,alpha,additive', alpha: 0.3 },
  },
  'normalised queries and keys, folded and doubled, of two heads': {
    ...few,
    ...{ task: 'reverse', size: 5, heads: 2, rules: 'norm,folded,doubled' },
  },
  'encoder and decoder, post-norm': {
    ...few,
    ...{ task: 'dates', norm: 'post', rules: 'rsqrt,inverse', heads: 2, optimizer: 'sgd' },
  },
  'a network that breaks down beside one that does not': {
    ...{ ...few, steps: 60, rules: 'rsqrt,cosine', optimizer: 'sgd' },
    ...{ learningRate: 40, clip: 0 },
  },
  'sentences, with odd widths': {
    ...few,
    ...{ task: 'pronouns', rules: 'rsqrt', heads: 3, dk: 5, modelDim: 17, gain: 0.5 },
  },
};

testPrograms('training', states, async (engine, params, folder) => {
  const run = new Run(engine, params);
  run.play();
  await run.settled;
  await run.print();
  expect(run.failure).toBe('');
  for (const rule of rulesOf(params))
    writeFileSync(path.join(folder, `${rule}.safetensors`), await run.save(rule));
  run.dispose();
  return codeSamples(params, run.printed);
});

test('there is no program before there is a result', () => {
  expect(codeSamples(initialParams('training'), null)).toEqual({});
});
