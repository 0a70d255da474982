// The messages of a frame, and their recipients. A browser test checks that it obeys nobody else, because that needs
// origins.
import { expect, jest, test } from '@jest/globals';
import { throttled, hostOf, pause } from '../../web/page/page-frame.js';

test('changes are told of at once, then ten times a second, and the last one always', () => {
  jest.useFakeTimers();
  /** @type {number[]} */
  const told = [];
  const tell = throttled((/** @type {number} */ value) => void told.push(value));
  for (let change = 1; change <= 100; change++) {
    tell(change);
    jest.advanceTimersByTime(pause / 20);
  }
  jest.advanceTimersByTime(10 * pause);
  expect(told).toEqual([1, 20, 40, 60, 80, 100]);
  tell(101);
  expect(told.at(-1)).toBe(101);
  jest.useRealTimers();
});

test.each([
  ['', '*'],
  ['?other=https://tutorial.example', '*'],
  ['?host=https://tutorial.example', 'https://tutorial.example'],
  ['?host=https%3A%2F%2Ftutorial.example%3A8443%2Fpage', 'https://tutorial.example:8443'],
  ['?host=http://localhost:8000&host=https://other.example', 'http://localhost:8000'],
  ['?host=', ''],
  ['?host=*', ''],
  ['?host=null', ''],
  ['?host=tutorial.example', ''],
  ['?host=file:///home', ''],
  ['?host=data:,', ''],
])('an address with %p speaks to %p', (search, origin) => {
  expect(hostOf(search)).toBe(origin);
});
