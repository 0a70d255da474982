/**
 * The functions around attention: softmax, normalisation, rotary embedding. Checks, defaults and
 * shapes; the order of the numbers is that of src/bindings/functions.cpp.
 */

/** @import { LayerNormGradient, LayerNormResult, RmsNormGradient, RmsNormResult, Tensor } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkNumber, checkObject, checkWholeNumbers, wrongType } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { checkTensor, checkTensorOfShape, describeShape, sizeOf } from '../border/tensor.js';

/**
 * Leaves what a call computes in the places that `write` lays out, and copies those out.
 *
 * @param {Memory} memory
 * @param {string} name
 * @param {() => boolean} core
 * @param {(memory: Memory) => void} write the numbers and inputs
 * @param {readonly (readonly number[] | null)[]} shapes of the results; null: not wanted
 * @returns {Tensor[]} those that are wanted
 */
export function compute(memory, name, core, write, shapes) {
  memory.begin(name);
  write(memory);
  const places = shapes.map((shape) => memory.result(shape ? sizeOf(shape) : 0, shape !== null));
  memory.call(core);
  const tensors = [];
  for (let i = 0; i < shapes.length; ++i) {
    const shape = shapes[i];
    if (shape) tensors.push({ data: memory.take(places[i], sizeOf(shape)), shape: [...shape] });
  }
  return tensors;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} rank
 */
