/** Quantile bands, and panels that form one picture. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bandKey, bands } from '../../../web/charts/bands.js';
import { heat, sharedScale } from '../../../web/charts/heat.js';
import { panels, panelsHeight } from '../../../web/charts/panels.js';
import { plane } from '../../../web/charts/plane.js';
import { stepFrom } from '../../../web/charts/stops.js';
import { markup, numbersIn, readerOf } from './pictures.js';

/** @typedef {import('../../../web/charts/bands.js').BandsSpec} BandsSpec */

const words = { outer: '5 to 95 %', inner: '25 to 75 %', median: 'median', mean: 'mean' };

/** @param {number} x @param {number} middle */
const point = (x, middle) => ({
  x,
  mean: 1.1 * middle,
  standardError: 0.01 * middle,
  quantiles: {
    p05: 0.1 * middle,
    p25: 0.5 * middle,
    p50: middle,
    p75: 2 * middle,
    p95: 8 * middle,
  },
});

const series = [
  { key: 'none', label: 'no factor', points: [1, 4, 16].map((x) => point(x, 1 / x)) },
];

/** @param {Partial<BandsSpec>} [more] */
const draw = (more = {}) =>
  bands({
    width: 500,
    height: 300,
    series,
    x: { label: 'd_k', scale: 'log' },
    y: { label: 'keys', scale: 'log', domain: [1e-3, 100] },
    words,
    ...more,
  });

/** Returns the y coordinates of the points of a path. @param {string} path */
const heights = (path) => [...path.matchAll(/[\d.]+,([\d.-]+)/g)].map((match) => Number(match[1]));

describe('quantile bands', () => {
  test('lie inside each other, around the median', () => {
    const text = markup(draw().content);
    const outer = heights(
      text.match(/class="range" d=(M[\d.,LMZ-]*Z)><\/path>\s*<path class="core"/)?.[1] ?? '',
    );
    const inner = heights(text.match(/class="core" d=(M[\d.,LMZ-]*Z)><\/path><\/g>/)?.[1] ?? '');
    expect([outer.length, inner.length]).toEqual([6, 6]);
    // A path runs along the upper edge and back along the lower one.
    for (let i = 0; i < 3; i++) {
      const back = 5 - i;
      expect(outer[i]).toBeLessThan(inner[i]);
      expect(inner[i]).toBeLessThan(inner[back]);
      expect(inner[back]).toBeLessThan(outer[back]);
    }
  });

  test('are read with median, both ranges and mean', () => {
    const { title, rows, dots } = readerOf(draw()).stop(1);
    expect(title).toBe('d_k: 4');
    expect(rows.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'median 0.25',
      '25 to 75 % 0.125 \u2026 0.5',
      '5 to 95 % 0.025 \u2026 2',
      'mean 0.275',
    ]);
    expect(dots).toHaveLength(1);
  });

  test('of several series are read by their names, in full for the one that stands out', () => {
    const both = [...series, { ...series[0], key: 'rsqrt', label: '', name: 'scaled' }];
    const reader = readerOf(draw({ series: both }));
    expect(reader.keys).toEqual(['none', 'rsqrt']);
    expect(reader.stop(0).rows.map((row) => row.label)).toEqual([
      'no factor, median',
      'scaled, median',
    ]);
    expect(reader.stop(0, 'rsqrt').rows).toHaveLength(5);
  });

  test('go to the bottom of a logarithmic axis where they are 0', () => {
    const zero = { x: 2, mean: 0.5, quantiles: { p05: 0, p25: 0, p50: 0, p75: 0.1, p95: 1 } };
    const picture = draw({ series: [{ ...series[0], points: [point(1, 1), zero] }] });
    expect(markup(picture.content)).not.toMatch(/NaN|Infinity/);
    expect(readerOf(picture).stop(1).dots[0].y).toBe(picture.box.bottom);
  });

  test('read lines of theory between their points', () => {
    /** @type {[number, number][]} */
    const points = [
      [1, 2],
      [16, 2],
    ];
    const picture = draw({ lines: [{ key: 'theory', label: 'theory', points }] });
    expect(readerOf(picture).stop(1).rows.at(-1)).toMatchObject({ label: 'theory', value: '2' });
  });

  test('without points wait', () => {
    expect(draw({ series: [] }).reader).toBeUndefined();
  });
});

const layout = { count: 5, height: 150, least: 200, key: bandKey(words) };

/** @param {number} width @param {object} [more] */
const many = (width, more) =>
  panels(
    width,
    { ...layout, ...more },
    ['a', 'b', 'c', 'd', 'e'].map((key, i) => ({
      key,
      title: `rule ${key}`,
      draw: (place) =>
        draw({
          ...place,
          key: false,
          x: { label: place.isLast ? 'd_k' : '', scale: 'log' },
          y: { label: '', domain: [0, 10 ** i], scale: 'linear' },
        }),
    })),
  );

