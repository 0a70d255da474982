/** The pure functions of the charts: ticks, labels, placement of names, paths, readouts and files. */
import { describe, expect, test } from '@jest/globals';
import { format as d3format } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import fc from 'fast-check';
import {
  areaPath,
  linePath,
  makeScale,
  makeTicks,
  plain,
  powerOfTen,
  spread,
} from '../../web/charts/axis.js';
import { curves, domainOf } from '../../web/charts/curves.js';
import { composeSvg, csvCell, escapeXml, toCsv, toJson } from '../../web/charts/export.js';
import { barsPath, densities, histogram } from '../../web/charts/histogram.js';
import { pieces, textWidth, wrap } from '../../web/charts/label.js';
import { clampIndex, nearestIndex, valueAt } from '../../web/charts/picture.js';
import { arrange } from '../../web/charts/rows.js';
import { stopText } from '../../web/charts/stops.js';
import { cellText, isNumeric } from '../../web/charts/sheet.js';
import { countAt, strip } from '../../web/charts/strip.js';
import { colorNames, tokens } from '../../web/charts/tokens.js';
import { walks } from '../../web/charts/walks.js';
import { markup, readerOf } from './charts/pictures.js';

const size = { width: 640, height: 320 };
const linear = { label: 'x' };

describe('numbers', () => {
  test('have the digits that d3 gives them', () => {
    const [usual, small] = [d3format('.4~r'), d3format('.2~e')];
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        const size = Math.abs(value);
        if (size === 0 || (size >= 1e-4 && size < 1e7)) expect(plain(value)).toBe(usual(value));
        else
          expect(plain(value)).toContain(
            small(value)
              .replace(/e.*/, '')
              .replace(/^\u2212?1$/, ''),
          );
      }),
    );
  });

  test('have four digits, a true minus sign, and a power of ten only when they need one', () => {
    const written = [0, 1, -2.5, 0.99691, 1234567, 12345678, 0.00001, -3e-7, 1e8].map(plain);
    expect(written).toEqual([
      '0',
      '1',
      '\u22122.5',
      '0.9969',
      '1235000',
      '1.23\u00d710\u2077',
      '10\u207b\u2075',
      '\u22123\u00d710\u207b\u2077',
      '10\u2078',
    ]);
  });

  test('that are none have a sign too', () => {
    expect([NaN, Infinity, -Infinity].map(plain)).toEqual(['\u2013', '\u221e', '\u2212\u221e']);
    expect(powerOfTen(-12)).toBe('10\u207b\u00b9\u00b2');
  });
});

describe('ticks', () => {
  test('stand at the ends where the axis is too short for steps', () => {
    const values = makeTicks(linear, [-1e-320, 1e-310], 300, 60).map(({ value }) => value);
    expect(values).toEqual([-1e-320, 1e-310]);
  });

  test('are round, inside the axis and no closer than asked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        fc.integer({ min: 120, max: 2000 }),
        (low, length, pixels) => {
          const ticks = makeTicks(linear, [low, low + length], pixels, 60);
          expect(ticks.length).toBeLessThanOrEqual(pixels / 60 + 1);
          for (const { value } of ticks) {
            expect(value).toBeGreaterThanOrEqual(low - 1e-6 * length);
            expect(value).toBeLessThanOrEqual(low + length * (1 + 1e-6));
          }
        },
      ),
    );
  });

  test('of a long logarithmic axis keep the number at 1 and leave decades out', () => {
    const ticks = makeTicks({ label: '', scale: 'log' }, [1e-4, 1e4], 200, 44);
    expect(ticks.filter((tick) => tick.label).map((tick) => tick.value)).toEqual([
      1e-4, 1e-2, 1, 100, 1e4,
    ]);
  });

  test('of a short logarithmic axis number more than powers of ten', () => {
    const ticks = makeTicks({ label: '', scale: 'log' }, [1, 100], 600, 60);
    const numbered = ticks.filter((tick) => tick.label).map((tick) => tick.value);
    expect(numbered).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(ticks.some((tick) => !tick.label)).toBe(true);
  });

  test('that are given stay, numbered as far as there is room', () => {
    const given = Array.from({ length: 13 }, (_, i) => 2 ** i);
    /** @type {import('../../web/charts/types.js').Axis} */
    const axis = { label: '', scale: 'log', ticks: given };
    const wide = makeTicks(axis, [1, 4096], 1000, 64);
    const narrow = makeTicks(axis, [1, 4096], 240, 64);
    expect(wide.map((tick) => tick.value)).toEqual(given);
    expect(wide.every((tick) => tick.label)).toBe(true);
    expect(narrow.filter((tick) => tick.label).map((tick) => tick.value)).toEqual([
      1, 4, 16, 64, 256, 1024, 4096,
    ]);
  });
});

