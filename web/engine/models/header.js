/**
 * Reads headers of .safetensors files of any size, and finds the file of each tensor. Headers are not trusted: every
 * range of bytes is checked against the file and the shape. The engine's own reader (src/files) takes whole files of up
 * to 64 MiB.
 */

/** @import { Source, StoredTensor } from './network.js' */

import { describe, isObject } from '../border/checks.js';

/** Bits of each type. Weights of other types than the first three are quantised or whole numbers. */
const bits = new Map(
  [
    ...[
      ['F32', 32],
      ['F16', 16],
      ['BF16', 16],
      ['F64', 64],
      ['I64', 64],
      ['I32', 32],
      ['I16', 16],
    ],
    ...[
      ['I8', 8],
      ['U64', 64],
      ['U32', 32],
      ['U16', 16],
      ['U8', 8],
      ['BOOL', 8],
      ['F8_E4M3', 8],
    ],
    ...[
      ['F8_E5M2', 8],
      ['F8_E8M0', 8],
      ['F6_E2M3', 6],
      ['F6_E3M2', 6],
      ['F4', 4],
      ['C64', 64],
    ],
  ].map(([name, count]) => [String(name), Number(count)]),
);

/** Limits of a header: bytes, tensors, axes of a tensor, characters of a name. */
export const headerLimits = Object.freeze({ bytes: 2 ** 23, tensors: 65536, axes: 8, name: 400 });

/** @param {string} file @param {string} came @param {string} expected */
export const refused = (file, came, expected) =>
  new RangeError(`${file}: got ${came}; expected ${expected}`);

/**
 * Counts the names in a JSON text. A name that occurs twice in an object counts twice: JSON.parse keeps the last, while
 * another reader may take the first.
 *
 * @param {string} file
 * @param {string} text
 */
function countNames(file, text) {
  let depth = 0;
  let names = 0;
  let tensors = 0;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (c === '"') {
      for (++i; i < text.length && text[i] !== '"'; ++i) if (text[i] === '\\') ++i;
    } else if (c === '{' || c === '[') {
      if (++depth > 16) throw refused(file, 'brackets within more than 16 others', 'fewer');
    } else if (c === '}' || c === ']') --depth;
    else if (c === ':') {
      ++names;
      if (depth === 1 && ++tensors > headerLimits.tensors + 1)
        throw refused(file, `more than ${headerLimits.tensors} tensors`, 'no more');
    }
  }
  return names;
}

/** Counts the names of an object and of all objects in it, which are not nested deeply. @param {unknown} value @returns {number} */
function namesIn(value) {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum, each) => sum + namesIn(each), own);
}

/** @param {string} file @param {Uint8Array} bytes @returns {Record<string, unknown>} */
export function parseObject(file, bytes) {
  /** @type {unknown} */
  let value;
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(file, 'a text that is not UTF-8', 'JSON');
  }
  const names = countNames(file, text);
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(
      file,
      `a text that is not JSON (${Object(error).message.replace(/\s+/g, ' ')})`,
      'JSON',
    );
  }
  if (!isMap(value)) throw refused(file, describe(value), 'a JSON object');
  if (namesIn(value) !== names) throw refused(file, 'a name that comes twice', 'every name once');
  return value;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is number} */
const isSize = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * @param {Source} source
 * @param {string} name
 * @param {unknown} entry
 * @param {number} first offset of the first byte of all tensors
 * @returns {StoredTensor}
 */
