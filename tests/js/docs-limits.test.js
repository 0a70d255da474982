// The reference must state every limit of the engine. The limits come from its error messages, not from the source of
// the pages. `npm test` builds dist/ and the reference first.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  limitSentence,
  limitText,
  numberText,
  togetherSentence,
} from '../../scripts/docs-limits.mjs';
import { referencePages } from '../../scripts/docs-reference.mjs';
import { limits } from '../../web/engine/border/limits.js';
import { trainingLimits } from '../../web/engine/training/training-limits.js';

/** @import { Entry, Field, Item } from '../../scripts/reference.mjs' */

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = path.join(root, 'build/reference/reference.json');
const folder = path.join(root, 'docs/examples/engine');
/** @type {Entry[]} */
const reference = JSON.parse(fs.readFileSync(file, 'utf8'));
const pages = referencePages(reference);

/** Limits that depend on the shapes and other options of a call, so that no page can state them. */
const depends = new Set([
  ...['keyLengths', 'masked', 'axis', 'row', 'column', 'index', 'labels'],
  ...['rotaryEmbedding positions', 'rotaryEmbeddingGradient positions'],
  ...['componentSample count', 'createTrainer size', 'relativeBias maxDistance'],
  ...['decodeWeight shape', 'linear shape', 'linearGradient shape'], // a tensor, which has a page of its own
]);