describe('labels', () => {
  test('set d_k, q_i, powers and lowered Unicode letters as mathematics', () => {
    expect(pieces('score q\u00b7k / \u221ad_k^0.5')).toEqual([
      { kind: 'plain', text: 'score q\u00b7k / \u221a' },
      { kind: 'letter', text: 'd' },
      { kind: 'sub', text: 'k' },
      { kind: 'super', text: '0.5' },
    ]);
    expect(pieces('d\u2096')).toEqual(pieces('d_k'));
    expect(pieces('W^{O}')).toEqual([
      { kind: 'letter', text: 'W' },
      { kind: 'super', text: 'O' },
    ]);
    expect(pieces('d_{max}')[1]).toEqual({ kind: 'sub', text: 'max' });
  });

  test('leave snake_case names and ordinary words alone', () => {
    for (const text of ['std_dev', 'np.var', 'a sentence.', '\u5206\u6570']) {
      expect(pieces(text)).toEqual([{ kind: 'plain', text }]);
    }
  });

  test('count a CJK character as a square', () => {
    expect(textWidth('\u5bc6\u5ea6', 10)).toBe(20);
  });

  test('wrap to the width, losing nothing but spaces', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.integer({ min: 60, max: 400 }),
        (text, width) => {
          const lines = wrap(text, width);
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

test.each(/** @type {const} */ (['linear', 'log']))('a %s scale is that of d3', (kind) => {
  const pixels = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  const value =
    kind === 'log' ? fc.double({ min: 1e-12, max: 1e12, noNaN: true, minExcluded: true }) : pixels;
  const ends = fc.tuple(value, value);
  fc.assert(
    fc.property(ends, fc.tuple(pixels, pixels), value, pixels, (domain, range, x, pixel) => {
      const ours = makeScale({ label: 'x', scale: kind }, domain, range);
      const theirs = (kind === 'log' ? scaleLog() : scaleLinear()).domain(domain).range(range);
      expect([ours(x), ours.invert(pixel)]).toEqual([theirs(x), theirs.invert(pixel)]);
      expect([ours.domain(), ours.range()]).toEqual([theirs.domain(), theirs.range()]);
    }),
  );
});

describe('names that would touch', () => {
  test('are moved apart, inside the axis, and keep their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -50, max: 350, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (preferred) => {
          const places = spread(preferred, 18, 0, 300);
          const order = preferred.map((_, i) => i).sort((a, b) => preferred[a] - preferred[b]);
          order.forEach((index, rank) => {
            expect(places[index]).toBeGreaterThanOrEqual(-1e-9);
            expect(places[index]).toBeLessThanOrEqual(300 + 1e-9);
            if (rank > 0)
              expect(places[index] - places[order[rank - 1]]).toBeGreaterThanOrEqual(18 - 1e-9);
          });
        },
      ),
    );
  });

  test('stay where they want to be when nothing is near', () => {
    expect(spread([100, 10, 200], 18, 0, 300)).toEqual([100, 10, 200]);
  });

  test('of markers neither overlap nor are crossed by a line', () => {
    const x = makeScale(linear, [0, 8], [40, 340]);
    const names = [0.76, 1.5, 1.6, 5].map((at) => ({ x: at, label: `expectation ${at}` }));
    const { items } = arrange({ markers: names }, x, [40, 340], 'density');
    expect(items).toHaveLength(4);
    for (const one of items) {
      for (const other of items) {
        if (one === other) continue;
        const apart = one.text[1] <= other.text[0] || other.text[1] <= one.text[0];
        expect(one.row !== other.row || apart).toBe(true);
        const line = one.line ?? NaN;
        const through = one.row >= other.row && line > other.text[0] && line < other.text[1];
        expect(through).toBe(false);
      }
    }
  });

  test('of the replication stand apart on a phone, where a line is near the name of the axis', () => {
    const x = makeScale(linear, [0, 8.1], [28, 316]);
    const markers = [
      { x: 0.754, label: 'median 0.754' },
      { x: 1.5, label: 'average 1.5' },
      { x: 1.6, label: 'yours 1.6' },
    ];
    const spans = [{ from: 0.0481, to: 5.4, label: '90% in here' }];
    expect(arrange({ markers, spans }, x, [28, 316], 'density').rows).toBe(3);
  });

  test('of a wide span go into its line where the sides have no room', () => {
    const x = makeScale(linear, [0, 8], [40, 340]);
    const spans = [{ from: 0.05, to: 5.4, label: '90% between 0.05 and 5.4' }];
    const { items } = arrange({ spans, markers: [{ x: 1.5, label: 'mean' }] }, x, [40, 340], '');
    const [left, right] = items[0].text;
    expect(left).toBeGreaterThan(x(0.05));
    expect(right).toBeLessThan(x(5.4));
  });

  test('of markers outside the axis are left out', () => {
    const x = makeScale(linear, [0, 1], [0, 100]);
    expect(arrange({ markers: [{ x: 2, label: 'far' }] }, x, [0, 100], '').items).toEqual([]);
  });

  test('of very many markers at one place still end', () => {
    const x = makeScale(linear, [0, 1], [40, 340]);
    const markers = Array.from({ length: 14 }, (_, i) => ({
      x: 0.5 + i / 1e4,
      label: `marker number ${i}`,
    }));
    expect(arrange({ markers }, x, [40, 340], 'density').items).toHaveLength(14);
  });
});

