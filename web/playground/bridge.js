/**
 * The host's half of the bridge between a program and the engine. A program's values arrive as bytes and are recreated here.
 * Answers are copied in the same way. Functions and objects of the engine stay here and have numbers. A program can refer only
 * to those that it was given, and call only the methods that their classes have.
 */

/** @import { Exports, Kind } from './scope.js' */

import { arrayNames, commands, Reader, requests, tags, Writer } from './wire/bytes.js';

/** Largest number of objects and of functions of the host that a program may have, and of its pending promises. */
const mostObjects = 10_000;
const mostWaiting = 1000;

/** Reference to a value of the program that the host can only pass back: an error, or the reason of a signal. */
class Thing {
  /** @param {number} id */
  constructor(id) {
    this.id = id;
  }
}

/** Reference to a value that is an error in the program. */
class ThingError extends Error {
  /** @param {number} id */
  constructor(id) {
    super('an error of the program');
    this.id = id;
  }
}

/** @param {string} name @returns {any} */
const arrayClass = (name) => Reflect.get(globalThis, name);
const Arrays = arrayNames.map(arrayClass);

/** Returns the tag of a host value, such as 'Error'. Works for values of other windows as well. @param {unknown} value */
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** @param {unknown} value */
const isError = (value) => ['Error', 'DOMException'].includes(tagOf(value));

/** Arguments of a call: the numbers of its values, and the arrays that the engine may write into. */
class Call {
  /** @type {Map<unknown, number>} */
  numbers = new Map();
  /** @type {Map<number, any>} */
  targets = new Map();
}

/**
 * @typedef {{message: ArrayBuffer, buffers: ArrayBuffer[]}} Packet
 *
 * @typedef {{id: number, kind: number, isNew: boolean}} HostNumber the number of an object of the host
 *
 * @typedef {object} Guest
 * @property {(packet: Packet) => Packet | undefined} tell gives it a packet; returns its reply
 * @property {(news: () => void) => void} later calls `news` when it is the program's turn
 * @property {(type: string, line: number, given: any[]) => unknown} show
 * @property {(object: object, method: string, given: unknown[]) => unknown[]} watch may change the arguments of a method
 */

export class Bridge {
  #kinds;
  #guest;
  /** @type {Function[]} */
  #functions = [];
  /** @type {Map<unknown, number>} */
  #functionNumbers = new Map();
  /** @type {object[]} */
  #objects = [];
  /** @type {Map<unknown, number>} */
  #objectNumbers = new Map();
  /** @type {Map<number, (...given: unknown[]) => unknown>} */
  #guestFunctions = new Map();
  /** @type {Map<number, {resolve: (value: any) => void, reject: (reason: unknown) => void}>} */
  #guestPromises = new Map();
  /** @type {Map<number, AbortController>} */
  #signals = new Map();
  #last = 0;
  /** Number of promises of the host that the program waits for. */
  waiting = 0;

  /** @param {readonly Kind[]} kinds @param {Guest} guest */
  constructor(kinds, guest) {
    this.#kinds = kinds;
    this.#guest = guest;
  }

  /** Objects of the host that the program was given. */
  get objects() {
    return this.#objects;
  }

