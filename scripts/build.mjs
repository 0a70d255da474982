// npm run build [-- engine site package]: the engine variants, the web page in site/, the npm package in dist/.
//
//   src/  --cmake, Emscripten-->  build/wasm/engine-VARIANT.mjs and .wasm
//         --packed here-------->  build/engine/VARIANT.js, one self-contained module each
//   web/  --Vite-------------->   site/
//         --Rolldown, tsc----->   dist/
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import {
  cmakeBuild,
  checkHost,
  inRoot,
  installEmscripten,
  installPackages,
  mustRun,
  runMain,
  Stop,
  unlessCurrent,
} from './tools.mjs';

const variants = ['relaxed', 'simd', 'fallback'];
const modules = variants.map((variant) => `build/engine/${variant}.js`);

// Turns the text of a packed .wasm back into its bytes, with what pages, workers and Node all have.
const unpack = `async (text) => {
  const zipped = new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]).stream();
  return new Response(zipped.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}`;

/**
 * The JavaScript module of a variant: it carries its WebAssembly inside, so that nobody - bundler, server
 * or page - ever has to find a second file. Its default export makes a new instance of the engine.
 * @param {string} variant
 */
async function packEngine(variant) {
  const { minifySync } = await import('rolldown/utils');
  const from = inRoot('build', 'wasm', `engine-${variant}`);
  const glue = fs
    .readFileSync(`${from}.mjs`, 'utf8')
    // Bundlers would look for the file that this address names; it is never used.
    .replaceAll('import.meta.url', '"file:///"')
    .replace(/export default Module;\s*$/, '');
  let make = 'async () => Module()';
  if (variant !== 'fallback') {
    const wasm = gzipSync(fs.readFileSync(`${from}.wasm`), { level: 9 }).toString('base64');
    make = `async () => Module({ wasmBinary: await (${unpack})(\n'${wasm}') })`;
  }
  const { code, errors } = minifySync(`${variant}.js`, `${glue}\nexport default ${make};\n`, {
    module: true,
  });
  if (errors.length > 0) throw new Stop(`could not minify the glue: ${errors[0].message}`);
  const text = `// Made by scripts/build.mjs from src/.\n${code}\n`;
  const to = inRoot('build', 'engine', variant);
  fs.writeFileSync(`${to}.js`, text);
  fs.writeFileSync(
    `${to}.d.ts`,
    'declare const make: () => Promise<unknown>;\nexport default make;\n',
  );
}

/** Builds and packs the engine variants, if their sources changed. */
export async function buildEngine() {
  const inputs = [
    'src',
    'cmake',
    'CMakeLists.txt',
    'CMakePresets.json',
    'scripts/build.mjs',
    'scripts/setup-toolchain.sh',
  ];
  await unlessCurrent('engine', { inputs, outputs: modules }, async () => {
    await installEmscripten();
    await cmakeBuild('wasm');
    fs.mkdirSync(inRoot('build', 'engine'), { recursive: true });
    for (const variant of variants) await packEngine(variant);
  });
}

const webInputs = ['web', ...modules, 'package-lock.json', 'scripts/build.mjs'];

/** Builds the web page, if its sources changed. */
export async function buildSite() {
  const outputs = ['site/index.html', 'site/embed.html'];
  await unlessCurrent('site', { inputs: [...webInputs, 'vite.config.js'], outputs }, async () => {
    const vite = inRoot('node_modules/vite/bin/vite.js');
    await mustRun(process.execPath, [vite, 'build', '--logLevel', 'warn']);
  });
}

const entries = {
  index: 'engine/index.js',
  worker: 'labs/worker.js',
  onnx: 'engine/onnx.js',
  torch: 'engine/torch.js',
  elements: 'elements.js',
  define: 'define.js',
};

/** Builds the npm package, if its sources changed. */
export async function buildPackage() {
  const outputs = [...Object.keys(entries).map((name) => `dist/${name}.js`), 'dist/types'];
  await unlessCurrent(
    'package',
    { inputs: [...webInputs, 'tsconfig.types.json'], outputs },
    async () => {
      fs.rmSync(inRoot('dist'), { recursive: true, force: true });
      const { rolldown } = await import('rolldown');
      const bundle = await rolldown({
        input: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, inRoot('web', file)]),
        ),
        // A page that imports several packages must get one Lit: its dependencies stay imports.
        external: /^(lit|d3-|fflate)/,
        cwd: inRoot(),
      });
      // One flat folder: the address './worker.js' inside stays right in every chunk.
      await bundle.write({
        dir: inRoot('dist'),
        format: 'es',
        chunkFileNames: '[name]-[hash].js',
        minify: true,
      });
      await bundle.close();
      await mustRun(process.execPath, [
        inRoot('node_modules/typescript/bin/tsc'),
        '-p',
        'tsconfig.types.json',
      ]);
    },
  );
}

const steps = { engine: buildEngine, site: buildSite, package: buildPackage };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    checkHost();
    await installPackages();
    const wanted = process.argv.slice(2);
    for (const [name, step] of Object.entries(steps)) {
      if (wanted.length === 0 || wanted.includes(name)) await step();
    }
  });
}
