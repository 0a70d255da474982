// Angles of the plane. They are the same in every browser, so they do not use its sine and arc tangent, but are as
// accurate.
import { expect, test } from '@jest/globals';
import { angleOf, directionOf, polar } from '../../web/labs/scoring/vectors.js';

/** @param {number} angle  in degrees */
const radians = (angle) => (angle * Math.PI) / 180;

test('an angle is that of the arc tangent, all around and at the axes', () => {
  for (let angle = -180; angle <= 180; angle += 0.37) {
    const [x, y] = [3 * Math.cos(radians(angle)), 3 * Math.sin(radians(angle))];
    expect(angleOf([x, y])).toBeCloseTo((Math.atan2(y, x) * 180) / Math.PI, 12);
  }
  expect([angleOf([1, 0]), angleOf([0, 2]), angleOf([-3, 0]), angleOf([0, -4])]).toEqual([
    0, 90, 180, -90,
  ]);
  expect(angleOf([0, 0])).toBe(0);
  expect(angleOf([1e-300, 1e-300])).toBeCloseTo(45, 12);
});

test('a length and an angle make the vector that sine and cosine make', () => {
  for (let angle = -400; angle <= 800; angle += 0.9) {
    const [x, y] = polar(1e4, angle);
    expect(x).toBeCloseTo(1e4 * Math.cos(radians(angle)), 3);
    expect(y).toBeCloseTo(1e4 * Math.sin(radians(angle)), 3);
  }
  expect(polar(2, 90)).toEqual([0, 2]);
  expect(polar(0, 30)).toEqual([0, 0]);
});

test('a direction has length 1, however long its vector', () => {
  for (const size of [1e-320, 1e-200, 1, 1e200]) {
    const [x, y] = directionOf([3 * size, -4 * size]);
    expect(Math.hypot(x, y)).toBeCloseTo(1, size < 1e-300 ? 2 : 12);
  }
  expect(directionOf([0, 0])).toEqual([1, 0]);
});
