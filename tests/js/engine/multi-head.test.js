// Multi-head attention from JavaScript: forms, defaults, extra keys, and its composition from other functions.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import * as naive from './naive.js';
import * as tensors from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

const [B, L, S, heads, keyHeads, headDim, valueDim] = [2, 5, 6, 4, 2, 3, 2];
const query = naive.random(1, B, L, 7);
const key = naive.random(2, B, S, 6);
const value = naive.random(3, B, S, 5);
const parameters = {
  wq: naive.random(4, 7, heads * headDim),
  wk: naive.random(5, 6, keyHeads * headDim),
  wv: naive.random(6, 5, keyHeads * valueDim),
  wo: naive.random(7, heads * valueDim, 8),
  bq: naive.random(8, heads * headDim),
  bk: naive.random(9, keyHeads * headDim),
  bv: naive.random(10, keyHeads * valueDim),
  bo: naive.random(11, 8),
  extraKey: naive.random(12, keyHeads * headDim),
  extraValue: naive.random(13, keyHeads * valueDim),
};

/** @typedef {Partial<typeof parameters> & Pick<typeof parameters, 'wq' | 'wk' | 'wv' | 'wo'>} Parameters */

/** @param {Tensor} x @param {Tensor} weight @param {Tensor | undefined} bias @returns {number[][][]} */
function project(x, weight, bias) {
  const [batch, rows, width] = x.shape;
  const columns = weight.shape[1];
  return Array.from({ length: batch }, (_, b) =>
    Array.from({ length: rows }, (__, i) =>
      Array.from({ length: columns }, (___, j) => {
        let sum = bias ? bias.data[j] : 0;
        for (let c = 0; c < width; ++c) {
          sum += x.data[(b * rows + i) * width + c] * weight.data[c * columns + j];
        }
        return sum;
      }),
    ),
  );
}

/** @param {number[][][]} rows @param {number} parts @returns {any} [batch, parts, rows, width] */
function split(rows, parts) {
  const width = rows[0][0].length / parts;
  const data = rows.flatMap((one) =>
    Array.from({ length: parts }, (_, h) =>
      one.map((row) => row.slice(h * width, (h + 1) * width)),
    ),
  );
  return { data: data.flat(2), shape: [rows.length, parts, rows[0].length, width] };
}

/**
 * @param {Parameters} p
 * @param {any} options
 * @param {{query?: Tensor, key?: Tensor, value?: Tensor}} [inputs]
 */
function reference(p, options, inputs = {}) {
  const keys = project(inputs.key ?? key, p.wk, p.bk);
  const values = project(inputs.value ?? value, p.wv, p.bv);
  for (const b of keys.keys()) {
    if (p.extraKey && p.extraValue) {
      keys[b].push(Array.from(p.extraKey.data));
      values[b].push(Array.from(p.extraValue.data));
    }
    if (options.zeroKey) {
      keys[b].push(keys[b][0].map(() => 0));
      values[b].push(values[b][0].map(() => 0));
    }
  }
  const q = split(project(inputs.query ?? query, p.wq, p.bq), heads);
  const extra = (p.extraKey ? 1 : 0) + (options.zeroKey ? 1 : 0);
  const inside = naive.attention(q, split(keys, keyHeads), split(values, keyHeads), {
    ...options,
    extra,
  });
  const output = [];
  for (let b = 0; b < B; ++b) {
    for (let i = 0; i < L; ++i) {
      for (let j = 0; j < 8; ++j) {
        let sum = p.bo ? p.bo.data[j] : 0;
        for (let h = 0; h < heads; ++h) {
          for (let e = 0; e < valueDim; ++e) {
            const one = inside.output[((b * heads + h) * L + i) * valueDim + e];
            sum += one * p.wo.data[(h * valueDim + e) * 8 + j];
          }
        }
        output.push(sum);
      }
    }
  }
  return { ...inside, output, headOutputs: inside.output };
}

const { wq, wk, wv, wo } = parameters;
const plain = { wq, wk, wv, wo };
const { extraKey: _, extraValue: __, ...withBiases } = parameters;

/** @param {Tensor} given @param {readonly number[]} shape @param {ArrayLike<number>} expected */
const expectTensor = (given, shape, expected, within = 2e-6) =>
  tensors.expectTensor(given, shape, expected, within);

