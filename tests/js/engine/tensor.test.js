// tensor(): the data it accepts and the data it refuses.
import { expect, test } from '@jest/globals';
import { tensor } from '../../../web/engine/index.js';
import { expectRefusal } from './refusals.js';

/** @import { Refusal } from './refusals.js' */

test('tensor() takes nests of numbers and booleans, and typed arrays', () => {
  expect(tensor([1, 2.5, -Infinity])).toEqual({
    data: new Float32Array([1, 2.5, -Infinity]),
    shape: [3],
  });
  expect(tensor([[[true], [false]]])).toEqual({
    data: new Float32Array([1, 0]),
    shape: [1, 2, 1],
    dtype: 'bool',
  });
  expect(tensor([])).toEqual({ data: new Float32Array(0), shape: [0] });
  expect(tensor([[], []])).toEqual({ data: new Float32Array(0), shape: [2, 0] });
  expect(tensor([1, 2, 3, 4], [2, 2])).toEqual(
    tensor([
      [1, 2],
      [3, 4],
    ]),
  );
  expect(tensor(new Uint8Array([0, 255]))).toEqual({
    data: new Float32Array([0, 255]),
    shape: [2],
  });
  expect(tensor(new Float64Array([1, 2]), [1, 2, 1]).shape).toEqual([1, 2, 1]);
});

test('tensor() does not copy a Float32Array, and keeps a shape of its own', () => {
  const data = new Float32Array(6);
  const shape = [2, 3];
  const made = tensor(data, shape);
  expect(made.data).toBe(data);
  shape.push(1);
  expect(made.shape).toEqual([2, 3]);
});

/** For calls with arguments that the types forbid. @type {any} */
const make = tensor;
/** @type {unknown[]} */
const loop = [];
loop[0] = loop;

/** Makes a list with a false length. @param {number} length @param {number} first */
function longList(length, first) {
  const list = [first];
  list.length = length;
  return list;
}

/** @type {Refusal[]} */
const refusedTensors = [
  [
    () => make([[1, 2], [3]]),
    RangeError,
    'tensor[1]: got an array of length 1; expected an array of length 2, as the first at this depth',
  ],
  [
    () =>
      make([
        [[1], [2]],
        [[3], 4],
      ]),
    RangeError,
    'tensor[1][1]: got 4; expected an array of length 1, as the first at this depth',
  ],
  [
    () => make([1, [2]]),
    TypeError,
    'tensor[1]: got an array of length 1; expected a number or boolean',
  ],
  [() => make([[1, '2']]), TypeError, 'tensor[0][1]: got "2"; expected a number or boolean'],
  [
    () => make(longList(2 ** 30, 1)),
    TypeError,
    'tensor[1]: got undefined; expected a number or boolean',
  ],
  [
    () => make(longList(4e9, 1)),
    RangeError,
    'tensor: needs 16000000000 bytes of memory; expected a size that fits',
  ],
  [
    () => make(5),
    TypeError,
    'tensor: got 5; expected a nested array of numbers or booleans, or a typed array of numbers',
  ],
  [
    () => make(new BigInt64Array(2)),
    TypeError,
    'tensor: got a BigInt64Array of length 2; expected a nested array of numbers or booleans, or a typed array of numbers',
  ],
  [() => make(loop), RangeError, 'tensor: got a deeper nest; expected at most 16 dimensions'],
  [
    () => make([1, 2, 3], [2, 2]),
    RangeError,
    'tensor: got 3 numbers; expected 4 for the shape [2, 2]',
  ],
  [
    () => make([1], [-1]),
    RangeError,
    'shape[0]: got -1; expected a whole number from 0 to 2147483647',
  ],
  [() => make([1], 1), TypeError, 'shape: got 1; expected an array of whole numbers'],
];

test.each(refusedTensors)('%s', (call, kind, message) =>
  expectRefusal(() => call(null), kind, message),
);
