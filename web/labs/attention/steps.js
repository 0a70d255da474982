/**
 * The steps of attention as equations of matrices, and which cells each cell depends on. No numbers are computed here.
 */

/** @import { Lit } from '../../charts/matrix.js' */
/** @import { ColorName } from '../../charts/tokens.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { InputName } from '../../tables/attention.js' */
/** @import { CellPlace, Head, MatrixName, ShownName, Step } from './types.js' */

/** Returns the matrix that keys and values come from. @param {Head} head @returns {'c' | 'x'} */
export const memory = (head) => (head.c ? 'c' : 'x');

/** Returns the nine steps, with the matrices that this head has. @param {Head} head @returns {Step[]} */
export function stepsOf(head) {
  const from = memory(head);
  /** @param {MatrixName} result @param {readonly ShownName[]} parts @returns {Step} */
  const made = (result, parts) =>
    parts.every((name) => name === 'kt' || head[name])
      ? { result, from: parts, how: 'product' }
      : { result, from: [], how: 'given' };
  /** @type {Step[]} */
  const first = head.x
    ? [{ result: 'x', from: head.c ? ['c'] : [], how: 'given' }]
    : [{ result: 'q', from: [], how: 'given' }];
  return [
    ...first,
    made('q', ['x', 'wq']),
    made('k', [from, 'wk']),
    made('v', [from, 'wv']),
    made('scores', ['q', 'kt']),
    { result: 'scaled', from: ['scores'], how: 'scale' },
    { result: 'masked', from: ['scaled'], how: 'mask' },
    { result: 'weights', from: ['masked'], how: 'softmax' },
    made('output', ['weights', 'v']),
  ];
}

/**
 * Returns what to highlight in each matrix for a selected cell: the cell, and the cells that it was computed from.
 * @param {CellPlace} cell
 * @param {Head} head
 * @returns {Partial<Record<ShownName, Lit>>}
 */
export function highlightedBy({ name, row, column }, head) {
  const from = memory(head);
  /** @type {Lit} */
  const own = { cell: [row, column] };
  /** @type {Partial<Record<MatrixName, Partial<Record<ShownName, Lit>>>>} */
  const sources = {
    q: head.wq ? { x: { row }, wq: { column } } : {},
    k: head.wk ? { [from]: { row }, wk: { column } } : {},
    v: head.wv ? { [from]: { row }, wv: { column } } : {},
    scores: { q: { row }, k: { row: column }, kt: { column } },
    scaled: { scores: own },
    masked: { scaled: own },
    weights: { masked: { row } },
    output: { weights: { row }, v: { column } },
  };
  const all = { ...sources[name], [name]: own };
  return name === 'k' ? { ...all, kt: { cell: [column, row] } } : all;
}

/** Returns the matrix of a name, as it is shown. @param {Head} head @param {ShownName} name */
export function tensorOf(head, name) {
  if (name !== 'kt') return head[name];
  return head.k && transposed(head.k);
}

/** @type {WeakMap<Float32Array, Tensor>} */
const turned = new WeakMap();

/** @param {Tensor} tensor */
function transposed({ data, shape: [rows, columns] }) {
  const known = turned.get(data);
  if (known) return known;
  const own = new Float32Array(data.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) own[j * rows + i] = data[i * columns + j];
  const tensor = { data: own, shape: [columns, rows] };
  turned.set(data, tensor);
  return tensor;
}

/** Maps a cell of a shown matrix to a cell of the stored one. @param {ShownName} name @param {number} row @param {number} column @returns {CellPlace} */
export const placeIn = (name, row, column) =>
  name === 'kt' ? { name: 'k', row: column, column: row } : { name, row, column };

/** Letters of the matrices in formulas. @type {Readonly<Record<ShownName, string>>} */
export const letters = Object.freeze({
  x: 'X',
  c: 'C',
  wq: 'W_q',
  wk: 'W_k',
  wv: 'W_v',
  q: 'Q',
  k: 'K',
  kt: 'K^{T}',
  v: 'V',
  scores: 'QK^{T}',
  scaled: 'S',
  masked: 'M',
  weights: 'A',
  output: 'O',
});

/** @type {Readonly<Record<ShownName, ColorName>>} */
export const colors = Object.freeze({
  x: 'ink',
  c: 'ink',
  wq: 'query',
  wk: 'key',
  wv: 'value',
  q: 'query',
  k: 'key',
  kt: 'key',
  v: 'value',
  scores: 'score',
  scaled: 'score',
  masked: 'score',
  weights: 'weight',
  output: 'value',
});

/** Whether a visitor may change a matrix, if it exists. @param {MatrixName} name @returns {name is InputName} */
export const isEditable = (name) => ['x', 'c', 'wq', 'wk', 'wv', 'q', 'k', 'v'].includes(name);

/** Whether the matrix's columns are keys. @param {ShownName} name */
export const isOverKeys = (name) => ['scores', 'scaled', 'masked', 'weights'].includes(name);
