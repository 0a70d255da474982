/**
 * Passes calls with arrays to the core. Numbers and arrays are laid out one after the other in one block of the core's
 * memory and copied in once. Results are copied out once. src/bindings/record.h describes the other side.
 *
 * A call is begin(), then alloc() for the results, then the function in web/engine/records/, which writes its record
 * and returns the core's result, then take(). None of the caller's code runs in between.
 */

/** @import { EngineModule, LearningFunctions, NumberArray } from '../types.js' */

import { recordLength } from '../records/stamp.js';
import { guarded, outOfMemory, trueLength, write } from './checks.js';

/** Bytes. The block grows in these steps, and is freed when a call needs far less than it has. */
const step = 2 ** 16;
const idle = 2 ** 22;
const farLess = 8;
/** The core's alignment of arrays. */
const alignment = 16;

/** @typedef {'HEAPF32' | 'HEAPF64' | 'HEAPU32' | 'HEAPU8'} HeapName the core's memory as one kind of array */
/** @typedef {number & {readonly isPlace: true}} Place where an array lies in the block, in bytes; 0: there is none */

/** @param {number} bytes @param {number} unit a power of 2 @returns {number} a multiple of the unit */
const roundUp = (bytes, unit) => bytes + (-bytes & (unit - 1));

/** @type {WeakMap<EngineModule, Memory>} */
const memories = new WeakMap();

/** @param {EngineModule} module @returns {Memory} the memory of this instance of the core */
export function memoryOf(module) {
  let memory = memories.get(module);
  if (!memory) memories.set(module, (memory = new Memory(module)));
  return memory;
}

/** @typedef {Memory & {readonly module: LearningFunctions}} LearningMemory that of the module that learns */

/**
 * Copies the views of the core's memory into a small object, because reading a property of the module itself is slow.
 *
 * @param {EngineModule} module
 */
const viewsOf = ({ HEAPF32, HEAPF64, HEAPU32, HEAPU8 }) => ({ HEAPF32, HEAPF64, HEAPU32, HEAPU8 });

export class Memory {
  #address = 0;
  #capacity = 0;
  #name = '';
  #numbers = new Float64Array(recordLength);
  #count = 0;
  /** @type {(NumberArray | null)[]} the first #inputCount are in use; these lists only grow */
  #inputs = [];
  /** @type {number[]} their places in the block */
  #places = [];
  /** @type {HeapName[]} the type in which the core reads their numbers */
  #heaps = [];
  #inputCount = 0;
  #end = 0;
  /** @type {Pick<EngineModule, HeapName>} */
  #views;

  /** @param {EngineModule} module */
  constructor(module) {
    /** @readonly */
    this.module = module;
    this.#views = viewsOf(module);
  }

  /** Growing the core's memory replaces its views. */
  #refresh() {
    if (this.#views.HEAPU8 !== this.module.HEAPU8) this.#views = viewsOf(this.module);
  }

  /** @param {string} name of the function that is called, for errors */
  begin(name) {
    this.#name = name;
    this.#count = 0;
    this.#inputCount = 0;
    this.#end = 8 * this.#numbers.length;
  }

  /** @param {number} value */
  number(value) {
    this.#numbers[this.#count++] = value;
  }

  /** @param {Iterable<number>} values */
  add(values) {
    for (const value of values) this.number(value);
  }

  /**
   * @param {NumberArray | null | undefined} array
   * @param {HeapName} [heap] the type in which the core reads its numbers
   */
  input(array, heap = 'HEAPF32') {
    if (!array) return this.number(0);
    const index = this.#inputCount++;
    this.#inputs[index] = array;
    this.#heaps[index] = heap;
    const bytes = trueLength(array) * this.#views[heap].BYTES_PER_ELEMENT; // the true length is copied
    const place = this.alloc(bytes / 4);
    this.#places[index] = place;
    this.number(place);
  }

