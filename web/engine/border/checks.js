/**
 * Checks of arguments. Every error is one sentence of the same form: the argument, the value received, the value
 * expected. A wrong type throws a TypeError, a wrong value a RangeError.
 */

/** @import { Limit } from './types.js' */
/** @import { NumberArray } from '../types.js' */

/** @typedef {NumberArray | BigInt64Array | BigUint64Array} TypedArray */

/** @param {string} text */
const quote = (text) => JSON.stringify(text);

/**
 * Returns a getter of the common prototype of all typed arrays. A proxy, a subclass or an own property cannot override
 * it, and it also works for arrays of another window, where instanceof fails.
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

/** @param {ArrayBufferView} array a typed array @returns {number} the actual length, even if the array overrides its own */
export const trueLength = (array) => lengthGetter.call(array);

/** @param {ArrayBufferView} array a typed array @returns {ArrayBufferLike} the actual buffer, even if the array overrides its own */
export const trueBuffer = (array) => bufferGetter.call(array);

/**
 * Returns the built-in constructor for arrays of the same kind, even if the array overrides its own constructor.
 *
 * @template {TypedArray} A
 * @param {A} array
 * @returns {{new (numbers: number | ArrayBufferLike, offset?: number, length?: number): A, BYTES_PER_ELEMENT: number}}
 */
export const kindOf = (array) => {
  const kind = arrayKind(array) ?? '';
  // Results are Float32Arrays. The lookup by name would take longer than the rest of the function.
  return /** @type {any} */ (
    kind === 'Float32Array' ? Float32Array : Reflect.get(globalThis, kind)
  );
};

/** Writes numbers into a typed array, even if it overrides set(). @type {(array: NumberArray, numbers: ArrayLike<number>) => void} */
export const write = (array, numbers) => setNumbers.call(array, numbers);
const setNumbers = Object.getPrototypeOf(Uint8Array.prototype).set;

/**
 * Returns a new view of the same memory that only the engine holds. No class or property of the caller's array, not
 * even one added later, can leak our memory to others or theirs to us. The length is the array's current one.
 *
 * @template {TypedArray} A
 * @param {A} array
 * @returns {A}
 */
export function privateView(array) {
  const Kind = kindOf(array);
  return new Kind(trueBuffer(array), offsetGetter.call(array), trueLength(array));
}

