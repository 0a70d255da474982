// An editor's data about the package, made from the JSDoc in web/ (scripts/reference.mjs). `npm test` builds it.
import { expect, test } from '@jest/globals';
import fs from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import completions from '../../build/reference/completions.js';
import * as onnx from '../../web/engine/adapters/onnx.js';
import * as torch from '../../web/engine/adapters/torch.js';
import * as scaledot from '../../web/engine/index.js';
import * as models from '../../web/engine/models/index.js';
import { Trainer } from '../../web/engine/training/trainer.js';

/** Returns the members of a class. @param {{prototype: object}} made */
const membersOf = ({ prototype }) =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

const namesOf = (/** @type {string} */ of) =>
  completions.filter((each) => each.of === of).map(({ name }) => name);

test.each([
  ['', Object.keys(scaledot)],
  ['sd', ['engine', ...membersOf(scaledot.Engine)]],
  ['NumpyRandom', membersOf(scaledot.NumpyRandom)],
  ['Trainer', membersOf(Trainer)],
  ['torch', Object.keys(torch)],
  ['onnx', Object.keys(onnx)],
  ['models', Object.keys(models)],
])('the editor knows all of "%s"', (of, names) => {
  expect(namesOf(of).sort()).toEqual([...names].sort());
});

test('it knows the options of a function, with what they are unless told', () => {
  const find = (/** @type {string} */ name) =>
    completions.find((each) => each.of === 'sd' && each.name === name);
  const fields = find('attention')?.fields ?? [];
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['scale', 'mask', 'causal', 'softcap', 'window', 'returns']),
  );
  expect(find('scoreStatistics')?.fields?.find(({ name }) => name === 'dk')).toEqual({
    name: 'dk',
    type: 'number',
    summary: '64; length of a query and of a key',
  });
  expect(find('softmax')?.fields?.[0].summary).toBe('-1; the last');
});

test('a list of numbers is no default', () => {
  const isWanted = (/** @type {{of: string, name: string}} */ { of, name }) =>
    of === 'onnx' && name === 'layerNormalization';
  const { fields } = completions.find(isWanted) ?? {};
  expect(fields?.find(({ name }) => name === 'stash_type')?.summary).toMatch(/^1, 10, 11 or 16;/);
});

test('everything that is called says what it does, and no type is lost', () => {
  const silent = completions.filter(({ kind, summary }) => kind === 'function' && summary === '');
  expect(silent.map(({ of, name }) => `${of}.${name}`)).toEqual([]);
  expect(completions.filter(({ signature }) => /\bany\b/.test(signature))).toEqual([]);
});

test('it is a small file', () => {
  const bytes = fs.readFileSync(new URL('../../build/reference/completions.js', import.meta.url));
  expect(brotliCompressSync(bytes).length).toBeLessThan(25_000);
});
