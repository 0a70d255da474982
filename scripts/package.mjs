// The npm package: web/ --Rolldown--> dist/, and its declarations by tsc.
import fs from 'node:fs';
import { inRoot, mustRun } from './tools.mjs';

/** Entries of the package and their sources. */
const entries = {
  index: 'engine/index.js',
  lean: 'engine/lean.js',
  worker: 'labs/worker.js',
  onnx: 'engine/onnx.js',
  torch: 'engine/torch.js',
  elements: 'elements.js',
  define: 'define.js',
  cli: 'cli/main.js',
};

/** The WebAssembly that scaledot/lean finds beside itself. */
const fetched = ['engine-relaxed.wasm', 'engine-simd.wasm'];

/** What tells that a package has been built. */
export const packageFiles = [
  ...Object.keys(entries).map((name) => `dist/${name}.js`),
  ...fetched.map((name) => `dist/${name}`),
  'dist/types',
];

/** In dist/ all files lie in one folder. */
const besideEachOther = {
  name: 'beside-each-other',
  transform: {
    filter: { id: /fetched\.js$/ },
    handler: (/** @type {string} */ code) =>
      code.replaceAll('../../build/engine/engine-', './engine-'),
  },
};

async function writeModules() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, inRoot('web', file)]),
    ),
    // A page that imports several packages must get one Lit: its dependencies stay imports.
    external: /^(node:|lit|d3-|fflate|lean-qr)/,
    plugins: [besideEachOther],
    cwd: inRoot(),
  });
  // One flat folder: the address './worker.js' inside stays right in every chunk.
  await bundle.write({
    dir: inRoot('dist'),
    format: 'es',
    chunkFileNames: '[name].js',
    minify: true,
  });
  await bundle.close();
  for (const name of fetched) fs.copyFileSync(inRoot('build/engine', name), inRoot('dist', name));
}

/** Writes the npm package to dist/. */
export async function writePackage() {
  fs.rmSync(inRoot('dist'), { recursive: true, force: true });
  await writeModules();
  await mustRun(process.execPath, [
    inRoot('node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.types.json',
  ]);
}
