/** One run of a job: which units are taken and which are done, and the reports to its caller. */

/** @import { Callbacks, SliceNumbers } from './types.js' */
/** @import { Progress } from '../types.js' */

/**
 * @template Result
 * @typedef {import('./types.js').Job<Result>} Job
 */

/** Milliseconds between two reports. */
const reportEvery = 100;
/** Reports are spaced so that making one takes at most this share of the time until the next. */
const partialShare = 0.1;

/** @template Result */
export class Run {
  /** @type {Promise<Result>} */
  promise;
  settled = false;

  #job;
  #callbacks;
  #next = 0;
  /** @type {[number, number][]} slices that a worker took and did not return */
  #returned = [];
  /** Finished slices. @type {WeakSet<[number, number]>} */
  #done = new WeakSet();
  #arrived = 0;
  #began = performance.now();
  #reportAt = 0;
  /** @type {(result: Result) => void} */
  #resolve = () => {};
  /** @type {(reason: unknown) => void} */
  #reject = () => {};

  /**
   * @param {Job<Result>} job
   * @param {Callbacks<Result>} callbacks
   */
  constructor(job, callbacks) {
    this.#job = job;
    this.#callbacks = callbacks;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get name() {
    return this.#job.name;
  }

  /** The job's guess. */
  get guess() {
    return this.#job.guess;
  }

  /** As the job's isTypical(). @param {SliceNumbers} numbers */
  isTypical(numbers) {
    return this.#job.isTypical?.(numbers) ?? true;
  }

  /** @param {[number, number]} slice */
  task(slice) {
    return this.#job.task(...slice);
  }

  /** Whether there are units left to take. */
  get hasWork() {
    return !this.settled && (this.#returned.length > 0 || this.#next < this.#job.units);
  }

  /**
   * @param {number} units wanted
   * @param {number} sharers how many places share the rest, so that they finish together
   * @returns {[number, number]} first unit, and one past the last
   */
  take(units, sharers) {
    const returned = this.#returned.pop();
    if (returned) return returned;
    const first = this.#next;
    const rest = this.#job.units - first;
    const share = Math.max(1, Math.ceil(rest / (2 * sharers)));
    this.#next = first + Math.min(units, sharers > 1 ? share : rest);
    return [first, this.#next];
  }

  /** Whether its result is no longer needed. @param {[number, number]} slice */
  isDone(slice) {
    return this.settled || this.#done.has(slice);
  }

  /** @param {[number, number]} slice */
  giveBack(slice) {
    if (!this.#done.has(slice)) this.#returned.push(slice);
  }

  /**
   * @param {[number, number]} slice
   * @param {SliceNumbers | null} numbers
   * @param {(bytes: number) => Error} noMemory
   */
  absorb(slice, numbers, noMemory) {
    if (this.isDone(slice)) return; // the first result wins
    if (!numbers) return this.fail(noMemory(this.#job.bytes));
    try {
      this.#job.absorb(...slice, numbers);
      this.#done.add(slice);
      this.#returned = this.#returned.filter((other) => other !== slice);
      this.#arrived += slice[1] - slice[0];
      if (this.#arrived === this.#job.units) {
        this.#finish();
      } else {
        this.#report();
      }
    } catch (error) {
      this.fail(error); // also if a callback throws
    }
  }

  /** @param {unknown} reason */
  fail(reason) {
    if (this.settled) return;
    this.settled = true;
    this.#reject(reason);
  }

  #finish() {
    const result = this.#job.result();
    this.#callbacks.onProgress?.(this.#progress());
    this.settled = true;
    this.#resolve(result);
  }

  #report() {
    const now = performance.now();
    if (now < this.#reportAt || !this.#job.begun()) return;
    this.#callbacks.onProgress?.(this.#progress());
    if (!this.settled && this.#callbacks.onPartial) {
      this.#callbacks.onPartial(this.#job.result());
    }
    const cost = performance.now() - now;
    this.#reportAt = now + Math.max(reportEvery, cost / partialShare);
  }

  /** @returns {Progress} */
  #progress() {
    const done = this.#arrived / this.#job.units;
    const scores = Math.round(done * this.#job.total);
    const seconds = (performance.now() - this.#began) / 1000;
    return { done, scores, seconds, perSecond: seconds > 0 ? scores / seconds : 0 };
  }
}
