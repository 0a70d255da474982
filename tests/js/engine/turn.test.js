// turn(): comes back by the best means that the host has, and by the last where the others are missing or throw.
import { afterEach, expect, test } from '@jest/globals';
import { turn } from '../../../web/engine/workers/turn.js';

const { setImmediate, MessageChannel } = globalThis;
afterEach(() => void Object.assign(globalThis, { setImmediate, MessageChannel }));

/** As of the edge runtime of Next.js. */
function refused() {
  throw new Error('A Node.js API is used which is not supported in the Edge Runtime.');
}

test.each([
  ['setImmediate', {}],
  ['messages to oneself', { setImmediate: undefined }],
  ['a timer, where there is nothing else', { setImmediate: undefined, MessageChannel: undefined }],
  ['a timer, where the others throw', { setImmediate: refused, MessageChannel: refused }],
])('%s', async (_, globals) => {
  Object.assign(globalThis, globals);
  await expect(turn()).resolves.toBe(undefined);
});
