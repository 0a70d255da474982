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

/**
 * No option takes a longer list, a deeper nest, or more entries of all lists and objects together: what is beyond is left as it
 * is, to be refused. What stands in many places is copied once, however many entries these have together.
 */
const longest = 2 ** 20;
const deepest = 6;
const mostEntries = 2 ** 22;

/** What a run reads of `forward`, which is what attention() returned and may hold matrices of scores. */
const readOfForward = ['output', 'logSumExp'];
const ofTensors = ['data', 'shape'];

/**
 * A copy of the options of long work, with the numbers of its tensors, each array, list and object once; but the arrays in `into`,
 * which are there to be written, are the caller's own.
 *
 * @param {string} name of the run, for errors
 * @param {unknown} options
 * @returns {unknown}
 */
export const runOptionsNow = (name, options) => new Copies(name).of(options, 0);

class Copies {
  #name;
  #left = mostEntries;
  /** By what they are copies of. @type {Map<unknown, unknown>} */
  #known = new Map();

  /** @param {string} name */
  constructor(name) {
    this.#name = name;
  }

  /** @param {unknown} value @param {number} depth @param {readonly string[]} [only] the names that are read, if not all @returns {unknown} */
  of(value, depth, only = undefined) {
    if (!isObject(value) || depth > deepest) return value;
    const known = only ? undefined : this.#known.get(value);
    if (known) return known;
    if (isTypedArray(value))
      return arrayKind(value)?.startsWith('Big') ? value : this.#array(/** @type {any} */ (value));
    if (isList(value)) return this.#list(value, depth);
    return this.#object(value, depth, 'data' in value && 'shape' in value ? ofTensors : only);
  }

  /** Whether so many entries may be copied. @param {number} count */
  #takes(count) {
    if (count > Math.min(longest, this.#left)) return false;
    this.#left -= count;
    return true;
  }

  /** @param {NumberArray} array @returns {NumberArray} */
  #array(array) {
    if (array.length !== trueLength(array) || isDetached(array)) return array; // to be refused
    const copy = copiedArray(this.#name, array);
    this.#known.set(array, copy);
    copied(copy, array);
    return copy;
  }

  /** @param {readonly unknown[]} list @param {number} depth @returns {readonly unknown[]} */
  #list(list, depth) {
    const { length } = list;
    if (!this.#takes(length)) return list;
    /** @type {unknown[]} */
    const copy = [];
    this.#known.set(list, copy);
    for (let i = 0; i < length; ++i) copy[i] = this.of(list[i], depth + 1);
    return copy;
  }

  /**
   * A copy that is read as the object itself: what its class has getters for is there, but not among its own names. What would be
   * refused for having no names is left as it is.
   *
   * @param {object} object
   * @param {number} depth
   * @param {readonly string[] | undefined} only
   */
  #object(object, depth, only) {
    const own = new Set(Object.keys(object));
    if (own.size === 0 && Object.prototype.toString.call(object) !== '[object Object]')
      return object;
    const names = only ?? [...inheritedNames(object), ...own];
    if (!this.#takes(names.length)) return object;
    const copy = {};
    if (!only) this.#known.set(object, copy);
    for (const key of names) {
      if (!(key in object)) continue;
      const read = readNow(object, key, (of) =>
        key === 'into' ? of : this.of(of, depth + 1, key === 'forward' ? readOfForward : undefined),
      );
      Object.defineProperty(copy, key, { ...read, enumerable: own.has(key) });
    }
    return copy;
  }
}

/** What its classes have, without what every object has. @param {object} object @returns {string[]} */
function inheritedNames(object) {
  const kind = Object.getPrototypeOf(object);
  if (kind === null || Object.getPrototypeOf(kind) === null) return [];
  const names = Object.getOwnPropertyNames(kind).filter((name) => name !== 'constructor');
  return [...inheritedNames(kind), ...names];
}

/** @param {object} object @param {string} key @param {(of: unknown) => unknown} change */
function readNow(object, key, change) {
  try {
    return { value: change(Reflect.get(object, key)) };
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