export function checkRank(name, value, rank) {
  const tensor = checkTensor(name, value);
  if (tensor.shape.length < rank) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(tensor.shape)}; expected at least ${rank} dimension${rank > 1 ? 's' : ''}`,
    );
  }
  return tensor;
}

/** @param {unknown} axis @param {number} rank @returns {number} counted from the first */
function checkAxis(axis, rank) {
  const number = checkNumber('axis', axis, { min: -rank, max: rank - 1, whole: true });
  return number < 0 ? number + rank : number;
}

// Softmax -------------------------------------------------------------------------------------------

/** @param {readonly number[]} shape @param {number} axis @returns {[number, number, number]} */
const aroundAxis = (shape, axis) => [
  sizeOf(shape.slice(0, axis)),
  shape[axis],
  sizeOf(shape.slice(axis + 1)),
];

/**
 * @param {Memory} memory
 * @param {'softmax' | 'logSoftmax'} name
 * @param {unknown} x
 * @param {unknown} options
 * @returns {Tensor}
 */
export function softmax(memory, name, x, options) {
  const { axis = -1 } = checkObject(name, options, ['axis']);
  const { data, shape } = checkRank('x', x, 1);
  const sizes = aroundAxis(shape, checkAxis(axis, shape.length));
  const write = () => {
    for (const size of sizes) memory.number(size);
    memory.input(data);
  };
  return compute(memory, name, memory.module[name], write, [shape])[0];
}

/**
 * @param {Memory} memory
 * @param {unknown} weights
 * @param {unknown} options
 * @returns {Tensor}
 */
export function entropy(memory, weights, options) {
  const { axis = -1 } = checkObject('entropy', options, ['axis']);
  const { data, shape } = checkRank('weights', weights, 1);
  const along = checkAxis(axis, shape.length);
  const sizes = aroundAxis(shape, along);
  const write = () => {
    for (const size of sizes) memory.number(size);
    memory.input(data);
  };
  const rows = shape.filter((_, i) => i !== along);
  return compute(memory, 'entropy', memory.module.entropy, write, [rows])[0];
}

/**
 * @param {Memory} memory
 * @param {'softmaxGradient' | 'logSoftmaxGradient'} name
 * @param {unknown} x
 * @param {unknown} outputGradient
 * @param {unknown} options
 * @returns {Tensor}
 */
export function softmaxGradient(memory, name, x, outputGradient, options) {
  const { axis = -1 } = checkObject(name, options, ['axis']);
  const { data, shape } = checkRank('x', x, 1);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, shape, 'x');
  const sizes = aroundAxis(shape, checkAxis(axis, shape.length));
  const write = () => {
    for (const size of sizes) memory.number(size);
    memory.input(data);
    memory.input(gradient.data);
    memory.result(data.length); // of the forward function
  };
  return compute(memory, name, memory.module[name], write, [shape])[0];
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @returns {Tensor}
 */
export function softmaxJacobian(memory, x) {
  const { data, shape } = checkRank('x', x, 1);
  const count = shape[shape.length - 1];
  const write = () => {
    memory.number(sizeOf(shape.slice(0, -1)));
    memory.number(count);
    memory.input(data);
  };
  const { module } = memory;
  return compute(memory, 'softmaxJacobian', module.softmaxJacobian, write, [[...shape, count]])[0];
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} outputGradient
 * @returns {Tensor}
 */
export function softmaxJacobianGradient(memory, x, outputGradient) {
  const { data, shape } = checkRank('x', x, 1);
  const count = shape[shape.length - 1];
  const whole = [...shape, count];
  const gradient = checkTensorOfShape('outputGradient', outputGradient, whole, 'x', shape);
  const write = () => {
    memory.number(sizeOf(shape.slice(0, -1)));
    memory.number(count);
    memory.input(data);
    memory.input(gradient.data);
  };
  const core = memory.module.softmaxJacobianGradient;
  return compute(memory, 'softmaxJacobianGradient', core, write, [shape])[0];
}

// Normalisation -------------------------------------------------------------------------------------

/**
 * @typedef {object} Norm checked arguments
 * @property {Tensor} x
 * @property {number[]} rows shape of what is normalised together
 * @property {number[]} row shape of what is normalised
 * @property {Tensor | undefined} weight
 * @property {Tensor | undefined} bias
 * @property {number} epsilon
 */

/**
 * @param {string} name
 * @param {unknown} x
 * @param {unknown} options
 * @param {readonly string[]} names
 * @returns {Norm}
 */
function checkNorm(name, x, options, names) {
  const { weight, bias, epsilon = 1e-5, axis = -1 } = checkObject(name, options, names);
  const tensor = checkRank('x', x, 1);
  const { shape } = tensor;
  const first = checkAxis(axis, shape.length);
  const row = shape.slice(first);
  const rowTensor = (/** @type {string} */ which, /** @type {unknown} */ value) =>
    value === undefined ? undefined : checkTensorOfShape(which, value, row, 'x', shape);
  return {
    x: tensor,
    rows: shape.slice(0, first),
    row,
    weight: rowTensor('weight', weight),
    bias: rowTensor('bias', bias),
    epsilon: checkNumber('epsilon', epsilon, limits.epsilon),
  };
}

/** @param {Memory} memory @param {Norm} norm */
function writeNorm(memory, { x, rows, row, weight, epsilon }) {
  memory.number(sizeOf(rows));
  memory.number(sizeOf(row));
  memory.number(epsilon);
  memory.input(x.data);
  memory.input(weight?.data);
}

const layerNormNames = ['weight', 'bias', 'epsilon', 'axis'];
const rmsNormNames = ['weight', 'epsilon', 'axis'];

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} options
 * @returns {LayerNormResult}
 */
export function layerNorm(memory, x, options) {
  const norm = checkNorm('layerNorm', x, options, layerNormNames);
  const write = () => {
    writeNorm(memory, norm);
    memory.input(norm.bias?.data);
  };
  const shapes = [norm.x.shape, norm.rows, norm.rows];
  const results = compute(memory, 'layerNorm', memory.module.layerNorm, write, shapes);
  const [output, mean, inverseStd] = results;
  return { output, mean, inverseStd };
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} options
 * @returns {RmsNormResult}
 */
export function rmsNorm(memory, x, options) {
  const norm = checkNorm('rmsNorm', x, options, rmsNormNames);
  const write = () => writeNorm(memory, norm);
  const shapes = [norm.x.shape, norm.rows];
  const [output, inverseRms] = compute(memory, 'rmsNorm', memory.module.rmsNorm, write, shapes);
  return { output, inverseRms };
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} outputGradient
 * @param {unknown} options
 * @returns {LayerNormGradient}
 */
export function layerNormGradient(memory, x, outputGradient, options) {
  const norm = checkNorm('layerNormGradient', x, options, layerNormNames);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, norm.x.shape, 'x');
  const write = () => {
    writeNorm(memory, norm);
    memory.input(gradient.data);
  };
  const shapes = [norm.x.shape, norm.weight?.shape ?? null, norm.bias?.shape ?? null];
  const core = memory.module.layerNormGradient;
  const [input, ...others] = compute(memory, 'layerNormGradient', core, write, shapes);
  const bias = norm.bias && others.pop();
  const weight = norm.weight && others.pop();
  return { input, ...(weight && { weight }), ...(bias && { bias }) };
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} outputGradient
 * @param {unknown} options
 * @returns {RmsNormGradient}
 */
export function rmsNormGradient(memory, x, outputGradient, options) {
  const norm = checkNorm('rmsNormGradient', x, options, rmsNormNames);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, norm.x.shape, 'x');
  const write = () => {
    writeNorm(memory, norm);
    memory.input(gradient.data);
  };
  const shapes = [norm.x.shape, norm.weight?.shape ?? null];
  const core = memory.module.rmsNormGradient;
  const [input, weight] = compute(memory, 'rmsNormGradient', core, write, shapes);
  return { input, ...(weight && { weight }) };
}

// Rotary embedding ----------------------------------------------------------------------------------

/**
 * @param {string} name
 * @param {string} xName
 * @param {unknown} x
 * @param {unknown} options
 */
function checkRotary(name, xName, x, options) {
  const given = checkObject(name, options, ['cosine', 'sine', 'positions', 'interleaved']);
  const { positions, interleaved = false } = given;
  const tensor = checkRank(xName, x, 2);
  const { shape } = tensor;
  const width = shape[shape.length - 1];
  const cosine = checkTensor('cosine', given.cosine);
  const sine = checkTensorOfShape('sine', given.sine, cosine.shape, 'cosine');
  if (cosine.shape.length !== 2 || 2 * cosine.shape[1] > width) {
    throw new RangeError(
      `cosine: got the shape ${describeShape(cosine.shape)}; expected [positions, pairs] with at most ${Math.floor(width / 2)} pairs`,
    );
  }
  if (typeof interleaved !== 'boolean') {
    throw wrongType('interleaved', interleaved, 'true or false');
  }
  const tableRow = checkPositions(positions, shape, cosine.shape[0]);
  return { tensor, width, cosine, sine, interleaved, tableRow };
}

/**
 * @param {unknown} positions
 * @param {readonly number[]} shape of x
 * @param {number} tableRows
 * @returns {Uint32Array} the row of the table for each row of x
 */
function checkPositions(positions, shape, tableRows) {
  const rows = sizeOf(shape.slice(0, -1));
  const length = shape[shape.length - 2];
  if (positions === undefined) {
    if (rows > 0 && length > tableRows) {
      throw new RangeError(
        `cosine: got a table of ${tableRows} positions; expected at least ${length}, or positions`,
      );
    }
    return Uint32Array.from({ length: rows }, (_, row) => row % length);
  }
  const limit = { min: 0, max: Math.max(0, tableRows - 1), whole: true };
  const list = checkWholeNumbers('positions', positions, limit);
  if (list.length !== rows) {
    throw new RangeError(
      `positions: got ${list.length} numbers; expected ${rows}, a row of the table for each row of x`,
    );
  }
  if (rows > 0 && tableRows === 0) {
    throw new RangeError('cosine: got a table of 0 positions; expected at least 1');
  }
  return list;
}

/**
 * @param {Memory} memory
 * @param {unknown} x
 * @param {unknown} options
 * @param {boolean} [backward]
 * @returns {Tensor}
 */
export function rotaryEmbedding(memory, x, options, backward = false) {
  const name = backward ? 'rotaryEmbeddingGradient' : 'rotaryEmbedding';
  const checked = checkRotary(name, backward ? 'outputGradient' : 'x', x, options);
  const { tensor, width, cosine, sine, interleaved, tableRow } = checked;
  const write = () => {
    memory.number(tableRow.length);
    memory.number(width);
    memory.number(2 * cosine.shape[1]);
    memory.number(interleaved ? 1 : 0);
    memory.input(tensor.data);
    memory.input(cosine.data);
    memory.input(sine.data);
    memory.input(tableRow, true);
  };
  const core = backward ? memory.module.rotateGradient : memory.module.rotate;
  return compute(memory, name, core, write, [tensor.shape])[0];
}
