// npm run size:package [-- --write]: what the npm package weighs, and where; --write puts it into docs/package.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildEngine, buildPackage } from './build.mjs';
import { completed, partNames } from '../web/engine/border/parts.js';
import { withParts } from './programs.mjs';
import { inRoot, runMain } from './tools.mjs';

/** What a file is part of: the first pattern that fits its path. @type {[RegExp, string][]} */
const parts = [
  [/scaledot\.min\.js$/, 'the classic script, with both engines, what trains and all labs inside'],
  [/^dist\/learning-simd\.wasm$/, 'what trains, as WebAssembly'],
  [/^dist\/learning-fallback\.js$/, 'what trains, plain JavaScript'],
  [/^dist\/(learning|training)/, 'what trains: `createTrainer()`'],
  [/^dist\/fallback\.js$/, 'engine `fallback`, plain JavaScript'],
  [/^dist\/(relaxed|simd)(-\w+)?\.js$/, 'engines `relaxed` and `simd` inside modules: `scaledot`'],
  [
    /^dist\/\w+-model\.js$/,
    'trained models of the Attention and Models labs, each fetched when it is shown',
  ],
  [/\.wasm$/, 'the same as WebAssembly: `scaledot/lean`'],
  [/^dist\/types\//, 'declarations'],
  [/^dist\/[\w.-]+\.(en|zh-Hans)\.js$/, 'words of the labs, English and Chinese'],
  [/^dist\/vectors\.json$/, '`scaledot/vectors.json`'],
  [/^dist\/jsx\.js$/, 'declarations'],
  [/^[\w.]+$/, 'package.json, README.md, LICENSE'],
];

/** Entries whose files are listed by what they import. */
const entries = {
  'the engine without its variants, `torch`, `onnx`, `models`': [
    ...['index', 'lean', 'torch', 'onnx', 'models', 'worker'],
  ],
  'labs, pictures, controls: `scaledot/elements`': ['elements', 'define'],
  'what only charts of your own data have: `scaledot/charts`': ['charts', 'charts-define'],
  'the command line': ['cli'],
};

const inDist = (/** @type {string} */ name) => inRoot('dist', name);

/**
 * The modules that these import, themselves among them.
 * @param {readonly string[]} names
 * @param {boolean} later also those behind import()
 * @param {Set<string>} [seen]
 */
function reach(names, later, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name) || !fs.existsSync(inDist(name))) continue;
    seen.add(name);
    const text = fs.readFileSync(inDist(name), 'utf8');
    const pattern = later
      ? /(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g
      : /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
    reach(
      [...text.matchAll(pattern)].map(([, other]) => other),
      later,
      seen,
    );
  }
  return seen;
}

/** @param {string} name */
function partOf(name) {
  const known = parts.find(([pattern]) => pattern.test(name));
  if (known) return known[1];
  const module = name.replace('dist/', '');
  const entry = Object.entries(entries).find(([, names]) =>
    reach(
      names.map((each) => `${each}.js`),
      true,
    ).has(module),
  );
  return entry ? entry[0] : 'other';
}

/** @typedef {[number, number, number]} Sizes raw, gzip, brotli */

/** @param {string} file @returns {Sizes} */
function sizesOf(file) {
  const bytes = fs.readFileSync(inRoot(file));
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
}

/** @param {readonly Sizes[]} all @returns {Sizes} */
const sum = (all) =>
  all.reduce(([a, b, c], [x, y, z]) => [a + x, b + y, c + z], /** @type {Sizes} */ ([0, 0, 0]));

const inKilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
const row = (/** @type {string} */ what, /** @type {Sizes} */ sizes) =>
  `| ${what} | ${sizes.map(inKilobytes).join(' | ')} |`;
const head = (/** @type {string} */ what) =>
  `| ${what} | kB | gzip | brotli |\n| --- | --: | --: | --: |`;

/** All files of the tarball, by part. */
function wholeTable() {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--silent'], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  const [{ files, size, unpackedSize }] = JSON.parse(stdout);
  /** @type {Map<string, Sizes[]>} */
  const sizes = new Map();
  for (const { path } of files) {
    const part = partOf(path);
    sizes.set(part, [...(sizes.get(part) ?? []), sizesOf(path)]);
  }
  const rows = [...sizes].map(([part, all]) => ({ part, sizes: sum(all) }));
  rows.sort((a, b) => b.sizes[0] - a.sizes[0]);
  const total = row('**unpacked**', sum(rows.map((each) => each.sizes)));
  return [
    head('part of the package'),
    ...rows.map((each) => row(each.part, each.sizes)),
    total,
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
