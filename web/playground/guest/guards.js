/**
 * On the page's own thread nothing can interrupt a built-in function of the interpreter, and the page would hang. Calls that would
 * take too long are therefore refused. Loops of the program (`turn` in limits.js) and regular expressions can be interrupted.
 */

import * as natives from './natives.js';

/** Largest length of a list that a built-in function iterates over. A sparse list may be long and have no members. */
const mostMembers = 2 ** 22;
/** Largest length of a list that is sorted as text. */
const mostSorted = 2 ** 19;
/** Largest product of the lengths of a text and of the text that is searched for in it. */
const mostCompared = 2 ** 30;

const because = 'for this page waits for the program';

/**
 * @param {object} prototype @param {string} name
 * @param {(self: any, given: any[]) => {result: unknown} | [self: any, given: any[]] | void} check returns a result to use instead, or
 *   the `this` and the arguments of the call. They are read once, because the program's values may differ the next time
 */
function guarded(prototype, name, check) {
  const native = natives.get(prototype, name);
  if (typeof native !== 'function') return;
  const { [name]: made } = {
    /** @this {any} @param {any[]} given */
    [name](...given) {
      const checked = check(this, given);
      if (checked && 'result' in checked) return checked.result;
      return checked
        ? natives.apply(native, checked[0], checked[1])
        : natives.apply(native, this, given);
    },
  };
  natives.defineProperty(made, 'length', { value: native.length, configurable: true });
  natives.put(prototype, name, made, false);
}

/** @param {unknown} value @returns {value is Record<PropertyKey, any>} */
const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Proxies, which may return another value each time. @type {WeakMap<object, boolean>} */
const proxies = new natives.NativeWeakMap();

function watchProxies() {
  const Native = Proxy;
  const { revocable } = Native;
  /** @type {any} */
  const Made = function Proxy(/** @type {any} */ target, /** @type {any} */ handler) {
    if (!new.target) throw new natives.NativeTypeError('Constructor Proxy requires new');
    const made = new Native(target, handler);
    natives.weakSet(proxies, made, true);
    return made;
  };
  natives.defineProperty(Made, 'name', { value: 'Proxy', configurable: true });
  natives.defineProperty(Made, 'prototype', { value: undefined });
  const own = {
    revocable(/** @type {any} */ target, /** @type {any} */ handler) {
      const made = natives.apply(revocable, Native, [target, handler]);
      natives.weakSet(proxies, made.proxy, true);
      return made;
    },
  };
  natives.put(Made, 'revocable', own.revocable, false);
  natives.put(globalThis, 'Proxy', Made, false);
}

/** @param {string} name */
const computed = (name) =>
  new natives.NativeRangeError(
    `${name}: got a list whose length is computed; expected an array, ${because}`,
  );

/** Returns the length that an array method will see, without running code of the program. @param {string} name @param {unknown} list */
function lengthOf(name, list) {
  if (!isObject(list)) return 0;
  /** @type {object | null} */
  let holder = list;
  for (; holder !== null; holder = natives.getPrototypeOf(holder)) {
    if (natives.weakGet(proxies, holder)) throw computed(name);
    if (natives.arrayName(holder)) return natives.lengthOf(holder);
    const found = natives.getOwnPropertyDescriptor(holder, 'length');
    if (!found) continue;
    if (!natives.hasOwn(found, 'value') || isObject(found.value)) throw computed(name);
    return typeof found.value === 'symbol' || typeof found.value === 'bigint' ? 0 : +found.value;
  }
  return 0;
}

/** @param {string} name @param {unknown} list @param {any[]} [others] further lists that are iterated over */
function checkLists(name, list, others = []) {
  let length = lengthOf(name, list);
  for (let i = 0; i < others.length && !(length > mostMembers); ++i)
    length += lengthOf(name, others[i]);
  if (length > mostMembers)
    throw new natives.NativeRangeError(
      `${name}: got a list of ${length}; expected at most ${mostMembers}, ${because}`,
    );
}

