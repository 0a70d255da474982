/** Normalisation, rotary embedding, and their gradients. Checks, defaults and shapes. */

/** @import { LayerNormGradient, LayerNormOptions, LayerNormResult, RmsNormGradient, RmsNormOptions, RmsNormResult, RotaryOptions, Tensor, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { Checked } from '../border/types.js' */
/** @import { NormRows } from '../records/norms.js' */

import * as defaults from '../border/defaults.js';
import { checkWholeNumbers } from '../border/checks.js';
import { checkOptions, flag, later, number } from '../border/option-table.js';
import * as core from '../records/norms.js';
import { checkAxis, checkRank, tensorsOf } from './functions.js';
import { limits } from '../border/limits.js';
import { checkTensor, checkTensorOfShape, describeShape, sizeOf } from '../border/tensor.js';

// Normalisation -------------------------------------------------------------------------------------

export const rmsNormOptions = {
  weight: later(),
  epsilon: number(limits.epsilon, defaults.epsilon),
  axis: later(defaults.axis),
};
export const layerNormOptions = { ...rmsNormOptions, bias: later() };

/**
 * @typedef {object} Norm checked arguments
 * @property {Tensor} x
 * @property {number[]} rows the axes before those of row
 * @property {number[]} row the axes that are normalised together
 * @property {Tensor | undefined} weight
 * @property {Tensor | undefined} bias
 * @property {number} epsilon
 */

/**
 * @param {TensorLike} x
 * @param {Checked<typeof rmsNormOptions> & {bias?: unknown}} options
 * @returns {Norm}
 */
function checkNorm(x, { weight, bias, epsilon, axis }) {
  const tensor = checkRank('x', x, 1);
  const { shape } = tensor;
  const first = checkAxis(axis, shape.length);
  const row = shape.slice(first);
  const rowTensor = (/** @type {string} */ which, /** @type {unknown} */ value) =>
    value === undefined ? undefined : checkTensorOfShape(which, value, row, 'x', shape);
  return {
    x: tensor,
    rows: shape.slice(0, first),
    row,
    weight: rowTensor('weight', weight),
    bias: rowTensor('bias', bias),
    epsilon,
  };
}

/** @param {Norm} norm @returns {NormRows} */
const rowsOf = ({ x, rows, row, weight, epsilon }) => ({
  rows: sizeOf(rows),
  count: sizeOf(row),
  epsilon,
  x: x.data,
  weight: weight?.data,
});

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {LayerNormOptions | undefined} options
 * @returns {LayerNormResult}
 */
