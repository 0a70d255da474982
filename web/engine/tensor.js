/** Tensors: making them from nested arrays, and the checks of their shapes. */

/** @import { MaskInput, NumberArray, Tensor } from './types.js' */

import { checkNumber, describe, isTypedArray, wrongType } from './checks.js';
import { limits } from './limits.js';

/** @param {readonly number[]} shape */
export const describeShape = (shape) => `[${shape.join(', ')}]`;

/** @param {readonly number[]} shape @returns {number} how many numbers a tensor of that shape has */
export function sizeOf(shape) {
  let size = 1;
  for (let axis = 0; axis < shape.length; ++axis) size *= shape[axis];
  return size;
}

/** @param {readonly number[]} a @param {readonly number[]} b */
export function sameShape(a, b) {
  if (a.length !== b.length) return false;
  for (let axis = 0; axis < a.length; ++axis) if (a[axis] !== b[axis]) return false;
  return true;
}

/**
 * The refusal of two tensors that do not fit.
 *
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {string} other
 * @param {readonly number[]} otherShape
 * @param {string} rule what had to hold
 */
export function mismatch(name, shape, other, otherShape, rule) {
  return new RangeError(
    `${name}: shape ${describeShape(shape)} does not match ${other}: shape ${describeShape(otherShape)}; ${rule}`,
  );
}

/** @param {string} name @param {unknown} shape @returns {readonly number[]} */
function checkShape(name, shape) {
  if (!Array.isArray(shape)) throw wrongType(name, shape, 'an array of whole numbers');
  for (let axis = 0; axis < shape.length; ++axis) {
    const length = shape[axis];
    if (!(Number.isInteger(length) && length >= 0 && length <= limits.length.max)) {
      checkNumber(`${name}[${axis}]`, length, limits.length);
    }
  }
  return shape;
}

/** @param {string} name @param {number} count @param {readonly number[]} shape */
function checkSize(name, count, shape) {
  const size = sizeOf(shape);
  if (count !== size) {
    throw new RangeError(
      `${name}: got ${count} numbers; expected ${size} for the shape ${describeShape(shape)}`,
    );
  }
}

/** @param {unknown} value @returns {value is NumberArray} */
const isNumberArray = (value) =>
  isTypedArray(value) && !/^Big/.test(/** @type {string} */ (value[Symbol.toStringTag]));

/** @param {unknown} value possibly of another window @returns {value is Float32Array} */
const isFloat32Array = (value) =>
  value instanceof Float32Array ||
  (isTypedArray(value) && value[Symbol.toStringTag] === 'Float32Array');

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {Tensor}
 */
export function checkTensor(name, value) {
  const { data, shape } = openTensor(name, value, 'Float32Array');
  if (!isFloat32Array(data)) throw wrongType(`${name}.data`, data, 'a Float32Array');
  const checked = /** @type {number[]} */ (checkShape(`${name}.shape`, shape));
  checkSize(`${name}.data`, data.length, checked);
  return { data, shape: checked };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {MaskInput} a tensor with numbers of any type
 */
export function checkMaskTensor(name, value) {
  const { data, shape } = openTensor(name, value, 'typed array');
  if (!isNumberArray(data)) throw wrongType(`${name}.data`, data, 'a typed array of numbers');
  const checked = checkShape(`${name}.shape`, shape);
  checkSize(`${name}.data`, data.length, checked);
  return { data, shape: checked };
}

/** @param {string} name @param {unknown} value @param {string} data */
function openTensor(name, value, data) {
  if (typeof value !== 'object' || value === null || !('data' in value && 'shape' in value)) {
    throw wrongType(name, value, `a tensor {data: ${data}, shape}`);
  }
  return value;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly number[]} shape that it must have
 * @param {string} [other] whose shape that is
 * @param {readonly number[]} [otherShape]
 */
export function checkTensorOfShape(name, value, shape, other, otherShape = shape) {
  const tensor = checkTensor(name, value);
  if (!sameShape(tensor.shape, shape)) {
    throw other === undefined
      ? new RangeError(
          `${name}: got the shape ${describeShape(tensor.shape)}; expected ${describeShape(shape)}`,
        )
      : mismatch(name, tensor.shape, other, otherShape, `expected ${describeShape(shape)}`);
  }
  return tensor;
}

/**
 * Strides that broadcast a shape to another by NumPy's rules: 0 along the axes it does not have.
 *
 * @param {readonly number[]} shape
 * @param {readonly number[]} target
 * @returns {number[] | null} as many as target has axes; null when the shape does not broadcast to it
 */
export function broadcastStrides(shape, target) {
  const missing = target.length - shape.length;
  if (missing < 0) return null;
  const strides = new Array(target.length).fill(0);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; --axis) {
    const length = shape[axis];
    if (length !== 1) {
      if (length !== target[missing + axis]) return null;
      strides[missing + axis] = stride;
    }
    stride *= length;
  }
  return strides;
}

// tensor() ------------------------------------------------------------------------------------------

/**
 * A tensor from a nested array of numbers or booleans (1 and 0), or from a typed array. A
 * Float32Array is not copied.
 *
 * @param {import('./types.js').NestedNumbers | NumberArray} numbers
 * @param {readonly number[]} [shape] by default that of the nest; else as many numbers in row-major order
 * @returns {Tensor}
 */
export function tensor(numbers, shape) {
  const wanted = shape === undefined ? undefined : [...checkShape('shape', shape)];
  const { data, shape: own } = isNumberArray(numbers)
    ? {
        data: isFloat32Array(numbers) ? numbers : Float32Array.from(numbers),
        shape: [numbers.length],
      }
    : flatten(numbers);
  if (wanted) checkSize('tensor', data.length, wanted);
  return { data, shape: wanted ?? own };
}

/** @param {unknown} nest */
function flatten(nest) {
  if (!Array.isArray(nest)) {
    throw wrongType(
      'tensor',
      nest,
      'a nested array of numbers or booleans, or a typed array of numbers',
    );
  }
  /** @type {number[]} */
  const shape = [];
  for (let level = nest; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > limits.rank.max) {
      throw new RangeError(
        `tensor: got a deeper nest; expected at most ${limits.rank.max} dimensions`,
      );
    }
  }
  const data = new Float32Array(sizeOf(shape));
  let next = 0;
  /** @param {unknown} level @param {number[]} place */
  const read = (level, place) => {
    const name = `tensor${place.map((index) => `[${index}]`).join('')}`;
    if (place.length === shape.length) {
      if (typeof level !== 'number' && typeof level !== 'boolean') {
        throw wrongType(name, level, 'a number or boolean');
      }
      data[next++] = Number(level);
      return;
    }
    const length = shape[place.length];
    if (!Array.isArray(level) || level.length !== length) {
      throw new RangeError(
        `${name}: got ${describe(level)}; expected an array of length ${length}, as the first at this depth`,
      );
    }
    for (let index = 0; index < length; ++index) read(level[index], [...place, index]);
  };
  read(nest, []);
  return { data, shape };
}
