/**
 * Shared by the adapters: reads, checks and rearranges tensors in the formats of other libraries. Copies and converts
 * only, without arithmetic of its own.
 */

/** @import { Engine } from '../engine.js' */
/** @import { Floats, Kind, Read } from './types.js' */

import {
  arrayKind,
  describe,
  intactArray,
  isList,
  isObject,
  isTypedArray,
  newArray,
  trueLength,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import {
  broadcastStrides,
  checkShape as checkDimensions,
  describeShape,
  sameShape,
  sizeOf,
  tensorOf,
} from '../border/tensor.js';

/**
 * @typedef {Float32Array | Uint16Array | Uint8Array | BigInt64Array} Numbers
 */

/**
 * The engine's methods that the adapters call. They identify an engine, which may be of another copy of the package.
 */
const methods = [
  ...['attention', 'multiHeadAttention', 'softmax', 'logSoftmax'],
  ...['layerNorm', 'rmsNorm', 'rotaryEmbedding', 'run'],
];

/** @param {unknown} sd @returns {sd is Engine} */
const isEngine = (sd) =>
  isObject(sd) && isObject(sd.engine) && methods.every((name) => isFunction(sd[name]));

/** @param {unknown} sd @returns {Engine} */
export function checkEngine(sd) {
  if (isEngine(sd)) return sd;
  throw wrongType('sd', sd, 'the engine that load() gives');
}

/** @param {unknown} value */
const isFunction = (value) => typeof value === 'function';

/** @param {string} name what needs the memory @param {number} count */
const newFloats = (name, count) => newArray(name, count, Float32Array);

/** @param {number} bits of an IEEE 754 binary16 number */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** @type {Record<string, Kind>} */
const kinds = {
  ...{ float32: 'float', float16: 'float', bfloat16: 'float', float64: 'float', bool: 'bool' },
  ...{ int8: 'int', int16: 'int', int32: 'int', int64: 'int' },
  ...{ uint8: 'int', uint16: 'int', uint32: 'int', uint64: 'int' },
};
// The types that each array may hold. The first is the default for a tensor without dtype, and null requires a dtype. A
// tensor of a file has float32 numbers, and its dtype is the type in the file.
/** @type {Record<string, readonly unknown[]>} */
const holds = {
  Float32Array: Object.keys(kinds),
  Float16Array: ['float16'],
  Uint16Array: [null, 'float16'],
  Uint8Array: ['bool'],
  BigInt64Array: ['int64'],
  Int32Array: ['int32', 'int64'],
};
/** The kind of numbers in an array without dtype. @param {string} array */
const kindOf = (array) => kinds[String(holds[array]?.[0])];
const words = {
  float: 'a tensor of float32 (Float32Array) or float16 (Uint16Array with dtype "float16")',
  bool: 'a tensor of bool (Uint8Array)',
  int: 'a tensor of int64 (BigInt64Array)',
};

/** @typedef {{data?: unknown, shape?: unknown, dtype?: unknown}} Given  what may be a tensor */

/** Whether all rows of a nest are Uint8Arrays. @type {(nest: unknown, shape: readonly number[]) => boolean} */
function isOfBytes(nest, [length, ...inner]) {
  if (inner.length === 0) return arrayKind(nest) === 'Uint8Array';
  if (!isList(nest)) return false;
  for (let i = 0; i < length; ++i) if (!isOfBytes(nest[i], inner)) return false;
  return true;
}

/**
 * @param {string} name
 * @param {Given} value a tensor, a nested array or a typed array
 * @param {readonly Kind[]} allowed
 * @returns {Given}
 */
function opened(name, value, allowed) {
  const array = arrayKind(value) ?? '';
  const isKept = array.startsWith('Big') || allowed.includes(kindOf(array));
  if (isTypedArray(value) && isKept) return { data: value, shape: [trueLength(value)] };
  if (!array && !isList(value)) return value;
  const made = tensorOf(name, value);
  if (allowed.includes('bool') && isOfBytes(value, made.shape)) return { ...made, dtype: 'bool' };
  if (!allowed.includes('int')) return made;
  const broken = made.data.find((number) => !Number.isInteger(number));
  if (broken !== undefined) throw wrongValue(name, broken, 'whole numbers');
  return { ...made, data: BigInt64Array.from(made.data, BigInt) };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly Kind[]} allowed
 * @returns {{numbers: Numbers, shape: number[], kind: Kind, array: string}}
 */
function checkTensor(name, value, allowed) {
  const expected = allowed.map((kind) => words[kind]).join(' or ');
  if (!isObject(value)) throw wrongType(name, value, expected);
  const { data, shape, dtype } = opened(name, value, allowed);
  const array = arrayKind(data);
  const types = array && holds[array];
  if (!types) throw wrongType(`${name}.data`, data, `the typed array of ${expected}`);
  const type = dtype === undefined ? types[0] : dtype;
  if (type === null || !types.includes(type)) {
    throw new TypeError(
      `${name}: got a ${array} with dtype ${describe(dtype)}; expected ${expected}`,
    );
  }
  const kind = kinds[String(type)];
  if (!allowed.includes(kind)) throw new TypeError(`${name}: got ${type}; expected ${expected}`);
  const own = checkDimensions(`${name}.shape`, shape);
  // Read last, because the tensor's getters may have changed its data.
  const numbers = intactArray(`${name}.data`, /** @type {any} */ (data));
  if (numbers.length !== sizeOf(own)) {
    throw new RangeError(
      `${name}: got ${numbers.length} numbers for shape ${describeShape(own)}; expected ${sizeOf(own)}`,
    );
  }
  return { numbers, shape: own, kind, array };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {readonly Kind[]} allowed
 * @returns {Read} float32 data, in the caller's own memory if it was float32
 */
export function readTensor(name, value, allowed = ['float']) {
  const { numbers, shape, kind, array } = checkTensor(name, value, allowed);
  if (array === 'Float32Array') return { data: /** @type {Float32Array} */ (numbers), shape, kind };
  const data = newFloats(name, sizeOf(shape));
  const convert = array === 'Uint16Array' ? fromHalf : Number;
  for (let i = 0; i < data.length; ++i) data[i] = convert(Number(numbers[i]));
  return { data, shape, kind };
}

/**
 * @param {string} name
 * @param {unknown} value a tensor of whole numbers
 * @param {readonly number[]} shape the required shape
 * @param {number} max
 * @returns {number[]} its numbers, from 0 to max
 */
export function readIndices(name, value, shape, max) {
  const tensor = checkTensor(name, value, ['int']);
  checkShape(name, tensor, shape);
  const { length } = tensor.numbers;
  return Array.from({ length }, (_, i) => {
    const index = tensor.numbers[i]; // by index, because its iterator may not end
    const isWhole = typeof index === 'bigint' || Number.isInteger(index);
    if (isWhole && index >= 0 && index <= max) return Number(index);
    throw wrongValue(`${name}[${i}]`, index, `a whole number from 0 to ${max}`);
  });
}

/**
 * @param {string} name
 * @param {unknown} value undefined or null for an optional tensor that is left out
 * @param {readonly Kind[]} [allowed]
 * @returns {Read | undefined}
 */
export const readOptional = (name, value, allowed) =>
  value === undefined || value === null ? undefined : readTensor(name, value, allowed);

/** @param {string} name @param {Floats} tensor @param {readonly number[]} ranks */
export function checkRank(name, { shape }, ranks) {
  if (!ranks.includes(shape.length)) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(shape)}; expected ${ranks.join(', ').replace(/, (\d)$/, ' or $1')} axes`,
    );
  }
}

/**
 * @param {string} name
 * @param {{shape: readonly number[]}} tensor
 * @param {readonly number[]} shape the required shape
 * @param {string} [meaning] meaning of the axes
 */
export function checkShape(name, tensor, shape, meaning) {
  if (sameShape(tensor.shape, shape)) return;
  const why = meaning ? `, ${meaning}` : '';
  throw new RangeError(
    `${name}: got the shape ${describeShape(tensor.shape)}; expected ${describeShape(shape)}${why}`,
  );
}

/** @param {string} name @param {Floats} tensor @param {readonly number[]} shape */
export function checkBroadcast(name, tensor, shape) {
  if (!broadcastStrides(tensor.shape, shape)) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(tensor.shape)}; expected one that can be broadcast to ${describeShape(shape)}`,
    );
  }
}

