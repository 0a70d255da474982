/**
 * Files of tensors: .npy and .safetensors. The core reads and writes their headers and converts their numbers to
 * float32 (src/files/tensor_file.h). This module handles limits, memory and strings.
 */

/** @import { FileTensor, FileType, Tensor, TensorFile, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */
/** @import { TextBuffer } from '../records/tensor-files.js' */

import {
  arrayKind,
  checkObject,
  describe,
  intactArray,
  isList,
  isObject,
  trueLength,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import { limits, mostFileBytes } from '../border/limits.js';
import { checkOptions, number } from '../border/option-table.js';
import * as core from '../records/tensor-files.js';
import { checkTensor, describeShape, sizeOf, tensorOf } from '../border/tensor.js';

/** In the order of NumberType in src/files/tensor_file.h, with the bytes of each. @type {readonly [FileType, number][]} */
const types = [
  ['float16', 2],
  ['bfloat16', 2],
  ['float32', 4],
  ['float64', 8],
  ['int8', 1],
  ['int16', 2],
  ['int32', 4],
  ['int64', 8],
  ['uint8', 1],
  ['uint16', 2],
  ['uint32', 4],
  ['uint64', 8],
  ['bool', 1],
];
const [float32, bool] = ['float32', 'bool'].map((name) =>
  types.findIndex(([type]) => type === name),
);
/** Numbers of an entry before its shape, and the most axes of a shape. */
const entryHead = 8;
const mostAxes = 16;
/** Bytes: the start of a file before the header, the length field, and the longest error sentence. */
const preamble = 12;
const lengthBytes = 8;
const sentenceBytes = 512;
/** Bytes in a header: of a tensor without its name, and at most of each byte of names and strings. */
const entryText = 256;
const escaped = 6;

/** Words of 4 bytes. @param {number} bytes */
const words = (bytes) => Math.ceil(bytes / 4);

/** @param {string} name @param {unknown} value @returns {Uint8Array} a view whose length is its true one */
function checkBytes(name, value) {
  if (arrayKind(value) !== 'Uint8Array') throw wrongType(`${name}: bytes`, value, 'a Uint8Array');
  const array = /** @type {Uint8Array} */ (value);
  const length = trueLength(array);
  if (length > limits.fileBytes.max) {
    throw new RangeError(`${name}: got ${length} bytes; expected ${mostFileBytes()}`);
  }
  return intactArray(`${name}: bytes`, array);
}

/**
 * @typedef {object} Entry a tensor, as described by a header
 * @property {Uint32Array} entry in the core's form
 * @property {FileType} dtype
 * @property {number[]} shape
 * @property {Uint8Array} bytes of the file
 */

/** @param {Uint8Array} file @param {readonly number[]} numbers of one entry @returns {Entry} */
function entryOf(file, numbers) {
  const [, , type, , , begin, count, rank] = numbers;
  const [dtype, width] = types[type];
  return {
    entry: Uint32Array.from(numbers),
    dtype,
    shape: numbers.slice(entryHead, entryHead + rank),
    bytes: file.subarray(begin, begin + count * width),
  };
}

/** @param {Writable} tensor @returns {number[]} its entry, without a name */
function newEntry({ shape, type }) {
  const rest = new Array(mostAxes - shape.length).fill(0);
  return [0, 0, type, 0, 0, 0, sizeOf(shape), shape.length, ...shape, ...rest];
}

/** @param {Memory} memory @param {number} capacity bytes */
const textBuffer = (memory, capacity) => ({ capacity, letters: memory.alloc(words(capacity)) });

/**
 * Begins a call of the core that reads a header.
 *
 * @param {Memory} memory
 * @param {string} name
 * @param {Uint8Array} file
 * @param {number} [most] numbers
 */
function beginReading(memory, name, file, most = limits.fileNumbers.max) {
  memory.begin(name);
  const bytes = file.subarray(0, preamble + limits.fileHeader.max);
  return {
    file: { fileSize: file.length, count: bytes.length, bytes },
    limits: { header: limits.fileHeader.max, numbers: most, axis: limits.length.max },
    sentence: textBuffer(memory, sentenceBytes),
  };
}

/** @param {Memory} memory @param {string} name @param {TextBuffer} sentence of an error @param {number} length */
function checkTaken(memory, name, { letters }, length) {
  if (length === 0) return;
  const text = new TextDecoder().decode(memory.bytes(letters, length));
  throw new RangeError(`${name}: ${text}`);
}

/** @param {Memory} memory @param {string} name @param {Entry} of @returns {FileTensor} */
function readNumbers(memory, name, { entry, dtype, shape, bytes }) {
  const count = sizeOf(shape);
  memory.begin(name);
  const numbers = memory.alloc(count);
  const rounded = core.readNumbers(memory, { tensor: entry, bytes, numbers });
  return { data: memory.take(numbers, count), shape, dtype, rounded };
}

export const readNpyOptions = { most: number(limits.fileNumbers, limits.fileNumbers.max) };

/**
 * @param {Memory} memory
 * @param {Uint8Array} bytes
 * @param {{most?: number} | undefined} options
 * @returns {FileTensor}
 */
export function readNpy(memory, bytes, options) {
  const name = 'readNpy';
  const { most } = checkOptions(name, options, readNpyOptions);
  const file = checkBytes(name, bytes);
  const reading = beginReading(memory, name, file, most);
  const { tensorEntryWords } = memory.module;
  const tensor = memory.alloc(tensorEntryWords);
  checkTaken(memory, name, reading.sentence, core.readNpyHeader(memory, { ...reading, tensor }));
  return readNumbers(memory, name, entryOf(file, memory.wholes(tensor, tensorEntryWords)));
}

/**
 * @param {Memory} memory
 * @param {Uint8Array} bytes
 * @returns {TensorFile}
 */
export function readSafetensors(memory, bytes) {
  const name = 'readSafetensors';
  const file = checkBytes(name, bytes);
  const reading = beginReading(memory, name, file);
  const { tensorEntryWords } = memory.module;
  const places = {
    tensorCapacity: limits.fileTensors.max,
    tensors: memory.alloc(limits.fileTensors.max * tensorEntryWords),
    metadataCapacity: limits.fileMetadata.max,
    metadata: memory.alloc(limits.fileMetadata.max * 4),
    text: textBuffer(memory, reading.file.count),
  };
  const given = core.readSafetensorsHeader(memory, { ...reading, ...places });
  checkTaken(memory, name, reading.sentence, given.sentenceLength);
  const { tensorCount, metadataCount: pairCount } = given;
  const numbers = memory.wholes(places.tensors, tensorCount * tensorEntryWords);
  const spans = memory.wholes(places.metadata, pairCount * 4);
  const letters = memory.bytes(places.text.letters, given.textLength);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textAt = (/** @type {number} */ begin, /** @type {number} */ length) =>
    decoder.decode(letters.subarray(begin, begin + length));
  const tensors = Array.from({ length: tensorCount }, (_, i) => {
    const entry = numbers.slice(i * tensorEntryWords, (i + 1) * tensorEntryWords);
    const tensor = readNumbers(memory, name, entryOf(file, entry));
    return [textAt(entry[0], entry[1]), tensor];
  });
  const metadata = Array.from({ length: pairCount }, (_, i) => {
    const [keyBegin, keyLength, begin, length] = spans.slice(4 * i, 4 * i + 4);
    return [textAt(keyBegin, keyLength), textAt(begin, length)];
  });
  // Not by assignment, because a tensor may be named __proto__.
  return { tensors: Object.fromEntries(tensors), metadata: Object.fromEntries(metadata) };
}

// Writing -------------------------------------------------------------------------------------------

/** @typedef {Tensor & {type: number}} Writable  type: float32 or bool, an index of types */

/** @param {string} name @param {unknown} value @returns {Writable} */
function checkWritable(name, value) {
  const made = isList(value) ? tensorOf(name, value) : value;
  const type = isObject(made) && made.dtype === 'bool' ? bool : float32;
  const tensor = checkTensor(name, made);
  const { shape } = tensor;
  if (shape.length > mostAxes) {
    throw new RangeError(
      `${name}: got the shape ${describeShape(shape)}; expected at most ${mostAxes} axes`,
    );
  }
  return { ...tensor, type };
}

/** @param {string} name @param {number} numbers */
function checkNumbers(name, numbers) {
  if (numbers <= limits.fileNumbers.max) return;
  throw new RangeError(
    `${name}: got ${numbers} numbers; expected at most ${limits.fileNumbers.max} in a file`,
  );
}

/**
 * @param {string} name
 * @param {Uint8Array} header its length is a multiple of 4
 * @param {readonly Writable[]} tensors booleans come last, so that the numbers are aligned
 */
function joined(name, header, tensors) {
  const sizes = tensors.map(({ shape }) => sizeOf(shape));
  const bytes = tensors.map(({ type }, i) => types[type][1] * sizes[i]);
  const length = bytes.reduce((sum, size) => sum + size, header.length);
  if (length > limits.fileBytes.max) {
    throw new RangeError(`${name}: got ${length} bytes; expected ${mostFileBytes()}`);
  }
  const file = new Uint8Array(length);
  file.set(header);
  let end = header.length;
  for (const [i, { data, type }] of tensors.entries()) {
    if (trueLength(data) !== sizes[i]) {
      throw wrongType(`${name}: data`, data, 'a Float32Array that keeps its length');
    }
    if (type === float32) new Float32Array(file.buffer, end, sizes[i]).set(data);
    else for (let at = 0; at < sizes[i]; ++at) file[end + at] = data[at] === 0 ? 0 : 1;
    end += bytes[i];
  }
  return file;
}

/**
 * @param {Memory} memory
 * @param {TensorLike} tensor
 * @returns {Uint8Array}
 */
export function writeNpy(memory, tensor) {
  const name = 'writeNpy';
  const checked = checkWritable('tensor', tensor);
  checkNumbers(name, checked.data.length);
  memory.begin(name);
  const header = textBuffer(memory, memory.module.npyHeader);
  const length = core.writeNpyHeader(memory, {
    tensor: Uint32Array.from(newEntry(checked)),
    header,
  });
  return joined(name, memory.bytes(header.letters, length), [checked]);
}

/** Strings, concatenated as UTF-8. */
class Texts {
  /** @type {Uint8Array[]} */
  #parts = [];
  #encoder = new TextEncoder();
  length = 0;

  /** @param {string} name @param {unknown} text @returns {[number, number]} its offset and length */
  add(name, text) {
    if (typeof text !== 'string') throw wrongType(name, text, 'a string');
    const part = this.#encoder.encode(text);
    if (new TextDecoder('utf-8', { ignoreBOM: true }).decode(part) !== text) {
      throw wrongValue(name, text, 'whole surrogate pairs');
    }
    const begin = this.length;
    this.#parts.push(part);
    this.length += part.length;
    if (this.length > limits.fileHeader.max) {
      throw new RangeError(
        `${name}: got more than ${limits.fileHeader.max} bytes of names and metadata; expected no more`,
      );
    }
    return [begin, part.length];
  }

  bytes() {
    const bytes = new Uint8Array(this.length);
    let end = 0;
    for (const part of this.#parts) {
      bytes.set(part, end);
      end += part.length;
    }
    return bytes;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {{max: number}} limit on their number
 * @returns {[string, unknown][]}
 */
function checkEntries(name, value, limit) {
  if (!isObject(value) || isList(value)) throw wrongType(name, value, 'an object');
  const entries = Object.entries(checkObject(name, value, Object.keys(value)));
  if (entries.length <= limit.max) return entries;
  throw new RangeError(`${name}: got ${entries.length} names; expected at most ${limit.max}`);
}

/**
 * @param {Memory} memory
 * @param {Readonly<Record<string, TensorLike>>} tensors
 * @param {Readonly<Record<string, string>> | undefined} [metadata]
 * @returns {Uint8Array}
 */
export function writeSafetensors(memory, tensors, metadata = {}) {
  const name = 'writeSafetensors';
  const texts = new Texts();
  const named = checkEntries('tensors', tensors, limits.fileTensors);
  const checked = named
    .map(([key, tensor]) => ({ key, ...checkWritable(`tensors[${describe(key)}]`, tensor) }))
    .sort((a, b) => a.type - b.type);
  if (named.some(([key]) => key === '__metadata__')) {
    throw wrongValue('tensors', '__metadata__', 'a name for a tensor');
  }
  checkNumbers(
    name,
    checked.reduce((sum, { data }) => sum + data.length, 0),
  );
  const entries = checked.flatMap((tensor) => [
    ...texts.add('tensors', tensor.key),
    ...newEntry(tensor).slice(2),
  ]);
  const pairs = checkEntries('metadata', metadata, limits.fileMetadata).flatMap(([key, value]) => [
    ...texts.add('metadata', key),
    ...texts.add(`metadata[${describe(key)}]`, value),
  ]);
  memory.begin(name);
  const most = entryText * (checked.length + 1) + 8 * pairs.length + escaped * texts.length;
  const header = textBuffer(memory, most);
  const length = core.writeSafetensorsHeader(memory, {
    ...{ tensorCount: checked.length, tensors: Uint32Array.from(entries) },
    ...{ metadataCount: pairs.length / 4, metadata: Uint32Array.from(pairs) },
    ...{ textLength: texts.length, text: texts.bytes() },
    header,
  });
  const own = length - lengthBytes;
  if (own > limits.fileHeader.max) {
    throw new RangeError(
      `${name}: got a header of ${own} bytes; expected at most ${limits.fileHeader.max}`,
    );
  }
  return joined(name, memory.bytes(header.letters, length), checked);
}
