// Fixtures written by a Python program with PyTorch. If python3 has torch, they are computed again and compared.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../python.js';

const at = (/** @type {string} */ file) => new URL(`fixtures/${file}`, import.meta.url);

/** @param {any} fresh @param {any} old @param {string} place */
function compare(fresh, old, place) {
  if (typeof fresh === 'number' && typeof old === 'number') {
    const close = Math.abs(fresh - old) <= 1e-8 * (1 + Math.abs(old));
    if (!close) throw new Error(`${place}: PyTorch says ${fresh}, the fixtures say ${old}`);
  } else if (fresh && old && typeof fresh === 'object' && typeof old === 'object') {
    expect(Object.keys(fresh)).toEqual(Object.keys(old));
    for (const [name, value] of Object.entries(fresh))
      compare(value, old[name], `${place}.${name}`);
  } else {
    expect([place, fresh]).toEqual([place, old]);
  }
}

/** @param {string} name of the files @returns {any} the stored fixtures */
export function torchFixtures(name) {
  const stored = JSON.parse(readFileSync(at(`${name}.json`), 'utf8'));
  const python = pythonWith('torch');
  (python ? test : test.skip)(
    `${name}.json is what PyTorch says`,
    () => {
      const { stdout, stderr, status } = spawnSync(
        String(python),
        ['-B', fileURLToPath(at(`${name}.py`))],
        { encoding: 'utf8', maxBuffer: 2 ** 26 },
      );
      if (status !== 0) throw new Error(stderr);
      compare(JSON.parse(stdout), stored, name);
    },
    120_000,
  );
  return stored;
}

/** @typedef {{data: number[], shape: number[]}} Plain */

/** @param {Plain} tensor from the fixtures */
export const asTensor = ({ data, shape }) => ({ data: Float32Array.from(data), shape });

/**
 * @param {ArrayLike<number>} ours
 * @param {ArrayLike<number>} theirs
 * @param {number} tolerance relative to 1 plus the size of the number
 */
export function expectNumbers(ours, theirs, tolerance) {
  expect(ours).toHaveLength(theirs.length);
  const wrong = Array.from(theirs, (b, i) => ({ i, ours: ours[i], theirs: b })).filter(
    ({ ours: a, theirs: b }) => !(Math.abs(a - b) <= tolerance * (1 + Math.abs(b))),
  );
  expect(wrong).toEqual([]);
}

/** @param {{data: ArrayLike<number>, shape: number[]}} ours @param {Plain} theirs @param {number} tolerance */
export function expectTensor(ours, theirs, tolerance) {
  expect(ours.shape).toEqual(theirs.shape);
  expectNumbers(ours.data, theirs.data, tolerance);
}
