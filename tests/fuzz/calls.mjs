// Calls of the engine, made from valid arguments by one or more changes. Each is correct or refused with one sentence, and
// afterwards the engine computes the same bits as before.
import { jobNames } from '../../web/engine/workers/jobs.js';
import { corpus } from '../js/engine/corpus.js';
import { Random } from '../js/engine/tensors.js';
import { checkBits, engines } from './engines.mjs';
import { changedArguments, outcome } from './hostile.mjs';

/** @typedef {import('./source.mjs').Source} Source */

/** Returns the engine calls of a valid call of the corpus. @param {string} name @param {number} call @returns {{method: string, given: unknown[]}[]} */
function validCalls(name, call) {
  /** @type {{method: string, given: unknown[]}[]} */
  const calls = [];
  const engine = new Proxy(/** @type {any} */ (engines.simd), {
    get:
      (target, method) =>
      (/** @type {unknown[]} */ ...given) => {
        calls.push({ method: String(method), given });
        return target[method](...given);
      },
  });
  corpus[name].call(engine, new Random(call), call);
  return calls;
}

const names = Object.keys(corpus);

/** Position of the options that include `into`. */
const optionsAt = { attention: 3, attentionGradient: 4 };

/** Whether a copy of a value would equal it. @param {unknown} value @returns {value is Record<string, unknown>} */
function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false;
  try {
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    const descriptors = Object.values(Object.getOwnPropertyDescriptors(value));
    return descriptors.every((each) => 'value' in each);
  } catch {
    return false; // a proxy, possibly revoked
  }
}

/** Returns the arguments of a valid call that writes its results over those of the same call. @param {any} sd @param {string} method @param {unknown[]} given */
function withInto(sd, method, given) {
  const at = optionsAt[/** @type {'attention'} */ (method)];
  const into = Object.fromEntries(
    Object.entries(sd[method](...given)).filter(([, result]) => Object(result).data),
  );
  return given.toSpliced(at, 1, { ...Object(given[at]), into });
}

/** Returns the options of the equivalent run, or undefined where there is none. @param {string} method @param {readonly unknown[]} args */
function runOptions(method, args) {
  if (!(method in optionsAt)) return args.length === 1 ? args[0] : undefined;
  const at = optionsAt[/** @type {'attention'} */ (method)];
  const options = args[at] ?? {};
  if (args.length < at || !isPlain(options)) return undefined;
  const [query, key, value, outputGradient] = args;
  const tensors =
    method === 'attention' ? { query, key, value } : { query, key, value, outputGradient };
  return Object.keys(options).some((name) => name in tensors)
    ? undefined
    : { ...options, ...tensors };
}

/** @param {Source} source */
export async function call(source) {
  const name = source.of(names);
  const calls = validCalls(name, source.below(corpus[name].calls));
  const { method, given } = source.of(calls);
  const variant = source.of(['simd', 'simd', 'simd', 'fallback', 'relaxed']);
  const sd = /** @type {any} */ (engines[/** @type {'simd'} */ (variant)] ?? engines.simd);
  const writes = method in optionsAt && source.oneIn(3);
  const valid = writes ? withInto(sd, method, given) : given;
  const args = source.oneIn(6) ? valid : changedArguments(valid, source);
  const direct = await outcome(() => sd[method](...args));
  const isJob = /** @type {readonly string[]} */ (jobNames).includes(method);
  const options = isJob && source.oneIn(2) ? runOptions(method, args) : undefined;
  if (options !== undefined) {
    const run = await outcome(() => sd.run(method, options));
    if (run.bits !== direct.bits)
      throw new Error(`run('${method}') ${told(run, direct)}, ${method}() ${told(direct, run)}`, {
        cause: run.refusal ?? direct.refusal,
      });
  }
  checkBits(sd);
}

/** Describes the outcome of a call, from the first difference on. @param {{bits?: string, refusal?: unknown}} outcome @param {{bits?: string}} other */
function told({ bits = '', refusal }, { bits: others = '' }) {
  if (refusal) return `is refused: ${refusal}`;
  const at = [...bits].findIndex((each, i) => each !== others[i]);
  return `gives ${bits.slice(Math.max(0, at - 40), at + 40)}`;
}
