/** A painted plane with points in it. */
import { describe, expect, test } from '@jest/globals';
import { paintMix, plane, planeHeight } from '../../../web/charts/plane.js';
import { category } from '../../../web/charts/categories.js';
import { handleOf, markup, pixels, readerOf } from './pictures.js';

const points = [
  { key: 'k0', label: 'k_1', name: 'key 1', x: 1, y: 2, category: 0, drag: true },
  { key: 'k1', label: 'k_2', x: -9, y: 0, category: 1 },
];

/** @param {Partial<import('../../../web/charts/plane.js').PlaneSpec>} [more] */
const draw = (more = {}) =>
  plane({
    width: 500,
    height: planeHeight(500),
    extent: 3,
    points,
    x: { label: 'first', read: (value) => value.toFixed(2) },
    y: { label: 'second' },
    read: (x, y) => [{ label: 'sum', value: (x + y).toFixed(2) }],
    ...more,
  });

describe('the plane', () => {
  test('is a square, as large as it may be, with room for its names', () => {
    for (const width of [128, 229, 230, 320, 500, 1200]) {
      const { left, right, top, bottom } = draw({ width, height: planeHeight(width) }).box;
      expect(right - left).toBe(bottom - top);
      expect(right).toBeLessThanOrEqual(width);
      expect(right - left).toBeGreaterThan(Math.min(420, width - 34) - 2);
    }
  });

  test('keeps a point that lies outside at its edge', () => {
    const picture = draw();
    expect(markup(picture.content)).toContain(
      `data-key=k1 data-color=ink data-category=1 cx=${picture.box.left}`,
    );
  });

  test('shares what planes with the same points have in common, and only that', () => {
    const x = { label: 'first' };
    const y = { label: 'second' };
    const [one, same] = [draw({ x, y }), draw({ x, y })];
    expect(same.content).toBe(one.content);
    for (const other of [
      { x, y, width: 400 },
      { x, y, extent: 4 },
      { x: { label: 'other' }, y },
    ]) {
      expect(markup(draw(other).content)).not.toBe(markup(one.content));
    }
    expect(markup(draw({ x, y, points: [{ ...points[0], x: 0 }, points[1]] }).content)).not.toBe(
      markup(one.content),
    );
  });

  test('is read to hundredths wherever the pointer is, up is up', () => {
    const picture = draw();
    const { left, top, right, bottom } = picture.box;
    const reader = readerOf(picture);
    const at = (/** @type {number} */ px, /** @type {number} */ py) =>
      reader.stop(reader.nearest(px, py).index).value;
    expect(at(left, top)).toEqual([-3, 3]);
    expect(at(right, bottom)).toEqual([3, -3]);
    expect(at((left + right) / 2, (top + bottom) / 2)).toEqual([0, 0]);
    expect(at(-100, 9999)).toEqual([-3, -3]);
    const { title, rows } = reader.stop(reader.nearest(right, top).index);
    expect([title, rows[0].value]).toEqual(['3.00, 3.00', '6.00']);
  });

  test('is walked through by steps', () => {
    const reader = readerOf(draw({ step: 0.5 }));
    const from = reader.start ?? 0;
    const to = (/** @type {string} */ key) => reader.stop(reader.step?.(from, key) ?? -1).value;
    expect(['ArrowUp', 'ArrowRight', 'PageDown', 'Home'].map(to)).toEqual([
      [0, 0.5],
      [0.5, 0],
      [0, -2.5],
      [-2.5, 0],
    ]);
    expect(reader.step?.(from, 'x')).toBeUndefined();
  });
});

describe('points', () => {
  test('have a handle if they may be dragged, named and with both numbers', () => {
    const { handles = [] } = draw();
    expect(handles).toHaveLength(1);
    expect(handles[0]).toMatchObject({
      label: 'key 1',
      text: '1.00, 2.00',
      value: [1, 2],
      index: 0,
    });
  });

  test('go where the pointer goes, and no farther than the edge', () => {
    const picture = draw();
    const { value, x, y } = handleOf(picture, 'k0').grips[0];
    expect(value(x, y)).toEqual([1, 2]);
    expect(value(picture.box.left, picture.box.bottom)).toEqual([-3, -3]);
    expect(value(9999, -9999)).toEqual([3, 3]);
  });

  test('move by keys, five times as far with Shift', () => {
    const { step } = handleOf(draw(), 'k0');
    expect(step('ArrowLeft', false)).toEqual([0.9, 2]);
    expect(step('ArrowUp', false)).toEqual([1, 2.1]);
    expect(step('ArrowDown', true)).toEqual([1, 1.5]);
    expect(step('PageUp', true)).toEqual([1, 3]);
  });
});

describe('paint', () => {
  test('has the full colour of the one that has all the weight', () => {
    const into = new Uint8ClampedArray(8);
    paintMix(into, [1, 0, 0, 0, 1, 0], 3);
    expect([...into.subarray(0, 3)]).toEqual(category(0));
    expect([...into.subarray(4, 7)]).toEqual(category(1));
    expect(into[3]).toBe(into[7]);
    expect(into[3]).toBeGreaterThan(180);
  });

  test('is thin where all weights are alike, and rises with the largest', () => {
    const into = new Uint8ClampedArray(12);
    paintMix(into, [0.5, 0.5, 0.75, 0.25, 1, 0], 2);
    expect(into[3]).toBeLessThan(40);
    expect(into[7]).toBeGreaterThan(into[3]);
    expect(into[11]).toBeGreaterThan(into[7]);
  });

  test('of one class alone is on a ramp from 0 to 1', () => {
    const paint = { size: 1, weights: [0.2, 0.8], count: 2 };
    const dark = (/** @type {number} */ of) => pixels(draw({ paint: { ...paint, of } }), 0)[1];
    expect(dark(1)).toBeLessThan(dark(0));
    expect(draw({ paint }).rasters?.[0]).toMatchObject({ width: 1, height: 1, box: draw().box });
  });

  test('of a single class is full everywhere', () => {
    const into = new Uint8ClampedArray(4);
    paintMix(into, [1], 1);
    expect(into[3]).toBeGreaterThan(0);
  });
});
