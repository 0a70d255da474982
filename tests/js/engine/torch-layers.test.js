// Activations, linear(), logSoftmaxJvp(), cosines and ranks compared with PyTorch, and their refusals.
import { expect, test } from '@jest/globals';
import { refusesOnEveryVariant } from './refusals.js';
import { asTensor, expectTensor, torchFixtures } from './torch-fixtures.js';
import { onEveryVariant } from './variants.js';

const stored = torchFixtures('torch_layers');

onEveryVariant('layers of PyTorch', (engine) => {
  test('relu and gelu have its values and gradients', () => {
    for (const { name, options, x, given, output, gradient } of stored.activations) {
      const [activation, backward] =
        name === 'relu'
          ? [engine().relu, engine().reluGradient]
          : [engine().gelu, engine().geluGradient];
      const own = name === 'relu' ? [] : [options];
      expectTensor(activation(asTensor(x), ...own), output, 1e-6);
      expectTensor(backward(asTensor(x), asTensor(given), ...own), gradient, 2e-6);
    }
  });

  test('relu passes no gradient where x is 0 or less, not even one that is not finite', () => {
    const { data } = engine().reluGradient([-1, 0, 2], [Infinity, NaN, Infinity]);
    expect([...data]).toEqual([0, 0, Infinity]);
  });

  test('relu and gelu have the bits of pointwise()', () => {
    const x = engine().randomTensor([3, 5], { sd: 3 });
    expect(engine().relu(x)).toEqual(engine().pointwise(x, { activation: 'relu' }));
    expect(engine().gelu(x)).toEqual(engine().pointwise(x, { activation: 'gelu' }));
    const approximate = engine().gelu(x, { approximate: 'tanh' });
    expect(approximate).toEqual(engine().pointwise(x, { activation: 'gelu-tanh' }));
  });

  test('linear has its values and gradients, in both orientations', () => {
    for (const { x, weight, bias, given, output, gradient } of stored.linear) {
      const [input, w, outputGradient] = [x, weight, given].map(asTensor);
      const options = { ...(bias && { bias: asTensor(bias) }) };
      const own = { ...options, transposed: true };
      expectTensor(engine().linear(input, w, own), output, 1e-6);
      const found = engine().linearGradient(input, w, outputGradient, own);
      for (const [name, theirs] of Object.entries(gradient))
        expectTensor(/** @type {any} */ (found)[name], theirs, 1e-6);
      expect(found.bias !== undefined).toBe(bias !== undefined);
      const [out, inner] = weight.shape;
      const turned = Array.from({ length: inner }, (_, k) =>
        Array.from({ length: out }, (_, j) => weight.data[j * inner + k]),
      );
      const other = engine().linearGradient(input, turned, outputGradient, options);
      expectTensor(other.input, gradient.input, 1e-6);
      expect(other.weight.shape).toEqual([inner, out]);
      expect(other.weight.data[out * (inner - 1)]).toBeCloseTo(gradient.weight.data[inner - 1], 5);
    }
  });

  test('linearGradient reads weights as files hold them', () => {
    const bytes = new Uint8Array(new Uint16Array([0x3f80, 0x4000]).buffer);
    const weight = /** @type {const} */ ({ type: 'BF16', bytes, shape: [1, 2] });
    const { input, weight: own } = engine().linearGradient([[3]], weight, [[1, 10]]);
    expect([[...input.data], [...own.data]]).toEqual([[21], [3, 30]]);
  });

  test('logSoftmaxJvp is its derivative along a tangent, and softmaxGradient that of softmax', () => {
    for (const { axis, x, tangent, result } of stored.logSoftmax)
      expectTensor(engine().logSoftmaxJvp(asTensor(x), asTensor(tangent), { axis }), result, 1e-6);
    for (const { axis, x, tangent, result } of stored.softmax)
      expectTensor(
        engine().softmaxGradient(asTensor(x), asTensor(tangent), { axis }),
        result,
        1e-6,
      );
  });

  test('cosines count short lengths as epsilon, and so do their gradients', () => {
    for (const { epsilon, query, key, given, output, gradient } of stored.cosine) {
      const [q, k, outputGradient] = [query, key, given].map(asTensor);
      const options = /** @type {const} */ ({ kind: 'cosine', epsilon });
      expectTensor(engine().scores(q, k, options), output, 1e-6);
      const found = engine().scoresGradient(q, k, outputGradient, options);
      expectTensor(found.query, gradient.query, 3e-6);
      expectTensor(found.key, gradient.key, 3e-6);
    }
  });

  test('an epsilon of 0 is the default: cosines do not depend on lengths', () => {
    const [q, k] = [[[3e-20, 4e-20]], [[1, 0]]];
    expect(engine().scores(q, k, { kind: 'cosine' }).data[0]).toBeCloseTo(0.6, 6);
    expect(engine().scores(q, k, { kind: 'cosine', epsilon: 1e-8 }).data[0]).toBeCloseTo(3e-12, 17);
  });

  test('ranks are those of torch.linalg.matrix_rank', () => {
    const { wq, wk, cases } = stored.rank;
    for (const { atol, rtol, rank } of cases) {
      const tolerance = atol ?? { relative: rtol };
      for (const thin of [false, true]) {
        const found = engine().headAlgebra({ wq: asTensor(wq), wk: asTensor(wk), thin, tolerance });
        // From the sixth on, the singular values of a float32 matrix are rounding errors.
        if (thin || atol || rtol > 1e-6) expect([tolerance, found.rank]).toEqual([tolerance, rank]);
        expect(found.tolerance).toBe(atol ?? rtol * Number(found.singularValues?.[0]));
      }
    }
  });
});