/** @param {readonly number[]} shape of a row-major tensor */
function stridesOf(shape) {
  const strides = shape.map(() => 1);
  for (let axis = shape.length - 2; axis >= 0; --axis) {
    strides[axis] = strides[axis + 1] * shape[axis + 1];
  }
  return strides;
}

/**
 * @param {Float32Array} from
 * @param {number[]} shape shape of the result
 * @param {readonly number[]} strides strides in from, one for each axis of shape; 0 repeats
 * @returns {Floats}
 */
function gather(from, shape, strides) {
  const data = newFloats(`shape ${describeShape(shape)}`, sizeOf(shape));
  const last = shape.length - 1;
  let to = 0;
  /** @param {number} start */
  const copyRow = (start) => {
    if (strides[last] === 1) data.set(from.subarray(start, start + shape[last]), to);
    else for (let i = 0; i < shape[last]; ++i) data[to + i] = from[start + i * strides[last]];
    to += shape[last];
  };
  /** @param {number} axis @param {number} start */
  const visit = (axis, start) => {
    if (axis >= last) copyRow(start);
    else for (let i = 0; i < shape[axis]; ++i) visit(axis + 1, start + i * strides[axis]);
  };
  if (last < 0) data.set(from);
  else if (data.length > 0) visit(0, 0);
  return { data, shape };
}