  /**
   * Returns the first message for the guest.
   * @param {Record<string, Exports>} modules
   * @param {Record<string, Function>} inside
   * @param {object} sd
   * @returns {Packet}
   */
  opening(modules, inside, sd) {
    /** @param {Exports} exports */
    const entries = (exports) =>
      Object.fromEntries(
        Object.entries(exports).map(([name, value]) => [name, this.#entry(value)]),
      );
    const setup = {
      classes: this.#kinds.map(({ Class: _, ...found }) => found),
      modules: Object.fromEntries(
        Object.entries(modules).map(([name, exports]) => [name, entries(exports)]),
      ),
      inside: Object.fromEntries(
        Object.entries(inside).map(([name, call]) => [name, this.#functionNumber(call)]),
      ),
    };
    const encoder = new Encoder(this);
    encoder.value(setup);
    encoder.value(sd);
    return encoder.packet();
  }

  /** @param {any} value */
  #entry(value) {
    if (typeof value !== 'function') return ['value', value];
    const kind = this.#kinds.findIndex(({ Class }) => Class === value);
    return kind < 0 ? ['function', this.#functionNumber(value)] : ['class', kind];
  }

  /** @param {Function} call */
  #functionNumber(call) {
    return numberOf(this.#functions, this.#functionNumbers, call);
  }

  /** Answers a message of the guest. @param {Packet} packet @returns {Packet} */
  answer(packet) {
    const reader = new Reader(packet.message, packet.message.byteLength);
    const call = new Call();
    let isFine = 1;
    let value;
    try {
      value = this.#asked(reader, new Decoder(this, reader, packet.buffers, call));
    } catch (error) {
      isFine = 0;
      value = error;
    }
    const encoder = new Encoder(this, call);
    encoder.writer.u8(isFine);
    encoder.value(value);
    encoder.targets();
    return encoder.packet();
  }

  /** @param {Reader} reader @param {Decoder} decoder @returns {unknown} */
  #asked(reader, decoder) {
    const ask = reader.u8();
    if (ask === requests.call) {
      const call = this.#functions[reader.u32()];
      if (!call) throw new RangeError('a function that does not exist was called');
      return call(...decoder.list());
    }
    if (ask === requests.method || ask === requests.getter || ask === requests.construct) {
      const kind = this.#kinds[reader.u32()];
      if (!kind) throw new RangeError('a class that does not exist was named');
      if (ask === requests.construct) return void new kind.Class(...decoder.list());
      const name = reader.text();
      const self = decoder.value();
      if (ask === requests.getter) {
        if (!kind.getters.includes(name)) throw new RangeError(`there is no getter ${name}`);
        const { get } = Object.getOwnPropertyDescriptor(kind.Class.prototype, name) ?? {};
        return get?.call(self);
      }
      if (!kind.methods.includes(name)) throw new RangeError(`there is no method ${name}`);
      const given = this.#guest.watch(self, name, decoder.list());
      return kind.Class.prototype[name].apply(self, given);
    }
    if (ask === requests.abort) {
      const signal = this.#signals.get(reader.u32());
      return signal?.abort(new Thing(reader.u32()));
    }
    if (ask === requests.settle) return this.#settled(reader, decoder);
    if (ask === requests.show) {
      const [type, line] = [reader.text(), reader.u32()];
      return this.#guest.show(type, line, decoder.list());
    }
    throw new RangeError('unknown request');
  }

  /** @param {Reader} reader @param {Decoder} decoder */
  #settled(reader, decoder) {
    const id = reader.u32();
    const promise = this.#guestPromises.get(id);
    this.#guestPromises.delete(id);
    if (reader.u8() === 1) promise?.resolve(decoder.value());
    else promise?.reject(new Thing(reader.u32()));
  }

  // Functions, objects and promises in messages -----------------------------------------------------------------------------------------------

  /** @param {number} id @returns {(...given: unknown[]) => unknown} */
  guestFunction(id) {
    let call = this.#guestFunctions.get(id);
    if (!call) this.#guestFunctions.set(id, (call = (...given) => this.#invoke(id, given)));
    return call;
  }

  /** @param {number} id @param {unknown[]} given */
  #invoke(id, given) {
    const encoder = new Encoder(this);
    encoder.writer.u8(commands.invoke);
    encoder.writer.u32(id);
    encoder.writer.u32(given.length);
    for (const each of given) encoder.value(each);
    const reply = this.#guest.tell(encoder.packet());
    if (!reply) return undefined;
    const reader = new Reader(reply.message, reply.message.byteLength);
    if (reader.u8() === 1) return new Decoder(this, reader, reply.buffers, new Call()).value();
    throw new Thing(reader.u32());
  }

  /** @param {number} id */
  guestPromise(id) {
    const promise = new Promise((resolve, reject) => {
      this.#guestPromises.set(id, { resolve, reject });
    });
    promise.catch(() => {}); // its receiver handles the rejection
    return promise;
  }

  /** @param {number} id @param {boolean} aborted @param {number} reason */
  signal(id, aborted, reason) {
    let controller = this.#signals.get(id);
    if (!controller) this.#signals.set(id, (controller = new AbortController()));
    if (aborted) controller.abort(new Thing(reason));
    return controller.signal;
  }

  /** @param {number} id */
  object(id) {
    const object = this.#objects[id];
    if (!object) throw new RangeError('an object that does not exist was named');
    return object;
  }

  /** Returns the number of a host function. @param {any} value */
  functionNumber(value) {
    return this.#functionNumber(value);
  }

  /** @param {object} value @returns {HostNumber | undefined} */
  objectNumber(value) {
    const kind = this.#kinds.findIndex(
      ({ Class }) => Object.getPrototypeOf(value) === Class.prototype,
    );
    if (kind < 0) return undefined;
    const isNew = !this.#objectNumbers.has(value);
    return { id: numberOf(this.#objects, this.#objectNumbers, value), kind, isNew };
  }

  /**
   * Registers a promise of the host. The program is told of its result when it is the program's turn.
   * @param {Promise<unknown>} promise
   * @param {Call} call
   */
  hostPromise(promise, call) {
    const id = ++this.#last;
    promise.catch(() => {}); // if the limit below throws, nothing else handles a rejection
    if (this.waiting >= mostWaiting)
      throw new RangeError(`got ${mostWaiting} calls that have not ended; expected fewer`);
    this.waiting += 1;
    /** @param {number} isFine @param {unknown} value */
    const settle = (isFine, value) =>
      this.#guest.later(() => {
        this.waiting -= 1;
        const encoder = new Encoder(this, call);
        encoder.writer.u8(commands.settle);
        encoder.writer.u32(id);
        encoder.writer.u8(isFine);
        const isOurs = isError(value) && !(value instanceof ThingError);
        encoder.writer.u8(isFine === 0 && isOurs ? 1 : 0);
        encoder.value(value);
        encoder.targets();
        this.#guest.tell(encoder.packet());
      });
    promise.then(
      (value) => settle(1, value),
      (error) => settle(0, error),
    );
    return id;
  }

