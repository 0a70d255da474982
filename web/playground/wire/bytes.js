/**
 * Messages between a program and the page, as bytes: a sequence of tags, numbers and texts. The same code runs in the guest,
 * where a program may change every object that it can reach. All built-in functions are therefore saved before the program starts.
 */

const { bind, call } = Function.prototype;
const unbound = bind.bind(call);

/**
 * Returns a method as a function whose first argument is `this`. Later changes of prototypes do not affect it.
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

/** Tags of the next value in a message. Those before `list` are followed only by their own bytes. */
export const tags = Object.freeze({
  undefined: 0,
  null: 1,
  true: 2,
  false: 3,
  number: 4,
  text: 5,
  bigint: 6,
  /** Lists and objects are numbered in order. `again` refers to an earlier one. */
  list: 7,
  numbers: 8,
  object: 9,
  array: 10,
  buffer: 11,
  again: 12,
  /** Functions and objects that stay on their side and are called from the other. */
  guestFunction: 13,
  hostFunction: 14,
  hostObject: 15,
  /** A value that the host can only pass back. */
  thing: 16,
  /** A property that throws when it is read. */
  thrower: 17,
  error: 18,
  symbol: 19,
  promise: 20,
  signal: 21,
  /** Anything else. Only the name of its kind is sent, such as 'Map'. */
  other: 22,
  revoked: 23,
  /** In an answer: a value of the call. */
  given: 24,
});

/** Requests of the guest to the host. */
export const requests = Object.freeze({
  call: 0,
  method: 1,
  getter: 2,
  construct: 3,
  abort: 4,
  settle: 5,
  show: 6,
});

/** Commands of the host to the guest. */
export const commands = Object.freeze({ settle: 0, invoke: 1, timer: 2 });

/** Names of the typed arrays. Messages have their indices. */
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
  /** Buffers sent along with the message. @type {any[]} */
  buffers = [];

  /** @param {number} more @returns {number} offset of the new bytes */
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
    const at = this.#room(1); // may replace #bytes
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

  /** @param {ArrayBuffer} numbers float64, little-endian as on every machine that runs WebAssembly @param {number} count */
  numbers(numbers, count) {
    const at = this.#room(8 * count);
    set(this.#bytes, new Bytes(numbers, 0, 8 * count), at);
  }

  /** The buffer with the message, and unused space after it. */
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

  /** @param {ArrayBuffer} buffer @param {number} size length of the message */
  constructor(buffer, size) {
    this.#buffer = buffer;
    this.#bytes = new Bytes(buffer);
    this.#view = new View(buffer);
    this.#size = size;
  }

  /** @param {number} count @returns {number} offset of the next bytes */
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
