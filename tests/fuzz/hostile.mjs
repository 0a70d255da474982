// Input that nobody would pass to a function, and the refusals that are acceptable.
import { isDetached, isTypedArray, privateView } from '../../web/engine/border/checks.js';

/** @typedef {import('./source.mjs').Source} Source */

/** Thrown by a getter of the caller. The engine lets it through. */
export class Thrown extends Error {}

/** Fails a test: a caller's own method would receive the engine's memory. */
const own = () => {
  throw new Thrown('a method of the caller was called');
};

export class Sub extends Float32Array {
  set() {
    own();
  }

  subarray() {
    return own();
  }

  slice() {
    return own();
  }
}

/** Reports a false length. */
class FalseLength extends Float32Array {
  get length() {
    return 1e9;
  }
}

/** Reports another buffer and another offset than its own. */
class FalseBuffer extends Sub {
  get buffer() {
    return new ArrayBuffer(8);
  }

  get byteOffset() {
    return 4;
  }
}

const throwing = () => {
  throw new Thrown('a getter');
};

/** Returns a small nested list that would be huge if each place had its own copy. @param {number} depth @param {number} length @returns {unknown} */
const nested = (depth, length) =>
  depth === 0 ? 1 : new Array(length).fill(nested(depth - 1, length));

/** Returns a revoked proxy, which throws on every access. */
function revoked() {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

/** Values between these are left out because they are valid and would cost time. */
const numbers = [
  0,
  1,
  2,
  3,
  -1,
  -0,
  0.5,
  7,
  1e-300,
  1e300,
  2 ** 31,
  2 ** 53,
  NaN,
  Infinity,
  -Infinity,
];

/** @type {readonly (() => unknown)[]} */
export const hostile = [
  () => undefined,
  () => null,
  () => true,
  () => '3',
  () => '',
  () => 'NaN',
  () => 10n,
  () => Symbol('x'),
  () => () => 3,
  () => ({}),
  () => [],
  () => [[]],
  () => [NaN, [1]],
  () => new Map(),
  () => Object.create(null),
  () => new Proxy({}, { get: throwing, ownKeys: throwing }),
  () => new Proxy([], { get: throwing }),
  () => ({
    get data() {
      return throwing();
    },
    shape: [1],
  }),
  () => ({
    data: new Float32Array(1),
    get shape() {
      return throwing();
    },
  }),
  () => ({ data: new Float64Array(1), shape: [1] }),
  () => ({ data: new Float32Array(0), shape: [0, 2 ** 31] }),
  () => ({ data: new Float32Array(4), shape: [2, 2, -0] }),
  () => new Float32Array(3),
  () => new Sub(3),
  () => new FalseLength(3),
  () => new BigInt64Array(2),
  () => ({ toString: throwing, valueOf: throwing }),
  () => ({ __proto__: { dk: 4 } }),
  () => ({ aborted: false, throwIfAborted() {} }),
  () => ({ attention() {}, softmax() {} }),
  () => Object.create(AbortSignal.prototype),
  revoked,
  () => Array(4e9 - 4e9 + 1e6),
  () => nested(6, 1000),
];

/** Returns a copy whose memory may shrink but denies it. @param {Float32Array} data */
export function withFalseResizable(data) {
  const { byteLength } = data;
  const Buffer = /** @type {any} */ (ArrayBuffer);
  const buffer = new Buffer(byteLength, { maxByteLength: byteLength });
  Object.defineProperty(buffer, 'resizable', { value: false });
  const copy = new Float32Array(buffer);
  copy.set(data);
  return copy;
}

/** @param {Float32Array} data @param {Source} source @returns {unknown} */
function otherData(data, source) {
  switch (source.below(11)) {
    case 0:
      return data.map((_, i) => (i === source.below(Math.max(1, data.length)) ? NaN : data[i]));
    case 1:
      return data.map(() => source.of([Infinity, -Infinity, 3e38, 1e-45, 0]));
    case 2:
      return data.subarray(0, source.below(data.length + 1));
    case 3:
      return new Sub(data);
    case 4:
      return new Float64Array(data);
    case 5: {
      const gone = new Float32Array(data);
      structuredClone(gone, { transfer: [gone.buffer] });
      return gone;
    }
    case 6: {
      const buffer = new ArrayBuffer(data.byteLength, { maxByteLength: data.byteLength + 64 });
      const resizable = new Float32Array(buffer);
      resizable.set(data);
      if (source.oneIn(2)) buffer.resize(source.below(data.byteLength + 64));
      return resizable;
    }
    case 7:
      return withFalseResizable(data);
    case 8:
      return new FalseLength(data);
    case 9:
      return new FalseBuffer(data);
    default:
      return new Proxy(data, {});
  }
}

/** Whether a value is an unmodified array. @param {unknown} value @returns {value is Float32Array} */
const isWhole = (value) =>
  ArrayBuffer.isView(value) &&
  Object.getPrototypeOf(value) === Float32Array.prototype &&
  value.byteLength > 0;

/** @param {unknown} value @param {Source} source @returns {unknown} a replacement */
function changed(value, source) {
  if (isWhole(value) && !source.oneIn(4)) return otherData(value, source);
  if (typeof value === 'number' && !source.oneIn(3)) return source.of(numbers);
  return source.oneIn(3) ? source.of(numbers) : source.of(hostile)();
}

/** Returns the keys, or none for a proxy that refuses. @param {object} value */
function keysOf(value) {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

/** Returns a copy with one change at a random place. @param {any} value @param {Source} source @returns {unknown} */
export function mutated(value, source) {
  const isTree = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  const keys = isTree ? keysOf(value) : [];
  if (keys.length === 0 || source.oneIn(8)) return changed(value, source);
  const key = source.of(keys);
  if (source.oneIn(12)) {
    const { [key]: _, ...rest } = value;
    return Array.isArray(value) ? value.filter((_, i) => String(i) !== key) : rest;
  }
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (source.oneIn(12) && !Array.isArray(value))
    copy[source.of(['dk', 'x', 'scale', 'length'])] = 3;
  copy[key] = mutated(value[key], source);
  return copy;
}

/** Matches a sentence that says what was given and expected, or how two things must relate. */
const sentence =
  /expected|does not match|needs \d+ bytes|must be|cannot be|not loaded|disposed|unknown/;

/** Matches messages of the JavaScript and WebAssembly engines, which a caller must never see. */
const internalErrors =
  /is not a function|Cannot |undefined \(|not iterable|is not defined|memory access|unreachable|table index/;

/** @param {unknown} error */
export function checkRefusal(error) {
  if (error instanceof Thrown && error.message === 'a getter') return;
  const { name, message = '' } = /** @type {Error} */ (error);
  const isFine =
    (error instanceof TypeError || error instanceof RangeError) && !internalErrors.test(message);
  if (!isFine || !sentence.test(message) || /\n/.test(message) || message.length > 500)
    throw new Error(`refused by ${name}: ${message}`, { cause: error });
}

/** @param {readonly unknown[]} given @param {Source} source @returns {unknown[]} */
export function changedArguments(given, source) {
  let args = [...given];
  for (let changes = source.below(3); changes >= 0; changes--) {
    const at = source.below(args.length);
    try {
      args = args.with(at, mutated(args[at], source));
    } catch (error) {
      if (!(error instanceof Thrown)) throw error; // an earlier change must not be read
    }
  }
  return source.oneIn(12) ? args.slice(0, -1) : args;
}

/** Returns every number of a result with its name, bit for bit. @param {unknown} value @returns {string} */
export function bitsOf(value) {
  if (isTypedArray(value)) {
    if (isDetached(value)) return '';
    const { buffer, byteOffset, byteLength } = privateView(/** @type {Float32Array} */ (value));
    return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  }
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '-0' : String(value);
  // `done`, which only runs report, is left out: at the end it covers everything.
  return Object.keys(value)
    .filter((name) => name !== 'done')
    .sort()
    .map((name) => `${name}:${bitsOf(/** @type {any} */ (value)[name])}`)
    .join();
}

/** Returns the bits of a call's result, or its refusal. @param {() => unknown} make @returns {Promise<{bits?: string, refusal?: unknown}>} */
export async function outcome(make) {
  try {
    return { bits: bitsOf(await make()) };
  } catch (refusal) {
    checkRefusal(refusal);
    return { refusal };
  }
}
