// The labs write measured numbers with only the digits that are known.
import { describe, expect, test } from '@jest/globals';
import { formatters } from '../../web/i18n/index.js';
import { densityPower, withInterval, withKnownDigits } from '../../web/pictures/numbers.js';

const format = formatters('en');

describe('a measured number', () => {
  test.each([
    [63.812, 0.66, '63.8 ± 1.3'],
    [1.0044, 0.029, '1.004 ± 0.057'],
    [4096.4, 117, '4,100 ± 230'],
    [6.4354e13, 0.97e13, '6.4 × 10¹³ ± 1.9 × 10¹³'],
    [0, 0.5, '0.00 ± 0.98'],
    [2.5e-9, 1e-9, '2.5 × 10⁻⁹ ± 2 × 10⁻⁹'],
    [NaN, NaN, '–'],
    [3.14159, 0, '3.142'],
  ])('%d with standard error %d is %s', (value, error, text) => {
    expect(withInterval(format, value, error)).toBe(text);
  });

  test.each([
    [0.89759, 0.1, '0.9'],
    [8.0353, 0.11, '8.04'],
    [8.0353, 0.011, '8.035'],
    [3.1456, 30, '3'],
    [7666838, 1.2e6, '7,700,000'],
    [6.4354e13, 0.97e13, '6.4 × 10¹³'],
    [1.5, 0, '1.5'],
  ])('%d with standard error %d is %s where it stands alone', (value, error, text) => {
    expect(withKnownDigits(format, value, error)).toBe(text);
  });
});

test('densities are given in a power of ten only where they are very small or large', () => {
  expect([1, 8, 64, 1e-3, 300].map(densityPower)).toEqual([0, 0, 0, 0, 0]);
  expect([8e6, 1e6, 1e-6].map(densityPower)).toEqual([-8, -7, 5]);
  expect([0, NaN].map(densityPower)).toEqual([0, 0]);
});
