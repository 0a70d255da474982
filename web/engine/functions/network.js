/** The layers of networks besides attention, for weights in the format of files. Checks, defaults and shapes. */

/** @import { CrossEntropy, CrossEntropyOptions, FileWeight, LinearOptions, NumberArray, PointwiseOptions, RelativeBiasOptions, RotaryTableOptions, Tensor, TensorLike } from '../types.js' */
/** @import { GeluOptions } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { constant } from '../border/constant.js';
import * as defaults from '../border/defaults.js';
import {
  arrayKind,
  checkChoice,
  checkNumber,
  checkObject,
  checkWholeNumbers,
  intactArray,
  isObject,
  transferred,
  trueLength,
  wrongType,
} from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkOptions, choice, flag, later, number } from '../border/option-table.js';
import {
  checkShape,
  checkTensor,
  checkTensorOfShape,
  describeShape,
  mismatch,
  sizeOf,
} from '../border/tensor.js';
import * as core from '../records/network.js';
import { checkRank, tensorsOf } from './functions.js';

// Weights -------------------------------------------------------------------------------------------

/**
 * The types of weights by their names in .safetensors: the number in src/files/tensor_file.h, and the bytes of one
 * value.
 */
const weightTypes = Object.freeze({ F32: [2, 4], F16: [0, 2], BF16: [1, 2] });
const typeNames = /** @type {(keyof typeof weightTypes)[]} */ (Object.keys(weightTypes));

/**
 * @typedef {object} Weight
 * @property {number} type
 * @property {Uint8Array} bytes
 * @property {number[]} shape
 */

/** @param {unknown} value @returns {value is FileWeight} */
const isFileWeight = (value) => isObject(value) && 'bytes' in value;

/** @param {string} name @param {unknown} value @returns {Weight} */
function checkWeight(name, value) {
  if (!isFileWeight(value)) {
    const { data, shape } = checkTensor(name, value);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, 4 * sizeOf(shape));
    return { type: weightTypes.F32[0], bytes, shape };
  }
  const { type, bytes, shape } = checkObject(name, value, ['type', 'bytes', 'shape']);
  const [number, width] = weightTypes[typeNames[checkChoice(`${name}.type`, type, typeNames)]];
  const sizes = checkShape(`${name}.shape`, shape);
  if (arrayKind(bytes) !== 'Uint8Array') throw wrongType(`${name}.bytes`, bytes, 'a Uint8Array');
  const own = intactArray(`${name}.bytes`, /** @type {Uint8Array} */ (bytes));
  const expected = width * sizeOf(sizes);
  if (own.length !== expected) {
    throw new RangeError(
      `${name}.bytes: got ${own.length} bytes; expected ${expected} for ${type} of the shape ${describeShape(sizes)}`,
    );
  }
  return { type: number, bytes: own, shape: sizes };
}

/**
 * @param {Memory} memory
 * @param {FileWeight} weight
 * @returns {Tensor}
 */
export function decodeWeight(memory, weight) {
  const { type, bytes, shape } = checkWeight('weight', weight);
  const count = sizeOf(shape);
  return tensorsOf(memory, 'decodeWeight', [shape], (numbers) =>
    core.decode(memory, { type, count, bytes, numbers }),
  )[0];
}

export const linearOptions = { transposed: flag(), bias: later(), add: later() };

/**
 * @param {string} name of the function
 * @param {TensorLike} x
 * @param {TensorLike | FileWeight} weight
 * @param {boolean} transposed
 */
