// npm run size:package [-- --write]: what the npm package weighs, and where; --write puts it into docs/package.md.
import fs from 'node:fs';
import { buildEngine, buildPackage } from './build.mjs';
import { completed, partNames } from '../web/engine/border/parts.js';
import { budgets, measurePackage, reach, sizesOf, sum } from './package-parts.mjs';
import { withParts } from './programs.mjs';
import { inRoot, runMain } from './tools.mjs';

/** @import { Sizes } from './package-parts.mjs' */

const inKilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
const row = (/** @type {string} */ what, /** @type {Sizes} */ sizes) =>
  `| ${what} | ${sizes.map(inKilobytes).join(' | ')} |`;
const head = (/** @type {string} */ what) =>
  `| ${what} | kB | gzip | brotli |\n| --- | --: | --: | --: |`;

/** All files of the tarball, by part. */
function wholeTable() {
  const { parts, files, size, unpackedSize } = measurePackage();
  const limit = Object.values(budgets).reduce((all, one) => all + one, 0);
  const rowOf = (/** @type {string} */ what, /** @type {Sizes} */ sizes, most = budgets[what]) => {
    const [bytes, ...packed] = sizes.map(inKilobytes);
    return `| ${[what, bytes, most, ...packed].join(' | ')} |`;
  };
  return [
    '| part of the package | kB | at most | gzip | brotli |\n| --- | --: | --: | --: | --: |',
    ...parts.map(({ part, sizes }) => rowOf(part, sizes)),
    rowOf('**unpacked**', sum(parts.map(({ sizes }) => sizes)), limit),
    '',
    `${files.length} files, ${inKilobytes(unpackedSize)} kB; the tarball is ${inKilobytes(size)} kB.`,
  ].join('\n');
}

/** What a program downloads for what it does. */
function entryTable() {
  const modules = (/** @type {string[]} */ ...names) =>
    [...reach(names, false)].map((name) => sizesOf(`dist/${name}`));
  const parts = (/** @type {string} */ name, of = partNames) => withParts(name, of);
  /** With `relaxed`. @param {readonly import('../web/engine/types.js').PartName[]} [of] */
  const engineOf = (of) => ['index.js', ...parts('relaxed', of).map((name) => `${name}.js`)];
  const engine = engineOf();
  const present = reach(engine, false);
  const rows = {
    '`scaledot`, before `load()`': modules('index.js'),
    '`scaledot` with `relaxed`': modules(...engine),
    '`load({parts: ["attention"]})`': modules(...engineOf(completed(['attention']))),
    '`load({parts: ["laws"]})`': modules(...engineOf(completed(['laws']))),
    '`scaledot/lean` with `relaxed`': [
      ...modules('lean.js'),
      ...parts('engine-relaxed').map((name) => sizesOf(`dist/${name}.wasm`)),
    ],
    '`scaledot` with `fallback`': modules('index.js', 'fallback.js'),
    '`createTrainer()` beside it': [...reach(['learning.js', 'learning-simd.js'], false)]
      .filter((name) => !present.has(name))
      .map((name) => sizesOf(`dist/${name}`)),
    '`dist/scaledot.min.js`': [sizesOf('dist/scaledot.min.js')],
  };
  return [
    head('to download'),
    ...Object.entries(rows).map(([what, all]) => row(what, sum(all))),
  ].join('\n');
}

await runMain(async () => {
  await buildEngine();
  await buildPackage();
  const text = `${wholeTable()}\n\n${entryTable()}\n`;
  process.stdout.write(text);
  if (!process.argv.includes('--write')) return;
  const file = inRoot('docs', 'package.md');
  const now = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, now.replace(/(<!-- sizes -->\n)[^]*?(<!-- \/ -->)/, `$1\n${text}\n$2`));
});
