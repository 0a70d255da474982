/**
 * What a picture is computed from: which numbers it needs, and how the engine gets its result from them. A result is
 * computed again when what it needs has changed. Long work is streamed: what has come in is shown, and can be stopped.
 */

import { lacksMemory, messageOf } from './refusal.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Progress } from './progress.js' */
/** @import { Source, Work } from './types.js' */

/**
 * @template N, R
 * @param {Source<N, R>} declared
 * @returns {Source<N, R>}
 */
export const source = (declared) => declared;

/**
 * A source that the picture is drawn without, too: then its result is null.
 * @template N, R
 * @param {Source<N, R>} declared
 * @returns {Source<N, R | null>}
 */
export const optional = (declared) =>
  /** @type {Source<N, R | null>} */ ({ ...declared, optional: true });

/** How long a visitor must have changed nothing before long work begins whose first few results are shown already, ms. */
const calm = 150;

/** Resolves when nothing has changed for a while: whoever drags would begin work, and end it, at every move. @param {AbortSignal} signal */
export const pause = (signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, calm);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** A source of one picture on a page, and how far it has come. @template N, R */
export class Computation {
  /** @type {R | null} */ result = null;
  /** The result is part of a whole that is on its way, or was stopped. */
  provisional = false;
  /** Long work is under way. */
  running = false;
  /** It was ended early; what had come in by then stays. */
  stopped = false;
  /** @type {Progress | null} */ progress = null;
  /** @type {AbortController | null} */ #work = null;
  /** @type {Engine | null} */ #engine = null;
  #of = '';
  /** One sentence of the engine about what it could not compute. */
  problem = '';
  /** Long work failed on its way: it may be tried again. */
  broken = false;

  /** @param {Source<N, R>} source @param {Work<R>['view']} view */
  constructor(source, view) {
    this.source = source;
    this.view = view;
  }

  /** How far it is, from 0 to 1; null where nothing runs. */
  get share() {
    return this.running ? (this.progress?.done ?? 0) : null;
  }

  /** Computes where what it needs has changed. @param {Engine} engine */
  follow(engine) {
    const { source, view } = this;
    const needs = source.needs(view.params, view);
    const of = JSON.stringify(needs);
    // What the visitor has begun stays with the engine that it was begun on.
    if ((engine === this.#engine || source.byHand) && of === this.#of) return;
    this.forget();
    if (source.lazy && !view.onScreen && needs !== null) return;
    [this.#engine, this.#of] = [engine, of];
    if (needs !== null && !source.byHand) return this.#compute(engine, needs);
    [this.stopped, this.broken, this.problem] = [false, false, ''];
    this.show(null);
  }

  /** Computes whatever has been computed before: by hand, or again. */
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
      this.show(null); // a refusal leaves no old picture behind
    }
  }

  /** @param {Promise<R>} coming @param {AbortSignal} signal */
  async #arrive(coming, signal) {
    try {
      const result = await coming;
      if (!signal.aborted) this.show(result);
    } catch (error) {
      // An abort is no failure: whatever replaced the work draws itself.
      if (!signal.aborted) this.#fail(error);
    }
    if (signal.aborted) return;
    this.running = false;
    this.view.redraw();
  }

  /** What had come in before a failure stays, but not a first look at what there is no memory for. @param {unknown} error */
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

  /** @param {R | null} result @param {boolean} [isSettled]  it is whole: nothing that comes in will change it */
  show(result, isSettled = true) {
    this.result = result;
    this.provisional = !isSettled;
    const { publish } = this.source;
    if (publish) this.view.publish(publish, result, isSettled);
  }

  /** Ends long work as the visitor asked; what there is so far stays. */
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
   * What was computed is not what the page asks for: it is computed again when it is asked for. What the visitor began by
   * hand stays as far as it has come.
   */
  forget() {
    const { byHand } = this.source;
    if (byHand && this.running) this.stopped = true;
    this.abort();
    if (!byHand) [this.#engine, this.#of] = [null, ''];
  }
}
