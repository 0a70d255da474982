/**
 * The bytes of a checkpoint from the caller. They are checked and copied at the call, before the code for training is
 * loaded.
 */

import {
  arrayKind,
  checkObject,
  intactArray,
  isObject,
  newArray,
  wrongType,
} from '../border/checks.js';

/** Limits of the size, bytes. */
export const checkpointLimit = Object.freeze({ min: 1, max: 2 ** 26, whole: true });

/** @param {string} name @param {unknown} bytes @returns {Uint8Array} */
function checkBytes(name, bytes) {
  if (arrayKind(bytes) !== 'Uint8Array') throw wrongType(name, bytes, 'a Uint8Array');
  const array = intactArray(name, /** @type {Uint8Array} */ (bytes));
  const { max } = checkpointLimit;
  if (array.length <= max) return array;
  throw new RangeError(`${name}: got ${array.length} bytes; expected at most ${max}`);
}

/**
 * @param {string} name
 * @param {unknown} bytes
 * @returns {Uint8Array} a copy, which the caller cannot change while it waits
 */
export function ownBytes(name, bytes) {
  const array = checkBytes(name, bytes);
  const own = newArray(name, array.length, Uint8Array);
  own.set(array);
  return own;
}

/**
 * @param {unknown} options of createTrainer()
 * @param {(name: string, bytes: unknown) => Uint8Array} [take] ownBytes, if the bytes are the caller's
 * @returns {Uint8Array | undefined} the bytes of the checkpoint, if one is given
 */
export function checkpointOf(options, take = checkBytes) {
  if (!isObject(options) || options.checkpoint === undefined) return undefined;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { checkpoint } = checkObject('createTrainer', Object.fromEntries(given), ['checkpoint']);
  return take('checkpoint', checkpoint);
}