export function layerNorm(memory, x, options) {
  const norm = checkNorm(x, checkOptions('layerNorm', options, layerNormOptions));
  const [of, bias] = [rowsOf(norm), norm.bias?.data];
  const shapes = [norm.x.shape, norm.rows, norm.rows];
  const [output, mean, inverseStd] = tensorsOf(memory, 'layerNorm', shapes, (y, mean, inverseStd) =>
    core.layerNorm(memory, { of, bias, y, mean, inverseStd }),
  );
  return { output, mean, inverseStd };
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {RmsNormOptions | undefined} options
 * @returns {RmsNormResult}
 */
export function rmsNorm(memory, x, options) {
  const norm = checkNorm(x, checkOptions('rmsNorm', options, rmsNormOptions));
  const of = rowsOf(norm);
  const shapes = [norm.x.shape, norm.rows];
  const [output, inverseRms] = tensorsOf(memory, 'rmsNorm', shapes, (y, inverseRms) =>
    core.rmsNorm(memory, { of, y, inverseRms }),
  );
  return { output, inverseRms };
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 * @param {LayerNormOptions | undefined} options
 * @returns {LayerNormGradient}
 */
export function layerNormGradient(memory, x, outputGradient, options) {
  const norm = checkNorm(x, checkOptions('layerNormGradient', options, layerNormOptions));
  const gradient = checkTensorOfShape('outputGradient', outputGradient, norm.x.shape, 'x');
  const of = rowsOf(norm);
  const shapes = [norm.x.shape, norm.weight?.shape ?? null, norm.bias?.shape ?? null];
  const [input, ...others] = tensorsOf(
    memory,
    'layerNormGradient',
    shapes,
    (xGradient, weightGradient, biasGradient) =>
      core.layerNormGradient(memory, {
        of,
        outputGradient: gradient.data,
        xGradient,
        weightGradient,
        biasGradient,
      }),
  );
  const bias = norm.bias && others.pop();
  const weight = norm.weight && others.pop();
  return { input, ...(weight && { weight }), ...(bias && { bias }) };
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike} outputGradient
 * @param {RmsNormOptions | undefined} options
 * @returns {RmsNormGradient}
 */
export function rmsNormGradient(memory, x, outputGradient, options) {
  const norm = checkNorm(x, checkOptions('rmsNormGradient', options, rmsNormOptions));
  const gradient = checkTensorOfShape('outputGradient', outputGradient, norm.x.shape, 'x');
  const of = rowsOf(norm);
  const shapes = [norm.x.shape, norm.weight?.shape ?? null];
  const [input, weight] = tensorsOf(
    memory,
    'rmsNormGradient',
    shapes,
    (xGradient, weightGradient) =>
      core.rmsNormGradient(memory, {
        of,
        outputGradient: gradient.data,
        xGradient,
        weightGradient,
      }),
  );
  return { input, ...(weight && { weight }) };
}

// Rotary embedding ----------------------------------------------------------------------------------

export const rotaryOptions = {
  cosine: later(),
  sine: later(),
  positions: later(),
  interleaved: flag(),
};

/**
 * @param {string} name
 * @param {string} xName
 * @param {TensorLike} x
 * @param {RotaryOptions} options
 */
function checkRotary(name, xName, x, options) {
  const given = checkOptions(name, options, rotaryOptions);
  const { positions, interleaved } = given;
  const tensor = checkRank(xName, x, 2);
  const { shape } = tensor;
  const width = shape[shape.length - 1];
  const cosine = checkTensor('cosine', given.cosine);
  const sine = checkTensorOfShape('sine', given.sine, cosine.shape, 'cosine');
  if (cosine.shape.length !== 2 || 2 * cosine.shape[1] > width) {
    throw new RangeError(
      `cosine: got the shape ${describeShape(cosine.shape)}; expected [positions, pairs] with at most ${Math.floor(width / 2)} pairs`,
    );
  }
  const tableRow = checkPositions(positions, shape, cosine.shape[0]);
  return { tensor, width, cosine, sine, interleaved, tableRow };
}

/**
 * @param {unknown} positions
 * @param {readonly number[]} shape of x
 * @param {number} tableRows
 * @returns {Uint32Array} the row of the table for each row of x
 */
function checkPositions(positions, shape, tableRows) {
  const rows = sizeOf(shape.slice(0, -1));
  const length = shape[shape.length - 2];
  if (positions === undefined) {
    if (rows > 0 && length > tableRows) {
      throw new RangeError(
        `cosine: got a table of ${tableRows} positions; expected at least ${length}, or positions`,
      );
    }
    return Uint32Array.from({ length: rows }, (_, row) => row % length);
  }
  const limit = { min: 0, max: Math.max(0, tableRows - 1), whole: true };
  const list = checkWholeNumbers('positions', positions, limit, (count) => {
    if (count === rows) return;
    throw new RangeError(
      `positions: got ${count} numbers; expected ${rows}, a row of the table for each row of x`,
    );
  });
  if (rows > 0 && tableRows === 0) {
    throw new RangeError('cosine: got a table of 0 positions; expected at least 1');
  }
  return list;
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {RotaryOptions} options
 * @param {boolean} [backward]
 * @returns {Tensor}
 */
export function rotaryEmbedding(memory, x, options, backward = false) {
  const name = backward ? 'rotaryEmbeddingGradient' : 'rotaryEmbedding';
  const checked = checkRotary(name, backward ? 'outputGradient' : 'x', x, options);
  const { tensor, width, cosine, sine, interleaved, tableRow } = checked;
  return tensorsOf(memory, name, [tensor.shape], (y) =>
    core.rotary(memory, backward ? 'rotateGradient' : 'rotate', {
      rows: tableRow.length,
      width,
      rotated: 2 * cosine.shape[1],
      interleaved,
      x: tensor.data,
      cosine: cosine.data,
      sine: sine.data,
      tableRow,
      y,
    }),
  )[0];
}