  /** @param {number} id */
  timer(id) {
    const encoder = new Encoder(this);
    encoder.writer.u8(commands.timer);
    encoder.writer.u32(id);
    this.#guest.tell(encoder.packet());
  }
}

/** @template T @param {T[]} list @param {Map<unknown, number>} numbers @param {T} value */
function numberOf(list, numbers, value) {
  let number = numbers.get(value);
  if (number === undefined) {
    if (list.length >= mostObjects)
      throw new RangeError(`got ${mostObjects} objects of the engine; expected fewer`);
    number = list.length;
    list.push(value);
    numbers.set(value, number);
  }
  return number;
}

class Decoder {
  #bridge;
  #reader;
  #buffers;
  #call;
  /** @type {unknown[]} */
  #known = [];
  /** Whether the values being read are arrays that the engine may write into. */
  #isTarget = false;

  /** @param {Bridge} bridge @param {Reader} reader @param {ArrayBuffer[]} buffers @param {Call} call */
  constructor(bridge, reader, buffers, call) {
    this.#bridge = bridge;
    this.#reader = reader;
    this.#buffers = buffers;
    this.#call = call;
  }

  list() {
    const length = this.#reader.u32();
    /** @type {any[]} */
    const list = [];
    for (let i = 0; i < length; ++i) list.push(this.value());
    return list;
  }

  /** @template T @param {T} value @returns {T} */
  #know(value) {
    this.#call.numbers.set(value, this.#known.length);
    this.#known.push(value);
    return value;
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
        return BigInt(reader.text());
      case tags.symbol:
        return Symbol();
      case tags.again:
        return this.#known[reader.u32()];
      case tags.guestFunction:
        return this.#bridge.guestFunction(reader.u32());
      case tags.hostObject:
        return this.#bridge.object(reader.u32());
      case tags.thing:
        return this.#thing();
      case tags.list:
        return this.#list();
      case tags.numbers:
        return this.#know(Array.from(reader.numbers(reader.u32())));
      case tags.object:
        return this.#object();
      case tags.array:
        return this.#array();
      case tags.buffer:
        return this.#know(this.#buffer(reader.u32()));
      case tags.promise:
        return this.#know(this.#bridge.guestPromise(reader.u32()));
      case tags.signal:
        return this.#know(this.#bridge.signal(reader.u32(), reader.u8() === 1, reader.u32()));
      case tags.other:
        return this.#know({ [Symbol.toStringTag]: reader.text() });
      case tags.thrower:
        return new Thrower(reader.u32());
      case tags.revoked: {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      }
    }
    throw new RangeError('a message has an unknown tag');
  }

  #thing() {
    const isError = this.#reader.u8() === 1;
    const id = this.#reader.u32();
    return this.#know(isError ? new ThingError(id) : new Thing(id));
  }

  #list() {
    const length = this.#reader.u32();
    /** @type {unknown[]} */
    const list = this.#know([]);
    for (let i = 0; i < length; ++i) list.push(this.value());
    return list;
  }

  #object() {
    const count = this.#reader.u32();
    const object = this.#know({});
    for (let i = 0; i < count; ++i) {
      const name = this.#reader.text();
      const enumerable = this.#reader.u8() === 1;
      const outer = this.#isTarget;
      this.#isTarget ||= name === 'into';
      this.#name(object, name, enumerable);
      this.#isTarget = outer;
    }
    return object;
  }

  /** @param {object} object @param {string} name @param {boolean} enumerable */
  #name(object, name, enumerable) {
    const value = this.value();
    if (!(value instanceof Thrower)) {
      Object.defineProperty(object, name, {
        value,
        enumerable,
        configurable: true,
        writable: true,
      });
      return;
    }
    const get = () => {
      throw new Thing(value.id);
    };
    Object.defineProperty(object, name, { get, enumerable, configurable: true });
  }

  /** @param {number} index @returns {ArrayBuffer} */
  #buffer(index) {
    const buffer = this.#buffers[index];
    if (!buffer) throw new RangeError('a buffer that does not exist was named');
    return buffer;
  }

  #array() {
    const reader = this.#reader;
    const kind = reader.u8();
    const Kind = Arrays[kind];
    const buffer = this.#buffer(reader.u32());
    const [offset, length] = [reader.u32(), reader.u32()];
    if (!Kind) throw new TypeError(`${arrayNames[kind]}: this browser has none`);
    const array = this.#know(new Kind(buffer, offset, length));
    if (this.#isTarget) this.#call.targets.set(this.#known.length - 1, array);
    return array;
  }
}

