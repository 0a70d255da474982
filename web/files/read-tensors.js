/**
 * Reads the tensors of a file or of pasted text: .npy, .npz, .safetensors, JSON, CSV and TSV. The content decides the format,
 * then the name. Files are not trusted; docs/tensors.md lists the limits.
 */

/** @import { FileTensor, Tensor } from '../engine/types.js' */
/** @import { Note, TensorsOfFile } from './types.js' */

import { arrayKind, trueLength, wrongType } from '../engine/border/checks.js';
import { limits, mostFileBytes } from '../engine/border/limits.js';
import { placeOf } from '../engine/border/tensor.js';
import { readJson } from './json.js';
import { checkName, fileLimits, problem } from './problem.js';
import { readTable } from './table.js';
import { readZip } from './zip.js';

/**
 * @typedef {Pick<import('../engine/engine.js').Engine, 'readNpy' | 'readSafetensors'>} Engine the methods that are used
 *
 * @typedef {object} Found
 * @property {[string, Tensor | FileTensor][]} tensors
 * @property {[string, string][]} metadata
 */

/** @typedef {'npy' | 'zip' | 'safetensors' | 'text'} Content */

/** @param {Uint8Array} bytes @param {string} start */
const startsWith = (bytes, start) =>
  bytes.length >= start.length &&
  [...start].every((letter, i) => bytes[i] === letter.charCodeAt(0));

/** @param {Uint8Array} bytes @param {string} name @returns {Content} */
function contentOf(bytes, name) {
  if (startsWith(bytes, '\x93NUMPY')) return 'npy';
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return 'zip';
  const ending = /\.(npy|npz|safetensors)$/i.exec(name)?.[1].toLowerCase();
  const brace = 0x7b;
  // Text has no zero bytes, but the length of a header has, in its upper half.
  if (ending === 'safetensors' || (bytes[8] === brace && bytes[7] === 0)) return 'safetensors';
  if (ending === 'npy') return 'npy';
  return ending === 'npz' ? 'zip' : 'text';
}

/** @param {string} file @param {Uint8Array} bytes */
function decode(file, bytes) {
  if (bytes.length > fileLimits.text) {
    throw problem(file, `a text of ${bytes.length} bytes`, `at most ${fileLimits.text}, 16 MiB`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem(file, 'bytes that are no text', 'CSV, TSV, JSON, .npy, .npz or .safetensors');
  }
}

/** Puts the file's name into errors. @template T @param {string} file @param {() => T} read a call of the engine @returns {T} */
function withName(file, read) {
  let message;
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    ({ message } = error);
  }
  throw new RangeError(message.replace(/^read\w+/, () => file));
}

/** @param {string} name of a file @returns {string} without folders and extension */
const stem = (name) => name.replace(/^.*[/\\]/, '').replace(/\.\w{1,11}$/, '') || 'tensor';

/** Largest size of an .npy header, bytes. */
const npyHead = limits.fileHeader.max + 12;

/**
 * Refuses an .npy by its header, before the rest is unpacked. A valid header fails here as well, because its numbers are
 * missing; that error is ignored if the sizes match.
 *
 * @param {(bytes: Uint8Array) => unknown} read reads a whole .npy
 * @param {Uint8Array} first its first bytes
 * @param {number} size of the whole file
 */
function checkNpyHead(read, first, size) {
  let message;
  try {
    read(first);
    return;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    ({ message } = error);
  }
  const [found, begin, wanted] =
    /bytes of numbers from byte (\d+); expected (\d+) for/.exec(message) ?? [];
  const there = size - Number(begin);
  if (there === Number(wanted)) return;
  throw new RangeError(
    found
      ? message.replace(`${first.length - Number(begin)} ${found}`, `${there} ${found}`)
      : message,
  );
}

/** @param {Engine} engine @param {string} file @param {Uint8Array} bytes @returns {Found} */
function readNpz(engine, file, bytes) {
  const entries = readZip(file, bytes, (name) => {
    if (!name.endsWith('.npy')) {
      throw problem(
        file,
        `${JSON.stringify(name.slice(0, 40))} in the zip`,
        'files that end in .npy',
      );
    }
  });
  if (entries.length === 0) throw problem(file, 'an empty zip', 'files that end in .npy');
  let most = limits.fileNumbers.max;
  const tensors = entries.map(
    /** @returns {[string, FileTensor]} */ ([entry, unpacked]) => {
      const name = entry.slice(0, -'.npy'.length);
      const read = (/** @type {Uint8Array} */ content) =>
        withName(`${file}: ${name.slice(0, 40)}`, () => engine.readNpy(content, { most }));
      const check = (/** @type {Uint8Array} */ first, /** @type {number} */ size) => {
        if (size > first.length) checkNpyHead(read, first, size);
      };
      const tensor = read(unpacked({ length: npyHead, check }));
      most -= tensor.data.length;
      return [name, tensor];
    },
  );
  return { tensors, metadata: [] };
}

