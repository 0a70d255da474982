/**
 * Access to the files of a model: File and Blob in browsers and workers, and also paths and folders in Node. Only the
 * requested bytes are read.
 */

/** @import { Stats } from 'node:fs' */
/** @import { FileLike } from './types.js' */
/** @import { Source } from './network.js' */

import { builtin } from '../border/builtin.js';
import { describe, isList, isObject, wrongType, wrongValue } from '../border/checks.js';

/** The files of a folder that are used. */
const wanted = /\.safetensors(\.index\.json)?$|^(config|tokenizer)\.json$/;

/** @param {string} name @param {number} from @param {number} to @param {number} got */
const tooShort = (name, from, to, got) =>
  new RangeError(`${name}: got ${got} bytes from byte ${from} on; expected ${to - from}`);

/** The error for a file that the system cannot read. @param {string} name @param {unknown} error */
const unreadable = (name, error) =>
  new RangeError(
    `${name}: got a file that cannot be read (${Object(error).code ?? error}); expected one that can`,
  );

/** @param {FileLike} file @param {string} name @returns {Source} */
function fromFile(file, name) {
  const { size } = file;
  if (!Number.isSafeInteger(size) || size < 0)
    throw wrongValue(`${name}: size`, size, 'a number of bytes');
  const own = file.name;
  return {
    name: typeof own === 'string' && own !== '' ? own.slice(own.lastIndexOf('/') + 1) : name,
    size,
    async read(from, to) {
      /** @type {ArrayBuffer} */
      let buffer;
      try {
        buffer = await file.slice(from, to).arrayBuffer();
      } catch (error) {
        const { name: reason = error } = Object(error);
        throw unreadable(this.name, { code: reason });
      }
      const bytes = new Uint8Array(buffer);
      if (bytes.length !== to - from) throw tooShort(this.name, from, to, bytes.length);
      return bytes;
    },
  };
}

/** Node's modules, if available, without imports that a bundler would follow. */
const node = () => {
  const [fs, path] = [builtin('node:fs/promises'), builtin('node:path')];
  return fs && path && { fs, path };
};

/**
 * Returns a file, or the files of a model in a folder. Follows links, because Hugging Face's cache consists of them.
 *
 * @param {string} file
 * @returns {Promise<Source[]>}
 */
async function fromPath(file) {
  const own = node();
  if (!own) throw wrongType('files', file, 'File or Blob; paths are for Node');
  const { fs, path } = own;
  const facts = await fs.stat(file).catch(() => undefined);
  if (!facts)
    throw new RangeError(
      `files: got ${describe(file)}, which is not there; expected a file or a folder`,
    );
  if (!facts.isDirectory()) return [fromFileAt(own, file, facts)];
  const names = await fs.readdir(file).catch((error) => {
    throw unreadable(path.basename(file), error);
  });
  const paths = names
    .filter((name) => wanted.test(name))
    .sort()
    .map((name) => path.join(file, name));
  return Promise.all(
    paths.map(async (each) => {
      const found = await fs.stat(each).catch((error) => {
        throw unreadable(path.basename(each), error);
      });
      return fromFileAt(own, each, found);
    }),
  );
}

/** @param {NonNullable<ReturnType<typeof node>>} node @param {string} file @param {Stats} facts @returns {Source} */
function fromFileAt({ fs, path }, file, facts) {
  const name = path.basename(file);
  // Reading a pipe would wait forever.
  if (!facts.isFile()) throw wrongValue('files', name, 'names of files: this is none');
  /** @param {number} from @param {number} to */
  async function read(from, to) {
    const handle = await fs.open(file);
    try {
      const bytes = new Uint8Array(to - from);
      let got = 0;
      while (got < bytes.length) {
        const { bytesRead } = await handle.read(bytes, got, bytes.length - got, from + got);
        if (bytesRead === 0) throw tooShort(name, from, to, got);
        got += bytesRead;
      }
      return bytes;
    } finally {
      await handle.close();
    }
  }
  return {
    name,
    size: facts.size,
    read: (from, to) =>
      read(from, to).catch((error) => {
        throw error instanceof RangeError ? error : unreadable(name, error);
      }),
  };
}

/** @param {unknown} value @returns {value is FileLike} */
const isFile = (value) =>
  isObject(value) && 'size' in value && 'slice' in value && typeof value.slice === 'function';

/**
 * @param {unknown} files one or a list of them
 * @returns {Promise<Source[]>}
 */
export async function sourcesOf(files) {
  const list = isList(files) ? Array.from({ length: files.length }, (_, i) => files[i]) : [files];
  const found = await Promise.all(
    list.map((file, i) => {
      if (typeof file === 'string') return fromPath(file);
      if (!isFile(file)) throw wrongType('files', file, 'File, Blob, or in Node a path');
      return [fromFile(file, list.length > 1 ? `file ${i + 1}` : 'model.safetensors')];
    }),
  );
  return found.flat();
}
