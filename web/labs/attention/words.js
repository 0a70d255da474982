/** The words of a state: preset sentences, the visitor's own, or numbered tokens. */

/** @import { TokenKind } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Sentence, SentencePreset } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { isNumbered } from '../../tables/attention.js';
import { numbersOf } from '../../tables/params.js';
import { sentencePresets } from './sentences.js';

/**
 * @typedef {object} Words
 * @property {readonly string[]} words
 * @property {readonly number[]} ids  Number of each word; equal for equal words, also across both sentences
 * @property {readonly TokenKind[]} kinds
 * @property {boolean} [cut]  Whether the text had more words
 *
 * @typedef {{query: Words, key: Words | null, look: number}} WordsOfState  key: another sentence, if there is one
 */

/** The module that reads typed text; null until it is fetched. @type {typeof import('./tokenize.js') | null} */
let tokenizer = null;

/** Fetches the tokenizer, once. */
export async function fetchTokenizer() {
  tokenizer ??= await import('./tokenize.js');
}

/** Whether the tokenizer is loaded. */
export const readsText = () => tokenizer !== null;

function reader() {
  if (!tokenizer) throw new Error('text: what reads it could not be fetched; check the connection');
  return tokenizer;
}

/** Whether a state has text that needs the tokenizer. @param {Params} params */
export const takesTokenizer = ({ text, second, kind }) =>
  text !== '' || second !== '' || kind === 'cross';

/** @param {string} key */
function presetOf(key) {
  const [found] = sentencePresets.filter((preset) => preset.key === key);
  return found;
}

/** The sentence that the lab opens with. It is in the page's language, with the same numbers. */
const opening = 'tired';

/** The opening sentence with its words in another order. */
const sorted = 'sorted';

/** Heads of the hand-made weights of one sentence, in order; a pair has one, `alignment`. */
const heads = ['copy', 'previous', 'same', 'coreference'];

/**
 * Returns what choosing a sentence sets: the kind of attention and the head that it was made for, and its own token. A
 * visitor's own sentence was made for none.
 * @param {string} example
 * @param {Params} params  before the choice
 */
export function forExample(example, { kind, source }) {
  const name = example === sorted ? opening : example;
  const preset = sentencePresets.find(({ key }) => key === name);
  if (!preset) return {};
  const { head, context } = preset;
  return {
    token: 0,
    kind: context ? 'cross' : kind === 'cross' ? 'self' : kind,
    ...(context && { second: '' }),
    ...(source !== 'random' && { head: Math.max(heads.indexOf(head), 0) + 1 }),
  };
}

/** The tokens of the Chinese sentence in the order of their sounds. Browsers would differ in that order. */
const bySound = [6, 11, 3, 1, 10, 9, 5, 2, 4, 0, 7, 8];

/** Returns the opening sentence. @param {Params} params  `lang`: the page's language now */
const openingOf = ({ lang }) => presetOf(lang === 'zh-Hans' ? `${opening}-zh` : opening);

/**
 * Whether a sentence is offered. A Chinese page opens with the one that an English page offers as another.
 * @param {string} example
 * @param {Params} params
 * @param {string} language
 */
export function isOffered(example, params, language) {
  const translation = `${opening}-zh`;
  if (language !== 'zh-Hans' || ![opening, translation].includes(example)) return true;
  return example === (params.example === translation ? translation : opening);
}

/** Sorts words alphabetically, whatever the visitor's language. @param {Sentence} sentence @returns {Words} */
function sortedWords({ language, words, ids, kinds }) {
  const lower = words.map((word) => word.toLowerCase());
  const byLetter = [...words.keys()].sort(
    (i, j) => Number(lower[i] > lower[j]) - Number(lower[i] < lower[j]),
  );
  const order = language === 'zh' ? bySound : byLetter;
  const by = (/** @type {readonly any[]} */ list) => order.map((i) => list[i]);
  return { words: by(words), ids: by(ids), kinds: by(kinds) };
}

