/**
 * Many queries without a factor and under the rule of the state: at once where a frame has room for them, else a first
 * few at once and the rest streamed. It goes on while only the one query that is shown changes.
 */
import { statisticsOptions } from '../../tables/softmax.js';
import { fitsInFrame, timed } from '../parts/work.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').SoftmaxStatistics} SoftmaxStatistics */
/** @typedef {ReturnType<typeof statisticsOptions>} Options */

/** What drawing one random component costs, in multiplications. */
const componentCost = 30;

/** What is done at once may take half of what a frame has for work: the pictures of the one query need the rest. */
const fitsBeside = (/** @type {Engine} */ engine, /** @type {Options} */ options) =>
  fitsInFrame(engine, 2 * drawsWork(options));

/** Between two drawings of what has come in, ms: all of them draw the answer, too. */
const between = 120;

/** Fewer queries have no quantiles worth showing. */
const fewest = 24;

/**
 * Roughly how many multiplications it takes.
 * @param {{dk: number, keys: number, draws: number}} options
 */
export const drawsWork = ({ dk, keys, draws }) => draws * dk * (keys + 1) * componentCost;

export class Population {
  /**
   * @param {object} host
   * @param {(result: SoftmaxStatistics | null) => void} host.show
   * @param {() => void} host.redraw
   * @param {(error: unknown) => void} host.fail
   * @param {(work: Promise<void>) => void} host.track
   */
  constructor(host) {
    this.host = host;
    this.running = false;
    this.stopped = false;
    /** @type {import('../parts/progress.js').Progress | null} */ this.progress = null;
    /** @type {AbortController | null} */ this.work = null;
    /** @type {Engine | null} */ this.engine = null;
    this.of = '';
  }

  /**
   * Measures if what it would measure has changed.
   * @param {Engine} engine
   * @param {Readonly<Record<string, any>>} params
   */
  follow(engine, params) {
    const options = statisticsOptions(params);
    const of = JSON.stringify(options);
    if (engine === this.engine && of === this.of) return;
    this.abort();
    [this.engine, this.of] = [engine, of];
    this.start(engine, options);
  }

  /** Anew, after it was stopped. @param {Readonly<Record<string, any>>} params */
  again(params) {
    const { engine } = this;
    this.of = '';
    if (engine) this.follow(engine, params);
  }

  /** @param {Engine} engine @param {Options} options */
  start(engine, options) {
    this.progress = null;
    this.stopped = false;
    this.running = !fitsBeside(engine, options);
    const few = this.running ? firstDraws(engine, options) : options;
    if (few) {
      const result = timed(engine, drawsWork(few), () => engine.softmaxStatistics(few));
      this.host.show(this.running ? { ...result, partial: true } : result);
    } else this.host.show(null);
    if (this.running) this.host.track(this.stream(engine, options, few?.draws ?? 0));
  }

  /**
   * @param {Engine} engine
   * @param {Options} options
   * @param {number} shown  How many queries are on the screen already
   */
  async stream(engine, options, shown) {
    const work = new AbortController();
    this.work = work;
    let last = performance.now();
    const isDue = () => {
      const now = performance.now();
      const due = now - last >= between;
      if (due) last = now;
      return due;
    };
    try {
      const result = await engine.run('softmaxStatistics', options, {
        signal: work.signal,
        onProgress: (progress) => {
          this.progress = progress;
        },
        onPartial: (partial) => {
          if (partial.draws <= shown || !isDue()) return;
          this.host.show(partial);
          this.host.redraw();
        },
      });
      this.host.show(result);
    } catch (error) {
      if (!work.signal.aborted) this.host.fail(error);
    }
    if (work.signal.aborted) return;
    this.running = false;
    this.host.redraw();
  }

  /** Ends it early; what has come in stays. */
  stop() {
    this.abort();
    this.stopped = true;
    this.host.redraw();
  }

  abort() {
    this.work?.abort();
    this.work = null;
    this.running = false;
  }

  /** Off the page: what it knew is asked for again when it comes back. */
  forget() {
    this.abort();
    this.of = '';
  }
}

/** As many draws as fit into a frame. @param {Engine} engine @param {Options} options */
function firstDraws(engine, options) {
  let { draws } = options;
  while (draws >= fewest) {
    if (fitsBeside(engine, { ...options, draws })) return { ...options, draws };
    draws = Math.floor(draws / 2);
  }
  return null;
}
