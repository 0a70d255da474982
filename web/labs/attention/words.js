/** The words of a state: sentences that are there, the visitor's own, or numbered tokens. */

/** @import { TokenKind } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Sentence, SentencePreset } from './types.js' */

import { isNumbered } from '../../tables/attention.js';
import { numbersOf } from '../../tables/params.js';
import { sentencePresets } from './sentences.js';

/**
 * @typedef {object} Words
 * @property {readonly string[]} words
 * @property {readonly number[]} ids  Which word each is; the same in both sentences for the same word
 * @property {readonly TokenKind[]} kinds
 * @property {boolean} [cut]  There was more
 *
 * @typedef {{query: Words, key: Words | null, look: number}} WordsOfState  key: of another sentence
 */

/** What reads text that was typed. @type {typeof import('./tokenize.js') | null} */
let tokenizer = null;

/** Fetches it, once. */
export async function fetchTokenizer() {
  tokenizer ??= await import('./tokenize.js');
}

/** Whether it is there. */
export const readsText = () => tokenizer !== null;

function reader() {
  if (!tokenizer) throw new Error('text: what reads it could not be fetched; check the connection');
  return tokenizer;
}

/** Whether a state has text that takes it. @param {Params} params */
export const takesTokenizer = ({ text, second, kind }) =>
  text !== '' || second !== '' || kind === 'cross';

/** @param {string} key */
function presetOf(key) {
  const [found] = sentencePresets.filter((preset) => preset.key === key);
  return found;
}

/** The sentence that the lab opens with. It is told in the page's language, with the same numbers. */
const opening = 'tired';

/** The one whose words stand in another order. */
const sorted = 'sorted';

/** Heads of the hand-made weights of one sentence, in order; a pair has one, `alignment`. */
const heads = ['copy', 'previous', 'same', 'coreference'];

/**
 * What somebody who chooses a sentence gets with it: the kind of attention and the head that it was made for, and its own token.
 * One's own sentence was made for none.
 * @param {string} example
 * @param {Params} params  before
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

/** The tokens of the Chinese sentence in the order of their sounds, which is a browser's own business otherwise. */
const bySound = [6, 11, 3, 1, 10, 9, 5, 2, 4, 0, 7, 8];

/** The opening sentence. @param {Params} params  `lang`: as it is now spoken */
const openingOf = ({ lang }) => presetOf(lang === 'zh-Hans' ? `${opening}-zh` : opening);

/**
 * Whether a sentence is one to choose from: a Chinese page opens with the one that an English page has as another.
 * @param {string} example
 * @param {Params} params
 * @param {string} language
 */
export function isOffered(example, params, language) {
  const twin = `${opening}-zh`;
  if (language !== 'zh-Hans' || ![opening, twin].includes(example)) return true;
  return example === (params.example === twin ? twin : opening);
}

/** In alphabetical order, whatever the visitor's language. @param {Sentence} sentence @returns {Words} */
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

/** Whether a sentence stands in for the visitor's own, which is still empty. @param {Params} params */
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

/** What a visitor may type, and where its split stands. */
const texts = /** @type {const} */ ([
  ['text', 'split'],
  ['second', 'secondSplit'],
]);

/**
 * With the splits of the texts that are new; one that comes with its text is kept. Before the tokenizer has come they have
 * none.
 * @param {Params} asked
 * @param {Params} base  what it was made from
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

/** Splits for texts that came before the tokenizer did. @param {Params} params */
export const lackingSplits = (params) =>
  Object.fromEntries(
    texts.flatMap(([text, split]) => {
      const own = params[split] === '' ? splitOf(params[text]) : '';
      return own === '' ? [] : [[split, own]];
    }),
  );

/** The first pronoun, else the first token. @param {Words} words */
const lookedAt = ({ kinds }) =>
  Math.max(
    0,
    kinds.findIndex((kind) => kind.startsWith('of-')),
  );

/** Without a second sentence one's own is looked at by itself. @param {Params} params @returns {WordsOfState} */
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

/** A sentence as somebody would type it, already split. @param {SentencePreset} preset */
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
      kinds: numbers.map(() => /** @type {const} */ ('word')),
    };
  };
  const key = kind === 'cross' ? list('s', Number(count)) : null;
  return { query: list('t', 0), key, look: 0 };
}
