/** The algebra of heads: costs of the projections, and the spectrum of a merged head. Checks, defaults and shapes. */

/** @import { EngineModule, HeadAlgebra, HeadAlgebraOptions, Tensor } from '../types.js' */
/** @import { Job } from '../workers/types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { Checked, Option } from '../border/types.js' */
/** @import { RankTolerance } from '../records/head-algebra.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber, checkObject, isObject, wrongType } from '../border/checks.js';
import { copyOf } from '../border/copy.js';
import { limits } from '../border/limits.js';
import { checkOptions, flag, later, number, optional } from '../border/option-table.js';
import * as core from '../records/head-algebra.js';
import { randomTensor } from './matrices.js';
import { memoryOf } from '../border/memory.js';
import { checkTensor, describeShape, mismatch } from '../border/tensor.js';

/** @type {Option<RankTolerance>} */
const tolerance = {
  check(name, value) {
    if (value === undefined) return { value: -1, relative: false };
    if (typeof value === 'number')
      return { value: checkNumber(name, value, limits.epsilon), relative: false };
    if (!isObject(value)) throw wrongType(name, value, 'a number, or an object with relative');
    const { relative } = checkObject(name, value, ['relative']);
    return { value: checkNumber(`${name}.relative`, relative, limits.epsilon), relative: true };
  },
  limit: limits.epsilon,
};

/** Omitted options follow from heads and from the matrices. */
export const headAlgebraOptions = {
  modelDim: optional(number(limits.modelDim)),
  heads: number(limits.heads, defaults.heads),
  keyHeads: optional(number(limits.heads)),
  headDim: optional(number(limits.modelDim)),
  valueDim: optional(number(limits.modelDim)),
  length: number(limits.tokens, defaults.length),
  spectrum: flag(true),
  thin: flag(),
  wq: later(),
  wk: later(),
  tolerance,
  seed: number(limits.seed, defaults.seed),
};

/**
 * @typedef {object} Sizes
 * @property {number} modelDim
 * @property {number} heads
 * @property {number} keyHeads
 * @property {number} headDim
 * @property {number} valueDim
 * @property {number} length
 *
 * @typedef {object} HeadNumbers the message to a worker
 * @property {number} modelDim
 * @property {number} headDim
 * @property {number} seed
 * @property {boolean} spectrum
 * @property {boolean} thin
 * @property {RankTolerance} tolerance
 * @property {Float32Array | null} wq null: random
 * @property {Float32Array | null} wk
 */

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {Tensor | undefined}
 */
