// scripts/border/records.mjs is the only description of the border. The generated files must match it, and a record
// that differs from what the core reads is reported with its function and field.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { borderComplaints, borderFiles } from '../../scripts/border/border.mjs';
import { flat, group, number, several, whole } from '../../scripts/border/kinds.mjs';
import { bindings } from '../../scripts/border/records.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { startVariant } from '../../web/engine/border/embedded.js';
import { ofThisRelease } from '../../web/engine/border/release.js';
import { stamp } from '../../web/engine/records/stamp.js';
import { onEveryVariant } from './engine/variants.js';

const read = (/** @type {string} */ file) => fs.readFileSync(inRoot(file), 'utf8');

test('the generated files are those of the description', () => {
  expect(borderComplaints()).toEqual([]);
});

/** Returns the complaints after one file is edited. @param {string} file @param {(text: string) => string} edit */
const complaintsWith = (file, edit) =>
  borderComplaints((name) => {
    const text = read(name);
    if (name !== file) return text;
    const edited = edit(text);
    expect(edited).not.toBe(text);
    return edited;
  });

/** @param {string} one @param {string} other */
const swapped = (one, other) => (/** @type {string} */ text) =>
  text.replace(one, '\0').replace(other, one).replace('\0', other);

describe.each([
  [
    'web/engine/records/attention.js',
    '  memory.number(problem.heads);\n',
    '  memory.number(problem.keyHeads);\n',
    '  memory.number(problem.width);\n',
  ],
  [
    'src/bindings/attention_record.h',
    '  to.heads = record.whole();\n',
    '  to.keyHeads = record.whole();\n',
    '  to.width = record.whole();\n',
  ],
])('%s', (file, heads, keyHeads, width) => {
  const said = new RegExp(
    String.raw`^${file}:\d+: Problem of attention, attentionGradient, headStatistics: heads: got ".*"; expected ".*heads.*", which "npm run border" writes$`,
  );

  test.each([
    ['two fields that are swapped', swapped(heads, keyHeads)],
    ['a field that is missing', (/** @type {string} */ text) => text.replace(heads, '')],
    ['a number too many', (/** @type {string} */ text) => text.replace(heads, width + heads)],
  ])('%s stop the build', (_, edit) => {
    expect(complaintsWith(file, edit)).toEqual([expect.stringMatching(said)]);
  });
});

test('every function of the core is described, but those that take numbers as arguments', () => {
  const bound = fs
    .readdirSync(inRoot('src/bindings'))
    .filter((file) => file.endsWith('.cpp'))
    .flatMap((file) => [...read(`src/bindings/${file}`).matchAll(/function\("(\w+)"/g)])
    .map(([, name]) => name);
  const described = Object.values(bindings)
    .flatMap((binding) => Object.entries(binding.calls))
    .flatMap(([name, { functions = [name] }]) => functions);
  expect([...described, 'reserve', 'scaleFactor'].sort()).toEqual(bound.sort());
});

test('a record longer than the room for it is refused', () => {
  const takes = { numbers: several(number, 129) };
  const calls = { sum: { file: 'sum', takes } };
  expect(() => borderFiles({ sum: { includes: [], calls } })).toThrow(
    'sum: got a record of 129 numbers; expected at most 128',
  );
});

test('two fields of one name in one object are refused', () => {
  const rows = flat(group('Rows', 'sum', { count: whole }));
  const calls = { sum: { file: 'sum', takes: { rows, count: whole } } };
  expect(() => borderFiles({ sum: { includes: [], calls } })).toThrow(
    'count: got two fields of this name; expected one in each object',
  );
});

// The compilers -------------------------------------------------------------------------------------

const calls = [
  ['{ count: 1, heads: new Float64Array(14), mean: memory.alloc(28) }', ''],
  ['{ count: 1, heads: new Float64Array(14) }', "Property 'mean' is missing"],
  [
    '{ count: 1, heads: new Float64Array(14), mean: memory.alloc(28), bins: 3 }',
    "'bins' does not exist in type 'MeanOfHeadsRecord'",
  ],
  [
    '{ count: memory.alloc(28), heads: 1, mean: memory.alloc(28) }',
    "Type 'number' is not assignable to type 'Float64Array",
  ],
  [
    '{ count: 1, heads: new Float64Array(14), mean: 28 }',
    "Type 'number' is not assignable to type 'Place'",
  ],
];

/** Returns the errors of the type check for each call. Each call is a file of its own. */
function typeErrors() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-border-'));
  const engine = inRoot('web/engine');
  const files = calls.map(([record], i) => {
    const code = `import * as core from '${engine}/records/head-statistics.js';
      /** @param {import('${engine}/border/memory.js').Memory} memory */
      export const call = (memory) => core.meanOfHeads(memory, ${record});\n`;
    const file = path.join(folder, `call-${i}.js`);
    fs.writeFileSync(file, code);
    return file;
  });
  const options = ['--allowJs', '--checkJs', '--strict', '--noEmit', '--skipLibCheck'];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--ignoreConfig'];
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...target, ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true });
  return calls.map((_, i) =>
    stdout
      .split(/\n(?! )/)
      .filter((error) => error.includes(`call-${i}.js`))
      .join('\n'),
  );
}

describe('who calls the core', () => {
  /** @type {string[]} */
  let errors;
  beforeAll(() => {
    errors = typeErrors();
  }, 60_000);

  test.each(calls.map(([record, error], i) => [record, error, i]))(
    'with %s gets from the type check: %j',
    (_, error, i) => {
      if (error === '') expect(errors[Number(i)]).toBe('');
      else expect(errors[Number(i)]).toContain(error);
    },
  );
});

/**
 * Returns the errors of the C++ compiler for a header and a function that uses it.
 * @param {string} header
 * @param {string} code
 */
function compilerErrors(header, code) {
  const compiler = process.env.CXX ?? 'c++';
  const args = ['-std=c++20', '-fsyntax-only', '-x', 'c++', `-I${inRoot('src')}`, '-'];
  const { stderr } = spawnSync(compiler, args, {
    input: `${header.replace('#pragma once', '')}\nvoid f() { using namespace scaledot; ${code} }`,
    encoding: 'utf8',
  });
  return stderr;
}

test('a field that the core does not have is an error of its compiler, as is a result that it does not return', () => {
  const header = read('src/bindings/attention_record.h');
  expect(compilerErrors(header, 'readAttention();')).toBe('');
  const problem = group('Problem', 'attention', { batches: whole }, { cpp: 'AttentionProblem' });
  const calls = { attention: { file: 'attention', takes: { problem } } };
  const files = borderFiles({ attention: { includes: bindings.attention.includes, calls } });
  const other = String(files.get('src/bindings/attention_record.h')?.text);
  expect(compilerErrors(other, '')).toMatch(/AttentionProblem.*has no member named .batches/);
  const call = 'writeReturned(AttentionReturned{.scale = 1});';
  expect(compilerErrors(header, call)).toMatch(
    /AttentionReturned.*has no .*member named .scale|designator .scale. does not refer to any field/,
  );
}, 60_000);

onEveryVariant('the stamp', (_, variant) => {
  test('is that of the JavaScript; an engine with another one is refused', async () => {
    const module = await startVariant(variant, []);
    expect(ofThisRelease(module)).toBe(module);
    const other = Object.assign(Object.create(module), { stamp: stamp + 1 });
    expect(() => ofThisRelease(other)).toThrow(
      'engine: got one of another release; expected files of the same release',
    );
  });
});