function tensorOf(source, name, entry, first) {
  const where = `${source.name}: ${name.slice(0, 60)}`;
  if (!isObject(entry)) throw refused(where, describe(entry), '{dtype, shape, data_offsets}');
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== 'string') throw refused(`${where}: dtype`, describe(dtype), 'a type');
  if (!Array.isArray(shape) || shape.length > headerLimits.axes || !shape.every(isSize))
    throw refused(`${where}: shape`, describe(shape), `at most ${headerLimits.axes} lengths`);
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize))
    throw refused(`${where}: data_offsets`, describe(offsets), 'two numbers of bytes');
  const [begin, end] = offsets;
  const size = source.size - first;
  if (begin > end || end > size)
    throw refused(
      `${where}: data_offsets`,
      `[${begin}, ${end}]`,
      `a range within the ${size} bytes behind the header`,
    );
  const width = bits.get(dtype);
  const count = shape.reduce((product, length) => product * length, 1);
  if (width !== undefined && Math.ceil((count * width) / 8) !== end - begin) {
    throw refused(
      where,
      `${end - begin} bytes`,
      `${Math.ceil((count * width) / 8)} for ${dtype} of the shape [${shape.join(', ')}]`,
    );
  }
  return { name, type: dtype, shape, source, begin: first + begin, bytes: end - begin };
}

/** @param {Source} source @param {StoredTensor[]} tensors @param {number} first */
function checkRanges(source, tensors, first) {
  let end = first;
  for (const { name, begin, bytes } of [...tensors].sort(
    (a, b) => a.begin - b.begin || a.bytes - b.bytes,
  )) {
    if (begin !== end)
      throw refused(
        `${source.name}: ${name.slice(0, 60)}`,
        `bytes from ${begin} on`,
        `them from ${end} on, without a gap`,
      );
    end += bytes;
  }
  if (end !== source.size)
    throw refused(source.name, `${source.size} bytes`, `${end}, as its header says`);
}

/**
 * @param {Source} source
 * @returns {Promise<{tensors: StoredTensor[], metadata: Record<string, string>}>}
 */
export async function readHeader(source) {
  if (source.size < 8)
    throw refused(source.name, `${source.size} bytes`, 'at least 8, the length of a header');
  const start = await source.read(0, 8);
  const length = Number(new DataView(start.buffer, start.byteOffset, 8).getBigUint64(0, true));
  const most = Math.min(headerLimits.bytes, source.size - 8);
  if (length > most) throw refused(source.name, `a header of ${length} bytes`, `at most ${most}`);
  const header = parseObject(source.name, await source.read(8, 8 + length));
  /** @type {Record<string, string>} */
  let metadata = {};
  /** @type {StoredTensor[]} */
  const tensors = [];
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') {
      if (
        typeof entry !== 'object' ||
        entry === null ||
        Object.values(entry).some((each) => typeof each !== 'string')
      )
        throw refused(`${source.name}: __metadata__`, describe(entry), 'an object of strings');
      metadata = /** @type {Record<string, string>} */ (entry);
      continue;
    }
    if (name.length > headerLimits.name)
      throw refused(
        source.name,
        `a name of ${name.length} characters`,
        `at most ${headerLimits.name}`,
      );
    // Terminals interpret some of these characters.
    if (/\p{Cc}/u.test(name))
      throw refused(source.name, 'a name with control characters', 'names without them');
    tensors.push(tensorOf(source, name, entry, 8 + length));
  }
  checkRanges(source, tensors, 8 + length);
  return { tensors, metadata };
}

/** Refuses two files with the same name, because another reader may take the other one. @param {readonly Source[]} sources */
function checkNames(sources) {
  const names = sources.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) throw refused('files', `two files called ${twice}`, 'every name once');
  const indexes = names.filter((name) => indexName.test(name));
  if (indexes.length > 1) throw refused('files', `the indexes ${indexes.join(', ')}`, 'one');
}

const indexName = /\.safetensors\.index\.json$/;

/** A name such as model-00001-of-00003.safetensors, which implies the names of the other shards. */
const shardName = /^(.*-)(\d+)(-of-)(\d+)(\.safetensors)$/;

/** Checks from the names that no shard is missing, if there is no index. @param {readonly Source[]} shards */
function checkShards(shards) {
  const present = new Set(shards.map(({ name }) => name));
  for (const { name } of shards) {
    const [, start, own, of, count, end] = shardName.exec(name) ?? [];
    if (count === undefined) continue;
    for (let i = 1; i <= Number(count); ++i) {
      const other = start + String(i).padStart(own.length, '0') + of + count + end;
      if (!present.has(other))
        throw refused('files', `no ${other.slice(0, 60)}`, `it beside ${name.slice(0, 60)}`);
    }
  }
}