describe('lookups', () => {
  test('find the nearest number and stay inside', () => {
    expect([-1, 0.4, 0.6, 9].map((value) => nearestIndex([0, 1, 2], value))).toEqual([0, 0, 1, 2]);
    expect([0.5, 1.5].map((value) => nearestIndex([0, 1, 2], value))).toEqual([1, 2]); // of two equally near ones, the later
    expect([nearestIndex([], 1), nearestIndex([7], 1)]).toEqual([0, 0]);
    expect([-3, 2.9, 99, NaN].map((value) => clampIndex(value, 10))).toEqual([0, 2, 9, 0]);
  });

  test('interpolate in a sampled curve and know its ends', () => {
    const curve = { xs: [0, 1, 3], ys: [0, 10, 30] };
    expect([0, 0.5, 1, 2, 3].map((at) => valueAt(curve, at))).toEqual([0, 5, 10, 20, 30]);
    expect([-0.1, 3.1, NaN].map((at) => valueAt(curve, at))).toEqual([NaN, NaN, NaN]);
    expect(valueAt({ xs: [2], ys: [7] }, 2)).toBe(7);
    expect(valueAt({ xs: [], ys: [] }, 0)).toBeNaN();
  });
});

describe('the histogram', () => {
  const bars = { low: 0, high: 4, counts: [1, 3, 0, 4], below: 1, above: 1, label: 'measured' };
  const curve = { key: 'exact', label: 'exact law', xs: [0, 4], ys: [0.2, 0.2] };
  const withCurve = { ...size, bars, curves: [curve], x: linear, y: { label: 'density' } };

  test('is a density: the bars and what lies outside have area 1', () => {
    const halves = { low: 0, high: 1, counts: [1, 2], below: 1, above: 4 };
    expect(densities(halves)).toEqual([0.25, 0.5]);
    expect(densities({ ...halves, total: 16 })).toEqual([0.125, 0.25]);
    expect(densities({ low: 0, high: 1, counts: [0, 0] })).toEqual([0, 0]);
  });

  test('draws all bars as one closed path', () => {
    const x = makeScale(linear, [0, 4], [0, 40]);
    const path = barsPath(bars, densities(bars), x, (value) => 100 - 100 * value, 100);
    expect(path).toBe('M0,100V90H10V70H20V100H30V60H40V100Z');
  });

  test('reads the bin under a pointer, its count and the curves there', () => {
    const { reader, box } = histogram(withCurve);
    const third = box.left + (box.right - box.left) * 0.3;
    const near = reader?.nearest(third, 0);
    expect(near?.index).toBe(1);
    const stop = reader?.stop(1);
    expect(stop?.value).toBe(1.5);
    expect(stop?.rows.map(({ label, value }) => [label, value])).toEqual([
      ['measured', '0.3 (3)'],
      ['exact law', '0.2'],
    ]);
    expect(stop?.dots).toHaveLength(1);
  });

  test('knows a curve that the pointer touches, and its name in the corner', () => {
    const { reader, box } = histogram(withCurve);
    const height = reader?.stop(0).dots[0].y ?? NaN;
    expect(reader?.nearest(box.left + 20, height + 3).key).toBe('exact');
    expect(reader?.nearest(box.left + 20, height + 40).key).toBeUndefined();
    expect(reader?.nearest(box.right - 5, box.top + 8)).toMatchObject({
      key: 'exact',
      named: true,
    });
  });

  test('lets a pole leave through the top and draws no number that is none', () => {
    const pole = { key: 'exact', label: '', xs: [0, 1, 2, 3, 4], ys: [0.1, 1, Infinity, 1, 0.1] };
    for (const scale of /** @type {const} */ (['linear', 'log'])) {
      const picture = histogram({
        ...size,
        bars,
        curves: [pole],
        x: linear,
        y: { label: '', scale },
      });
      expect(markup(picture.content)).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test('draws a pole as one stroke, and says that it has no end', () => {
    const pole = { key: 'exact', label: '', xs: [0, 1, 2, 3, 4], ys: [0.1, 1, Infinity, 1, 0.1] };
    const { content, box } = histogram({ ...size, curves: [pole], x: linear, y: linear });
    const drawn = markup(content);
    const [, path] = /data-key=exact[^>]* d=([^>]*)>/.exec(drawn) ?? [];
    const points = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [+x, +y]);
    const [x, y] = points[2];
    expect(x).toBeCloseTo((box.left + box.right) / 2, 0);
    // Both sides end in the point just above the box. With a point far above it, they would leave the picture apart.
    expect(y).toBeLessThan(box.top);
    expect(y).toBeGreaterThan(box.top - 10);
    expect(drawn).toContain('\u221e');
  });

  test('without data has axes, and nothing to read', () => {
    const picture = histogram({ ...size, bars: null, x: linear, y: linear });
    expect(picture.reader).toBeUndefined();
    expect(markup(picture.content)).toContain('class="axis"');
  });

  test('draws on a logarithmic axis although bins are empty', () => {
    const picture = histogram({ ...size, bars, x: linear, y: { label: '', scale: 'log' } });
    expect(markup(picture.content)).not.toMatch(/NaN|Infinity/);
  });
});

describe('curves', () => {
  const series = [
    {
      key: 'none',
      label: 'no factor',
      points: /** @type {const} */ ([
        [1, 1],
        [10, 10],
        [100, 100],
      ]),
    },
    {
      key: 'none',
      label: '',
      line: false,
      dots: true,
      points: /** @type {const} */ ([
        [1, 1.1, 0.9, 1.3],
        [10, 9, 8, 11],
      ]),
    },
  ];
  const axes = {
    x: { label: 'd_k', scale: /** @type {const} */ ('log') },
    y: { label: 'variance', scale: /** @type {const} */ ('log') },
  };

  test('take their domain from points and intervals; a logarithmic one only from what is positive', () => {
    expect(domainOf(series, 1, 'linear', 0)).toEqual([0.9, 100]);
    expect(
      domainOf(
        [
          {
            key: '',
            label: '',
            points: [
              [1, 0],
              [2, 4],
              [3, NaN],
            ],
          },
        ],
        1,
        'log',
        0,
      ),
    ).toEqual([2, 8]);
    expect(domainOf([], 1, 'log', 0)).toEqual([1, 10]);
  });

  test('read line, point and interval of one series together', () => {
    const reader = readerOf(curves({ ...size, series, ...axes, at: 10 }));
    expect(reader.count).toBe(3);
    expect(reader.start).toBe(1);
    expect(stopText(reader.stop(1))).toBe('d_k: 10, no factor 10 \u00b7 9 [8, 11]');
    expect(reader.stop(2).rows[0].value).toBe('100');
  });

  test('are those that d3 draws', () => {
    const number = fc.oneof(
      fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      fc.constantFrom(NaN, Infinity),
    );
    const isFinite = (/** @type {readonly number[]} */ point) => point.every(Number.isFinite);
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number)), (points) => {
        const [xs, lower] = [0, 1].map((at) => points.map((point) => point[at]));
        const polyline = line().defined(isFinite).digits(1)(points.map(([x, y]) => [x, y]));
        expect(linePath(xs, lower)).toBe(polyline ?? '');
        const finite = points.filter(isFinite);
        const [left, low, high] = [0, 1, 2].map((at) => finite.map((point) => point[at]));
        /** @type {import('d3-shape').Area<[number, number, number]>} */
        const band = area();
        band.digits(1);
        band
          .x(([x]) => x)
          .y0(([, y]) => y)
          .y1(([, , y]) => y);
        expect(areaPath(left, low, high)).toBe(band(finite) ?? '');
      }),
    );
  });

  test('break where a value is not finite', () => {
    expect(linePath([0, 1, 2, 3], [0, 1, NaN, 3])).toBe('M0,0L1,1M3,3Z');
    const broken = [
      {
        key: 'a',
        label: 'a',
        points: /** @type {const} */ ([
          [1, 1],
          [2, 0],
          [3, 3],
        ]),
      },
    ];
    expect(markup(curves({ ...size, series: broken, ...axes }).content)).not.toMatch(
      /NaN|Infinity/,
    );
  });

  test('write names beside the lines where there is room, above the picture where not', () => {
    const long = [{ ...series[0], label: 'a name that is long for a narrow screen' }];
    const wide = curves({ width: 1200, height: 320, series: long, ...axes });
    const narrow = curves({ width: 320, height: 320, series: long, ...axes });
    expect(wide.box.right).toBeLessThan(1100);
    expect(narrow.box.right).toBeGreaterThan(300);
    expect(narrow.box.top).toBeGreaterThan(wide.box.top);
  });
});

