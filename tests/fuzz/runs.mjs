// run(), with everything that its caller may do meanwhile: inputs that are changed or transferred, `into` that shrinks, callbacks
// that throw or end the run, option getters with side effects, signals, other runs. Each run ends: correct, with the given reason,
// or refused with one sentence.
import { load } from '../../web/engine/index.js';
import { bareEngine, checkBits, engines } from './engines.mjs';
import {
  bitsOf,
  changedArguments,
  checkRefusal,
  withFalseResizable,
  hostile,
  outcome,
  Sub,
  Thrown,
} from './hostile.mjs';

/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {Record<string, any>} Options */

const working = await load({ engine: 'simd', workers: 2 });
/** Engines that give the same bits. @type {readonly (() => unknown)[]} */
const runners = [
  () => engines.simd,
  () => engines.simd,
  () => working,
  () => engines.fallback,
  bareEngine,
];

/** @param {number} seed @param {readonly number[]} shape */
function tensorOf(seed, ...shape) {
  const count = shape.reduce((product, length) => product * length, 1);
  return { data: Float32Array.from({ length: count }, (_, i) => Math.sin(i + seed)), shape };
}

/** @param {Source} source @returns {Options} */
function tensorsFor(source) {
  const [L, S] = source.of([[5, 6], [5, 6], [1, 1], [300, 200]]); // prettier-ignore
  const query = tensorOf(1, 2, L, 4);
  if (source.oneIn(3)) query.data = withFalseResizable(query.data);
  const isSelf = source.oneIn(4); // one tensor, given three times
  const [key, value] = isSelf ? [query, query] : [tensorOf(2, 2, S, 4), tensorOf(3, 2, S, 4)];
  const mask = source.oneIn(3) ? { mask: { bias: tensorOf(4, L, isSelf ? L : S) } } : {};
  const scale = source.oneIn(2) ? { scale: 'rsqrt' } : {};
  return { query, key, value, ...mask, ...scale };
}

/** @param {Options} options */
const likeQuery = ({ query }) => tensorOf(5, ...query.shape);

/** Options of correct runs. @type {Readonly<Record<string, (source: Source) => Options>>} */
const valid = {
  attention(source) {
    const options = tensorsFor(source);
    const into = source.of([
      undefined,
      () => ({ output: likeQuery(options) }),
      () => ({ output: options.query }),
      () => ({ output: resizable(likeQuery(options)) }),
    ]);
    return { ...options, ...(into && { into: into() }) };
  },
  attentionGradient(source) {
    const options = tensorsFor(source);
    const into = source.oneIn(3) ? { into: { query: resizable(likeQuery(options)) } } : {};
    return { ...options, ...into, outputGradient: likeQuery(options) };
  },
  headAlgebra: (source) =>
    source.oneIn(2) ? { modelDim: 16, heads: 2 } : { wq: tensorOf(1, 8, 3), wk: tensorOf(2, 8, 3) },
  scoreStatistics: (source) => ({
    ...{ dk: 4, queries: source.of([64, 3000]), keys: 64 },
    ...{ seed: source.below(3), generator: source.of(['scaledot', 'numpy']) },
  }),
  sampleVariance: (source) => ({ draws: source.of([50, 20_000]), value: 1 }),
  softmaxStatistics: () => ({ dk: 4, keys: 8, draws: 20, compare: ['none'] }),
  scoringStatistics: () => ({ dk: 4, keys: 8, draws: 20, functions: [{ kind: 'additive' }] }),
};
const names = Object.keys(valid);

/** @param {{data: Float32Array, shape: number[]}} tensor */
function resizable({ data, shape }) {
  const Buffer = /** @type {any} */ (ArrayBuffer);
  const own = new Float32Array(new Buffer(data.byteLength, { maxByteLength: 2 * data.byteLength }));
  own.set(data);
  return { data: own, shape };
}

/** Returns the result of the direct call, in its own memory. @param {string} name @param {Options} options */
function directly(name, { into: _, ...options }) {
  const sd = /** @type {any} */ (engines.simd);
  const { query, key, value, outputGradient, ...rest } = options;
  if (name === 'attention') return sd.attention(query, key, value, rest);
  if (name === 'attentionGradient')
    return sd.attentionGradient(query, key, value, outputGradient, rest);
  return sd[name](options);
}

/** Returns all arrays in some options, including nested ones. @param {unknown} value @returns {Float32Array[]} */
function arraysOf(value) {
  if (value instanceof Float32Array) return [value];
  if (Object.getPrototypeOf(Object(value)) !== Object.prototype) return [];
  return Object.values(Object(value)).flatMap(arraysOf);
}

const resizableOf = /** @type {() => boolean} */ (
  Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resizable')?.get
);

/** Transfers one of the arrays or shrinks it. @param {readonly Float32Array[]} arrays @param {Source} source */
function lose(arrays, source) {
  const own = /** @type {any} */ (source.of(arrays)?.buffer);
  if (!own || own.byteLength === 0) return false;
  if (resizableOf.call(own) && source.oneIn(2)) own.resize(source.below(own.byteLength));
  else structuredClone(own, { transfer: [own] });
  return true;
}

/**
 * Gives the arrays methods of the caller and another length.
 * @param {readonly Float32Array[]} arrays
 * @param {Source} source
 * @returns whether their length is false, which is refused where they have not been read yet
 */
