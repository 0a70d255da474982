// Predictions are drawn: each answer of each preset has a mark in the units of its picture, or says why it has none.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { labs } from '../../web/elements/index.js';
import { bars } from '../../web/charts/bars.js';
import { curves } from '../../web/charts/curves.js';
import { panels } from '../../web/charts/panels.js';
import { plane } from '../../web/charts/plane.js';
import { keyMark } from '../../web/charts/links.js';
import { placeOf, predictionOf } from '../../web/charts/prediction.js';
import { wordsOf } from '../../web/labs/attention/words.js';
import { countsOf } from '../../web/labs/heads/counts.js';
import { sizesOf } from '../../web/tables/heads.js';
import { functionNames } from '../../web/tables/scoring.js';
import { drawOptions, ruleOption } from '../../web/tables/softmax.js';
import { initialParams } from '../../web/tables/state.js';
import { toEngineOptions } from '../../web/tables/variance.js';
import { markup, numbersIn } from './charts/pictures.js';
import '../learned.js';

/** @typedef {import('../../web/charts/types.js').Mark} Mark */
/** @typedef {import('../../web/labs/lab/types.js').Preset} Preset */
/** @typedef {import('../../web/tables/state.js').Params} Params */

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});
afterAll(() => engine.dispose());

const all = labs.flatMap((kind) =>
  kind.presets.map((preset) => ({ name: `${kind.lab}, ${preset.id}`, kind, preset })),
);

/** Returns the marks of every answer. @param {string} lab @param {Preset} preset */
function marksOf(lab, { choices = {}, params }) {
  const state = { ...initialParams(lab), ...params };
  return Object.values(choices).map((choice) => {
    if (typeof choice === 'string') return choice;
    return [typeof choice === 'function' ? choice(engine, state) : choice].flat();
  });
}

/**
 * The parts of a picture that a mark may name, and the ends of its axes.
 * @typedef {{parts?: readonly string[], things?: readonly string[], x?: Ends, y?: Ends}} Area
 * @typedef {readonly [low: number, high: number]} Ends
 */

/** Returns the lowest and the highest of some numbers. @param {Iterable<number>} numbers @returns {Ends} */
const endsOf = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

/**
 * The two histograms, before and after the factor, share an axis that includes the prediction. A third of it must be
 * left for the true values.
 * @param {Params} params
 * @returns {Area}
 */
function histograms(params) {
  const { before, after } = engine.scoreCurves(toEngineOptions(params));
  const [low, high] = endsOf([...before.smooth, ...after.smooth]);
  return { parts: ['before', 'after'], x: [2 * low - high, 2 * high - low] };
}

/** Returns the plot area of bars of two parts, as high as the counts. @param {Params} params @param {Mark} mark */
function costs(params, mark) {
  const { parameters, cache } = countsOf(engine, sizesOf(params));
  const all = countsOf(engine, { ...sizesOf(params), keyHeads: sizesOf(params).heads }).cache;
  const [bars, values] =
    mark.in === 'cache'
      ? [3, [all.perToken, cache.perToken, cache.mergedPerToken]]
      : [2, [parameters.pairs, parameters.mergedAll]];
  return {
    parts: ['parameters', 'multiplications', 'cache'],
    x: /** @type {const} */ ([0, bars]),
    y: /** @type {const} */ ([0, Math.max(...values)]),
  };
}

/**
 * A mark shows the ratio at 256 keys. A few queries are enough to find the range of the axis.
 * @param {Params} params
 */
function ratios(params) {
  const counts = [2, 8, 64, 256, 512];
  const found = counts.flatMap((keys) => {
    const options = { ...drawOptions({ ...params, keys }), draws: 64 };
    const given = { ...options, scale: ruleOption(params), compare: /** @type {any} */ (['none']) };
    const [one] = engine.softmaxStatistics(given).compare;
    return [one.logitGradientRatio.value, one.queryGradientRatio.value];
  });
  return { x: endsOf(counts), y: endsOf([1, ...found]) };
}

/** @param {Params} params @returns {Area} */
function evenArea(params) {
  const { modelDim, headDim } = sizesOf(params);
  const last = Math.max(modelDim, headDim);
  const { pair, merged } = countsOf(engine, { ...sizesOf(params), headDim: last }).parameters;
  return { x: [0, last], y: [0, Math.max(pair, merged)] };
}

/**
 * The pictures that can hold marks, by name. A mark may be in no other picture.
 * @type {Record<string, (params: Params, mark: Mark) => Area>}
 */
