// Documents and the program of `npm run train` describe the training options as in
// web/engine/training/training-limits.js.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  checkpointTasks,
  trainingChoices,
  trainingDefaults,
  trainingLimits,
  trainingSizes,
} from '../../web/engine/training/training-limits.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (/** @type {string} */ name) => fs.readFileSync(`${root}/docs/${name}`, 'utf8');
const options = Object.keys(trainingDefaults.recall)
  .filter((name) => name !== 'task')
  .flatMap((name) => (name === 'rule' ? [name, 'alpha'] : [name]));
const code = (/** @type {unknown} */ text) => `\`${text}\``;

/** @param {string} name name of an option @returns {string} its allowed values */
function allowed(name) {
  if (name === 'tied') return '`true`, `false`';
  if (name === 'size') {
    const ranges = Object.entries(trainingSizes).map(([task, { min, max }]) => [task, min, max]);
    const [recall, , , sort, addition] = ranges;
    expect(ranges.slice(1, 3).map(([, ...range]) => range)).toEqual(Array(2).fill(sort.slice(1)));
    return `${recall[1]} to ${recall[2]}; sequences ${sort[1]} to ${sort[2]}; addition ${addition[1]} to ${addition[2]}`;
  }
  const choices = Object.entries(trainingChoices).find(([choice]) => choice === name)?.[1];
  if (choices) {
    const { min, max } = trainingLimits.alpha;
    const power = name === 'rule' ? `, ${code('{alpha}')} from ${min} to ${max}` : '';
    return choices.map(code).join(', ') + power;
  }
  const { min, max } = trainingLimits[/** @type {'layers'} */ (name)];
  return `${min} to ${max === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : max}`;
}

test('docs/package.md has the default and the limits of every option', () => {
  const rows = read('package.md').split('\n');
  for (const [name, value] of Object.entries(trainingDefaults.recall)) {
    expect(rows).toContain(`| ${code(name)} | ${code(value)} | ${allowed(name)} |`);
  }
});

test('docs/training.md names every option', () => {
  const text = read('training.md');
  expect(options.filter((name) => !text.includes(code(name)))).toEqual([]);
});

describe('npm run train', () => {
  const train = (/** @type {string[]} */ ...args) => {
    const given = [`${root}/scripts/train.mjs`, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    return { status, stdout, stderr: stderr.replace(/^.*Warning.*\n|^\(Use.*\n/gm, '') };
  };
  test('tells how it is used', () => {
    const { status, stdout } = train('--help');
    expect(status).toBe(0);
    for (const name of [...checkpointTasks, ...options]) expect(stdout).toContain(name);
  });

  test.each([
    ['translation', `no model 'translation'; there are ${checkpointTasks.join(', ')}`],
    ['stepz=3', `got the option 'stepz'; expected any of ${options.join(', ')}`],
    ['checkpoint=x', `got the option 'checkpoint'; expected any of ${options.join(', ')}`],
    ['task=sort', `got the option 'task'; expected any of ${options.join(', ')}`],
  ])('refuses %s before it builds anything', (arg, sentence) => {
    expect(train('copy', arg)).toEqual({
      status: 1,
      stdout: '',
      stderr: `scaledot: ${sentence}\n`,
    });
  });
});
