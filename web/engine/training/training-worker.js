/**
 * The training part of a worker, which worker.js imports on request: a scheduler, and messages.
 *
 * in:  {type: 'training', id, name: 'hello', args: {}}, which is answered at once; {..., name: 'prepare', args: {}}, which
 *      announces a start of `simd` and unpacks and compiles it; {..., name: 'start', args: {variant, compiled}}, whose
 *      result is the compiled WebAssembly; {..., name, args} for a call of the scheduler, which waits for the start; and
 *      {..., name: 'stop', args: {call}}, which stops a running call
 * out: {type: 'trained', id, report}, then {type: 'trained', id, result} or {type: 'trained', id, error: {kind, message}}
 */

/** @import { LearningVariant } from '../types.js' */
/** @import { Report, TrainingAnswer, TrainingOrder } from './types.js' */

import { compileEmbedded, startLearning } from './learning.js';
import { TrainingScheduler } from './training-scheduler.js';

/** Milliseconds: long enough to make messages cheap, and short enough to stop soon. */
const slice = 25;

/** @typedef {{scheduler: TrainingScheduler, compiled: WebAssembly.Module | undefined}} Started  compiled: its WebAssembly */

/** Only the first order to start has an effect. @type {((starting: Promise<Started>) => void) | undefined} */
let begin;
/** Calls wait for this, because they may arrive before the order to start. @type {Promise<Started>} */
const started = new Promise((resolve) => (begin = resolve));
/** @type {Map<number, (reason: unknown) => void>} functions that stop the running calls */
const stops = new Map();

/**
 * @param {LearningVariant} variant
 * @param {WebAssembly.Module | undefined} given compiled by the caller already
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
  const type = 'trained';
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
