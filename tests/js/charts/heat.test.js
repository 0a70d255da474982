/** Colour ramps, and matrices drawn as cells. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { domainOf, heat, heatHeight } from '../../../web/charts/heat.js';
import { categories } from '../../../web/charts/categories.js';
import { distance, inkOn, levelOf, levels, ramp } from '../../../web/charts/ramps.js';
import { markup, pixels, readerOf } from './pictures.js';

/** @typedef {import('../../../web/charts/ramps.js').RampName} RampName */

/** @type {RampName[]} */
const names = ['query', 'key', 'value', 'weight', 'score', 'neutral', 'diverging'];
const papers = [false, true];

/** @param {number} byte */
const linear = (byte) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

/**
 * Converts bytes to OKLab, a perceptual colour space. It inverts the conversion that made the ramps.
 * @param {ArrayLike<number>} color
 */
function seen(color) {
  const [r, g, b] = Array.from(color, linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return /** @type {const} */ ([
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]);
}

/**
 * Returns the colour as protanopes (0) and deuteranopes (1) see it (Vienot 1999).
 * @param {ArrayLike<number>} color
 * @param {number} kind
 */
function blind(color, kind) {
  const [r, g, b] = Array.from(color, linear);
  const mix = kind === 0 ? 0.11238 * r + 0.88762 * g : 0.29275 * r + 0.70725 * g;
  const rest = kind === 0 ? 0.00401 * (r - g) + b : -0.02234 * (r - g) + b;
  return [mix, mix, rest].map((part) => {
    const light = Math.max(0, Math.min(1, part));
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  });
}

/** @param {RampName} name @param {boolean} dark @param {number} level */
const step = (name, dark, level) => ramp(name, dark).subarray(3 * level, 3 * level + 3);

describe('ramps', () => {
  test('have steps that look equal', () => {
    for (const name of names) {
      for (const dark of papers) {
        const half = (levels - 1) / 2;
        const stops = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => Math.round((i * half) / 4));
        const steps = stops
          .slice(1)
          .map((to, i) => distance(seen(step(name, dark, to)), seen(step(name, dark, stops[i]))));
        expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.16);
      }
    }
  });

  test('rise in contrast with the paper all the way, so that lightness alone tells the order', () => {
    for (const name of names) {
      for (const dark of papers) {
        const start = name === 'diverging' ? (levels - 1) / 2 : 0;
        let last = seen(step(name, dark, start))[0];
        for (let level = start + 4; level < levels; level += 4) {
          const now = seen(step(name, dark, level))[0];
          expect(dark ? now - last : last - now).toBeGreaterThan(0);
          last = now;
        }
      }
    }
  });

  test('begin near the paper; a diverging one is even about its middle', () => {
    const paper = { false: [255, 255, 255], true: [0x14, 0x16, 0x1a] };
    for (const dark of papers) {
      const ends = [0, levels - 1].map((level) => seen(step('diverging', dark, level))[0]);
      expect(ends[0]).toBeCloseTo(ends[1], 1);
      const middle = seen(step('diverging', dark, (levels - 1) / 2));
      expect(distance(middle, seen(paper[`${dark}`]))).toBeLessThan(0.12);
      expect(distance(seen(step('weight', dark, 0)), seen(paper[`${dark}`]))).toBeLessThan(0.12);
    }
  });

  test('of opposite sign can be told apart by colour-blind eyes', () => {
    for (const dark of papers) {
      for (const kind of [0, 1]) {
        const ends = [40, levels - 41].map((level) =>
          seen(blind(step('diverging', dark, level), kind)),
        );
        expect(distance(ends[0], ends[1])).toBeGreaterThan(0.12);
      }
    }
  });

  test('leave every number on them readable: 4.5 to 1', () => {
    for (const name of names) {
      for (const dark of papers) {
        for (let level = 0; level < levels; level++) {
          const [r, g, b] = Array.from(step(name, dark, level), linear);
          const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
          const contrast =
            inkOn(name, level, dark) === 'black' ? (light + 0.05) / 0.05 : 1.05 / (light + 0.05);
          expect(contrast).toBeGreaterThan(4.5);
        }
      }
    }
  });

  test('find the step of a value, inside the ends; what is no number has none', () => {
    expect([-1, 0, 0.5, 1, 7, NaN].map((value) => levelOf(value, 0, 1))).toEqual([
      0,
      0,
      (levels - 1) / 2,
      levels - 1,
      levels - 1,
      -1,
    ]);
    expect(levelOf(3, 3, 3)).toBe((levels - 1) / 2);
  });
});

test('colours of categories differ for every eye', () => {
  const bytes = (/** @type {string} */ code) =>
    [1, 3, 5].map((at) => parseInt(code.slice(at, at + 2), 16));
  for (const [i, one] of categories.entries()) {
    for (const other of categories.slice(0, i)) {
      expect(distance(seen(bytes(one)), seen(bytes(other)))).toBeGreaterThan(0.09);
      for (const kind of [0, 1]) {
        const [a, b] = [one, other].map((code) => seen(blind(bytes(code), kind)));
        expect(distance(a, b)).toBeGreaterThan(0.05);
      }
    }
  }
});