/** Whether the memory of an array was transferred elsewhere. @param {ArrayBufferView} array a typed array */
export function isDetached(array) {
  if (trueLength(array) > 0) return false;
  try {
    new Uint8Array(trueBuffer(array));
    return false;
  } catch {
    return true; // a view of a buffer that is not detached never throws
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
 * Copies an array, or into one. The caller's getters may have transferred its memory or shrunk it since it was checked.
 *
 * @param {string} name
 * @param {ArrayBufferView} array
 * @param {() => void} copy
 * @param {number} [length] a length that it had at least when it was checked
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
 * Checks that a typed array still has its memory and its stated length. Returns a private view of it, as privateView()
 * does.
 *
 * @template {TypedArray} A
 * @param {string} name
 * @param {A} array
 * @param {string} [part] appended to the name in errors
 * @returns {A}
 */
export function intactArray(name, array, part = '') {
  const said = array.length; // read first, because it may be a getter of the caller's with side effects
  const length = trueLength(array);
  if (length === 0 && isDetached(array)) throw transferred(`${name}${part}`);
  if (said === length) return privateView(array);
  throw new TypeError(
    `${name}${part}: got a typed array that reports the length ${said}; expected its true length ${length}`,
  );
}

/**
 * Whether a value is an array. Returns undefined for a revoked proxy, which throws on any access. Callers that only
 * test for that still use the result, because a build removes a pure call whose result is unused.
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

/** Whether a value is a length of at most that. A proxy of a list may state any. @type {(value: unknown, most: number) => boolean} */
export const isCount = (value, most) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** Methods that the engine calls on a signal. */
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
    return false; // the getters of AbortSignal.prototype throw for any other object
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !isRevoked(value);

/**
 * @param {unknown} value
 * @returns {value is TypedArray}
 */
export const isTypedArray = (value) => arrayKind(value) !== undefined;

/** @param {object} value @returns {string} the built-in tag, such as 'Map' or 'Promise' */
const tagOf = (value) => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** @param {string | undefined} tag */
function withArticle(tag) {
  if (tag === undefined || tag === 'Object' || !/^\w{1,40}$/.test(tag)) return 'an object';
  return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
}

/**
 * @param {unknown} value
 * @returns {string} a short description of the value for an error
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
 * The error for a value that is none of the known texts: a wrong value if it is a text, else a wrong type.
 *
 * @type {(...args: Parameters<typeof wrongValue>) => Error}
 */
export const wrongChoice = (...args) =>
  typeof args[1] === 'string' ? wrongValue(...args) : wrongType(...args);

/**
 * The error for a method that was detached from its object or called on another one.
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
 * @param {number} [place] of the value in the list `name`
 * @returns {number} the index of the value among the choices
 */
export function checkChoice(name, value, choices, place) {
  const index = choices.indexOf(/** @type {Choice} */ (value));
  if (index >= 0) return index;
  const expected = `one of ${choices.map(quote).join(', ')}`;
  throw wrongChoice(place === undefined ? name : `${name}[${place}]`, value, expected);
}

/** Normalises a name for comparison: attn_mask equals attnMask. @param {string} name */
export const plain = (name) => name.replaceAll(/[_.-]/g, '').toLowerCase();

/** Also removes the prefixes that libraries use: is_causal equals causal. @param {string} name */
const bare = (name) => plain(name).replace(/^(is|attn|num)/, '');

/** Names of PyTorch that no rule turns into those of the engine. */
const foreign = [
  ['lr', 'learningRate'],
  ['eps', 'epsilon'],
  ['betas', 'beta1', 'beta2'],
];

/** @param {string} name @param {readonly string[]} known @returns {string | undefined} the known names that were probably meant */
const nearName = (name, known) =>
  known.find((own) => plain(own) === plain(name)) ??
  known.find((own) => bare(own) === bare(name)) ??
  foreign
    .find(([other, own]) => other === name && known.includes(own))
    ?.slice(1)
    .join(' and ');

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} known the allowed names
 * @returns {Record<string, unknown>} the object; an empty one if it is undefined
 */
export function checkObject(name, value, known) {
  if (value === undefined) return {};
  const anyOf = () => (known.length > 0 ? `any of ${known.join(', ')}` : 'no names');
  const named = isObject(value) && !Array.isArray(value);
  const keys = named ? Object.keys(value) : [];
  // A Map has no own keys, so its entries would be ignored silently.
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

/** Numbers allocated before the first is read. The length that a list states cannot be trusted. */
export const firstLength = 2 ** 16;

/**
 * @template {NumberArray} A
 * @param {string} name what needs the memory
 * @param {A} array a full array
 * @param {number} length the greatest length it may reach
 * @returns {A} a longer one with the same numbers
 */
export function grown(name, array, length) {
  const more = newArray(name, Math.min(2 * array.length, length), kindOf(array));
  more.set(array);
  return more;
}

/**
 * Collects the numbers of a list. Reads each once, in order.
 *
 * @template {NumberArray} A
 * @param {string} name
 * @param {number} length the length that the list states
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
 * @param {(length: number) => void} checkLength throws for a wrong length, before the list is read
 * @returns {Uint32Array} a copy, because the caller's list may change or consist of getters
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

/** Most names of results in one call. A name may occur twice. */
const mostReturns = 64;

/**
 * @template {string} Name
 * @param {unknown} value
 * @param {readonly Name[]} names
 * @returns {readonly Name[]} a copy, because the caller may change the list before a run ends
 */
export function checkReturns(value, names) {
  if (!isList(value)) throw wrongType('returns', value, `an array of ${names.join(', ')}`);
  const { length } = value;
  if (!isCount(length, mostReturns)) {
    throw wrongValue('returns', value, `at most ${mostReturns} of ${names.join(', ')}`);
  }
  /** @type {Name[]} */
  const own = new Array(length);
  for (let i = 0; i < length; ++i) own[i] = names[checkChoice('returns', value[i], names, i)];
  return own;
}