describe('panels', () => {
  test('stand in one column at 320 px, and in rows as even as can be', () => {
    const rows = (/** @type {number} */ width, /** @type {number} */ count) => {
      const own = { ...layout, count, key: [], foot: 0 };
      return (panelsHeight(width, own) + 20) / (150 + 22 + 20);
    };
    expect([rows(320, 5), rows(900, 5), rows(900, 4), rows(700, 4), rows(3000, 8)]).toEqual([
      5, 2, 1, 2, 2,
    ]);
  });

  test('fit into the height that is asked for them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 250, max: 1400 }), (width) => {
        const { box, content } = many(width);
        const height = panelsHeight(width, layout);
        // The numbers and the name of the x axis are below the box.
        expect(box.bottom + 42).toBeLessThanOrEqual(height);
        expect(box.bottom + 42).toBeGreaterThan(height - 4);
        expect(box.right).toBeLessThanOrEqual(width);
        const lastName = Math.max(...numbersIn(markup(content), /class="label" x=\d+ y=(\d+)/g));
        expect(box.top).toBeGreaterThan(lastName + 22);
      }),
      { numRuns: 40 },
    );
  });

  test('of a column begin at the same place, however wide their numbers are', () => {
    const reader = readerOf(many(320));
    const lefts = [0, 3, 6, 9, 12].map((index) => reader.stop(index).box?.left);
    expect(new Set(lefts).size).toBe(1);
  });

  test('name the x axis once in a column', () => {
    const text = markup(many(900).content);
    expect([...text.matchAll(/class="name"[^>]*><tspan/g)]).toHaveLength(3);
  });

  test('are read one after the other, and mark the same place in all', () => {
    const reader = readerOf(many(900));
    expect(reader.count).toBe(15);
    const stop = reader.stop(7);
    expect(stop.title).toBe('rule c. d_k: 4');
    expect(stop.linkedStops).toHaveLength(4);
    expect(reader.step?.(7, 'PageDown')).toBe(10);
    expect(reader.step?.(7, 'PageUp')).toBe(4);
    expect(reader.step?.(5, 'ArrowRight')).toBe(6);
    expect(reader.step?.(6, 'ArrowLeft')).toBe(5);
    expect(reader.step?.(14, 'ArrowRight')).toBe(14);
    expect(reader.step?.(7, 'ArrowDown')).toBe(13);
  });

  test('go their own way before the way of all pictures', () => {
    const reader = readerOf(many(900));
    expect(stepFrom(reader, 7, 'End')).toBe(8);
    expect(stepFrom({ ...reader, step: undefined }, 7, 'End')).toBe(14);
    expect(stepFrom({ ...reader, step: undefined }, 7, 'ArrowUp')).toBeUndefined();
    expect(stepFrom({ ...reader, step: undefined }, 7, 'PageUp')).toBe(9);
  });

  test('know which of them a pointer is on', () => {
    const reader = readerOf(many(900));
    for (let index = 0; index < 15; index++) {
      const { x, box } = reader.stop(index);
      const middle = box ? (box.top + box.bottom) / 2 : 0;
      expect(reader.nearest(x, middle)).toMatchObject({
        index,
        group: 'abcde'[Math.floor(index / 3)],
      });
    }
  });

  test('share the points that are in all of them: one handle, a grip in each', () => {
    const points = [{ key: 'q', label: 'q', x: 1, y: 0.5, drag: true }];
    const picture = panels(
      180,
      { count: 2, height: 180, least: 100, lines: 0 },
      ['one', 'two'].map((key) => ({
        key,
        title: key,
        draw: ({ width, height, left }) =>
          plane({ width, height, left, extent: 2, points, x: { label: '' }, y: { label: '' } }),
      })),
    );
    expect(picture.handles).toHaveLength(1);
    const grips = picture.handles?.[0].grips ?? [];
    expect(grips).toHaveLength(2);
    expect(grips[1].y).toBeGreaterThan(grips[0].y + 150);
    for (const grip of grips) {
      const [x, y] = /** @type {[number, number]} */ (grip.value(grip.x, grip.y));
      expect(x).toBeCloseTo(1, 1);
      expect(y).toBeCloseTo(0.5, 1);
    }
  });
});

test('a scale that panels share stands above them, with its colours', () => {
  const scale = sharedScale({ ramp: 'weight', domain: [0, 1], scale: { label: 'weight' } });
  const layout = { count: 2, height: 100, least: 100 };
  const parts = ['a', 'b'].map((key) => ({
    key,
    title: key,
    draw: (/** @type {{width: number, height: number}} */ { width, height }) =>
      heat({
        ...{ width, height, rows: 2, columns: 2, values: [0, 1, 0.5, 0.2] },
        ...{ ramp: /** @type {const} */ ('weight'), domain: /** @type {const} */ ([0, 1]) },
        ...{ x: { label: '' }, y: { label: '' }, scale: { label: 'weight', hidden: true } },
      }),
  }));
  const [plain, scaled] = [layout, { ...layout, scale }].map((own) => panels(400, own, parts));
  expect(panelsHeight(400, { ...layout, scale })).toBe(panelsHeight(400, layout) + scale.height);
  expect(scaled.box.top).toBe(plain.box.top + scale.height);
  expect(plain.rasters).toHaveLength(2);
  expect(scaled.rasters).toHaveLength(3);
  expect(scaled.rasters?.[0].box.bottom).toBeLessThan(scale.height);
  expect(markup(scaled.content)).toContain('weight');
});