const one = [[1, 2]];

refusesOnEveryVariant('layers of PyTorch', [
  [
    (sd) => sd.relu('x'),
    TypeError,
    'x: got "x"; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [
    (sd) => sd.reluGradient(one, [1, 2]),
    RangeError,
    'outputGradient: shape [2] does not match x: shape [1, 2]; expected [1, 2]',
  ],
  [
    (sd) => sd.gelu(one, { approximate: 'erf' }),
    RangeError,
    'approximate: got "erf"; expected one of "none", "tanh"',
  ],
  [
    (sd) => sd.geluGradient(one, one, { tanh: true }),
    TypeError,
    'geluGradient: got the unknown name "tanh"; expected any of approximate',
  ],
  [
    (sd) => sd.linearGradient(one, [[1], [2], [3]], [[1]]),
    RangeError,
    'weight: shape [3, 1] does not match x: shape [1, 2]; its first dimension must be the last one of x',
  ],
  [
    (sd) => sd.linearGradient(one, [[1], [2]], [[1, 2]]),
    RangeError,
    'outputGradient: shape [1, 2] does not match the result: shape [1, 1]; expected [1, 1]',
  ],
  [
    (sd) => sd.linearGradient(one, [[1], [2]], [[1]], { bias: [1, 2] }),
    RangeError,
    'bias: got the shape [2]; expected [1]',
  ],
  [
    (sd) => sd.linearGradient(one, [[1], [2]], [[1]], { add: [[1]] }),
    TypeError,
    'linearGradient: got the unknown name "add"; expected any of transposed, bias',
  ],
  [
    (sd) => sd.logSoftmaxJvp(one, [1, 2]),
    RangeError,
    'tangent: shape [2] does not match x: shape [1, 2]; expected [1, 2]',
  ],
  [
    (sd) => sd.scores(one, one, { kind: 'dot', epsilon: 1e-8 }),
    TypeError,
    'epsilon: got 1e-8; expected none with the kind "dot": cosine has one',
  ],
  [
    (sd) => sd.scoresGradient(one, one, [[1]], { kind: 'cosine', epsilon: -1 }),
    RangeError,
    'epsilon: got -1; expected a number from 0 to 3.4028234663852886e+38',
  ],
  [
    (sd) => sd.headAlgebra({ tolerance: 'small' }),
    TypeError,
    'tolerance: got "small"; expected a number, or an object with relative',
  ],
  [
    (sd) => sd.headAlgebra({ tolerance: { relative: -1 } }),
    RangeError,
    'tolerance.relative: got -1; expected a number from 0 to 3.4028234663852886e+38',
  ],
]);
