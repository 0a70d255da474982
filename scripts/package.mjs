// The npm package: web/ --Rolldown--> dist/, as modules and as one classic script; its declarations by
// declarations.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { writeDeclarations } from './declarations.mjs';
import { noticesFile, noticesFor } from './notices.mjs';
import { wasmFiles } from './programs.mjs';
import { inRoot } from './tools.mjs';

/** Entries of the package and their sources. */
export const entries = {
  index: 'engine/index.js',
  attention: 'engine/attention.js',
  lean: 'engine/lean.js',
  worker: 'labs/lab/worker.js',
  onnx: 'engine/adapters/onnx.js',
  torch: 'engine/adapters/torch.js',
  models: 'engine/models/index.js',
  elements: 'elements/index.js',
  define: 'elements/define.js',
  charts: 'diagrams/index.js',
  'charts-define': 'diagrams/define.js',
  cli: 'cli/main.js',
};

const dependencies = Object.keys(
  JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8')).dependencies,
);

/** What is fetched from beside the package's modules, by its own name. */
const beside = {
  editor: 'labs/playground/editor.js',
  session: 'playground/session.js',
  'program-worker': 'playground/program-worker.js',
};

/** What decides how a package is built. */
export const packageScripts = [
  'scripts/package.mjs',
  'scripts/programs.mjs',
  'scripts/declarations.mjs',
  'scripts/examples.mjs',
  'docs/examples',
  'scripts/notices.mjs',
  'tsconfig.types.json',
  'package.json',
];

/** What tells that a package has been built. */
export const packageFiles = [
  ...Object.keys({ ...entries, ...beside }).map((name) => `dist/${name}.js`),
  ...wasmFiles.map((name) => `dist/${name}`),
  'dist/scaledot.min.js',
  'dist/scaledot-engine.min.js',
  `dist/${noticesFile}`,
  'dist/jsx.js',
  'dist/vectors.json',
  'dist/types',
];

/** With what they import: what attention() needs, of every entry. */
const isFirst =
  /web[/\\]engine[/\\](load|snapshots|version|parts[/\\]for-attention|border[/\\](tensor|limits|lzma|embedded-attention))\.js$/;

/** Likewise, what load() of the whole engine needs beside it. */
const isSecond = /web[/\\]engine[/\\](index|given)\.js$/;

/** The engine's JavaScript, but for where its WebAssembly comes from, and for checks, which charts have without it. */
const isOfEngine =
  /web[/\\]engine[/\\](functions|records|parts|workers|engine\.js|given\.js|load\.js|snapshots\.js|training[/\\]checkpoint-bytes|version\.js|border[/\\](?!embedded|checks|external))/;

/** The files of charts. */
const ofCharts = {
  'chart-element': /diagrams[/\\]chart-element\.js$/,
  'chart-elements': /diagrams[/\\]elements\.js$/,
  ...Object.fromEntries(
    ['histogram', 'curves', 'bars', 'heat', 'bands'].flatMap((kind) => [
      [`chart-${kind}`, RegExp(`diagrams[/\\\\]${kind}\\.js$`)],
      [`scaledot-${kind}`, RegExp(`diagrams[/\\\\]scaledot-${kind}\\.js$`)],
    ]),
  ),
};

/** In dist/ all files lie in one folder. */
const besideEachOther = {
  name: 'beside-each-other',
  transform: {
    filter: { id: /external\.js$/ },
    handler: (/** @type {string} */ code) =>
      code.replaceAll(/(?:\.\.\/)+build\/engine\/([\w-]+\.wasm)/g, './$1'),
  },
};

async function writeModules() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries({ ...entries, ...beside }).map(([name, file]) => [name, inRoot('web', file)]),
    ),
    // A page that imports several packages must get one Lit: its dependencies stay imports.
    external: [/^node:/, ...dependencies.map((name) => new RegExp(`^${name}(/|$)`))],
    plugins: [besideEachOther],
    cwd: inRoot(),
  });
  // One flat folder: the address './worker.js' inside stays right in every chunk.
  await bundle.write({
    dir: inRoot('dist'),
    format: 'es',
    chunkFileNames: '[name].js',
    // Who imports the engine needs all of it: one file compresses better than its parts, which elements name one by one.
    codeSplitting: {
      groups: [
        { name: 'checks', test: /border[/\\]checks\.js$/, priority: 3 },
        { name: 'core', test: isFirst, priority: 2 },
        { name: 'engine', test: isSecond, priority: 1 },
        { name: 'coordinator', test: /workers[/\\]coordinator\.js$/, priority: 1 },
        { name: 'functions', test: isOfEngine },
        // Who draws one chart, or only its file, takes none of the others: bundlers leave out what is a file of its own.
        ...Object.entries(ofCharts).map(([name, test]) => {
          return { name, test, includeDependenciesRecursively: false };
        }),
      ],
    },
    minify: true,
  });
  await bundle.close();
  for (const name of wasmFiles) fs.copyFileSync(inRoot('build/engine', name), inRoot('dist', name));
}

/** What is another file elsewhere, and is not in the classic script. */
const oneFile = {
  name: 'one-file',
  resolveId: {
    filter: { id: /\/(fallback|learning-fallback|create-worker|shipped|bring)\.js$/ },
    handler: (/** @type {string} */ id) => inRoot('web/classic', path.basename(id)),
  },
};

/** In the script without labs, workers start the one engine that it has. */
const oneEngine = {
  name: 'one-engine',
  resolveId: {
    filter: { id: /\/(embedded-simd|training-worker)\.js$/ },
    handler: (/** @type {string} */ id) =>
      inRoot('web/classic', path.basename(id).replace('simd', 'whole')),
  },
};

/** @param {string} source in web/classic @param {string} name of the script @param {import('rolldown').RolldownPluginOption[]} plugins */
async function writeClassic(source, name, plugins) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: inRoot('web/classic', source),
    plugins,
    cwd: inRoot(),
    // Only Node's workers have to know where the engine lies.
    transform: { define: { 'import.meta.url': 'undefined' } },
  });
  const { output } = await bundle.write({
    file: inRoot('dist', name),
    format: 'iife',
    codeSplitting: false,
    minify: true,
    // The mark of UTF-8, which browsers heed before what pages and servers in other encodings say.
    postBanner: '\ufeff',
  });
  await bundle.close();
  const notices = noticesFor(
    output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : [])),
  );
  fs.appendFileSync(inRoot('dist', name), `/*!\n${notices}*/\n`);
  return notices;
}

/** Writes the npm package to dist/. */
export async function writePackage() {
  fs.rmSync(inRoot('dist'), { recursive: true, force: true });
  await writeModules();
  const notices = await writeClassic('index.js', 'scaledot.min.js', [oneFile]);
  fs.writeFileSync(inRoot('dist', noticesFile), notices);
  await writeClassic('engine.js', 'scaledot-engine.min.js', [oneEngine, oneFile]);
  fs.copyFileSync(inRoot('web/engine/vectors.json'), inRoot('dist/vectors.json'));
  // For those who import it as they import everything else; it is nothing but types.
  fs.writeFileSync(inRoot('dist/jsx.js'), 'export {};\n');
  const sources = ['index', 'attention', 'lean', 'onnx', 'torch', 'models'];
  await writeDeclarations(sources.map((name) => entries[/** @type {'index'} */ (name)]));
}
