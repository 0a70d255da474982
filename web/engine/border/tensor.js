/** Tensors: making them from nested arrays, and the checks of their shapes. */

/** @import { MaskInput, NestedNumbers, NumberArray, Tensor } from '../types.js' */

import {
  arrayKind,
  checkNumber,
  describe,
  firstLength,
  grown,
  intactArray,
  isCount,
  isList,
  isObject,
  isTypedArray,
  newArray,
  outOfMemory,
  trueLength,
  wrongType,
} from './checks.js';
import { limits } from './limits.js';

/** @param {readonly number[]} shape */
export const describeShape = (shape) => `[${shape.join(', ')}]`;

/** @param {readonly number[]} shape @returns {number} the number of elements in a tensor of that shape */
export function sizeOf(shape) {
  let size = 1;
  for (let axis = 0; axis < shape.length; ++axis) size *= shape[axis];
  return size;
}

/** @param {number} at a flat index @param {readonly number[]} shape @returns {number[]} the index along each axis */
export function placeOf(at, shape) {
  const place = [...shape];
  for (let axis = shape.length - 1; axis >= 0; --axis) {
    place[axis] = at % shape[axis];
    at = Math.floor(at / shape[axis]);
  }
  return place;
}

/** @param {readonly number[]} a @param {readonly number[]} b */
export function sameShape(a, b) {
  if (a.length !== b.length) return false;
  for (let axis = 0; axis < a.length; ++axis) if (a[axis] !== b[axis]) return false;
  return true;
}

/**
 * The error for two tensors whose shapes do not match.
 *
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {string} other
 * @param {readonly number[]} otherShape
 * @param {string} rule the rule that was broken
 */
export function mismatch(name, shape, other, otherShape, rule) {
  return new RangeError(
    `${name}: shape ${describeShape(shape)} does not match ${other}: shape ${describeShape(otherShape)}; ${rule}`,
  );
}

/** Most axes of a tensor that a caller made: more than anyone uses, and few enough to check each. */
const mostAxes = 64;

/**
 * @param {string} name
 * @param {unknown} shape
 * @param {string} [part] appended to the name in errors
 * @returns {number[]} a copy, which the caller cannot change
 */
export function checkShape(name, shape, part = '') {
  if (!isList(shape)) throw wrongType(`${name}${part}`, shape, 'an array of whole numbers');
  const axes = shape.length;
  if (!isCount(axes, mostAxes)) {
    const got = `${describe(axes)} dimensions`;
    throw new RangeError(`${name}${part}: got ${got}; expected at most ${mostAxes}`);
  }
  /** @type {number[]} */
  const own = new Array(axes); // push() would reserve room for 17
  let empty = false;
  for (let axis = 0; axis < axes; ++axis) {
    const length = shape[axis];
    if (!(Number.isInteger(length) && length >= 0 && length <= limits.length.max)) {
      checkNumber(`${name}${part}[${axis}]`, length, limits.length);
    }
    own[axis] = length;
    if (length === 0) empty = true;
  }
  if (empty) checkEmpty(`${name}${part}`, own);
  return own;
}

/** @param {string} name @param {readonly number[]} shape of a tensor without numbers */
function checkEmpty(name, shape) {
  const others = sizeOf(shape.filter((length) => length > 0));
  if (others > limits.empty.max) {
    throw new RangeError(
      `${name}: got ${describeShape(shape)}; expected at most ${limits.empty.max} as the product of the dimensions that are not 0`,
    );
  }
}

/** @param {string} name @param {number} count @param {readonly number[]} shape @param {string} [part] as above */
function checkSize(name, count, shape, part = '') {
  const size = sizeOf(shape);
  if (count !== size) {
    throw new RangeError(
      `${name}${part}: got ${count} numbers; expected ${size} for the shape ${describeShape(shape)}`,
    );
  }
}

/** @param {unknown} value @returns {value is NumberArray} */
const isNumberArray = (value) => isTypedArray(value) && !arrayKind(value)?.startsWith('Big');

/** @param {unknown} value @returns {value is Float32Array} */
const isFloat32Array = (value) => arrayKind(value) === 'Float32Array';

/**
 * @template {NumberArray} A
 * @param {string} name of the tensor
 * @param {A} data
 * @param {readonly number[]} shape
 * @returns {A} a view of the current length, so that shrinking its buffer before the copy is detected
 */
function checkData(name, data, shape) {
  const plain = intactArray(name, data, '.data'); // its getters may have changed it
  checkSize(name, trueLength(plain), shape, '.data');
  return plain;
}

/**
 * @param {string} name
 * @param {unknown} value a tensor, or an argument of tensor()
 * @returns {Tensor}
 */