/** @param {Tensor} x @returns {Tensor} the first batch entry, without the batch dimension */
const first = ({ data, shape: [, ...shape] }) => ({
  data: data.slice(0, naive.sizeOf(shape)),
  shape,
});

onEveryVariant('multi-head attention', (engine) => {
  const returns = /** @type {const} */ (['output', 'weights', 'logSumExp', 'headOutputs']);

  test.each([
    ['weights alone', plain, {}, S],
    ['biases', withBiases, { causal: 'upper-left' }, S],
    ['an extra key', parameters, { scale: 0.5 }, S + 1],
    ['a key of zeros', withBiases, { zeroKey: true, softcap: 1 }, S + 1],
    ['both', parameters, { zeroKey: true, keyLengths: [S, 3], causal: 'lower-right' }, S + 2],
    ['a window beside an extra key', parameters, { window: { before: 0, after: 1 } }, S + 1],
    [
      'masks',
      plain,
      { mask: { bias: naive.random(14, heads, L, S), allow: tensor([[1, 1, 0, 1, 1, 1]]) } },
      S,
    ],
  ])('%s: what its definition gives', (_name, p, options, keys) => {
    const all = { heads, keyHeads, .../** @type {{}} */ (options), returns };
    const result = engine().multiHeadAttention(query, key, value, p, all);
    const expected = reference(p, options);
    expect(Object.keys(result)).toEqual([...returns, 'fullyMasked', 'nonFinite']);
    expectTensor(result.output, [B, L, 8], expected.output, 1e-5);
    expectTensor(result.weights, [B, heads, L, keys], expected.weights);
    expectTensor(result.logSumExp, [B, heads, L], expected.logSumExp, 1e-5);
    expectTensor(result.headOutputs, [B, heads, L, valueDim], expected.headOutputs, 1e-5);
    expect(result.fullyMasked).toEqual(expected.fullyMasked);
  });

  test('inputs without a batch give results without one', () => {
    const options = { heads, keyHeads, returns };
    const whole = engine().multiHeadAttention(query, key, value, parameters, options);
    const one = engine().multiHeadAttention(
      first(query),
      first(key),
      first(value),
      parameters,
      options,
    );
    for (const name of returns) {
      const expected = first(whole[name]);
      expectTensor(one[name], expected.shape, expected.data, 1e-12);
    }
  });

  test('with extra keys, too, no row sees a later token', () => {
    const square = naive.random(30, S, 7);
    const wide = { heads, keyHeads, zeroKey: true, returns: /** @type {const} */ (['weights']) };
    for (const causal of /** @type {const} */ (['upper-left', 'lower-right'])) {
      const { weights } = engine().multiHeadAttention(
        square,
        first(key),
        first(value),
        { ...parameters },
        { ...wide, causal },
      );
      const [, , keys] = weights.shape;
      weights.data.forEach((weight, at) => {
        const [i, j] = [Math.floor(at / keys) % S, at % keys];
        expect([i, j, weight > 0]).toEqual([i, j, j <= i || j >= S]);
      });
    }
  });

  test('takes as many key heads as heads, the output alone, and no key of zeros', () => {
    const q = tensor([[1, 2]]);
    const unit = tensor([
      [1, 0],
      [0, 1],
    ]);
    const p = { wq: unit, wk: unit, wv: unit, wo: unit };
    const two = tensor([
      [1, 0],
      [0, 3],
    ]);
    const result = engine().multiHeadAttention(q, two, two, p, { heads: 2 });
    expect(Object.keys(result)).toEqual(['output', 'fullyMasked', 'nonFinite']);
    // Head 0 has scores 1 and 0 for the values 1 and 0. Head 1 has scores 0 and 6 for the values 0 and 3.
    const weight = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));
    expectTensor(result.output, [1, 2], [weight(1), 3 * weight(6)]);
    expect(
      engine().multiHeadAttention(q, two, two, p, { heads: 2, keyHeads: 2, zeroKey: false }),
    ).toEqual(result);
  });

  test('lists fully masked rows of heads', () => {
    const mask = { block: { data: Uint8Array.from([0, 0, 1, 0]), shape: [heads, 1, 1] } };
    const options = { heads, keyHeads, mask, returns };
    const result = engine().multiHeadAttention(query, key, value, plain, options);
    expect(result.fullyMasked).toEqual([10, 11, 12, 13, 14, 30, 31, 32, 33, 34]);
  });

  test('empty inputs give empty or zero results', () => {
    const none = { data: new Float32Array(0), shape: [B, 0, 7] };
    const options = { heads, keyHeads };
    expect(engine().multiHeadAttention(none, key, value, withBiases, options).output).toEqual({
      data: new Float32Array(0),
      shape: [B, 0, 8],
    });
    const noKeys = [
      { data: new Float32Array(0), shape: [B, 0, 6] },
      { data: new Float32Array(0), shape: [B, 0, 5] },
    ];
    const result = engine().multiHeadAttention(query, noKeys[0], noKeys[1], withBiases, options);
    expect(result.fullyMasked.length).toBe(B * heads * L);
    const rows = Array.from({ length: B * L }, () => Array.from(parameters.bo.data)).flat();
    expectTensor(result.output, [B, L, 8], rows);
  });
});

