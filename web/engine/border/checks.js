/**
 * Checks of arguments. Every refusal is one sentence of the same form: the argument, what came, what
 * was expected. A wrong kind of thing is a TypeError, a wrong value a RangeError.
 */

/** @import { Limit } from './types.js' */
/** @import { NumberArray } from '../types.js' */

/** @typedef {NumberArray | BigInt64Array | BigUint64Array} TypedArray */

/** @param {string} text */
const quote = (text) => JSON.stringify(text);

/**
 * What every typed array has from its common ancestor: no proxy, subclass or property of its own can say
 * otherwise, and it holds for arrays of another window, too, where instanceof fails.
 *
 * @param {string | symbol} name
 */
const getter = (name) =>
  /** @type {{get: {call: (array: unknown) => any}}} */ (
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)
  ).get;
const tagGetter = getter(Symbol.toStringTag);
const lengthGetter = getter('length');
const bufferGetter = getter('buffer');
const offsetGetter = getter('byteOffset');

/** @param {unknown} value @returns {string | undefined} the kind of typed array, such as 'Float32Array' */
export const arrayKind = (value) => tagGetter.call(value);

/** @param {ArrayBufferView} array a typed array @returns {number} as memory has it, whatever it says */
export const trueLength = (array) => lengthGetter.call(array);

/** @param {ArrayBufferView} array a typed array @returns {ArrayBufferLike} its memory, whatever it says */
export const trueBuffer = (array) => bufferGetter.call(array);

/**
 * What makes arrays of the same kind, whatever an array says of its own class.
 *
 * @template {TypedArray} A
 * @param {A} array
 * @returns {{new (numbers: number | ArrayBufferLike, offset?: number, length?: number): A, BYTES_PER_ELEMENT: number}}
 */
export const kindOf = (array) => {
  const kind = arrayKind(array) ?? '';
  // Results are such: a lookup by name takes longer than the rest of it.
  return /** @type {any} */ (
    kind === 'Float32Array' ? Float32Array : Reflect.get(globalThis, kind)
  );
};

/** Writes numbers into a typed array, whatever methods it has. @type {(array: NumberArray, numbers: ArrayLike<number>) => void} */
export const write = (array, numbers) => setNumbers.call(array, numbers);
const setNumbers = Object.getPrototypeOf(Uint8Array.prototype).set;

/**
 * The same numbers in the same memory, as an array that nobody else has: no class or property of the caller's, not even one that
 * comes later, can hand our memory to others, or theirs to us; and it is as long as the array is now.
 *
 * @template {TypedArray} A
 * @param {A} array
 * @returns {A}
 */
export function privateView(array) {
  const Kind = kindOf(array);
  return new Kind(trueBuffer(array), offsetGetter.call(array), trueLength(array));
}

/** Whether the memory of an array was handed to somebody else. @param {ArrayBufferView} array a typed array */
export function isDetached(array) {
  if (trueLength(array) > 0) return false;
  try {
    new Uint8Array(trueBuffer(array));
    return false;
  } catch {
    return true; // a view of any other memory can be made
  }
}

/**
 * @param {string} name of an array, or of the call that reads it
 * @param {string} [how]
 */
export const transferred = (name, how = 'transferred to somebody else') =>
  new TypeError(
    `${name}: got a typed array whose memory was ${how}; expected one that still has its numbers`,
  );

/**
 * A copy of an array, or into one. Getters of the caller's may have given its memory away, or made it smaller, after it was
 * looked at.
 *
 * @param {string} name
 * @param {ArrayBufferView} array
 * @param {() => void} copy
 * @param {number} [length] that it had, at least
 */
export function guarded(name, array, copy, length = 1) {
  try {
    copy();
  } catch (error) {
    if (trueLength(array) >= length) throw error;
    throw transferred(name, isDetached(array) ? undefined : 'made smaller');
  }
}

/**
 * A typed array that still has its numbers, and as many as it says; as privateView() makes it.
 *
 * @template {TypedArray} A
 * @param {string} name
 * @param {A} array
 * @returns {A}
 */
export function intactArray(name, array) {
  const said = array.length; // first: a getter of the caller's may act
  const length = trueLength(array);
  if (length === 0 && isDetached(array)) throw transferred(name);
  if (said === length) return privateView(array);
  throw new TypeError(
    `${name}: got a typed array that calls itself ${said} long; expected its true length ${length}`,
  );
}

/**
 * Whether a value is an array; undefined: a proxy that was revoked, which throws whatever it is asked. The answer is used
 * also where only that matters: a build leaves out a pure call whose result is not.
 *
 * @param {unknown} value
 */
