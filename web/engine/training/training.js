/**
 * The trainers of an engine: on workers of their own, as many as the engine may have, among which trainers are shared out; or,
 * where there are none, on the calling thread.
 */

/** @import { LearningVariant, Variant, WorkerLike } from '../types.js' */
/** @import { Facts, Learning } from './types.js' */

import { Trainer } from './trainer.js';
import { TrainingWorkerProxy } from './training-worker-proxy.js';
import { trainingLimits } from './training-limits.js';
import { checkpointOf } from './checkpoint-bytes.js';
import { trainerSettings } from './training-options.js';
import { TrainingScheduler } from './training-scheduler.js';

/** Milliseconds of a slice on the calling thread: less than a frame. */
const sliceHere = 10;
/** Milliseconds that an executor without trainers is kept for the next one. Its memory never shrinks, but ends with it. */
const idle = 2000;
/**
 * Questions, one a second, after which a worker that says nothing is lost. It may only have been slow: the next one is asked twice as
 * often, and so on up to eight times.
 */
const lostAfter = 60;
const mostPatient = 8;

/**
 * @typedef {TrainingScheduler | TrainingWorkerProxy} Executor
 */

const gone = () => new DOMException('The engine was disposed of.', 'AbortError');

export class Training {
  #learning;
  /** @type {LearningVariant} */
  #variant;
  #createWorker;
  /** How many workers there may be; fewer once one did not start. */
  #most;
  /** Times `lostAfter`. */
  #patience = 1;
  /** @type {Set<TrainingWorkerProxy>} */
  #workers = new Set();
  /** @type {TrainingScheduler | undefined} */
  #scheduler;
  /** Where trainers live, and those that are being made. @type {Map<symbol, {executor: Executor, trainer?: Trainer}>} */
  #trainers = new Map();
  #ended = false;

  /**
   * @param {Learning} learning
   * @param {Variant} variant of the engine
   * @param {number} workers
   * @param {(() => WorkerLike) | undefined} createWorker
   */
  constructor(learning, variant, workers, createWorker) {
    this.#learning = learning;
    this.#variant = variant === 'fallback' ? variant : 'simd';
    this.#createWorker = createWorker;
    this.#most = createWorker ? workers : 0;
  }

  /** @param {unknown} options @returns {Promise<Trainer>} */
  async create(options) {
    const { name, args } = orderOf(options);
    const { max } = trainingLimits.trainers;
    if (this.#trainers.size >= max) {
      throw new RangeError(
        `createTrainer: got ${max} trainers that were not disposed of; expected fewer than ${max}`,
      );
    }
    const id = Symbol(name);
    try {
      const { executor, facts } = await this.#make(id, name, args);
      const trainer = new Trainer(executor, facts, () => this.#leave(id));
      this.#trainers.set(id, { executor, trainer });
      if (!this.#ended) return trainer;
      trainer.dispose(gone());
      throw gone();
    } catch (error) {
      this.#leave(id);
      throw error;
    }
  }

  /** Ends the trainers and their workers. */
  dispose() {
    this.#ended = true;
    for (const { trainer } of this.#trainers.values()) trainer?.dispose(gone());
    for (const worker of this.#workers) worker.close(gone());
  }

  /**
   * Where it will live, and what is known of it. A worker is asked for it before it has started: one wait instead of two.
   *
   * @param {symbol} id
   * @param {string} name
   * @param {object} args
   * @returns {Promise<{executor: Executor, facts: Facts}>}
   */
  async #make(id, name, args) {
    for (;;) {
      if (this.#ended) throw gone();
      const executor = this.#freestWorker() ?? this.#here();
      this.#trainers.set(id, { executor });
      /** @type {Promise<Facts>} */
      const created = executor.call(name, args).promise;
      created.catch(() => {}); // who did not start makes nothing
      try {
        if (executor instanceof TrainingWorkerProxy) await executor.started;
      } catch {
        this.#most = this.#workers.size; // what did not start would not start again
        continue;
      }
      return { executor, facts: await created };
    }
  }

  #here() {
    const { startLearning } = this.#learning;
    // The same bits, only slower: a file that is missing need not stop anybody.
    const start = () => startLearning(this.#variant).catch(() => startLearning('fallback'));
    return (this.#scheduler ??= new TrainingScheduler(start, sliceHere));
  }

  /** A new worker while there may be more and none is idle, else the one with the fewest trainers; undefined: there is none. */
  #freestWorker() {
    const [freest] = [...this.#workers].sort((a, b) => this.#trainersOn(a) - this.#trainersOn(b));
    const full = this.#workers.size >= this.#most;
    return full || (freest && this.#trainersOn(freest) === 0)
      ? freest
      : (this.#newWorker() ?? freest);
  }

  #newWorker() {
    const make = this.#createWorker;
    if (!make) return undefined;
    const [first] = this.#workers;
    try {
      const worker = new TrainingWorkerProxy(
        () => this.#learning.createWorker?.() ?? make(),
        this.#start(first),
        (isSilent) => {
          this.#workers.delete(worker);
          if (isSilent) this.#patience = Math.min(2 * this.#patience, mostPatient);
        },
        lostAfter * this.#patience,
      );
      this.#workers.add(worker);
      return worker;
    } catch {
      this.#most = this.#workers.size; // refused, for example by a content-security policy
      return undefined;
    }
  }

  /** What a worker is started with: the first one's WebAssembly, for it is unpacked and compiled only once. @param {TrainingWorkerProxy | undefined} first */
  async #start(first) {
    const variant = this.#variant;
    const compiling =
      first?.started ?? (variant === 'simd' ? this.#learning.compileLearning?.() : undefined);
    const compiled = await Promise.resolve(compiling).catch(() => undefined);
    return { variant, compiled };
  }

  /** @param {Executor} executor */
  #trainersOn(executor) {
    return [...this.#trainers.values()].filter((trainer) => trainer.executor === executor).length;
  }

  /** @param {symbol} id */
  #leave(id) {
    const executor = this.#trainers.get(id)?.executor;
    this.#trainers.delete(id);
    if (!executor) return;
    const close = () => {
      if (this.#trainersOn(executor) > 0) return;
      if (executor instanceof TrainingWorkerProxy) executor.close(gone());
      else if (executor === this.#scheduler) this.#scheduler = undefined;
    };
    const timer = setTimeout(close, idle);
    timer.unref?.(); // Node does not wait for it
  }
}

/** What makes a trainer. @param {unknown} options that nobody changes any more */
function orderOf(options) {
  const bytes = checkpointOf(options);
  return bytes
    ? { name: 'open', args: { name: 'createTrainer', bytes } }
    : { name: 'create', args: { settings: trainerSettings(options) } };
}