onEveryVariant('the gradient of multi-head attention', (engine) => {
  const g = naive.random(20, B, L, 8);
  const bias = naive.random(21, heads, 1, S + 2);
  const options = { softcap: 4, zeroKey: true, causal: /** @type {const} */ ('lower-right') };
  /** @param {any} changed replaced inputs, parameters or options */
  const loss = ({ inputs = {}, p = {}, ...others }) => {
    const all = { ...options, scale: 0.6, mask: { bias }, ...others };
    return naive.dot(reference({ ...parameters, ...p }, all, inputs).output, g.data);
  };

  test('is the slope of a loss in every argument', () => {
    const gradient = engine().multiHeadAttentionGradient(query, key, value, parameters, g, {
      ...options,
      heads,
      keyHeads,
      scale: 0.6,
      mask: { bias },
    });
    expect(Object.keys(gradient)).toEqual(['query', 'key', 'value', 'parameters', 'scale', 'bias']);
    for (const [name, x] of /** @type {const} */ ([
      ['query', query],
      ['key', key],
      ['value', value],
    ])) {
      const expected = naive.slopes(x, (moved) => loss({ inputs: { [name]: moved } }));
      expectTensor(gradient[name], x.shape, expected, 1e-3);
    }
    expect(Object.keys(gradient.parameters).sort()).toEqual(Object.keys(parameters).sort());
    for (const [name, x] of Object.entries(parameters)) {
      const expected = naive.slopes(x, (moved) => loss({ p: { [name]: moved } }));
      const given = /** @type {Record<string, Tensor>} */ ({ ...gradient.parameters })[name];
      expectTensor(given, x.shape, expected, 1e-3);
    }
    const { bias: biasGradient } = gradient;
    if (!biasGradient) throw new Error('no gradient of the bias');
    const slopes = naive.slopes(bias, (moved) => loss({ mask: { bias: moved } }));
    expectTensor(biasGradient, bias.shape, slopes, 1e-3);
    const slope = (loss({ scale: 0.61 }) - loss({ scale: 0.59 })) / 0.02;
    expect(Math.abs(gradient.scale - slope)).toBeLessThan(2e-3 * (1 + Math.abs(slope)));
  });

  test('of a loss on the weights, too', () => {
    const weightsGradient = naive.random(22, B, heads, L, S + 2);
    const gradient = engine().multiHeadAttentionGradient(query, key, value, parameters, g, {
      ...{ ...options, heads, keyHeads, scale: 0.6, mask: { bias }, weightsGradient },
    });
    const expected = naive.slopes(query, (moved) => {
      const given = { ...options, scale: 0.6, mask: { bias } };
      const { output, weights } = reference(parameters, given, { query: moved });
      return naive.dot(output, g.data) + naive.dot(weights, weightsGradient.data);
    });
    expectTensor(gradient.query, query.shape, expected, 1e-3);
    const refused = () =>
      engine().multiHeadAttentionGradient(query, key, value, plain, g, {
        ...{ heads, keyHeads, weightsGradient },
      });
    expect(refused).toThrow(
      new RangeError(
        `weightsGradient: got the shape [${B}, ${heads}, ${L}, ${S + 2}]; expected [${B}, ${heads}, ${L}, ${S}]`,
      ),
    );
  });

  test('has what was given, and no more', () => {
    const { parameters: given, ...others } = engine().multiHeadAttentionGradient(
      query,
      key,
      value,
      plain,
      g,
      { heads, keyHeads },
    );
    expect(Object.keys(given)).toEqual(['wq', 'wk', 'wv', 'wo']);
    expect(Object.keys(others)).toEqual(['query', 'key', 'value', 'scale']);
  });
});