/** @param {Params} params @returns {WordsOfState} */
export function wordsOf(params) {
  if (isNumbered(params)) return numberedWords(params);
  return params.kind === 'cross' ? pairOf(params) : sentenceOf(params);
}

/** Whether a preset sentence stands in for the visitor's own, which is still empty. @param {Params} params */
export const isUntyped = (params) =>
  params.example === 'own' && !params.text && !isNumbered(params);

/** @param {Params} params @returns {WordsOfState} */
function sentenceOf(params) {
  const example = String(params.example);
  const open = openingOf(params);
  if (example === 'own') {
    const query = params.text ? typedWords(params) : open.query;
    return { query, key: null, look: lookedAt(query) };
  }
  if (example === sorted) {
    const query = sortedWords(open.query);
    return { query, key: null, look: lookedAt(query) };
  }
  const { query, focus } = example === opening ? open : presetOf(example);
  return { query, key: null, look: focus };
}

/** @param {Params} params */
const typedWords = (params) =>
  reader().tokenize(String(params.text), undefined, numbersOf(params, 'split'));

/** The parameters of typed texts and of their splits. */
const texts = [
  ['text', 'split'],
  ['second', 'secondSplit'],
];

/**
 * Returns the parameters with the splits of new texts. A split that comes with its text is kept. Before the tokenizer
 * is fetched, texts have none.
 * @param {Params} asked
 * @param {Params} base  the parameters before the change
 * @returns {Params}
 */
export function withSplits(asked, base) {
  const own = { ...asked };
  for (const [text, split] of texts) {
    if (asked[text] === '') own[split] = '';
    else if (asked[text] !== base[text] && asked[split] === base[split])
      own[split] = splitOf(asked[text]);
  }
  return Object.freeze(own);
}

/** @param {Params[string]} text */
const splitOf = (text) => tokenizer?.splitOf(String(text)).join() ?? '';

/** Returns splits for texts that came before the tokenizer. @param {Params} params */
export const lackingSplits = (params) =>
  Object.fromEntries(
    texts.flatMap(([text, split]) => {
      const own = params[split] === '' ? splitOf(params[text]) : '';
      return own === '' ? [] : [[split, own]];
    }),
  );

/** Returns the first pronoun, or else the first token. @param {Words} words */
const lookedAt = ({ kinds }) =>
  Math.max(
    0,
    kinds.findIndex((kind) => kind.startsWith('of-')),
  );

/** Returns two sentences. Without a second one, the visitor's own attends to itself. @param {Params} params @returns {WordsOfState} */
function pairOf(params) {
  const { example, text, second } = params;
  const preset = sentencePresets.find(({ key }) => key === example);
  if (preset?.context && !second)
    return { query: preset.query, key: preset.context, look: preset.focus };
  const typed = { text: String(text), split: numbersOf(params, 'split') };
  const first = preset || !text ? textOf(preset ?? openingOf(params)) : typed;
  const other = { text: String(second), split: numbersOf(params, 'secondSplit') };
  const { query, context } = reader().tokenizePair(first, second ? other : first);
  return { query, key: context, look: 0 };
}

/** Returns a sentence as typed text, already split. @param {SentencePreset} preset */
const textOf = ({ query: { words } }) => ({
  text: words.join(' '),
  split: words.map((word) => [...word].length),
});

/** @param {Params} params @returns {WordsOfState} */
function numberedWords({ count, kind }) {
  const list = (/** @type {string} */ letter, /** @type {number} */ from) => {
    const numbers = Array.from({ length: Number(count) }, (_, i) => i);
    return {
      words: numbers.map((i) => `${letter}${i + 1}`),
      ids: numbers.map((i) => from + i),
      kinds: numbers.map(() => constant('word')),
    };
  };
  const key = kind === 'cross' ? list('s', Number(count)) : null;
  return { query: list('t', 0), key, look: 0 };
}
