/** Copies of arrays; apart from the checks, which pages download before anything needs one. */

/** @import { NumberArray } from '../types.js' */

import { guarded, kindOf, newArray, trueLength, write } from './checks.js';

/**
 * The same numbers in other memory.
 *
 * @template {NumberArray} A
 * @param {string} name of the call that needs them
 * @param {A} array
 * @returns {A}
 */
export function copyOf(name, array) {
  const copy = newArray(name, trueLength(array), kindOf(array));
  guarded(name, array, () => write(copy, array));
  return copy;
}
