/**
 * The guest's half of the bridge. It turns values of a program into messages, and messages into values. All values of a
 * program are read here, once: getters and proxies run in the guest, where they can be stopped, and the host sees only bytes.
 */

import { arrayNames, commands, Reader, requests, tags, Writer } from '../wire/bytes.js';
import { errorOf } from './errors.js';
import * as natives from './natives.js';

const { isArray, keys, mapGet, mapSet, mapDelete, put, weakGet, weakSet } = natives;

/**
 * Functions of the host. They take numbers, texts and buffers.
 *
 * @typedef {object} Raw
 * @property {(message: ArrayBuffer, length: number, ...buffers: ArrayBuffer[]) => number} ask
 *   returns how many buffers the answer has
 * @property {(message: ArrayBuffer, length: number, ...buffers: ArrayBuffer[]) => void} reply
 * @property {(index: number) => ArrayBuffer} take returns a buffer of the answer, or its message for -1
 * @property {(level: string, text: string, line: number) => void} print
 * @property {(id: number, milliseconds: number) => void} timer
 * @property {(id: number) => void} clear
 * @property {() => number} now
 * @property {boolean} isPage whether it runs on the page's own thread
 */
/** @type {Raw} */
export const raw = natives.get(globalThis, '__raw');
natives.deleteProperty(globalThis, '__raw');

/** Largest nesting depth of arguments, and largest length of a list in them. */
const deepest = 100;
const longest = 2 ** 24;
const mostClasses = 64;