  /**
   * Reserves space for numbers of 4 bytes.
   *
   * @param {number} length
   * @param {boolean} [wanted]
   * @returns {Place} for take(); 0 if not wanted
   */
  alloc(length, wanted = true) {
    const place = wanted ? this.#end : 0;
    if (wanted) this.#end = roundUp(place + 4 * length, alignment);
    return /** @type {Place} */ (place);
  }

  /**
   * @param {() => boolean} core calls the core and returns whether it had enough memory
   * @param {number} [besides] bytes needed in addition to the block, for the error
   */
  call(core, besides = 0) {
    try {
      this.#reserve(this.#end);
      this.#refresh();
      this.#copyIn();
      const done = core();
      this.#refresh();
      if (!done) throw this.#refused(besides);
    } finally {
      for (let i = 0; i < this.#inputCount; ++i) this.#inputs[i] = null; // release the caller's arrays
    }
  }

  /**
   * @param {Place} place
   * @param {number} length
   * @param {Float32Array} [into] of that length
   * @returns {Float32Array} a copy, or into if given
   */
  take(place, length, into) {
    const { HEAPF32 } = this.#views;
    if (!into) return this.#copyOf(HEAPF32, place, length);
    const first = (this.#address + place) / 4;
    const numbers = HEAPF32.subarray(first, first + length);
    guarded(`${this.#name}: into`, into, () => write(into, numbers), length || 1);
    return into;
  }

  /**
   * @param {Place} place reserved for twice as many numbers of 4 bytes
   * @param {number} length
   * @returns {Float64Array} a copy
   */
  doubles(place, length) {
    return this.#copyOf(this.#views.HEAPF64, place, length);
  }

  /**
   * @param {Place} place
   * @param {number} length
   * @returns {number[]} whole numbers
   */
  wholes(place, length) {
    return Array.from(this.#copyOf(this.#views.HEAPU32, place, length));
  }

  /** @param {Place} place @param {number} length @returns {Uint8Array} a copy */
  bytes(place, length) {
    return this.#copyOf(this.#views.HEAPU8, place, length);
  }

  /**
   * @template Numbers
   * @param {{BYTES_PER_ELEMENT: number, slice: (first: number, end: number) => Numbers}} heap
   * @param {number} place
   * @param {number} length
   * @returns {Numbers}
   */
  #copyOf(heap, place, length) {
    const first = (this.#address + place) / heap.BYTES_PER_ELEMENT;
    try {
      return heap.slice(first, first + length);
    } catch {
      throw this.#refused();
    }
  }

  /** @param {number} index @returns {number} a number that the core returned */
  result(index) {
    return this.#views.HEAPF64[this.#address / 8 + index];
  }

  /** @param {number} count @returns {number[]} the first count numbers that the core returned */
  results(count) {
    return Array.from(this.#copyOf(this.#views.HEAPF64, 0, count));
  }

  /** @param {number} bytes */
  #reserve(bytes) {
    const wasteful = this.#capacity > idle && bytes < this.#capacity / farLess;
    if (bytes <= this.#capacity && !wasteful) return;
    const wanted = roundUp(bytes, step);
    this.#capacity = 0;
    this.#address = this.module.reserve(wanted);
    if (this.#address === 0) throw this.#refused();
    this.#capacity = wanted;
  }

  #copyIn() {
    const views = this.#views;
    const { HEAPF64 } = views;
    const record = this.#address / 8;
    for (let i = 0; i < this.#count; ++i) HEAPF64[record + i] = this.#numbers[i];
    for (let i = 0; i < this.#inputCount; ++i) {
      const heap = views[this.#heaps[i]];
      const input = /** @type {NumberArray} */ (this.#inputs[i]);
      const at = (this.#address + this.#places[i]) / heap.BYTES_PER_ELEMENT;
      guarded(this.#name, input, () => heap.set(input, at));
    }
  }

  #refused(besides = 0) {
    return outOfMemory(this.#name, this.#end + besides);
  }
}
