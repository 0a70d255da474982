/** Errors about invalid files, and limits of this folder. The engine's limits apply as well. */
import { describe } from '../engine/border/checks.js';

export const fileLimits = Object.freeze({
  /** characters of a text: CSV, TSV or JSON */
  text: 2 ** 24,
  /** characters of one number in a text */
  digits: 400,
  /** arrays and objects of a JSON text, and their nesting depth: 16 axes, a name and {data, shape} */
  brackets: 2 ** 18,
  depth: 18,
  /** names in a JSON text: of tensors, their data and shape, and metadata */
  names: 2 ** 14,
  /** files in an .npz */
  entries: 64,
  /** characters of a tensor's name */
  name: 200,
});

/**
 * Returns an error with one sentence: where, what was found, what was expected.
 *
 * @param {string} where
 * @param {string} got
 * @param {string} expected
 */
export const problem = (where, got, expected) =>
  new RangeError(`${where}: got ${got}; expected ${expected}`);

/** @param {string} where @param {unknown} value @param {string} expected */
export const wrong = (where, value, expected) => problem(where, describe(value), expected);

/** @param {number} count @param {string} noun @returns {string} such as 1 number, 2 numbers */
export const several = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** @param {string} where @param {string} name of a tensor */
export function checkName(where, { length }) {
  if (length > fileLimits.name) {
    throw problem(where, `a name of ${length} characters`, `at most ${fileLimits.name}`);
  }
}

/**
 * A growing list of float32 numbers.
 */
export class Numbers {
  #data = new Float32Array(0);
  length = 0;

  /** @param {number} number */
  push(number) {
    if (this.length === this.#data.length) {
      const longer = new Float32Array(Math.max(64, 2 * this.length));
      longer.set(this.#data);
      this.#data = longer;
    }
    this.#data[this.length++] = number;
  }

  /** @returns {Float32Array} a copy of exactly the right length */
  taken() {
    return this.#data.slice(0, this.length);
  }
}
