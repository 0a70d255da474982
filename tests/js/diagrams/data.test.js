/** Data for charts: every accepted form, and one sentence for everything else. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bandsPicture,
  barsPicture,
  binned,
  chartElement,
  curvesPicture,
  heatPicture,
  histogramPicture,
} from '../../../web/diagrams/index.js';
import { tensor } from '../../../web/engine/border/tensor.js';

/** @param {unknown} value @returns {any} */
const any = (value) => value;

/** @type {Record<string, (data: any, options?: any) => import('../../../web/diagrams/public.js').ChartPicture>} */
const pictures = {
  histogram: histogramPicture,
  curves: curvesPicture,
  bars: barsPicture,
  heat: heatPicture,
  bands: bandsPicture,
};

/** One chart of each kind. @type {Record<string, unknown>} */
const right = {
  histogram: [1, 2.5, 3],
  curves: [{ label: 'a', x: [1, 2], y: [3, 4] }],
  bars: [{ label: 'a', value: 1 }],
  heat: [
    [1, 2],
    [3, 4],
  ],
  bands: [{ label: 'a', x: [1, 2], low: [0, 1], middle: [1, 2], high: [2, 3] }],
};

/** Every refusal is one sentence: the argument, the value received, the value expected. */
const sentence = /^[\w.[\]-]+: got [^\n]+; expected [^\n]+$/;

/** @param {() => unknown} call */
function refusal(call) {
  try {
    call();
  } catch (error) {
    expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
    const { message } = /** @type {Error} */ (error);
    expect(message).toMatch(sentence);
    return message;
  }
  throw new Error('was taken');
}

describe('bins', () => {
  test('hold the values between their edges, the last one its right edge, too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        (values, bins) => {
          const { low, high, counts } = binned(values, { bins });
          const edge = (/** @type {number} */ i) => low + (high - low) * (i / bins);
          const naive = counts.map((_, i) => {
            const isIn = (/** @type {number} */ value) =>
              value >= edge(i) && (i === bins - 1 ? value <= high : value < edge(i + 1));
            return values.filter(isIn).length;
          });
          expect(counts).toEqual(naive);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
        },
      ),
    );
  });

  test('are around whole numbers that are near each other, unless bins or range are told', () => {
    expect(binned([1, 3, 3, 4])).toEqual({
      ...{ low: 0.5, high: 4.5, counts: [1, 0, 2, 1], below: 0, above: 0 },
    });
    expect(binned([1, 3, 3, 4], { bins: 3 })).toMatchObject({ low: 1, high: 4, counts: [1, 0, 3] });
    expect(binned([1, 2, 9], { range: [0, 4], bins: 2 })).toMatchObject({
      ...{ counts: [1, 1], below: 0, above: 1 },
    });
  });

  test('are as many as the root of how many values there are, at most 80', () => {
    const values = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i / 7);
    expect(binned(values(100)).counts).toHaveLength(10);
    expect(binned(values(100_000)).counts).toHaveLength(80);
  });

  test('have room for one value, for none, for gaps and for a million', () => {
    expect(binned([0.5])).toMatchObject({ counts: [1], low: 0.25, high: 0.75 });
    expect(binned([1e300])).toMatchObject({ counts: [1] });
    expect(binned([])).toMatchObject({ low: 0, high: 1, counts: [0] });
    expect(binned([NaN, null, Infinity, 2.5, 3.5], { bins: 1 }).counts).toEqual([2]);
    const million = Float32Array.from({ length: 1e6 }, (_, i) => i / 3);
    const { counts } = binned(million);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1e6);
  });

  test('are refused where the ends are no distance apart that is a number', () => {
    expect(refusal(() => binned([-1.7e308, 1.7e308]))).toMatch(/^data: got numbers from/);
    expect(refusal(() => binned([1], { bins: 0 }))).toMatch(/^bins: got 0; expected a whole/);
    expect(refusal(() => binned([1], { range: [2, 1] }))).toMatch(/^range: got \[2, 1\]/);
  });
});

