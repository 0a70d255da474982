/** Output of a program, counted against the limits and sent in batches. */

/** @import { ControlEvent, Limits, OutputEvent, PictureType } from './types.js' */

import { Limit } from './limits.js';

/** Milliseconds between batches. */
const pause = 50;

export class Output {
  #limits;
  #emit;
  /** @type {OutputEvent[]} */
  #events = [];
  #sent = -Infinity;
  #lines = 0;
  #text = 0;
  #pictures = 0;
  #controls = new Set();

  /** @param {Readonly<Limits>} limits @param {(events: OutputEvent[]) => void} emit */
  constructor(limits, emit) {
    this.#limits = limits;
    this.#emit = emit;
  }

  /** @param {OutputEvent} event */
  #add(event) {
    this.#events.push(event);
    this.flushSoon(performance.now());
  }

  /** Sends the events if the last batch was long enough ago. @param {number} now */
  flushSoon(now) {
    if (now - this.#sent >= pause) this.flush();
  }

  flush() {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#emit(events);
    this.#sent = performance.now();
  }

  /** @param {string} level @param {string} text @param {number} line */
  print(level, text, line) {
    this.#lines += 1;
    this.#text += text.length;
    if (this.#lines > this.#limits.lines) throw new Limit('lines');
    if (this.#text > this.#limits.text) throw new Limit('text');
    const known = level === 'warn' || level === 'error' ? level : 'log';
    this.#add({ type: 'print', level: known, text, line });
  }

  /** @param {PictureType} type @param {unknown} data @param {unknown} options @param {number} line */
  picture(type, data, options, line) {
    this.#pictures += 1;
    if (this.#pictures > this.#limits.pictures) throw new Limit('pictures');
    const plain = new Plain(type, this.#limits);
    const event = { type, data: plain.of(data), options: plain.of(options), line };
    this.#add(event);
  }

  /** @param {Omit<ControlEvent, 'type'>} control */
  control(control) {
    this.#controls.add(control.name);
    if (this.#controls.size > this.#limits.controls) throw new Limit('controls');
    this.#add({ type: 'control', ...control });
  }

  /** Reports the progress of the current long call. @param {number} done @param {number} total */
  progress(done, total) {
    if (!Number.isFinite(done) || !Number.isFinite(total)) return;
    const last = this.#events.at(-1);
    if (last?.type === 'progress') this.#events.pop();
    this.#add({ type: 'progress', done, total });
  }

  /** @param {OutputEvent} event */
  last(event) {
    this.#add(event);
    this.flush();
  }
}

/** Copies plain data, without functions and getters, and counts it. */
class Plain {
  #type;
  #limits;
  #count = 0;
  /** @type {unknown[]} */
  #open = [];

  /** @param {string} type @param {Readonly<Limits>} limits */
  constructor(type, limits) {
    this.#type = type;
    this.#limits = limits;
  }

  /** @param {number} more */
  #add(more) {
    this.#count += more;
    if (this.#count > this.#limits.numbers) throw new Limit('numbers');
  }

  /** @param {unknown} value @returns {unknown} */
  of(value) {
    this.#add(1);
    if (typeof value === 'string') this.#add(value.length / 8);
    if (
      value === null ||
      ['undefined', 'boolean', 'number', 'string', 'bigint'].includes(typeof value)
    )
      return value;
    if (ArrayBuffer.isView(value)) {
      if ('length' in value) this.#add(Number(value.length));
      return value;
    }
    const isList = Array.isArray(value);
    const kind = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
    // Also for plain objects of other windows.
    const isPlain =
      (kind === null || (kind && Object.getPrototypeOf(kind) === null)) &&
      Object.prototype.toString.call(value) === '[object Object]';
    if (!isList && !isPlain)
      throw new TypeError(
        `${this.#type}: got ${typeof value === 'object' ? 'an object of a class' : `a ${typeof value}`}; expected numbers, texts, lists and plain objects`,
      );
    if (this.#open.includes(value))
      throw new TypeError(`${this.#type}: got data that contains itself; expected plain data`);
    this.#open.push(value);
    if (isList) this.#add(value.length);
    const copy = isList ? value.map((each) => this.of(each)) : this.#object(Object(value));
    this.#open.pop();
    return copy;
  }

  /** @param {object} object */
  #object(object) {
    const entries = Object.keys(object).map((name) => [name, this.of(Reflect.get(object, name))]);
    return Object.fromEntries(entries);
  }
}
