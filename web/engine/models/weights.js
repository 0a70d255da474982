/** Weights of a model, read from its files block by block and used as they arrive. */

/** @import { Engine } from '../engine.js' */
/** @import { FileWeight, Tensor } from '../types.js' */
/** @import { StoredTensor } from './network.js' */

import { describeShape, sameShape } from '../border/tensor.js';
import { turn } from '../workers/turn.js';
import { refused } from './header.js';

/** Bytes of a block. The product with one takes about 20 ms, so that a page stays responsive. */
const blockBytes = 2 ** 22;
/** Milliseconds after which other tasks get a turn, because a local file may be read without yielding. */
const patience = 10;
/** The most bytes of a row or a vector. */
const mostBytes = 2 ** 25;

const widths = Object.freeze({ F32: 4, F16: 2, BF16: 2 });

/** @param {string} type @returns {type is FileWeight['type']} */
const isRead = (type) => Object.hasOwn(widths, type);

/** Returns the type of a tensor. Refuses types that are not supported. @param {StoredTensor} tensor @returns {FileWeight['type']} */
export function typeOf({ name, type, source }) {
  if (isRead(type)) return type;
  throw refused(
    `${source.name}: ${name}`,
    type,
    'F32, F16 or BF16; quantised weights are not read',
  );
}

/** @param {Tensor} tensor [rows, width] @param {number} from @param {number} to @returns {Tensor} columns from .. to - 1 */
export function columnsOf({ data, shape: [rows, width] }, from, to) {
  if (from === 0 && to === width) return { data, shape: [rows, width] };
  const own = new Float32Array(rows * (to - from));
  for (let i = 0; i < rows; ++i)
    own.set(data.subarray(i * width + from, i * width + to), i * (to - from));
  return { data: own, shape: [rows, to - from] };
}

/** Puts columns into a wider tensor. @param {Tensor} part @param {Tensor} whole @param {number} at */
function putColumns({ data, shape: [rows, width] }, whole, at) {
  const all = whole.shape[1];
  for (let i = 0; i < rows; ++i)
    whole.data.set(data.subarray(i * width, (i + 1) * width), i * all + at);
}

/** Puts rows into a tensor as columns. @param {Tensor} part @param {Tensor} whole @param {number} at */
function putTurned({ data, shape: [rows, width] }, whole, at) {
  const all = whole.shape[1];
  for (let r = 0; r < rows; ++r)
    for (let i = 0; i < width; ++i) whole.data[i * all + at + r] = data[r * width + i];
}

/** Bytes of a row of a matrix, and rows of a block. @param {StoredTensor} tensor @param {FileWeight['type']} type */
function blockOf({ name, shape, source }, type) {
  const size = shape[1] * widths[type];
  if (size > mostBytes)
    throw refused(`${source.name}: ${name}`, `rows of ${size} bytes`, `at most ${mostBytes}`);
  return { size, step: Math.max(1, Math.floor(blockBytes / size)) };
}

/** The most numbers computed at once. */
const mostNumbers = 2 ** 26;

/** @param {string} where @param {number} count numbers of the result */
function checkCount(where, count) {
  if (!(count <= mostNumbers))
    throw refused(where, `a matrix that gives ${count} numbers`, `at most ${mostNumbers}`);
}

/** @param {Tensor} tensor [rows, width] @param {readonly number[]} places @returns {Tensor} these rows */
export function rowsOf({ data, shape: [, width] }, places) {
  const own = new Float32Array(places.length * width);
  places.forEach((place, i) =>
    own.set(data.subarray(place * width, (place + 1) * width), i * width),
  );
  return { data: own, shape: [places.length, width] };
}

export class Weights {
  #engine;
  #tensors;
  #signal;
  #turnAt = performance.now();

  /**
   * @param {Engine} engine
   * @param {ReadonlyMap<string, StoredTensor>} tensors
   * @param {AbortSignal} [signal]
   */
  constructor(engine, tensors, signal) {
    this.#engine = engine;
    this.#tensors = tensors;
    this.#signal = signal;
  }

  /** The length of a tensor's first axis. @param {string} name */
  sizeOf(name) {
    return this.#of(name).shape[0];
  }

  /** The output width of a matrix. @param {string} name @param {boolean} transposed */
  outOf(name, transposed) {
    return this.#of(name).shape[transposed ? 0 : 1];
  }