const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array];
const allKinds = [...kinds, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
/** @type {any[]} */
const Arrays = [...allKinds, natives.get(globalThis, 'Float16Array')];
/** @type {Record<string, number>} */
const kindOf = Object.assign(
  Object.create(null),
  Object.fromEntries(arrayNames.map((name, i) => [name, i])),
);

/** Functions of the program that the host may call, by number. @type {Map<number, {call: Function, of: unknown}>} */
const functions = new Map();
/** Numbers of these functions, by owner. @type {WeakMap<Function, Map<unknown, number>>} */
const numbersOf = new WeakMap();
/** Values of the program that the host can only pass back, by number. */
const things = new Map();
/** Objects of the host by number, and their numbers. */
const hostObjects = new Map();
const hostNumbers = new WeakMap();
/** Pending promises of the host. @type {Map<number, {resolve: Function, reject: Function, stack: string, given: unknown[]}>} */
const waiting = new Map();
/** Numbers of the program's signals that the host knows. */
const signalNumbers = new WeakMap();
let last = 0;

/** @type {{is: (value: unknown) => boolean, state: (signal: any) => {aborted: boolean, reason: unknown}}} */
export const signals = { is: () => false, state: () => ({ aborted: false, reason: undefined }) };

/** Classes of host objects, by number. @type {any[]} */
export const classes = [];
/**
 * Methods that are bound to each object of a class, so that `const { attention } = sd` works.
 * @type {[name: string, method: Function][][]}
 */
const ownMethods = [];
/** Prototypes of these classes. Names inherited from them are not the program's and are not sent. */
const ofHost = new natives.NativeWeakMap();

/** @param {unknown} thing @returns {number} */
function thingNumber(thing) {
  mapSet(things, ++last, thing);
  return last;
}

/** @param {Function} call @param {unknown} of the object whose method it is @returns {number} */
function functionNumber(call, of) {
  let byOwner = weakGet(numbersOf, call);
  if (!byOwner) weakSet(numbersOf, call, (byOwner = new natives.NativeMap()));
  let number = mapGet(byOwner, of);
  if (!number) {
    number = ++last;
    mapSet(byOwner, of, number);
    mapSet(functions, number, { call, of });
  }
  return number;
}

class Encoder {
  writer = new Writer();
  #known = new natives.NativeMap();
  #buffers = new natives.NativeMap();
  /** Objects written so far, in order. @type {unknown[]} */
  given = [];
  #count = 0;

  /** @param {unknown} value @param {unknown} [of] the object that it is read from @param {number} [depth] */
  value(value, of = undefined, depth = 0) {
    const { writer } = this;
    switch (typeof value) {
      case 'undefined':
        return writer.u8(tags.undefined);
      case 'boolean':
        return writer.u8(value ? tags.true : tags.false);
      case 'number':
        writer.u8(tags.number);
        return writer.f64(value);
      case 'string':
        writer.u8(tags.text);
        return writer.text(value);
      case 'bigint':
        writer.u8(tags.bigint);
        return writer.text(natives.bigintText(value));
      case 'symbol':
        return writer.u8(tags.symbol);
      case 'function':
        writer.u8(tags.guestFunction);
        return writer.u32(functionNumber(value, of));
    }
    if (typeof value !== 'object' || value === null) return writer.u8(tags.null);
    this.#object(value, depth);
  }

  /** @param {object} value @param {number} depth */
  #object(value, depth) {
    const { writer } = this;
    const known = mapGet(this.#known, value);
    if (known !== undefined) {
      writer.u8(tags.again);
      return writer.u32(known);
    }
    const host = weakGet(hostNumbers, value);
    if (host !== undefined) {
      writer.u8(tags.hostObject);
      return writer.u32(host);
    }
    if (depth > deepest)
      throw new natives.NativeRangeError(
        `got something nested deeper than ${deepest}; expected less`,
      );
    /** @type {unknown[] | undefined} */
    let list;
    try {
      if (isArray(value)) list = value;
    } catch {
      return writer.u8(tags.revoked);
    }
    mapSet(this.#known, value, this.#count);
    put(this.given, this.#count++, value);
    if (list) return this.#list(list, depth);
    const array = natives.arrayName(value);
    if (array !== undefined) return this.#array(value, array);
    if (signals.is(value)) return this.#signal(value);
    if (this.#isBuffer(value)) return;
    if (natives.isAbove(natives.NativeError.prototype, value)) {
      writer.u8(tags.thing);
      writer.u8(1);
      return writer.u32(thingNumber(value));
    }
    if (natives.isAbove(natives.NativePromise.prototype, value) && this.#isPromise(value)) return;
    const own = keys(value);
    const tag = natives.slice(natives.toTag(value), 8, -1);
    if (own.length === 0 && tag !== 'Object') {
      writer.u8(tags.other);
      return writer.text(tag);
    }
    this.#names(value, own, depth);
  }

  /** @param {unknown[]} list @param {number} depth */
  #list(list, depth) {
    const { writer } = this;
    const { length } = list;
    if (length > longest)
      throw new natives.NativeRangeError(
        `got a list of length ${length}; expected at most ${longest}`,
      );
    // Each entry is read once. As long as all are numbers, they are collected in one buffer.
    const size = 8 * (length < 1024 ? length : 1024);
    let buffer = new natives.Buffer(size);
    let numbers = new natives.Doubles(buffer);
    let room = size / 8;
    let i = 0;
    /** @type {unknown} */
    let other;
    for (; i < length; ++i) {
      other = list[i];
      if (typeof other !== 'number') break;
      if (i === room) {
        room *= 2;
        const more = new natives.Buffer(8 * room);
        const wider = new natives.Doubles(more);
        natives.setBytes(wider, numbers);
        buffer = more;
        numbers = wider;
      }
      numbers[i] = other;
    }
    if (i === length) {
      writer.u8(tags.numbers);
      writer.u32(length);
      return writer.numbers(buffer, length);
    }
    writer.u8(tags.list);
    writer.u32(length);
    for (let j = 0; j < i; ++j) {
      writer.u8(tags.number);
      writer.f64(numbers[j]);
    }
    this.value(other, list, depth + 1);
    for (++i; i < length; ++i) this.value(list[i], list, depth + 1);
  }

  /** @param {object} object @param {string[]} own @param {number} depth */
  #names(object, own, depth) {
    const { writer } = this;
    writer.u8(tags.object);
    const inherited = inheritedNames(object, own);
    writer.u32(own.length + inherited.length);
    for (let i = 0; i < own.length; ++i) this.#name(object, own[i], true, depth);
    for (let i = 0; i < inherited.length; ++i) this.#name(object, inherited[i], false, depth);
  }

  /** @param {object} object @param {string} name @param {boolean} isOwn @param {number} depth */
  #name(object, name, isOwn, depth) {
    const { writer } = this;
    writer.text(name);
    writer.u8(isOwn ? 1 : 0);
    let value;
    try {
      value = natives.get(object, name);
    } catch (error) {
      writer.u8(tags.thrower);
      return writer.u32(thingNumber(error));
    }
    this.value(value, object, depth + 1);
  }

  /** @param {object} array @param {string} name */
  #array(array, name) {
    const { writer } = this;
    const buffer = natives.bufferOf(array);
    const length = natives.lengthOf(array);
    const kind = kindOf[name];
    const bytes = length * Arrays[kind].BYTES_PER_ELEMENT;
    writer.u8(tags.array);
    writer.u8(kind);
    let whole;
    try {
      whole = natives.bytesIn(buffer);
    } catch {
      whole = -1; // shared
    }
    if (bytes < whole / 2 || whole < 0) {
      // A small part of a buffer, or of shared memory, is copied and sent alone.
      const part = new natives.Buffer(bytes);
      natives.setBytes(new Arrays[kind](part), array);
      writer.u32(this.#beside(part));
      writer.u32(0);
    } else {
      writer.u32(this.#beside(buffer));
      writer.u32(natives.offsetOf(array));
    }
    writer.u32(length);
  }

  /** @param {ArrayBuffer} buffer */
  #beside(buffer) {
    let index = mapGet(this.#buffers, buffer);
    if (index === undefined) {
      index = natives.sizeOf(this.#buffers);
      mapSet(this.#buffers, buffer, index);
      put(this.writer.buffers, index, buffer);
    }
    return index;
  }

  /** @param {object} value */
  #isBuffer(value) {
    try {
      natives.bytesIn(value);
    } catch {
      return false;
    }
    this.writer.u8(tags.buffer);
    this.writer.u32(this.#beside(/** @type {ArrayBuffer} */ (value)));
    return true;
  }

  /** @param {object} value */
  #isPromise(value) {
    const id = ++last;
    try {
      natives.then(
        value,
        (/** @type {unknown} */ result) => settle(id, 1, result),
        (/** @type {unknown} */ reason) => settle(id, 0, reason),
      );
    } catch {
      return false;
    }
    this.writer.u8(tags.promise);
    this.writer.u32(id);
    return true;
  }

  /** @param {object} signal */
  #signal(signal) {
    let id = weakGet(signalNumbers, signal);
    if (!id) weakSet(signalNumbers, signal, (id = ++last));
    const { aborted, reason } = signals.state(signal);
    this.writer.u8(tags.signal);
    this.writer.u32(id);
    this.writer.u8(aborted ? 1 : 0);
    this.writer.u32(aborted ? thingNumber(reason) : 0);
  }
}

/** Returns the names that an object inherits from classes of the program. @param {object} object @param {string[]} own */
function inheritedNames(object, own) {
  /** @type {string[]} */
  const names = [];
  const seen = natives.setPrototypeOf({}, null);
  for (let i = 0; i < own.length; ++i) seen[own[i]] = true;
  let kind = natives.getPrototypeOf(object);
  for (let count = 0; kind !== null && count < mostClasses; ++count) {
    const next = natives.getPrototypeOf(kind);
    if (next === null || weakGet(ofHost, kind)) break;
    const of = natives.getOwnPropertyNames(kind);
    for (let i = 0; i < of.length; ++i) {
      if (of[i] === 'constructor' || seen[of[i]]) continue;
      seen[of[i]] = true;
      put(names, names.length, of[i]);
    }
    kind = next;
  }
  return names;
}

class Decoder {
  #reader;
  #given;
  /** @type {unknown[]} */
  #known = [];

  /** @param {Reader} reader @param {unknown[]} given objects in the call */
  constructor(reader, given) {
    this.#reader = reader;
    this.#given = given;
  }

  /** @returns {any} */
  value() {
    const reader = this.#reader;
    const tag = reader.u8();
    switch (tag) {
      case tags.undefined:
        return undefined;
      case tags.null:
        return null;
      case tags.true:
        return true;
      case tags.false:
        return false;
      case tags.number:
        return reader.f64();
      case tags.text:
        return reader.text();
      case tags.bigint:
        return natives.toBigInt(reader.text());
      case tags.again:
        return this.#known[reader.u32()];
      case tags.given:
        return this.#given[reader.u32()];
      case tags.thing:
        return mapGet(things, reader.u32());
      case tags.list:
        return this.#list();
      case tags.numbers:
        return this.#numbers();
      case tags.object:
        return this.#object();
      case tags.array:
        return this.#array();
      case tags.buffer:
        return this.#know(own(reader.u32()));
      case tags.error:
        return this.#know(errorOf(reader.text(), reader.text()));
      case tags.hostFunction:
        return hostFunction(reader.u32());
      case tags.hostObject:
        return this.#hostObject();
      case tags.promise:
        return promised(reader.u32(), this.#given);
    }
    return undefined;
  }

  /** @template T @param {T} value @returns {T} */
  #know(value) {
    put(this.#known, this.#known.length, value);
    return value;
  }

  #list() {
    const length = this.#reader.u32();
    /** @type {unknown[]} */
    const list = this.#know([]);
    for (let i = 0; i < length; ++i) put(list, i, this.value());
    return list;
  }

  #numbers() {
    const length = this.#reader.u32();
    const numbers = this.#reader.numbers(length);
    /** @type {number[]} */
    const list = this.#know([]);
    for (let i = 0; i < length; ++i) put(list, i, numbers[i]);
    return list;
  }

  #object() {
    const count = this.#reader.u32();
    const object = this.#know({});
    for (let i = 0; i < count; ++i) put(object, this.#reader.text(), this.value());
    return object;
  }

  #array() {
    const Kind = Arrays[this.#reader.u8()];
    return this.#know(new Kind(own(this.#reader.u32())));
  }

  #hostObject() {
    const id = this.#reader.u32();
    const kind = this.#reader.u32();
    const isNew = this.#reader.u8() === 1;
    if (!isNew) return mapGet(hostObjects, id);
    const object = natives.setPrototypeOf({}, classes[kind].prototype);
    mapSet(hostObjects, id, object);
    weakSet(hostNumbers, object, id);
    bindMethods(object, ownMethods[kind]);
    const count = this.#reader.u32();
    for (let i = 0; i < count; ++i) {
      const name = this.#reader.text();
      natives.defineProperty(object, name, { value: this.value(), enumerable: true });
    }
    return object;
  }
}

/**
 * Copies a buffer of an answer, so that it counts towards the program's memory.
 *
 * @param {number} index
 */
function own(index) {
  const brought = raw.take(index);
  const buffer = new natives.Buffer(natives.bytesIn(brought));
  natives.setBytes(new natives.Bytes(buffer), new natives.Bytes(brought));
  return buffer;
}

/** @param {Encoder} encoder @param {(...given: any[]) => any} send */
function sent({ writer }, send) {
  const given = [writer.buffer, writer.length];
  for (let i = 0; i < writer.buffers.length; ++i) put(given, i + 2, writer.buffers[i]);
  return natives.apply(send, undefined, given);
}

/** Returns the host's answer to the last message. @param {unknown[]} given */
function answered(given) {
  const message = raw.take(-1);
  const reader = new Reader(message, natives.bytesIn(message));
  return { reader, decoder: new Decoder(reader, given) };
}

/** @param {Encoder} encoder @returns {any} */
function asked(encoder) {
  sent(encoder, raw.ask);
  const { reader, decoder } = answered(encoder.given);
  const isFine = reader.u8() === 1;
  const value = decoder.value();
  writeBack(reader, encoder.given);
  if (!isFine) throw value;
  return value;
}

/** Copies back the arrays that the host wrote into. @param {Reader} reader @param {unknown[]} given */
function writeBack(reader, given) {
  const count = reader.u32();
  for (let i = 0; i < count; ++i) {
    const array = given[reader.u32()];
    const brought = raw.take(reader.u32());
    const name = natives.arrayName(array);
    if (name === undefined) continue;
    const written = new Arrays[kindOf[name]](brought);
    if (natives.lengthOf(written) === natives.lengthOf(array)) natives.setBytes(array, written);
  }
}

/** @param {number} ask @param {(encoder: Encoder) => void} write */
function ask(ask, write) {
  const encoder = new Encoder();
  encoder.writer.u8(ask);
  write(encoder);
  return asked(encoder);
}

/** @param {Encoder} encoder @param {unknown[]} values */
function list(encoder, values) {
  encoder.writer.u32(values.length);
  for (let i = 0; i < values.length; ++i) encoder.value(values[i]);
}

/** @type {Map<number, Function>} */
const hostFunctions = new Map();

/** Returns a function that calls one of the host. @param {number} id @param {string} [name] */
export function hostFunction(id, name = '') {
  const known = mapGet(hostFunctions, id);
  if (known) return known;
  /** @param {unknown[]} given */
  const made = (...given) =>
    ask(requests.call, (encoder) => {
      encoder.writer.u32(id);
      list(encoder, given);
    });
  natives.defineProperty(made, 'name', { value: name, configurable: true });
  mapSet(hostFunctions, id, made);
  return made;
}

/** @param {object} object @param {[name: string, method: Function][]} methods */
function bindMethods(object, methods) {
  for (let i = 0; i < methods.length; ++i) {
    const { 0: name, 1: method } = methods[i];
    /** @param {unknown[]} given */
    const value = (...given) => natives.apply(method, object, given);
    put(value, 'name', name, false);
    put(object, name, value, false);
  }
}

/**
 * Creates the guest's version of a host class, with its methods and getters.
 *
 * @param {number} kind
 * @param {{name: string, methods: string[], getters: string[], bound: boolean}} found
 */
export function hostClass(kind, { name, methods, getters, bound }) {
  ownMethods[kind] = [];
  const Made = class {
    /** @param {unknown[]} given */
    constructor(...given) {
      ask(requests.construct, (encoder) => {
        encoder.writer.u32(kind);
        list(encoder, given);
      });
    }
  };
  natives.defineProperty(Made, 'name', { value: name, configurable: true });
  weakSet(ofHost, Made.prototype, true);
  for (const method of methods) {
    const { [method]: made } = {
      /** @this {unknown} @param {unknown[]} given */
      [method](...given) {
        return ask(requests.method, (encoder) => {
          encoder.writer.u32(kind);
          encoder.writer.text(method);
          encoder.value(this);
          list(encoder, given);
        });
      },
    };
    put(Made.prototype, method, made, false);
    if (bound) put(ownMethods[kind], ownMethods[kind].length, [method, made]);
  }
  for (const each of getters) {
    natives.defineProperty(Made.prototype, each, {
      /** @this {unknown} */
      get() {
        return ask(requests.getter, (encoder) => {
          encoder.writer.u32(kind);
          encoder.writer.text(each);
          encoder.value(this);
        });
      },
      configurable: true,
    });
  }
  return Made;
}

/** @param {number} id @param {unknown[]} given */
function promised(id, given) {
  // The stack of the call. When the answer comes, the program is elsewhere.
  const { stack = '' } = new natives.NativeError();
  return new natives.NativePromise((resolve, reject) => {
    mapSet(waiting, id, { resolve, reject, stack, given });
  });
}

/** Tells the host how a promise of the program was settled. @param {number} id @param {number} isFine @param {unknown} value */
function settle(id, isFine, value) {
  ask(requests.settle, (encoder) => {
    encoder.writer.u32(id);
    encoder.writer.u8(isFine);
    if (isFine) return encoder.value(value);
    encoder.writer.u32(thingNumber(value));
  });
}

/** @param {object} signal @param {unknown} reason */
export function tellAborted(signal, reason) {
  const id = weakGet(signalNumbers, signal);
  if (!id) return;
  ask(requests.abort, (encoder) => {
    encoder.writer.u32(id);
    encoder.writer.u32(thingNumber(reason));
  });
}

/** @param {string} type @param {number} line @param {unknown[]} given @returns {any} */
export const show = (type, line, given) =>
  ask(requests.show, (encoder) => {
    encoder.writer.text(type);
    encoder.writer.u32(line);
    list(encoder, given);
  });

/** @type {Map<number, () => void>} */
export const timers = new Map();

/** Called when a message of the host is ready to be taken. */
export function receive() {
  const message = raw.take(-1);
  const reader = new Reader(message, natives.bytesIn(message));
  const command = reader.u8();
  const id = reader.u32();
  if (command === commands.timer) {
    const timer = mapGet(timers, id);
    mapDelete(timers, id);
    return timer?.();
  }
  if (command === commands.settle) return settled(reader, id);
  if (command === commands.invoke) return invoked(reader, id);
}

/** @param {Reader} reader @param {number} id */
function settled(reader, id) {
  const promise = mapGet(waiting, id);
  if (!promise) return;
  const { resolve, reject, stack, given } = promise;
  mapDelete(waiting, id);
  const isFine = reader.u8() === 1;
  const isNew = reader.u8() === 1;
  const value = new Decoder(reader, given).value();
  writeBack(reader, given);
  if (isNew) put(value, 'stack', stack, false);
  (isFine ? resolve : reject)(value);
}

/** @param {Reader} reader @param {number} id */
function invoked(reader, id) {
  const found = mapGet(functions, id);
  const count = reader.u32();
  const decoder = new Decoder(reader, []);
  /** @type {unknown[]} */
  const given = [];
  for (let i = 0; i < count; ++i) put(given, i, decoder.value());
  const encoder = new Encoder();
  try {
    const value = natives.apply(found.call, found.of, given);
    encoder.writer.u8(1);
    encoder.value(value);
  } catch (error) {
    encoder.writer = new Writer();
    encoder.writer.u8(0);
    encoder.writer.u32(thingNumber(error));
  }
  sent(encoder, raw.reply);
}

/** The first message of the host: modules, classes and functions of the program. */
const first = raw.take(-1);
export const opened = new Decoder(new Reader(first, natives.bytesIn(first)), []);
