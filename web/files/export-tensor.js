/** A tensor as a file: CSV, JSON or .npy. */

/** @import { Engine } from '../engine/engine.js' */
/** @import { Tensor } from '../engine/types.js' */

import { checkChoice } from '../engine/border/checks.js';
import { constant } from '../engine/border/constant.js';
import { placeOf } from '../engine/border/tensor.js';

/** @typedef {'csv' | 'json' | 'npy'} TensorFormat */

/**
 * @typedef {object} TensorFileOut
 * @property {string} name
 * @property {string} type its MIME type
 * @property {string | Uint8Array} data
 */

export const tensorFormats = constant(['csv', 'json', 'npy']);
const types = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  npy: 'application/octet-stream',
};

/** @param {number} number a float32 @returns {string} the fewest digits that parse to the same float32 */
export function shortest(number) {
  for (let digits = 1; digits < 9; ++digits) {
    const text = String(Number(number.toPrecision(digits)));
    if (Object.is(Math.fround(Number(text)), number)) return text;
  }
  return Object.is(number, -0) ? '-0' : String(Number(number.toPrecision(9)));
}

/** Writes nan and inf, which NumPy reads. @param {number} number */
function csvNumber(number) {
  if (Number.isFinite(number)) return shortest(number);
  return Number.isNaN(number) ? 'nan' : number > 0 ? 'inf' : '-inf';
}

/** Writes NaN and infinities as strings, because JSON has no numbers for them. @param {number} number */
const jsonNumber = (number) => (Number.isFinite(number) ? shortest(number) : `"${number}"`);

/**
 * Writes a row for each vector along the last axis. With more than two axes there is a line of titles, and a first column
 * with the slice, such as 0:1.
 *
 * @param {Tensor} tensor
 */
function toCsv({ data, shape }) {
  const width = shape[shape.length - 1] ?? 1;
  const rows = shape[shape.length - 2] ?? 1;
  const outer = shape.slice(0, -2);
  const lines = [];
  if (outer.length > 0) {
    lines.push(['slice', ...Array.from({ length: width }, (_, i) => `column ${i}`)].join(','));
  }
  for (let first = 0; first < data.length; first += width) {
    const cells = Array.from(data.subarray(first, first + width), csvNumber);
    if (outer.length > 0)
      cells.unshift(placeOf(Math.floor(first / (width * rows)), outer).join(':'));
    lines.push(cells.join(','));
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Information that a file contains besides its numbers; .npy has no place for it. `lines` are comments above CSV, which
 * readTensors() skips; `fields` go into JSON.
 * @typedef {{lines?: string, fields?: Readonly<Record<string, string | number | undefined>>}} About
 */

/** Writes JSON that readTensors() reads. @param {string} name @param {Tensor} tensor @param {About} about */
const toJson = (name, { data, shape }, { fields }) =>
  `${JSON.stringify({ name, ...fields }).slice(0, -1)},"shape":[${shape.join(',')}],"data":[${Array.from(data, jsonNumber).join(',')}]}\n`;

/**
 * @param {Engine} engine
 * @param {TensorFormat} format
 * @param {Tensor} tensor
 * @param {string} [name] of the tensor and the file
 * @param {About} [about]
 * @returns {TensorFileOut}
 */
export function exportTensor(engine, format, tensor, name = 'tensor', about = {}) {
  checkChoice('format', format, tensorFormats);
  const file = `${name.replace(/[^\p{L}\p{N}_.-]+/gu, '-') || 'tensor'}.${format}`;
  const data =
    format === 'npy'
      ? engine.writeNpy(tensor)
      : format === 'csv'
        ? (about.lines ?? '') + toCsv(tensor)
        : toJson(name, tensor, about);
  return { name: file, type: types[format], data };
}