describe('numbers that no log axis has room for', () => {
  const y = { label: '', scale: /** @type {const} */ ('log') };
  const drawn = (/** @type {any} */ points, /** @type {any} */ domain = undefined) =>
    markup(
      curves({
        ...size,
        x: linear,
        y: { ...y, domain },
        series: [{ key: 'a', label: 'a', points, dots: true }],
      }).content,
    );

  test('a domain that begins at 0 or has no end gets no ticks, and is drawn all the same', () => {
    expect(makeTicks(y, [0, 0], 300, 40)).toEqual([]);
    expect(makeTicks(y, [1, Infinity], 300, 40)).toEqual([]);
    for (const high of [1e-300, 1e300, 1e308, Infinity]) {
      const [low, top] = domainOf(
        [
          {
            key: 'a',
            label: '',
            points: [
              [1, 1e-200, 0, high],
              [2, 3],
            ],
          },
        ],
        1,
        'log',
        0.05,
      );
      expect(low).toBeGreaterThan(0);
      expect(top).toBeLessThan(Infinity);
    }
  });

  test('an interval without an end goes past the edge of the picture', () => {
    const text = drawn([
      [1, 1, 0, Infinity],
      [2, 2, 1, 3],
    ]);
    expect(text).not.toMatch(/NaN|Infinity/);
    // Both intervals are drawn, also the open one.
    expect(/class="interval" d="?([^">]*)/.exec(text)?.[1].match(/V/g)).toHaveLength(2);
  });
});