function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value */
const isRevoked = (value) => isArray(value) === undefined;

/** @param {unknown} value @returns {value is any[]} */
export const isList = (value) => isArray(value) === true;

/** What is called of a signal. */
const signalMethods = ['throwIfAborted', 'addEventListener', 'removeEventListener'];

/** @param {unknown} value possibly of another window, where instanceof fails @returns {value is AbortSignal} */
function isSignal(value) {
  try {
    const given = Object(value);
    return (
      typeof given.aborted === 'boolean' &&
      signalMethods.every((name) => typeof given[name] === 'function')
    );
  } catch {
    return false; // its prototype's getters take only a true one
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !isRevoked(value);

/**
 * @param {unknown} value
 * @returns {value is TypedArray}
 */
export const isTypedArray = (value) => arrayKind(value) !== undefined;

/** @param {object} value @returns {string} what the language calls it, such as 'Map' or 'Promise' */
const tagOf = (value) => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** @param {string | undefined} tag */
function withArticle(tag) {
  if (tag === undefined || tag === 'Object' || !/^\w{1,40}$/.test(tag)) return 'an object';
  return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
}

/**
 * @param {unknown} value
 * @returns {string} the value as an error names it: short, whatever came
 */
export function describe(value) {
  if (typeof value === 'string') {
    return quote(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'function') return 'a function';
  if (isRevoked(value)) return 'a revoked proxy';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (isTypedArray(value)) return `${withArticle(arrayKind(value))} of length ${trueLength(value)}`;
  if (typeof value === 'object' && value !== null) return withArticle(tagOf(value));
  return String(value);
}

/** @param {string} name @param {unknown} value @param {string} expected */
export function wrongType(name, value, expected) {
  return new TypeError(`${name}: got ${describe(value)}; expected ${expected}`);
}

/** @param {string} name @param {unknown} value @param {string} expected */
export function wrongValue(name, value, expected) {
  return new RangeError(`${name}: got ${describe(value)}; expected ${expected}`);
}

/**
 * A method that was taken from its object, or called on another one.
 *
 * @param {string} name of the method
 * @param {unknown} value what it was called on
 * @param {string} owner
 */
export const wrongThis = (name, value, owner) => wrongType(`this of ${name}`, value, owner);

/** @param {string} name what needed the memory @param {number} bytes */
export function outOfMemory(name, bytes) {
  return new RangeError(
    `${name}: needs ${Math.ceil(bytes)} bytes of memory; expected a size that fits`,
  );
}

/** @param {Limit} limit */
export function describeLimit({ min, max, whole }) {
  return `${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Limit} limit
 * @returns {number}
 */
export function checkNumber(name, value, limit) {
  if (typeof value !== 'number') throw wrongType(name, value, describeLimit(limit));
  const inside = value >= limit.min && value <= limit.max; // false for NaN
  if (!inside || (limit.whole && !Number.isInteger(value))) {
    throw wrongValue(name, value, describeLimit(limit));
  }
  return value + 0; // never -0
}

/** @param {string} name @param {unknown} value */
export function checkFlag(name, value) {
  if (typeof value !== 'boolean') throw wrongType(name, value, 'true or false');
  return value;
}

/** @param {string} name @param {unknown} value @returns {AbortSignal} */
export function checkSignal(name, value) {
  if (isSignal(value)) return value;
  throw wrongType(name, value, 'an AbortSignal');
}

/**
 * @template {string} Choice
 * @param {string} name
 * @param {unknown} value
 * @param {readonly Choice[]} choices
 * @returns {number} the place of the value among the choices
 */
export function checkChoice(name, value, choices) {
  const index = choices.indexOf(/** @type {Choice} */ (value));
  if (index >= 0) return index;
  const expected = `one of ${choices.map(quote).join(', ')}`;
  throw typeof value === 'string'
    ? wrongValue(name, value, expected)
    : wrongType(name, value, expected);
}

/** A name as it is compared: attn_mask is attnMask. @param {string} name */
export const plain = (name) => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Likewise, without what libraries put before it: is_causal is causal. @param {string} name */
const bare = (name) => plain(name).replace(/^(is|attn|num)/, '');

/** @param {string} name @param {readonly string[]} known @returns {string | undefined} the known name that is meant */
const nearName = (name, known) =>
  known.find((own) => plain(own) === plain(name)) ?? known.find((own) => bare(own) === bare(name));

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} known the names that may stand in the object
 * @returns {Record<string, unknown>} the object; empty when it is left out
 */
export function checkObject(name, value, known) {
  if (value === undefined) return {};
  const anyOf = () => (known.length > 0 ? `any of ${known.join(', ')}` : 'no names');
  const named = isObject(value) && !Array.isArray(value);
  const keys = named ? Object.keys(value) : [];
  // A Map has no names of its own: whatever stands in it would be left out without a word.
  if (!named || (keys.length === 0 && tagOf(value) !== 'Object')) {
    throw wrongType(name, value, `an object with ${anyOf()}`);
  }
  for (const key of keys) {
    if (!known.includes(key)) {
      const expected = nearName(key, known) ?? anyOf();
      throw new TypeError(`${name}: got the unknown name ${describe(key)}; expected ${expected}`);
    }
  }
  return value;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Limit} limit
 * @returns {[number, number]}
 */
export function checkRange(name, value, limit) {
  const expected = 'two numbers [low, high] with low < high';
  if (!isList(value) || value.length !== 2) throw wrongType(name, value, expected);
  const low = checkNumber(`${name}[0]`, value[0], limit);
  const high = checkNumber(`${name}[1]`, value[1], limit);
  if (!(low < high)) {
    throw new RangeError(`${name}: got [${low}, ${high}]; expected ${expected}`);
  }
  return [low, high];
}

/**
 * @template {NumberArray} A
 * @param {string} name what needs the memory
 * @param {number} count
 * @param {{new (count: number): A, BYTES_PER_ELEMENT?: number}} Kind
 * @returns {A} zeros
 */
export function newArray(name, count, Kind) {
  try {
    return new Kind(count);
  } catch {
    throw outOfMemory(name, count * Number(Kind.BYTES_PER_ELEMENT));
  }
}

/** @param {string} name what needs the memory @param {number} count */
export const zeros = (name, count) => newArray(name, count, Float64Array);

/** So many numbers are allocated before the first is read, because the length of a list is only what it says. */
export const firstLength = 2 ** 16;

/**
 * @template {NumberArray} A
 * @param {string} name what needs the memory
 * @param {A} array that is full
 * @param {number} length that it may come to
 * @returns {A} a longer one with the same numbers
 */
export function grown(name, array, length) {
  const more = newArray(name, Math.min(2 * array.length, length), kindOf(array));
  more.set(array);
  return more;
}

/**
 * Numbers of a list, each read once and in order.
 *
 * @template {NumberArray} A
 * @param {string} name
 * @param {number} length that the list says
 * @param {{new (count: number): A, BYTES_PER_ELEMENT?: number}} Kind
 * @param {(index: number) => number} read
 * @returns {A}
 */
export function collected(name, length, Kind, read) {
  let numbers = newArray(name, Math.min(length, firstLength), Kind);
  for (let i = 0; i < length; ++i) {
    if (i === numbers.length) numbers = grown(name, numbers, length);
    numbers[i] = read(i);
  }
  return numbers;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Limit} limit
 * @param {(length: number) => void} checkLength refuses a list of a wrong length before it is read
 * @returns {Uint32Array} a copy: the caller's may change, or be made of getters
 */
export function checkWholeNumbers(name, value, limit, checkLength) {
  if (!isList(value) && !isTypedArray(value)) {
    throw wrongType(name, value, 'an array of whole numbers');
  }
  /** @type {ArrayLike<unknown>} */
  const list = isList(value) ? value : intactArray(name, value);
  const { length } = list;
  checkLength(length);
  return collected(name, length, Uint32Array, (i) => {
    const number = list[i];
    const right = Number.isInteger(number) && Number(number) >= limit.min;
    return right && Number(number) <= limit.max
      ? Number(number)
      : checkNumber(`${name}[${i}]`, number, limit);
  });
}

/** A result may be named twice, but each is one. */
const mostReturns = 64;

/**
 * @template {string} Name
 * @param {unknown} value
 * @param {readonly Name[]} names
 * @returns {readonly Name[]} a copy, for runs whose caller changes the list before they end
 */
export function checkReturns(value, names) {
  if (!isList(value)) throw wrongType('returns', value, `an array of ${names.join(', ')}`);
  const { length } = value;
  if (length > mostReturns) {
    throw wrongValue('returns', value, `at most ${mostReturns} of ${names.join(', ')}`);
  }
  /** @type {Name[]} */
  const own = [];
  for (let i = 0; i < length; ++i) {
    own.push(names[checkChoice(`returns[${i}]`, value[i], names)]);
  }
  return own;
}
