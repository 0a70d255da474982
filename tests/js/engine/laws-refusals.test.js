// Any invalid argument is refused.
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { attend, laws, problemOf, shapes } from './laws.js';
import { bitsOf, Random } from './tensors.js';

/** @import { AttentionOptions, Tensor } from '../../../web/engine/types.js' */

laws('what is not valid', 240, (law) => {
  const wrongNumbers = fc.constantFrom(
    NaN,
    Infinity,
    -Infinity,
    '1',
    {},
    [],
    null,
    true,
    Symbol('x'),
  );
  const notTensors = fc.constantFrom(
    undefined,
    null,
    7,
    'tensor',
    [],
    {},
    { data: [1, 2], shape: [1, 2] },
    { data: new Float32Array(2), shape: [3, 1] },
    { data: new Float32Array(2), shape: [-1, -2] },
    { data: new Float32Array(2), shape: [1.5, 2] },
    { data: new Float64Array(4), shape: [2, 2] },
    { data: new Float32Array(2), shape: 2 },
    { data: new Float32Array(0), shape: [2 ** 31, 0] },
    { data: new Float32Array(2), shape: [2] },
    { data: new Float32Array(6), shape: [1, 1, 1, 1, 6] },
  );
  const wrongOptions = fc.oneof(
    fc.record({ scale: fc.oneof(wrongNumbers, fc.constantFrom('sqrt', { beta: 1 })) }),
    fc.record({ softcap: fc.oneof(wrongNumbers, fc.constantFrom(-1)) }),
    fc.record({ causal: fc.constantFrom(true, 'left', 0, null, {}) }),
    fc.record({
      window: fc.constantFrom(
        3,
        null,
        { before: -1 },
        { after: 0.5 },
        { before: NaN },
        { left: 2 },
      ),
    }),
    fc.record({ keyLengths: fc.constantFrom(3, [99], [-1], [0.5], [1, 2, 3, 4], 'ab', [NaN]) }),
    fc.record({ mask: fc.constantFrom(1, null, { deny: 1 }) }),
    fc.record({
      mask: fc
        .tuple(fc.constantFrom('allow', 'block', 'bias'), notTensors)
        .filter(
          ([, tensor]) =>
            tensor !== undefined &&
            !(
              tensor &&
              typeof tensor === 'object' &&
              'data' in tensor &&
              tensor.data instanceof Float64Array
            ),
        )
        .map(([name, tensor]) => ({ [name]: tensor })),
    }),
    fc.record({ returns: fc.constantFrom('output', ['weight'], [1], null, {}) }),
    fc.constantFrom({ sclae: 1 }, { heads: 2 }, 7, 'causal', null, []),
  );
  const wrongTensor = fc.tuple(fc.constantFrom(0, 1, 2), notTensors);
  const good = problemOf(
    {
      rank: 4,
      batch: 2,
      keyHeads: 1,
      group: 2,
      queries: 5,
      keys: 7,
      headDim: 8,
      valueDim: 3,
      seed: 1,
    },
    ['allow', 'bias'],
  );

  /** @param {() => unknown} call */
  const expectOneSentence = (call) => {
    let error;
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof TypeError || error instanceof RangeError))
      throw new Error(`expected a TypeError or a RangeError, got ${String(error)}`);
    if (!/^\S[^\n]{0,200}(; |: )[^\n]{0,300}[^.\n]$/.test(error.message))
      throw new Error(`not one sentence: ${error.message}`);
    if (/undefined is not|not a function|reading '|not iterable|Cannot|convert/.test(error.message))
      throw new Error(`a message of the machine's: ${error.message}`);
  };

  law(
    'is refused in one sentence, and the engine works as before',
    fc.oneof(
      wrongOptions.map((options) => ({ options, tensor: undefined })),
      wrongTensor.map((tensor) => ({ options: {}, tensor })),
    ),
    (sd, { options, tensor }) => {
      const expected = attend(sd, good).output.data;
      const tensors = /** @type {Tensor[]} */ ([good.query, good.key, good.value]);
      if (tensor) tensors[tensor[0]] = /** @type {Tensor} */ (tensor[1]);
      const [query, key, value] = tensors;
      const given = /** @type {AttentionOptions} */ (options);
      expectOneSentence(() => sd.attention(query, key, value, given));
      if (typeof options !== 'object' || options === null || !('returns' in options))
        expectOneSentence(() =>
          sd.attentionGradient(
            query,
            key,
            value,
            sd.attention(good.query, good.key, good.value).output,
            given,
          ),
        );
      expect(bitsOf(attend(sd, good).output.data)).toEqual(bitsOf(expected));
    },
  );

  law(
    'tensors that do not fit are refused',
    fc.tuple(shapes, fc.constantFrom('keys', 'headDim', 'keyHeads', 'rank', 'batch', 'gradient')),
    (sd, [shape, what]) => {
      const { query, key, value, sizes } = problemOf({ ...shape, rank: 4 });
      const random = new Random(shape.seed);
      const [batch, heads] = sizes;
      const { keyHeads, queries, keys, headDim, valueDim } = shape;
      const wrong = {
        keys: () => sd.attention(query, key, random.tensor(batch, keyHeads, keys + 1, valueDim)),
        headDim: () =>
          sd.attention(query, random.tensor(batch, keyHeads, keys, headDim + 1), value),
        keyHeads: () =>
          sd.attention(
            query,
            random.tensor(batch, heads + 1, keys, headDim),
            random.tensor(batch, heads + 1, keys, valueDim),
          ),
        rank: () => sd.attention(random.tensor(queries, headDim), key, value),
        batch: () =>
          sd.attention(
            query,
            random.tensor(batch + 1, keyHeads, keys, headDim),
            random.tensor(batch + 1, keyHeads, keys, valueDim),
          ),
        gradient: () =>
          sd.attentionGradient(
            query,
            key,
            value,
            random.tensor(batch, heads, queries + 1, valueDim),
          ),
      };
      expectOneSentence(wrong[what]);
    },
  );
});
