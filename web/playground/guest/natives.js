/** Built-in functions that the guest's own code calls, saved before a program can change them. */

import { uncurried } from '../wire/bytes.js';

export const {
  defineProperty,
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getPrototypeOf,
  setPrototypeOf,
  keys,
} = Object;
export const { apply, deleteProperty, get, ownKeys } = Reflect;
export const { isArray } = Array;
export const toTag = uncurried(Object.prototype.toString);
export const isAbove = uncurried(Object.prototype.isPrototypeOf);
export const hasOwn = uncurried(Object.prototype.hasOwnProperty);

/** @param {object} prototype @param {PropertyKey} name */
const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name)?.get);

const typed = getPrototypeOf(Uint8Array.prototype);
/** @type {(value: unknown) => string | undefined} */
export const arrayName = getter(typed, Symbol.toStringTag);
/** @type {(array: unknown) => ArrayBuffer} */
export const bufferOf = getter(typed, 'buffer');
/** @type {(array: unknown) => number} */
export const offsetOf = getter(typed, 'byteOffset');
/** @type {(array: unknown) => number} */
export const lengthOf = getter(typed, 'length');
/** @type {(buffer: unknown) => number} */
export const bytesIn = getter(ArrayBuffer.prototype, 'byteLength');
export const setBytes = uncurried(typed.set);

export const [mapGet, mapSet, mapDelete] = [
  Map.prototype.get,
  Map.prototype.set,
  Map.prototype.delete,
].map(uncurried);
export const sizeOf = getter(Map.prototype, 'size');
export const [weakGet, weakSet] = [WeakMap.prototype.get, WeakMap.prototype.set].map(uncurried);
export const then = uncurried(Promise.prototype.then);
export const Buffer = ArrayBuffer;
export const Bytes = Uint8Array;
export const Doubles = Float64Array;
export const NativeError = Error;
export const NativeRangeError = RangeError;
export const NativeTypeError = TypeError;
export const sliceList = uncurried(Array.prototype.slice);
export const NativePromise = Promise;
export const NativeMap = Map;
export const NativeWeakMap = WeakMap;
export const bigintText = uncurried(BigInt.prototype.toString);
export const toBigInt = BigInt;
export const symbolText = uncurried(Symbol.prototype.toString);
export const [slice, split, indexOf, startsWith, padStart, padEnd, repeat, replaceAll, trim] = [
  String.prototype.slice,
  String.prototype.split,
  String.prototype.indexOf,
  String.prototype.startsWith,
  String.prototype.padStart,
  String.prototype.padEnd,
  String.prototype.repeat,
  String.prototype.replaceAll,
  String.prototype.trim,
].map(uncurried);

/**
 * Defines an own property, ignoring setters of the prototypes.
 * @param {object} object
 * @param {PropertyKey} name
 * @param {unknown} value
 * @param {boolean} [enumerable]
 */
export function put(object, name, value, enumerable = true) {
  const own = { __proto__: null, value, enumerable, writable: true, configurable: true };
  return defineProperty(object, name, own);
}
