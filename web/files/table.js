/**
 * Reads numbers from a text: rows, with commas, semicolons, tabs or spaces between the numbers. A line with a single name
 * starts a matrix of that name, so that a text can contain several. A line of titles above the numbers is skipped. Lines
 * that start with # are comments.
 */

/** @import { Tensor } from '../engine/types.js' */
/** @import { Note } from './types.js' */

import { limits } from '../engine/border/limits.js';
import { checkName, fileLimits, Numbers, problem, several, wrong } from './problem.js';

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinite = /^([+-]?)inf(?:inity)?$/i;
const notNumber = /^[+-]?nan$/i;
const name = /^[A-Za-z_][\w.^]*[:=]?$/;

/** @param {string} cell @returns {number | undefined} */
export function numberOf(cell) {
  if (cell.length > fileLimits.digits) return undefined;
  if (number.test(cell)) return Number(cell);
  if (notNumber.test(cell)) return NaN;
  const sign = infinite.exec(cell)?.[1];
  if (sign === undefined) return undefined;
  return sign === '-' ? -Infinity : Infinity;
}

/**
 * @param {string} line
 * @param {string} separator
 * @returns {Generator<string>} cells without surrounding spaces and quotes
 */
function* cellsOf(line, separator) {
  let first = 0;
  while (first <= line.length) {
    const found = line.indexOf(separator, first);
    const end = found < 0 ? line.length : found;
    const cell = line.slice(first, end).trim();
    const quoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    if (separator !== ' ' || cell !== '') yield quoted ? cell.slice(1, -1).trim() : cell;
    first = end + 1;
  }
}

/** @param {string} text @returns {Generator<[line: string, number: number]>} trimmed lines without comments and empty lines */
function* linesOf(text) {
  let first = 0;
  for (let line = 1; first <= text.length; ++line) {
    const found = text.indexOf('\n', first);
    const end = found < 0 ? text.length : found;
    const words = text.slice(first, end).trim();
    if (words !== '' && words[0] !== '#') yield [words, line];
    first = end + 1;
  }
}

/**
 * Whether a separator occurs in a line that is not a comment. Searches from one occurrence to the next, so a text without
 * any is not split into lines.
 * @param {string} text
 * @param {string} separator
 */
function separates(text, separator) {
  for (let at = text.indexOf(separator); at >= 0;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(text.lastIndexOf('\n', at) + 1, end).trim();
    if (line[0] !== '#' && line.includes(separator)) return true;
    at = text.indexOf(separator, end);
  }
  return false;
}

/** @param {string} text @returns {string} the separator of its numbers; a space stands for any number of spaces */
const separatorOf = (text) =>
  ['\t', ';', ','].find((separator) => separates(text, separator)) ?? ' ';

class Matrix {
  #numbers = new Numbers();
  #rows = 0;
  #width = 0;

  /** @param {string} where for errors @param {string} called */
  constructor(where, called) {
    this.where = where;
    this.called = called;
  }

  get empty() {
    return this.#rows === 0;
  }

  /** @param {Iterable<string>} cells @param {number} line its number in the text */
  add(cells, line) {
    const row = this.#rows + 1;
    let column = 0;
    for (const cell of cells) {
      ++column;
      const value = numberOf(cell);
      if (value === undefined) {
        const where = `${this.where}: row ${row}, column ${column} (line ${line})`;
        throw cell === ''
          ? problem(where, 'nothing', 'a number')
          : wrong(where, cell, 'a number such as -1.5e-3');
      }
      this.#numbers.push(value);
    }
    if (this.empty) this.#width = column;
    if (column !== this.#width) {
      throw problem(
        `${this.where}: row ${row} (line ${line})`,
        several(column, 'number'),
        `${this.#width}, as in row 1`,
      );
    }
    this.#rows = row;
  }

  /** @returns {Tensor} */
  tensor() {
    return { data: this.#numbers.taken(), shape: [this.#rows, this.#width] };
  }
}

/**
 * @param {string} file its name, for errors
 * @param {string} text
 * @param {string} unnamed name for a matrix that has none in the text
 * @param {Note[]} notes
 * @returns {[string, Tensor][]}
 */
export function readTable(file, text, unnamed, notes) {
  const separator = separatorOf(text);
  const cells = (/** @type {string} */ line) => cellsOf(line, separator);
  /** @type {Map<string, Matrix>} */
  const matrices = new Map();
  let matrix = new Matrix(file, unnamed);
  const finish = () => {
    if (matrix.empty) return;
    if (matrices.has(matrix.called)) {
      throw problem(file, `the name ${JSON.stringify(matrix.called)} twice`, 'it once');
    }
    if (matrices.size === limits.fileTensors.max) {
      throw problem(file, `more than ${matrices.size} matrices`, 'no more');
    }
    matrices.set(matrix.called, matrix);
  };
  let names = 0;
  let fresh = true; // the matrix has no row and no titles yet
  for (const [line, number] of linesOf(text)) {
    if (name.test(line) && numberOf(line) === undefined) {
      finish();
      if (++names > fileLimits.names) {
        throw problem(file, `more than ${fileLimits.names} names`, 'no more');
      }
      const called = line.replace(/[:=]$/, '');
      checkName(file, called);
      matrix = new Matrix(`${file}: ${called}`, called);
      fresh = true;
    } else if (fresh && isTitles(cells(line))) {
      fresh = false;
      notes.push({ kind: 'titles', text: `Line ${number} holds titles and is left out.` });
    } else {
      fresh = false;
      matrix.add(cells(line), number);
    }
  }
  finish();
  if (matrices.size === 0) throw problem(file, 'no numbers', 'rows of numbers');
  return [...matrices].map(([called, each]) => [called, each.tensor()]);
}

/** @param {Iterable<string>} cells @returns {boolean} whether none is a number, and some are words */
function isTitles(cells) {
  let words = 0;
  for (const cell of cells) {
    if (numberOf(cell) !== undefined) return false;
    if (/\p{L}/u.test(cell)) ++words;
  }
  return words > 1;
}