describe('walks', () => {
  const paths = [
    { key: 'pair-0', label: 'pair 1', sums: [1, 0, 2], products: [1, -1, 2] },
    { key: 'pair-1', label: 'pair 2', sums: [-1, -2, -3], products: [-1, -1, -1] },
  ];
  const spec = {
    ...size,
    paths,
    envelope: { label: '\u00b1\u221ai', sd: 1 },
    products: { label: 'products' },
    x: { label: 'i' },
    y: { label: 'sum' },
  };

  test('read step, sum, product and envelope of the chosen path', () => {
    const reader = readerOf(walks({ ...spec, chosen: 'pair-1' }));
    expect(reader.count).toBe(3);
    expect(stopText(reader.stop(1))).toBe(
      'i: 2, pair 2 \u22122, products \u22121, \u00b1\u221ai 1.414',
    );
  });

  test('let a highlighted path stand out before the chosen one', () => {
    const reader = readerOf(walks({ ...spec, chosen: 'pair-1', highlight: 'pair-0' }));
    expect(reader.stop(2).rows[0]).toMatchObject({ label: 'pair 1', value: '2' });
    expect(reader.stop(2, 'pair-1').rows[0].label).toBe('pair 2');
  });

  test('find the path under the pointer', () => {
    const reader = readerOf(walks(spec));
    const { x, dots } = reader.stop(2, 'pair-1');
    expect(reader.nearest(x, dots[0].y + 2)).toEqual({ index: 2, key: 'pair-1' });
  });

  test('have whole steps: none gets a number in between', () => {
    for (const domain of /** @type {[number, number][]} */ ([
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 64],
    ])) {
      const ticks = makeTicks({ label: 'i', whole: true }, domain, 640, 64);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
    }
  });

  test('stay light with thousands of steps', () => {
    const sums = Float32Array.from({ length: 4096 }, (_, i) => Math.sin(i));
    const picture = walks({ ...spec, paths: [{ key: 'a', label: 'a', sums, products: sums }] });
    expect(markup(picture.content).length).toBeLessThan(60_000);
    expect(picture.reader?.count).toBe(4096);
  });

  test('without paths have nothing to read', () => {
    expect(walks({ ...spec, paths: [] }).reader).toBeUndefined();
  });
});

