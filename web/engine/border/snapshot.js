/** Copies of what callers give, as it is at the call: whatever they do with it afterwards changes nothing. */

/** @import { NumberArray } from '../types.js' */

import { arrayKind, isDetached, isTypedArray, outOfMemory, trueLength } from './checks.js';

/** No option takes a longer list, or a deeper nest: such a one is left as it is, to be refused. */
const longest = 2 ** 20;
const deepest = 6;

/** @param {unknown} value */
function isPlain(value) {
  const kind = Object.getPrototypeOf(Object(value));
  return kind !== null && Object.getPrototypeOf(kind) === null;
}

/**
 * A copy of options. What is no plain object, or cannot be copied (a proxy), is left as it is: it may be something to refuse.
 *
 * @param {unknown} options
 */
export function optionsNow(options) {
  try {
    return isPlain(options) ? structuredClone(options) : options;
  } catch {
    return options;
  }
}

/** @param {unknown} value @returns {value is {data: unknown, shape: unknown}} */
const isTensor = (value) =>
  typeof value === 'object' && value !== null && 'data' in value && 'shape' in value;

/**
 * The same of the options of a run, with the numbers of its tensors, each array once; but the arrays in `into`, which are there
 * to be written, are the caller's own.
 *
 * @param {string} name of the run, for errors
 * @param {unknown} options
 * @returns {unknown}
 */
export function runOptionsNow(name, options) {
  /** @type {Map<unknown, NumberArray>} */
  const copies = new Map();
  /** @param {NumberArray} array */
  const copyOf = (array) => {
    const known = copies.get(array);
    if (known) return known;
    if (array.length !== trueLength(array) || isDetached(array)) return array; // to be refused
    const copy = copiedArray(name, array);
    copies.set(array, copy);
    return copy;
  };
  /** @param {unknown} value @param {number} depth @returns {unknown} */
  const copy = (value, depth = 0) => {
    if (typeof value !== 'object' || value === null || depth > deepest) return value;
    if (isTypedArray(value))
      return arrayKind(value)?.startsWith('Big') ? value : copyOf(/** @type {any} */ (value));
    if (Array.isArray(value))
      return value.length > longest ? value : value.map((of) => copy(of, depth + 1));
    if (isPlain(value))
      return mapped(value, (key, of) => (key === 'into' ? of : copy(of, depth + 1)));
    return isTensor(value)
      ? { data: copy(value.data, depth + 1), shape: copy(value.shape, depth + 1) }
      : value;
  };
  return copy(options);
}

/** @param {unknown} object @param {(key: string, of: unknown) => unknown} change */
const mapped = (object, change) =>
  Object.fromEntries(Object.entries(Object(object)).map(([key, of]) => [key, change(key, of)]));

/** @param {string} name @param {NumberArray} array @returns {NumberArray} */
function copiedArray(name, array) {
  const Kind = globalThis[/** @type {'Float32Array'} */ (arrayKind(array))];
  try {
    const copy = new Kind(trueLength(array));
    copy.set(array);
    return copy;
  } catch {
    throw outOfMemory(name, trueLength(array) * Kind.BYTES_PER_ELEMENT);
  }
}
