// The words of the Scoring lab besides its pictures.
import { expect, test } from '@jest/globals';
import { winnersOf } from '../../web/labs/scoring/functions.js';

test('the winner is the key with the most weight, or all that share it', () => {
  expect(winnersOf([0.1, 0.7, 0.2])).toEqual([1]);
  expect(winnersOf(Float32Array.of(0.4, 0.4, 0.2))).toEqual([0, 1]);
  // These weights differ as much as rounding makes equal keys differ.
  expect(winnersOf([0.33333334, 0.33333331, 0.33333331])).toEqual([0, 1, 2]);
});