/** @param {Partial<import('../../../web/charts/heat.js').HeatSpec>} [more] */
const draw = (more = {}) =>
  heat({
    width: 500,
    height: 300,
    rows: 2,
    columns: 3,
    values: [0.25, -0.1, 0, -0.1, 0.5, NaN],
    ramp: 'diverging',
    x: { label: 'logit' },
    y: { label: 'weight' },
    scale: { label: 'slope', read: (value) => value.toFixed(2) },
    ...more,
  });

/** @param {number} rows @param {number} selected */
const specOf = (rows, selected) => ({
  ...{ width: 600, height: 320, rows, columns: rows, values: new Float32Array(rows * rows) },
  ramp: /** @type {const} */ ('weight'),
  x: { label: 'key', tick: String },
  y: { label: 'query', tick: (/** @type {number} */ row) => `row ${row}`, selected },
  scale: { label: 'weight' },
});

describe('a matrix', () => {
  test('is painted one pixel a cell, even about 0; what is no number stays paper', () => {
    const image = pixels(draw(), 0);
    const cell = (/** @type {number} */ i) => [...image.subarray(4 * i, 4 * i + 4)];
    expect(cell(2)).toEqual([...step('diverging', false, (levels - 1) / 2), 255]);
    expect(cell(4)).toEqual([...step('diverging', false, levels - 1), 255]);
    expect(cell(1)).toEqual(cell(3));
    expect(cell(5)[3]).toBe(0);
    expect([...pixels(draw(), 0, true).subarray(8, 11)]).toEqual([
      ...step('diverging', true, (levels - 1) / 2),
    ]);
  });

  test('has a domain from its values', () => {
    expect(domainOf({ values: [0.2, -0.7], ramp: 'diverging' })).toEqual([-0.7, 0.7]);
    expect(domainOf({ values: [0.2, 0.7, -Infinity], ramp: 'weight' })).toEqual([0, 0.7]);
    expect(domainOf({ values: [0, 0], ramp: 'weight' })).toEqual([0, 1]);
    expect(domainOf({ values: [0], ramp: 'diverging' })).toEqual([-1, 1]);
  });

  test('is read in two directions, and stays inside', () => {
    const reader = readerOf(draw());
    const from = (/** @type {number} */ index) =>
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map((key) =>
        reader.step?.(index, key),
      );
    expect(from(0)).toEqual([0, 1, 0, 3, 0, 2]);
    expect(from(4)).toEqual([3, 5, 1, 4, 3, 5]);
    expect(reader.step?.(0, 'x')).toBeUndefined();
    expect(reader.stop(4)).toMatchObject({
      title: 'weight 2, logit 2',
      rows: [{ label: 'slope', value: '0.50' }],
    });
  });

  test('finds the cell under a pointer', () => {
    const reader = readerOf(draw());
    for (let index = 0; index < 6; index++) {
      const { left, right, top, bottom } = reader.stop(index).cell ?? {
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
      };
      expect(reader.nearest(left + 1, top + 1).index).toBe(index);
      expect(reader.nearest(right - 1, bottom - 1).index).toBe(index);
    }
    expect(reader.nearest(-50, 9999).index).toBe(3);
  });

  test('has square cells that fit, with the scale, at any width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 260, max: 1400 }),
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 80 }),
        (width, rows, columns) => {
          const height = heatHeight(width, { rows, columns });
          const picture = draw({
            width,
            height,
            rows,
            columns,
            values: new Array(rows * columns).fill(1),
          });
          const { left, right, top, bottom } = picture.box;
          expect((right - left) / columns).toBeCloseTo((bottom - top) / rows, 6);
          for (const { box } of picture.rasters ?? []) {
            expect(box.right).toBeLessThanOrEqual(width);
            expect(box.bottom).toBeLessThanOrEqual(height);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('has the name of the row that is selected, whatever the room', () => {
    for (const rows of [4, 25, 60]) {
      for (const selected of [0, 2, rows - 1]) {
        const spec = specOf(rows, selected);
        expect(markup(heat(spec).content)).toContain(`>row ${selected}<`);
      }
    }
    const names = markup(heat(specOf(60, 30)).content).match(/>row \d+</g) ?? [];
    expect(names.length).toBeLessThan(30);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has its numbers in the cells where they fit', () => {
    expect(markup(draw().content)).toMatch(/class="inside"[^>]*>0.50</);
    expect(markup(draw({ width: 90 }).content)).not.toContain('inside');
  });

  test('is painted again only for other numbers', () => {
    const values = [1, 2, 3, 4, 5, 6];
    const source = (/** @type {number[]} */ list) =>
      draw({ values: list }).rasters?.[0].source ?? [];
    expect(source(values).every((part, i) => part === source(values)[i])).toBe(true);
    expect(source(values).every((part, i) => part === source([...values])[i])).toBe(false);
  });
});
