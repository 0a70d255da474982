/** What a program may take, and what is said of one that takes more. */

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

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @type {Readonly<Record<LimitName, (limits: Readonly<Limits>) => string>>} */
const sentences = {
  time: ({ seconds }) =>
    `The program ran for ${counted(seconds, 'second', 'seconds')} without an end.`,
  turn: ({ turn }) =>
    `The program computed for ${counted(turn, 'second', 'seconds')} without a pause; here it runs on the page's own thread, which has to stay free.`,
  memory: ({ memory }) => `The program needs more than ${memory / 2 ** 20} MiB of memory.`,
  stack: () => 'The program calls functions within functions too deeply.',
  lines: ({ lines }) => `The program printed more than ${counted(lines, 'line', 'lines')}.`,
  text: ({ text }) => `The program printed more than ${counted(text, 'character', 'characters')}.`,
  pictures: ({ pictures }) =>
    `The program showed more than ${counted(pictures, 'table or picture', 'tables and pictures')}.`,
  numbers: ({ numbers }) =>
    `The program showed a picture of more than ${counted(numbers, 'number', 'numbers')}.`,
  controls: ({ controls }) =>
    `The program made more than ${counted(controls, 'control', 'controls')}.`,
  waiting: () => 'The program waits for a promise that nothing will settle.',
};

/** What ends a program, whatever it catches. */
export class Limit extends Error {
  /** @param {LimitName} limit @param {Readonly<Limits>} limits */
  constructor(limit, limits) {
    super(sentences[limit](limits));
    this.limit = limit;
  }
}
