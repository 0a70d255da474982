/** Globals of a program besides those of the language: a console, timers, signals, text encoders, random numbers. */

import { hostFunction, raw, signals, show, tellAborted, timers } from './bridge.js';
import { DOMException } from './errors.js';
import { formatted } from './format.js';
import * as natives from './natives.js';

const { apply, mapSet, mapDelete, sizeOf, weakGet, weakSet } = natives;
const mostTimers = 10_000;

/** @param {Record<string, unknown>} named */
function define(named) {
  for (const name of Object.keys(named)) natives.put(globalThis, name, named[name], false);
}

/** Returns the program's line at the top of a call stack, or 0 if there is none. @param {unknown} stack */
export function lineOf(stack) {
  const text = typeof stack === 'string' ? stack : '';
  const mark = 'program.js:';
  const at = natives.indexOf(text, mark);
  if (at < 0) return 0;
  const line = +natives.split(natives.slice(text, at + mark.length, at + mark.length + 12), ':')[0];
  return line >= 0 ? line : 0;
}

const here = () => lineOf(new natives.NativeError().stack);

// Console ------------------------------------------------------------------------------------------------------------

/** @param {string} level */
const printer =
  (level) =>
  (/** @type {unknown[]} */ ...values) =>
    raw.print(level, natives.replaceAll(formatted(values), '\0', '\u2400'), here());

const console = {
  log: printer('log'),
  info: printer('log'),
  debug: printer('log'),
  warn: printer('warn'),
  error: printer('error'),
  table: (/** @type {unknown} */ rows) => void show('table', here(), [rows]),
};

/** @param {string} type */
const chartFunction = (type) => (/** @type {unknown} */ data, /** @type {unknown} */ options) =>
  void show(type, here(), [data, options]);

/** @param {unknown} name @param {unknown} options @returns {number} */
const control = (name, options) => show('control', here(), [name, options]);

// Timers -------------------------------------------------------------------------------------------------------------

let lastTimer = 0;

/** @param {unknown} call @param {unknown} milliseconds @param {() => void} run */
function timer(call, milliseconds, run) {
  if (typeof call !== 'function') throw new TypeError('setTimeout: expected a function');
  if (sizeOf(timers) >= mostTimers)
    throw new RangeError(`setTimeout: ${mostTimers} timers are waiting; expected at most as many`);
  const id = ++lastTimer;
  mapSet(timers, id, run);
  raw.timer(id, Number(milliseconds) || 0);
  return id;
}

/** @param {any} call @param {unknown} [milliseconds] @param {unknown[]} given */
const setTimeout = (call, milliseconds, ...given) =>
  timer(call, milliseconds, () => apply(call, undefined, given));

/** @type {Map<number, number>} the timer that each interval waits for */
const intervals = new natives.NativeMap();

/** @param {any} call @param {unknown} [milliseconds] @param {unknown[]} given */
function setInterval(call, milliseconds, ...given) {
  let first = 0;
  const again = () => {
    mapSet(intervals, first, timer(call, milliseconds, again));
    apply(call, undefined, given);
  };
  first = timer(call, milliseconds, again);
  return first;
}

/** @param {number} id */
function clearTimeout(id) {
  const now = natives.mapGet(intervals, id) ?? id;
  mapDelete(intervals, id);
  if (mapDelete(timers, now)) raw.clear(now);
}

const resolved = natives.NativePromise.resolve();

/** @param {unknown} call */
function queueMicrotask(call) {
  if (typeof call !== 'function') throw new TypeError('queueMicrotask: expected a function');
  natives.then(resolved, () => void call());
}

// Signals ------------------------------------------------------------------------------------------------------------

/** @typedef {{aborted: boolean, reason: unknown, listeners: {call: any, once: boolean}[]}} State */
/** @type {WeakMap<object, State>} */
const states = new natives.NativeWeakMap();

/** @param {object} signal @returns {State} */
function stateOf(signal) {
  const state = weakGet(states, signal);
  if (!state) throw new TypeError('got something else; expected an AbortSignal');
  return state;
}

let makes = false;

