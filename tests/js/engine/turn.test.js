// turn(): uses the best means that the host has, and the last one if the others are missing or throw.
import { afterEach, expect, jest, test } from '@jest/globals';
import { turn } from '../../../web/engine/workers/turn.js';

const { setImmediate, MessageChannel } = globalThis;
afterEach(() => {
  Object.assign(globalThis, { setImmediate, MessageChannel });
  jest.restoreAllMocks();
});

/** Throws like the edge runtime of Next.js. */
function refused() {
  throw new Error('A Node.js API is used which is not supported in the Edge Runtime.');
}

test.each([
  ['setImmediate', {}, 0],
  ['messages to oneself', { setImmediate: undefined }, 0],
  [
    'a timer, where there is nothing else',
    { setImmediate: undefined, MessageChannel: undefined },
    1,
  ],
  ['a timer, where the others throw', { setImmediate: refused, MessageChannel: refused }, 1],
])('%s', async (_, globals, timers) => {
  Object.assign(globalThis, globals);
  const setTimer = jest.spyOn(globalThis, 'setTimeout');
  await expect(turn()).resolves.toBe(undefined);
  expect(setTimer).toHaveBeenCalledTimes(timers);
});