describe('the strip', () => {
  const curve = { key: 'normal', label: 'normal', xs: [-1, 0, 1], ys: [0.1, 0.4, 0.1] };
  const axes = { x: { label: 'x' }, y: { label: 'density' } };

  test('reads groups of fine counts as one density', () => {
    const counts = new Array(1200).fill(5);
    const reader = readerOf(
      strip({
        ...size,
        counts: { low: -1, high: 1, counts },
        curves: [curve],
        ...axes,
        label: 'scores',
      }),
    );
    expect(reader.count).toBe(120);
    expect(reader.stop(60).rows[0]).toMatchObject({ label: 'scores', value: '0.5' });
  });

  test('is as dark between two bins as their counts are between each other; few values stay few', () => {
    expect([0.5, 1, 1.25, 1.5, 2.5].map((place) => countAt([100, 200, 2], place))).toEqual([
      100, 150, 175, 200, 2,
    ]);
    expect(countAt([100, 200], -3)).toBe(100);
    expect(countAt([100, 200], 9)).toBe(200);
  });

  test('draws few values one by one and the same every time', () => {
    const spec = { ...size, values: [-0.5, 0, 0.25], curves: [curve], ...axes };
    const once = markup(strip(spec).content);
    expect(once).toBe(markup(strip(spec).content));
    expect(once.match(/h0/g)).toHaveLength(3);
  });

  test('of nothing, and of one value, does not break', () => {
    for (const values of [[], [3]]) {
      expect(markup(strip({ ...size, values, ...axes }).content)).not.toMatch(/NaN|Infinity/);
    }
  });
});

