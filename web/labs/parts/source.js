/**
 * The source of a result: which numbers it needs, and how the engine computes it from them. A result is computed again
 * when its needs have changed. Long work is streamed: partial results are shown, and it can be stopped.
 */

import { lacksMemory, messageOf } from './refusal.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Progress, Source, Work } from './types.js' */

/**
 * @template N, R
 * @param {Source<N, R>} declared
 * @returns {Source<N, R>}
 */
export const source = (declared) => declared;

/**
 * Declares a source that the picture can be drawn without. Until it has a result, the result is null.
 * @template N, R
 * @param {Source<N, R>} declared
 * @returns {Source<N, R | null>}
 */
export const optional = (declared) =>
  /** @type {Source<N, R | null>} */ ({ ...declared, optional: true });

/** Pause without changes before long work whose partial results are already shown, ms. */
const pauseBeforeWork = 150;

/**
 * Resolves after a pause without changes. Without it, a drag would start and stop work at every move.
 * @param {AbortSignal} signal
 */
export const pause = (signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pauseBeforeWork);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** The state of a source in one picture. @template N, R */
export class Computation {
  /** @type {R | null} */ result = null;
  /** Whether the result is partial: more is coming, or the work was stopped. */
  provisional = false;
  /** Whether long work is running. */
  running = false;
  /** Whether the work was stopped early. Partial results stay. */
  stopped = false;
  /** @type {Progress | null} */ progress = null;
  /** @type {AbortController | null} */ #work = null;
  /** @type {Engine | null} */ #engine = null;
  #of = '';
  /** The engine's sentence about why it could not compute. */
  problem = '';
  /** Whether long work failed. It may be tried again. */
  broken = false;

  /** @param {Source<N, R>} source @param {Work<R>['view']} view */
  constructor(source, view) {
    this.source = source;
    this.view = view;
  }

  /** Progress from 0 to 1; null while nothing runs. */
  get share() {
    return this.running ? (this.progress?.done ?? 0) : null;
  }

  /** Computes again if the needs have changed. @param {Engine} engine */
  follow(engine) {
    const { source, view } = this;
    const needs = source.needs(view.params, view);
    const of = JSON.stringify(needs);
    // Work that the visitor started stays with the engine that it was started on.
    if ((engine === this.#engine || source.byHand) && of === this.#of) return;
    this.forget();
    if (source.lazy && !view.onScreen && needs !== null) return;
    [this.#engine, this.#of] = [engine, of];
    if (needs !== null && !source.byHand) return this.#compute(engine, needs);
    [this.stopped, this.broken, this.problem] = [false, false, ''];
    this.show(null);
  }

  /** Computes regardless of earlier results: by hand, or again. */
  start = () => {
    const { source, view } = this;
    const { engine } = view;
    const needs = source.needs(view.params, view);
    if (!engine || needs === null) return;
    this.abort();
    [this.#engine, this.#of] = [engine, JSON.stringify(needs)];
    this.#compute(engine, needs);
    view.redraw();
  };

  /** @param {Engine} engine @param {N} needs */
  #compute(engine, needs) {
    const { view } = this;
    const work = new AbortController();
    this.#work = work;
    [this.running, this.stopped, this.progress] = [false, false, null];
    [this.broken, this.problem] = [false, ''];
    let shown = false;
    const partial = (/** @type {R} */ result) => {
      if (work.signal.aborted) return;
      shown = true;
      this.show(result, false);
      if (this.running) view.redraw();
    };
    try {
      const ready = async () => (shown ? pause(work.signal) : undefined);
      const given = this.#given(engine, work.signal, partial, ready);
      const made = this.source.compute(engine, needs, given);
      if (!(made instanceof Promise)) return this.show(made);
      this.running = true;
      if (!shown) this.show(null);
      view.track(this.#arrive(made, work.signal));
    } catch (error) {
      this.problem = messageOf(error);
      this.show(null); // removes the old picture
    }
  }

  /** @param {Promise<R>} coming @param {AbortSignal} signal */
  async #arrive(coming, signal) {
    try {
      const result = await coming;
      if (!signal.aborted) this.show(result);
    } catch (error) {
      // An abort is no failure, and the new work renders its own results.
      if (!signal.aborted) this.#fail(error);
    }
    if (signal.aborted) return;
    this.running = false;
    this.view.redraw();
  }

  /**
   * Handles a failure. Keeps partial results, unless memory is too small for the whole: then a first look would
   * mislead.
   * @param {unknown} error
   */
  #fail(error) {
    [this.broken, this.problem] = [true, messageOf(error)];
    if (lacksMemory(error)) this.show(null);
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   * @param {(result: R) => void} partial
   * @param {() => Promise<unknown>} ready  when long work may begin
   * @returns {Work<R>}
   */
  #given(engine, signal, partial, ready) {
    const progress = (/** @type {Progress} */ progress) => {
      if (signal.aborted) return;
      this.progress = progress;
      this.view.redraw();
    };
    return {
      ...{ signal, partial, progress, view: this.view },
      run: async (name, options, isShown = () => true) => {
        await ready();
        const onPartial = (/** @type {any} */ result) => isShown(result) && partial(result);
        return engine.run(name, options, {
          signal,
          onProgress: progress,
          onPartial,
        });
      },
    };
  }

  /** @param {R | null} result @param {boolean} [isSettled]  whether it is final */
  show(result, isSettled = true) {
    this.result = result;
    this.provisional = !isSettled;
    const { publish } = this.source;
    if (publish) this.view.publish(publish, result, isSettled);
  }

  /** Stops long work at the visitor's request. Partial results stay. */
  stop = () => {
    this.abort();
    this.stopped = true;
    this.view.redraw();
  };

  abort() {
    this.#work?.abort();
    this.#work = null;
    this.running = false;
  }

  /**
   * Stops the work and marks the result as outdated, so that it is computed again on demand. Does not outdate what the
   * visitor started: its partial result stays.
   */
  forget() {
    const { byHand } = this.source;
    if (byHand && this.running) this.stopped = true;
    this.abort();
    if (!byHand) [this.#engine, this.#of] = [null, ''];
  }
}
