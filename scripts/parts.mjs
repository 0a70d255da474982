// Cuts the WebAssembly of an engine into its parts (web/engine/border/parts.js) with Binaryen's wasm-split. All parts belong to
// one program with one memory, so cutting changes no bits and duplicates no code.
//
// A function belongs to a part if only that part and parts that need it call the function. All other functions are in the core,
// which is always loaded. Tables that only one function of the C library reads go with it. Embind calls a bound function through
// its entry in the table of functions. The entry is empty until the part is loaded, which fills it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import '../cmake/allow-relaxed-simd.cjs';
import { completed } from '../web/engine/border/parts.js';
import { Stop } from './tools.mjs';

/** @import { PartName } from '../web/engine/types.js' */
/** @typedef {{calls: Set<number>, types: Set<string>, type: string, callers: Set<PartName | 'core'>}} Code a function */

/** The functions that src/bindings/ binds, by part. @type {Record<PartName | 'core', readonly string[]>} */
const bound = {
  core: ['reserve', 'scaleFactor', 'scoreTheory', 'countValues'],
  matrices: ['softmax', 'matmul', 'randomTensor'],
  scores: ['scores', 'scorePlane', 'drawScoreParameters', 'scoreCost'],
  forward: ['attention', 'handMade'],
  attention: [
    ...['logSoftmax', 'entropy', 'softmaxJacobian', 'difference', 'productTerms', 'softmaxTerms'],
  ],
  layers: ['multiHeadAttention', 'layerNorm', 'rmsNorm', 'normStages', 'rotate'],
  gradients: [
    ...['attentionGradient', 'multiHeadAttentionGradient', 'scoresGradient', 'softmaxGradient'],
    ...['logSoftmaxGradient', 'softmaxJacobianGradient', 'layerNormGradient', 'rmsNormGradient'],
    ...['rotateGradient', 'logSoftmaxJvp', 'linearGradient', 'pointwiseGradient', 'optimizerStep'],
  ],
  heads: ['headCost', 'mergedHead', 'thinHead'],
  measures: ['softmaxMeasures', 'spread', 'ratio'],
  softmax: ['softmaxDraws', 'softmaxSample'],
  scoring: ['scoringDraws', 'summarizeScores'],
  statistics: [
    ...['scorePlan', 'scoreUnitRange', 'mergeScoreUnits', 'scoreStatistics', 'scoreGrowth'],
  ],
  samples: [
    ...['scoreWalks', 'componentSample', 'varianceDraws', 'summarizeVariances'],
    ...['numpyProductVariance', 'numpySeed', 'numpyDraw'],
  ],
  laws: ['openLaw', 'lawValues', 'scoreCurves'],
  network: [
    ...['decode', 'linear', 'pointwise', 'rotaryTable', 'relativeBias', 'crossEntropy'],
    ...['headStatistics', 'meanOfHeads'],
  ],
  files: [
    ...['readNpyHeader', 'readSafetensorsHeader', 'readNumbers', 'writeNpyHeader'],
    'writeSafetensorsHeader',
  ],
};

/** Tables that move with the only function that reads them, by their names in the linker's map. @type {Partial<Record<PartName, string>>} */
const tables = { statistics: '.rodata.__log_data' };

/** The smallest size of a part. Vite inlines smaller files as data: addresses, which pages forbid to fetch. */
const leastBytes = 4096;

/** The number of bytes at the start of a table that code refers to by their addresses. Later addresses may belong to other data. */
const tableHead = 144;

/** The allowed features. The newest is reference-types with several tables, which parts need; web/engine/border/variants.js tests hosts for it. */
const features = [
  'bulk-memory',
  'mutable-globals',
  'reference-types',
  'sign-ext',
  'simd',
  'relaxed-simd',
].map((name) => `--enable-${name}`);

/**
 * Returns the functions that a module registers with Embind when it starts. Of all its imports, only the registration of a function
 * takes eight arguments: name, number of values, their types, signature, invoker, function and two flags.
 *
 * @param {WebAssembly.Module} module
 */
function registered(module) {
  /** @type {{name: number, invoker: number, target: number}[]} */
  const found = [];
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = (/** @type {number[]} */ ...args) => {
      if (args.length === 8) found.push({ name: args[0], invoker: args[4], target: args[5] });
    };
  }
  const exports = Object.values(new WebAssembly.Instance(module, imports).exports);
  const starts = exports.filter((each) => typeof each === 'function' && each.length === 0);
  const memory = exports.find((each) => each instanceof WebAssembly.Memory);
  if (starts.length !== 1 || !memory) throw new Stop('parts: the engine starts in an unknown way');
  /** @type {() => void} */ (starts[0])();
  const bytes = Buffer.from(memory.buffer);
  return found.map(({ name, ...places }) => ({
    name: bytes.toString('latin1', name, bytes.indexOf(0, name)),
    ...places,
  }));
}