class AbortSignal {
  constructor() {
    if (!makes) throw new TypeError('Illegal constructor');
    weakSet(states, this, { aborted: false, reason: undefined, listeners: [] });
  }
  /** @type {unknown} */
  onabort = null;
  get aborted() {
    return stateOf(this).aborted;
  }
  get reason() {
    return stateOf(this).reason;
  }
  throwIfAborted() {
    const { aborted, reason } = stateOf(this);
    if (aborted) throw reason;
  }
  /** @param {string} type @param {any} call @param {any} [options] */
  addEventListener(type, call, options) {
    const { listeners } = stateOf(this);
    if (type !== 'abort' || listeners.some((each) => each.call === call)) return;
    listeners.push({ call, once: options?.once === true });
  }
  /** @param {string} type @param {any} call */
  removeEventListener(type, call) {
    const state = stateOf(this);
    if (type === 'abort') state.listeners = state.listeners.filter((each) => each.call !== call);
  }
  static any(/** @type {AbortSignal[]} */ many) {
    const all = [...many];
    const own = signal();
    const first = all.find((each) => each.aborted);
    if (first) abort(own, first.reason);
    else for (const each of all) each.addEventListener('abort', () => abort(own, each.reason));
    return own;
  }
  static abort(/** @type {unknown} */ reason) {
    const own = signal();
    abort(own, reason);
    return own;
  }
  static timeout(/** @type {number} */ milliseconds) {
    const own = signal();
    setTimeout(
      () => abort(own, new DOMException('The operation timed out.', 'TimeoutError')),
      milliseconds,
    );
    return own;
  }
}

function signal() {
  makes = true;
  try {
    return new AbortSignal();
  } finally {
    makes = false;
  }
}

/** @param {AbortSignal} own @param {unknown} [reason] */
function abort(own, reason = new DOMException('This operation was aborted', 'AbortError')) {
  const state = stateOf(own);
  if (state.aborted) return;
  state.aborted = true;
  state.reason = reason;
  tellAborted(own, reason);
  const event = { type: 'abort', target: own };
  const { listeners } = state;
  state.listeners = [];
  if (typeof own.onabort === 'function') own.onabort(event);
  for (const { call } of listeners) {
    if (typeof call === 'function') call.call(own, event);
    else call?.handleEvent?.(event);
  }
}

class AbortController {
  #signal = signal();
  get signal() {
    return this.#signal;
  }
  abort(/** @type {unknown} */ reason) {
    abort(this.#signal, reason);
  }
}

signals.is = (value) => weakGet(states, value) !== undefined;
signals.state = stateOf;

// Copies -------------------------------------------------------------------------------------------------------------

/** @param {any} value @param {Map<unknown, unknown>} known @returns {any} */
function copyOf(value, known) {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const note = (/** @type {any} */ copy) => {
    known.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return note(new Date(+value));
  if (value instanceof ArrayBuffer) return note(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    /** @type {any} */
    const view = value;
    const { constructor, byteOffset, length = view.byteLength } = view;
    return note(new constructor(copyOf(value.buffer, known), byteOffset, length));
  }
  if (value instanceof Map) {
    const copy = note(new Map());
    for (const [key, each] of value) copy.set(copyOf(key, known), copyOf(each, known));
    return copy;
  }
  if (value instanceof Set) {
    const copy = note(new Set());
    for (const each of value) copy.add(copyOf(each, known));
    return copy;
  }
  if (value instanceof Error) return note(new Error(value.message));
  const copy = note(Array.isArray(value) ? new Array(value.length) : {});
  for (const key of Object.keys(value)) copy[key] = copyOf(value[key], known);
  return copy;
}

// Everything ---------------------------------------------------------------------------------------------------------

/** @param {Record<string, number>} inside numbers of host functions @param {unknown} sd */
export function defineGlobals(inside, sd) {
  const [encode, decode, generator, uniform] = ['encode', 'decode', 'generator', 'uniform'].map(
    (name) => hostFunction(inside[name], name),
  );
  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      return encode(`${text}`);
    }
  }
  class TextDecoder {
    get encoding() {
      return 'utf-8';
    }
    decode(/** @type {unknown} */ bytes) {
      return bytes === undefined ? '' : decode(bytes);
    }
  }
  let own = generator(0);
  const random = {
    seed: (/** @type {number} */ seed) => {
      own = generator(seed);
    },
    normal: (/** @type {any[]} */ ...given) => own.normal(...given),
    uniform: (/** @type {any[]} */ ...given) => own.uniform(...given),
    randn: (/** @type {any[]} */ ...given) => own.randn(...given),
    randint: (/** @type {any[]} */ ...given) => own.randint(...given),
    RandomState: (/** @type {number} */ seed) => generator(seed),
  };
  // The same numbers in every run, so that a program always prints the same.
  let numbers = new Float64Array(0);
  let next = 0;
  natives.put(
    Math,
    'random',
    () => {
      if (next === numbers.length) {
        numbers = uniform();
        next = 0;
      }
      return numbers[next++];
    },
    false,
  );
  define({
    ...{ sd, random, console, control, print: console.log, structuredClone },
    ...{ setTimeout, clearTimeout, setInterval, clearInterval: clearTimeout, queueMicrotask },
    ...{ AbortController, AbortSignal, DOMException, TextEncoder, TextDecoder },
    performance: { now: () => raw.now(), timeOrigin: 0 },
  });
  for (const type of ['table', 'histogram', 'curves', 'bars', 'heat', 'bands'])
    define({ [type]: chartFunction(type) });
}

/** @param {unknown} value */
const structuredClone = (value) => copyOf(value, new Map());