describe('tables hold the data', () => {
  test('of values and of counts', () => {
    const counts = { low: -1, high: 1, counts: [3, 0, 5, 1], below: 2, above: 1 };
    const { table } = histogramPicture(counts);
    expect(table.rows).toEqual([
      { from: -1, to: -0.5, count: 3 },
      { from: -0.5, to: 0, count: 0 },
      { from: 0, to: 0.5, count: 5 },
      { from: 0.5, to: 1, count: 1 },
    ]);
    const tensor = { data: Float32Array.of(1, 2, 2, 4), shape: [2, 2] };
    expect(histogramPicture(tensor).table.rows.map(({ count }) => count)).toEqual([1, 2, 0, 1]);
  });

  test('of lines by name, of a list, of one alone, and of numbers alone', () => {
    const rows = [
      { line: 'a', x: 1, y: 2 },
      { line: 'a', x: 3, y: null },
      { line: 'b', x: 0, y: 5 },
    ];
    expect(curvesPicture({ a: { x: [1, 3], y: [2, NaN] }, b: [5] }).table.rows).toEqual(rows);
    const list = [
      { label: 'a', x: [1, 3], y: Float64Array.of(2, Infinity) },
      { label: 'b', y: [5] },
    ];
    expect(curvesPicture(list).table.rows).toEqual(rows);
    expect(curvesPicture({ x: [1], y: [2], low: [1], high: [4] }).table.rows).toEqual([
      { x: 1, y: 2, low: 1, high: 4 },
    ]);
  });

  test('of bars in all four forms', () => {
    const rows = [
      { label: 'a', value0: 1 },
      { label: 'b', value0: null },
    ];
    const list = [
      { label: 'a', value: 1 },
      { label: 'b', value: null },
    ];
    expect(barsPicture(list).table.rows).toEqual(rows);
    expect(barsPicture({ labels: ['a', 'b'], values: [1, null] }).table.rows).toEqual(rows);
    expect(barsPicture([4, 5]).table.rows).toEqual([
      { label: '1', value0: 4 },
      { label: '2', value0: 5 },
    ]);
    const two = [
      { label: 'one', values: [1] },
      { label: 'other', values: [2] },
    ];
    const { table } = barsPicture({ labels: [7], series: two });
    expect(table.columns.map(({ label }) => label)).toEqual(['label', 'one', 'other']);
    expect(table.rows).toEqual([{ label: '7', value0: 1, value1: 2 }]);
  });

  test('of matrices and tensors, whose leading dimensions may be 1', () => {
    const rows = [
      { row: 'q', column: 1, value: 1 },
      { row: 'q', column: 2, value: null },
      { row: 'r', column: 1, value: 3 },
      { row: 'r', column: 2, value: -4 },
    ];
    const matrix = [
      [1, null],
      [3, -4],
    ];
    expect(heatPicture(matrix, { rows: ['q', 'r'] }).table.rows).toEqual(rows);
    const tensor = { data: Float32Array.of(1, NaN, 3, -4), shape: [1, 1, 2, 2] };
    expect(heatPicture(tensor, { rows: ['q', 'r'] }).table.rows).toEqual(rows);
    expect(heatPicture({ data: [1, 2], shape: [1, 2] }).table.rows).toHaveLength(2);
    expect(heatPicture({ data: [1, 2], shape: [2, 1] }).table.rows).toHaveLength(2);
  });

  test('of bands, with a narrower one and without', () => {
    const band = { label: 'a', x: [1], low: [0], middle: [2], high: [5] };
    expect(bandsPicture(band).table.rows).toEqual([{ x: 1, low: 0, middle: 2, high: 5 }]);
    const inner = { ...band, innerLow: [1], innerHigh: [3] };
    expect(bandsPicture([inner, band]).table.rows).toEqual([
      { band: 'a', x: 1, low: 0, innerLow: 1, middle: 2, innerHigh: 3, high: 5 },
      { band: 'a', x: 1, low: 0, middle: 2, high: 5 },
    ]);
  });

  test('and what is changed later changes nothing: data is copied', () => {
    const values = [1, 2, 3];
    const { table } = curvesPicture({ y: values });
    values[0] = 99;
    expect(table.rows[0].y).toBe(1);
  });
});