export function checkLinear(name, x, weight, transposed) {
  const { data, shape } = checkRank('x', x, 1);
  const { type, bytes, shape: sizes } = checkWeight('weight', weight);
  if (sizes.length !== 2) {
    throw new RangeError(`weight: got the shape ${describeShape(sizes)}; expected two dimensions`);
  }
  const [inner, out] = transposed ? [sizes[1], sizes[0]] : sizes;
  if (shape[shape.length - 1] !== inner) {
    const rule = `its ${transposed ? 'last' : 'first'} dimension must be the last one of x`;
    throw mismatch('weight', sizes, 'x', shape, rule);
  }
  const rows = shape.slice(0, -1);
  return {
    x: data,
    shape,
    sizes,
    rows: sizeOf(rows),
    weight: { in: inner, out, transposed, type, bytes },
    result: checkShape(name, [...rows, out]),
  };
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {TensorLike | FileWeight} weight
 * @param {LinearOptions | undefined} options
 * @returns {Tensor}
 */
export function linear(memory, x, weight, options) {
  const given = checkOptions('linear', options, linearOptions);
  const { result, ...checked } = checkLinear('linear', x, weight, given.transposed);
  const bias =
    given.bias === undefined
      ? undefined
      : checkTensorOfShape('bias', given.bias, [checked.weight.out]);
  const add =
    given.add === undefined
      ? undefined
      : checkTensorOfShape('add', given.add, result, 'the result');
  return tensorsOf(memory, 'linear', [result], (y) =>
    core.linear(memory, {
      rows: checked.rows,
      x: checked.x,
      weight: checked.weight,
      bias: bias?.data,
      add: add?.data,
      y,
    }),
  )[0];
}

// Elementwise functions -----------------------------------------------------------------------------

/** In the order of PointActivation in src/network/pointwise.h. */
export const activations = constant(['none', 'relu', 'gelu', 'gelu-tanh', 'silu']);

export const pointwiseOptions = {
  activation: choice(activations, defaults.activation),
  gate: later(),
  scale: number(limits.float32, defaults.pointScale),
  add: later(),
};

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {PointwiseOptions | undefined} options
 * @returns {Tensor}
 */
export function pointwise(memory, x, options) {
  const given = checkOptions('pointwise', options, pointwiseOptions);
  const { activation, scale } = given;
  const { data, shape } = checkTensor('x', x);
  const same = (/** @type {'gate' | 'add'} */ name) =>
    given[name] === undefined ? undefined : checkTensorOfShape(name, given[name], shape, 'x');
  const [gate, add] = [same('gate'), same('add')];
  return tensorsOf(memory, 'pointwise', [shape], (y) =>
    core.pointwise(memory, {
      activation,
      scale,
      count: sizeOf(shape),
      x: data,
      gate: gate?.data,
      add: add?.data,
      y,
    }),
  )[0];
}

/**
 * @param {Memory} memory
 * @param {'relu' | 'gelu'} name
 * @param {TensorLike} x
 * @param {number} activation
 * @returns {Tensor}
 */
function activated(memory, name, x, activation) {
  const { data, shape } = checkTensor('x', x);
  return tensorsOf(memory, name, [shape], (y) =>
    core.pointwise(memory, {
      activation,
      scale: defaults.pointScale,
      count: sizeOf(shape),
      x: data,
      gate: undefined,
      add: undefined,
      y,
    }),
  )[0];
}

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 */
export const relu = (memory, x) => activated(memory, 'relu', x, activations.indexOf('relu'));

export const geluOptions = { approximate: choice(['none', 'tanh'], defaults.approximate) };

/** @param {'gelu' | 'geluGradient'} name @param {unknown} options @returns {number} index of the activation */
export const geluOf = (name, options) =>
  activations.indexOf('gelu') + checkOptions(name, options, geluOptions).approximate;

/**
 * @param {Memory} memory
 * @param {TensorLike} x
 * @param {GeluOptions | undefined} options
 */
export const gelu = (memory, x, options) => activated(memory, 'gelu', x, geluOf('gelu', options));

// Positions -----------------------------------------------------------------------------------------

/** In the order of RotaryStretch in src/network/positions.h. */
const stretches = ['none', 'linear', 'llama3'];

export const rotaryTableOptions = {
  positions: number(limits.positions),
  rotated: number(limits.dk),
  base: number(limits.rotaryBase, defaults.rotaryBase),
  stretch: choice(stretches, defaults.stretch),
  factor: number(limits.rotaryBase, defaults.stretchFactor),
  low: number(limits.float32, defaults.stretchLow),
  high: number(limits.float32, defaults.stretchHigh),
  original: number(limits.rotaryBase, defaults.stretchOriginal),
};

/**
 * @param {Memory} memory
 * @param {RotaryTableOptions} options
 * @returns {{cosine: Tensor, sine: Tensor}}
 */
export function rotaryTable(memory, options) {
  const table = checkOptions('rotaryTable', options, rotaryTableOptions);
  const { positions, rotated, low, high } = table;
  if (rotated % 2 !== 0) throw new RangeError(`rotated: got ${rotated}; expected an even number`);
  if (high <= low) throw new RangeError(`high: got ${high}; expected more than low, ${low}`);
  const shape = checkShape('rotaryTable', [positions, rotated / 2]);
  const [cosine, sine] = tensorsOf(memory, 'rotaryTable', [shape, shape], (cosine, sine) =>
    core.rotaryTable(memory, { ...table, cosine, sine }),
  );
  return { cosine, sine };
}

export const relativeBiasOptions = {
  queries: number(limits.positions),
  keys: number(limits.positions),
  maxDistance: later(defaults.maxDistance),
  bidirectional: flag(true),
};

/**
 * @param {Memory} memory
 * @param {TensorLike} table
 * @param {RelativeBiasOptions} options
 * @returns {Tensor}
 */
export function relativeBias(memory, table, options) {
  const given = checkOptions('relativeBias', options, relativeBiasOptions);
  const { queries, keys, bidirectional } = given;
  const { data, shape } = checkTensor('table', table);
  const least = bidirectional ? 4 : 2;
  if (shape.length !== 2 || shape[0] < least || shape[0] % least !== 0) {
    throw new RangeError(
      `table: got the shape ${describeShape(shape)}; expected [buckets, heads] with buckets a multiple of ${least}`,
    );
  }
  const [buckets, heads] = shape;
  const exact = buckets / least;
  const maxDistance = checkNumber('maxDistance', given.maxDistance, {
    min: exact + 1,
    max: limits.positions.max,
    whole: true,
  });
  const result = checkShape('relativeBias', [heads, queries, keys]);
  return tensorsOf(memory, 'relativeBias', [result], (to) =>
    core.relativeBias(memory, {
      queries,
      keys,
      buckets,
      heads,
      maxDistance,
      bidirectional,
      table: data,
      to,
    }),
  )[0];
}

// Words ---------------------------------------------------------------------------------------------

/**
 * The most logits passed to the core at once, unless a single row has more. WebAssembly's memory never shrinks, and all
 * logits may have 64 MiB.
 */
const mostLogits = 2 ** 20;

/** @param {unknown} value @param {number} rows @param {number} vocabulary @returns {Uint32Array} */
function checkLabels(value, rows, vocabulary) {
  const limit = { min: 0, max: vocabulary - 1, whole: true };
  return checkWholeNumbers('labels', value, limit, (count) => {
    if (count === rows) return;
    throw new RangeError(
      `labels: got ${count} labels; expected ${rows}, one for each row of logits`,
    );
  });
}

/** Checks the mean loss of earlier rows, which may be NaN or Infinity, and their number. @param {unknown} value */
function checkBefore(value) {
  if (value === undefined) return { sum: 0, rows: 0 };
  const { loss, rows } = checkObject('before', value, ['loss', 'rows']);
  if (typeof loss !== 'number') throw wrongType('before.loss', loss, 'a number');
  const count = checkNumber('before.rows', rows, { min: 1, max: 2 ** 31, whole: true });
  return { sum: loss * count, rows: count };
}

export const crossEntropyOptions = { before: later() };

/**
 * @param {Memory} memory
 * @param {TensorLike} logits
 * @param {readonly number[] | NumberArray} labels
 * @param {CrossEntropyOptions | undefined} options
 * @returns {CrossEntropy}
 */
export function crossEntropy(memory, logits, labels, options) {
  const { before } = checkOptions('crossEntropy', options, crossEntropyOptions);
  const { data, shape } = checkTensor('logits', logits);
  if (shape.length !== 2 || sizeOf(shape) === 0) {
    throw new RangeError(
      `logits: got the shape ${describeShape(shape)}; expected [L, vocabulary], both at least 1`,
    );
  }
  const [rows, vocabulary] = shape;
  const right = checkLabels(labels, rows, vocabulary);
  let loss = { ...checkBefore(before), mean: NaN, perplexity: NaN };
  // The labels may be getters that have transferred the logits.
  if (trueLength(data) < sizeOf(shape)) throw transferred('logits');
  const step = Math.max(1, Math.floor(mostLogits / vocabulary));
  for (let from = 0; from < rows; from += step) {
    const to = Math.min(rows, from + step);
    memory.begin('crossEntropy');
    loss = core.crossEntropy(memory, {
      ...{ before: loss, rows: to - from, vocabulary },
      logits: data.subarray(from * vocabulary, to * vocabulary),
      labels: right.subarray(from, to),
    });
  }
  return { loss: loss.mean, perplexity: loss.perplexity };
}
