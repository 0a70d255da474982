// docs/charts.md agrees with the types, and its examples run. SCALEDOT_DOCS=update rewrites its tables; prettier
// formats them.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { colorNames } from '../../../web/charts/tokens.js';
import * as entry from '../../../web/diagrams/index.js';

const at = (/** @type {string} */ file) => new URL(`../../../${file}`, import.meta.url);
const manual = at('docs/charts.md');
const types = fs.readFileSync(at('web/diagrams/public.d.ts'), 'utf8');

/** Returns the rows of an interface: option, type, description. @param {string} name */
function rowsOf(name) {
  const [, body] =
    new RegExp(`^export interface ${name} [^{]*\\{\n([^]*?)^\\}`, 'm').exec(types) ?? [];
  return [...String(body).matchAll(/\/\*\* (.*) \*\/\n {2}(\w+)\?: (.*);/g)].map(
    ([, what, option, type]) => `| \`${option}\` | \`${type.replaceAll('|', '\\|')}\` | ${what} |`,
  );
}

/** @param {string} head @param {readonly string[]} rows */
const table = (head, rows) => [head, '| --- | --- | --- |', ...rows].join('\n');

const own = ['Histogram', 'Curves', 'Bars', 'Heat', 'Bands'].map((kind) => {
  const rows = [...(kind === 'Histogram' ? rowsOf('BinOptions') : []), ...rowsOf(`${kind}Options`)];
  return table(`| of \`<scaledot-${kind.toLowerCase()}>\` | type | meaning |`, rows);
});

/** The text between each pair of markers, by the name of the marker. @type {Record<string, string>} */
const blocks = {
  common: table('| option | type | meaning |', rowsOf('ChartOptions')),
  own: own.join('\n\n'),
  colours: colorNames.map((name) => `\`${name}\``).join(', '),
};

const block = (/** @type {string} */ name) => new RegExp(`(<!-- ${name} -->)([^]*?)(<!-- / -->)`);
/** Removes the formatting that prettier may change. @param {string} text */
const plain = (text) => text.replace(/-{3,}/g, '---').replace(/\s+/g, ' ').trim();

test('the manual has every option, with its type, and every colour', () => {
  let text = fs.readFileSync(manual, 'utf8');
  if (process.env.SCALEDOT_DOCS === 'update') {
    for (const [name, content] of Object.entries(blocks)) {
      const space = content.includes('\n') ? '\n\n' : '';
      text = text.replace(block(name), (_, open, __, end) => [open, content, end].join(space));
    }
    fs.writeFileSync(manual, text);
  }
  for (const [name, content] of Object.entries(blocks))
    expect(plain(block(name).exec(text)?.[2] ?? '')).toBe(plain(content));
});

test('every option that a type has is taken, and no other', () => {
  /** @type {Record<string, (data: any, options: any) => unknown>} */
  const pictures = /** @type {any} */ (entry);
  const data = { Bars: [], Curves: [], Heat: [], Histogram: [], Bands: [] };
  for (const [kind, none] of Object.entries(data)) {
    const names = (/** @type {string} */ name) =>
      rowsOf(name).map((row) => /** @type {RegExpExecArray} */ (/`(\w+)`/.exec(row))[1]);
    const told = [
      ...names('ChartOptions'),
      ...(kind === 'Histogram' ? names('BinOptions') : []),
      ...names(`${kind}Options`),
    ];
    const draw = pictures[`${kind.toLowerCase()}Picture`];
    const [, known] =
      /expected any of (.*)/.exec(String(attempt(() => draw(none, { nope: 1 })))) ?? [];
    expect(known.split(', ').sort()).toEqual(told.sort());
  }
});

/** @param {() => unknown} call */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

const text = fs.readFileSync(manual, 'utf8');
const examples = [...text.matchAll(/<!-- example -->\n\n```js\n([^]*?)```/g)].map(
  ([, code]) => code,
);

test('there are six examples', () => expect(examples).toHaveLength(6));

test.each(examples)('an example runs: %#', (code) => {
  const program = code
    .replaceAll("'scaledot/charts'", JSON.stringify(at('web/diagrams/index.js').href))
    .replaceAll("'scaledot'", JSON.stringify(at('web/engine/index.js').href));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', program],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/undefined|NaN|false/);
  expect(stdout.length).toBeGreaterThan(3);
});

test('the element of the manual is drawn', () => {
  const [, data, options] = /** @type {RegExpExecArray} */ (
    /data="([^"]*)"\s+options='([^']*)'/.exec(text)
  );
  const { summary } = entry.histogramPicture(JSON.parse(data), JSON.parse(options));
  expect(summary).toBe('7 values in 4 bins from 0.5 to 4.5; the fullest, 2.5 to 3.5, has 3.');
});
