/** Limits of a program. */

/** @import { LimitName, Limits } from './types.js' */

/** @type {Readonly<Limits>} */
export const defaultLimits = Object.freeze({
  seconds: 60,
  turn: 2,
  memory: 64 * 2 ** 20,
  lines: 10_000,
  text: 1_000_000,
  pictures: 50,
  numbers: 1_000_000,
  controls: 20,
});

/** Ends a program, even if the program catches it. The page's text is `playground.limit` in web/i18n/playground.*.js. */
export class Limit extends Error {
  /** @param {LimitName} limit */
  constructor(limit) {
    super(limit);
    this.limit = limit;
  }
}
