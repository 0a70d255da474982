/** The words of a state: sentences that are there, the visitor's own, or numbered tokens. */
import { isNumbered } from '../../tables/attention.js';
import { sentencePresets, tokenize, tokenizePair } from './sentences.js';

/** @typedef {import('../../tables/state.js').Params} Params */
/** @typedef {import('../../engine/types.js').TokenKind} TokenKind */
/** @typedef {import('./sentences.js').SentencePreset} SentencePreset */

/**
 * @typedef {object} Words
 * @property {readonly string[]} words
 * @property {readonly number[]} ids  Which word each is; the same in both sentences for the same word
 * @property {readonly TokenKind[]} kinds
 * @property {boolean} [cut]  There was more
 *
 * @typedef {{query: Words, key: Words | null, look: number}} WordsOfState  key: of another sentence
 */

/** @param {string} key */
const presetOf = (key) =>
  /** @type {SentencePreset} */ (sentencePresets.find((preset) => preset.key === key));

/** The sentence whose words stand in another order, and the one that it is made of. */
const sorted = { name: 'sorted', of: 'tired' };

/** In alphabetical order, whatever the visitor's language. @param {Words} words @returns {Words} */
function sortedWords({ words, ids, kinds }) {
  const order = [...words.keys()].sort((i, j) => {
    const [a, b] = [words[i].toLowerCase(), words[j].toLowerCase()];
    return a < b ? -1 : Number(a > b);
  });
  const by = (/** @type {readonly any[]} */ list) => order.map((i) => list[i]);
  return { words: by(words), ids: by(ids), kinds: by(kinds) };
}

/** @param {Params} params @returns {WordsOfState} */
export function wordsOf(params) {
  if (isNumbered(params)) return numberedWords(params);
  return params.kind === 'cross' ? pairOf(params) : sentenceOf(params);
}

/** Whether a sentence stands in for the visitor's own, which is still empty. @param {Params} params */
export const isUntyped = (params) =>
  params.example === 'own' && !params.text && !isNumbered(params);

/** @param {Params} params @returns {WordsOfState} */
function sentenceOf({ example, text }) {
  if (example === 'own') {
    const query = tokenize(String(text) || presetText(sorted.of));
    return { query, key: null, look: lookedAt(query) };
  }
  if (example === sorted.name) {
    const query = sortedWords(presetOf(sorted.of).query);
    return { query, key: null, look: lookedAt(query) };
  }
  const { query, focus } = presetOf(String(example));
  return { query, key: null, look: focus };
}

/** @param {string} key */
const presetText = (key) => presetOf(key).query.words.join(' ');

/** The first pronoun, else the first token. @param {Words} words */
const lookedAt = ({ kinds }) =>
  Math.max(
    0,
    kinds.findIndex((kind) => kind.startsWith('of-')),
  );

/** Without a second sentence one's own is looked at by itself. @param {Params} params @returns {WordsOfState} */
function pairOf({ example, text, second }) {
  const preset = sentencePresets.find(({ key }) => key === example);
  if (preset?.context && !second)
    return { query: preset.query, key: preset.context, look: preset.focus };
  const first = preset ? preset.query.words.join(' ') : String(text) || presetText(sorted.of);
  const { query, context } = tokenizePair(first, String(second) || first);
  return { query, key: context, look: 0 };
}

/** @param {Params} params @returns {WordsOfState} */
function numberedWords({ count, kind }) {
  const list = (/** @type {string} */ letter, /** @type {number} */ from) => {
    const numbers = Array.from({ length: Number(count) }, (_, i) => i);
    return {
      words: numbers.map((i) => `${letter}${i + 1}`),
      ids: numbers.map((i) => from + i),
      kinds: numbers.map(() => /** @type {const} */ ('word')),
    };
  };
  const key = kind === 'cross' ? list('s', Number(count)) : null;
  return { query: list('t', 0), key, look: 0 };
}
