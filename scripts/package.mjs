// The npm package: web/ --Rolldown--> dist/, as modules and as classic scripts; its declarations by
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
  'dist/scaledot-training.min.js',
  `dist/${noticesFile}`,
  'dist/jsx.js',
  'dist/vectors.json',
  'dist/types',
];

/** With what they import: what attention() needs, of every entry. */
const isFirst =
  /web[/\\]engine[/\\](load|near-names|snapshots|version|parts[/\\]for-attention|border[/\\](tensor|limits|lzma|embedded-attention))\.js$/;

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

/**
 * What becomes one file. All parts of the engine but those of attention() are together: that compresses better than one by one.
 * Who draws one chart, or only its file, takes none of the others: bundlers leave out what is a file of its own.
 */
const groups = [
  { name: 'checks', test: /border[/\\]checks\.js$/, priority: 3 },
  { name: 'core', test: isFirst, priority: 2 },
  { name: 'engine', test: isSecond, priority: 1 },
  { name: 'coordinator', test: /workers[/\\]coordinator\.js$/, priority: 1 },
  { name: 'functions', test: isOfEngine },
  ...Object.entries(ofCharts).map(([name, test]) => ({
    name,
    test,
    includeDependenciesRecursively: false,
  })),
];

/** What lies in dist/ itself beside the entries: the classic scripts fetch it by its name. */
const isFetched =
  /(build[/\\](engine[/\\](learning-)?fallback|models[/\\]\w+-model)|training[/\\](learning|training-worker))\.js$/;

/**
 * All else lies in dist/parts/, by the path of its source.
 *
 * @param {{name: string, facadeModuleId?: string | null, moduleIds: string[]}} chunk
 */
function fileOf({ name, facadeModuleId, moduleIds }) {
  const named = moduleIds.find((id) => path.basename(id) === `${name}.js`);
  const source = facadeModuleId ?? (groups.some((group) => group.name === name) ? '' : named) ?? '';
  if (isFetched.test(facadeModuleId ?? '')) return `${name}.js`;
  const [, place = name] = source.match(/(?:web|build[/\\]\w+)[/\\](.+)\.js$/) ?? [];
  return `parts/${place.replaceAll(/[/\\]/g, '-')}.js`;
}

/** What a program made: nobody reads it, and line breaks would double it. */
const isMade = /(fallback|-model|glue)\.js$/;

/** Addresses of files in dist/, as chunks name them. */
const addresses = {
  name: 'addresses',
  transform: {
    filter: { id: /external\.js$/ },
    handler: (/** @type {string} */ code) =>
      code.replaceAll(/(?:\.\.\/)+build\/engine\/([\w-]+\.wasm)/g, './$1'),
  },
  renderChunk(/** @type {string} */ code, /** @type {{fileName: string}} */ { fileName }) {
    if (!fileName.startsWith('parts/')) return null;
    const address = /(new URL\(["'`])(?:\.\/)?(?=[\w.-]+["'`], (here|import))/g;
    return { code: code.replaceAll(address, '$1../'), map: null }; // a map finds the same lines
  },
  async generateBundle(/** @type {unknown} */ _, /** @type {Record<string, any>} */ bundle) {
    const { minifySync } = await import('rolldown/utils');
    for (const file of Object.values(bundle))
      if (isMade.test(file.fileName)) file.code = minifySync(file.fileName, file.code).code;
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
    plugins: [addresses],
    cwd: inRoot(),
  });
  await bundle.write({
    dir: inRoot('dist'),
    format: 'es',
    chunkFileNames: fileOf,
    codeSplitting: { groups },
    sourcemap: 'hidden',
    minify: false, // it can be read and debugged; bundlers minify what they make of it
    comments: { annotation: true, jsdoc: false, legal: true },
  });
  await bundle.close();
  for (const name of wasmFiles) fs.copyFileSync(inRoot('build/engine', name), inRoot('dist', name));
}

/** What is another file elsewhere, and is not in the classic script. */
const oneFile = {
  name: 'one-file',
  resolveId: {
    filter: { id: /\/(fallback|learning-fallback|create-worker|shipped|fetch-code)\.js$/ },
    handler: (/** @type {string} */ id) => inRoot('web/classic', path.basename(id)),
  },
};

/** In the script without labs, workers start the one engine that it has. */
const oneEngine = {
  name: 'one-engine',
  resolveId: {
    filter: { id: /\/(embedded-simd|training-worker)\.js$/ },
    handler: (/** @type {string} */ id) =>
      inRoot('web/classic', path.basename(id).replace('simd', 'classic')),
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
    sourcemap: 'hidden',
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

/** Where source maps lie: beside the package, which they would double. */
const maps = inRoot('build', 'maps');

function moveMaps() {
  fs.rmSync(maps, { recursive: true, force: true });
  for (const file of fs.readdirSync(inRoot('dist'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.map')) continue;
    fs.mkdirSync(path.dirname(path.join(maps, file)), { recursive: true });
    fs.renameSync(inRoot('dist', file), path.join(maps, file));
  }
}

/** Writes the npm package to dist/, and its source maps to build/maps/. */
export async function writePackage() {
  fs.rmSync(inRoot('dist'), { recursive: true, force: true });
  await writeModules();
  const notices = await writeClassic('index.js', 'scaledot.min.js', [oneFile]);
  fs.writeFileSync(inRoot('dist', noticesFile), notices);
  await writeClassic('engine.js', 'scaledot-engine.min.js', [oneEngine, oneFile]);
  await writeClassic('training.js', 'scaledot-training.min.js', []);
  moveMaps();
  fs.copyFileSync(inRoot('web/engine/vectors.json'), inRoot('dist/vectors.json'));
  // For those who import it as they import everything else; it is nothing but types.
  fs.writeFileSync(inRoot('dist/jsx.js'), 'export {};\n');
  const sources = ['index', 'attention', 'lean', 'onnx', 'torch', 'models'];
  await writeDeclarations(sources.map((name) => entries[/** @type {'index'} */ (name)]));
}
