// Scoring functions side by side: in the plane, on random vectors, after layer normalisation. tests/native tests the
// core's numbers; this file tests forms, defaults, refusals, and the claims of the page.
import { describe, expect, test } from '@jest/globals';
import { load, tensor } from '../../../web/engine/index.js';
import { onEveryVariant } from './variants.js';
import { expectClose, expectSameBits, Random, scoreKinds } from './tensors.js';

/** @import { Engine, ScoreFunctionOptions, ScoreKind, ScoringFunctionOptions, Tensor } from '../../../web/engine/index.js' */

/** Returns one function of each kind, in the plane. @param {number} keys @returns {ScoreFunctionOptions[]} */
function planeFunctions(keys) {
  const random = new Random(5);
  const additive = {
    queryWeight: random.tensor(2, 6),
    keyWeight: random.tensor(2, 6),
    vector: random.tensor(6),
  };
  return [
    { kind: 'cosine' },
    { kind: 'cosine', scale: 10 },
    { kind: 'additive', parameters: additive },
    { kind: 'location', parameters: { weight: random.tensor(2, keys) } },
    { kind: 'general', parameters: { weight: random.tensor(2, 2) } },
    { kind: 'dot' },
    {},
    { kind: 'distance', scale: 0.5 },
  ];
}

/** Returns row i of a tensor of any rank. @param {Tensor} tensor @param {number} i @param {number} width */
const row = ({ data }, i, width) => data.slice(i * width, (i + 1) * width);

