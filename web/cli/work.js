/**
 * Long work in the terminal. It uses all cores, shows one line of progress in a terminal, and ends at Ctrl-C with a
 * note of the work done.
 */
import { availableParallelism } from 'node:os';
import { load } from '../engine/index.js';
import { asUsage, engineOptions, UsageError } from './parse.js';
import { counted, numbers } from './text.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { Progress, RunName, RunOptions, RunResults } from '../engine/types.js' */
/** @import { Arguments } from './types.js' */

/** Thrown after Ctrl-C. */
export class Stopped extends Error {}

/** @typedef {readonly [one: string, many: string]} Noun  The unit of progress */

/** The position of a run among several. @typedef {{index: number, runs: number}} Turn */

/** Moves to the start of the line and clears it. */
const cleared = '\r\x1b[K';

export class Work {
  #stop = new AbortController();
  #done = '';
  /** @type {Set<Engine>} */
  #engines = new Set();
  #began = performance.now();
  #watched = Boolean(process.stderr.isTTY) && process.env.TERM !== 'dumb';
  #drawn = false;
  #interrupt = () => {
    // A second Ctrl-C exits at once.
    if (this.#stop.signal.aborted) process.exit(130);
    this.#stop.abort(new Stopped(this.#done || 'before anything was done'));
  };

  constructor() {
    process.on('SIGINT', this.#interrupt);
  }

  get signal() {
    return this.#stop.signal;
  }

  /** The work done before Ctrl-C, for commands that return a partial result. main() reports it. */
  partial = '';

  /** Called by commands that return a partial result after Ctrl-C. */
  keep() {
    this.partial = this.#done;
  }

  /**
   * @param {Arguments['flags']} flags
   * @param {number} [workers]  overrides the flags
   */
  async engine(flags, workers) {
    const options = { ...engineOptions(flags, availableParallelism()) };
    if (workers !== undefined) options.workers = workers;
    const engine = await load(options).catch((error) => {
      throw error instanceof RangeError ? new UsageError(`--${error.message}`) : error;
    });
    this.#engines.add(engine);
    return engine;
  }

  /**
   * @template {RunName} Name
   * @param {Engine} engine
   * @param {Name} name
   * @param {RunOptions[Name]} options
   * @param {Noun} noun
   * @param {Turn} [turn]
   * @returns {Promise<RunResults[Name]>}
   */
  async run(engine, name, options, noun, turn) {
    const { signal } = this;
    this.begin();
    const onProgress = (/** @type {Progress} */ { done, scores, perSecond }) =>
      this.tell({ done, count: scores, perSecond }, noun, turn);
    try {
      return await engine.run(name, options, { signal, onProgress });
    } catch (error) {
      throw asUsage(error);
    }
  }

  /** Shows 0% at once, because the first progress may take a second. */
  begin() {
    this.signal.throwIfAborted();
    if (!this.#drawn) this.#draw('  0%');
  }

  /** @param {string} text  Shown instead of the progress */
  note(text) {
    this.#done = text;
    this.#draw(text);
  }

  /**
   * @param {{done: number, count: number, perSecond: number}} progress  count: of the units that `noun` names
   * @param {Noun} noun
   * @param {Turn} [turn]
   */
  tell({ done, count, perSecond }, [one, many], { index, runs } = { index: 0, runs: 1 }) {
    const share = (index + done) / runs;
    const place = runs > 1 ? ` of run ${index + 1} of ${runs}` : '';
    this.#done = `after ${counted(count, one, many)}${place}, ${numbers.share(share)} of the work`;
    const spent = (performance.now() - this.#began) / 1000;
    const left = share > 0.02 && spent > 0.5 ? `, ${timeLeft((spent / share) * (1 - share))}` : '';
    const percent = `${Math.floor(100 * share)}%`.padStart(4);
    this.#draw(`${percent}  ${numbers.compact(perSecond)} ${many}/s${left}`);
  }

  /** @param {string} line */
  #draw(line) {
    if (!this.#watched) return;
    process.stderr.write(`${cleared}${line.slice(0, (process.stderr.columns || 80) - 1)}`);
    this.#drawn = true;
  }

  /** Ends the workers and clears the line, before the result or an error is printed. */
  end() {
    process.off('SIGINT', this.#interrupt);
    for (const engine of this.#engines) engine.dispose();
    if (this.#drawn) process.stderr.write(cleared);
  }
}

/** @param {number} seconds */
function timeLeft(seconds) {
  if (seconds < 1) return 'less than a second left';
  if (seconds < 90) return `${Math.round(seconds)} s left`;
  return `${numbers.number(seconds / 60, 2)} min left`;
}
