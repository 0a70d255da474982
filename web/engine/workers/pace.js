/**
 * How many units to take at a time, from how long the last ones took. The engine is called in slices
 * and not once, for progress and for stopping, and because a browser puts its optimised code of a
 * function in place only when the function is called again.
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

  /** How long so many will take; 0: nobody knows. @param {number} units */
  milliseconds(units) {
    return this.#unitsPerMillisecond > 0 ? units / this.#unitsPerMillisecond : 0;
  }

  /** @param {number} units @param {number} milliseconds that they took */
  learn(units, milliseconds) {
    // Clocks of pages are coarse, and early slices run in slow code: so no growth by more than 8.
    const measured = units / Math.max(milliseconds, 0.1);
    const before = this.#unitsPerMillisecond;
    this.#unitsPerMillisecond =
      before > 0 ? Math.min(measured, 8 * before) : Math.min(measured, 10);
  }
}
