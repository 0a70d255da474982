// The two tables of docs/contributing/sizes.md, and their comparison with the build.
//
// The first takes minutes, because size.mjs links every row separately. The second is computed from build/engine/.
import fs from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { completed, partNames } from '../web/engine/border/parts.js';
import { inRoot } from './tools.mjs';

export const sizesPage = inRoot('docs/contributing/sizes.md');

/** The marks around each table. @typedef {'functions' | 'downloads'} Mark */

const laws = ['ScoreLaw::ScoreLaw', 'ScoreLaw::~ScoreLaw', 'ScoreLaw::quantile'];
/** The rows of functions that are linked separately, with their functions in the core. @type {Record<string, string[]>} */
export const functionRows = {
  'the allocator alone': ['malloc', 'free'],
  '`attention`': ['attention'],
  '`attentionGradient`': ['attentionGradient'],
  '`attention` and its gradient': ['attention', 'attentionGradient'],
  '`multiHeadAttention`': ['multiHeadAttention'],
  'multi-head attention and its gradient': ['multiHeadAttention', 'multiHeadAttentionGradient'],
  '`scores`, all kinds': ['scores'],
  '`scores` and their gradient': ['scores', 'scoresGradient'],
  '`softmax`': ['softmax'],
  'softmax, its relatives and gradients': [
    ...['softmax', 'logSoftmax', 'softmaxGradient', 'logSoftmaxGradient'],
    ...['softmaxJacobian', 'softmaxJacobianGradient', 'entropy'],
  ],
  'norms and their gradients': [
    ...['layerNorm', 'rmsNorm', 'layerNormGradient', 'rmsNormGradient'],
  ],
  'rotary embedding and its gradient': ['rotate', 'rotateGradient'],
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
  'matrices, cells with their attention, algebra of heads': [
    ...['multiplyStack', 'productTerms', 'softmaxTerms', 'largestDifference', 'drawParameter'],
    ...['headCost', 'mergedHead'],
  ],
  'singular values': ['singularValues'],
  'weights written by hand': ['embedTokens', 'handMadeWeights'],
  'laws of scores': laws,
  'variance of a product': ['varianceDraws', 'summarizeVariances', 'varianceExpectation'],
  "NumPy's generator": ['NumpyRandom::normal', 'NumpyRandom::uniform', 'NumpyRandom::randint'],
};
functionRows['files of tensors'] = [
  ...['readNpyHeader', 'readSafetensorsHeader', 'readNumbers'],
  ...['writeNpyHeader', 'writeSafetensorsHeader'],
];
functionRows['a transformer and its gradient'] = [
  ...['create', 'initialise', 'forward', 'backward', 'attentionOf'].map((f) => `Transformer::${f}`),
];
functionRows['that transformer with tasks, optimizers and the training loop'] = [
  ...['create', 'step', 'evaluate', 'look', 'lookAt'].map((f) => `Trainer::${f}`),
];
functionRows['training with checkpoints'] = [
  ...functionRows['that transformer with tasks, optimizers and the training loop'],
  ...['saveCheckpoint', 'loadCheckpoint'],
];
functionRows['the attention core'] = [
  ...['multiHeadAttention', 'multiHeadAttentionGradient', 'scores', 'scoresGradient'],
  ...functionRows['softmax, its relatives and gradients'],
  ...functionRows['norms and their gradients'],
  ...functionRows['rotary embedding and its gradient'],
];
functionRows['all statistics'] = [
  ...[
    'statistics of scores',
    'statistics of softmax',
    'scoring functions side by side',
    'laws of scores',
    'variance of a product',
    "NumPy's generator",
  ],
].flatMap((row) => functionRows[row]);
functionRows['everything, without bindings'] = [
  ...functionRows['the attention core'],
  ...functionRows['matrices, cells with their attention, algebra of heads'],
  ...functionRows['all statistics'],
  ...functionRows['files of tensors'],
  ...functionRows['weights written by hand'],
];

/** Files that are linked whole, in build/wasm/. @type {Record<string, string>} */
export const wholeRows = {
  '**an engine**, as one file': 'engine-relaxed.wasm',
  '**the module that trains**, as one file': 'learning-simd.wasm',
};

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
const code = (/** @type {string} */ name) => `\`${name}\``;

