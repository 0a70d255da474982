/** Copies of arrays; apart from the checks, which pages download before anything needs one. */

/** @import { NumberArray } from '../types.js' */

import { arrayKind, guarded, room, trueLength, write } from './checks.js';

/**
 * The same numbers in other memory.
 *
 * @template {NumberArray} A
 * @param {string} name of the call that needs them
 * @param {A} array
 * @returns {A}
 */
export function copyOf(name, array) {
  const Kind = globalThis[/** @type {'Float32Array'} */ (arrayKind(array))];
  const copy = room(name, trueLength(array), Kind);
  guarded(name, array, () => write(copy, array));
  return /** @type {A} */ (/** @type {unknown} */ (copy));
}