export function checkTensor(name, value) {
  const { data, shape } = isTensor(value) ? value : nested(name, value, 'Float32Array');
  if (!isFloat32Array(data)) throw wrongType(`${name}.data`, data, 'a Float32Array');
  const checked = checkShape(name, shape, '.shape');
  return { data: checkData(name, data, checked), shape: checked };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {MaskInput} a tensor with numbers of any type
 */
export function checkMaskTensor(name, value) {
  const { data, shape, dtype } = isTensor(value) ? value : nested(name, value, 'typed array');
  if (!isNumberArray(data)) throw wrongType(`${name}.data`, data, 'a typed array of numbers');
  const checked = checkShape(name, shape, '.shape');
  return {
    data: checkData(name, data, checked),
    shape: checked,
    ...(dtype === 'bool' && { dtype }),
  };
}

/** @param {unknown} value @returns {value is {data: unknown, shape: unknown, dtype?: unknown}} */
const isTensor = (value) => isObject(value) && 'data' in value && 'shape' in value;

/** @type {(name: string, value: unknown, data: string) => Tensor} data: the type of a tensor's data */
function nested(name, value, data) {
  if (isNumberArray(value) || isList(value)) return tensorOf(name, value);
  throw wrongType(name, value, `a tensor {data: ${data}, shape} or a nested array of numbers`);
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly number[]} shape the required shape
 * @param {string} [other] the argument that has this shape
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
 * Checks a target for results: the caller's own array, which is also returned.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {readonly number[]} shape the required shape
 */
export function checkTarget(name, value, shape) {
  if (!isTensor(value)) throw wrongType(name, value, 'a tensor {data: Float32Array, shape}');
  const { data, shape: own } = value;
  checkTensorOfShape(name, { data, shape: own }, shape);
  return /** @type {Float32Array} */ (data);
}

/**
 * Returns the strides that broadcast a shape to another by NumPy's rules: 0 along broadcast axes.
 *
 * @param {readonly number[]} shape
 * @param {readonly number[]} target
 * @returns {number[] | null} one for each axis of target; null if the shape does not broadcast to it
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
 * Creates a tensor from a nested array of numbers, of booleans (1 and 0) or of typed arrays, or from a typed array. A
 * Float32Array is not copied. If all are booleans, the dtype is 'bool', for masks. A Uint8Array has numbers.
 *
 * @param {NestedNumbers | NumberArray} numbers in the shape of the tensor, or in row-major order
 * @param {readonly number[]} [shape] by default that of the nest; else as many numbers in row-major order
 * @returns {Tensor} of that shape
 */
export function tensor(numbers, shape) {
  const wanted = shape === undefined ? undefined : checkShape('shape', shape);
  const made = tensorOf('tensor', numbers);
  if (!wanted) return made;
  checkSize('tensor', sizeOf(made.shape), wanted);
  return { ...made, shape: wanted };
}

/** @type {(name: string, numbers: unknown) => Tensor} */
export const tensorOf = (name, numbers) =>
  isNumberArray(numbers) ? ofArray(name, numbers) : flatten(name, numbers);

/** @param {string} name @param {NumberArray} numbers @returns {Tensor} */
function ofArray(name, numbers) {
  const plain = intactArray(name, numbers);
  const shape = [plain.length];
  if (isFloat32Array(numbers)) return { data: numbers, shape };
  const data = newArray(name, plain.length, Float32Array);
  data.set(plain);
  return { data, shape };
}

/** @param {string} tensor its name @param {unknown} nest @returns {Tensor} */
function flatten(tensor, nest) {
  if (!isList(nest)) {
    throw wrongType(
      tensor,
      nest,
      'a nested array of numbers or booleans, or a typed array of numbers',
    );
  }
  /** @type {number[]} */
  const shape = [];
  /** @type {unknown} */
  let level = nest;
  for (; isList(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > limits.rank.max) {
      throw new RangeError(
        `${tensor}: got a deeper nest; expected at most ${limits.rank.max} dimensions`,
      );
    }
  }
  if (isNumberArray(level)) shape.push(trueLength(level));
  // Allocates no more than the elements seen so far justify. A stated length cannot be trusted.
  const size = sizeOf(shape);
  if (size === 0) checkEmpty(tensor, shape);
  if (size > most) throw outOfMemory(tensor, 4 * size);
  let data = newArray(tensor, Math.min(size, firstLength), Float32Array);
  const place = shape.map(() => 0);
  const name = (/** @type {number} */ depth) =>
    [tensor, ...place.slice(0, depth).map((index) => `[${index}]`)].join('');
  let next = 0;
  let booleans = 0;
  /** @param {unknown} level @param {number} depth */
  const read = (level, depth) => {
    if (depth === shape.length) {
      if (typeof level !== 'number' && typeof level !== 'boolean') {
        throw wrongType(name(depth), level, 'a number or boolean');
      }
      if (next === data.length) data = grown(tensor, data, size);
      if (typeof level === 'boolean') booleans += 1;
      data[next++] = Number(level);
      return;
    }
    const length = shape[depth];
    if (depth === shape.length - 1 && isNumberArray(level) && trueLength(level) === length) {
      while (next + length > data.length) data = grown(tensor, data, size);
      data.set(intactArray(name(depth), level), next);
      next += length;
      return;
    }
    if (!isList(level) || level.length !== length) {
      throw new RangeError(
        `${name(depth)}: got ${describe(level)}; expected an array of length ${length}, as the first at this depth`,
      );
    }
    for (let index = 0; index < length; ++index) {
      place[depth] = index;
      read(level[index], depth + 1);
    }
  };
  read(nest, 0);
  return { data, shape, ...(next > 0 && booleans === next && { dtype: 'bool' }) };
}

/** The most numbers that fit into the memory of an engine, 4 GiB. */
const most = 2 ** 30;