/** Returns the table of functions. @param {ReadonlyMap<string, number>} bytes  by the names of rows */
export const functionTable = (bytes) =>
  [
    row(['linked alone', 'kB of gzip']),
    row(['---', '--:']),
    ...[...bytes].map(([name, size]) => row([name, kilobytes(size)])),
  ].join('\n');

/** Returns the bytes of a file, uncompressed and with Brotli. @param {string} file  in build/engine/ @returns {[number, number]} */
function sizesOf(file) {
  const bytes = fs.readFileSync(inRoot('build/engine', file));
  return [bytes.length, brotliCompressSync(bytes).length];
}

/** Returns the table of a visitor's downloads for an engine, from build/engine/. */
export function downloadTable() {
  const inParts = ['', ...partNames.map((part) => `-${part}`)].map((end) => [
    ...sizesOf(`relaxed${end}.js`),
    ...sizesOf(`engine-relaxed${end}.wasm`),
  ]);
  const all = inParts.reduce((sum, sizes) => sum.map((bytes, i) => bytes + sizes[i]));
  const needs = partNames.map((part) =>
    completed([part])
      .filter((other) => other !== part)
      .map(code)
      .join(', '),
  );
  /** @type {[string, string, number[]][]} */
  const rows = [
    ['the core, always', '', inParts[0]],
    ...partNames.map(
      (part, i) =>
        /** @type {[string, string, number[]]} */ ([code(part), needs[i], inParts[i + 1]]),
    ),
    ['**all of them**', '', all],
    ['`glue.js`, which starts them', '', sizesOf('glue.js')],
    ['`fallback.js`, whole', '', sizesOf('fallback.js')],
    [
      'to train: `learning-simd`',
      '',
      [...sizesOf('learning-simd.js'), ...sizesOf('learning-simd.wasm')],
    ],
    ['`learning-glue.js`', '', sizesOf('learning-glue.js')],
    ['`learning-fallback.js`', '', sizesOf('learning-fallback.js')],
  ];
  return [
    row(['part, as `relaxed`', 'needs', 'module', 'brotli', '`.wasm`', 'brotli']),
    row(['---', '---', '--:', '--:', '--:', '--:']),
    ...rows.map(([name, parts, sizes]) =>
      row([name, parts, ...[0, 1, 2, 3].map((i) => (i in sizes ? kilobytes(sizes[i]) : ''))]),
    ),
  ].join('\n');
}

/** @param {Mark} mark */
const block = (mark) => new RegExp(`(<!-- ${mark} -->\\n)([^]*?)(\\n<!-- / -->)`);

/** Returns a table of a page. @param {string} text @param {Mark} mark */
export const tableIn = (text, mark) => (text.match(block(mark))?.[2] ?? '').trim();

/** Replaces a table of a page. @param {string} text @param {Mark} mark @param {string} table */
export const withTable = (text, mark, table) =>
  text.replace(block(mark), (_, open, __, end) => `${open}\n${table}\n${end}`);

/** Returns the cells of each row. @param {string} table */
export const cellsOf = (table) =>
  table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** The share by which sizes may differ between releases of the compiler. */
const tolerance = 0.01;

/**
 * Finds stale lines of a table: other words, or a number that is off by more than 0.5 kB and 1 %.
 * @param {string} written
 * @param {string} now
 * @returns {string[]} one sentence each
 */
export function staleIn(written, now) {
  const before = cellsOf(written);
  const after = cellsOf(now);
  if (before.length !== after.length)
    return [`the table has ${before.length} lines and should have ${after.length}`];
  return after.flatMap((cells, i) =>
    cells.flatMap((cell, k) => {
      const was = before[i][k];
      const isNumber = /^[\d.]+$/.test(cell) && /^[\d.]+$/.test(was ?? '');
      const isNear =
        isNumber && Math.abs(Number(was) - Number(cell)) <= Math.max(0.5, tolerance * Number(cell));
      return was === cell || isNear ? [] : [`${cells[0]}: ${was} is written, ${cell} is built`];
    }),
  );
}