describe('every chart', () => {
  const phone = { width: 288, height: 240 };
  const pictures = {
    histogram: histogram({
      ...phone,
      bars: { low: 0, high: 1, counts: [1, 2] },
      x: linear,
      y: linear,
      markers: [{ x: 0.5, label: 'a_i' }],
    }),
    curves: curves({
      ...phone,
      series: [
        {
          key: 'a',
          label: 'a',
          points: [
            [0, 1],
            [1, 2],
          ],
        },
      ],
      x: linear,
      y: linear,
      marks: [{ x: 1, y: 2, label: 'here' }],
    }),
    walks: walks({
      ...phone,
      paths: [{ key: 'a', label: 'a', sums: [1, 2] }],
      x: linear,
      y: linear,
    }),
    strip: strip({ ...phone, values: [0, 1], x: linear, y: linear }),
  };

  test.each(Object.entries(pictures))(
    '%s writes nothing that a strict content policy refuses',
    (_, { content }) => {
      expect(markup(content)).not.toMatch(/style=|<style|url\(|href/);
    },
  );

  test.each(Object.entries(pictures))(
    '%s keeps its box inside the picture on the narrowest phone',
    (_, { box }) => {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(phone.width);
      expect(box.bottom).toBeLessThan(phone.height);
    },
  );

  test('finds each colour it may use among the tokens', () => {
    for (const name of colorNames) {
      // A page may set the colour; otherwise the default applies.
      const own = new RegExp(`--sd-${name}: (var\\(--scaledot-${name}, )?light-dark\\(`);
      expect(tokens.cssText).toMatch(own);
    }
  });
});

describe('CSV', () => {
  test.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\tx', '\rx', '\uff1d1', "=cmd|' /C calc'!A0"])(
    'defuses the formula %j',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  test('leaves numbers numbers, also negative ones', () => {
    expect([-1.5, 1e-7, 0, NaN].map(csvCell)).toEqual(['-1.5', '1e-7', '0', 'NaN']);
  });

  test('quotes what needs quotes, and has CRLF line ends', () => {
    const table = {
      columns: [
        { key: 'a', label: 'name, "quoted"' },
        { key: 'b', label: 'value' },
      ],
      rows: [
        { a: 'line\nbreak', b: 1 },
        { a: null, b: undefined },
      ],
    };
    expect(toCsv(table)).toBe('"name, ""quoted""",value\r\n"line\nbreak",1\r\n,\r\n');
  });

  test('have headings without braces, and cells as they are', () => {
    const table = {
      columns: [{ key: 'word', label: 'weight, 1/d\u2096^{0.3}' }],
      rows: [{ word: 'x^{2}' }],
    };
    expect(toCsv(table)).toBe('"weight, 1/d\u2096^0.3"\r\nx^{2}\r\n');
    expect(
      toCsv(table, {
        title: 'With d_{max}\nin two lines',
        seed: 7,
        link: 'lab=variance',
        version: '1.2.3',
      }),
    ).toBe(
      '# title: With d_max in two lines\r\n# seed: 7\r\n# link: lab=variance\r\n# version: scaledot 1.2.3\r\n"weight, 1/d\u2096^0.3"\r\nx^{2}\r\n',
    );
    const read = JSON.parse(toJson({ title: 'With d_{max}', table }));
    expect(read).toMatchObject({ title: 'With d_max', rows: [{ word: 'x^{2}' }] });
  });

  test('gives back every text that is no formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text));
        const cell = csvCell(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read).toBe(text);
      }),
    );
  });
});