const plotAreas = {
  replicate({ rows, columns, inner, ddof, seed, draws }) {
    const given = Object.entries({ rows, columns, dk: inner, ddof, seed, draws });
    const options = Object.fromEntries(given.map(([name, value]) => [name, Number(value)]));
    const { low, high } = engine.sampleVariance(/** @type {any} */ (options)).histogram;
    return { x: [low, high] };
  },
  histogram: histograms,
  growth: () => ({ x: [1, 4096], y: [1 / 4096, 4096] }),
  vanish: ratios,
  exponent: ({ keys }) => ({ x: [2, 4096], y: [0.8, 1.04 * Number(keys)] }),
  one: ({ keys }) => ({
    parts: ['logits-before', 'logits-after', 'weights-before', 'weights-after'],
    ...{ x: [0, Number(keys)], y: [0, 1.15] },
  }),
  bands: () => ({ parts: ['none', 'rsqrt'], x: [1, 4096], y: [0, 1] }),
  plane: ({ keys }) => ({
    parts: functionNames,
    things: ['q', ...Array.from({ length: Number(keys) }, (_, j) => `k${j}`)],
  }),
  layernorm: () => ({ parts: ['input', 'normalized', 'gained', 'projected'] }),
  sharpness: () => ({ parts: functionNames, x: [1, 1024], y: [0, 1] }),
  tokens(params) {
    const { query, key } = wordsOf(params);
    return { things: ['keys', ...(key ?? query).words.map((_, j) => keyMark(j))] };
  },
  accuracy: () => ({ things: ['share'], x: [0, 1], y: [0, 1] }),
  shapes: () => ({ things: ['x', 'wq', 'wk', 'q', 'k', 'all-query', 'all-key', 'all-value'] }),
  cost: costs,
  even: evenArea,
  curves: ({ steps }) => ({
    ...{ parts: ['accuracy', 'loss'], things: ['rsqrt', 'none'] },
    ...{ x: [0, Number(steps)], y: [0, 1] },
  }),
  // For the text model. models.spec.js checks these numbers on the page.
  perplexity: () => ({ x: [0.25, 16], y: [4.2, 12] }),
  assumptions: () => ({ x: [0, 5], y: [0, 50] }),
};

/**
 * Expects numbers to be on an axis. Without that axis in the picture, there must be no numbers.
 * @param {readonly number[]} numbers
 * @param {Ends} [axis]
 */
function expectOn(numbers, [low, high] = [NaN, NaN]) {
  for (const number of numbers) {
    expect(number).toBeGreaterThanOrEqual(low);
    expect(number).toBeLessThanOrEqual(high);
  }
}