/** Parses a module. @param {string} text  as wasm-dis prints it */
function readModule(text) {
  /** @type {Code[]} */
  const functions = [];
  /** @type {number[]} the functions that are exported */
  const exported = [];
  /** @type {number[]} functions by their places in the table */
  const table = [];
  for (const line of text.split('\n')) {
    const [, number, type] = line.match(/^ \(func \$(\d+) \(type (\S+?)\)/) ?? [];
    if (line.startsWith(' (func ')) {
      if (Number(number) !== functions.length)
        throw new Stop('parts: functions are numbered in an unknown way');
      functions.push({ type, calls: new Set(), types: new Set(), callers: new Set() });
      continue;
    }
    const [, at] = line.match(/^ \(export "[^"]+" \(func \$(\d+)\)\)/) ?? [];
    const [, first, members] = line.match(/^ \(elem \$\d+ \(i32\.const (\d+)\) (.*)\)$/) ?? [];
    if (at) exported.push(Number(at));
    else if (members)
      members.split(' ').forEach((name, i) => (table[Number(first) + i] = Number(name.slice(1))));
    const [, callee] = line.match(/\((?:return_)?call \$(\d+)/) ?? [];
    if (callee) functions.at(-1)?.calls.add(Number(callee));
    const [, through] = line.match(/call_indirect (?:\$\d+ )?\(type (\S+?)\)/) ?? [];
    if (through) functions.at(-1)?.types.add(through);
    if (line.includes('ref.func')) throw new Stop('parts: a function is called in an unknown way');
  }
  return { functions, exported, table };
}

/**
 * Sets the callers of every function.
 *
 * @param {ReturnType<typeof readModule>} module
 * @param {ReturnType<typeof registered>} registrations
 */
function findCallers({ functions, exported, table }, registrations) {
  const invokers = new Set(registrations.map(({ invoker }) => table[invoker]));
  const targets = new Map(registrations.map(({ name, target }) => [name, table[target]]));
  const places = table.filter((at) => [...targets.values()].includes(at));
  if (
    places.length !== targets.size ||
    registrations.some(({ invoker }) => table[invoker] === undefined)
  )
    throw new Stop('parts: not every bound function has one place of its own in the table');
  /** Functions that C++ may call through the table. Only Embind calls bound functions. */
  const inTable = new Set(Object.values(table)); // the first place is empty
  for (const at of [...invokers, ...targets.values()]) inTable.delete(at);
  /** @param {number} first @param {PartName | 'core'} part */
  const follow = (first, part) => {
    const stack = [first];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { calls, types, callers } = functions[at];
      if (callers.has(part)) continue;
      callers.add(part);
      stack.push(...calls);
      if (invokers.has(at)) continue;
      stack.push(...[...inTable].filter((member) => types.has(functions[member].type)));
    }
  };
  for (const at of [...exported, ...invokers]) follow(at, 'core');
  for (const [part, names] of Object.entries(bound)) {
    for (const name of names) {
      const at = targets.get(name);
      if (at === undefined) throw new Stop(`parts: src/bindings/ binds no ${name}`);
      follow(at, /** @type {PartName | 'core'} */ (part));
      targets.delete(name);
    }
  }
  if (targets.size > 0)
    throw new Stop(`parts: in no part of scripts/parts.mjs: ${[...targets.keys()].join(', ')}`);
}

/**
 * Returns the part that all callers are or need. Of several, it is the one that needs the most parts itself.
 *
 * @param {Set<PartName | 'core'>} callers
 * @param {readonly PartName[]} parts
 * @returns {PartName | undefined} undefined: the core
 */
const ownerOf = (callers, parts) =>
  parts
    .filter((part) =>
      [...callers].every((other) => other !== 'core' && completed([other]).includes(part)),
    )
    .sort((a, b) => completed([b]).length - completed([a]).length)[0];

/** Decodes a data segment. @param {string} text  between its quotes */
const bytesOf = (text) =>
  Buffer.concat(
    [...text.matchAll(/\\([0-9a-f]{2})|\\(.)|([^\\]+)/g)].map(([, hex, escaped, plain]) =>
      hex ? Buffer.from(hex, 'hex') : Buffer.from(escaped ? unescaped(escaped) : plain, 'latin1'),
    ),
  );
const unescaped = (/** @type {string} */ letter) =>
  ({ n: '\n', t: '\t', r: '\r' })[letter] ?? letter;

/** @param {number} address @param {Buffer} bytes */
const segment = (address, bytes) =>
  ` (data (i32.const ${address}) "${bytes.toString('hex').replaceAll(/../g, '\\$&')}")`;

/**
 * Moves the data of an address range from one module to another, which writes it to memory when it is loaded.
 *
 * @param {string} core @param {string} part as texts
 * @param {number} first @param {number} last
 * @returns {[string, string]}
 */
function moveData(core, part, first, last) {
  /** @type {string[]} */
  const moved = [];
  const rest = core.replaceAll(
    /^ \(data \S+ \(i32\.const (\d+)\) "(.*)"\)$/gm,
    (line, at, content) => {
      const bytes = bytesOf(content);
      const begin = Number(at);
      const end = begin + bytes.length;
      if (end <= first || begin >= last) return line;
      const [from, to] = [Math.max(begin, first), Math.min(end, last)];
      moved.push(segment(from, bytes.subarray(from - begin, to - begin)));
      const left = [
        [begin, from],
        [to, end],
      ].filter(([a, b]) => a < b);
      return left.map(([a, b]) => segment(a, bytes.subarray(a - begin, b - begin))).join('\n');
    },
  );
  if (moved.length === 0) throw new Stop('parts: a table is not where the map says');
  return [rest, part.replace(/\)\s*$/, `${moved.join('\n')}\n)`)];
}

/** Returns constants that may be addresses. @param {string} text  of a module */
const addresses = (text) =>
  Array.from(text.matchAll(/\(i32\.const (\d+)\)/g), ([, at]) => Number(at));

/** @param {string} map of the linker @param {string} name @returns {[number, number]} from, to */
function rangeOf(map, name) {
  const line = map.split('\n').find((each) => each.endsWith(`(${name})`));
  const [, at, , size] = line?.match(/^ *([0-9a-f]+) +([0-9a-f]+) +([0-9a-f]+)/) ?? [];
  if (!at) throw new Stop(`parts: the map of the linker has no ${name}`);
  return [parseInt(at, 16), parseInt(at, 16) + parseInt(size, 16)];
}

/**
 * Cuts an engine.
 * @param {string} wasm  a file, with the linker's map next to it
 * @param {string} tools  the folder of Binaryen's tools
 * @param {readonly PartName[]} parts  to cut off; the others stay in the core
 * @returns {Partial<Record<PartName, Buffer>> & {core: Buffer}}
 */
export function cutEngine(wasm, tools, parts) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parts-'));
  const inFolder = (/** @type {string} */ name) => path.join(folder, name);
  const tool = (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
    execFileSync(
      path.join(tools, name),
      [...(name === 'wasm-dis' ? ['-all'] : features), ...args],
      {
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
      },
    );
  try {
    const text = tool('wasm-dis', wasm);
    const module = readModule(text);
    findCallers(module, registered(new WebAssembly.Module(fs.readFileSync(wasm))));
    // Keeps names, because functions without names would be renumbered after each cut.
    fs.writeFileSync(inFolder('core.wat'), text);
    tool('wasm-as', '-g', inFolder('core.wat'), '-o', inFolder('core.wasm'));
    for (const [i, part] of parts.entries()) {
      const own = module.functions.flatMap(({ callers }, at) =>
        ownerOf(callers, parts) === part ? [at] : [],
      );
      if (own.length === 0) throw new Stop(`parts: ${part} has no functions`);
      const [before, after, cut] = ['core', 'rest', part].map((name) => inFolder(`${name}.wasm`));
      const prefix = String.fromCharCode(65 + i);
      // Entries in the table stay empty until the part fills them. web/engine/engine.js checks whether the part is loaded.
      const flags = ['--split', '-g', '--no-placeholders', `--export-prefix=${prefix}`];
      tool('wasm-split', ...flags, before, `--split-funcs=${own}`, '-o1', after, '-o2', cut);
      fs.renameSync(after, before);
    }
    const names = /** @type {const} */ (['core', ...parts]);
    for (const file of names.map((name) => inFolder(`${name}.wasm`)))
      tool('wasm-opt', '--strip-debug', file, '-o', file);
    const map = fs.readFileSync(wasm.replace(/\.wasm$/, '.map'), 'utf8');
    for (const part of parts) {
      const name = tables[part];
      if (!name) continue;
      const files = ['core', part].map((each) => inFolder(`${each}.wasm`));
      const [core, other] = files.map((file) => tool('wasm-dis', file));
      const [from, to] = rangeOf(map, name);
      moveData(core, other, from, to).forEach((changed, i) => {
        fs.writeFileSync(inFolder('moved.wat'), changed);
        tool('wasm-as', inFolder('moved.wat'), '-o', files[i]);
      });
      for (const each of names) {
        const reads = addresses(tool('wasm-dis', inFolder(`${each}.wasm`)));
        if (reads.some((at) => at >= from && at < from + tableHead) !== (each === part))
          throw new Stop(`parts: ${name} has to be read in ${part} and nowhere else`);
      }
    }
    const made = names.map((name) => [name, fs.readFileSync(inFolder(`${name}.wasm`))]);
    for (const [name, { length }] of made)
      if (length < leastBytes)
        throw new Stop(`parts: ${name} has ${length} bytes; at least ${leastBytes} are needed`);
    return /** @type {ReturnType<typeof cutEngine>} */ (Object.fromEntries(made));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
