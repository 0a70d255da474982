// The generated type declarations of the package, read from dist/types. `npm test` builds them first.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as charts from '../../web/diagrams/index.js';
import * as elements from '../../web/elements/index.js';
import { tables } from '../../web/tables/state.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types = path.join(root, 'dist/types');
const read = (/** @type {string} */ name) => fs.readFileSync(path.join(types, name), 'utf8');

/**
 * Returns the members of an interface, then those of the interface that it extends.
 * @param {string} text
 * @param {string} name
 * @returns {Record<string, string>}
 */
function membersOf(text, name) {
  const head = `^export interface ${name}(?: extends (\\w+))? `;
  const [, base, body] = text.match(new RegExp(`${head}\\{\n([^}]*)^\\}`, 'm')) ?? [];
  expect([name, body]).not.toContain(undefined);
  const rows = String(body).matchAll(/^ {2}'?([\w-]+)'?\??: (.*);$/gm);
  const own = Object.fromEntries([...rows].map(([, key, type]) => [key, type]));
  return base ? { ...own, ...membersOf(text, base) } : own;
}

const pascal = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);

test.each(Object.entries(tables))(
  'every parameter of %s is a property and an attribute',
  (lab, { entries }) => {
    const properties = membersOf(read('elements.d.ts'), `${pascal(lab)}Params`);
    const attributes = membersOf(read('jsx.d.ts'), `${pascal(lab)}Attributes`);
    expect(Object.keys(properties)).toEqual(entries.map(({ name }) => name));
    for (const { key, name, choices, type } of entries) {
      for (const each of [key, name])
        if (!['key', 'query'].includes(each)) expect(attributes).toHaveProperty([each]);
      for (const choice of (type === 'choice' && choices) || []) {
        expect(properties[name]).toContain(`'${choice}'`);
        expect(attributes[name]).toContain(`'${choice}'`);
      }
      const counts = type === 'integer' || type === 'number';
      if (type !== 'choice') expect(properties[name]).toMatch(counts ? /^number\b/ : /^string$/);
    }
  },
);

test('they tell of every parameter what it takes, as the manual does, and what every lab has means', () => {
  const text = read('elements.d.ts');
  for (const row of [
    '/** A whole number from 1 to 65536. Default: 64. */\n  dk: number;',
    '/** Comma-separated, at most 4 of rsqrt, none, inverse, cosine, alpha, additive, norm, folded, doubled. Default: "rsqrt,none,inverse,cosine". */\n  rules: string;',
    '/** At most 64 comma-separated numbers from -1000000 to 1000000. */\n  logits: string;',
    '/** The parts and pictures that are hidden. Comma-separated words. */\n  hide: string;',
    '/** Default: "rsqrt". */\n  scale: ',
    'playground. Default: variance. */\n  lab: string;',
  ])
    expect(text).toContain(row);
});

test('what scaledot/elements exports is declared, and every tag', () => {
  const text = read('elements.d.ts');
  const declared = [...text.matchAll(/^export declare const (\w+)/gm)].map(([, name]) => name);
  expect(declared.sort()).toEqual(Object.keys(elements).sort());
  for (const { tag, name } of [...elements.labs, elements.ScaledotLab, elements.ScaledotFigure]) {
    expect(read('define.d.ts')).toContain(`'${tag}': ${name};`);
    expect(read('jsx.d.ts')).toMatch(new RegExp(`'${tag}': LabProps<\\w+, ${name}>;`));
  }
});

test('what scaledot/charts exports is declared, and every tag', () => {
  const declared = read('charts.d.ts').matchAll(/^export declare const (\w+)/gm);
  expect([...declared].map(([, name]) => name).sort()).toEqual(Object.keys(charts).sort());
  for (const { tag, name } of charts.charts) {
    expect(read('charts-define.d.ts')).toContain(`'${tag}': ${name};`);
    expect(read('jsx.d.ts')).toContain(`'${tag}': ChartProps<ChartAttributes<${name}>, ${name}>;`);
  }
});

test('they hold nothing of the inside', () => {
  const files = /** @type {string[]} */ (fs.readdirSync(types, { recursive: true }));
  const texts = files.filter((name) => name.endsWith('.d.ts')).map(read);
  expect(texts.join('')).not.toMatch(/EngineModule|@typedef|sourceMapping|[:<] any[;,)>]/);
});

