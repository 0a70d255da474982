/**
 * Chooses how many units to compute at a time, from the time that the last ones took. The engine is called in slices
 * rather than once, for progress, for aborting, and because a browser switches to its optimised code of a function only
 * at the next call.
 */
export class Pace {
  #unitsPerMillisecond;

  /** @param {number} [guess] units a millisecond */
  constructor(guess = 0) {
    this.#unitsPerMillisecond = guess;
  }

  /**
   * @param {number} milliseconds a slice should take
   * @returns {number} units, at least 1
   */
  units(milliseconds) {
    return Math.max(1, Math.floor(this.#unitsPerMillisecond * milliseconds));
  }

  /** The expected time of this many units, or 0 if unknown. @param {number} units */
  milliseconds(units) {
    return this.#unitsPerMillisecond > 0 ? units / this.#unitsPerMillisecond : 0;
  }

  /** @param {number} units @param {number} milliseconds time that they took */
  learn(units, milliseconds) {
    // Clocks of pages are coarse and early slices run in slow code, so the pace grows by at most a factor of 8.
    const measured = units / Math.max(milliseconds, 0.1);
    const before = this.#unitsPerMillisecond;
    this.#unitsPerMillisecond =
      before > 0 ? Math.min(measured, 8 * before) : Math.min(measured, 10);
  }
}
