/** The bytes of a checkpoint, as callers give them: looked at and copied at the call, before what trains has come. */

import { arrayKind, checkObject, intactArray, room, wrongType } from '../border/checks.js';

/** In bytes. */
export const checkpointLimit = Object.freeze({ min: 1, max: 2 ** 26, whole: true });

/**
 * @param {string} name
 * @param {unknown} bytes
 * @returns {Uint8Array} a copy, which stays as it is while it waits
 */
export function checkBytes(name, bytes) {
  if (arrayKind(bytes) !== 'Uint8Array') throw wrongType(name, bytes, 'a Uint8Array');
  const array = intactArray(name, /** @type {Uint8Array} */ (bytes));
  const { max } = checkpointLimit;
  if (array.length > max) {
    throw new RangeError(`${name}: got ${array.length} bytes; expected at most ${max}`);
  }
  const own = room(name, array.length, Uint8Array);
  own.set(array);
  return own;
}

/** @param {object} options of createTrainer(), with a checkpoint */
export const checkpointOf = (options) =>
  checkBytes('checkpoint', checkObject('createTrainer', options, ['checkpoint']).checkpoint);
