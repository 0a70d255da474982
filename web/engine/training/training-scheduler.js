/**
 * Runs the trainers, on the calling thread or in a worker. Calls run in slices that yield to other tasks in between,
 * and the trainers take turns. Of one trainer's calls, those that only read (metrics, attention, read, evaluate, save)
 * precede those that change it (step, load), which wait for each other. A long step() can thus be watched.
 */

/** @import { LearningModule } from '../types.js' */
/** @import { TrainingCore } from './training-core.js' */
/** @import { Report } from './types.js' */

import { Pace } from '../workers/pace.js';
import { TrainingCore as Core } from './training-core.js';
import { turn } from '../workers/turn.js';

/** Examples that evaluate() takes at a time. The number is fixed so that sums have the same bits everywhere. */
const part = 32;
/** Milliseconds between two reports. */
const reportEvery = 100;

/** @typedef {Generator<Report, unknown>} Slices  the slices of a call */

/**
 * Short calls, by name.
 *
 * @type {Record<string, (core: TrainingCore, args: any) => unknown>}
 */
const shortCalls = {
  create: (core, { settings }) => core.create(settings),
  open: (core, { name, bytes, handle }) => core.open(name, bytes, handle),
  free: (core, { handle }) => core.free(handle),
  metrics: (core, { handle, from }) => core.metrics(handle, from),
  look: (core, { handle, example, scoreFactor }) => core.look(handle, example, scoreFactor),
  read: (core, { handle, text, scoreFactor }) => core.read(handle, text, scoreFactor),
  save: (core, { handle, numbers, optimizer }) => core.save(handle, numbers, optimizer),
};

/**
 * Long calls, slice by slice.
 *
 * @type {Record<string, (core: TrainingCore, args: any, paceOf: () => Pace, slice: number) => Slices>} paceOf: the pace of the trainer;
 *   slice: target milliseconds of a slice
 */
const longCalls = {
  *step(core, { handle, count }, paceOf, slice) {
    const pace = paceOf();
    let state = core.step(handle, 0);
    const first = state.steps;
    for (let left = count; left > 0;) {
      const units = Math.min(left, pace.units(slice));
      const before = state.steps;
      const start = performance.now();
      state = core.step(handle, units);
      pace.learn(units, performance.now() - start);
      left -= units;
      if (state.steps < before + units) break; // at the last step of its settings, or at a step that diverged
      if (left > 0) yield { done: 1 - left / count, units: count - left, steps: state.steps };
    }
    return { ...state, made: state.steps - first };
  },
  *evaluate(core, { handle, first, count, scoreFactor }) {
    /** @type {number[]} */
    let sums = [0, 0, 0, 0, 0];
    for (let done = 0; done < count;) {
      const units = Math.min(part, count - done);
      const more = core.evaluate(handle, first + done, units, scoreFactor);
      sums = sums.map((sum, i) => sum + more[i]);
      done += units;
      if (done < count) yield { done: done / count, units: done, sums };
    }
    return sums;
  },
};
/** Calls that change a trainer. They wait for each other. */
const writes = ['step', 'open', 'free'];

/**
 * @typedef {object} Call
 * @property {Slices} slices
 * @property {(result: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {(report: Report) => void} report
 * @property {number} reportAt
 */

/** The waiting calls of one trainer. */
class Line {
  /** @type {Call[]} */
  reads = [];
  /** @type {Call[]} */
  writes = [];

  /** @returns {Call | undefined} */
  get next() {
    return this.reads[0] ?? this.writes[0];
  }

  /** @param {Call} call */
  remove(call) {
    this.reads = this.reads.filter((other) => other !== call);
    this.writes = this.writes.filter((other) => other !== call);
  }
}

/** The key of calls without a handle, which create a trainer. */
const anew = -1;

export class TrainingScheduler {
  #start;
  #slice;
  /** @type {TrainingCore | undefined} */
  #core;
  /** By handle, in the order of their turns. @type {Map<number, Line>} */
  #lines = new Map();
  /** The pace of steps, by handle. @type {Map<number, Pace>} */
  #paces = new Map();
  #working = false;

  /**
   * @param {() => Promise<LearningModule>} start makes the single instance; called again only if it failed
   * @param {number} slice target milliseconds of a slice
   */
  constructor(start, slice) {
    this.#start = start;
    this.#slice = slice;
  }

  /**
   * @param {string} name
   * @param {{handle?: number, [argument: string]: unknown}} args
   * @param {(report: Report) => void} [report]
   * @returns {{promise: Promise<any>, stop: (reason: unknown) => void}} stop: stops between two slices; the promise rejects with the
   *   reason
   */
  call(name, args, report = () => {}) {
    const { handle = anew } = args;
    const line = this.#lines.get(handle) ?? new Line();
    this.#lines.set(handle, line);
    /** @type {Call} */
    let call;
    const promise = new Promise((resolve, reject) => {
      const slices = this.#begin(name, args, handle);
      call = { slices, resolve, reject, report, reportAt: performance.now() + reportEvery };
      (writes.includes(name) ? line.writes : line.reads).push(call);
    });
    if (!this.#working) void this.#work();
    return {
      promise,
      stop(reason) {
        line.remove(call);
        call.reject(reason);
      },
    };
  }

  /** @param {string} name @param {any} args @param {number} handle @returns {Slices} */
  *#begin(name, args, handle) {
    const core = /** @type {TrainingCore} */ (this.#core);
    if (name === 'free') this.#paces.delete(handle);
    if (name in shortCalls) return shortCalls[name](core, args);
    return yield* longCalls[name](core, args, () => this.#paceOf(handle), this.#slice);
  }

  /** @param {number} handle */
  #paceOf(handle) {
    let pace = this.#paces.get(handle);
    if (!pace) this.#paces.set(handle, (pace = new Pace()));
    return pace;
  }

  async #work() {
    this.#working = true;
    try {
      this.#core ??= new Core(await this.#start());
    } catch (error) {
      for (const { reads, writes } of this.#lines.values()) {
        for (const { reject } of [...reads, ...writes]) reject(error);
      }
      this.#lines.clear();
    }
    while (this.#lines.size > 0) {
      await turn();
      const [[handle, line]] = this.#lines;
      if (line.next) this.#goOn(line, line.next);
      this.#lines.delete(handle);
      if (line.next) this.#lines.set(handle, line); // after all others
    }
    this.#working = false;
  }

  /** Runs one slice of a call. @param {Line} line @param {Call} call */
  #goOn(line, call) {
    try {
      const { done, value } = call.slices.next();
      if (done) {
        line.remove(call);
        call.resolve(value);
      } else if (performance.now() >= call.reportAt) {
        call.reportAt = performance.now() + reportEvery;
        call.report(value);
      }
    } catch (error) {
      line.remove(call);
      call.reject(error);
    }
  }
}
