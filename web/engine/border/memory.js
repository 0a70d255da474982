/**
 * How a call with arrays crosses to the core: its numbers and arrays are laid out one after the other
 * in one block of the core's memory, copied in once, and what the core made of them is copied out
 * once. src/bindings/record.h tells the same from the other side.
 *
 * A call is: begin(), then number(), input() and result() in the order in which the core reads them,
 * call(), then take() and given(). Nothing of the caller's runs in between.
 */

/** @import { EngineModule, NumberArray } from '../types.js' */

import { guarded, outOfMemory, trueLength, write } from './checks.js';

/** Bytes: the block grows in such steps, and is given back when a call needs far less than it has. */
const step = 2 ** 16;
const idle = 2 ** 22;
const farLess = 8;
/** What the core aligns arrays to. */
const alignment = 16;

/** @param {number} bytes @param {number} unit a power of 2 @returns {number} a multiple of the unit */
const roundUp = (bytes, unit) => bytes + (-bytes & (unit - 1));

/** @type {WeakMap<EngineModule, Memory>} */
const memories = new WeakMap();

/** @param {EngineModule} module @returns {Memory} the one of this instance of the core */
export function memoryOf(module) {
  let memory = memories.get(module);
  if (!memory) memories.set(module, (memory = new Memory(module)));
  return memory;
}

export class Memory {
  #address = 0;
  #capacity = 0;
  #name = '';
  #numbers;
  #count = 0;
  /** @type {(NumberArray | null)[]} the first #inputCount of them; these lists only grow */
  #inputs = [];
  /** @type {number[]} where in the block they go */
  #places = [];
  /** @type {('float' | 'whole' | 'byte' | 'double')[]} as what the core takes their numbers */
  #kinds = [];
  #inputCount = 0;
  #end = 0;

  /** @param {EngineModule} module */
  constructor(module) {
    /** @readonly */
    this.module = module;
    this.#numbers = new Float64Array(module.record);
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
  numbers(values) {
    for (const value of values) this.number(value);
  }

  /**
   * @param {NumberArray | null | undefined} array
   * @param {boolean} [whole] whether the core takes its numbers as uint32; else as float32
   */
  input(array, whole = false) {
    if (!array) return this.number(0);
    const length = trueLength(array); // what is copied, whatever it says
    this.#copyLater(array, whole ? 'whole' : 'float', length);
  }

  /** @param {Float64Array} array */
  inputDoubles(array) {
    this.#copyLater(array, 'double', 2 * trueLength(array));
  }

  /** @param {Uint8Array} array */
  inputBytes(array) {
    this.#copyLater(array, 'byte', Math.ceil(trueLength(array) / 4));
  }

  /**
   * @param {NumberArray} array
   * @param {'float' | 'whole' | 'byte' | 'double'} kind
   * @param {number} length in numbers of 4 bytes
   */
  #copyLater(array, kind, length) {
    const index = this.#inputCount++;
    this.#inputs[index] = array;
    this.#kinds[index] = kind;
    this.#places[index] = this.result(length);
  }

  /**
   * Room for numbers of 4 bytes.
   *
   * @param {number} length
   * @param {boolean} [wanted]
   * @returns {number} its place, for take(); 0 when it is not wanted
   */
  result(length, wanted = true) {
    if (!wanted) {
      this.number(0);
      return 0;
    }
    const place = this.#end;
    this.number(place);
    this.#end = roundUp(place + 4 * length, alignment);
    return place;
  }

  /**
   * @param {() => boolean} core a function of the core; it tells whether it had the memory it needs
   * @param {number} [besides] bytes that it needs besides the block, to name when they are refused
   */
  call(core, besides = 0) {
    try {
      this.#reserve(this.#end);
      this.#copyIn();
      if (!core()) throw this.#refused(besides);
    } finally {
      this.#inputs.fill(null, 0, this.#inputCount); // they are the caller's to forget
    }
  }

  /**
   * @param {number} place
   * @param {number} length
   * @param {Float32Array} [into] of that length
   * @returns {Float32Array} a copy; into, if it is given
   */
  take(place, length, into) {
    const first = (this.#address + place) / 4;
    if (into) {
      const numbers = this.module.HEAPF32.subarray(first, first + length);
      guarded(`${this.#name}: into`, into, () => write(into, numbers), length || 1);
      return into;
    }
    try {
      return this.module.HEAPF32.slice(first, first + length);
    } catch {
      throw this.#refused();
    }
  }

  /**
   * @param {number} place of room for twice as many numbers
   * @param {number} length
   * @returns {Float64Array} a copy
   */
  takeDoubles(place, length) {
    const first = (this.#address + place) / 8;
    try {
      return this.module.HEAPF64.slice(first, first + length);
    } catch {
      throw this.#refused();
    }
  }

  /**
   * @param {number} place
   * @param {number} length
   * @returns {number[]} of whole numbers
   */
  takeWhole(place, length) {
    const first = (this.#address + place) / 4;
    return Array.from(this.module.HEAPU32.subarray(first, first + length));
  }

  /** @param {number} place @param {number} length @returns {Uint8Array} a copy */
  takeBytes(place, length) {
    return new Uint8Array(this.module.HEAPF32.buffer, this.#address + place, length).slice();
  }

  /** @param {number} index @returns {number} what the core gave besides arrays */
  given(index) {
    return this.module.HEAPF64[this.#address / 8 + index];
  }

  /** @param {number} count @returns {number[]} the first of what the core gave besides arrays */
  gifts(count) {
    return Array.from({ length: count }, (_, i) => this.given(i));
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
    const { HEAPF64 } = this.module; // anew: growth replaces it
    const record = this.#address / 8;
    for (let i = 0; i < this.#count; ++i) HEAPF64[record + i] = this.#numbers[i];
    for (let i = 0; i < this.#inputCount; ++i) this.#copyInput(i);
  }

  /** @param {number} index */
  #copyInput(index) {
    const { HEAPF32, HEAPU32, HEAPF64 } = this.module;
    const input = /** @type {NumberArray} */ (this.#inputs[index]);
    const kind = this.#kinds[index];
    const at = this.#address + this.#places[index];
    guarded(this.#name, input, () => {
      if (kind === 'byte') new Uint8Array(HEAPF32.buffer).set(input, at);
      else if (kind === 'double') HEAPF64.set(input, at / 8);
      else (kind === 'whole' ? HEAPU32 : HEAPF32).set(input, at / 4);
    });
  }

  #refused(besides = 0) {
    return outOfMemory(this.#name, this.#end + besides);
  }
}