/** @returns {{owner: string, name: string, said: string}[]} */
function refusals() {
  const programs = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const args = ['--no-warnings', path.join(root, 'tests/js/docs-limits.mjs'), file, ...programs];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Returns the text of a page, or of a member on the page of its class. @param {string} owner */
function textOf(owner) {
  const [kind, member] = owner.split('.');
  const name = { ComponentOptions: 'types' }[owner] ?? (member ? `${kind}-class` : owner);
  const { markdown = '' } = pages.find((page) => page.name === `reference/${name}`) ?? {};
  const heading = member ?? (name === 'types' ? owner : '');
  return heading === ''
    ? markdown
    : (markdown.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0];
}

test('every option that has a limit shows it', () => {
  let shown = 0;
  for (const { owner, name, said } of refusals()) {
    const option = name.split('.').at(-1) ?? '';
    const [, whole, min, max] =
      /; expected a (whole )?number from (\S+) to (\S+)$/.exec(said) ?? [];
    if (max === undefined || depends.has(option) || depends.has(`${owner} ${option}`)) continue;
    const limit = { min: Number(min), max: Number(max), whole: whole !== undefined };
    const line = textOf(owner)
      .split('\n')
      .find((each) => each.startsWith(`| \`${option}\` |`) || each.startsWith(`**\`${option}\`**`));
    expect([owner, option, line]).toEqual([
      owner,
      option,
      expect.stringMatching(
        new RegExp(`(Each is )?${limitText(limit).replace(/[.^+]/g, '\\$&')}\\.`, 'i'),
      ),
    ]);
    shown += 1;
  }
  expect(shown).toBeGreaterThan(150);
});

test('every tensor that is taken or given tells its shape', () => {
  const isTensor =
    /\b(Tensor(s?Like)?|TorchInput|OnnxInput|TorchTensor|OnnxTensor|NumberArray|Float(32|64)Array)\b/;
  /** @type {string[]} */
  const silent = [];
  let told = 0;
  /** @param {string} place @param {Field} field */
  const check = (place, { name, type, summary }) => {
    // The data of a tensor is a list of numbers. The object that holds it documents the length.
    if (
      !isTensor.test(type) ||
      (name === 'data' && /^(Float32Array|readonly |number\[\])/.test(type))
    )
      return;
    told += 1;
    if (!/\[.*\]|shape|by name|whole file|bytes/.test(summary)) silent.push(`${place} ${name}`);
  };
  /** @param {string} place @param {Item} item */
  const read = (place, { name, signatures, members, fields }) => {
    const here = `${place} ${name}`;
    for (const { parameters, returns } of signatures) {
      for (const field of parameters) check(here, field);
      check(here, { name: 'returns', optional: false, ...returns });
    }
    for (const member of members ?? []) read(here, member);
    for (const field of fields ?? []) check(here, field);
  };
  for (const { name, items } of reference)
    if (!name.endsWith('/lean')) for (const item of items) read(name, item);
  expect(silent).toEqual([]);
  expect(told).toBeGreaterThan(200);
});

test('what several arguments may be together stands below them', () => {
  const { markdown = '' } = pages.find(({ name }) => name === 'reference/scoreWalks') ?? {};
  expect(markdown).toContain('At most: queries × keys 1e10, pairs × dk 2^22.');
  expect(togetherSentence('softmax')).toBe('');
});

test('limits are written as they are read', () => {
  expect(
    [65536, 2 ** 24, 2 ** 53 - 1, 2 ** 32 - 1, 1e6, 0.000001, 2 ** -126, 999_999, 1].map(
      numberText,
    ),
  ).toEqual(['65536', '2^24', '2^53 - 1', '2^32 - 1', '1e6', '0.000001', '2^-126', '999999', '1']);
  expect(limitText(limits.float32)).toBe('any finite float32');
  expect(limitSentence('', { name: 'dk', type: 'number' })).toBe('');
  expect(limitSentence('Trainer.read', { name: 'text', type: 'string' })).toBe(
    'At most 1000 characters.',
  );
  expect(limitSentence('createTrainer', { name: 'checkpoint', type: 'Uint8Array' })).toBe(
    'At most 2^26 bytes.',
  );
});

test('a limit that is read back is the limit', () => {
  const valueOf = (/** @type {string} */ text) => {
    const [, sign, power, less = 0] = /^(-?)2\^(-?\d+)(?: - (1))?$/.exec(text) ?? [];
    if (power === undefined) return Number(text);
    return (2 ** Number(power) - Number(less)) * (sign ? -1 : 1);
  };
  const all = [...Object.values(limits), ...Object.values(trainingLimits)];
  for (const value of all.flatMap(({ min, max }) => [min, max])) {
    const text = numberText(value);
    if (!text.endsWith('the largest float32')) expect([text, valueOf(text)]).toEqual([text, value]);
  }
});

test('the size of a file has no limit of its own', () => {
  for (const name of ['openModel', 'openTokenizer'])
    expect(limitSentence(name, { name: 'size', type: 'number' })).toBe('');
});

test('what one of two kinds of options lacks is not needed', () => {
  const textIs = (/** @type {string} */ owner, /** @type {string} */ option) =>
    textOf(owner)
      .split('\n')
      .find((line) => line.startsWith(`| \`${option}\` |`));
  expect(textIs('createTrainer', 'checkpoint')).not.toContain('Needed');
  expect(textIs('Trainer.attention', 'text')).not.toContain('Needed');
  expect(textIs('models/openModel', 'size')).toContain('Required.');
});

test('a type that is one of several names them all, and one that is a table of fields is that alone', () => {
  const { markdown = '' } = pages.find(({ name }) => name === 'reference/types') ?? {};
  const partOf = (/** @type {string} */ type) =>
    markdown.split(`\n## ${type}\n`)[1].split('\n## ')[0];
  expect(partOf('ScaleOption')).toContain("'rsqrt' \\| 'none' \\| 'inverse'");
  expect(partOf('AttentionResult')).toContain('Record');
  expect(partOf('ScoreStatistics')).toMatch(/^\n\| field \|/);
});

test('the list of functions has whole sentences', () => {
  const { markdown = '' } = pages.find(({ name }) => name === 'reference/index') ?? {};
  expect(markdown).toContain('(Raffel et al. 2020');
});

test('a cell of the reference is a sentence, or two with one blank between them', () => {
  for (const { name, markdown } of pages)
    for (const line of markdown.split('\n').filter((each) => /^(\| `|\*\*`)/.test(each)))
      expect([name, line]).toEqual([name, expect.not.stringMatching(/; [.;]| {2}[^|]/)]);
});

test('a limit that trainers share with other functions is written once', () => {
  const shared = Object.entries(trainingLimits).filter(([name, limit]) =>
    isDeepStrictEqual(limit, Object(limits)[name]),
  );
  expect(shared.map(([name]) => name)).toEqual(['alpha', 'seed']);
  for (const [name, limit] of shared) expect(limit).toBe(Object(limits)[name]);
});
