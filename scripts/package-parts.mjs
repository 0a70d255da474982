// The parts of the npm package: the files of each, their sizes, and their limits.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { completed, partNames } from '../web/engine/border/parts.js';
import { stagePackage } from './pack.mjs';
import { withParts } from './programs.mjs';
import { inRoot } from './tools.mjs';

/** @import { PartName } from '../web/engine/types.js' */

/** The part of a file: the first pattern that matches its path. @type {[RegExp, string][]} */
const parts = [
  [/scaledot-(engine|training)\.min\.js$/, 'the classic scripts of the engine without labs'],
  [/scaledot\.min\.js$/, 'the classic script, with both engines, training and all labs'],
  [/^dist\/learning-simd\.wasm$/, 'training, as WebAssembly'],
  [/^dist\/learning-fallback\.js$/, 'training, plain JavaScript'],
  [/^dist\/(parts\/)?(engine-training-)?(learning|training)/, 'training: `createTrainer()`'],
  [/^dist\/fallback\.js$/, 'engine `fallback`, plain JavaScript'],
  [
    /^dist\/parts\/(relaxed|simd)(-\w+)?\.js$/,
    'engines `relaxed` and `simd` inside modules: `scaledot`',
  ],
  [
    /^dist\/\w+-model\.js$/,
    'trained models of the Attention and Models labs, each fetched when it is shown',
  ],
  [/^dist\/simd\.wasm$/, 'engine `simd` as one file: `scaledot/simd.wasm`'],
  [/\.wasm$/, 'the same as WebAssembly: `scaledot/lean`'],
  [/^dist\/types\//, 'declarations'],
  [/^dist\/parts\/[\w.-]+\.(en|zh-Hans)\.js$/, 'texts of the labs, English and Chinese'],
  [/^dist\/vectors\.json$/, '`scaledot/vectors.json`'],
  [/^dist\/jsx\.js$/, 'declarations'],
  [/^[\w.]+$/, 'package.json, README.md, LICENSE'],
];

/** Entries. Their parts contain the files that they import. */
const entries = {
  'the engine without its variants, `onnx`, `models`': [
    ...['index', 'attention', 'lean', 'onnx', 'models', 'worker'],
  ],
  "PyTorch's names: `scaledot/torch`": ['torch'],
  'labs, pictures, controls: `scaledot/elements`': ['elements', 'define'],
  'only for charts of your own data: `scaledot/charts`': ['charts', 'charts-define'],
  'the command line': ['cli'],
};

const inDist = (/** @type {string} */ name) => inRoot('dist', name);

/**
 * Returns the modules that these import, and these themselves.
 * @param {readonly string[]} names  in dist/
 * @param {boolean} later  also follow import()
 * @param {Set<string>} [seen]
 */
function reach(names, later, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name) || !fs.existsSync(inDist(name))) continue;
    seen.add(name);
    const text = fs.readFileSync(inDist(name), 'utf8');
    const pattern = later
      ? /(?:from|import)\s*\(?\s*["'`](\.\.?\/[^"'`]+\.js)["'`]/g
      : /(?:from|import)\s*["'`](\.\.?\/[^"'`]+\.js)["'`]/g;
    const others = [...text.matchAll(pattern)].map(([, other]) =>
      path.posix.join(path.posix.dirname(name), other),
    );
    reach(others, later, seen);
  }
  return seen;
}

/** The limit of each part in kB, unpacked: its size plus a small margin. @type {Readonly<Record<string, number>>} */
export const budgets = {
  'the classic scripts of the engine without labs': 275,
  'the classic script, with both engines, training and all labs': 1950,
  'labs, pictures, controls: `scaledot/elements`': 2700,
  'trained models of the Attention and Models labs, each fetched when it is shown': 1020,
  'the same as WebAssembly: `scaledot/lean`': 540,
  'engine `fallback`, plain JavaScript': 457,
  'texts of the labs, English and Chinese': 415,
  'training, plain JavaScript': 297,
  'engine `simd` as one file: `scaledot/simd.wasm`': 263,
  'engines `relaxed` and `simd` inside modules: `scaledot`': 287,
  'the engine without its variants, `onnx`, `models`': 480, // a thirtieth is the names of the records' fields
  declarations: 207, // a third is examples; editors show the shape of every tensor and what every parameter takes from them
  'training, as WebAssembly': 156,
  'training: `createTrainer()`': 105,
  'the command line': 130, // eleven commands and their pictures; pages and programs do not fetch it
  other: 36,
  'package.json, README.md, LICENSE': 10,
  "PyTorch's names: `scaledot/torch`": 27,
  '`scaledot/vectors.json`': 10,
  'only for charts of your own data: `scaledot/charts`': 10,
};

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
const sizesOf = (file) => sizesOfBytes(fs.readFileSync(inRoot(file)));

/** @param {Buffer} bytes @returns {Sizes} */
function sizesOfBytes(bytes) {
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
}

/** @param {readonly Sizes[]} all @returns {Sizes} */
export const sum = (all) =>
  all.reduce(([a, b, c], [x, y, z]) => [a + x, b + y, c + z], /** @type {Sizes} */ ([0, 0, 0]));

/** Returns all files of the tarball as npm packs them, and the sizes of each part. */
export function measurePackage() {
  const folder = stagePackage();
  const options = ['pack', '--dry-run', '--json', '--silent'];
  const { stdout } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' });
  const [{ files, size, unpackedSize }] = JSON.parse(stdout);
  /** @type {Map<string, Sizes[]>} */
  const sizes = new Map();
  for (const { path: name } of files) {
    const part = partOf(name);
    sizes.set(part, [...(sizes.get(part) ?? []), sizesOf(path.join('build/npm', name))]);
  }
  const parts = [...sizes].map(([part, all]) => ({ part, sizes: sum(all) }));
  parts.sort((a, b) => b.sizes[0] - a.sizes[0]);
  return { parts, files: /** @type {{path: string}[]} */ (files), size, unpackedSize };
}

/** Returns the sizes of a file after minification, as by bundlers. @param {string} name  in dist/ @returns {Promise<Sizes>} */
async function downloadOf(name) {
  if (!name.endsWith('.js')) return sizesOf(`dist/${name}`);
  const { minifySync } = await import('rolldown/utils'); // not installed yet in a fresh clone
  const { code } = minifySync(name, fs.readFileSync(inDist(name), 'utf8'), { module: true });
  return sizesOfBytes(Buffer.from(code));
}

/** Returns the sizes of these modules and of all that they import. @param {...string} names */
const modules = (...names) => [...reach(names, false)].map(downloadOf);

/** The parts that attention() does not need. */
const rest = 'parts/engine-parts-all.js';

/** Returns the modules of an entry, the parts that attention() does not need, and the WebAssembly of `relaxed`. @param {string} entry @param {readonly PartName[]} [of]  only these parts of the engine */
const engineOf = (entry, of) => [
  entry,
  ...(of ? [] : [rest]),
  ...withParts('relaxed', of ?? partNames).map((name) => `parts/${name}.js`),
];

/** Returns what programs download, by what they do, and the limits in kB with Brotli. */
export async function measureDownloads() {
  const whole = reach(engineOf('index.js'), false);
  /** @type {[string, number, Promise<Sizes>[]][]} */
  const rows = [
    ['`scaledot`, before `load()`', 25, modules('index.js')],
    ['`load()` with `relaxed`', 152, modules(...whole)],
    [
      '`load({ parts: ["attention"] })`',
      60,
      modules(...engineOf('index.js', completed(['attention']))),
    ],
    [
      '`load({ parts: ["laws"] })`',
      85,
      modules(rest, ...engineOf('index.js', completed(['laws']))),
    ],
    [
      '`scaledot/lean` with `relaxed`',
      152,
      [
        ...modules('lean.js', rest),
        ...withParts('engine-relaxed', partNames).map((name) => downloadOf(`${name}.wasm`)),
      ],
    ],
    ['`load()` with `fallback`', 170, modules('index.js', rest, 'fallback.js')],
    [
      '`createTrainer()` beside it',
      65,
      [...reach(['learning.js', 'parts/learning-simd.js'], false)]
        .filter((name) => !whole.has(name))
        .map(downloadOf),
    ],
    ['`dist/scaledot.min.js`', 700, modules('scaledot.min.js')],
    ['`dist/scaledot-engine.min.js`', 120, modules('scaledot-engine.min.js')],
    ['`dist/scaledot-training.min.js`', 22, modules('scaledot-training.min.js')],
  ];
  return Promise.all(
    rows.map(async ([what, most, all]) => ({ what, most, sizes: sum(await Promise.all(all)) })),
  );
}

/** Returns downloads above their limit. @param {Awaited<ReturnType<typeof measureDownloads>>} measured */
export const tooLong = (measured) =>
  measured
    .filter(({ most, sizes: [, , brotli] }) => brotli > 1000 * most)
    .map(({ what, most, sizes: [, , brotli] }) => `${what}: ${brotli / 1000} kB, at most ${most}`);

/**
 * Returns parts above their limit, and parts without one.
 * @param {readonly {part: string, sizes: Sizes}[]} measured
 */
export const tooHeavy = (measured) =>
  measured
    .filter(({ part, sizes: [bytes] }) => !(bytes <= 1000 * budgets[part]))
    .map(({ part, sizes: [bytes] }) => `${part}: ${bytes / 1000} kB, at most ${budgets[part]}`);

/**
 * Returns files of the package with the same bytes as an earlier one. Parts without a kernel may be equal in two engines, if the
 * cores happen to have the same addresses. They do not count, because nobody loads two engines.
 *
 * @param {readonly {path: string}[]} files
 */
export function doubles(files) {
  /** @type {Map<string, string>} */
  const first = new Map();
  return files.flatMap(({ path: name }) => {
    const bytes = fs.readFileSync(inRoot('build/npm', name));
    const [engine = ''] = name.match(/relaxed|simd|fallback/) ?? [];
    const hash = engine + createHash('sha256').update(bytes).digest('hex');
    const other = first.get(hash);
    if (!other) first.set(hash, name);
    return other ? [`${name} is ${other}`] : [];
  });
}
