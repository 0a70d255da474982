/**
 * The experiment of a lab, which all its pictures show. A picture asks for the experiment of a state. A new one is made
 * only if the state differs.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params } from '../../tables/types.js' */

import { rulesOf, trainerOptions } from '../../tables/training.js';
import { Run } from './run.js';

/** Time after which an automatic start pauses if it is still far from its end, in milliseconds. */
const patience = 20_000;

/** Time between two drawings for users who prefer reduced motion, in milliseconds. */
const reducedMotionPause = 1000;

const prefersReducedMotion = () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

export class Experiment extends EventTarget {
  /** @type {Run | null} */
  run = null;
  #of = '';
  /** @type {Engine | null} */
  #engine = null;
  #isOpen = true;

  /**
   * Returns the experiment of a state, and begins it if it is new. Returns null while the lab is on no page: an engine
   * or a drawing may come late, and nothing would end the run that it asks for.
   * @param {Engine} engine
   * @param {Params} params
   */
  ask(engine, params) {
    if (!this.#isOpen) return null;
    const of = keyOf(params);
    if (this.run && of === this.#of && engine === this.#engine) return this.run;
    // No control can have been dragged before the first one.
    const options = {
      quiet: prefersReducedMotion() ? reducedMotionPause : 0,
      ...(!this.#of && { wait: 0 }),
    };
    this.#clear();
    this.#of = of;
    this.#engine = engine;
    const run = new Run(engine, params, options);
    this.run = run;
    run.addEventListener('change', () => this.#tell());
    run.play(patience);
    return run;
  }

  /** Returns the experiment of exactly this state, if there is one. @param {Params} params */
  runOf(params) {
    return this.run && this.#of === keyOf(params) ? this.run : null;
  }

  /** Called when the lab is on a page again. */
  open() {
    this.#isOpen = true;
  }

  /** Called when the lab leaves the page. */
  close() {
    this.#isOpen = false;
    this.#clear();
  }

  #clear() {
    this.run?.dispose();
    this.run = null;
    this.#of = '';
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}

/** Returns what an experiment depends on. @param {Params} params */
export const keyOf = (params) =>
  JSON.stringify(rulesOf(params).map((rule) => trainerOptions(params, rule)));
