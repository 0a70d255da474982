/**
 * Messages to workers. A task is copied with all its arrays in one buffer, which also has space for the results. The
 * buffer is transferred, comes back with the results, and is reused, because allocating new memory costs a browser more
 * than writing the numbers.
 */

import { arrayKind, isTypedArray, kindOf, trueLength } from './checks.js';

/** @import { NumberArray } from '../types.js' */

/** Bytes. Buffer sizes double from `smallest` until they suffice, and at most `kept` are kept. */
const smallest = 2 ** 16;
const kept = 2 ** 25;
const alignment = 8;

/** Buffers that came back from workers. */
export class TransferBuffers {
  /** @type {ArrayBuffer[]} */
  #buffers = [];

  /** @param {number} bytes @returns {ArrayBuffer} the smallest that is large enough */
  take(bytes) {
    this.#buffers.sort((a, b) => a.byteLength - b.byteLength);
    const index = this.#buffers.findIndex(({ byteLength }) => byteLength >= bytes);
    if (index >= 0) return this.#buffers.splice(index, 1)[0];
    let size = smallest;
    while (size < bytes && size < kept) size *= 2;
    return new ArrayBuffer(Math.max(size, bytes));
  }

  /** @param {ArrayBuffer} buffer */
  giveBack(buffer) {
    this.#buffers.push(buffer);
    let bytes = 0;
    for (const { byteLength } of this.#buffers) bytes += byteLength;
    while (bytes > kept) bytes -= this.#buffers.shift()?.byteLength ?? bytes;
  }

  /**
   * @template Task
   * @param {Task} task plain data; arrays under the name "into" are outputs
   * @returns {{task: Task, buffer: ArrayBuffer | undefined}} undefined if the task has no arrays
   */
  pack(task) {
    const layout = new Layout();
    replaceArrays(task, (array, isOutput) => layout.add(array, isOutput));
    if (layout.arrays.length === 0) return { task, buffer: undefined };
    const buffer = this.take(layout.bytes);
    const copies = layout.copiesIn(buffer);
    let next = 0;
    return { task: replaceArrays(task, () => copies[layout.arrays[next++]]), buffer };
  }
}

/** The layout of a task's arrays in a buffer. An array that occurs several times is stored once. */
class Layout {
  bytes = 0;
  /** @type {number[]} for each array of the task in order, the index of its copy */
  arrays = [];
  /** @type {{array: NumberArray, isOutput: boolean, place: number}[]} */
  #copies = [];
  /** @type {Map<unknown, Map<string, number>>} indices of copies, by buffer, offset and kind */
  #known = new Map();

  /** @param {NumberArray} array @param {boolean} isOutput whether it is only written */
  add(array, isOutput) {
    const { buffer, byteOffset } = array;
    const known = this.#known.get(buffer) ?? new Map();
    this.#known.set(buffer, known);
    const name = `${byteOffset} ${trueLength(array)} ${arrayKind(array)} ${isOutput}`;
    let copy = known.get(name);
    if (copy === undefined) {
      known.set(name, (copy = this.#copies.length));
      this.#copies.push({ array, isOutput, place: this.bytes });
      const bytes = trueLength(array) * kindOf(array).BYTES_PER_ELEMENT;
      this.bytes += Math.ceil(bytes / alignment) * alignment;
    }
    this.arrays.push(copy);
    return array;
  }

  /** @param {ArrayBuffer} buffer */
  copiesIn(buffer) {
    return this.#copies.map(({ array, isOutput, place }) => {
      const copy = new (kindOf(array))(buffer, place, trueLength(array));
      if (!isOutput) copy.set(array);
      return copy;
    });
  }
}

/**
 * @template Value
 * @param {Value} value plain data
 * @param {(array: NumberArray, isOutput: boolean) => NumberArray} replace
 * @param {boolean} [isOutput]
 * @returns {Value}
 */
function replaceArrays(value, replace, isOutput = false) {
  /** @type {unknown} */
  let result = value;
  if (isTypedArray(value)) {
    result = replace(/** @type {NumberArray} */ (value), isOutput);
  } else if (Array.isArray(value)) {
    result = value.map((one) => replaceArrays(one, replace, isOutput));
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => [
      name,
      replaceArrays(one, replace, isOutput || name === 'into'),
    ]);
    result = Object.fromEntries(entries);
  }
  return /** @type {Value} */ (result);
}
