/**
 * The matrices of one attention in visitors' files. Square ones do not show which axis is the input, one may contain those of
 * queries, keys and values, and most do not show the number of heads. What the shapes do not determine is assumed, and the
 * visitor is told.
 */

/** @import { Tensor } from '../engine/types.js' */

import { describeShape } from '../engine/border/tensor.js';
import { problem } from './problem.js';

/**
 * A visitor's tensor, with the name and shape that it has in the file, for messages.
 *
 * @typedef {object} Named
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {Tensor} tensor the tensor as it is used
 * @property {boolean} [turned] whether the file has it as [out, in]
 *
 * @typedef {'in-out' | 'out-in'} Orientation of matrices
 *
 * @typedef {'heads-first' | 'tokens-first'} AxisOrder of queries, keys and values: [heads, tokens, d] or [tokens, heads, d]
 */

/** @param {string} name @param {Tensor} tensor @returns {Named} */
export const named = (name, tensor) => ({ name, shape: tensor.shape, tensor });

/** @param {Named} of @param {string} expected */
export const wrongShape = ({ name, shape }, expected) =>
  problem(name, `the shape ${describeShape(shape)}`, expected);

/** Removes the axis of a batch of one. @param {Named} of @param {number} axes number of axes without it @returns {Named} */
export function withoutBatch(of, axes) {
  const { data, shape } = of.tensor;
  if (shape.length !== axes + 1 || shape[0] !== 1) return of;
  return { ...of, tensor: { data, shape: shape.slice(1) } };
}

// Orientation ---------------------------------------------------------------------------------------

/**
 * @param {readonly {of: Named, width: number}[]} matrices width: of the input
 * @returns {Orientation | undefined} determined by the shapes; undefined if all are square
 */
export function orientationFromShapes(matrices) {
  /** @type {{by: Named, orientation: Orientation} | undefined} */
  let found;
  for (const { of, width } of matrices) {
    const [rows, columns] = of.shape.slice(-2);
    if (rows !== width && columns !== width) {
      throw wrongShape(of, `${width} rows or ${width} columns, as wide as what goes in`);
    }
    if (rows === columns) continue;
    const orientation = rows === width ? 'in-out' : 'out-in';
    if (found && found.orientation !== orientation) {
      const axis = orientation === 'in-out' ? 'columns' : 'rows';
      throw wrongShape(of, `${width} ${axis}, as ${found.by.name} has`);
    }
    found ??= { by: of, orientation };
  }
  return found?.orientation;
}

/** @param {Named} of [out, in] or [heads, out, in] @returns {Named} [in, out] or [heads, in, out] */
export function transposed(of) {
  const { data, shape } = of.tensor;
  const [rows, columns] = shape.slice(-2);
  const turned = new Float32Array(data.length);
  for (let from = 0; from < data.length; ++from) {
    const column = from % columns;
    const row = Math.floor(from / columns) % rows;
    const start = from - row * columns - column;
    turned[start + column * rows + row] = data[from];
  }
  const tensor = { data: turned, shape: [...shape.slice(0, -2), columns, rows] };
  return { ...of, tensor, turned: true };
}

/** Returns the word for the outputs of a matrix in the file: rows or columns. @param {Named} of */
export const outputsOf = ({ turned }) => (turned ? 'rows' : 'columns');

// One matrix for queries, keys and values -----------------------------------------------------------

/**
 * Returns the widths of queries, keys and values in a matrix that has them side by side.
 *
 * @param {Named} of [in, out]
 * @param {{heads?: number, keyHeads?: number}} given numbers in the file
 * @returns {[number, number, number]}
 */
export function fusedWidths(of, { heads, keyHeads }) {
  const [width, all] = of.tensor.shape;
  if (heads === undefined || keyHeads === undefined) {
    if (all === 3 * width) return [width, width, width];
    const shapes = `[${width}, ${3 * width}] or [${3 * width}, ${width}]`;
    throw wrongShape(of, `${shapes}, or the numbers heads and keyHeads beside it`);
  }
  const shares = heads + 2 * keyHeads;
  const dim = all / shares;
  if (!Number.isInteger(dim) || dim === 0) {
    const what = `${heads} heads of queries, ${keyHeads} of keys and ${keyHeads} of values`;
    throw wrongShape(of, `${outputsOf(of)} for ${what}, a multiple of ${shares}`);
  }
  return [heads * dim, keyHeads * dim, keyHeads * dim];
}

/**
 * @param {Named} of rows with the parts side by side; a bias is one row
 * @param {readonly number[]} widths of the parts
 * @returns {Named[]}
 */
export function splitColumns(of, widths) {
  const { data, shape } = of.tensor;
  const all = shape[shape.length - 1];
  const rows = data.length / all;
  let start = 0;
  return widths.map((width) => {
    const part = new Float32Array(rows * width);
    for (let row = 0; row < rows; ++row) {
      const from = row * all + start;
      part.set(data.subarray(from, from + width), row * width);
    }
    start += width;
    return { ...of, tensor: { data: part, shape: [...shape.slice(0, -1), width] } };
  });
}

// Heads ---------------------------------------------------------------------------------------------

/** @param {Named} of [in, out] or [heads, in, d] @returns {number} the widths of all heads together */
export const widthOf = ({ tensor: { shape } }) =>
  shape.length === 3 ? shape[0] * shape[2] : shape[1];

/**
 * Returns the numbers of query heads that the widths of queries, keys and values allow, each with its number of key heads.
 *
 * @param {Record<'wq' | 'wk' | 'wv', Named>} matrices
 * @param {{heads?: number, keyHeads?: number}} given
 * @param {number} most
 */
export function possibleHeads({ wq, wk, wv }, given, most) {
  const [query, key, value] = [wq, wk, wv].map(widthOf);
  return Array.from({ length: most }, (_, i) => i + 1)
    .map((heads) => ({ heads, keyHeads: (key * heads) / query }))
    .filter(
      ({ heads, keyHeads }) =>
        query % heads === 0 &&
        Number.isInteger(keyHeads) &&
        keyHeads > 0 &&
        heads % keyHeads === 0 &&
        value % keyHeads === 0 &&
        (given.heads ?? heads) === heads &&
        (given.keyHeads ?? keyHeads) === keyHeads,
    );
}

/** The width of a head in most models. */
export const usualDim = 64;

/** @param {Named} wq @param {readonly {heads: number, keyHeads: number}[]} possible at least one */
export const likelyHeads = (wq, possible) =>
  possible.find(({ heads }) => heads * usualDim === widthOf(wq)) ?? possible[0];

/** Width of the widest heads in models. Wider rows are several heads side by side. */
const widestHead = 256;

/**
 * Returns the likely number of heads of queries, keys and values without an axis of heads.
 *
 * @param {Record<'wq' | 'wk' | 'wv', Named>} rows queries, keys and values
 * @param {readonly {heads: number, keyHeads: number}[]} possible at least one
 */
export const likelyRows = (rows, possible) =>
  widthOf(rows.wq) > widestHead || widthOf(rows.wq) !== widthOf(rows.wk)
    ? likelyHeads(rows.wq, possible)
    : possible[0];

/**
 * Splits columns with heads side by side into an axis of heads.
 * @param {Tensor} tensor [rows, heads * d]
 * @param {number} heads
 * @returns {Tensor} [heads, rows, d]
 */
export function headsApart({ data, shape }, heads) {
  const [rows, columns] = shape;
  const width = columns / heads;
  const own = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++) {
      const at = row * columns + head * width;
      own.set(data.subarray(at, at + width), (head * rows + row) * width);
    }
  }
  return { data: own, shape: [heads, rows, width] };
}