describe('refusals name the argument, what came and what was expected', () => {
  test.each(Object.keys(pictures))('%s, of everything that is no data', (kind) => {
    const draw = pictures[kind];
    for (const data of [undefined, null, 3, 'text', true, Symbol('s'), 5n, () => 1]) {
      expect(refusal(() => draw(data))).toMatch(/^data/);
    }
    for (const data of [new Map(), new Set([1]), new Date(), [[]], [{}], ['1'], [undefined], [5n]])
      if (!(kind === 'heat' && Array.isArray(data) && Array.isArray(data[0])))
        if (!(
          kind === 'curves' &&
          (data instanceof Map || data instanceof Set || data instanceof Date)
        ))
          refusal(() => draw(data));
    expect(refusal(() => draw(right[kind], { colour: 'key' }))).toMatch(
      /^options: got the unknown name "colour"; expected any of title, /,
    );
    expect(refusal(() => draw(right[kind], { title: 3 }))).toBe('title: got 3; expected text');
    expect(refusal(() => draw(right[kind], { height: 1 }))).toMatch(/^height: got 1; expected/);
    expect(refusal(() => draw(right[kind], { lang: 'fr' }))).toMatch(/^lang: got "fr"; expected/);
    expect(refusal(() => draw(right[kind], new Map([[1, 2]])))).toMatch(/^options: got a Map/);
  });

  test.each([
    ['data[1]: got "2"; expected a finite number', () => histogramPicture(any([1, '2']))],
    [
      'data.high: got 1; expected more than 1',
      () => histogramPicture({ low: 1, high: 1, counts: [] }),
    ],
    [
      'bins: got 3; expected none where data has counts',
      () => histogramPicture({ low: 0, high: 1, counts: [1] }, { bins: 3 }),
    ],
    [
      'curves[0].x[1]: got 0 after 1; expected ascending numbers',
      () => histogramPicture([1], { curves: [{ label: '', x: [1, 0], y: [1, 1] }] }),
    ],
    [
      'data[0].y: got 1 entries; expected 2, as many as x',
      () => curvesPicture([{ x: [1, 2], y: [1] }]),
    ],
    [
      'data[0].high: got undefined; expected both ends of intervals, or none',
      () => curvesPicture([{ y: [1], low: [1] }]),
    ],
    [
      'data.a.x[0]: got NaN; expected a finite number',
      () => curvesPicture({ a: { x: [NaN], y: [1] } }),
    ],
    [
      'x.domain[0]: got 0; expected a number from 1e-280 to 1e+280',
      () =>
        curvesPicture(
          [1, 2].map((y) => ({ y: [y] })),
          { x: { scale: 'log', domain: [0, 1] } },
        ),
    ],
    [
      'data.labels: got 1 entries; expected 2, as many as values',
      () => barsPicture({ labels: ['a'], values: [1, 2] }),
    ],
    [
      'data.series: got 3 series; expected at most 2',
      () => barsPicture({ series: ['a', 'b', 'c'].map((label) => ({ label, values: [1] })) }),
    ],
    [
      'data[1]: got 1 entries; expected 2, as many as the first row has',
      () => heatPicture([[1, 2], [3]]),
    ],
    [
      'data.data: got 3 entries; expected 4, as many as its shape has',
      () => heatPicture({ data: [1, 2, 3], shape: [2, 2] }),
    ],
    [
      'data.shape: got [2, 2, 1]; expected [rows, columns]',
      () => heatPicture({ data: [1, 2, 3, 4], shape: [2, 2, 1] }),
    ],
    [
      'data.low: got undefined; expected an array of numbers',
      () => bandsPicture(any({ middle: [1] })),
    ],
    [
      'type: got "pie"; expected one of "histogram", "curves", "bars", "heat", "bands"',
      () => chartElement(any({ type: 'pie' })),
    ],
  ])('%s', (message, call) => {
    expect(refusal(call)).toBe(message);
  });

  test('and are few: what is too much for a picture is refused before it is drawn', () => {
    const many = new Float64Array(100_001);
    expect(refusal(() => curvesPicture([{ y: many }]))).toMatch(/got 100001 numbers; expected at/);
    const half = new Float64Array(60_000);
    expect(refusal(() => curvesPicture([{ y: half }, { y: half }]))).toMatch(/got 120000 points/);
    expect(refusal(() => barsPicture(new Float32Array(1001)))).toMatch(/^data: got 1001 numbers/);
    expect(refusal(() => heatPicture({ data: new Float32Array(8200), shape: [2, 4100] }))).toMatch(
      /^data: got 2 × 4100 numbers/,
    );
  });
});