onEveryVariant('scorePlane', (engine) => {
  test('has the softmax of the scores of a query at every cell', () => {
    const key = new Random(1).tensor(6, 2);
    const functions = planeFunctions(6);
    const { weights } = engine().scorePlane({ functions, key, size: 9, extent: 2 });
    expect(weights.shape).toEqual([8, 9, 9, 6]);
    const centre = (/** @type {number} */ i) => 2 * ((2 * i + 1) / 9 - 1);
    const query = tensor(
      Array.from({ length: 81 }, (_, i) => [centre(i % 9), -centre(Math.floor(i / 9))]),
    );
    functions.forEach((one, f) => {
      const expected = engine().softmax(engine().scores(query, key, one));
      expectSameBits(row(weights, f, 486), expected.data, one.kind);
    });
  });

  test('takes 64 x 64 cells of [-3, 3]^2 unless told', () => {
    const key = tensor([
      [1, 0],
      [0, 1],
    ]);
    const { weights } = engine().scorePlane({ functions: [{ kind: 'dot' }], key });
    expect(weights.shape).toEqual([1, 64, 64, 2]);
    // The top left cell is at x = -3 + 3/64 and y = 3 - 3/64.
    const left = 1 / (1 + Math.exp(6 - 6 / 64));
    expectClose(weights.data.slice(0, 2), [left, 1 - left], 1e-6);
  });

  test('writes into the last result', () => {
    const key = new Random(1).tensor(3, 2);
    const functions = planeFunctions(3);
    const last = engine().scorePlane({ functions, key, size: 5 });
    const kept = last.weights.data.slice();
    key.data[0] += 1;
    const again = engine().scorePlane({ functions, key, size: 5, into: last });
    expect(again.weights.data).toBe(last.weights.data);
    expect(again.weights.data).not.toEqual(kept);
    expect(again).toEqual(engine().scorePlane({ functions, key, size: 5 }));
  });

  test('has no NaN for zero, equal and huge keys', () => {
    for (const size of [0, 1e-30, 1, 1e9]) {
      const key = tensor([
        [size, size],
        [size, size],
        [-size, size],
        [0, 0],
      ]);
      const { weights } = engine().scorePlane({
        functions: planeFunctions(4),
        key,
        size: 3,
        extent: 1e9,
      });
      expect(weights.data.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
    }
  });

  const key = tensor([[1, 0]]);
  /** @type {[unknown, new (message?: string) => Error, string][]} */
  const refused = [
    [
      undefined,
      TypeError,
      'key: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
    ],
    [
      { key: tensor([1, 2]), functions: [{}] },
      RangeError,
      'key: got the shape [2]; expected [keys, 2] with 1 to 64 keys',
    ],
    [
      { key: tensor([[1, NaN]]), functions: [{}] },
      RangeError,
      'key.data[1]: got NaN; expected a number from -1000000000 to 1000000000',
    ],
    [{ key }, TypeError, 'functions: got undefined; expected an array of 1 to 16 objects'],
    [
      { key, functions: [] },
      RangeError,
      'functions: got an array of length 0; expected an array of 1 to 16 objects',
    ],
    [
      { key, functions: [{}, { kind: 'euclid' }] },
      RangeError,
      'functions[1].kind: got "euclid"; expected one of "dot", "scaled-dot", "cosine", "general", "additive", "location", "distance"',
    ],
    [
      { key, functions: [{ kind: 'dot', scale: 2 }] },
      TypeError,
      'functions[0].scale: got 2; expected none with the kind "dot": scaled-dot, cosine, distance have one',
    ],
    [
      { key, functions: [{ scale: { alpha: 9 } }] },
      RangeError,
      'functions[0].scale.alpha: got 9; expected a number from -4 to 4',
    ],
    [
      { key, functions: [{ kind: 'location', parameters: { weight: tensor([[1, 2]]) } }] },
      RangeError,
      'functions[0].parameters.weight: got the shape [1, 2]; expected [2, 1]',
    ],
    [
      {
        key,
        functions: [{ kind: 'location', parameters: { weight: tensor([[1], [1e10]]) } }],
      },
      RangeError,
      'functions[0].parameters.weight.data[1]: got 10000000000; expected a number from -1000000000 to 1000000000',
    ],
    [
      { key, functions: [{}], size: 0 },
      RangeError,
      'size: got 0; expected a whole number from 1 to 512',
    ],
    [
      { key, functions: [{}], extent: 0 },
      RangeError,
      'extent: got 0; expected a number from 1e-9 to 1000000000',
    ],
    [
      { key, functions: [{}], into: { weights: key } },
      RangeError,
      'into.weights: got the shape [1, 2]; expected [1, 64, 64, 1]',
    ],
  ];
  test.each(refused)('%j is refused', (options, kind, message) => {
    const call = () => engine().scorePlane(/** @type {any} */ (options));
    expect(call).toThrow(kind);
    expect(call).toThrow(message);
  });
});

onEveryVariant('scoringStatistics', (engine, variant) => {
  const functions = /** @type {ScoringFunctionOptions[]} */ ([
    { kind: 'cosine' },
    { kind: 'cosine', temperature: 0.1 },
    { kind: 'additive', hidden: 9 },
    { kind: 'location' },
    { kind: 'general' },
    { kind: 'dot' },
    { kind: 'scaled-dot' },
    { kind: 'distance', scale: 'inverse' },
  ]);

  test('the values are those of scores() and softmaxMeasures() of the draws', () => {
    const given = { dk: 12, keys: 7, seed: 3, query: { mean: 0.5 } };
    const result = engine().scoringStatistics({ ...given, functions, draws: 2 });
    functions.forEach(({ kind = 'scaled-dot', scale, temperature = 1, hidden }, f) => {
      const parameters = engine().scoreParameters({
        ...{ kind, dk: 12, keys: 7, seed: 3 },
        ...(hidden !== undefined && { hidden }),
      });
      const rows = [0, 1].map((draw) => {
        const { query, key, weightGradient } = engine().softmaxSample({ ...given, draw });
        const options = { kind, parameters, ...(scale !== undefined && { scale }) };
        const scores = engine().scores(tensor(query.data, [1, 12]), key, options);
        const logits = tensor(
          scores.data.map((x) => x / temperature),
          [7],
        );
        return { logits, ...engine().softmaxMeasures(logits, { weightGradient }) };
      });
      const own = result.functions[f];
      const both = (/** @type {'topWeight' | 'entropy' | 'outputVariance'} */ name) =>
        (rows[0][name] + rows[1][name]) / 2;
      for (const name of /** @type {const} */ (['topWeight', 'entropy', 'outputVariance']))
        expectClose([own[name].mean], [both(name)], 1e-12, `${kind} ${name}`);
      const norms = rows.map(({ logitGradientNorm }) => Number(logitGradientNorm));
      expectClose([own.logitGradient.mean], [(norms[0] + norms[1]) / 2], 1e-12, kind);

      const all = rows.flatMap(({ logits }) => [...logits.data]);
      const mean = all.reduce((a, b) => a + b) / 14;
      const square = all.reduce((a, b) => a + (b - mean) ** 2, 0);
      expect([own.scores.count, own.scores.min, own.scores.max]).toEqual([
        14,
        Math.min(...all),
        Math.max(...all),
      ]);
      expectClose([own.scores.mean], [mean], 1e-6 * (1 + Math.abs(mean)), kind);
      expectClose([own.scores.variance / (square / 13)], [1], 1e-5, kind);
      expect(own.kind).toBe(kind);
      expect(own.temperature).toBe(temperature);
    });
    expect(result).toMatchObject({ draws: 2, done: 1 });
    expect(result).not.toHaveProperty('partial');
  });

  test('scaled dot products and cosines are those of softmaxStatistics', () => {
    const given = { dk: 40, keys: 9, draws: 60, seed: 4 };
    const { functions: own } = engine().scoringStatistics({ ...given, functions });
    const theirs = engine().softmaxStatistics({ ...given, scale: 'none', compare: ['rsqrt'] });
    for (const name of /** @type {const} */ (['topWeight', 'effectiveKeys', 'logitGradient'])) {
      expect(own[5][name]).toEqual(theirs[name]);
      expectClose([own[6][name].mean], [theirs.compare[0][name].mean], 1e-6, name);
    }
  });

  test('what a function gives does not depend on the others', () => {
    const given = { dk: 20, keys: 5, draws: 30 };
    const together = engine().scoringStatistics({ ...given, functions });
    functions.forEach((one, f) => {
      const alone = engine().scoringStatistics({ ...given, functions: [one] });
      expect(alone.functions[0]).toEqual(together.functions[f]);
    });
  });

  test('every score is in the histogram, whose range is five standard deviations', () => {
    const result = engine().scoringStatistics({ dk: 30, keys: 11, draws: 100, functions });
    for (const { histogram, scores } of result.functions) {
      const { counts, below, above, low, high } = histogram;
      expect(counts).toHaveLength(200);
      expect(counts.reduce((a, b) => a + b, below + above)).toBe(1100);
      expect(below + above).toBeLessThan(20);
      expect((high - low) / scores.std).toBeGreaterThan(7);
      expect((high - low) / scores.std).toBeLessThan(14);
    }
    const ranged = engine().scoringStatistics({
      draws: 10,
      range: [-1, 2],
      bins: 3,
      functions: [{}, { kind: 'dot', range: [0, 1] }],
    });
    expect(ranged.functions.map(({ histogram: { low, high } }) => [low, high])).toEqual([
      [-1, 2],
      [0, 1],
    ]);
    expect(ranged.functions[0].histogram.counts).toHaveLength(3);
  });

  test('the cosine has a ceiling that a temperature lifts', () => {
    const given = { dk: 64, draws: 300, functions: functions.slice(0, 2) };
    for (const [keys, ceiling] of [
      [8, 0.51],
      [64, 0.105],
    ]) {
      const best = tensor([Array.from({ length: keys }, (_, j) => (j === 0 ? 1 : -1))]);
      expect(engine().softmax(best).data[0]).toBeCloseTo(ceiling, 2);
      const [cosine, sharpened] = engine().scoringStatistics({ ...given, keys }).functions;
      expect(cosine.scores.max).toBeLessThanOrEqual(1);
      expect(cosine.topWeight.quantiles.p95).toBeLessThan(ceiling);
      expect(sharpened.topWeight.mean).toBeGreaterThan(2 * cosine.topWeight.mean);
    }
  });

  test('dot and general grow with the root of d_k, the others do not', () => {
    const std = (/** @type {number} */ dk) =>
      engine()
        .scoringStatistics({ dk, keys: 16, draws: variant === 'fallback' ? 60 : 200, functions })
        .functions.map(({ scores }) => scores.std);
    const [small, large] = [std(16), std(256)];
    [1 / 4, 1 / 4, 1, 1, 4, 4, 1].forEach((ratio, f) => {
      expect(large[f] / small[f]).toBeGreaterThan(0.7 * ratio);
      expect(large[f] / small[f]).toBeLessThan(1.4 * ratio);
    });
  });

  test('one key and one component are enough', () => {
    const result = engine().scoringStatistics({ dk: 1, keys: 1, draws: 5, functions });
    for (const { topWeight, effectiveKeys, scores, histogram } of result.functions) {
      expect([topWeight.mean, effectiveKeys.mean]).toEqual([1, 1]);
      expect(scores.count).toBe(5);
      expect(histogram.high).toBeGreaterThan(histogram.low);
    }
  });

  /** @type {[unknown, new (message?: string) => Error, string][]} */
  const refused = [
    [{}, TypeError, 'functions: got undefined; expected an array of 1 to 16 objects'],
    [
      { functions: [null] },
      TypeError,
      'functions[0]: got null; expected an object with any of kind, scale, temperature, hidden, range',
    ],
    [{ functions: [undefined] }, TypeError, 'functions[0]: got undefined; expected an object'],
    [
      { functions: [{ parameters: {} }] },
      TypeError,
      'functions[0]: got the unknown name "parameters"; expected any of kind, scale, temperature, hidden, range',
    ],
    [
      { functions: [{ temperature: 0 }] },
      RangeError,
      'functions[0].temperature: got 0; expected a number from 0.000001 to 1000000',
    ],
    [
      { functions: [{ hidden: 3 }] },
      TypeError,
      'functions[0].hidden: got 3; expected none with the kind "scaled-dot": only additive has it',
    ],
    [
      { functions: [{ kind: 'additive', hidden: 0 }] },
      RangeError,
      'functions[0].hidden: got 0; expected a whole number from 1 to 4096',
    ],
    [
      { functions: [{}, { range: [1, 1] }] },
      RangeError,
      'functions[1].range: got [1, 1]; expected two numbers [low, high] with low < high',
    ],
    [
      { dk: 4097, keys: 8, functions: [{ kind: 'general' }] },
      RangeError,
      'functions[0].kind: weight would have 4097 x 4097 = 16785409 entries; expected at most 16777216',
    ],
    [
      { dk: 1024, keys: 4096, functions: [{}, { kind: 'additive', hidden: 4096 }] },
      RangeError,
      'functions: got 17473474560 multiplications in a draw (16 for a hyperbolic tangent); expected at most 8589934592',
    ],
    [
      { dk: 4096, keys: 2, functions: new Array(3).fill({ kind: 'general' }) },
      RangeError,
      'functions: got 50331648 parameters; expected at most 33554432',
    ],
    [
      { draws: 1e6, functions: [{}, {}, {}] },
      RangeError,
      'draws x functions: got 1000000 x 3 = 3000000; expected at most 2000000',
    ],
    [
      { dk: 65536, keys: 65, functions: [{}] },
      RangeError,
      'keys x dk: got 65 x 65536 = 4259840; expected at most 4194304 components',
    ],
  ];
  test.each(refused)('%j is refused', (options, kind, message) => {
    const call = () => engine().scoringStatistics(/** @type {any} */ (options));
    expect(call).toThrow(kind);
    expect(call).toThrow(message);
  });
});

describe('a run of scoringStatistics', () => {
  const options = {
    dk: 33,
    keys: 17,
    draws: 1500,
    functions: scoreKinds.map((kind) => ({ kind })),
  };
  test.each([0, 1, 2, 3])(
    'on %i workers has the bits of a call',
    async (workers) => {
      const engine = await load({ engine: 'simd', workers });
      const partials = /** @type {number[]} */ ([]);
      const result = await engine.run('scoringStatistics', options, {
        onPartial: ({ draws, functions, partial }) => {
          expect(partial).toBe(true);
          expect(functions).toHaveLength(7);
          partials.push(draws);
        },
      });
      expect(result).toEqual(engine.scoringStatistics(options));
      for (const draws of partials) expect(draws).toBeLessThan(1500);
      if (workers > 0) engine.dispose();
    },
    60000,
  );
});

onEveryVariant('scoreParameters', (engine) => {
  test('have the shapes that scores() takes', () => {
    const sizes = { dk: 5, keys: 3 };
    /** @type {Record<string, Record<string, number[]>>} */
    const expected = {
      general: { weight: [5, 5] },
      location: { weight: [5, 3] },
      additive: { queryWeight: [5, 5], keyWeight: [5, 5], vector: [5] },
    };
    for (const kind of scoreKinds) {
      const parameters = engine().scoreParameters({ kind, ...sizes });
      const shapes = Object.entries(parameters).map(([name, { shape }]) => [name, shape]);
      expect(Object.fromEntries(shapes)).toEqual(expected[kind] ?? {});
      const random = new Random(1);
      const scores = engine().scores(random.tensor(2, 5), random.tensor(3, 5), {
        kind,
        parameters,
      });
      expect(scores.shape).toEqual([2, 3]);
    }
  });

  test('are those of the seed, and independent of what else there is', () => {
    const own = engine().scoreParameters({ kind: 'additive', dk: 4, hidden: 3, seed: 1 });
    const wider = engine().scoreParameters({ kind: 'additive', dk: 4, hidden: 5, seed: 1 });
    const other = engine().scoreParameters({ kind: 'additive', dk: 4, hidden: 3, seed: 2 });
    const [few, more] = [own.queryWeight, wider.queryWeight].map((t) => /** @type {Tensor} */ (t));
    for (let i = 0; i < 4; ++i) expectSameBits(row(few, i, 3), row(more, i, 5).slice(0, 3));
    expect(other.queryWeight).not.toEqual(own.queryWeight);
    expect(own.keyWeight).not.toEqual(own.queryWeight);
  });

  test('have variance 1 over the dimension', () => {
    const { weight } = engine().scoreParameters({ kind: 'general', dk: 100 });
    const { data } = /** @type {Tensor} */ (weight);
    const square = data.reduce((sum, x) => sum + x * x, 0) / data.length;
    expect(square).toBeGreaterThan(0.0095);
    expect(square).toBeLessThan(0.0105);
  });

  test('of a size that is too large are refused', () => {
    expect(() => engine().scoreParameters({ kind: 'general', dk: 5000 })).toThrow(
      'kind: weight would have 5000 x 5000 = 25000000 entries; expected at most 16777216',
    );
  });
});

onEveryVariant('scoreCost', (engine) => {
  test('counts parameters, multiplications and tangents', () => {
    const sizes = { dk: 64, keys: 8 };
    const of = (/** @type {ScoreKind} */ kind) => engine().scoreCost({ kind, ...sizes });
    expect(of('dot')).toEqual({ parameters: 0, multiplications: 512, tangents: 0 });
    expect(of('scaled-dot').multiplications).toBe(520);
    expect(of('general')).toEqual({ parameters: 4096, multiplications: 4608, tangents: 0 });
    expect(of('location').parameters).toBe(512);
    expect(of('additive')).toEqual({
      parameters: 2 * 64 * 64 + 64,
      multiplications: 9 * 4096 + 512,
      tangents: 512,
    });
    expect(engine().scoreCost({ kind: 'additive', hidden: 1, keys: 1, dk: 1 }).parameters).toBe(3);
    expect(() => engine().scoreCost(/** @type {any} */ ({ kind: 'dot', hidden: 4 }))).toThrow(
      'hidden: got 4; expected none with the kind "dot": only additive has it',
    );
  });
});

onEveryVariant('layerNormStages', (engine) => {
  test('plain layer normalisation makes dot products cosines', () => {
    const { input, normalized, gained, ...none } = engine().layerNormStages({ lengthSpread: 1 });
    expect(none).toEqual({});
    expect(input.spread).toBeGreaterThan(0.5);
    expect(input.cosineDifference).toBeGreaterThan(0.5);
    expect(normalized.norm.mean).toBeCloseTo(8, 6);
    expect(normalized.spread).toBeLessThan(1e-6);
    expect(normalized.cosineDifference).toBeLessThan(1e-6);
    expect(gained).toEqual(normalized);
  });

  test('gain, bias and projection undo it', () => {
    const options = { gainSd: 0.5, biasSd: 0.3, project: true, vectors: 300 };
    const { normalized, gained, projected } = engine().layerNormStages(options);
    expect(normalized.spread).toBeLessThan(1e-6);
    expect(gained.spread).toBeGreaterThan(0.03);
    expect(gained.cosineDifference).toBeGreaterThan(0.1);
    expect(projected?.spread).toBeGreaterThan(gained.spread);
    expect(projected?.cosineDifference).toBeGreaterThan(0.1);
  });

  test('every length is in the histogram, all stages on one range', () => {
    const stages = Object.values(engine().layerNormStages({ vectors: 500, project: true }));
    expect(stages).toHaveLength(4);
    for (const { histogram, norm } of stages) {
      const { counts, below, above, low, high } = histogram;
      expect(counts.reduce((a, b) => a + b, below + above)).toBe(500);
      expect([low, counts.length]).toEqual([0, 100]);
      expect(high).toBe(stages[0].histogram.high);
      expect(norm.quantiles.p95).toBeLessThan(high);
    }
    const ranged = engine().layerNormStages({ vectors: 5, range: [1, 2], bins: 4 });
    expect(ranged.input.histogram).toMatchObject({ low: 1, high: 2 });
  });

  test('vectors of one component are zeros', () => {
    const { normalized } = engine().layerNormStages({ dk: 1, vectors: 5 });
    expect([normalized.norm.mean, normalized.spread, normalized.cosineDifference]).toEqual([
      0, 0, 0,
    ]);
  });

  test.each([
    [{ dk: 0 }, 'dk: got 0; expected a whole number from 1 to 65536'],
    [
      { dk: 65536, vectors: 129 },
      'vectors x dk: got 129 x 65536 = 8454144; expected at most 8388608 components',
    ],
    [
      { dk: 5000, vectors: 2, project: true },
      'project: the projection would have 5000 x 5000 = 25000000 entries; expected at most 16777216',
    ],
    [{ project: 1 }, 'project: got 1; expected true or false'],
    [{ lengthSpread: 3 }, 'lengthSpread: got 3; expected a number from 0 to 2'],
  ])('%j is refused', (options, message) => {
    expect(() => engine().layerNormStages(/** @type {any} */ (options))).toThrow(message);
  });
});
