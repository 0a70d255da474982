/**
 * The part of a worker that trains (worker.js imports it when it is told to): a room for trainers, and messages.
 *
 * in:  {type: 'training', id, name: 'start', args: {variant, compiled}}, then {..., name, args} of a call of the room, and
 *      {..., name: 'stop', args: {call}} for one that goes on
 * out: {type: 'trained', id, report}, then {type: 'trained', id, result} or {type: 'trained', id, error: {kind, message}}
 */

/** @import { LearningModule, LearningVariant } from '../types.js' */
/** @import { Report } from './training-room.js' */

import { startLearning } from './learning.js';
import { TrainingRoom } from './training-room.js';

/**
 * @typedef {{type: 'training', id: number, name: string, args: any}} TrainingOrder
 * @typedef {{type: 'trained', id: number, report?: Report, result?: unknown, error?: {kind: string, message: string}}} TrainingAnswer
 */

/** Milliseconds: enough to make messages cheap, and short enough to stop soon. */
const slice = 25;

/** @type {TrainingRoom | undefined} */
let room;
/** @type {Map<number, (reason: unknown) => void>} what stops the calls that go on */
const stops = new Map();

/**
 * @param {LearningVariant} variant
 * @param {WebAssembly.Module | undefined} compiled
 * @returns {Promise<LearningModule>}
 */
async function start(variant, compiled) {
  if (!compiled) return startLearning(variant);
  const glue = await import('../../../build/engine/learning-glue.js');
  return /** @type {Promise<LearningModule>} */ (glue.default(compiled));
}

/**
 * @param {TrainingOrder} order
 * @param {(report: Report) => void} report
 * @returns {Promise<unknown>}
 */
async function obey({ id, name, args }, report) {
  if (name === 'start') {
    report({ done: 0, units: 0 }); // that there is somebody
    const module = await start(args.variant, args.compiled);
    room = new TrainingRoom(async () => module, slice);
    return undefined;
  }
  if (name === 'stop') return stops.get(args.call)?.(undefined);
  const { promise, stop } = /** @type {TrainingRoom} */ (room).call(name, args, report);
  stops.set(id, stop);
  return promise.finally(() => stops.delete(id));
}

/** @param {TrainingOrder} order @param {(answer: TrainingAnswer) => void} answer */
export async function train(order, answer) {
  const { id } = order;
  const type = /** @type {const} */ ('trained');
  try {
    const result = await obey(order, (report) => answer({ type, id, report }));
    answer({ type, id, result });
  } catch (error) {
    const { name: kind, message } = /** @type {Error} */ (
      error ?? { name: 'AbortError', message: '' }
    );
    answer({ type, id, error: { kind, message } });
  }
}
