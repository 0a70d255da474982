// Builds the npm package: web/ --Rolldown--> dist/, as modules and as classic scripts. declarations.mjs writes its
// declarations.
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

/** Files next to the package's modules that are fetched by name. */
const beside = {
  editor: 'labs/playground/editor.js',
  session: 'playground/session.js',
  'program-worker': 'playground/program-worker.js',
};

/** The files that determine how the package is built. */
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

/** The files that exist once the package is built. */
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

/** The modules that attention() needs in every entry. What they import belongs to them. */
const isFirst =
  /web[/\\]engine[/\\](load|near-names|job-snapshots|version|parts[/\\]for-attention|border[/\\](tensor|limits|lzma|embedded-attention))\.js$/;

/** The modules that load() of the whole engine needs in addition, with what they import. */
const isSecond = /web[/\\]engine[/\\](index|given|snapshots)\.js$/;

/** The engine's JavaScript, except for the modules with its WebAssembly, and for checks, which charts use without the engine. */
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
 * The modules that are bundled into one file. All parts of the engine except those of attention() are together, because that
 * compresses better than separate files. Each chart has its own file, so that bundlers leave out unused ones.
 */
const groups = [
  { name: 'checks', test: /border[/\\]checks\.js$/, priority: 3 },
  { name: 'core', test: isFirst, priority: 2 },
  { name: 'engine', test: isSecond, priority: 1 },
  { name: 'coordinator', test: /workers[/\\]coordinator\.js$/, priority: 1 },
  { name: 'quickjs', test: /node_modules[/\\](quickjs-emscripten-core|@jitl)[/\\]/ },
  { name: 'functions', test: isOfEngine },
  ...Object.entries(ofCharts).map(([name, test]) => ({
    name,
    test,
    includeDependenciesRecursively: false,
  })),
];

/** The files in dist/ itself other than the entries. The classic scripts fetch them by name. */
const isFetched =
  /(build[/\\](engine[/\\](learning-)?fallback|models[/\\]\w+-model)|training[/\\](learning|training-worker))\.js$/;

/**
 * Returns the file of a chunk. Chunks that are not fetched by name are in dist/parts/, under the path of their source.
 *
 * @param {{name: string, facadeModuleId?: string | null, moduleIds: string[]}} chunk
 */
function fileOf({ name, facadeModuleId, moduleIds }) {
  const named = moduleIds.find((id) => path.basename(id) === `${name}.js`);
  const source = facadeModuleId ?? (groups.some((group) => group.name === name) ? '' : named) ?? '';
  if (isFetched.test(facadeModuleId ?? '')) return `${name}.js`;
  // Only QuickJS's own files have hashes in their names.
  const own = name.replace(/^(\w+)-[0-9A-Z]{8}$/, 'quickjs-$1');
  const [, place = own] = source.match(/(?:web|build[/\\]\w+)[/\\](.+)\.js$/) ?? [];
  return `parts/${place.replaceAll(/[/\\]/g, '-')}.js`;
}

/** Generated code. It is minified, because nobody reads it and line breaks would double its size. */
const isMade = /^(\w+-model|(learning-)?fallback|parts\/(learning-)?glue)\.js$/;

/** Adjusts the addresses of files in dist/ to the folders of chunks. */
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
    return { code: code.replaceAll(address, '$1../'), map: null }; // the line numbers stay the same
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
    // Dependencies stay imports, so that a page with several packages gets one Lit.
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
    minify: false, // for reading and debugging; users' bundlers minify it
    comments: { annotation: true, jsdoc: false, legal: true },
  });
  await bundle.close();
  for (const name of wasmFiles) fs.copyFileSync(inRoot('build/engine', name), inRoot('dist', name));
}

/** Replaces modules that fetch other files, so that the classic script is one file. */
const oneFile = {
  name: 'one-file',
  resolveId: {
    filter: { id: /\/(fallback|learning-fallback|create-worker|shipped|fetch-code)\.js$/ },
    handler: (/** @type {string} */ id) => inRoot('web/classic', path.basename(id)),
  },
};

/** In the script without labs, workers start its only engine. */
const oneEngine = {
  name: 'one-engine',
  resolveId: {
    filter: { id: /\/(embedded-simd|training-worker)\.js$/ },
    handler: (/** @type {string} */ id) =>
      inRoot('web/classic', path.basename(id).replace('simd', 'classic')),
  },
};

/** Writes a classic script. @param {string} source  in web/classic @param {string} name  of the script @param {import('rolldown').RolldownPluginOption[]} plugins */
async function writeClassic(source, name, plugins) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: inRoot('web/classic', source),
    plugins,
    cwd: inRoot(),
    // Only Node's workers need the address of the engine.
    transform: { define: { 'import.meta.url': 'undefined' } },
  });
  const { output } = await bundle.write({
    file: inRoot('dist', name),
    format: 'iife',
    codeSplitting: false,
    sourcemap: 'hidden',
    minify: true,
    // The byte order mark of UTF-8. For browsers it overrides the encoding of the page and of the server.
    postBanner: '\ufeff',
  });
  await bundle.close();
  const notices = noticesFor(
    output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : [])),
  );
  fs.appendFileSync(inRoot('dist', name), `/*!\n${notices}*/\n`);
  return notices;
}

/** The folder of the source maps. They are not in the package, because they would double its size. */
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
  // An empty module for users who import the types like a module.
  fs.writeFileSync(inRoot('dist/jsx.js'), 'export {};\n');
  const sources = ['index', 'attention', 'lean', 'onnx', 'torch', 'models'];
  await writeDeclarations(sources.map((name) => entries[/** @type {'index'} */ (name)]));
}
