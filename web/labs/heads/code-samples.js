/**
 * The code samples of the Heads lab: complete programs in NumPy, PyTorch and JavaScript that make the page's counts,
 * draw the same random matrices, and print the rank and singular values of W_i and how far the two ways to compute the
 * scores are apart. Text only; nothing is computed here. (parts/python.js has the generator of the Python programs.)
 */

/** @import { Params } from '../../tables/types.js' */
/** @import { countsOf } from './counts.js' */
/** @import { Scores } from './merged-scores.js' */
/** @import { Spectrum } from './spectrum.js' */
/** @import { CodeSamples } from '../parts/types.js' */

import { constant } from '../../engine/border/constant.js';
import { sizesOf } from '../../tables/heads.js';
import { pythonHead, streams as rowStreams } from '../parts/python.js';
import { oneSizes, streams } from './random.js';

/** @typedef {ReturnType<typeof countsOf>} Counts */

/** Decimals of a singular value. */
const DECIMALS = 4;

/** Bound on how far the two ways to compute the scores are apart. Sums in another order differ in their last bits. */
const BOUND = 1e-5;

/** Decimals of counts that may be too large to print in full and are printed in millions. */
const MILLION_DECIMALS = 3;

/** Returns the number of the middle one of the singular values that count. It is printed beside the first. @param {number} rankBound */
const middle = (rankBound) => Math.ceil(rankBound / 2);

/** Returns the settings that the programs need. @param {Params} params */
function settings(params) {
  const { modelDim, heads, keyHeads, headDim, length, seed } = sizesOf(params);
  const { modelDim: width, headDim: depth } = oneSizes(params);
  const tokens = Number(params.tokens);
  return { modelDim, heads, keyHeads, headDim, length, seed, width, depth, tokens };
}

/** @param {Params} params @param {Counts} counts @param {Spectrum} spectrum @param {Scores} scores */
function outputOf(params, counts, spectrum, scores) {
  const { modelDim, heads, headDim, length, width } = settings(params);
  const { parameters, multiplications, cache, breakEven } = counts;
  const million = (/** @type {number} */ value) => (value / 1e6).toFixed(MILLION_DECIMALS);
  const at = middle(spectrum.rankBound);
  const value = (/** @type {number} */ i) => spectrum.values[i - 1].toFixed(DECIMALS);
  const { largest, scale } = scores.difference;
  return `a pair ${modelDim} x ${headDim}: ${parameters.pair} numbers, its product ${parameters.merged}, equal at d_k = ${breakEven}
${heads} heads: ${parameters.pairs} numbers in pairs, ${parameters.mergedAll} merged, the whole layer ${parameters.total}
scores of ${length} positions: ${million(multiplications.factoredScores)} million multiplications, ${million(multiplications.mergedScores)} merged
kept of every position: ${cache.perToken} numbers, ${cache.mergedPerToken} merged
W_i, ${width} x ${width}: ${rankLine(spectrum)}, singular value 1: ${value(1)}, ${at}: ${value(at)}
both ways to the scores within ${BOUND} of the largest: ${largest < BOUND * scale ? 'yes' : 'no'}
`;
}

/** Returns the line about the rank. A measured rank near the full width depends on the last bits; then the line gives its bound. @param {Spectrum} spectrum */
const rankLine = ({ rank, rankBound }) =>
  rank === rankBound ? `rank ${rank}` : `rank at most ${rankBound}`;

// Python ------------------------------------------------------------------------------------------------------------

/** @param {Params} params */
function pythonSettings(params) {
  const { modelDim, heads, keyHeads, headDim, length, seed, width, depth, tokens } =
    settings(params);
  return `d_model, heads, key_heads, d_k, n = ${modelDim}, ${heads}, ${keyHeads}, ${headDim}, ${length}
seed, tokens = ${seed}, ${tokens}
width, depth = ${width}, ${depth}  # of the matrices that are made: d_model and d_k, if these are not too large
`;
}

const COUNTS = `# Counts
pair, merged = 2 * d_model * d_k, d_model**2
pairs = d_model * d_k * (heads + key_heads)
total = pairs + d_model * key_heads * d_k + heads * d_k * d_model
factored_scores = n * pairs + heads * n**2 * d_k
merged_scores = heads * (n * d_model**2 + n**2 * d_model)
kept, kept_merged = 2 * key_heads * d_k, d_model + key_heads * d_k
half = d_model / 2
print(f"a pair {d_model} x {d_k}: {pair} numbers, its product {merged}, equal at d_k = {half:g}")
print(f"{heads} heads: {pairs} numbers in pairs, {heads * merged} merged, the whole layer {total}")
print(f"scores of {n} positions: {factored_scores / 1e6:.${MILLION_DECIMALS}f} million multiplications, {merged_scores / 1e6:.${MILLION_DECIMALS}f} merged")
print(f"kept of every position: {kept} numbers, {kept_merged} merged")
`;

const NORMALS = `def normals(stream, count, columns, sd):
    """The engine's randomTensor: row i of the matrix is row 2^32 (2^16 + stream) + i of the generator's third stream."""
    numbers = ((2**16 + stream) << 32) + np.arange(count)
    return rows(${rowStreams.draw}, numbers, columns, normal, 0, sd).astype(np.float32)
`;

/**
 * @param {Params} params
 * @param {Spectrum} spectrum
 * @param {{imports: string[], wrap: (code: string) => string, values: string, largest: (code: string) => string, transposed: string}} dialect
 */
