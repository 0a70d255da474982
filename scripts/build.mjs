// npm run build [-- engine site package]: builds the engine variants, the web page in site/, the npm package in dist/.
// With --address https://your.site/scaledot/ (or SCALEDOT_ADDRESS), the future address of the page, it also writes oEmbed.
//
//   src/  --cmake, Emscripten-->  build/wasm/engine-VARIANT.mjs and .wasm, learning-VARIANT.mjs and .wasm
//         --cut and packed here-> build/engine/: modules, and the files that scaledot/lean fetches
//   QuickJS -------------------> build/interpreter/: its WebAssembly, also packed, and the code that runs before a program
//   web/models/*.safetensors --> build/models/NAME-model.js, with the bytes inside, because pages forbid to fetch
//   STIX Two Math ------------> build/font/math.js, a subset (math-font.mjs)
//   JSDoc in web/ ------------> build/reference/completions.js, the completions of the editor (reference.mjs)
//   web/  --Vite-------------->   site/
//   docs/ and the reference -->   site/docs/ (docs.mjs)
//         --package.mjs------->   dist/
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unpack } from '../web/engine/border/lzma.js';
import { markOf, sectionOfMark } from '../web/engine/border/mark.js';
import { partNames, trainingParts } from '../web/engine/border/parts.js';
import { version } from '../web/engine/version.js';
import { checkBorder } from './border/border.mjs';
import { models } from './models.mjs';
import { packageFiles, packageScripts, writePackage } from './package.mjs';
import { cutEngine } from './parts.mjs';
import { modulesOf, programs } from './programs.mjs';
import {
  cmakeBuild,
  checkHost,
  inRoot,
  installEmscripten,
  installPackages,
  isCurrent,
  mustRun,
  outputOf,
  runMain,
  Stop,
  together,
  unlessCurrent,
} from './tools.mjs';

/** @typedef {import('./programs.mjs').Program} Program */

/** The programs that `npm start` builds before the page opens: the variant that nearly every browser runs. */
const firstPrograms = programs.filter(({ variant }) => variant === 'simd');

/** @param {readonly Program[]} of */
const filesOf = (of) => modulesOf(of).map((name) => `build/engine/${name}.js`);

/** A program that packs data for web/engine/border/lzma.js. Python has this compressor, and Emscripten needs Python anyway. */
const pack = `
import lzma, sys
lzma1 = dict(id=lzma.FILTER_LZMA1, dict_size=2**24, lc=3, lp=0, pb=0, mf=lzma.MF_BT4, nice_len=273, depth=1000)
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=[lzma1]))`;

/** @param {Buffer} bytes @returns {Buffer} */
function packed(bytes) {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', pack], { input: bytes });
  if (status !== 0) throw new Stop(`python3 could not pack the engine: ${stderr}`);
  if (Buffer.compare(unpack(stdout, bytes.length), bytes) !== 0) {
    throw new Stop('web/engine/border/lzma.js unpacked other bytes than were packed');
  }
  return stdout;
}

/**
 * The function that glue.js exports. It starts an instance of a compiled module, and returns it with the module and its exports, which
 * parts need. Emscripten's glue would wait forever if WebAssembly.instantiate() fails, so it gets a replacement of that function.
 */
const start = `(compiled) => new Promise((resolve, reject) => {
  let exports;
  const wasm = (imports) => new Promise((receive) => {
    WebAssembly.instantiate(compiled, imports).then((instance) => receive({ instance: { exports: exports = instance.exports } }), reject);
  });
  Module({ wasm }).then((module) => resolve(Object.assign(module, { compiled, exports })));
})`;

/**
 * Returns Emscripten's glue between a program and JavaScript. It is the same for the engine's two WebAssembly variants.
 * @param {string} target
 */
const glueOf = (target) =>
  fs
    .readFileSync(inRoot('build', 'wasm', `${target}.mjs`), 'utf8')
    // Bundlers would look for the file of this address, which is never used.
    .replaceAll('import.meta.url', '"file:///"')
    .replace(/export default Module;\s*$/, '');

/**
 * Writes a module and its type.
 * @param {string} name
 * @param {string} code
 * @param {string} type  of the default export
 * @param {string} [folder]  below build/
 * @param {string} [from]  its source
 */
async function writeModule(name, code, type, folder = 'engine', from = 'src/') {
  const { minifySync } = await import('rolldown/utils');
  const made = minifySync(`${name}.js`, code, { module: true });
  if (made.errors.length > 0) throw new Stop(`could not minify ${name}: ${made.errors[0].message}`);
  const to = inRoot('build', folder, name);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(`${to}.js`, `// Made by scripts/build.mjs from ${from}.\n${made.code}\n`);
  fs.writeFileSync(`${to}.d.ts`, `declare const made: ${type};\nexport default made;\n`);
}