/** Placeholder for a property that throws when it is read. */
class Thrower {
  /** @param {number} id */
  constructor(id) {
    this.id = id;
  }
}

class Encoder {
  writer = new Writer();
  #bridge;
  #call;
  /** @type {Map<unknown, number>} */
  #known = new Map();

  /** @param {Bridge} bridge @param {Call} [call] the call that is answered */
  constructor(bridge, call = new Call()) {
    this.#bridge = bridge;
    this.#call = call;
  }

  /** @returns {Packet} */
  packet() {
    const { buffer, length, buffers } = this.writer;
    return { message: buffer.slice(0, length), buffers };
  }

  /** Writes the arrays that the engine may have written into. */
  targets() {
    const { writer } = this;
    writer.u32(this.#call.targets.size);
    for (const [number, array] of this.#call.targets) {
      writer.u32(number);
      writer.u32(this.#beside(array));
    }
  }

  /** @param {ArrayBufferView} array */
  #beside({ buffer, byteOffset, byteLength }) {
    const { buffers } = this.writer;
    return buffers.push(buffer.slice(byteOffset, byteOffset + byteLength)) - 1;
  }

  /** @param {unknown} value */
  value(value) {
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
        return writer.text(String(value));
      case 'function':
        writer.u8(tags.hostFunction);
        return writer.u32(this.#bridge.functionNumber(value));
      case 'symbol':
        return writer.u8(tags.undefined);
    }
    if (value === null) return writer.u8(tags.null);
    this.#object(value);
  }

  /** @param {any} value */
  #object(value) {
    const { writer } = this;
    if (value instanceof Thing || value instanceof ThingError) {
      writer.u8(tags.thing);
      return writer.u32(value.id);
    }
    const given = this.#call.numbers.get(value);
    if (given !== undefined) {
      writer.u8(tags.given);
      return writer.u32(given);
    }
    const known = this.#known.get(value);
    if (known !== undefined) {
      writer.u8(tags.again);
      return writer.u32(known);
    }
    if (tagOf(value) === 'Promise') {
      const id = this.#bridge.hostPromise(value, this.#call);
      writer.u8(tags.promise);
      return writer.u32(id);
    }
    const host = this.#bridge.objectNumber(value);
    if (host) return this.#hostObject(value, host);
    this.#known.set(value, this.#known.size);
    if (Array.isArray(value)) return this.#list(value);
    const kind = ArrayBuffer.isView(value) ? arrayNames.indexOf(value.constructor.name) : -1;
    if (kind >= 0) {
      writer.u8(tags.array);
      writer.u8(kind);
      return writer.u32(this.#beside(value));
    }
    if (tagOf(value) === 'ArrayBuffer') {
      writer.u8(tags.buffer);
      return writer.u32(writer.buffers.push(value) - 1);
    }
    if (isError(value)) {
      writer.u8(tags.error);
      writer.text(value.name);
      return writer.text(value.message);
    }
    this.#names(value);
  }

  /** @param {any} value @param {HostNumber} host */
  #hostObject(value, { id, kind, isNew }) {
    const { writer } = this;
    writer.u8(tags.hostObject);
    writer.u32(id);
    writer.u32(kind);
    writer.u8(isNew ? 1 : 0);
    if (isNew) this.#entries(value);
  }

  /** @param {any[]} list */
  #list(list) {
    const { writer } = this;
    if (list.length > 8 && list.every((each) => typeof each === 'number')) {
      writer.u8(tags.numbers);
      writer.u32(list.length);
      return writer.numbers(Float64Array.from(list).buffer, list.length);
    }
    writer.u8(tags.list);
    writer.u32(list.length);
    for (const each of list) this.value(each);
  }

  /** @param {object} object */
  #names(object) {
    this.writer.u8(tags.object);
    this.#entries(object);
  }

  /** @param {object} object */
  #entries(object) {
    const entries = Object.entries(object);
    this.writer.u32(entries.length);
    for (const [name, value] of entries) {
      this.writer.text(name);
      this.value(value);
    }
  }
}
