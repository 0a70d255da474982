// npm run build [-- engine site package]: the engine variants, the web page in site/, the npm package in dist/.
// --address https://your.site/scaledot/ (or SCALEDOT_ADDRESS) tells the page where it will lie: then it has oEmbed.
//
//   src/  --cmake, Emscripten-->  build/wasm/engine-VARIANT.mjs and .wasm, learning-VARIANT.mjs and .wasm
//         --packed here-------->  build/engine/(learning-)VARIANT.js, one module each, and what scaledot/lean fetches
//   web/models/*.safetensors --> build/models/NAME.js, with the bytes inside: pages forbid to fetch
//   web/  --Vite-------------->   site/
//         --package.mjs------->   dist/
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unpack } from '../web/engine/border/lzma.js';
import { modelNames } from '../web/tables/attention.js';
import { packageFiles, packageScripts, writePackage } from './package.mjs';
import {
  cmakeBuild,
  checkHost,
  inRoot,
  installEmscripten,
  installPackages,
  isCurrent,
  mustRun,
  runMain,
  Stop,
  together,
  unlessCurrent,
} from './tools.mjs';

/** What is made of cmake/engines.cmake: programs, each in variants, and before the names of a program's modules its prefix. */
const programs = [
  { program: 'engine', prefix: '', variants: ['relaxed', 'simd', 'fallback'] },
  { program: 'learning', prefix: 'learning-', variants: ['simd', 'fallback'] },
];
const everyVariant = ['relaxed', 'simd', 'fallback'];

/** Of what `npm start` builds before the page opens: one variant that nearly every browser runs, of every program. */
const firstVariants = ['simd'];

/** The programs, with the chosen ones of their variants. @param {string[]} chosen */
const programsIn = (chosen) =>
  programs.map(({ variants, ...program }) => ({
    ...program,
    variants: variants.filter((variant) => chosen.includes(variant)),
  }));

/** The modules of variants, and those that start them. @param {string[]} chosen */
const modulesOf = (chosen) =>
  programsIn(chosen).flatMap(({ prefix, variants }) =>
    [...variants, 'glue'].map((name) => `build/engine/${prefix}${name}.js`),
  );

/** What web/engine/border/lzma.js unpacks. Python has the other half, and where Emscripten runs there is a Python. */
const pack = `
import lzma, sys
lzma1 = dict(id=lzma.FILTER_LZMA1, dict_size=2**24, lc=3, lp=0, pb=0, mf=lzma.MF_BT4, nice_len=273, depth=1000)
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=[lzma1]))`;

/** @param {Buffer} bytes @returns {Buffer} */
function packed(bytes) {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', pack], { input: bytes });
  if (status !== 0) throw new Stop(`python3 could not pack the engine: ${stderr}`);
  if (Buffer.compare(unpack(stdout, bytes.length), bytes) !== 0) {
    throw new Stop('web/engine/border/lzma.js does not give back what was packed');
  }
  return stdout;
}

/** Starts the engine of a compiled module, and keeps that for the engine's workers: what glue.js exports. */
const start = `(module) => new Promise((resolve, reject) => {
  const instantiateWasm = (imports, receive) => {
    WebAssembly.instantiate(module, imports).then(receive).catch(reject);
    return {};
  };
  Module({ instantiateWasm }).then((engine) => resolve(Object.assign(engine, { compiled: module })), reject);
})`;

/**
 * What Emscripten made to stand between a program and JavaScript. That of the engine's two WebAssembly variants is the same
 * but for the name of the .wasm, which the glue itself never uses.
 * @param {string} name
 */
const glueOf = (name) =>
  fs
    .readFileSync(inRoot('build', 'wasm', `${name}.mjs`), 'utf8')
    // Bundlers would look for the file that this address names; it is never used.
    .replaceAll('import.meta.url', '"file:///"')
    .replaceAll(`${name}.wasm`, 'engine.wasm')
    .replace(/export default Module;\s*$/, '');

/**
 * @param {string} name
 * @param {string} code
 * @param {string} type of the default export
 */
async function writeModule(name, code, type) {
  const { minifySync } = await import('rolldown/utils');
  const made = minifySync(`${name}.js`, code, { module: true });
  if (made.errors.length > 0) throw new Stop(`could not minify ${name}: ${made.errors[0].message}`);
  const to = inRoot('build', 'engine', name);
  fs.writeFileSync(`${to}.js`, `// Made by scripts/build.mjs from src/.\n${made.code}\n`);
  fs.writeFileSync(`${to}.d.ts`, `declare const make: ${type};\nexport default make;\n`);
}

/**
 * Packs the variants of a program into build/engine/, each as a module VARIANT.js whose default export makes a new instance.
 * It carries its WebAssembly inside, so that nobody - bundler, server or page - ever has to find a second file; packed, because
 * many servers do not, and as ASCII, which no tool or server changes. For those who want a file, the WebAssembly lies beside
 * it, and what starts it is in glue.js.
 * @param {typeof programs[number]} of
 */
