// Runs programs of the playground in Node, as its worker does, and returns their output.
import { runProgram } from '../../../web/playground/interpreter.js';
import { defaultLimits } from '../../../web/playground/limits.js';

/** @typedef {import('../../../web/playground/types.js').OutputEvent} OutputEvent */
/** @typedef {import('../../../web/playground/types.js').ErrorEvent} ErrorEvent */

/**
 * @param {string} code
 * @param {{limits?: object, controls?: Record<string, number>, files?: Record<string, Uint8Array>, isPage?: boolean, signal?: AbortSignal, onEvent?: (event: OutputEvent) => void}} [more]
 */
export async function run(code, more = {}) {
  const { limits, controls = {}, files = {}, isPage = false, signal, onEvent } = more;
  /** @type {OutputEvent[]} */
  const events = [];
  const emit = (/** @type {OutputEvent[]} */ batch) => {
    events.push(...structuredClone(batch));
    if (onEvent) batch.forEach(onEvent);
  };
  const program = { code, controls, files, limits: { ...defaultLimits, ...limits } };
  const status = await runProgram(program, { isPage, emit, signal });
  const printed = events.flatMap((event) => (event.type === 'print' ? [`${event.text}\n`] : []));
  const error = /** @type {ErrorEvent | undefined} */ (events.find(({ type }) => type === 'error'));
  return { status, events, text: printed.join(''), error };
}

/** Returns the output of a program that must succeed. @param {string} code @param {Parameters<typeof run>[1]} [more] */
export async function textOf(code, more) {
  const { status, text, error } = await run(code, more);
  if (status !== 'done') throw new Error(`${status}: ${JSON.stringify(error)}\n${text}`);
  return text;
}
