/** Bars, their handles, and dragging with the pointer and with keys. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bars, snapped } from '../../../web/charts/bars.js';
import { Dragging } from '../../../web/charts/dragging.js';
import { handleOf, markup, readerOf } from './pictures.js';

const drag = { min: -4, max: 4, step: 0.1 };
const read = (/** @type {number} */ value) => value.toFixed(1);

/** @param {Partial<import('../../../web/charts/bars.js').BarsSpec>} [more] */
const draw = (more = {}) =>
  bars({
    width: 400,
    height: 240,
    series: [{ key: 'z', label: 'logit', values: [1, -2, -Infinity, 3], color: 'score' }],
    x: { label: 'key' },
    y: { label: 'logit', domain: [-4, 4], read },
    drag,
    ...more,
  });

describe('bars', () => {
  test('reach from zero to their value, up and down', () => {
    const picture = draw({ drag: null });
    const { top, bottom } = picture.box;
    const path = markup(picture.content).match(/class=fill d=(M[^>]*)>/)?.[1] ?? '';
    const heights = [...path.matchAll(/M[\d.]+,([\d.]+)V([\d.]+)/g)].map((match) => [
      Number(match[1]),
      Number(match[2]),
    ]);
    const zero = (top + bottom) / 2;
    const unit = (bottom - top) / 8;
    expect(heights).toHaveLength(3);
    [1, -2, 3].forEach((value, i) => {
      expect(heights[i][0]).toBeCloseTo(zero, 0);
      expect(heights[i][1]).toBeCloseTo(zero - value * unit, 0);
    });
  });

  test('without a finite value are a cross, without a handle', () => {
    const picture = draw();
    expect(picture.handles?.map((handle) => handle.index)).toEqual([0, 1, 3]);
    expect(markup(picture.content)).toMatch(/class="cross" d=M/);
    expect(readerOf(picture).stop(2).rows[0].value).toBe('-Infinity');
  });

  test('have a handle only where the page says so', () => {
    const picture = draw({ drag: { ...drag, only: (i) => i !== 1 } });
    expect(picture.handles?.map((handle) => handle.index)).toEqual([0, 3]);
    expect(markup(picture.content).match(/class="mark"/g)).toHaveLength(2);
  });

  test('stand beside each other in two series, which are named above', () => {
    const two = ['a', 'b'].map((key) => ({ key, label: `series ${key}`, values: [0.5, 0.5] }));
    const picture = draw({ series: two, drag: null });
    expect(markup(picture.content)).toContain('series b');
    const reader = readerOf(picture);
    const { span = [0, 0], rows } = reader.stop(0);
    expect(rows.map((row) => row.key)).toEqual(['a', 'b']);
    const middle = (span[0] + span[1]) / 2;
    expect(reader.nearest(middle - 10, 100)).toEqual({ index: 0, key: 'a' });
    expect(reader.nearest(middle + 10, 100)).toEqual({ index: 0, key: 'b' });
  });

  test('of any values and any number stay inside the picture', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ min: -1e300, max: 1e300 }), fc.constant(-Infinity)), {
          maxLength: 512,
        }),
        (values) => {
          const series = [{ key: 'z', label: 'z', values }];
          const picture = draw({ series, drag: null, y: { label: 'z' } });
          expect(markup(picture.content)).not.toMatch(/NaN|undefined/);
          expect(picture.box.right).toBeLessThanOrEqual(400);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('write their values only where all of them fit', () => {
    const series = (/** @type {number} */ count) => [
      { key: 'z', label: 'z', values: Array.from({ length: count }, () => 1.5) },
    ];
    expect(markup(draw({ series: series(4) }).content)).toContain('>1.5<');
    expect(markup(draw({ series: series(64) }).content)).not.toContain('>1.5<');
  });

  test('that reach down as far as the picture have their value on the other side of zero', () => {
    const series = [{ key: 'z', label: 'z', values: [-1, -3.9] }];
    const { content, box } = draw({ series, drag: null });
    const heights = [...markup(content).matchAll(/class="halo" x=[\d.]+ y=([\d.]+)/g)];
    const zero = (box.top + box.bottom) / 2;
    expect(heights.map(([, y]) => Number(y) > zero)).toEqual([true, false]);
  });

  test('are numbered in round steps where not every number fits', () => {
    const series = [{ key: 'z', label: 'z', values: new Array(64).fill(1) }];
    const text = markup(draw({ series }).content);
    const numbers = [...text.matchAll(/text-anchor="middle">(\d+)</g)].map((match) => match[1]);
    expect(numbers.slice(0, 3)).toEqual(['5', '10', '15']);
  });
});

describe('a handle of a bar', () => {
  test('means the value under the pointer, on a step and inside the limits', () => {
    const { grips } = handleOf(draw(), 'z-0');
    const { top, bottom } = draw().box;
    expect(grips[0].value(0, grips[0].y)).toBe(1);
    expect(grips[0].value(0, top + (bottom - top) / 8)).toBe(3);
    expect(grips[0].value(0, -1000)).toBe(4);
    expect(grips[0].value(0, 5000)).toBe(-4);
  });

  test('moves by keys as sliders do, and leaves Left and Right to the row', () => {
    const { step } = handleOf(draw(), 'z-0');
    expect(
      ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => step(key, false)),
    ).toEqual([1.1, 0.9, 2, 0, -4, 4]);
    expect(step('ArrowUp', true)).toBe(2);
    expect(step('ArrowRight', false)).toBeUndefined();
  });

  test('has no dust of floating point in its value', () => {
    expect(snapped(0.30000000000000004, drag)).toBe(0.3);
    expect(Object.is(snapped(-0.04, drag), -0)).toBe(false);
  });
});