function checkMatrix(name, value) {
  if (value === undefined) return undefined;
  const matrix = checkTensor(name, value);
  const { shape } = matrix;
  if (shape.length !== 2 || shape[0] === 0 || shape[1] === 0) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(shape)}; expected [modelDim, headDim]`,
    );
  }
  return matrix;
}

/** @param {string} name @param {Tensor} matrix @returns {Float32Array} a copy of its numbers, all checked against limits.headEntry */
function entriesOf(name, { data: given }) {
  const data = copyOf('headAlgebra', given);
  for (let i = 0; i < data.length; ++i) {
    const right = Math.abs(data[i]) <= limits.headEntry.max;
    if (!right) checkNumber(`${name}.data[${i}]`, data[i], limits.headEntry);
  }
  return data;
}

/** @param {Checked<typeof headAlgebraOptions>} given @returns {[Tensor, Tensor] | undefined} */
function checkPair(given) {
  const wq = checkMatrix('wq', given.wq);
  const wk = checkMatrix('wk', given.wk);
  if (!wq && !wk) return undefined;
  if (!wq) throw wrongType('wq', given.wq, 'a tensor, to go with wk');
  if (!wk) throw wrongType('wk', given.wk, 'a tensor, to go with wq');
  if (wq.shape[0] !== wk.shape[0] || wq.shape[1] !== wk.shape[1]) {
    throw mismatch('wk', wk.shape, 'wq', wq.shape, 'the shapes must be equal');
  }
  return [wq, wk];
}

/** @param {number} modelDim @param {number} heads */
function defaultHeadDim(modelDim, heads) {
  if (modelDim % heads === 0) return modelDim / heads;
  throw new RangeError(
    `headDim: got undefined; expected a number, because ${heads} heads do not divide the modelDim ${modelDim}`,
  );
}

/** @param {Checked<typeof headAlgebraOptions>} given @param {readonly number[] | undefined} matrix shape of wq @returns {Sizes} */
function checkSizes({ heads, length, ...given }, matrix) {
  const modelDim =
    given.modelDim ?? checkNumber('modelDim', matrix?.[0] ?? defaults.modelDim, limits.modelDim);
  const { keyHeads = heads } = given;
  if (heads % keyHeads !== 0) {
    throw new RangeError(
      `keyHeads: got ${keyHeads}; expected a number that divides ${heads} heads`,
    );
  }
  const headDim =
    given.headDim ??
    checkNumber('headDim', matrix?.[1] ?? defaultHeadDim(modelDim, heads), limits.modelDim);
  const { valueDim = headDim } = given;
  if (matrix && (matrix[0] !== modelDim || matrix[1] !== headDim)) {
    throw new RangeError(
      `wq: got the shape ${describeShape(matrix)}; expected ${describeShape([modelDim, headDim])}`,
    );
  }
  return { modelDim, heads, keyHeads, headDim, valueDim, length };
}

/** @param {Memory} memory @param {Sizes} sizes */
function costsOf(memory, sizes) {
  memory.begin('headAlgebra');
  return core.headCost(memory, sizes);
}

/**
 * @param {Memory} memory
 * @param {HeadNumbers} numbers
 * @returns {Float64Array} rank, tolerance, effective rank, carrying, then the singular values; empty if they are not
 *   wanted
 */
export function computeSpectrum(memory, { modelDim, headDim, seed, spectrum, thin, ...given }) {
  if (!spectrum) return new Float64Array(0);
  const matrix = (/** @type {Float32Array | null} */ given, /** @type {number} */ stream) =>
    given ??
    randomTensor(memory, [modelDim, headDim], { sd: 1 / Math.sqrt(modelDim), seed, stream }).data;
  const pair = { wq: matrix(given.wq, 0), wk: matrix(given.wk, 1) };
  const { tolerance: least } = given;
  const count = thin ? Math.min(modelDim, headDim) : modelDim;
  memory.begin('headAlgebra');
  const singularValues = memory.alloc(2 * count);
  const how = thin ? 'thinHead' : 'mergedHead';
  const record = { modelDim, headDim, ...pair, tolerance: least, singularValues };
  const { rank, tolerance, effectiveRank, carrying } = core.spectrum(memory, how, record);
  const result = new Float64Array(4 + count);
  result.set([rank, tolerance, effectiveRank, carrying]);
  result.set(memory.doubles(singularValues, count), 4);
  return result;
}

/** Checks the sizes of the matrix to decompose. @param {Sizes} sizes @param {boolean} thin */
function checkSpectrum({ modelDim, headDim }, thin) {
  const how = thin ? 'thin' : 'spectrum';
  const [most, mostHead] = thin
    ? [limits.thinDim, limits.thinHeadDim]
    : [limits.spectrumDim, limits.spectrumHeadDim];
  checkNumber(`modelDim (with ${how})`, modelDim, most);
  checkNumber(`headDim (with ${how})`, headDim, mostHead);
}

/** Bytes that a spectrum needs. @param {Sizes} sizes @param {boolean} thin */
function bytesOf({ modelDim, headDim }, thin) {
  const inputs = 8 * modelDim * headDim;
  if (!thin) return inputs + 12 * modelDim * modelDim;
  const kept = Math.min(modelDim, headDim);
  return inputs + 16 * kept * (headDim + kept);
}

/**
 * @param {EngineModule} module
 * @param {HeadAlgebraOptions | undefined} options
 * @returns {Job<HeadAlgebra>}
 */
export function headAlgebraJob(module, options) {
  const given = checkOptions('headAlgebra', options, headAlgebraOptions);
  const { spectrum, thin, tolerance, seed } = given;
  const pair = checkPair(given);
  const sizes = checkSizes(given, pair?.[0].shape);
  const { modelDim, headDim } = sizes;
  if (spectrum) checkSpectrum(sizes, thin);
  const [wq, wk] = pair ? [entriesOf('wq', pair[0]), entriesOf('wk', pair[1])] : [null, null];
  const numbers = { modelDim, headDim, seed, spectrum, thin, tolerance, wq, wk };
  /** @type {Float64Array} */
  let measured = new Float64Array(0);
  return {
    name: 'headAlgebra',
    task: () => ({ name: 'headAlgebra', numbers }),
    units: 1,
    total: 1,
    bytes: bytesOf(sizes, thin),
    absorb(_first, _last, /** @type {Float64Array} */ result) {
      measured = result;
    },
    begun: () => false,
    result: () => ({
      ...costsOf(memoryOf(module), sizes),
      rankBound: Math.min(headDim, modelDim),
      ...(spectrum && {
        rank: measured[0],
        tolerance: measured[1],
        effectiveRank: measured[2],
        carrying: measured[3],
        singularValues: measured.slice(4),
      }),
    }),
  };
}