/**
 * @param {Engine} engine
 * @param {string} file
 * @param {Uint8Array} bytes
 * @param {Exclude<Content, 'text'>} content
 * @returns {Found}
 */
function readBinary(engine, file, bytes, content) {
  if (content === 'zip') return readNpz(engine, file, bytes);
  if (content === 'npy') {
    const tensor = withName(file, () => engine.readNpy(bytes));
    return { tensors: [[stem(file), tensor]], metadata: [] };
  }
  const { tensors, metadata } = withName(file, () => engine.readSafetensors(bytes));
  return { tensors: Object.entries(tensors), metadata: Object.entries(metadata) };
}

/** @param {string} file @param {string} text @param {Note[]} notes @returns {Found} */
function readText(file, text, notes) {
  if (text.length > fileLimits.text) {
    throw problem(file, `a text of ${text.length} characters`, `at most ${fileLimits.text}`);
  }
  const plain = text.replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(plain)) return readJson(file, plain, stem(file));
  return { tensors: readTable(file, plain, stem(file), notes), metadata: [] };
}

/** @param {readonly number[]} shape @param {number} index @returns {string} the place in the tensor, in words */
function describePlace(shape, index) {
  const place = placeOf(index, shape);
  if (place.length === 2) return `row ${place[0] + 1}, column ${place[1] + 1}`;
  return `[${place.join(', ')}]`;
}

/** @param {string} file @param {string} name @param {Tensor} tensor */
function checkFinite(file, name, { data, shape }) {
  let index = 0;
  while (index < data.length && Number.isFinite(data[index])) ++index;
  if (index === data.length) return;
  const what = Number.isNaN(data[index]) ? 'NaN' : 'infinity, or more than a float32 holds';
  const called = name === stem(file) ? file : `${file}: ${name.slice(0, 40)}`;
  throw problem(`${called}: ${describePlace(shape, index)}`, what, 'finite numbers');
}

/** @param {string} tensor @param {FileTensor | Tensor} read @returns {Note[]} */
function notesOn(tensor, read) {
  if (!('rounded' in read) || read.rounded === 0) return [];
  const { rounded, dtype } = read;
  const of = read.data.length;
  const text = `${tensor}: ${rounded} of ${of} numbers of ${dtype} are rounded to float32.`;
  return [{ kind: 'rounded', text, tensor, rounded, of, dtype }];
}

/**
 * @param {Engine} engine
 * @param {string} name of the file; for pasted text anything without an extension
 * @param {Uint8Array | string} source
 * @param {{nonFinite?: boolean}} [options] nonFinite: false; whether NaN and infinities are accepted
 * @returns {TensorsOfFile}
 */
export function readTensors(engine, name, source, { nonFinite = false } = {}) {
  /** @type {Note[]} */
  const notes = [];
  const found = readSource(engine, name, source, notes);
  const tensors = found.tensors.map(([called, tensor]) => {
    checkName(name, called);
    if (!nonFinite) checkFinite(name, called, tensor);
    notes.push(...notesOn(called, tensor));
    return [called, { data: tensor.data, shape: tensor.shape }];
  });
  // Object.fromEntries instead of assignments, because a tensor may be called __proto__.
  return {
    tensors: Object.fromEntries(tensors),
    metadata: Object.fromEntries(found.metadata),
    notes,
  };
}

/** @param {Engine} engine @param {string} name @param {unknown} source @param {Note[]} notes */
function readSource(engine, name, source, notes) {
  if (typeof source === 'string') return readText(name, source, notes);
  if (arrayKind(source) !== 'Uint8Array') throw wrongType(name, source, 'a Uint8Array or a string');
  const bytes = /** @type {Uint8Array} */ (source);
  const length = trueLength(bytes);
  if (length > limits.fileBytes.max) {
    throw problem(name, `${length} bytes`, mostFileBytes());
  }
  if (length === 0) throw problem(name, 'an empty file', 'tensors');
  const content = contentOf(bytes, name);
  return content === 'text'
    ? readText(name, decode(name, bytes), notes)
    : readBinary(engine, name, bytes, content);
}