function pythonSample(params, spectrum, { imports, wrap, values, largest, transposed }) {
  const head = pythonHead(imports, pythonSettings(params), ['normal']);
  const at = middle(spectrum.rankBound);
  const rank =
    spectrum.rank === spectrum.rankBound
      ? `rank {int((s > s[0] * width * 2**-23).sum())}`
      : `rank at most {min(width, depth)}`;
  return `${head}

${NORMALS}

${COUNTS}
# One head
x = ${wrap(`normals(${streams.x}, tokens, width, 1)`)}
w_q = ${wrap(`normals(${streams.wq}, width, depth, width**-0.5)`)}
w_k = ${wrap(`normals(${streams.wk}, width, depth, width**-0.5)`)}
w = w_q @ w_k${transposed}
s = ${values}
print(f"W_i, {width} x {width}: ${rank}, singular value 1: {s[0]:.${DECIMALS}f}, ${at}: {s[${at - 1}]:.${DECIMALS}f}")

factored = (x @ w_q) @ (x @ w_k)${transposed}
merged = x @ w @ x${transposed}
near = ${largest('factored - merged')} < ${BOUND} * ${largest('factored')}
print(f"both ways to the scores within ${BOUND} of the largest: {'yes' if near else 'no'}")
`;
}

const numpy = {
  imports: ['import numpy as np'],
  wrap: (/** @type {string} */ code) => code,
  values: 'np.linalg.svd(w.astype(float), compute_uv=False)',
  largest: (/** @type {string} */ code) => `np.abs(${code}).max()`,
  transposed: '.T',
};

const pytorch = {
  imports: ['import numpy as np', 'import torch'],
  wrap: (/** @type {string} */ code) => `torch.from_numpy(${code})`,
  values: 'torch.linalg.svdvals(w.double())',
  largest: (/** @type {string} */ code) => `(${code}).abs().max()`,
  transposed: '.T',
};

// JavaScript --------------------------------------------------------------------------------------------------------

/** @param {Params} params @param {Spectrum} spectrum */
function javascriptSample(params, spectrum) {
  const { modelDim, heads, keyHeads, headDim, length, seed, width, depth, tokens } =
    settings(params);
  const at = middle(spectrum.rankBound);
  const rank = spectrum.rank === spectrum.rankBound ? 'rank ${rank}' : 'rank at most ${rankBound}';
  const name = spectrum.rank === spectrum.rankBound ? 'rank' : 'rankBound';
  return `import { load } from 'scaledot';

const sd = await load({ engine: 'simd' });
const [modelDim, heads, keyHeads, headDim, length] = [${[modelDim, heads, keyHeads, headDim, length].join(', ')}];
const [seed, tokens] = [${seed}, ${tokens}];
// Of the matrices that are made: d_model and d_k, if these are not too large
const [width, depth] = [${width}, ${depth}];

const { parameters, multiplications, cache, breakEven } = sd.headAlgebra({
  modelDim,
  heads,
  keyHeads,
  headDim,
  length,
  spectrum: false,
});
const million = (x) => (x / 1e6).toFixed(${MILLION_DECIMALS});
console.log(
  \`a pair \${modelDim} x \${headDim}: \${parameters.pair} numbers, its product \${parameters.merged}, equal at d_k = \${breakEven}\`,
);
console.log(
  \`\${heads} heads: \${parameters.pairs} numbers in pairs, \${parameters.mergedAll} merged, the whole layer \${parameters.total}\`,
);
console.log(
  \`scores of \${length} positions: \${million(multiplications.factoredScores)} million multiplications, \${million(multiplications.mergedScores)} merged\`,
);
console.log(\`kept of every position: \${cache.perToken} numbers, \${cache.mergedPerToken} merged\`);

const normals = (stream, shape, deviation) => sd.randomTensor(shape, { sd: deviation, seed, stream });
const x = normals(${streams.x}, [tokens, width], 1);
const wq = normals(${streams.wq}, [width, depth], Math.sqrt(1 / width));
const wk = normals(${streams.wk}, [width, depth], Math.sqrt(1 / width));
const { ${name}, singularValues } = sd.headAlgebra({ modelDim: width, heads: 1, headDim: depth, seed });
const value = (i) => singularValues[i - 1].toFixed(${DECIMALS});
console.log(
  \`W_i, \${width} x \${width}: ${rank}, singular value 1: \${value(1)}, ${at}: \${value(${at})}\`,
);

const transposeRight = true;
const w = sd.matmul(wq, wk, { transposeRight });
const factored = sd.matmul(sd.matmul(x, wq), sd.matmul(x, wk), { transposeRight });
const merged = sd.matmul(sd.matmul(x, w), x, { transposeRight });
const { largest, scale } = sd.difference(factored, merged);
console.log(
  \`both ways to the scores within ${BOUND} of the largest: \${largest < ${BOUND} * scale ? 'yes' : 'no'}\`,
);
`;
}

/**
 * Returns the programs for a state, and their output. Empty until there are results to print.
 * @param {Params} params
 * @param {Counts | null} counts
 * @param {Spectrum | null} spectrum
 * @param {Scores | null} scores
 * @returns {CodeSamples}
 */
export function codeSamples(params, counts, spectrum, scores) {
  if (!counts || !spectrum || !scores) return {};
  const wanted = oneSizes(params);
  const isOwn = [spectrum, scores].every(({ sizes }) =>
    constant(['modelDim', 'headDim', 'seed']).every((name) => sizes[name] === wanted[name]),
  );
  // Off the screen, a picture may still have the numbers of an earlier state.
  if (!isOwn) return {};
  return {
    numpy: pythonSample(params, spectrum, numpy),
    pytorch: pythonSample(params, spectrum, pytorch),
    javascript: javascriptSample(params, spectrum),
    output: outputOf(params, counts, spectrum, scores),
  };
}