/** @param {Floats} tensor @param {readonly number[]} order its axes in their new order */
export function permuted({ data, shape }, order) {
  const strides = stridesOf(shape);
  return gather(
    data,
    order.map((axis) => shape[axis]),
    order.map((axis) => strides[axis]),
  );
}

/** @param {Floats} tensor @param {number[]} shape the shape to broadcast it to */
export function expanded(tensor, shape) {
  if (sameShape(tensor.shape, shape)) return tensor;
  const strides = /** @type {number[]} */ (broadcastStrides(tensor.shape, shape));
  return gather(tensor.data, shape, strides);
}

/** @param {Floats} tensor @param {number[]} shape a shape with the same number of elements */
export const reshaped = ({ data }, shape) => ({ data, shape });

/**
 * @param {Floats} a [..., rows, width]
 * @param {Floats} b [..., more rows, width]
 * @returns {Floats} a's rows before b's
 */
export function joined(a, b) {
  const axis = a.shape.length - 2;
  const shape = a.shape.with(axis, a.shape[axis] + b.shape[axis]);
  const data = newFloats(`shape ${describeShape(shape)}`, sizeOf(shape));
  const sizes = [a, b].map((tensor) => sizeOf(tensor.shape.slice(axis)));
  for (let block = 0, to = 0; to < data.length; ++block) {
    [a, b].forEach((tensor, i) => {
      data.set(tensor.data.subarray(block * sizes[i], (block + 1) * sizes[i]), to);
      to += sizes[i];
    });
  }
  return { data, shape };
}

/**
 * @param {Floats} tensor
 * @param {number} length the new length of its last axis
 * @param {number} filler
 * @returns {Floats}
 */
export function padded(tensor, length, filler) {
  const width = tensor.shape[tensor.shape.length - 1];
  if (width === length) return tensor;
  const shape = tensor.shape.with(-1, length);
  const data = newFloats(`shape ${describeShape(shape)}`, sizeOf(shape)).fill(filler);
  for (let from = 0, to = 0; from < tensor.data.length; from += width, to += length) {
    data.set(tensor.data.subarray(from, from + width), to);
  }
  return { data, shape };
}

/** @param {Floats} tensor @param {number} length the new length of its last axis; the rest is dropped @returns {Floats} */
export function cut({ data, shape }, length) {
  if (shape[shape.length - 1] === length) return { data, shape };
  return gather(data, shape.with(-1, length), stridesOf(shape));
}

/**
 * The gradient of a tensor that was broadcast: sums it over the axes along which the tensor was repeated.
 *
 * @param {Engine} engine computes the sums
 * @param {Floats} gradient
 * @param {readonly number[]} shape of the tensor, which can be broadcast to that of its gradient
 * @returns {Floats}
 */
export function summed(engine, gradient, shape) {
  const { length } = gradient.shape;
  const isRepeated = gradient.shape.map((size, axis) => {
    const own = shape[axis - length + shape.length] ?? 1;
    return own !== size;
  });
  if (!isRepeated.includes(true)) return reshaped(gradient, [...shape]);
  const axes = isRepeated.map((_, axis) => axis);
  const repeated = axes.filter((axis) => isRepeated[axis]);
  const order = [...repeated, ...axes.filter((axis) => !isRepeated[axis])];
  const times = sizeOf(repeated.map((axis) => gradient.shape[axis]));
  const ones = { data: newFloats('ones', times).fill(1), shape: [1, times] };
  const { data } = permuted(gradient, order);
  const sums = engine.matmul(ones, { data, shape: [times, sizeOf(shape)] });
  return reshaped(sums, [...shape]);
}

/**
 * Returns the shape that all of these can be broadcast to, aligned at the last axis.
 *
 * @param {readonly (readonly number[])[]} shapes
 * @returns {number[] | undefined} undefined if there is none
 */
export function commonShape(shapes) {
  const rank = Math.max(...shapes.map(({ length }) => length));
  const common = Array.from({ length: rank }, (_, axis) => {
    const sizes = shapes.map((shape) => shape[axis - rank + shape.length] ?? 1);
    return sizes.find((size) => size !== 1) ?? 1;
  });
  return shapes.every((shape) => broadcastStrides(shape, common)) ? common : undefined;
}

/** @param {Floats} tensor of rows @param {number} first @param {number} last not included */
export function rowsOf({ data, shape }, first, last) {
  const width = sizeOf(shape.slice(1));
  return {
    data: data.subarray(first * width, last * width),
    shape: shape.with(0, last - first),
  };
}
