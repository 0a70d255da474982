/** What a program may take. */

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

/** What ends a program, whatever it catches. The page tells of it: `playground.limit` in web/i18n/playground.*.js. */
export class Limit extends Error {
  /** @param {LimitName} limit */
  constructor(limit) {
    super(limit);
    this.limit = limit;
  }
}
