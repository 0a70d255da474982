/**
 * A worker for training, as seen by the calling thread. It has the calls of TrainingScheduler, and forwards them as
 * messages.
 */

/** @import { LearningVariant, WorkerLike } from '../types.js' */
/** @import { Facts, Report, TrainingAnswer } from './types.js' */
/** @import { Port } from '../border/types.js' */

import { openPort } from '../border/port.js';
import { uncutWork } from './training-options.js';

/** Milliseconds that a worker's program has to report that it runs. */
const patience = 5000;
/**
 * Milliseconds between two questions whether the worker is alive, while calls wait. training.js sets how many
 * unanswered questions in a row mean that it is lost. Questions are counted instead of time, so that no worker is lost
 * while the machine sleeps. The worker answers between two slices, and some work cannot be cut. For large models,
 * `asksPerSecond` more questions are allowed for each second that the work takes on a typical machine.
 */
const askEvery = 1000;
const asksPerSecond = 10;
/** How much slower plain JavaScript is. */
const slowness = 10;

/** @type {Record<string, new (message: string) => Error>} */
const kinds = { RangeError, TypeError };

/** @typedef {{resolve: (result: any) => void, reject: (reason: unknown) => void, report: (report: Report) => void}} Waiting */

/** Whether a result describes a trainer that was created or replaced. @param {any} result @returns {result is Facts} */
const isFacts = (result) => result?.settings !== undefined;

export class TrainingWorkerProxy {
  /** Its compiled WebAssembly, or undefined for plain JavaScript. Rejects if the worker did not start. @type {Promise<WebAssembly.Module | undefined>} */
  started;

  /** @type {Port} */
  #port;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #lastId = 0;
  /** Questions since its last answer. */
  #silent = 0;
  #lostAfter;
  /** Seconds of its longest slice. */
  #longest = 0;
  #slowness = 1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #asking;
  /** Why calls are rejected from now on. @type {Error | undefined} */
  #ended;
  #onEnd;

  /**
   * @param {() => WorkerLike} createWorker
   * @param {Promise<{variant: LearningVariant, compiled: WebAssembly.Module | undefined}>} start
   * @param {(isSilent: boolean) => void} onEnd called when it does not start, ends, or does not answer (isSilent)
   * @param {number} lostAfter unanswered questions in a row after which it is lost
   */
  constructor(createWorker, start, onEnd, lostAfter) {
    this.#onEnd = onEnd;
    this.#lostAfter = lostAfter;
    this.#port = openPort(
      createWorker(),
      (/** @type {TrainingAnswer} */ message) => this.#receive(message),
      () => this.close(new Error('The worker of this trainer ended: what it had learned is lost.')),
    );
    this.started = this.#begin(start);
    this.started.catch(() => {}); // callers that wait for it get the error
  }

  /** @param {Promise<{variant: LearningVariant}>} start */
  async #begin(start) {
    const silent = () => this.close(new Error('The worker did not answer.'));
    const timer = setTimeout(silent, patience);
    const hello = this.call('hello', {}).promise.finally(() => clearTimeout(timer));
    const starting = start.then((args) => {
      if (args.variant === 'fallback') this.#slowness = slowness;
      return this.call('start', args).promise;
    });
    try {
      const [compiled] = await Promise.all([starting, hello]);
      return compiled;
    } catch (error) {
      this.close(/** @type {Error} */ (error)); // otherwise later calls would go to it in vain
      throw error;
    }
  }

  /**
   * As for TrainingScheduler.
   *
   * @param {string} name
   * @param {object} args
   * @param {(report: Report) => void} [report]
   * @returns {{promise: Promise<any>, stop: (reason: unknown) => void}}
   */
  call(name, args, report = () => {}) {
    const id = ++this.#lastId;
    const promise = new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#waiting.set(id, { resolve, reject, report });
      this.#hold(true);
      this.#port.post({ type: 'training', id, name, args }, []);
    });
    const stop = (/** @type {unknown} */ reason) => {
      const waiting = this.#settle(id);
      if (!waiting) return;
      waiting.reject(reason);
      this.#port.post(
        { type: 'training', id: ++this.#lastId, name: 'stop', args: { call: id } },
        [],
      );
    };
    return { promise, stop };
  }

  /**
   * Ends the worker.
   *
   * @param {Error} reason its calls reject with this, now and later
   * @param {boolean} [isSilent]
   */
  close(reason, isSilent = false) {
    if (this.#ended) return;
    this.#ended = reason;
    clearInterval(this.#asking);
    this.#port.close();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    this.#onEnd(isSilent);
  }

  /** Starts or stops asking whether the worker is alive. Some workers end without an event when memory runs out. @param {boolean} busy */
  #hold(busy) {
    this.#port.hold(busy);
    if (!busy) clearInterval(this.#asking);
    if (busy === (this.#asking !== undefined)) return;
    this.#silent = 0;
    this.#asking = busy ? setInterval(() => this.#ask(), askEvery) : undefined;
  }

  #ask() {
    const more = asksPerSecond * this.#slowness * this.#longest;
    if (++this.#silent > this.#lostAfter + more)
      return this.close(
        new Error('The worker of this trainer does not answer: what it had learned is lost.'),
        true,
      );
    this.#port.post({ type: 'training', id: ++this.#lastId, name: 'hello', args: {} }, []);
  }

  /** @param {number} id */
  #settle(id) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#hold(false);
    return waiting;
  }

  /** @param {TrainingAnswer} answer */
  #receive({ id, report, result, error }) {
    this.#silent = 0;
    if (report) return this.#waiting.get(id)?.report(report);
    const waiting = this.#settle(id);
    if (isFacts(result)) this.#longest = Math.max(this.#longest, uncutWork(result));
    if (error) waiting?.reject(new (kinds[error.kind] ?? Error)(error.message));
    else waiting?.resolve(result);
  }
}