/**
 * Makes a surface with the handles of a picture that is redrawn after each drag, as on a page.
 * @param {boolean} [late]  whether a drag does not change `values`, so that the test sets them itself, to the dragged value or another
 */
function surface(late = false) {
  const values = [1, -2, 0, 3];
  /** @type {import('../../../web/charts/dragging.js').Drag[]} */
  const told = [];
  const now = () => draw({ series: [{ key: 'z', label: 'z', values: [...values] }] });
  const dragging = new Dragging({
    handles: () => now().handles ?? [],
    tell: (drag) => {
      told.push(drag);
      if (!late) values[drag.index] = Number(drag.value);
    },
    focus: () => {},
  });
  return {
    dragging,
    told,
    values,
    grip: (/** @type {number} */ i) => handleOf(now(), `z-${i}`).grips[0],
  };
}

/** @param {number} offsetX @param {number} offsetY @returns {any} */
const pointer = (offsetX, offsetY) => ({
  offsetX,
  offsetY,
  button: 0,
  pointerId: 1,
  currentTarget: { setPointerCapture() {} },
});

describe('dragging', () => {
  test('moves what the pointer took, without a jump, and says when it is done', () => {
    const { dragging, told, grip } = surface();
    const { x, y } = grip(0);
    expect(dragging.down(pointer(x + 5, y + 7))).toBe(true);
    dragging.move(pointer(x + 5, y + 7));
    expect(told).toEqual([]);
    const below = grip(1);
    dragging.move(pointer(x + 60, below.y + 7));
    dragging.up();
    expect(told).toEqual([
      { key: 'z-0', index: 0, value: -2, done: false },
      { key: 'z-0', index: 0, value: -2, done: true },
    ]);
    expect(dragging.moved).toBe(true);
  });

  test('takes nothing far from a handle, nor with another button', () => {
    const { dragging, grip } = surface();
    const { x, y } = grip(0);
    expect(dragging.down(pointer(x, y + 60))).toBe(false);
    expect(dragging.down({ ...pointer(x, y), button: 2 })).toBe(false);
    expect(dragging.move(pointer(x, y))).toBe(false);
  });

  test('keeps a finger from scrolling only while something is held', () => {
    const { dragging, grip } = surface();
    let prevented = 0;
    const touch = /** @type {any} */ ({ preventDefault: () => prevented++ });
    dragging.touch(touch);
    dragging.down(pointer(grip(0).x, grip(0).y));
    dragging.touch(touch);
    dragging.up();
    dragging.touch(touch);
    expect(prevented).toBe(1);
  });

  test('by keys is done when the key comes up', () => {
    const { dragging, told } = surface();
    const press = () => {
      const handle = dragging.find('z-3');
      const event = { key: 'ArrowDown', preventDefault() {}, stopPropagation() {} };
      if (handle) dragging.key(/** @type {any} */ (event), handle);
    };
    press();
    press();
    dragging.release();
    dragging.release();
    expect(told.map(({ value, done }) => [value, done])).toEqual([
      [2.9, false],
      [2.8, false],
      [2.8, true],
    ]);
  });

  test('by keys that are quicker than the drawing counts them all, until the page decides otherwise', () => {
    const { dragging, told, values } = surface(true);
    const press = (/** @type {string} */ key) => {
      const handle = dragging.find('z-3');
      const event = { key, preventDefault() {}, stopPropagation() {} };
      if (handle) dragging.key(/** @type {any} */ (event), handle);
      dragging.release();
      return told[told.length - 1].value;
    };
    const draw = (/** @type {number} */ value) => {
      values[3] = value;
      dragging.render(400, 240);
    };
    expect(['ArrowUp', 'ArrowUp', 'ArrowUp'].map(press)).toEqual([3.1, 3.2, 3.3]);
    draw(3.1); // the first of these values
    expect(press('ArrowUp')).toBe(3.4);
    draw(3.4);
    draw(3.1); // a change from elsewhere
    expect(press('ArrowUp')).toBe(3.2);
    draw(1);
    expect(press('ArrowDown')).toBe(0.9);
    dragging.blur();
    expect(press('ArrowDown')).toBe(0.9);
  });

  test('leaves other keys, and those with Ctrl, to the page', () => {
    const { dragging, told } = surface();
    const handle = dragging.find('z-0');
    let prevented = 0;
    for (const event of [{ key: 'a' }, { key: 'ArrowUp', ctrlKey: true }]) {
      const all = { ...event, preventDefault: () => prevented++, stopPropagation() {} };
      if (handle) dragging.key(/** @type {any} */ (all), handle);
    }
    expect([prevented, told]).toEqual([0, []]);
  });
});

test('short names leave room for a long one beside them: all five are named', () => {
  const names = ['√d', 'variance', 'mean', 'covar.', 'found'];
  const picture = bars({
    ...{ width: 301, height: 260 },
    series: [{ key: 'sd', label: 'sd', values: [4.9, 11.6, 22.6, 44.2, 42.1] }],
    ...{ x: { label: '' }, y: { label: 'sd' }, tick: (/** @type {number} */ i) => names[i] },
  });
  for (const name of names) expect(markup(picture.content)).toContain(`>${name}<`);
});
