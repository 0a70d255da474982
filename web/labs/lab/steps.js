/**
 * Which changes of a state belong together as one step that a person means, to be undone at once: all that happens while a
 * pointer is held (a drag), and all that is done to the same parameters in quick succession (keys, typing) with no press
 * of a pointer in between.
 */
import { looks } from '../../tables/entries.js';

/** @typedef {Readonly<Record<string, unknown>>} State */

/** How long after a change another one of the same parameters goes on with it, in milliseconds. */
const pause = 1000;

/** Names of the parameters in which two states differ; language and theme are no matter of steps. @param {State} a @param {State} b */
export const changed = (a, b) =>
  Object.keys({ ...a, ...b })
    .filter((name) => a[name] !== b[name] && !looks.includes(name))
    .sort();

/** A menu opens over the page, and keeps for itself that the pointer is released. @param {EventTarget} target */
const isMenu = (target) => ['select', 'option'].includes(/** @type {Element} */ (target).localName);

/** How often a pointer has come down, and whether it is held. @typedef {{presses: number, held: boolean}} Pointer */

export class Steps {
  /** @type {Pointer} */
  #pointer = { presses: 0, held: false };
  /** At the change that is to be drawn, and at the last one that was. */
  #now = this.#pointer;
  #last = this.#pointer;
  #names = '';
  #time = -Infinity;
  #isApart = false;

  /** @param {PointerEvent} event */
  press = (event) => {
    const held = event.button === 0 && !event.composedPath().some(isMenu);
    this.#pointer = { presses: this.#pointer.presses + 1, held };
  };

  release = () => {
    this.#pointer = { ...this.#pointer, held: false };
  };

  /** A change came. It is drawn later, when the pointer may have been released. */
  heed() {
    this.#now = this.#pointer;
  }

  /** The next change goes on with nothing, and nothing goes on with it. */
  apart() {
    this.#isApart = true;
  }

  /** Nothing goes on with what was done until now. */
  forget() {
    this.#names = '';
    this.#last = { presses: -1, held: false };
  }

  /**
   * Whether a change begins a step.
   * @param {State} before
   * @param {State} now
   * @param {number} [time]  in milliseconds
   */
  begins(before, now, time = performance.now()) {
    const names = changed(before, now).join();
    const isApart = this.#isApart;
    this.#isApart = false;
    if (names === '') return false;
    const goesOn = !isApart && this.#goesOn(names, time);
    this.#names = names;
    this.#time = time;
    this.#last = this.#now;
    if (isApart) this.forget();
    return !goesOn;
  }

  /** @param {string} names @param {number} time */
  #goesOn(names, time) {
    const [now, last] = [this.#now, this.#last];
    if (now.presses !== last.presses || now.held !== last.held) return false;
    return now.held || (names === this.#names && time - this.#time < pause);
  }
}
