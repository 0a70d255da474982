// Refusals of a wrong tensor or option: an error of the right class with one sentence, after which the engine works as
// before.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import { onEveryVariant } from './variants.js';

/** @typedef {[call: (sd: any) => unknown, kind: new (...args: any[]) => Error, message: string]} Refusal */

/** @param {() => unknown} call @param {new (...args: any[]) => Error} kind @param {string} message */
export function expectRefusal(call, kind, message) {
  /** @type {unknown} */
  let error;
  try {
    call();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(kind);
  expect(/** @type {Error} */ (error).message).toBe(message);
}

/** @param {string} name @param {readonly Refusal[]} refusals */
export function refusesOnEveryVariant(name, refusals) {
  onEveryVariant(`refusals of ${name}`, (engine) => {
    test.each(refusals)('%s', (call, kind, message) =>
      expectRefusal(() => call(engine()), kind, message),
    );

    test('a refused call changes nothing: the next one gives the same numbers', () => {
      const some = tensor([
        [1, 0.5],
        [-1, 2],
      ]);
      const before = engine().attention(some, some, some);
      for (const [call] of refusals) {
        expect(() => call(engine())).toThrow();
        expect(engine().attention(some, some, some)).toEqual(before);
      }
    });
  });
}
