// The arguments that matrix functions and the algebra of heads refuse, and the error messages.
import { expect, test } from '@jest/globals';
import { refusesOnEveryVariant } from './refusals.js';
import { zeros } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Refusal } from './refusals.js' */

const [a, b] = [zeros(3, 4), zeros(4, 5)];
const nan = { data: Float32Array.of(1, NaN), shape: [2, 1] };
const two = { data: Float32Array.of(1, 2), shape: [2, 1] };

/** @type {Refusal[]} */
const matrices = [
  [
    (sd) => sd.matmul(zeros(4), b),
    RangeError,
    'left: got the shape [4]; expected at least 2 dimensions',
  ],
  [
    (sd) => sd.matmul(a, zeros(1, 1, 1, 4, 5)),
    RangeError,
    'right: got the shape [1, 1, 1, 4, 5]; expected at most 4 dimensions',
  ],
  [
    (sd) => sd.matmul(a, a),
    RangeError,
    'right: shape [3, 4] does not match left: shape [3, 4]; its second last dimension must be the last one of left',
  ],
  [
    (sd) => sd.matmul(a, b, { transposeRight: true }),
    RangeError,
    'right: shape [4, 5] does not match left: shape [3, 4]; its last dimension must be the last one of left',
  ],
  [
    (sd) => sd.matmul(zeros(2, 3, 4), zeros(3, 4, 5)),
    RangeError,
    'right: shape [3, 4, 5] does not match left: shape [2, 3, 4]; the dimensions before the last two must be equal, or 1',
  ],
  [
    (sd) => sd.matmul(a, b, { transposeRight: 1 }),
    TypeError,
    'transposeRight: got 1; expected true or false',
  ],
  [
    (sd) => sd.matmul(a, b, { bias: zeros(4) }),
    RangeError,
    'bias: got the shape [4]; expected [5]',
  ],
  [
    (sd) => sd.matmul(a, b, { scale: 1 }),
    TypeError,
    'matmul: got the unknown name "scale"; expected any of transposeRight, bias',
  ],
  [
    (sd) => sd.matmul(zeros(2 ** 24, 1, 0, 1), zeros(1, 2 ** 24, 1, 0)),
    RangeError,
    'matmul: got [16777216, 16777216, 0, 0]; expected at most 16777216 as the product of the dimensions that are not 0',
  ],
  [
    (sd) => sd.matmul(a, { numbers: [[1]] }),
    TypeError,
    'right: got an object; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [(sd) => sd.randomTensor(5), TypeError, 'shape: got 5; expected an array of whole numbers'],
  [
    (sd) => sd.randomTensor([3, 2 ** 21]),
    RangeError,
    'shape: last dimension: got 2097152; expected a whole number from 0 to 1048576',
  ],
  [
    (sd) => sd.randomTensor([2 ** 20, 2 ** 10]),
    RangeError,
    'shape: product of the dimensions: got 1073741824; expected a whole number from 0 to 16777216',
  ],
  [
    (sd) => sd.randomTensor([3], { stream: -1 }),
    RangeError,
    'stream: got -1; expected a whole number from 0 to 65535',
  ],
  [
    (sd) => sd.randomTensor([3], { sd: NaN }),
    RangeError,
    'sd: got NaN; expected a number from 0 to 1000000',
  ],
  [
    (sd) => sd.difference(a, b),
    RangeError,
    'b: shape [4, 5] does not match a: shape [3, 4]; expected [3, 4]',
  ],
  [
    (sd) => sd.productTerms(a, b),
    TypeError,
    'row: got undefined; expected a whole number from 0 to 2',
  ],
  [
    (sd) => sd.productTerms(a, b, { row: 3, column: 0 }),
    RangeError,
    'row: got 3; expected a whole number from 0 to 2',
  ],
  [
    (sd) => sd.productTerms(a, b, { row: 0, column: 5 }),
    RangeError,
    'column: got 5; expected a whole number from 0 to 4',
  ],
  [
    (sd) => sd.productTerms(zeros(1, 3, 4), b, { row: 0, column: 0 }),
    RangeError,
    'left: got the shape [1, 3, 4]; expected 2 dimensions',
  ],
  [
    (sd) => sd.productTerms(zeros(0, 4), b, { row: 0, column: 0 }),
    RangeError,
    'row: got an axis of length 0; expected a cell',
  ],
  [
    (sd) => sd.softmaxTerms(zeros(0), { index: 0 }),
    RangeError,
    'index: got an axis of length 0; expected a cell',
  ],
  [
    (sd) => sd.softmaxTerms(zeros(1, 3), { index: 0 }),
    RangeError,
    'logits: got the shape [1, 3]; expected 1 dimension',
  ],
  [
    (sd) => sd.softmaxTerms(zeros(3), { index: 1.5 }),
    RangeError,
    'index: got 1.5; expected a whole number from 0 to 2',
  ],
];

/** @type {Refusal[]} */
const algebra = [
  [
    (sd) => sd.headAlgebra({ modelDim: 512, heads: 7 }),
    RangeError,
    'headDim: got undefined; expected a number, because 7 heads do not divide the modelDim 512',
  ],
  [
    (sd) => sd.headAlgebra({ heads: 8, keyHeads: 3 }),
    RangeError,
    'keyHeads: got 3; expected a number that divides 8 heads',
  ],
  [
    (sd) => sd.headAlgebra({ modelDim: 2048 }),
    RangeError,
    'modelDim (with spectrum): got 2048; expected a whole number from 1 to 1024',
  ],
  [
    (sd) => sd.headAlgebra({ modelDim: 64, headDim: 5000 }),
    RangeError,
    'headDim (with spectrum): got 5000; expected a whole number from 1 to 4096',
  ],
  [(sd) => sd.headAlgebra({ thin: 1 }), TypeError, 'thin: got 1; expected true or false'],
  [(sd) => sd.headAlgebra({ thin: null }), TypeError, 'thin: got null; expected true or false'],
  [
    (sd) => sd.headAlgebra({ modelDim: 32768, headDim: 8, thin: true }),
    RangeError,
    'modelDim (with thin): got 32768; expected a whole number from 1 to 16384',
  ],
  [
    (sd) => sd.headAlgebra({ modelDim: 4096, heads: 4, thin: true }),
    RangeError,
    'headDim (with thin): got 1024; expected a whole number from 1 to 512',
  ],
  [
    (sd) => sd.headAlgebra({ modelDim: 0 }),
    RangeError,
    'modelDim: got 0; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.headAlgebra({ length: 1e9 }),
    RangeError,
    'length: got 1000000000; expected a whole number from 1 to 16777216',
  ],
  [
    (sd) => sd.headAlgebra({ spectrum: 'no' }),
    TypeError,
    'spectrum: got "no"; expected true or false',
  ],
  [
    (sd) => sd.headAlgebra({ wq: two }),
    TypeError,
    'wk: got undefined; expected a tensor, to go with wq',
  ],
  [
    (sd) => sd.headAlgebra({ wk: two }),
    TypeError,
    'wq: got undefined; expected a tensor, to go with wk',
  ],
  [
    (sd) => sd.headAlgebra({ wq: two, wk: zeros(2, 2) }),
    RangeError,
    'wk: shape [2, 2] does not match wq: shape [2, 1]; the shapes must be equal',
  ],
  [
    (sd) => sd.headAlgebra({ wq: two, wk: two, headDim: 3 }),
    RangeError,
    'wq: got the shape [2, 1]; expected [2, 3]',
  ],
  [
    (sd) => sd.headAlgebra({ wq: zeros(2, 0), wk: zeros(2, 0) }),
    RangeError,
    'wq: got the shape [2, 0]; expected [modelDim, headDim]',
  ],
  [
    (sd) => sd.headAlgebra({ wq: nan, wk: two }),
    RangeError,
    'wq.data[1]: got NaN; expected a number from -1000000000000000 to 1000000000000000',
  ],
  [
    (sd) => sd.headAlgebra({ wq: two, wk: { data: Float32Array.of(1e16, 0), shape: [2, 1] } }),
    RangeError,
    'wk.data[0]: got 10000000272564224; expected a number from -1000000000000000 to 1000000000000000',
  ],
];

refusesOnEveryVariant('matrices and cells', matrices);
refusesOnEveryVariant('the algebra of heads', algebra);

onEveryVariant('matrices that cannot be trusted', (engine) => {
  test('a matrix that shrinks before its cell is read is refused, whoever does it', () => {
    const left = { data: new Float32Array(12).fill(1), shape: [3, 4] };
    const detach = () => structuredClone(left.data.buffer, { transfer: [left.data.buffer] });
    const right = {
      get data() {
        detach();
        return b.data;
      },
      shape: b.shape,
    };
    expect(() => engine().productTerms(left, right, { row: 0, column: 0 })).toThrow(
      new TypeError(
        'left.data: got a Float32Array of length 0; expected a Float32Array that keeps its length',
      ),
    );
    const again = { data: new Float32Array(12).fill(1), shape: [3, 4] };
    const options = {
      get transposeRight() {
        structuredClone(again.data.buffer, { transfer: [again.data.buffer] });
        return false;
      },
    };
    expect(() => engine().matmul(again, b, options)).toThrow(/memory was transferred/);
    const two = engine().matmul(a, b);
    expect(two).toEqual(zeros(3, 5));
  });

  test('the numbers of the algebra that are checked are those that are computed with, whatever a getter does', () => {
    const withGetter = (/** @type {number} */ number) => {
      const wq = { data: Float32Array.of(1, 2), shape: [2, 1] };
      const wk = {
        get data() {
          wq.data.fill(number);
          return Float32Array.of(1, 0);
        },
        shape: [2, 1],
      };
      return engine().headAlgebra({ wq, wk }).singularValues?.[0];
    };
    expect(withGetter(3)).toBeCloseTo(Math.sqrt(18), 12);
    expect(() => withGetter(NaN)).toThrow(/^wq\.data\[0\]: got NaN; expected a number from /);
  });

  test('more than there is memory for is refused, and named', () => {
    const long = { data: new Float32Array(2 ** 17), shape: [2 ** 17, 1] };
    expect(() => engine().matmul(long, long, { transposeRight: true })).toThrow(
      /^matmul: needs \d{11} bytes of memory; expected a size that fits$/,
    );
  });
});
