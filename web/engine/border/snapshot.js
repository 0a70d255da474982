/** Copies of what callers give, as it is at the call: whatever they do with it afterwards changes nothing. */

/** @import { NumberArray } from '../types.js' */

import {
  arrayKind,
  isDetached,
  isList,
  isObject,
  isTypedArray,
  room,
  trueLength,
} from './checks.js';
import { copied } from './origin.js';

/** No option takes a longer list, or a deeper nest: such a one is left as it is, to be refused. */
const longest = 2 ** 20;
const deepest = 6;

/** What a run reads of `forward`, which is what attention() returned and may hold matrices of scores. */
const readOfForward = ['output', 'logSumExp'];

/**
 * A copy of the options of a run, with the numbers of its tensors, each array once; but the arrays in `into`, which are there
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
    copied(copy, array);
    return copy;
  };
  /** @param {unknown} value @param {number} depth @param {readonly string[]} [only] @returns {unknown} */
  const copy = (value, depth = 0, only = undefined) => {
    if (!isObject(value) || depth > deepest) return value;
    if (isTypedArray(value))
      return arrayKind(value)?.startsWith('Big') ? value : copyOf(/** @type {any} */ (value));
    if (isList(value)) {
      const { length } = value;
      if (length > longest) return value;
      return Array.from({ length }, (_, i) => copy(value[i], depth + 1));
    }
    const names = 'data' in value && 'shape' in value ? ['data', 'shape'] : only;
    return copiedObject(value, names, (key, of) =>
      key === 'into' ? of : copy(of, depth + 1, key === 'forward' ? readOfForward : undefined),
    );
  };
  return copy(options);
}

/**
 * A copy that is read as the object itself: what its class has getters for is there, but not among its own names. What would be
 * refused for having no names is left as it is.
 *
 * @param {object} object
 * @param {readonly string[] | undefined} only the names that are read, if not all
 * @param {(key: string, of: unknown) => unknown} change
 */
function copiedObject(object, only, change) {
  const own = Object.keys(object);
  if (own.length === 0 && Object.prototype.toString.call(object) !== '[object Object]')
    return object;
  const copy = {};
  for (const key of only ?? [...inheritedNames(object), ...own]) {
    if (!(key in object)) continue;
    const enumerable = own.includes(key);
    Object.defineProperty(copy, key, { ...readNow(object, key, change), enumerable });
  }
  return copy;
}

/** What its classes have, without what every object has. @param {object} object @returns {string[]} */
function inheritedNames(object) {
  const kind = Object.getPrototypeOf(object);
  if (kind === null || Object.getPrototypeOf(kind) === null) return [];
  const names = Object.getOwnPropertyNames(kind).filter((name) => name !== 'constructor');
  return [...inheritedNames(kind), ...names];
}

/** @param {object} object @param {string} key @param {(key: string, of: unknown) => unknown} change */
function readNow(object, key, change) {
  try {
    return { value: change(key, Reflect.get(object, key)) };
  } catch (error) {
    return {
      get() {
        throw error; // for whoever reads it, if anybody does
      },
    };
  }
}

/** @param {string} name @param {NumberArray} array @returns {NumberArray} */
function copiedArray(name, array) {
  const Kind = globalThis[/** @type {'Float32Array'} */ (arrayKind(array))];
  const copy = room(name, trueLength(array), Kind);
  copy.set(array);
  return copy;
}