async function packProgram({ program, prefix, variants }) {
  const make = '() => Promise<unknown>';
  const starts = '(module: WebAssembly.Module) => Promise<unknown>';
  const compiled = variants.filter((variant) => variant !== 'fallback');
  const [glue, ...others] = compiled.map((variant) => glueOf(`${program}-${variant}`));
  if (others.some((other) => other !== glue)) throw new Stop(`${program}: variants differ in glue`);
  await writeModule(`${prefix}glue`, `${glue}\nexport default ${start};\n`, starts);
  for (const variant of compiled) {
    const file = `${program}-${variant}.wasm`;
    const bytes = fs.readFileSync(inRoot('build', 'wasm', file));
    const carried = `import start from './${prefix}glue.js';
      import { unpack } from '../../web/engine/border/lzma.js';
      const bytes = () => Uint8Array.from(atob('${packed(bytes).toString('base64')}'), (c) => c.charCodeAt(0));
      export default async () => start(await WebAssembly.compile(unpack(bytes(), ${bytes.length})));\n`;
    await writeModule(`${prefix}${variant}`, carried, make);
    fs.writeFileSync(inRoot('build', 'engine', file), bytes);
  }
  if (variants.includes('fallback')) {
    const code = `${glueOf(`${program}-fallback`)}\nexport default () => Module();\n`;
    await writeModule(`${prefix}fallback`, code, make);
  }
}

/** @param {string[]} variants */
const engineStep = (variants) => ({
  inputs: [
    'src',
    'cmake',
    'CMakeLists.txt',
    'CMakePresets.json',
    'scripts/build.mjs',
    'scripts/setup-toolchain.sh',
    'web/engine/border/lzma.js',
  ],
  outputs: modulesOf(variants),
});

/** Whether all variants of the engine are those of the sources. */
export const engineIsCurrent = () => isCurrent('engine', engineStep(everyVariant));

/** @param {string} name of the step @param {string[]} variants */
async function buildVariants(name, variants) {
  await unlessCurrent(name, engineStep(variants), async () => {
    const chosen = programsIn(variants);
    const targets = chosen.flatMap(({ program, variants }) =>
      variants.map((variant) => `${program}-${variant}`),
    );
    const compile = async () => {
      await installEmscripten();
      await cmakeBuild('wasm', ...targets);
    };
    await together(compile(), installPackages()); // the network for one, the processor for the other
    fs.mkdirSync(inRoot('build', 'engine'), { recursive: true });
    for (const program of chosen) await packProgram(program);
  });
}

/** Builds and packs the engine variants, if their sources changed. */
export const buildEngine = () => buildVariants('engine', everyVariant);

const modelModules = modelNames.map((name) => `build/models/${name}.js`);

/** Puts each trained model into a module whose default export gives its bytes, if it changed. */
export async function buildModels() {
  const inputs = ['web/models', 'scripts/build.mjs'];
  await unlessCurrent('models', { inputs, outputs: modelModules }, async () => {
    fs.mkdirSync(inRoot('build', 'models'), { recursive: true });
    for (const name of modelNames) {
      const bytes = fs.readFileSync(inRoot('web', 'models', `${name}.safetensors`));
      const code = `const bytes = '${bytes.toString('base64')}';
export default () => Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));`;
      const to = inRoot('build', 'models', name);
      fs.writeFileSync(`${to}.js`, `// Made by scripts/build.mjs from web/models/.\n${code}\n`);
      const type = 'declare const bytes: () => Uint8Array;\nexport default bytes;\n';
      fs.writeFileSync(`${to}.d.ts`, type);
    }
  });
}

const webInputs = ['web', ...modelModules, 'package-lock.json', 'scripts/build.mjs'];
const siteInputs = [...webInputs, 'vite.config.js', 'scripts/site.mjs'];

/** @param {string} folder */
const siteOutputs = (folder) =>
  ['index.html', 'embed.html', 'offline.js'].map((file) => `${folder}/${file}`);

/** @param {string} folder @param {string} config of Vite @param {string} address */
async function makeSite(folder, config, address) {
  const { finishSite, siteAddress } = await import('./site.mjs');
  const absolute = siteAddress(address);
  const vite = inRoot('node_modules/vite/bin/vite.js');
  const args = ['build', '--config', inRoot(config), '--outDir', inRoot(folder)];
  await mustRun(process.execPath, [vite, ...args, '--logLevel', 'warn']);
  await finishSite(inRoot(folder), absolute);
}

/**
 * Builds the web page, if its sources changed.
 * @param {string} [address]  where the site will lie, for what needs absolute addresses
 */
export async function buildSite(address = process.env.SCALEDOT_ADDRESS ?? '') {
  await buildModels();
  const inputs = [...siteInputs, ...modulesOf(everyVariant)];
  const step = { inputs, outputs: siteOutputs('site'), options: address };
  await unlessCurrent('site', step, () => makeSite('site', 'vite.config.js', address));
}

export const firstModules = modulesOf(firstVariants);
export const firstSite = 'build/first-site';

/** Builds the first variants and the page with these alone, if their sources changed: what `npm start` serves meanwhile. */
export async function buildFirstSite() {
  await buildVariants(`${firstVariants.join(' and ')} engine`, firstVariants);
  await installPackages();
  await buildModels();
  const config = 'scripts/first-site.js';
  const step = {
    inputs: [...siteInputs, ...firstModules, config],
    outputs: siteOutputs(firstSite),
  };
  await unlessCurrent('page', step, () => makeSite(firstSite, config, ''));
}

/** Builds the npm package, if its sources changed. */
export async function buildPackage() {
  await buildModels();
  const inputs = [...webInputs, ...modulesOf(everyVariant), ...packageScripts];
  await unlessCurrent('package', { inputs, outputs: packageFiles }, writePackage);
}

/** @type {Record<string, (address?: string) => Promise<void>>} */
const steps = {
  engine: buildEngine,
  site: buildSite,
  package: buildPackage,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    checkHost();
    await installPackages();
    const { values, positionals: wanted } = parseArgs({
      options: { address: { type: 'string' } },
      allowPositionals: true,
    });
    for (const [name, step] of Object.entries(steps)) {
      if (wanted.length === 0 || wanted.includes(name)) await step(values.address);
    }
  });
}
