/** Embeddings and weights written by hand: checks and shapes. src/attention/hand_made.h explains the numbers. */

/** @import { HandMade, HandMadeOptions, TokenKind } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */
/** @import { Checked } from '../border/types.js' */

import { checkChoice, checkWholeNumbers, isList, wrongType } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { limits } from '../border/limits.js';
import { checkOptions, later, object, optional } from '../border/option-table.js';
import * as core from '../records/hand-made.js';
import { sizeOf } from '../border/tensor.js';

/** In the order of the core. @type {readonly TokenKind[]} */
export const tokenKinds = Object.freeze([
  'word',
  'thing',
  'things',
  'being',
  'beings',
  'of-thing',
  'of-things',
  'of-being',
  'of-beings',
  'of-one',
  'of-many',
]);

/** Sizes of embeddings and heads, as in src/attention/hand_made.h. */
const width = 32;
const dim = 16;

const names = Object.freeze(
  constant({
    one: ['copy', 'previous', 'same', 'coreference'],
    two: ['alignment'],
  }),
);

const sentenceOptions = { tokens: later(), kinds: later() };
export const handMadeOptions = { ...sentenceOptions, context: optional(object(sentenceOptions)) };

/** @typedef {{words: Uint32Array, kinds: Uint32Array}} Sentence */

/**
 * @param {string} prefix of the names in errors
 * @param {Checked<typeof sentenceOptions>} given
 * @returns {Sentence}
 */
function checkSentence(prefix, { tokens, kinds }) {
  const { min, max } = limits.handMadeTokens;
  const words = checkWholeNumbers(`${prefix}tokens`, tokens, limits.handMadeWord, (length) => {
    if (length >= min && length <= max) return;
    throw new RangeError(
      `${prefix}tokens: got ${length} tokens; expected ${min} to ${max} of them`,
    );
  });
  if (kinds === undefined) return { words, kinds: new Uint32Array(words.length) };
  if (!isList(kinds)) {
    throw wrongType(`${prefix}kinds`, kinds, 'an array with a kind for each token');
  }
  if (kinds.length !== words.length) {
    throw new RangeError(
      `${prefix}kinds: got ${kinds.length} kinds; expected ${words.length}, one for each token`,
    );
  }
  // By index, because the core takes one kind for each word, while the array's iterator may return more or fewer.
  const choices = words.map((_, i) => checkChoice(`${prefix}kinds[${i}]`, kinds[i], tokenKinds));
  return { words, kinds: choices };
}

/**
 * @param {Memory} memory
 * @param {HandMadeOptions} options
 * @returns {HandMade}
 */
export function handMade(memory, options) {
  const { context, ...given } = checkOptions('handMade', options, handMadeOptions);
  const query = checkSentence('', given);
  const key = context && checkSentence('context.', context);
  const heads = key ? names.two : names.one;
  memory.begin('handMade');
  /** @param {number[]} shape */
  const allocated = (shape) => ({ shape, place: memory.alloc(sizeOf(shape)) });
  const sentences = (key ? [query, key] : [query]).map(({ words, kinds }) => ({
    ...{ count: words.length, words, kinds },
    embedded: allocated([words.length, width]),
  }));
  const [wq, wk, wv] = Array.from({ length: 3 }, () => allocated([heads.length, width, dim]));
  const wo = allocated([heads.length * dim, width]);
  core.handMade(memory, {
    sentences: sentences.map(({ embedded, ...tokens }) => ({
      ...tokens,
      embeddings: embedded.place,
    })),
    ...{ query: wq.place, key: wk.place, value: wv.place, output: wo.place },
  });
  /** @param {{shape: number[], place: Place}} result */
  const take = ({ shape, place }) => ({ data: memory.take(place, sizeOf(shape)), shape });
  return {
    x: take(sentences[0].embedded),
    ...(key && { context: take(sentences[1].embedded) }),
    wq: take(wq),
    wk: take(wk),
    wv: take(wv),
    wo: take(wo),
    heads: [...heads],
  };
}