describe('JSON', () => {
  test('carries title, link, columns and rows, and no number gets lost', () => {
    const text = toJson({
      title: 'T',
      seed: 3,
      link: 'lab=variance&dk=1',
      version: '1.2.3',
      table: {
        columns: [{ key: 'x', label: 'X', format: () => 'never' }],
        rows: [{ x: 0.1 }, { x: Infinity }],
      },
      data: { sums: Float64Array.of(1, NaN) },
    });
    expect(JSON.parse(text)).toEqual({
      title: 'T',
      seed: 3,
      link: 'lab=variance&dk=1',
      version: 'scaledot 1.2.3',
      columns: [{ key: 'x', label: 'X' }],
      rows: [{ x: 0.1 }, { x: 'Infinity' }],
      data: { sums: [1, 'NaN'] },
    });
  });
});

describe('the exported sheet', () => {
  const sheet = {
    width: 300,
    height: 100,
    body: '<path d="M0,0H1"/>',
    title: 'Variance against d_k',
    summary: 'Flat for 1/2.',
    link: `https://example.org/#${'a=1&'.repeat(60)}`,
    colors: { ink: 'rgb(0, 0, 0)', muted: 'rgb(90, 90, 90)', paper: 'rgb(255, 255, 255)' },
    font: "'Noto Sans', sans-serif",
  };

  test('holds title, summary and the whole link, wrapped', () => {
    const text = composeSvg(sheet);
    expect(text).toContain('<tspan dy="0" font-style="italic">d</tspan>');
    expect(text).toContain('Flat for 1/2.');
    const lines = [...text.matchAll(/<text[^>]*font-size="10"[^>]*>([^<]*)</g)].map(
      (match) => match[1],
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(escapeXml(sheet.link));
  });

  test('says below what made it', () => {
    const text = composeSvg({ ...sheet, link: 'lab=variance', seed: 3, version: '1.2.3' });
    expect(text).toContain('>lab=variance · seed 3 · scaledot 1.2.3</text>');
  });

  test('is tall enough for its lines', () => {
    const text = composeSvg(sheet);
    const height = Number(text.match(/height="(\d+)"/)?.[1]);
    const lowest = Math.max(...[...text.matchAll(/ y="(\d+)"/g)].map((match) => Number(match[1])));
    expect(lowest).toBeLessThan(height);
  });

  test('escapes whatever a link or title brings', () => {
    const text = composeSvg({
      ...sheet,
      title: '</title><script>alert("1")</script>',
      link: 'a\u0000&<b>',
    });
    expect(text).not.toContain('<script');
    expect(text).not.toContain('\u0000');
    expect(text).toContain('a&amp;&lt;b&gt;');
  });
});

describe('tables', () => {
  test('show formatted cells and leave what is missing empty', () => {
    const column = {
      key: 'x',
      label: 'X',
      format: (/** @type {number} */ value) => value.toFixed(1),
    };
    expect([0.25, null, undefined].map((value) => cellText(column, value))).toEqual([
      '0.3',
      '',
      '',
    ]);
    expect(cellText({ key: 'x', label: 'X' }, 'word')).toBe('word');
  });

  test('know a column of numbers although its first cell is empty', () => {
    expect(isNumeric([{ x: null }, { x: 1 }], 'x')).toBe(true);
    expect(isNumeric([{ x: 'a' }], 'x')).toBe(false);
  });
});
