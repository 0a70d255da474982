// How npm run soak decides that memory is flat.
import { expect, test } from '@jest/globals';
import { judge, median, slopeOf, warmUp, wordsOf } from '../soak/flat.mjs';

/** Makes four rows per minute. @param {number} minutes @param {(minute: number) => number} value */
const rowsOf = (minutes, value) =>
  Array.from({ length: 4 * minutes + 1 }, (_, i) => ({ minute: i / 4, heap: value(i / 4) }));
/** Simulates memory that a visitor's labs allocate and free. @param {number} minute */
const waves = (minute) => 3 * Math.sin(7 * minute) + 2 * Math.sin(1.3 * minute);

test('a median stands in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

test('a slope is that of most points, whatever a few of them do', () => {
  const points = Array.from({ length: 30 }, (_, x) => ({ x, y: x % 7 === 3 ? 900 : 2 * x + 1 }));
  expect(slopeOf(points)).toBeCloseTo(2);
  expect(slopeOf([{ x: 1, y: 5 }])).toBe(0);
});

test('what only goes up and down is flat, and what also rises is not', () => {
  expect(
    judge(
      rowsOf(60, (minute) => 12 + waves(minute)),
      'heap',
      2,
    )?.isFlat,
  ).toBe(true);
  const rising = judge(
    rowsOf(60, (minute) => 12 + waves(minute) + 0.15 * minute),
    'heap',
    2,
  );
  expect(rising?.isFlat).toBe(false);
  expect(Math.abs(Number(rising?.grown) - 0.15 * 55)).toBeLessThan(3);
});

test('what comes in the first minutes is no growth', () => {
  const filled = rowsOf(30, (minute) => Math.min(minute, warmUp) * 20);
  expect(judge(filled, 'heap', 2)).toMatchObject({ isFlat: true, grown: 0 });
});

test('a model that is open for a while is no growth, and models that stay are', () => {
  const held = (/** @type {(minute: number) => number} */ models) =>
    judge(
      rowsOf(30, (minute) => 40 + 160 * models(minute)),
      'heap',
      4,
    );
  // More often with every minute, but never two minutes in a row.
  expect(held((minute) => Number(minute % 2 < minute / 20))).toMatchObject({
    isFlat: true,
    middle: 40,
  });
  expect(held((minute) => Math.floor(minute / 6))?.isFlat).toBe(false);
});

test('what was not read is not called flat', () => {
  const some = (/** @type {number} */ every) => rowsOf(30, (minute) => (minute % every ? NaN : 5));
  expect(judge(some(0.5), 'heap', 2)?.isFlat).toBe(true);
  expect(judge(some(1), 'heap', 2)?.isFlat).toBe(false);
  expect(judge(some(1e9), 'heap', 2)?.isFlat).toBe(false);
});

test('what was not read to the end is not called flat', () => {
  const until = (/** @type {number} */ end) =>
    judge(
      rowsOf(60, (minute) => (minute < end ? 5 : NaN)),
      'heap',
      2,
    )?.isFlat;
  expect([33, 45, 50].map(until)).toEqual([false, false, true]);
});

test('what was read in its second half is judged by the whole visit', () => {
  const late = rowsOf(60, (minute) => (minute < 20 || minute > 55 ? NaN : minute));
  expect(judge(late, 'heap', 2)).toMatchObject({ isFlat: false, minutes: 55 });
});

test('what rises after the first minutes is growth, though it ends', () => {
  const kept = (/** @type {number} */ end) =>
    judge(
      rowsOf(60, (minute) => 20 + waves(minute) + Math.min(minute, end)),
      'heap',
      2,
    );
  expect(kept(warmUp)?.isFlat).toBe(true);
  expect(kept(35)).toMatchObject({ isFlat: false });
  expect(Number(kept(35)?.later)).toBeLessThan(Number(kept(35)?.allowed));
});

test('what begins to rise late is growth, too', () => {
  const late = judge(
    rowsOf(60, (minute) => 20 + Math.max(0, minute - 45)),
    'heap',
    2,
  );
  expect(late).toMatchObject({ isFlat: false });
  expect(Number(late?.grown)).toBeLessThan(Number(late?.allowed));
});

test('a trend in words', () => {
  const words = (/** @type {(minute: number) => number} */ value) => {
    const judged = judge(rowsOf(60, value), 'heap', 2);
    return judged && wordsOf(judged);
  };
  expect(words(() => 9)).toBe('flat');
  expect(words((minute) => 9 + minute)).toBe('GROWS');
  expect(words((minute) => 9 + Math.min(minute, 25))).toBe('GROWS, less and less');
  expect(words((minute) => (minute < 40 ? 9 : NaN))).toBe('NOT READ');
});

test('a reading that was not taken is no small one', () => {
  const late = rowsOf(60, (minute) => (minute > 40 && minute % 2 === 1 ? NaN : minute));
  expect(judge(late, 'heap', 2)?.grown).toBeCloseTo(55, 0);
});

test('a fall is flat, too', () => {
  expect(
    judge(
      rowsOf(30, (minute) => 100 - 2 * minute),
      'heap',
      2,
    )?.isFlat,
  ).toBe(true);
});

test('small numbers may move by what is said of them, large ones by a quarter', () => {
  const workers = (/** @type {number} */ more) =>
    judge(
      rowsOf(30, (minute) => 2 + (more * (minute - warmUp)) / 25),
      'heap',
      1,
    );
  expect([workers(0.9)?.isFlat, workers(3)?.isFlat]).toEqual([true, false]);
  expect(
    judge(
      rowsOf(30, (minute) => 100 + minute / 2),
      'heap',
      1,
    )?.isFlat,
  ).toBe(true);
});

test('what is counted at rest may move by what is said of it alone', () => {
  const rows = rowsOf(30, (minute) => 9000 + 60 * minute);
  const judged = [judge(rows, 'heap', 1000), judge(rows, 'heap', 1000, 0)];
  expect(judged.map((each) => each?.isFlat)).toEqual([true, false]);
});

test('a short visit says nothing', () => {
  expect(
    judge(
      rowsOf(9, () => 1),
      'heap',
      1,
    ),
  ).toBeUndefined();
});