/**
 * Returns the doc comments of the functions, classes and methods of a file, by name; of overloads, that of the first.
 * @param {string} file
 */
function toldIn(file) {
  const text = read(file);
  const item =
    /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^(?:export declare (?:function|class|const) (\w+)| {2}(?:static )?(\w+)(?:<.*?>)?\()/gm;
  /** @type {Map<string, string>} */
  const told = new Map();
  for (const [, comment = '', name, method] of text.matchAll(item)) {
    const own = name ?? method;
    if (own !== 'constructor' && !told.has(own)) told.set(own, comment);
  }
  return told;
}

/** Returns the prose before the first tag. @param {string} comment */
const summaryOf = (comment) =>
  comment
    .replace(/^ *\* ?/gm, '')
    .split(/^@/m)[0]
    .trim();

const declared = [
  ...['elements', 'charts', 'engine/engine', 'engine/index', 'engine/lean'],
  ...['engine/adapters/torch', 'engine/adapters/onnx', 'engine/models/open'],
  ...['engine/border/tensor', 'engine/functions/numpy-random'],
  'engine/training/trainer',
].map((name) => `${name}.d.ts`);

test.each(declared)('%s says what each of its functions, classes and methods does', (file) => {
  const told = toldIn(file);
  const silent = [...told].filter(([name, comment]) => name !== 'version' && !summaryOf(comment));
  expect(told.size).toBeGreaterThan(0);
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('every function of the engine has an example where editors show it', () => {
  const told = toldIn('engine/engine.d.ts');
  const bare = [...told].filter(([, comment]) => !comment.includes('@example'));
  expect(told.size).toBeGreaterThan(50);
  expect(bare.map(([name]) => name)).toEqual(['Engine']);
  for (const [file, name] of [
    ['index', 'load'],
    ['border/tensor', 'tensor'],
    ['functions/numpy-random', 'NumpyRandom'],
    ['training/trainer', 'Trainer'],
  ])
    expect(toldIn(`engine/${file}.d.ts`).get(name)).toContain('@example');
});

test('what a type tells beside its definition is in the declarations', () => {
  const text = read('engine/types.d.ts').replaceAll(/\s+(\* )?/g, ' ');
  for (const name of ['MultiHeadOptions', 'MultiHeadGradientOptions'])
    expect(text).toMatch(
      RegExp(`masks include the extra keys; [^/]* sees the extra keys \\*/ export type ${name}\\b`),
    );
});

test('what run() does with its options is told where editors show it', () => {
  const [, told] = read('engine/engine.d.ts').match(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s+run</) ?? [];
  expect(told).toContain('copied at the call');
  expect(told).toContain('`into`');
});

test('JSX takes what the tables have, and nothing else', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-jsx-'));
  fs.writeFileSync(
    path.join(folder, 'page.tsx'),
    `import type {} from ${JSON.stringify(path.join(types, 'jsx.js'))};
import type { ScaledotVariance } from ${JSON.stringify(path.join(types, 'elements.js'))};
let element: ScaledotVariance | null = null;
export const right = (
  <scaledot-variance dk={64} scale="none" query-mean="0.5" keyDistribution="uniform" lang="zh-Hans"
    ref={(made) => (element = made)} onscaledot-change={({ detail }) => detail.query.length}
    data-chapter={2} class="wide">Text</scaledot-variance>
);
export const any = <scaledot-lab lab="softmax" dk="128" predict="off" hide="code" />;
export const chart = <scaledot-histogram data={[1, 2]} options={{ bins: 4 }} theme="dark" />;
export const json = <scaledot-bars data="[1, 2]" />;
// @ts-expect-error: no such option
export const option = <scaledot-histogram data={[1]} options={{ bin: 4 }} />;
export const one = <scaledot-figure lab="variance" picture="growth" dk={64} />;
// @ts-expect-error: no such scale
export const scale = <scaledot-variance scale="root" />;
// @ts-expect-error: no such parameter (TypeScript takes all names with a hyphen)
export const parameter = <scaledot-softmax headDim={64} />;
// @ts-expect-error: no such lab
export const lab = <scaledot-nothing />;
export const half = () => element && element.dk / 2;
`,
  );
  const flags = ['--noEmit', '--strict', '--jsx', 'preserve', '--target', 'es2022', '--types', ''];
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags, 'page.tsx'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  fs.rmSync(folder, { recursive: true });
  expect(stdout).toBe('');
});
