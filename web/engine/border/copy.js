/** Copies of arrays. Separate from the checks, because pages download those before anything needs a copy. */

/** @import { NumberArray } from '../types.js' */

import { guarded, kindOf, newArray, trueLength, write } from './checks.js';

/**
 * Copies the numbers of an array into new memory.
 *
 * @template {NumberArray} A
 * @param {string} name of the function that needs the copy
 * @param {A} array
 * @returns {A}
 */
export function copyOf(name, array) {
  const copy = newArray(name, trueLength(array), kindOf(array));
  guarded(name, array, () => write(copy, array));
  return copy;
}