/** Lists the first few files of a folder. @param {readonly string[]} names */
function some(names) {
  const more = names.length - 4;
  return `${names.slice(0, 4).join(', ') || 'no file'}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Reads which tensors the files have. With an index only those count that it names, in the files that it gives for
 * them. Any other file may hold the same model again (consolidated.safetensors).
 *
 * @param {readonly Source[]} sources
 * @returns {Promise<{tensors: Map<string, StoredTensor>, metadata: Record<string, string>, indexed: boolean, left: string[], unnamed: string[]}>}
 *   left: files that the index does not name; unnamed: tensors of the others that it does not name
 */
export async function readTensors(sources) {
  checkNames(sources);
  const all = sources.filter(({ name }) => /\.safetensors$/.test(name));
  const index = sources.find(({ name }) => indexName.test(name));
  const map = index && mapOf(index.name, await readObject(index));
  const named = new Set(Object.values(map ?? {}));
  const shards = map ? all.filter(({ name }) => named.has(name)) : all;
  if (!map) checkShards(shards);
  if (all.length === 0) {
    throw refused('files', some(sources.map(({ name }) => name)), 'one or more .safetensors');
  }
  const { tensors, metadata } = await readShards(shards);
  if (index && map) checkIndex(index.name, map, tensors, shards);
  const unnamed = [...tensors.keys()].filter((name) => map && !Object.hasOwn(map, name));
  for (const name of unnamed) tensors.delete(name);
  const left = all.filter((file) => !shards.includes(file)).map(({ name }) => name);
  return { tensors, metadata, indexed: map !== undefined, left, unnamed };
}

/** All tensors of some files. @param {readonly Source[]} shards */
async function readShards(shards) {
  /** @type {Map<string, StoredTensor>} */
  const tensors = new Map();
  /** @type {Record<string, string>} */
  const metadata = {};
  for (const shard of shards) {
    const read = await readHeader(shard);
    Object.assign(metadata, read.metadata);
    for (const tensor of read.tensors) {
      const other = tensors.get(tensor.name);
      if (other)
        throw refused(
          shard.name,
          `${tensor.name}, which ${other.source.name} has, too`,
          'every name once',
        );
      tensors.set(tensor.name, tensor);
    }
  }
  return { tensors, metadata };
}

/** @param {Source} source a .json file */
export async function readObject(source) {
  if (source.size > headerLimits.bytes)
    throw refused(source.name, `${source.size} bytes`, `at most ${headerLimits.bytes}`);
  return parseObject(source.name, await source.read(0, source.size));
}

/** Files by tensor. @param {string} file @param {Record<string, unknown>} index */
function mapOf(file, { weight_map: map }) {
  if (!isMap(map))
    throw refused(`${file}: weight_map`, describe(map), 'an object of files by tensor');
  if (Object.keys(map).length === 0)
    throw refused(`${file}: weight_map`, 'an empty object', 'the file of every tensor');
  return map;
}

/**
 * @param {string} file
 * @param {Record<string, unknown>} map
 * @param {Map<string, StoredTensor>} tensors
 * @param {readonly Source[]} shards
 */
function checkIndex(file, map, tensors, shards) {
  const present = new Set(shards.map(({ name }) => name));
  for (const [name, shard] of Object.entries(map)) {
    if (typeof shard !== 'string')
      throw refused(`${file}: ${name.slice(0, 60)}`, describe(shard), 'the name of a file');
    if (!present.has(shard))
      throw refused('files', `no ${shard.slice(0, 60)}`, `it beside the others: ${file} names it`);
    if (tensors.get(name)?.source.name !== shard)
      throw refused(shard, `no ${name.slice(0, 60)}`, `the tensor that ${file} places there`);
  }
}
