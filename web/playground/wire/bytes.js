/**
 * Messages between a program and the page, as bytes: numbers, texts and marks one behind the other. The same code runs in the
 * guest, where a program may have changed everything that it can reach; so nothing is looked up there after the first line of it
 * has run.
 */

const { bind, call } = Function.prototype;
const unbound = bind.bind(call);

/**
 * A method as a function whose first argument is `this`; what a program does to prototypes does not change it.
 *
 * @type {(method: any) => (self: unknown, ...given: any[]) => any}
 */
export const uncurried = (method) => unbound(method);

const Buffer = ArrayBuffer;
const Bytes = Uint8Array;
const Doubles = Float64Array;
const View = DataView;
const set = uncurried(Bytes.prototype.set);
const [setU16, setU32, setF64] = [
  View.prototype.setUint16,
  View.prototype.setUint32,
  View.prototype.setFloat64,
].map(uncurried);
const [getU16, getU32, getF64] = [
  View.prototype.getUint16,
  View.prototype.getUint32,
  View.prototype.getFloat64,
].map(uncurried);
const charCodeAt = uncurried(String.prototype.charCodeAt);
const { fromCharCode } = String;

/** What comes next in a message. Of the first line each has its own bytes behind, of the others other values. */
export const tags = Object.freeze({
  undefined: 0,
  null: 1,
  true: 2,
  false: 3,
  number: 4,
  text: 5,
  bigint: 6,
  /** Lists and objects are numbered as they come, and later ones may name an earlier one. */
  list: 7,
  numbers: 8,
  object: 9,
  array: 10,
  buffer: 11,
  again: 12,
  /** What stays where it is and is called from here. */
  guestFunction: 13,
  hostFunction: 14,
  hostObject: 15,
  /** What the host may only give back. */
  thing: 16,
  /** A name that throws when it is read. */
  thrower: 17,
  error: 18,
  symbol: 19,
  promise: 20,
  signal: 21,
  /** Anything else, of which the name of its kind is all that is told: 'Map'. */
  other: 22,
  revoked: 23,
  /** Of an answer: what stood in the call. */
  given: 24,
});

/** What the guest requests of the host. */
export const requests = Object.freeze({
  call: 0,
  method: 1,
  getter: 2,
  construct: 3,
  abort: 4,
  settle: 5,
  show: 6,
});

/** What the host has the guest do. */
export const commands = Object.freeze({ settle: 0, invoke: 1, timer: 2 });

/** In the order of their numbers in messages. */
export const arrayNames = Object.freeze([
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
  'Float16Array',
]);

export class Writer {
  #buffer = new Buffer(256);
  #bytes = new Bytes(this.#buffer);
  #view = new View(this.#buffer);
  #size = 256;
  length = 0;
  /** What lies beside the message. @type {any[]} */
  buffers = [];

  /** @param {number} more @returns {number} where they go */
  #room(more) {
    const { length } = this;
    if (length + more > this.#size) {
      this.#size = 2 * (length + more);
      this.#buffer = new Buffer(this.#size);
      const bytes = new Bytes(this.#buffer);
      set(bytes, this.#bytes);
      this.#bytes = bytes;
      this.#view = new View(this.#buffer);
    }
    this.length = length + more;
    return length;
  }

  /** @param {number} value */
  u8(value) {
    const at = this.#room(1); // may change what the bytes are
    this.#bytes[at] = value;
  }

  /** @param {number} value */
  u32(value) {
    const at = this.#room(4);
    setU32(this.#view, at, value, true);
  }

  /** @param {number} value */
  f64(value) {
    const at = this.#room(8);
    setF64(this.#view, at, value, true);
  }

  /** @param {string} text */
  text(text) {
    const { length } = text;
    this.u32(length);
    const at = this.#room(2 * length);
    for (let i = 0; i < length; ++i) setU16(this.#view, at + 2 * i, charCodeAt(text, i), true);
  }

  /** @param {ArrayBuffer} numbers float64, as every machine that runs WebAssembly keeps them @param {number} count */
  numbers(numbers, count) {
    const at = this.#room(8 * count);
    set(this.#bytes, new Bytes(numbers, 0, 8 * count), at);
  }

  /** The message, with room behind it. */
  get buffer() {
    return this.#buffer;
  }
}

export class Reader {
  #buffer;
  #bytes;
  #view;
  #size;
  #at = 0;

  /** @param {ArrayBuffer} buffer @param {number} size of the message */
  constructor(buffer, size) {
    this.#buffer = buffer;
    this.#bytes = new Bytes(buffer);
    this.#view = new View(buffer);
    this.#size = size;
  }

  /** @param {number} count @returns {number} where they are */
  #next(count) {
    const at = this.#at;
    if (!(at + count <= this.#size)) throw new RangeError('a message ends too early');
    this.#at = at + count;
    return at;
  }

  /** @returns {number} */
  u8() {
    return this.#bytes[this.#next(1)];
  }

  /** @returns {number} */
  u32() {
    return getU32(this.#view, this.#next(4), true);
  }

  /** @returns {number} */
  f64() {
    return getF64(this.#view, this.#next(8), true);
  }

  /** @returns {string} */
  text() {
    const length = this.u32();
    const at = this.#next(2 * length);
    let text = '';
    for (let i = 0; i < length; ++i) text += fromCharCode(getU16(this.#view, at + 2 * i, true));
    return text;
  }

  /** @param {number} count @returns {Float64Array<ArrayBuffer>} */
  numbers(count) {
    const at = this.#next(8 * count);
    const numbers = new Buffer(8 * count);
    set(new Bytes(numbers), new Bytes(this.#buffer, at, 8 * count));
    return new Doubles(numbers);
  }
}