/** Writes a program in plain JavaScript, with Emscripten's glue. Its default export makes a new instance. @param {Program} program */
const packScript = ({ target, name }) =>
  writeModule(
    name,
    `${glueOf(target)}\nexport default () => Module();\n`,
    '() => Promise<unknown>',
  );

/**
 * Returns a module whose default export compiles WebAssembly. The code is embedded, so that no bundler, server or page has to
 * find a second file. It is packed, because many servers do not compress, and ASCII, which no tool or server changes.
 * @param {Buffer} bytes
 */
const embedding = (bytes) => `import { unpack } from '../../web/engine/border/lzma.js';
    const bytes = () => Uint8Array.from(atob('${packed(bytes).toString('base64')}'), (c) => c.charCodeAt(0));
    export default async () => WebAssembly.compile(unpack(bytes(), ${bytes.length}));\n`;

const compiles = '() => Promise<WebAssembly.Module>';

/**
 * Writes WebAssembly of the engine as such a module, and as a file for users who need one.
 * @param {string} name
 * @param {string} file
 * @param {Buffer} bytes
 */
async function packWasm(name, file, bytes) {
  await writeModule(name, embedding(bytes), compiles);
  fs.writeFileSync(inRoot('build', 'engine', file), bytes);
}

/**
 * Appends a custom section to WebAssembly, which says what it is. Nothing else changes.
 * @param {Buffer} bytes
 * @param {import('../web/engine/border/mark.js').ModuleFile} entry
 */
function marked(bytes, entry) {
  const [name, mark] = [sectionOfMark, markOf(entry, version)].map((text) => Buffer.from(text));
  const content = Buffer.concat([Buffer.from([name.length]), name, mark]);
  if (content.length > 127) throw new Stop('a mark has at most 127 bytes: one digit of LEB128');
  return Buffer.concat([bytes, Buffer.from([0, content.length]), content]);
}

/** Returns the folder of Binaryen's tools of the Emscripten that built the engines. */
function binaryenTools() {
  const [{ command }] = JSON.parse(
    fs.readFileSync(inRoot('build/wasm/compile_commands.json'), 'utf8'),
  );
  const config = String(command.match(/(\S+)em\+\+ /)?.[1]) + 'em-config';
  return path.join(outputOf(config, 'BINARYEN_ROOT').trim(), 'bin');
}

/** @param {string} part */
const suffixOf = (part) => (part === 'core' ? '' : `-${part}`);

/** Packs a program into build/engine/. @param {Program} program */
async function packProgram(program) {
  const { target, name, glue, parts, given, classic } = program;
  if (!glue) return packScript(program);
  const wasm = inRoot('build', 'wasm', `${target}.wasm`);
  const whole = fs.readFileSync(wasm);
  const cut = parts.length > 0 ? cutEngine(wasm, binaryenTools(), partNames) : { core: whole };
  for (const [part, bytes] of Object.entries(cut)) {
    const own = suffixOf(part);
    await packWasm(`${name}${own}`, `${target}${own}.wasm`, bytes);
  }
  if (given) fs.writeFileSync(inRoot('build/engine', given.file), marked(whole, given.entry));
  if (!classic) return;
  for (const [part, bytes] of Object.entries(cutEngine(wasm, binaryenTools(), trainingParts)))
    await writeModule(`${classic}${suffixOf(part)}`, embedding(bytes), compiles);
}

/** Writes the glue of programs into build/engine/. @param {readonly Program[]} of */
async function packGlue(of) {
  /** @type {Map<string, string>} */
  const written = new Map();
  for (const { target, glue } of of) {
    if (!glue) continue;
    const made = glueOf(target);
    if ((written.get(glue) ?? made) !== made) throw new Stop(`${glue}: variants differ in glue`);
    written.set(glue, made);
  }
  for (const [name, made] of written) {
    const inner = `((WebAssembly) => { ${made}; return Module; })`;
    const code = `const Module = ${inner}({ instantiate: (wasm, imports) => wasm(imports) });\nexport default ${start};\n`;
    await writeModule(name, code, '(compiled: WebAssembly.Module) => Promise<unknown>');
  }
}

/** @param {readonly Program[]} of */
const engineStep = (of) => ({
  inputs: [
    'src',
    'cmake',
    'CMakeLists.txt',
    'CMakePresets.json',
    'scripts/build.mjs',
    'scripts/parts.mjs',
    'scripts/programs.mjs',
    'scripts/setup-toolchain.sh',
    'web/engine/border/lzma.js',
    'web/engine/border/parts.js',
    'web/engine/border/mark.js',
    'web/engine/records/stamp.js',
    'web/engine/version.js',
  ],
  outputs: filesOf(of),
});

/** Whether all variants of the engine are current. */
export const engineIsCurrent = () => isCurrent('engine', engineStep(programs));

