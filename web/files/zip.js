/**
 * Reads the files in a zip, as NumPy writes an .npz. Zips are not trusted. Only the directory at the end is used, after it
 * has been checked against the actual bytes. Nothing is inflated beyond the size in the directory, this size must be
 * possible for the packed bytes, and no two files may share bytes.
 */
import { Inflate } from 'fflate';
import { limits, mostFileBytes } from '../engine/border/limits.js';
import { fileLimits, problem, several } from './problem.js';

const endLength = 22;
const directoryLength = 46;
const localLength = 30;
const longestComment = 2 ** 16 - 1;
const large = 2 ** 32 - 1;
/** Bytes that are inflated at a time. They become at most 1032 times as many. */
const slice = 16384;
/** The same, until the first bytes have been checked. */
const firstSlice = 4096;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let rest = 0xffffffff;
  for (let i = 0; i < bytes.length; ++i) rest = table[(rest ^ bytes[i]) & 255] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {number} method
 * @property {number} sum
 * @property {number} packed bytes when compressed
 * @property {number} size bytes when inflated
 * @property {number} local offset of its local header
 */

/** @param {string} where @param {DataView} view @returns {number} where the end of the directory is */
function findEnd(where, view) {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); --at) {
    const comment = view.getUint16(at + 20, true);
    if (view.getUint32(at, true) === 0x06054b50 && at + endLength + comment === view.byteLength) {
      return at;
    }
  }
  throw problem(where, 'a zip without its directory', 'one that is complete');
}

/** @param {string} where @param {DataView} view @returns {Entry[]} */
function readDirectory(where, view) {
  const end = findEnd(where, view);
  const count = view.getUint16(end + 10, true);
  if (count > fileLimits.entries) {
    throw problem(where, `${count} files in the zip`, `at most ${fileLimits.entries}`);
  }
  const entries = [];
  for (let at = view.getUint32(end + 16, true), i = 0; i < count; ++i) {
    if (at + directoryLength > end || view.getUint32(at, true) !== 0x02014b50) {
      throw problem(where, `no entry ${i + 1} of the zip's directory at byte ${at}`, 'one');
    }
    const nameLength = view.getUint16(at + 28, true);
    const next =
      at +
      directoryLength +
      nameLength +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
    if (next > end) {
      throw problem(where, `a directory of the zip that ends at byte ${next}`, `at most ${end}`);
    }
    const letters = new Uint8Array(view.buffer, view.byteOffset + at + directoryLength, nameLength);
    entries.push({
      name: new TextDecoder().decode(letters),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    });
    at = next;
  }
  for (const { name, flags, method, size, packed, local } of entries) {
    const entry = `${where}: ${describeName(name)}`;
    if (flags & 1) throw problem(entry, 'an encrypted file', 'one that is not');
    if (method !== 0 && method !== 8) {
      throw problem(entry, `compression method ${method}`, '0 (stored) or 8 (deflated)');
    }
    if ([size, packed, local].includes(large))
      throw problem(entry, 'a zip64', 'a file below 4 GiB');
  }
  return entries;
}

/** @param {string} name */
const describeName = (name) => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}...` : name);

/** @param {string} where @param {Entry[]} entries */
function checkEntries(where, entries) {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.fileBytes.max) {
    throw problem(where, `${total} bytes when inflated`, mostFileBytes());
  }
  const names = new Set();
  for (const { name, method, packed, size } of entries) {
    if (names.has(name)) throw problem(where, `the name ${describeName(name)} twice`, 'it once');
    names.add(name);
    // 1032 is the largest compression ratio of deflate.
    if (method === 0 ? size !== packed : size > 1032 * packed) {
      const expected = method === 0 ? `${packed}, as it is stored` : `at most ${1032 * packed}`;
      throw problem(
        `${where}: ${describeName(name)}`,
        `a size of ${several(size, 'byte')}`,
        expected,
      );
    }
  }
}

/**
 * @param {string} where
 * @param {DataView} view
 * @param {Entry} entry
 * @returns {[number, number]} where its bytes begin and end
 */
function placeOf(where, view, { local, packed }) {
  if (local + localLength > view.byteLength || view.getUint32(local, true) !== 0x04034b50) {
    throw problem(where, `no file of the zip at byte ${local}`, 'one');
  }
  const begin =
    local + localLength + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (begin + packed > view.byteLength) {
    throw problem(where, `bytes from ${begin} to ${begin + packed}`, `at most ${view.byteLength}`);
  }
  return [begin, begin + packed];
}

/**
 * @typedef {object} Look check of a file's first bytes, before the others are inflated
 * @property {number} length number of these bytes
 * @property {(first: Uint8Array, size: number) => void} check throws if a file of that size is not wanted
 */

/**
 * @param {string} where
 * @param {Uint8Array} packed
 * @param {number} size required size
 * @param {Look} look
 */
function inflate(where, packed, size, look) {
  const bytes = new Uint8Array(size);
  let length = 0;
  let isLookedAt = false;
  const inflater = new Inflate((part) => {
    if (length + part.length > size)
      throw problem(where, `more than ${several(size, 'byte')} when inflated`, `${size}`);
    bytes.set(part, length);
    length += part.length;
    if (isLookedAt || length < look.length) return;
    isLookedAt = true;
    look.check(bytes.subarray(0, look.length), size);
  });
  // Small slices until the beginning has been checked, then larger ones.
  for (let at = 0; at < packed.length;) {
    const next = at + (isLookedAt ? slice : firstSlice);
    inflater.push(packed.subarray(at, next), next >= packed.length);
    at = next;
  }
  if (length !== size) throw problem(where, `${several(length, 'byte')} when inflated`, `${size}`);
  return bytes;
}

/**
 * @param {string} where
 * @param {Uint8Array} packed
 * @param {Entry} entry
 * @param {Look} look
 */
function unpack(where, packed, { method, size, sum }, look) {
  let bytes = packed;
  if (method === 8) {
    try {
      bytes = inflate(where, packed, size, look);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw problem(
        where,
        `bytes that cannot be inflated (${Object(error).message})`,
        'a deflated file',
      );
    }
  }
  const found = checksum(bytes);
  if (found !== sum) {
    throw problem(
      where,
      `the checksum ${found.toString(16)}`,
      `${sum.toString(16)}, as the zip says`,
    );
  }
  return bytes;
}

/**
 * @param {string} where the name of the zip, for errors
 * @param {Uint8Array} bytes
 * @param {(name: string) => void} checkName throws if a file with that name is not wanted
 * @returns {[name: string, unpacked: (look: Look) => Uint8Array][]} functions, because unpacking one at a time takes less memory
 */
export function readZip(where, bytes, checkName) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < endLength) throw problem(where, several(bytes.length, 'byte'), 'a whole zip');
  const entries = readDirectory(where, view);
  for (const { name } of entries) checkName(name);
  checkEntries(where, entries);
  const named = (/** @type {Entry} */ entry) => `${where}: ${describeName(entry.name)}`;
  const places = entries.map((entry) => placeOf(named(entry), view, entry));
  const inOrder = places.map((place, i) => ({ place, i })).sort((a, b) => a.place[0] - b.place[0]);
  for (let i = 1; i < inOrder.length; ++i) {
    const end = inOrder[i - 1].place[1];
    const begin = entries[inOrder[i].i].local;
    if (begin < end)
      throw problem(
        named(entries[inOrder[i].i]),
        `bytes from ${begin}`,
        `at least ${end}, the end of the previous entry`,
      );
  }
  return entries.map((entry, i) => [
    entry.name,
    (look) => unpack(named(entry), bytes.subarray(...places[i]), entry, look),
  ]);
}