describe('hostile data', () => {
  test.each(Object.keys(pictures))(
    '%s: getters and proxies that throw become a sentence',
    (kind) => {
      const thrower = () => {
        throw new Error('boom');
      };
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      const hostile = [
        Object.defineProperty({}, 'low', { get: thrower, enumerable: true }),
        Object.defineProperty({}, 'y', { get: thrower, enumerable: true }),
        Object.defineProperty([1], '0', { get: thrower }),
        new Proxy({}, { ownKeys: thrower }),
        new Proxy([], { get: thrower }),
        Object.defineProperty({}, Symbol.toStringTag, { get: thrower }),
        proxy,
      ];
      for (const data of hostile) {
        expect(refusal(() => pictures[kind]([data]))).not.toContain('boom');
        refusal(() => pictures[kind](right[kind], data));
      }
    },
  );

  test('lists that say to be longer than they are, or longer than anything', () => {
    const lying = new Proxy([1, 2], {
      get: (list, name) => (name === 'length' ? 2 ** 32 - 1 : Reflect.get(list, name)),
    });
    for (const draw of [histogramPicture, barsPicture, heatPicture, curvesPicture])
      refusal(() => draw(any(lying)));
    class Long extends Float64Array {
      get length() {
        return 9;
      }
    }
    expect(refusal(() => histogramPicture(new Long(2)))).toMatch(/reports the length 9/);
  });

  test('names of prototypes are names', () => {
    const data = JSON.parse('{"__proto__": {"y": [1, 2]}, "constructor": [3]}');
    expect(curvesPicture(data).table.rows).toEqual([
      { line: '__proto__', x: 0, y: 1 },
      { line: '__proto__', x: 1, y: 2 },
      { line: 'constructor', x: 0, y: 3 },
    ]);
    refusal(() => histogramPicture([1], JSON.parse('{"__proto__": 1}')));
    expect(any({}).y).toBeUndefined();
  });

  test('markup in names stays text, and formulas in files stay text, too', () => {
    const label = '<script>alert(1)</script>&"\'';
    const { svg, csv } = barsPicture(
      [
        { label, value: 1 },
        { label: '=1+1', value: 2 },
      ],
      {
        ...{ title: label, summary: label, x: label, y: label, link: label },
      },
    );
    expect(svg).not.toMatch(/<script|[^=]"'/);
    expect(svg).toContain('&lt;script&gt;');
    expect(csv).toContain("'=1+1");
  });

  test.each(Object.keys(pictures))('%s: nothing at all is drawn as nothing', (kind) => {
    const empty = kind === 'bands' ? { low: [], middle: [], high: [] } : [];
    const { svg, table, summary } = pictures[kind](empty);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(table.rows.filter(({ count }) => count !== 0)).toEqual([]);
    expect(summary).toMatch(/^No /);
  });
});

test('a call becomes an element', () => {
  const call = { type: 'bars', data: [1, 2], options: { title: 'T' } };
  expect(chartElement(any(call))).toEqual({
    ...{ tag: 'scaledot-bars', data: [1, 2], options: { title: 'T' } },
  });
  expect(chartElement(any({ type: 'heat', data: [[1]] })).options).toEqual({});
});

test('tensors of booleans are drawn as 0 and 1', () => {
  const seen = tensor([
    [true, false],
    [true, true],
  ]);
  expect(heatPicture(seen).table.rows.map(({ value }) => value)).toEqual([1, 0, 1, 1]);
  expect(histogramPicture(seen).table.rows.map(({ count }) => count)).toEqual([1, 3]);
});

test('a tensor of a file may say its type, and no other is taken', () => {
  const types = ['bool', 'bfloat16', 'float64', 'int8', 'uint64'];
  for (const draw of [heatPicture, histogramPicture]) {
    const drawn = (/** @type {unknown} */ dtype) =>
      draw(any({ data: [1, 2], shape: [1, 2], dtype }));
    for (const dtype of [...types, undefined]) expect(drawn(dtype).table.rows).not.toEqual([]);
    const expected = 'expected one of "bool", "float16", "bfloat16", "float32", "float64", "int8"';
    expect(() => drawn('nonsense')).toThrow(RangeError);
    expect(() => drawn('nonsense')).toThrow(`data.dtype: got "nonsense"; ${expected}, `);
    expect(() => drawn(3)).toThrow(TypeError);
    expect(() => drawn(3)).toThrow(`data.dtype: got 3; ${expected}, `);
  }
});