describe('the answers of a preset', () => {
  test.each(all)('$name: each has a mark, or a reason why not', ({ kind, preset }) => {
    const where = preset.picture ?? preset.section ?? '';
    expect(kind.pictures).toContain(where);
    const marks = marksOf(kind.lab, preset);
    expect(marks.length).toBeGreaterThan(1);
    for (const each of marks) {
      if (typeof each === 'string') expect(each).toMatch(/\w \w+ /);
      else {
        expect(each.length).toBeGreaterThan(0);
        for (const mark of each) expect(Object.keys(mark)).not.toEqual([]);
      }
    }
    // Different answers must have different marks.
    const drawn = marks
      .filter((each) => typeof each !== 'string')
      .map((each) => JSON.stringify(each));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test.each(all)('$name: what a mark names and counts is in its picture', ({ kind, preset }) => {
    const params = { ...initialParams(kind.lab), ...preset.params };
    const where = preset.picture ?? preset.section ?? '';
    for (const mark of marksOf(kind.lab, preset).flat()) {
      if (typeof mark === 'string') continue;
      expect(Object.keys(plotAreas)).toContain(where);
      const { parts = [], things = [], x: across, y: up } = plotAreas[where](params, mark);
      if (mark.in !== undefined) expect(parts).toContain(mark.in);
      if (mark.of !== undefined) expect(things).toContain(mark.of);
      expectOn([mark.x ?? [], mark.at ?? []].flat(2), across);
      expectOn([mark.y ?? [], mark.to ?? []].flat(2), up);
    }
  });

  test('all labs together have far more marks than reasons', () => {
    const marks = all.flatMap(({ kind, preset }) => marksOf(kind.lab, preset));
    const reasons = marks.filter((each) => typeof each === 'string');
    expect(reasons.length).toBeLessThan(marks.length / 3);
  });
});

const size = { width: 400, height: 240 };
const lines = () =>
  curves({
    ...size,
    series: [
      {
        key: 'law',
        label: '',
        points: [
          [0, 1],
          [5, 2],
          [10, 4],
        ],
      },
    ],
    x: { label: 'x', domain: [0, 10] },
    y: { label: 'y', domain: [0, 5] },
  });

describe('a mark', () => {
  const [plotArea] = lines().plotAreas ?? [];
  /** @param {Mark} mark */
  const place = (mark) => placeOf(mark, [plotArea])?.box;

  test('stands where its numbers are on the axes', () => {
    const [x, y] = [plotArea.x?.(4), plotArea.y?.(3)];
    expect(place({ x: 4, y: 3 })).toEqual({ left: x, right: x, top: y, bottom: y });
    expect(place({ x: 4 })).toMatchObject({
      left: x,
      top: plotArea.box.top,
      bottom: plotArea.box.bottom,
    });
    expect(place({ x: [4, 10], y: [0, 3] })).toEqual({
      ...{ left: x, right: plotArea.x?.(10), top: y, bottom: plotArea.y?.(0) },
    });
  });

  test('is none where they are not, nor in a part that is not there', () => {
    for (const mark of [
      { x: 11 },
      { y: -1 },
      { x: [4, 12] },
      { x: 4, y: 6 },
      { in: 'other', x: 4 },
    ])
      expect(place(/** @type {Mark} */ (mark))).toBeUndefined();
  });

  test('follows a line: its end, a point of it, and from there to a height', () => {
    const [end, middle] = [plotArea.x?.(10), plotArea.y?.(2)];
    expect(place({ of: 'law' })).toMatchObject({ left: end, bottom: plotArea.y?.(4) });
    expect(place({ of: 'law', at: 5, x: 0 })).toMatchObject({ left: plotArea.x?.(0), top: middle });
    expect(place({ of: 'law', at: 5, to: 0 })).toMatchObject({
      top: middle,
      bottom: plotArea.y?.(0),
    });
    expect(place({ of: 'none' })).toBeUndefined();
  });

  test('of a part is where the part has been moved to', () => {
    const parts = ['one', 'two'].map((key) => ({
      ...{ key, title: key },
      draw: (/** @type {{width: number, height: number}} */ { width, height }) =>
        bars({
          ...{ width, height, x: { label: '' }, y: { label: '', domain: [0, 1] } },
          series: [{ key, label: '', values: [0.2, 0.8] }],
        }),
    }));
    const { plotAreas = [] } = panels(600, { count: 2, height: 120 }, parts);
    const [first, second] = ['one', 'two'].map(
      (part) => placeOf({ in: part, x: [0, 1], y: [0, 0.5] }, plotAreas)?.box,
    );
    expect(second?.left).toBeGreaterThan(300);
    expect(second?.top).toBe(first?.top);
  });

  test('of a point surrounds it', () => {
    const points = [{ key: 'k0', label: 'k', x: 1, y: 1 }];
    const { plotAreas = [] } = plane({
      ...{ ...size, extent: 2, points, x: { label: '' }, y: { label: '' } },
    });
    const box = placeOf({ of: 'k0' }, plotAreas)?.box;
    expect((Number(box?.left) + Number(box?.right)) / 2).toBeCloseTo(
      Number(plotAreas[0].x?.(1)),
      0,
    );
  });
});

describe('a prediction', () => {
  test('has its name within the picture, wherever its mark is', () => {
    const picture = lines();
    const marks = /** @type {Mark[]} */ ([
      ...[{ x: 0 }, { x: 10 }, { y: 0 }, { y: 5 }, { x: 10, y: 5 }, { x: [0, 10] }],
    ]);
    for (const mark of marks) {
      const drawn = markup(predictionOf([mark], 'your prediction', '').draw(picture, 400, 240));
      expect(drawn).toContain('your prediction');
      expect(drawn).toContain('data-dash');
      const text = drawn.slice(drawn.indexOf('<text'));
      const [[x], [y]] = [/ x=([\d.-]+)/g, / y=([\d.-]+)/g].map((pattern) =>
        numbersIn(text, pattern),
      );
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(320);
      expect(y).toBeGreaterThan(10);
      expect(y).toBeLessThan(240);
    }
  });

  test('without a place stands over the picture, and has room there', () => {
    const words = predictionOf([], 'your prediction', 'Your prediction: nothing at all changes.');
    const drawn = markup(words.draw(lines(), 160, 240));
    expect(drawn).toContain('changes.');
    expect(words.room(160)).toBeGreaterThan(words.room(600));
    for (const y of numbersIn(drawn, / y=([\d.-]+)/g)) expect(-y).toBeLessThan(words.room(160));
    expect(predictionOf([{ x: 1 }], '', '').room(160)).toBe(0);
  });

  test('is not drawn into a picture that waits', () => {
    const empty = { ...lines(), reader: undefined };
    expect(markup(predictionOf([{ x: 1 }], 'name', '').draw(empty, 400, 240))).toBe('');
  });
});