/** @param {string} name of the step @param {readonly Program[]} of */
async function buildPrograms(name, of) {
  await unlessCurrent(name, engineStep(of), async () => {
    const compile = async () => {
      await installEmscripten();
      await cmakeBuild('wasm', ...of.map(({ target }) => target));
    };
    await together(compile(), installPackages()); // one needs the processor, the other the network
    fs.mkdirSync(inRoot('build', 'engine'), { recursive: true });
    await packGlue(of);
    for (const program of of) await packProgram(program);
  });
}

/** Builds and packs the engine variants, if their sources changed. */
export const buildEngine = () => buildPrograms('engine', programs);

const modelNames = Object.keys(models);
const modelModules = modelNames.map((name) => `build/models/${name}-model.js`);

/**
 * Writes a module whose default export returns the bytes embedded in it.
 * @param {string} file
 * @param {Uint8Array} bytes
 * @param {string} words  a comment about their origin
 */
function writeBytes(file, bytes, words) {
  const code = `const bytes = '${Buffer.from(bytes).toString('base64')}';
export default () => Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));`;
  const to = inRoot(file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, `${words}\n${code}\n`);
  const type = 'declare const bytes: () => Uint8Array<ArrayBuffer>;\nexport default bytes;\n';
  fs.writeFileSync(to.replace(/js$/, 'd.ts'), type);
}

/** Writes each trained model into a module, if it changed. */
async function buildModels() {
  const inputs = ['web/models', 'scripts/models.mjs', 'scripts/build.mjs'];
  await unlessCurrent('models', { inputs, outputs: modelModules }, async () => {
    for (const [at, name] of modelNames.entries()) {
      const bytes = fs.readFileSync(inRoot('web', 'models', `${name}.safetensors`));
      writeBytes(modelModules[at], bytes, '// Made by scripts/build.mjs from web/models/.');
    }
  });
}

const interpreterModules = ['quickjs', 'quickjs-glue', 'guest'].map(
  (name) => `build/interpreter/${name}.js`,
);

/**
 * Adds an export of the table of functions, `table`, to WebAssembly. Nothing else changes.
 * @param {Uint8Array} bytes
 */
