/** Round numbers on an axis, and the one of a list that is nearest: those of d3, to the bit where powers of ten are exact, and the same in every browser. */

import { decadeOf, tenTo } from '../i18n/decades.js';

/** From where on a step is 10, 5 or 2 times a power of ten: half way, as ratios go. */
const bounds = /** @type {const} */ ([
  [Math.sqrt(50), 10],
  [Math.sqrt(10), 5],
  [Math.sqrt(2), 2],
]);

/**
 * Multiples of 1, 2 or 5 times a power of ten between two numbers, both included, about as many as asked for.
 * @param {number} start
 * @param {number} stop  From start on, or below
 * @param {number} count  2 at least
 * @returns {number[]}
 */
export function roundValues(start, stop, count) {
  if (stop < start) return roundValues(stop, start, count).reverse();
  if (start === stop) return [start];
  const wanted = (stop - start) / count;
  const power = decadeOf(wanted);
  const ratio = wanted / tenTo(power);
  const [, factor] = bounds.find(([bound]) => ratio >= bound) ?? [0, 1];
  // A step below 1 is the reciprocal of a whole number: 3 / 10 is nearer to 0.3 than 3 * 0.1.
  const [step, parts] = power < 0 ? [1, tenTo(-power) / factor] : [tenTo(power) * factor, 1];
  const place = (/** @type {number} */ value) =>
    Math.round(power < 0 ? value * parts : value / step);
  const value = (/** @type {number} */ i) => (power < 0 ? i / parts : i * step);
  let [first, last] = [place(start), place(stop)];
  if (value(first) < start) ++first;
  if (value(last) > stop) --last;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => value(first + i));
}

/**
 * Index of the number in an ascending list that is nearest to `value`; of two, the second.
 * @param {ArrayLike<number>} sorted
 * @param {number} value
 */
export function nearestIndex(sorted, value) {
  let [low, high] = [0, Math.max(0, sorted.length - 1)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value - sorted[low - 1] < sorted[low] - value ? low - 1 : low;
}
