// npm run size [-- --write]: prints how many bytes of WebAssembly (gzip) each function adds to an engine, and how much a visitor
// downloads. --write updates both tables of docs/contributing/sizes.md.
//
// Each function is linked separately from the core of the relaxed engine, with the parts of the C library it needs and no glue.
// Functions share code (tiles, memory, mathematics), so the rows add up to more than the whole.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildEngine } from './build.mjs';
import {
  downloadTable,
  functionRows,
  functionTable,
  sizesPage,
  wholeRows,
  withTable,
} from './size-tables.mjs';
import { inRoot, outputOf, run, runMain, Stop } from './tools.mjs';

const gzipped = (/** @type {string} */ file) =>
  gzipSync(fs.readFileSync(file), { level: 9 }).length;

/** Returns the path of a tool of the Emscripten that built the engines. @param {'em++' | 'emnm'} name */
function toolOf(name) {
  const [{ command }] = JSON.parse(
    fs.readFileSync(inRoot('build/wasm/compile_commands.json'), 'utf8'),
  );
  return path.join(path.dirname(command.match(/\S+em\+\+(?= )/)[0]), name);
}

/** Returns the core's symbols by their names without namespace and parameters. @param {string} core */
function symbolsOf(core) {
  /** @type {Map<string, string[]>} */
  const symbols = new Map();
  const list = (/** @type {string[]} */ ...flags) =>
    outputOf(toolOf('emnm'), '--defined-only', '--extern-only', '-j', ...flags, core)
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith(':'));
  const plain = list('-C');
  list().forEach((symbol, i) => {
    const name = plain[i].replace(/^scaledot::/, '').replace(/\(.*$/, '');
    symbols.set(name, [...(symbols.get(name) ?? []), symbol]);
  });
  for (const name of ['malloc', 'free']) symbols.set(name, [name]);
  return symbols;
}

await runMain(async () => {
  await buildEngine();
  const core = inRoot('build/wasm/libcore-relaxed.a');
  const symbols = symbolsOf(core);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'size-'));
  const file = path.join(folder, 'alone.wasm');
  /** @type {Map<string, number>} */
  const bytes = new Map();
  for (const [name, functions] of Object.entries(functionRows)) {
    const exported = functions.flatMap((each) => {
      const found = symbols.get(each);
      if (!found) throw new Stop(`size: the core has no ${each}`);
      return found.map((symbol) => `-Wl,--export=${symbol}`);
    });
    const flags = [
      '-O3',
      '-fno-rtti',
      '-msimd128',
      '-mrelaxed-simd',
      '-sSTANDALONE_WASM',
      '-sSTRICT',
    ];
    const rest = ['-sFILESYSTEM=0', '-sALLOW_MEMORY_GROWTH', '-sMALLOC=emmalloc', '--no-entry'];
    const code = await run(toolOf('em++'), [...flags, ...rest, core, ...exported, '-o', file], {
      quiet: true,
    });
    if (code !== 0) throw new Stop(`size: linking ${name} failed`);
    bytes.set(name, gzipped(file));
  }
  fs.rmSync(folder, { recursive: true });
  for (const [name, whole] of Object.entries(wholeRows))
    bytes.set(name, gzipped(inRoot('build/wasm', whole)));
  const functions = functionTable(bytes);
  const downloads = downloadTable();
  console.log(`${functions}\n\n${downloads}`);
  if (!process.argv.includes('--write')) return;
  const page = fs.readFileSync(sizesPage, 'utf8');
  fs.writeFileSync(
    sizesPage,
    withTable(withTable(page, 'functions', functions), 'downloads', downloads),
  );
});
