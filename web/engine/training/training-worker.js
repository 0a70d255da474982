/**
 * The part of a worker that trains (worker.js imports it when it is told to): a scheduler, and messages.
 *
 * in:  {type: 'training', id, name: 'hello', args: {}}, which is answered at once; {..., name: 'prepare', args: {}} of who will start
 *      `simd`, which unpacks and compiles it; {..., name: 'start', args: {variant, compiled}}, whose
 *      result is the WebAssembly, compiled; {..., name, args} of a call of the scheduler, which waits for the start; and
 *      {..., name: 'stop', args: {call}} for one that goes on
 * out: {type: 'trained', id, report}, then {type: 'trained', id, result} or {type: 'trained', id, error: {kind, message}}
 */

/** @import { LearningVariant } from '../types.js' */
/** @import { Report, TrainingAnswer, TrainingOrder } from './types.js' */

import { compileEmbedded, startLearning } from './learning.js';
import { TrainingScheduler } from './training-scheduler.js';

/** Milliseconds: enough to make messages cheap, and short enough to stop soon. */
const slice = 25;

/** @typedef {{scheduler: TrainingScheduler, compiled: WebAssembly.Module | undefined}} Started  compiled: what it runs on */

/** The first order to start counts. @type {((starting: Promise<Started>) => void) | undefined} */
let begin;
/** What calls wait for, which may come before the order to start. @type {Promise<Started>} */
const started = new Promise((resolve) => (begin = resolve));
/** @type {Map<number, (reason: unknown) => void>} what stops the calls that go on */
const stops = new Map();

/**
 * @param {LearningVariant} variant
 * @param {WebAssembly.Module | undefined} given by the caller, who has compiled it already
 * @returns {Promise<Started>}
 */
async function start(variant, given) {
  const compiled = variant === 'fallback' ? undefined : (given ?? (await compileEmbedded()));
  const module = await startLearning(variant, compiled);
  return { scheduler: new TrainingScheduler(async () => module, slice), compiled };
}

/**
 * @param {TrainingOrder} order
 * @param {(report: Report) => void} report
 * @returns {Promise<unknown>}
 */
async function handle({ id, name, args }, report) {
  if (name === 'hello') return undefined;
  if (name === 'prepare') return void (await compileEmbedded());
  if (name === 'stop') return stops.get(args.call)?.(undefined);
  if (name === 'start' && begin) {
    begin(start(args.variant, args.compiled));
    begin = undefined;
  }
  const { scheduler, compiled } = await started;
  if (name === 'start') return compiled;
  const { promise, stop } = scheduler.call(name, args, report);
  stops.set(id, stop);
  return promise.finally(() => stops.delete(id));
}

/** @param {TrainingOrder} order @param {(answer: TrainingAnswer) => void} answer */
export async function train(order, answer) {
  const { id } = order;
  const type = /** @type {const} */ ('trained');
  try {
    const result = await handle(order, (report) => answer({ type, id, report }));
    answer({ type, id, result });
  } catch (error) {
    const { name: kind, message } = /** @type {Error} */ (
      error ?? { name: 'AbortError', message: '' }
    );
    answer({ type, id, error: { kind, message } });
  }
}
