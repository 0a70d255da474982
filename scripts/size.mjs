// npm run size: what each function adds to an engine, as gzip bytes of WebAssembly.
//
// A function alone is linked from the core of the relaxed engine as it is, with the C library it needs and no glue.
// Functions share code (tiles, memory, mathematics), so the rows add up to more than the whole.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildEngine } from './build.mjs';
import { modulesOf, programs, wasmFiles } from './programs.mjs';
import { inRoot, outputOf, run, runMain, Stop } from './tools.mjs';

const laws = ['ScoreLaw::ScoreLaw', 'ScoreLaw::~ScoreLaw', 'ScoreLaw::quantile'];
/** @type {Record<string, string[]>} what a row is called, and its functions in the core */
const rows = {
  'the allocator alone': ['malloc', 'free'],
  attention: ['attention'],
  attentionGradient: ['attentionGradient'],
  'attention + gradient': ['attention', 'attentionGradient'],
  multiHeadAttention: ['multiHeadAttention'],
  'multi-head + gradient': ['multiHeadAttention', 'multiHeadAttentionGradient'],
  'scores (all kinds)': ['scores'],
  'scores + gradient': ['scores', 'scoresGradient'],
  softmax: ['softmax'],
  'softmax family': [
    ...['softmax', 'logSoftmax', 'softmaxGradient', 'logSoftmaxGradient'],
    ...['softmaxJacobian', 'softmaxJacobianGradient', 'entropy'],
  ],
  'layer and RMS norm + gradients': [
    ...['layerNorm', 'rmsNorm', 'layerNormGradient', 'rmsNormGradient'],
  ],
  'rotary embedding + gradient': ['rotate', 'rotateGradient'],
  'statistics of scores': ['scoreUnitRange', 'mergeScoreUnits', 'scoreTheory'],
  'statistics of softmax': [
    ...[
      'softmaxDraws',
      'softmaxSample',
      'softmaxMeasures',
      'spreadOf',
      'shareBelow',
      'ratioOfMeans',
    ],
  ],
  'scoring functions side by side': [
    ...['scorePlane', 'scoringDraws', 'summarizeScores', 'drawScoreParameters', 'scoreCost'],
    'normStages',
  ],
  'matrices, cells and heads': [
    ...['multiplyStack', 'productTerms', 'softmaxTerms', 'largestDifference', 'drawParameter'],
    ...['headCost', 'mergedHead'],
  ],
  'singular values': ['singularValues'],
  'weights written by hand': ['embedTokens', 'handMadeWeights'],
  'laws of scores': laws,
  'variance of a product': ['varianceDraws', 'summarizeVariances', 'varianceExpectation'],
  'NumPy generator': ['NumpyRandom::normal', 'NumpyRandom::uniform', 'NumpyRandom::randint'],
};
rows['files of tensors'] = [
  ...['readNpyHeader', 'readSafetensorsHeader', 'readNumbers'],
  ...['writeNpyHeader', 'writeSafetensorsHeader'],
];
rows['a transformer and its gradient'] = [
  ...['create', 'initialise', 'forward', 'backward', 'attentionOf'].map((f) => `Transformer::${f}`),
];
rows['training: tasks, optimisers, loop'] = [
  ...['create', 'step', 'evaluate', 'look', 'lookAt'].map((f) => `Trainer::${f}`),
];
rows['training and checkpoints'] = [
  ...rows['training: tasks, optimisers, loop'],
  ...['saveCheckpoint', 'loadCheckpoint'],
];
rows['the attention core'] = [
  ...['multiHeadAttention', 'multiHeadAttentionGradient', 'scores', 'scoresGradient'],
  ...rows['softmax family'],
  ...rows['layer and RMS norm + gradients'],
  ...rows['rotary embedding + gradient'],
];
rows['all statistics'] = [
  ...[
    'statistics of scores',
    'statistics of softmax',
    'scoring functions side by side',
    'laws of scores',
    'variance of a product',
    'NumPy generator',
  ],
].flatMap((row) => rows[row]);
rows['everything, without bindings'] = [
  ...rows['the attention core'],
  ...rows['matrices, cells and heads'],
  ...rows['all statistics'],
  ...rows['files of tensors'],
  ...rows['weights written by hand'],
];

const gzipped = (/** @type {string} */ file) =>
  gzipSync(fs.readFileSync(file), { level: 9 }).length;

/** A tool of the Emscripten that built the engines. @param {'em++' | 'emnm'} name */
function toolOf(name) {
  const [{ command }] = JSON.parse(
    fs.readFileSync(inRoot('build/wasm/compile_commands.json'), 'utf8'),
  );
  return path.join(path.dirname(command.match(/\S+em\+\+(?= )/)[0]), name);
}

/** The core's symbols by their names without namespace and parameters. @param {string} core */
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
  const print = (/** @type {string} */ name, /** @type {number} */ bytes) =>
    console.log(`${name.padEnd(34)}${(bytes / 1000).toFixed(1).padStart(7)} kB`);
  for (const [name, functions] of Object.entries(rows)) {
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
    print(name, gzipped(file));
  }
  fs.rmSync(folder, { recursive: true });
  for (const name of wasmFiles) {
    const bytes = fs.readFileSync(inRoot('build/engine', name));
    print(`${name} as it is`, bytes.length);
    print(name, gzipSync(bytes, { level: 9 }).length);
    print(`${name}, brotli`, brotliCompressSync(bytes).length);
  }
  for (const name of modulesOf(programs)) {
    const bytes = fs.readFileSync(inRoot(`build/engine/${name}.js`));
    print(`${name}.js as it is`, bytes.length);
    print(`${name}.js`, gzipSync(bytes, { level: 9 }).length);
    print(`${name}.js, brotli`, brotliCompressSync(bytes).length);
  }
});
