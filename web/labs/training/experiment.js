/**
 * The experiment of a lab, which all its pictures show. Whoever looks asks for the experiment of a state; it is
 * made anew only where that is another one.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params } from '../../tables/types.js' */

import { rulesOf, trainerOptions } from '../../tables/training.js';
import { Run } from './run.js';

/** What starts by itself rests after so many milliseconds, if it is still far from its end. */
const patience = 20_000;

/** Between two drawings for those who want less to move, in milliseconds. */
const calm = 1000;

const wantsCalm = () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

export class Experiment extends EventTarget {
  /** @type {Run | null} */
  run = null;
  #of = '';
  /** @type {Engine | null} */
  #engine = null;
  #isOpen = true;

  /**
   * The experiment of a state; a new one begins at once. None where nobody looks any more: an engine, or a drawing, may come late, and
   * who would end what it asks for?
   * @param {Engine} engine
   * @param {Params} params
   */
  ask(engine, params) {
    if (!this.#isOpen) return null;
    const of = keyOf(params);
    if (this.run && of === this.#of && engine === this.#engine) return this.run;
    // Nobody has dragged a control before the first one.
    const options = { quiet: wantsCalm() ? calm : 0, ...(!this.#of && { wait: 0 }) };
    this.#clear();
    this.#of = of;
    this.#engine = engine;
    const run = new Run(engine, params, options);
    this.run = run;
    run.addEventListener('change', () => this.#tell());
    run.play(patience);
    return run;
  }

  /** The experiment of this very state, if there is one. @param {Params} params */
  runOf(params) {
    return this.run && this.#of === keyOf(params) ? this.run : null;
  }

  /** The lab is on a page again. */
  open() {
    this.#isOpen = true;
  }

  /** It is on none. */
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

/** What an experiment is made of. @param {Params} params */
export const keyOf = (params) =>
  JSON.stringify(rulesOf(params).map((rule) => trainerOptions(params, rule)));
