/** Tokenizes texts with a model's tokenizer.json, through a library that is imported when first needed. */

/** @import { FileLike } from './types.js' */

import { wrongType } from '../border/checks.js';
import { sourcesOf } from './files.js';
import { refused } from './header.js';

/** Limits: bytes of a tokenizer.json, characters of a text. */
const limits = Object.freeze({ bytes: 2 ** 26, text: 2 ** 16 });

/**
 * @typedef {object} Tokenizer
 * @property {(text: string) => {ids: number[], tokens: string[]}} encode includes the special tokens that the model adds to a text
 * @property {(ids: readonly number[]) => string} decode
 */

/**
 * Opens the tokenizer of a model.
 *
 * @param {FileLike | string | readonly (FileLike | string)[]} files as for openModel(), including tokenizer.json
 * @returns {Promise<Tokenizer>}
 * @example
 * const { encode } = await openTokenizer(files);
 * const { ids, tokens } = encode('The cat sat on the mat');
 * const heads = await model.headStatistics(ids);
 */
export async function openTokenizer(files) {
  const sources = await sourcesOf(files);
  const source = sources.find(({ name }) => name === 'tokenizer.json');
  if (!source)
    throw refused('files', 'no tokenizer.json', 'it beside the model: texts need it, ids do not');
  if (source.size > limits.bytes)
    throw refused(source.name, `${source.size} bytes`, `at most ${limits.bytes}`);
  const text = new TextDecoder().decode(await source.read(0, source.size));
  const { Tokenizer: Library } = await import('@huggingface/tokenizers');
  /** @type {import('@huggingface/tokenizers').Tokenizer} */
  let library;
  try {
    library = new Library(JSON.parse(text), {});
  } catch (error) {
    const [reason] = String(Object(error).message).split('\n');
    throw refused(
      source.name,
      `a file that cannot be read (${reason.slice(0, 100)})`,
      'the tokenizer of a model',
    );
  }
  return Object.freeze({
    encode(/** @type {string} */ given) {
      if (typeof given !== 'string') throw wrongType('text', given, 'a string');
      if (given.length > limits.text)
        throw refused('text', `${given.length} characters`, `at most ${limits.text}`);
      const { ids, tokens } = library.encode(given);
      return { ids: [...ids], tokens: [...tokens] };
    },
    decode: (/** @type {readonly number[]} */ ids) => library.decode([...ids]),
  });
}
