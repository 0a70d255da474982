/**
 * Groups changes of a state into steps that a person would undo at once: everything while a pointer is held (a drag),
 * and everything done to the same parameters in quick succession (keys, typing) with no pointer press in between.
 */
import { looks } from '../../tables/entries.js';

/** @typedef {Readonly<Record<string, unknown>>} State */

/** How long after a change another change of the same parameters still belongs to it, ms. */
const pause = 1000;

/**
 * Returns the names of the parameters in which two states differ. Language and theme are not part of steps.
 * @param {State} a
 * @param {State} b
 */
export const changed = (a, b) =>
  Object.keys({ ...a, ...b })
    .filter((name) => a[name] !== b[name] && !looks.includes(name))
    .sort();

/**
 * Whether the target is a menu. A menu opens over the page and does not report the release of the pointer.
 * @param {EventTarget} target
 */
const isMenu = (target) => ['select', 'option'].includes(/** @type {Element} */ (target).localName);

/** How often a pointer was pressed, and whether it is held. @typedef {{presses: number, held: boolean}} Pointer */

export class Steps {
  /** @type {Pointer} */
  #pointer = { presses: 0, held: false };
  /** The pointer at the pending change, and at the last rendered change. */
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

  /** Called when a change arrives. It is rendered later, when the pointer may have been released. */
  onChange() {
    this.#now = this.#pointer;
  }

  /** Separates the next change from those before and after it. */
  apart() {
    this.#isApart = true;
  }

  /** Separates the next change from those before it. */
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