function withTable(bytes) {
  const number = (/** @type {number} */ at) => {
    let [value, shift] = [0, 0];
    do value |= (bytes[at] & 127) << (7 * shift++);
    while (bytes[at++] > 127);
    return [value, at];
  };
  const coded = (/** @type {number} */ value) => {
    const code = [value & 127];
    for (let rest = value >> 7; rest > 0; rest >>= 7) code.push(rest & 127);
    return code.map((digit, i) => (i < code.length - 1 ? digit | 128 : digit));
  };
  const [listOfExports, kindOfTable] = [7, 1];
  for (let at = 8; at < bytes.length;) {
    const [size, from] = number(at + 1);
    const [count, names] = number(from);
    const end = from + size;
    if (bytes[at] === listOfExports) {
      const own = [5, ...Buffer.from('table'), kindOfTable, 0];
      const list = Buffer.from([...coded(count + 1), ...bytes.subarray(names, end), ...own]);
      const parts = [bytes.subarray(0, at + 1), Buffer.from(coded(list.length)), list];
      return Buffer.concat([...parts, bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Stop('the interpreter exports nothing');
}

/** Writes the interpreter's WebAssembly and the code that it runs before a program into modules, if they changed. */
async function buildInterpreter() {
  const inputs = ['web/playground/guest', 'web/playground/wire', 'scripts/build.mjs'];
  const step = { inputs: [...inputs, 'package-lock.json'], outputs: interpreterModules };
  await unlessCurrent('interpreter', step, async () => {
    const { rolldown } = await import('rolldown');
    const wasm = import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
    const bytes = withTable(fs.readFileSync(fileURLToPath(wasm)));
    await writeModule('quickjs', embedding(bytes), compiles, 'interpreter', 'QuickJS');
    const loader = import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/package.json');
    const glue = fs
      .readFileSync(new URL('dist/emscripten-module.browser.mjs', loader), 'utf8')
      .replaceAll('import.meta.url', '"file:///"'); // bundlers would embed the file that it names
    // Also removes the functions with which the glue could fetch the file.
    const shut = `const fetch = undefined, XMLHttpRequest = undefined;\n${glue}`;
    const start = '(options: object) => Promise<object>';
    await writeModule('quickjs-glue', shut, start, 'interpreter', 'QuickJS');
    const bundle = await rolldown({ input: inRoot('web/playground/guest/index.js') });
    const { output } = await bundle.generate({ format: 'es', minify: true });
    const text = `export default ${JSON.stringify(output[0].code)};`;
    await writeModule('guest', text, 'string', 'interpreter', 'web/playground/guest/');
  });
}

const fontModule = 'build/font/math.js';

/** Writes the mathematical font into a module, because pages that forbid fetching a font allow one from bytes of a script. */
async function buildFont() {
  const inputs = ['scripts/math-font.mjs', 'scripts/build.mjs', 'package-lock.json'];
  await unlessCurrent('font', { inputs, outputs: [fontModule] }, async () => {
    const { mathFont } = await import('./math-font.mjs');
    const bytes = await mathFont();
    if (bytes.length > 25_000)
      throw new Stop(`the mathematical font has ${bytes.length} bytes; expected at most 25000`);
    const words = '/*! A subset of STIX Two Math, SIL Open Font License 1.1: see OFL.txt. */';
    writeBytes(fontModule, bytes, words);
  });
}

const referenceModule = 'build/reference/completions.js';

/** Writes the reference of the package for the editor and for the documentation, if it changed. */
async function buildReference() {
  const read = [
    'web/engine',
    'web/elements',
    'web/charts',
    'web/diagrams',
    'web/tables',
    'web/labs/lab/public.d.ts',
  ];
  const scripts = ['reference', 'declarations', 'package'].map((name) => `scripts/${name}.mjs`);
  const inputs = [...read, ...scripts, 'package-lock.json'];
  await unlessCurrent('reference', { inputs, outputs: [referenceModule] }, async () => {
    const { writeReference } = await import('./reference.mjs');
    writeReference();
  });
}

/** Builds the modules other than the engine that pages and package import: models, interpreter, font, names of the package. */
export async function buildModules() {
  await buildModels();
  await buildInterpreter();
  await buildFont();
  await buildReference();
}

const webInputs = [
  'web',
  ...modelModules,
  fontModule,
  referenceModule,
  'package-lock.json',
  'scripts/build.mjs',
];
const siteScripts = [
  ...['site', 'notices', 'docs', 'docs-pages', 'docs-reference', 'docs-text', 'examples'],
];
const siteInputs = [
  ...webInputs,
  'docs',
  'vite.config.js',
  ...siteScripts.map((name) => `scripts/${name}.mjs`),
];

/** @param {string} folder */
const siteOutputs = (folder) =>
  ['index.html', 'embed.html', 'offline.js'].map((file) => `${folder}/${file}`);

/** @param {string} folder */
async function writeFontLicence(folder) {
  const { mathFontLicence } = await import('./math-font.mjs');
  fs.writeFileSync(inRoot(folder, 'OFL.txt'), mathFontLicence());
}

/**
 * Makes the page from modules that are built.
 * @param {string} folder
 * @param {string} config  of Vite
 * @param {string} address
 */
export async function makeSite(folder, config, address) {
  const { finishSite, siteAddress } = await import('./site.mjs');
  const { writeDocs } = await import('./docs.mjs');
  const absolute = siteAddress(address);
  const vite = inRoot('node_modules/vite/bin/vite.js');
  // Node loads the configuration. Vite would bundle it and fail on imports of engines that are not built yet.
  const loaded = ['--config', inRoot(config), '--configLoader', 'native'];
  const args = ['build', ...loaded, '--outDir', inRoot(folder)];
  await mustRun(process.execPath, [vite, ...args, '--logLevel', 'warn']);
  writeDocs(inRoot(folder));
  await finishSite(inRoot(folder), absolute);
  await writeFontLicence(folder);
}

/**
 * Builds the web page, if its sources changed.
 * @param {string} [address]  the future address of the site, for files that need absolute addresses
 */
export async function buildSite(address = process.env.SCALEDOT_ADDRESS ?? '') {
  await buildModules();
  const inputs = [...siteInputs, ...filesOf(programs)];
  const step = { inputs, outputs: siteOutputs('site'), options: address };
  await unlessCurrent('site', step, () => makeSite('site', 'vite.config.js', address));
}

export const firstModules = filesOf(firstPrograms);
export const firstSite = 'build/first-site';
export const firstConfig = 'scripts/first-site.js';

/** Builds the first variants and a page with only these, if their sources changed. `npm start` serves it until all are built. */
export async function buildFirstSite() {
  await buildPrograms('simd engine', firstPrograms);
  await installPackages();
  await buildModules();
  const step = {
    inputs: [...siteInputs, ...firstModules, firstConfig],
    outputs: siteOutputs(firstSite),
  };
  await unlessCurrent('page', step, () => makeSite(firstSite, firstConfig, ''));
}

/** Builds the npm package, if its sources changed. */
export async function buildPackage() {
  await buildModules();
  const inputs = [...webInputs, ...filesOf(programs), ...packageScripts];
  await unlessCurrent('package', { inputs, outputs: packageFiles }, async () => {
    await writePackage();
    await writeFontLicence('dist');
  });
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
    checkBorder();
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
