// docs/contributing/sizes.md has the sizes of the engine. `npm test` builds the engine first; `npm run size -- --write`
// writes the page. Sizes in other pages are written by hand and compared here with dist/, site/ and web/models.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  cellsOf,
  downloadTable,
  functionRows,
  sizesPage,
  staleIn,
  tableIn,
  wholeRows,
  withTable,
} from '../../scripts/size-tables.mjs';
import { inRoot } from '../../scripts/tools.mjs';

const page = fs.readFileSync(sizesPage, 'utf8');

test('the page has the sizes of the engine that is built', () => {
  expect(staleIn(tableIn(page, 'downloads'), downloadTable())).toEqual([]);
});

test('the page has a row for every function that is linked alone', () => {
  const [, , ...rows] = cellsOf(tableIn(page, 'functions'));
  expect(rows.map(([name]) => name)).toEqual(Object.keys({ ...functionRows, ...wholeRows }));
  for (const [, size] of rows) expect(size).toMatch(/^\d+\.\d$/);
});

describe('a table', () => {
  const now = '| part | kB |\n| --- | --: |\n| `core` | 17.3 |\n| all | 423.4 |';

  test('may be off by rounding and by 1 %', () => {
    expect(staleIn(now, now)).toEqual([]);
    expect(staleIn(now.replace('17.3', '17.7').replace('423.4', '421'), now)).toEqual([]);
  });

  test('is stale by more than that, by other words and by other rows', () => {
    expect(staleIn(now.replace('17.3', '16.7'), now)).toEqual([
      '`core`: 16.7 is written, 17.3 is built',
    ]);
    expect(staleIn(now.replace('423.4', ''), now)).toHaveLength(1);
    expect(staleIn(now.replace('all', 'both'), now)).toHaveLength(1);
    expect(staleIn('', now)).toEqual(['the table has 1 lines and should have 4']);
  });

  test('is put between its marks', () => {
    const text = '<!-- functions -->\nold\n<!-- / -->\n<!-- downloads -->\nother\n<!-- / -->\n';
    const changed = withTable(text, 'downloads', now);
    expect(tableIn(changed, 'downloads')).toBe(now);
    expect(tableIn(changed, 'functions')).toBe('old');
  });
});

// --- Sizes written by hand ---------------------------------------------------------------

/** Returns the numbers of a page, in English and in Chinese. @param {string} name @param {RegExp} english @param {RegExp} chinese */
const numbersIn = (name, english, chinese) =>
  [inRoot('docs', name), inRoot('docs/zh-Hans', name)].map((file, i) =>
    (fs.readFileSync(file, 'utf8').match([english, chinese][i]) ?? []).slice(1).map(Number),
  );

/** Expects both languages to have one number, within 15 % of `size`. @param {readonly number[][]} written @param {number} size */
function expectNear(written, size) {
  const [[value]] = written;
  expect(written).toEqual([[value], [value]]);
  const isNear = Math.abs(value / size - 1) < 0.15;
  expect({ value, size, isNear }).toEqual({ value, size, isNear: true });
}

const siteFile = (/** @type {string} */ name) => fs.readFileSync(inRoot('site', name));

test('docs/site.md has the size of what is kept for offline use', () => {
  const [, list] = String(siteFile('offline.js')).match(/^self\.scaledot = (.*);\n/) ?? [];
  const names = Object.keys(JSON.parse(String(list)).files).map((name) => name || 'index.html');
  const bytes = names.reduce((sum, name) => sum + gzipSync(siteFile(name)).length, 0);
  const written = numbersIn('site.md', /about ([\d.]+) MB\s+with gzip/, /共约 ([\d.]+) MB/);
  expectNear(written, bytes / 1e6);
});

test('docs/teaching.md has the size of the site', () => {
  const names = fs.readdirSync(inRoot('site'), { recursive: true, encoding: 'utf8' });
  const bytes = names
    .map((name) => fs.statSync(inRoot('site', name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  const written = numbersIn('teaching.md', /about ([\d.]+) MB/, /约 ([\d.]+) MB/);
  expectNear(written, bytes / 1e6);
});

test('docs/elements.md has the limits of pictures, in tens of kB', () => {
  const spec = fs.readFileSync(inRoot('tests/browser/size.spec.js'), 'utf8');
  const limitsOf = (/** @type {RegExp} */ lines) =>
    [...spec.matchAll(lines)].map(([, kB]) => Number(kB));
  const limits = limitsOf(/^ {2}'(?!playground)\w+ \w+': (\d+),$/gm);
  const [playground] = limitsOf(/^ {2}'playground program': (\d+),$/gm);
  const tens = [Math.min(...limits), Math.max(...limits), playground].map(
    (kB) => 10 * Math.round(kB / 10),
  );
  const written = numbersIn(
    'elements.md',
    /a picture is (\d+) to (\d+) kB of brotli\s+\((\d+) kB/,
    /一张图连同引擎是 (\d+) 到 (\d+) kB，在实验台是 (\d+) kB/,
  );
  expect(written).toEqual([tens, tens]);
});

test('docs/training.md has the sizes of the trained models', () => {
  const files = fs
    .readdirSync(inRoot('web/models'))
    .filter((name) => name.endsWith('.safetensors'));
  const sizes = files.map((file) => {
    const { size } = fs.statSync(inRoot('web/models', file));
    return [path.basename(file, '.safetensors'), `${Math.round(size / 1000)} kB`];
  });
  const text = fs.readFileSync(inRoot('docs/training.md'), 'utf8');
  const rows = [...text.matchAll(/^\| \[(\w+)\].* \| (\d+ kB) \|/gm)];
  expect(rows.map(([, ...row]) => row).sort()).toEqual(sizes.sort());
});

/** Bundles the program of its argument. In a process of its own, because rolldown takes no functions of Jest's realm. */
const bundler = `
import { rolldown } from 'rolldown';
const [code] = process.argv.slice(1);
const file = process.cwd() + '/dist/entry.js';
const plugin = { resolveId: (id) => (id === 'entry' ? file : null), load: (id) => (id === file ? code : null) };
const bundle = await rolldown({ input: 'entry', plugins: [{ name: 'entry', ...plugin }] });
const { output } = await bundle.generate({ minify: true });
await bundle.close();
process.stdout.write(output[0].code);
`;

test.each([
  ['an element', 'define, ScaledotBars', 'define(ScaledotBars)'],
  ['a picture as text', 'barsPicture', 'console.log(barsPicture([1]).svg)'],
])('docs/charts.md has the size of %s', (_, names, use) => {
  const entry = `import { ${names} } from './charts.js';\n${use};\n`;
  const args = ['--input-type=module', '-e', bundler, entry];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: inRoot(), encoding: 'utf8' });
  expect(stderr).toBe('');
  const written = numbersIn('charts.md', /is about (\d+) kB \(brotli\)/, /约为 (\d+) kB（brotli）/);
  expectNear(written, brotliCompressSync(stdout).length / 1000);
});