function addFalseMembers(arrays, source) {
  const length = source.of([undefined, 0, 1, 1000]);
  for (const array of arrays) {
    const falseMembers = Object.create(Sub.prototype, {
      length: { value: length ?? array.length },
    });
    if (source.oneIn(2)) Object.setPrototypeOf(array, falseMembers);
    else
      for (const name of ['set', 'subarray', 'slice', 'length'])
        Object.defineProperty(array, name, { value: falseMembers[name] });
  }
  return length !== undefined;
}

/**
 * Returns the same options, one of which has a getter that calls `act` once.
 * @param {unknown} options
 * @param {Source} source
 * @param {() => void} act
 */
function withActingGetter(options, source, act) {
  const names = Object.keys(Object(options));
  const name = source.of(names);
  const { [name]: value, ...rest } = /** @type {Options} */ (options);
  let isDone = false;
  const get = () => {
    if (!isDone) act();
    isDone = true;
    return value;
  };
  const own = Object.fromEntries(names.map((each) => [each, rest[each]]));
  return Object.defineProperty(own, name, { get, enumerable: true });
}

/** Damages an array: its numbers, its memory or its length. This must not change the result, unless the array receives results. @param {Float32Array} array @param {Source} source */
function damage(array, source) {
  const buffer = /** @type {any} */ (array.buffer);
  if (buffer.detached || buffer.byteLength === 0) return;
  switch (source.below(4)) {
    case 1:
      return void array.fill(NaN);
    case 2:
      return void structuredClone(buffer, { transfer: [buffer] });
    case 3:
      if (resizableOf.call(buffer)) buffer.resize(source.below(buffer.byteLength));
  }
}

/**
 * Returns callbacks, and the ways in which they may end the run.
 * @param {Source} source
 * @param {() => unknown} damageInputs
 */
function callbacksOf(source, damageInputs) {
  const controller = new AbortController();
  /** The errors with which the run may end. @type {unknown[]} */
  const reasons = [];
  let isOdd = false;
  const abort = () => {
    const reason = source.of([undefined, null, 'enough', new Error('enough')]);
    controller.abort(reason);
    reasons.push(controller.signal.reason);
  };
  const act = () =>
    source.of([
      () => {},
      () => () => {},
      () => () => void damageInputs(),
      () => abort,
      () => () => {
        const error = new Thrown('a callback');
        reasons.push(error);
        throw error;
      },
      () => {
        isOdd = true;
        return source.of(hostile)();
      },
    ])();
  /** @type {Record<string, unknown>} */
  const callbacks = {};
  for (const name of ['onProgress', 'onPartial']) if (source.oneIn(3)) callbacks[name] = act();
  if (source.oneIn(3)) callbacks.signal = controller.signal;
  if (source.oneIn(8)) {
    isOdd = true;
    callbacks.signal = source.of(hostile)();
  }
  const hasOwnSignal = () => callbacks.signal === controller.signal;
  return { callbacks, reasons, abort, hasOwnSignal, isOdd: () => isOdd };
}

/** @param {Source} source */
export async function run(source) {
  const name = source.of(names);
  const sd = /** @type {any} */ (await source.of(runners)());
  const right = valid[name](source);
  const expected = bitsOf(directly(name, right));
  const isChanged = source.oneIn(3);
  const [changed] = isChanged ? changedArguments([right], source) : [right];
  const written = arraysOf(right.into);
  const read = arraysOf({ ...right, into: undefined }).filter((array) => !written.includes(array));
  const damageInputs = () => read.forEach((array) => damage(array, source));
  const { callbacks, reasons, abort, hasOwnSignal, isOdd } = callbacksOf(source, damageInputs);
  let isRefusable = isChanged;
  const act = source.of([
    abort,
    () => (isRefusable = lose(read, source)),
    () => (isRefusable = lose(written, source)),
    () => (isRefusable = addFalseMembers(read, source)),
    () => (isRefusable = addFalseMembers(written, source)),
  ]);
  const hasActingGetter = !isChanged && source.oneIn(3);
  const options = hasActingGetter ? withActingGetter(changed, source, act) : changed;
  const before = bitsOf(written);
  const isEarly = source.oneIn(8);
  if (isEarly) abort();
  const running = outcomeOf(sd.run(name, options, callbacks), reasons);
  if (isEarly && hasOwnSignal() && bitsOf(written) !== before)
    throw new Error(`run('${name}') writes, although its signal was aborted before`);
  if (source.oneIn(2)) damageInputs();
  const isShrunk = source.oneIn(4) && written.length > 0;
  if (isShrunk) written.forEach((array) => damage(array, source));
  if (source.oneIn(6)) abort();
  if (source.oneIn(6)) await outcome(() => sd.run('sampleVariance', { draws: 10 }));
  const { bits, refusal } = await running;
  const isFree = isChanged || isOdd() || isShrunk;
  if (refusal && !isFree && !isRefusable)
    throw new Error(`run('${name}') is refused: ${refusal}`, { cause: refusal });
  if (bits !== undefined && !isFree && bits !== expected)
    throw new Error(`run('${name}') gives other bits than ${name}()`);
  if (bits !== undefined && isEarly && hasOwnSignal())
    throw new Error(`run('${name}') goes on, although its signal was aborted before`);
  checkBits(sd);
}

/** @param {Promise<unknown>} promise @param {readonly unknown[]} reasons */
async function outcomeOf(promise, reasons) {
  try {
    return { bits: bitsOf(await promise) };
  } catch (error) {
    if (reasons.includes(error)) return {};
    checkRefusal(error);
    return { refusal: error };
  }
}