  /** @param {string} name @returns {StoredTensor} */
  #of(name) {
    const tensor = this.#tensors.get(name);
    if (!tensor) throw new RangeError(`files: got no ${name}; expected that tensor`);
    return tensor;
  }

  /** @param {StoredTensor} tensor @param {number} from @param {number} to range of its bytes */
  async #read({ source, begin }, from, to) {
    this.#signal?.throwIfAborted();
    const bytes = await source.read(begin + from, begin + to);
    if (performance.now() - this.#turnAt > patience) {
      await turn();
      this.#turnAt = performance.now();
    }
    this.#signal?.throwIfAborted();
    return bytes;
  }

  /** @param {string} name of a vector, or of a small table @returns {Promise<Tensor>} */
  async whole(name) {
    const tensor = this.#of(name);
    const type = typeOf(tensor);
    if (tensor.bytes > mostBytes)
      throw refused(
        `${tensor.source.name}: ${name}`,
        `${tensor.bytes} bytes`,
        `at most ${mostBytes}`,
      );
    const bytes = await this.#read(tensor, 0, tensor.bytes);
    return this.#engine.decodeWeight({ type, bytes, shape: tensor.shape });
  }

  /**
   * Reads rows of a table, each once.
   *
   * @param {string} name
   * @param {ArrayLike<number>} rows
   * @returns {Promise<Tensor>} [rows, width]
   */
  async rows(name, rows) {
    const tensor = this.#of(name);
    const type = typeOf(tensor);
    const [count, width] = tensor.shape;
    const where = `${tensor.source.name}: ${name}`;
    if (tensor.shape.length !== 2)
      throw refused(where, `the shape ${describeShape(tensor.shape)}`, '[rows, width]');
    checkCount(where, rows.length * width);
    const size = width * widths[type];
    /** @type {Map<number, Float32Array>} */
    const read = new Map();
    const result = { data: new Float32Array(rows.length * width), shape: [rows.length, width] };
    for (let i = 0; i < rows.length; ++i) {
      if (!(rows[i] < count))
        throw refused(where, `${count} rows`, `more: row ${rows[i]} is needed`);
      let row = read.get(rows[i]);
      if (!row) {
        const bytes = await this.#read(tensor, rows[i] * size, (rows[i] + 1) * size);
        row = this.#engine.decodeWeight({ type, bytes, shape: [width] }).data;
        read.set(rows[i], row);
      }
      result.data.set(row, i * width);
    }
    return result;
  }

  /**
   * Computes x W + bias + add. Reads W in blocks of its rows.
   *
   * @param {Tensor} x [L, in]
   * @param {string} name of the matrix
   * @param {object} how
   * @param {boolean} how.transposed whether it is [out, in]
   * @param {Tensor} [how.bias] [out]
   * @param {Tensor} [how.add] [L, out]
   * @returns {Promise<Tensor>} [L, out]
   */
  async linear(x, name, { transposed, bias, add }) {
    const tensor = this.#of(name);
    const type = typeOf(tensor);
    const [rows, columns] = tensor.shape;
    const { size, step } = blockOf(tensor, type);
    const engine = this.#engine;
    const [inner, out] = transposed ? [columns, rows] : [rows, columns];
    const where = `${tensor.source.name}: ${name}`;
    if (tensor.shape.length !== 2 || inner !== x.shape[1])
      throw refused(
        where,
        `the shape ${describeShape(tensor.shape)}`,
        transposed ? `[out, ${x.shape[1]}]` : `[${x.shape[1]}, out]`,
      );
    if (bias && !sameShape(bias.shape, [out]))
      throw refused(`${where}: bias`, `the shape ${describeShape(bias.shape)}`, `[${out}]`);
    checkCount(where, x.shape[0] * out);
    /** @type {Tensor} */
    let y = { data: new Float32Array(x.shape[0] * out), shape: [x.shape[0], out] };
    for (let from = 0; from < rows; from += step) {
      const to = Math.min(rows, from + step);
      const bytes = await this.#read(tensor, from * size, to * size);
      const block = { type, bytes, shape: [to - from, columns] };
      if (transposed) {
        const part = bias && { data: bias.data.slice(from, to), shape: [to - from] };
        putColumns(engine.linear(x, block, { transposed, bias: part }), y, from);
      } else {
        const first = from === 0 ? { bias } : { add: y };
        y = engine.linear(columnsOf(x, from, to), block, first);
      }
    }
    return add ? engine.pointwise(y, { add }) : y;
  }
  /**
   * Reads some columns of a matrix [in, out], which the file may store as [out, in]. In that case only their rows are
   * read, otherwise the whole matrix, in blocks.
   *
   * @param {string} name of the matrix
   * @param {object} which
   * @param {number} which.from
   * @param {number} which.to
   * @param {readonly [inner: number, out: number]} which.sides sides of the whole matrix
   * @param {boolean} which.transposed whether it is [out, in]
   * @returns {Promise<Tensor>} [in, to - from]
   */
  async columns(name, { from, to, sides, transposed }) {
    const tensor = this.#of(name);
    const type = typeOf(tensor);
    const where = `${tensor.source.name}: ${name}`;
    const shape = transposed ? sides.toReversed() : [...sides];
    if (!sameShape(tensor.shape, shape))
      throw refused(where, `the shape ${describeShape(tensor.shape)}`, describeShape(shape));
    const { size, step } = blockOf(tensor, type);
    const [inner, count] = [sides[0], to - from];
    checkCount(where, inner * count);
    const result = { data: new Float32Array(inner * count), shape: [inner, count] };
    const [first, last] = transposed ? [from, to] : [0, inner];
    for (let at = first; at < last; at += step) {
      const rows = Math.min(last, at + step) - at;
      const bytes = await this.#read(tensor, at * size, (at + rows) * size);
      const block = this.#engine.decodeWeight({ type, bytes, shape: [rows, shape[1]] });
      if (transposed) putTurned(block, result, at - from);
      else result.data.set(columnsOf(block, from, to).data, at * count);
    }
    return result;
  }
}