/** Flattens nested lists in loops that can be interrupted. @param {any[]} flat @param {any} list @param {number} depth @returns {any[]} */
function flatten(flat, list, depth) {
  checkLists('flat', list);
  const { length } = list;
  for (let i = 0; i < length; ++i) {
    if (!(i in list)) continue;
    const member = list[i];
    if (depth > 0 && natives.isArray(member)) flatten(flat, member, depth - 1);
    else natives.put(flat, flat.length, member);
  }
  return flat;
}

/** Array methods that call no code of the program for holes, or none at all. */
const ofLists = [
  ...['concat', 'copyWithin', 'every', 'fill', 'filter', 'flat', 'flatMap', 'forEach', 'includes'],
  ...['indexOf', 'join', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse', 'shift'],
  ...['slice', 'some', 'sort', 'splice', 'toLocaleString', 'toReversed', 'toSorted', 'toSpliced'],
  ...['toString', 'unshift', 'with'],
];

/** @param {string} name @param {any} self @param {any[]} given @returns {{result: unknown} | void} */
function checkList(name, self, given) {
  if (isObject(self) && name === 'flat') {
    const { 0: depth } = given;
    return { result: flatten([], self, depth === undefined ? 1 : +depth || 0) };
  }
  checkLists(name, self, name === 'concat' ? given : []);
  if (isObject(self) && name === 'flatMap') {
    const { 0: mapper, 1: own } = given;
    if (typeof mapper !== 'function')
      throw new natives.NativeTypeError(
        'flatMap: got no function; expected one that gives lists or values',
      );
    const { length } = self;
    /** @type {any[]} */
    const mapped = [];
    for (let i = 0; i < length; ++i)
      if (i in self)
        natives.put(mapped, mapped.length, natives.apply(mapper, own, [self[i], i, self]));
    return { result: flatten([], mapped, 1) };
  }
  const isPlain = (name === 'sort' || name === 'toSorted') && given[0] === undefined;
  const length = isPlain ? lengthOf(name, self) : 0;
  if (length > mostSorted)
    throw new natives.NativeRangeError(
      `${name}: got a list of ${length}; expected at most ${mostSorted} where nothing compares, ${because}`,
    );
}

/**
 * String methods that call a method of their argument, such as a regular expression. That method can be interrupted.
 * @type {Record<string, symbol>}
 */
const own = { replace: Symbol.replace, replaceAll: Symbol.replace, split: Symbol.split };

/** @param {string} name @param {any} self @param {any[]} given @returns {{result: unknown} | [any, any[]] | void} */
function checkTexts(name, self, given) {
  if (self === undefined || self === null) return;
  const rest = natives.sliceList(given, 1);
  let [sought] = given;
  if (isObject(sought)) {
    const found = sought;
    const method = own[name] && found[own[name]];
    if (method !== undefined && method !== null) {
      if (
        name === 'replaceAll' &&
        natives.toTag(found) === '[object RegExp]' &&
        natives.indexOf(`${found.flags}`, 'g') < 0
      )
        throw new natives.NativeTypeError(
          'replaceAll: got a regular expression without g; expected one with it',
        );
      return { result: natives.apply(method, found, [self, ...rest]) };
    }
    if (name === 'includes' && natives.toTag(found) === '[object RegExp]')
      throw new natives.NativeTypeError('includes: got a regular expression; expected a text');
  }
  const text = `${self}`;
  if (sought === undefined && name === 'split') return [text, given];
  sought = `${sought}`;
  if (text.length * sought.length > mostCompared)
    throw new natives.NativeRangeError(
      `${name}: got texts of ${text.length} and ${sought.length} characters; expected shorter ones, ${because}`,
    );
  return [text, [sought, ...rest]];
}

export function guard() {
  watchProxies();
  for (const name of ofLists)
    guarded(Array.prototype, name, (self, given) => checkList(name, self, given));
  for (const name of ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split'])
    guarded(String.prototype, name, (self, given) => checkTexts(name, self, given));
  const Iterator = natives.get(globalThis, 'Iterator');
  if (Iterator)
    guarded(Iterator.prototype, 'drop', (self, { 0: given }) => {
      const count = +given;
      if (count > mostMembers)
        throw new natives.NativeRangeError(
          `drop: got ${count}; expected at most ${mostMembers}, ${because}`,
        );
      return [self, [count]];
    });
}
