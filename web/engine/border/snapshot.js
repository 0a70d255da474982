/** Copies of the caller's options, taken at the call, so that later changes have no effect. */

import { isList, isObject, isTypedArray } from './checks.js';

/**
 * No option takes a longer list, deeper nesting, or more entries in all lists and objects together. Anything beyond is
 * left uncopied, and the checks refuse it. An object that occurs in several places is copied once, so its entries count
 * once.
 */
const longest = 2 ** 20;
const deepest = 6;
const mostEntries = 2 ** 22;
/** Most classes that an object may inherit from. A proxy may claim to be its own prototype. */
const mostClasses = 64;

/**
 * Copies options, each list and object once.
 *
 * @param {unknown} options
 * @param {(array: any) => any} [copy] copies typed arrays; by default they stay the caller's own
 * @returns {unknown}
 */
export const optionsNow = (options, copy = asItIs) => new Copies(copy).of(options, 0);

/** @param {any} array */
const asItIs = (array) => array;

class Copies {
  #copy;
  #left = mostEntries;
  /** The copies, by original. @type {Map<unknown, unknown>} */
  #known = new Map();

  /** @param {(array: any) => any} copy copies typed arrays */
  constructor(copy) {
    this.#copy = copy;
  }

  /** @param {unknown} value @param {number} depth @returns {unknown} */
  of(value, depth) {
    if (!isObject(value) || depth > deepest) return value;
    if (isTypedArray(value)) return this.#copy(value);
    const known = this.#known.get(value);
    if (known) return known;
    return isList(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  /** Whether this many more entries may be copied. @param {number} count */
  #takes(count) {
    if (count > Math.min(longest, this.#left)) return false;
    this.#left -= count;
    return true;
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
   * Returns a copy that reads like the object itself: getters of its class are present but not among its own names. An
   * object that would be refused for having no names is returned as it is.
   *
   * @param {object} object
   * @param {number} depth
   */
  #object(object, depth) {
    const own = new Set(Object.keys(object));
    if (own.size === 0 && Object.prototype.toString.call(object) !== '[object Object]')
      return object;
    const names = new Set([...inheritedNames(object), ...own]);
    if (!this.#takes(names.size)) return object;
    const copy = {};
    this.#known.set(object, copy);
    for (const key of names) {
      if (!(key in object)) continue;
      const read = readNow(object, key, (of) => this.of(of, depth + 1));
      Object.defineProperty(copy, key, { ...read, enumerable: own.has(key), configurable: true });
    }
    return copy;
  }
}

/** The names that an object inherits from its classes, without those of every object. @param {object} object @returns {string[]} */
function inheritedNames(object) {
  /** @type {string[]} */
  const names = [];
  let kind = Object.getPrototypeOf(object);
  for (let classes = 0; kind !== null && classes < mostClasses; ++classes) {
    const next = Object.getPrototypeOf(kind);
    if (next === null) break;
    names.push(...Object.getOwnPropertyNames(kind).filter((name) => name !== 'constructor'));
    kind = next;
  }
  return names;
}

/** @param {object} object @param {string} key @param {(of: unknown) => unknown} change */
function readNow(object, key, change) {
  try {
    return { value: change(Reflect.get(object, key)) };
  } catch (error) {
    return {
      get() {
        throw error; // thrown only if the property is read
      },
    };
  }
}
