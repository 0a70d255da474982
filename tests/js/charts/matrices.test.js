// Matrices drawn to scale.
import { describe, expect, test } from '@jest/globals';
import { gap, matrices, matricesHeight } from '../../../web/charts/matrices.js';

/** @typedef {import('../../../web/charts/matrices.js').Piece} Piece */

const size = (/** @type {number} */ rows, /** @type {number} */ columns) => `${rows} × ${columns}`;

/** @param {string} key @param {number} rows @param {number} columns */
const matrix = (key, rows, columns) => ({ key, label: key, rows, columns });

const product = [matrix('a', 512, 64), '×', matrix('b', 64, 512), '=', matrix('c', 512, 512)];

/** @param {readonly (readonly Piece[])[]} lines @param {number} width */
function placesOf(lines, width) {
  const { reader } = matrices(width, { lines, size });
  return Array.from({ length: reader?.count ?? 0 }, (_, i) => {
    const stop = /** @type {import('../../../web/charts/types.js').Stop} */ (reader?.stop(i));
    const { left, right, top, bottom } = /** @type {import('../../../web/charts/types.js').Box} */ (
      stop.cell
    );
    return { wide: right - left, tall: bottom - top, left, right, top, bottom, title: stop.title };
  });
}

describe('matrices', () => {
  test.each([320, 800])('have one scale in a picture %i px wide, and none leaves it', (width) => {
    const places = placesOf([product], width);
    const scale = places[2].wide / 512;
    expect(scale).toBeGreaterThan(0.05);
    const sizes = [
      [512, 64],
      [64, 512],
      [512, 512],
    ];
    places.forEach(({ wide, tall, left, right, top, bottom }, i) => {
      expect(tall / scale).toBeCloseTo(sizes[i][0], 6);
      expect(wide / scale).toBeCloseTo(sizes[i][1], 6);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(matricesHeight(width, { lines: [product], size }));
    });
  });

  test('stand beside each other, in the middle of their line', () => {
    const [a, b, c] = placesOf([product], 800);
    expect(a.right).toBeLessThan(b.left);
    expect(b.right).toBeLessThan(c.left);
    expect(a.top + a.bottom).toBeCloseTo(b.top + b.bottom, 6);
  });

  test('of equations that have no room beside each other stand below each other', () => {
    const lines = [[...product, gap, ...product]];
    const [wide, narrow] = [placesOf(lines, 1200), placesOf(lines, 400)];
    expect(wide[3].top).toBe(wide[0].top);
    expect(narrow[3].top).toBeGreaterThan(narrow[2].bottom);
  });

  test('whose names do not fit go on below, with their sign', () => {
    const long = product.map((piece) =>
      typeof piece === 'string' ? piece : { ...piece, label: 'a name that is rather long' },
    );
    const [a, , c] = placesOf([long], 400);
    expect(c.top).toBeGreaterThan(a.bottom);
  });

  test('so small that nothing would be seen are lines', () => {
    const [thin, one] = placesOf([[matrix('x', 1, 4096), '×', matrix('w', 4096, 1)]], 600);
    expect(thin.tall).toBe(1.5);
    expect(one.wide).toBe(1.5);
  });

  test('are read by their name, their size and their numbers', () => {
    const more = [{ label: 'numbers', value: '32 768' }];
    const { reader } = matrices(600, { lines: [[{ ...matrix('a', 512, 64), more }]], size });
    expect(reader?.stop(0)).toMatchObject({ title: 'a: 512 × 64', rows: more });
    expect(matrices(600, { lines: [], size }).reader).toBeUndefined();
  });

  test('under the pointer are found, also beside them', () => {
    const { reader } = matrices(800, { lines: [product], size });
    const [a, , c] = placesOf([product], 800);
    expect(reader?.nearest(a.left + 1, a.top + 1)).toEqual({ index: 0, key: 'a' });
    expect(reader?.nearest(c.right + 50, c.top)).toEqual({ index: 2, key: 'c' });
  });
});
