// sgd(), adam() and adamw() compared with torch.optim, step by step, and their refusals.
import { expect, test } from '@jest/globals';
import { asTensor, expectNumbers, torchFixtures } from './torch-fixtures.js';
import { refusesOnEveryVariant } from './refusals.js';
import { onEveryVariant } from './variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

const stored = torchFixtures('torch_steps');
const { shapes, steps, kept } = stored;
const names = ['momentum', 'firstMoment', 'secondMoment', 'maxSecondMoment'];

/** Returns the generator of fixtures/torch_steps.py. */
function draws() {
  let state = 1;
  return (/** @type {number[]} */ shape) => {
    const count = shape.reduce((a, b) => a * b, 1);
    const data = Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (((state >>> 8) % 17) - 8) / 8;
    });
    return asTensor({ data, shape });
  };
}

/** Converts options to this package's names. @param {Record<string, any>} options of torch.optim */
function optionsOf({ lr, betas, eps, weight_decay: weightDecay, ...rest }) {
  const [beta1, beta2] = betas ?? [];
  const given = { learningRate: lr, beta1, beta2, epsilon: eps, weightDecay, ...rest };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const flat = (/** @type {Tensor[]} */ tensors) => tensors.flatMap(({ data }) => [...data]);

const form = {
  'a list': (/** @type {Tensor[]} */ tensors) => tensors,
  'an object': (/** @type {Tensor[]} */ tensors) =>
    Object.fromEntries(tensors.map((each, i) => [`p${i}`, each])),
};

onEveryVariant('steps of optimizers', (engine) => {
  test.each(Object.entries(form))('are those of torch.optim, of %s', (_, made) => {
    for (const { kind, options, rows } of stored.cases) {
      const next = draws();
      const step = /** @type {(...given: any[]) => any} */ (engine()[/** @type {'sgd'} */ (kind)]);
      /** @type {{parameters: any, state?: any}} */
      let result = { parameters: made(shapes.map(next)) };
      for (let i = 1; i <= steps; ++i) {
        const gradients = shapes.map(next);
        if (i >= 7)
          for (const { data } of gradients) data.set(data.map((/** @type {number} */ x) => x / 16));
        const given = { ...optionsOf(options), state: result.state };
        result = step(result.parameters, made(gradients), given);
        const row = rows[kept.indexOf(i)];
        if (!row) continue;
        const { parameters, state } = result;
        expectNumbers(flat(Object.values(parameters)), row.parameters, 1e-6);
        for (const name of names) {
          expect([kind, options, name, name in state]).toEqual([kind, options, name, name in row]);
          if (name in row) expectNumbers(flat(Object.values(state[name])), row[name], 1e-6);
        }
      }
    }
  });

  test('leave what is given as it is, and come in new tensors of the same shapes', () => {
    const parameters = { w: asTensor({ data: [1, 2], shape: [2, 1] }) };
    const gradients = { w: asTensor({ data: [0.5, -1], shape: [2, 1] }) };
    const { parameters: once, state } = engine().adam(parameters, gradients);
    engine().adam(once, gradients, { state });
    expect([...parameters.w.data, ...gradients.w.data]).toEqual([1, 2, 0.5, -1]);
    expect(state).toMatchObject({ steps: 1, firstMoment: { w: { shape: [2, 1] } } });
    expect(once.w.shape).toEqual([2, 1]);
  });

  test('keep numbers that are subnormal in float32', () => {
    const { state } = engine().adam([[0]], [[1e-20]], { beta2: 0 });
    expect(state.secondMoment[0].data[0]).toBeCloseTo(1e-40, 44);
    expect(state.secondMoment[0].data[0]).toBeGreaterThan(0);
  });

  test('take tensors without numbers, and NaN reaches its own number alone', () => {
    const empty = asTensor({ data: [], shape: [0, 3] });
    expect(engine().sgd([empty], [empty], { momentum: 0.5 }).state.momentum?.[0].shape).toEqual([
      0, 3,
    ]);
    const [moved] = engine().adamw([[1, 1]], [[NaN, 1]], { amsgrad: true }).parameters;
    expect([...moved.data]).toEqual([NaN, Math.fround(1 - 1e-5 - 1e-3)]);
  });
});

const one = [[1, 2]];

refusesOnEveryVariant('steps of optimizers', [
  [
    (sd) => sd.sgd(asTensor({ data: [1], shape: [1] }), one),
    TypeError,
    'parameters: got one tensor; expected a list of tensors, or an object of tensors by name',
  ],
  [
    (sd) => sd.adam({}, {}),
    TypeError,
    'parameters: got an object without names; expected a list of tensors, or an object of tensors by name',
  ],
  [
    (sd) => sd.adam(new Float32Array(2), one),
    TypeError,
    'parameters: got a Float32Array of length 2; expected a list of tensors, or an object of tensors by name',
  ],
  [
    (sd) => sd.adam([], []),
    TypeError,
    'parameters: got an array of length 0; expected a list of tensors, or an object of tensors by name',
  ],
  [
    (sd) => sd.adam(new Map([['w', one]]), one),
    TypeError,
    'parameters: got a Map; expected a list of tensors, or an object of tensors by name',
  ],
  [
    (sd) => sd.sgd([1], [1]),
    TypeError,
    'parameters[0]: got 1; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [
    (sd) => sd.sgd([[1], [2]], [[1]]),
    TypeError,
    'gradients: got an array of length 1; expected a list of 2 tensors, as of parameters',
  ],
  [
    (sd) => sd.sgd([[1]], []),
    TypeError,
    'gradients: got an array of length 0; expected a list of 1 tensor, as of parameters',
  ],
  [
    (sd) => sd.adam({ w: [1], b: [1] }, undefined),
    TypeError,
    'gradients: got undefined; expected tensors called w, b, as of parameters',
  ],
  [
    (sd) => sd.sgd({ w: [1], b: [1] }, { w: [1], c: [1] }),
    TypeError,
    'gradients: got tensors called w, c; expected tensors called w, b, as of parameters',
  ],
  [
    (sd) => sd.sgd({ w: [1], b: [1] }, { w: [1] }),
    TypeError,
    'gradients: got tensors called w; expected tensors called w, b, as of parameters',
  ],
  [
    (sd) => sd.sgd(one, one, { state: null }),
    TypeError,
    'state: got null; expected an object with no names',
  ],
  [
    (sd) => sd.sgd(one, one, { state: { momentum: one } }),
    TypeError,
    'state: got the unknown name "momentum"; expected no names',
  ],
  [
    (sd) => sd.adam({ w: [1] }, [[1]]),
    TypeError,
    'gradients: got an array of length 1; expected tensors called w, as of parameters',
  ],
  [
    (sd) => sd.adam([[1]], { 0: [1] }),
    TypeError,
    'gradients: got tensors called 0; expected a list of 1 tensor, as of parameters',
  ],
  [
    (sd) => sd.adamw([[1, 2]], [[1, 2, 3]]),
    RangeError,
    'gradients[0]: got the shape [3]; expected [2]',
  ],
  [
    (sd) => sd.sgd(one, one, { nesterov: true }),
    RangeError,
    'nesterov: got true; expected false, because it needs a momentum above 0 and a dampening of 0',
  ],
  [
    (sd) => sd.adam(one, one, { beta2: 1 }),
    RangeError,
    'beta2: got 1; expected a number from 0 to 0.9999999999999999',
  ],
  [
    (sd) => sd.sgd(one, one, { learningRate: -1 }),
    RangeError,
    'learningRate: got -1; expected a number from 0 to 3.4028234663852886e+38',
  ],
  [
    (sd) => sd.adam(one, one, { state: { steps: 1 } }),
    TypeError,
    'state.firstMoment: got undefined; expected a list of 1 tensor, as of parameters',
  ],
  [
    (sd) => sd.adam(one, one, { state: { firstMoment: one, secondMoment: one } }),
    TypeError,
    'state.steps: got undefined; expected a whole number from 1 to 9007199254740991',
  ],
  [
    (sd) => sd.adam(one, one, { state: { maxSecondMoment: one } }),
    TypeError,
    'state: got the unknown name "maxSecondMoment"; expected any of steps, firstMoment, secondMoment',
  ],
  [
    (sd) => sd.sgd(one, one, { momentum: 0.5, state: { momentum: [[1]] } }),
    RangeError,
    'state.momentum[0]: got the shape [1]; expected [2]',
  ],
]);
