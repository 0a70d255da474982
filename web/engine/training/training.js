/**
 * The trainers of an engine. They are distributed over workers of their own, at most as many as the engine may have.
 * Without workers they run on the calling thread.
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
/**
 * Milliseconds that an executor without trainers is kept for the next one. Its memory never shrinks, but is freed when
 * it ends.
 */
const idle = 2000;
/**
 * Questions, one a second, after which a silent worker is lost. It may only have been slow, so the next worker gets
 * twice as many questions, and so on up to eight times as many.
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
  /** The most workers. Reduced once a worker does not start. */
  #most;
  /** Factor of `lostAfter`. */
  #patience = 1;
  /** @type {Set<TrainingWorkerProxy>} */
  #workers = new Set();
  /** @type {TrainingScheduler | undefined} */
  #scheduler;
  /** The executors of trainers, including trainers that are being created. @type {Map<symbol, {executor: Executor, trainer?: Trainer}>} */
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
   * Chooses where a trainer will live, and creates it. The call is sent to a worker before that has started, so that
   * there is one wait instead of two.
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
      created.catch(() => {}); // a worker that did not start rejects it
      try {
        if (executor instanceof TrainingWorkerProxy) await executor.started;
      } catch {
        this.#most = this.#workers.size; // a worker that failed to start would fail again
        continue;
      }
      return { executor, facts: await created };
    }
  }

  #here() {
    const { startLearning } = this.#learning;
    // The fallback gives the same bits, only slower, so a missing file is no reason to fail.
    const start = () => startLearning(this.#variant).catch(() => startLearning('fallback'));
    return (this.#scheduler ??= new TrainingScheduler(start, sliceHere));
  }

  /**
   * Returns a new worker if more are allowed and none is idle, otherwise the one with the fewest trainers, or
   * undefined.
   */
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
      this.#most = this.#workers.size; // refused, for example by a content security policy
      return undefined;
    }
  }

  /** The arguments for starting a worker. It gets the WebAssembly of the first one, which is unpacked and compiled only once. @param {TrainingWorkerProxy | undefined} first */
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
    timer.unref?.(); // Node must not wait for it
  }
}

/** The call that creates a trainer. @param {unknown} options a copy that the caller cannot change */
function orderOf(options) {
  const bytes = checkpointOf(options);
  return bytes
    ? { name: 'open', args: { name: 'createTrainer', bytes } }
    : { name: 'create', args: { settings: trainerSettings(options) } };
}
