/**
 * A visitor's own text as a sentence: its tokens, which of them are the same word, and the role of each in coreference.
 * Short lists of words decide the roles, not a grammar. Fetched with the first text.
 */
import { numbering, wordOf } from './sentences.js';

/** @import { TokenKind } from '../../engine/types.js' */
/** @import { Language, Sentence } from './types.js' */

/** Largest number of tokens in a sentence. */
export const mostTokens = 64;

/** Length at which texts are cut before they are read, characters. */
const mostText = 2000;

/** @typedef {Partial<Record<TokenKind, string>>} WordList  Words of a kind, with spaces between them */

/** @type {Record<Language, WordList>} */
const lists = {
  en: {
    'of-one': 'it its itself',
    'of-being': 'he him his himself she her hers herself',
    'of-many': 'they them their theirs themselves',
    being:
      'animal baby bird boy brother cat child cow daughter doctor dog father friend girl horse king man mother person queen sister son student teacher woman',
    beings:
      'animals babies birds boys brothers cats children cows daughters doctors dogs fathers friends girls horses kings men mothers people queens sisters sons students teachers women',
    word: 'a about after again all also am an and any are as at be because been before being but by can could did do does down for from had has have here how i if in into is just may me might more most must my never no nor not now of off on once only or other our ours out over own same shall should so some such than that the then there these this those through to too under until up us very was we were what when where which while who whom whose why will with would yes you your yours',
  },
  zh: {
    'of-one': '\u5b83',
    'of-being': '\u4ed6 \u5979',
    'of-many': '\u5b83\u4eec \u4ed6\u4eec \u5979\u4eec',
    being:
      '\u52a8\u7269 \u4eba \u7537\u4eba \u5973\u4eba \u5b69\u5b50 \u72d7 \u732b \u9e1f \u9a6c \u725b \u8001\u5e08 \u5b66\u751f \u533b\u751f \u7236\u4eb2 \u6bcd\u4eb2 \u7238\u7238 \u5988\u5988 \u670b\u53cb \u56fd\u738b \u5973\u738b',
    word: '\u7684 \u5730 \u5f97 \u4e86 \u7740 \u8fc7 \u662f \u5728 \u4e0d \u6ca1 \u6ca1\u6709 \u6709 \u548c \u4e0e \u6216 \u4f46 \u4f46\u662f \u56e0\u4e3a \u6240\u4ee5 \u5982\u679c \u4e5f \u90fd \u5c31 \u624d \u5f88 \u592a \u66f4 \u6700 \u4f1a \u80fd \u8981 \u53ef\u4ee5 \u5e94\u8be5 \u628a \u88ab \u7ed9 \u5bf9 \u4ece \u5230 \u5411 \u8fd9 \u90a3 \u8fd9\u4e2a \u90a3\u4e2a \u8fd9\u53ea \u90a3\u53ea \u4e00 \u4e2a \u53ea \u4e00\u4e2a \u6211 \u4f60 \u6211\u4eec \u4f60\u4eec \u5417 \u5462 \u5427 \u554a \u4e0a \u4e0b \u91cc \u4e2d',
  },
  fr: {
    'of-one': 'il elle lui son sa ses',
    'of-many': 'ils elles eux leur leurs',
    being:
      'animal chat chatte chien chienne enfant femme fille fils fr\u00e8re gar\u00e7on homme m\u00e8re m\u00e9decin oiseau p\u00e8re professeur reine roi s\u0153ur \u00e9l\u00e8ve',
    beings:
      'animaux chats chiens enfants femmes filles fr\u00e8res gar\u00e7ons gens hommes m\u00e8res m\u00e9decins oiseaux p\u00e8res s\u0153urs \u00e9l\u00e8ves',
    word: "a ai au aussi aux avec c' car ce ces cet cette ci d' dans de des donc du elle-m\u00eame en est et eu il-m\u00eame j' je l' la le les mais me mes mon m\u00eame n' ne ni nos notre nous on ont ou o\u00f9 par pas plus pour qu' que qui s' sans se si sont sur t' ta te tes ton tr\u00e8s trop tu un une vers vos votre vous y \u00e0 \u00e9tait \u00e9t\u00e9 \u00eatre",
  },
};

/** @type {Record<Language, Map<string, TokenKind>>} */
const kindsOfWords = { en: listed('en'), zh: listed('zh'), fr: listed('fr') };

/** @param {Language} language @returns {Map<string, TokenKind>} */
function listed(language) {
  const entries = /** @type {[TokenKind, string][]} */ (Object.entries(lists[language]));
  return new Map(
    entries.flatMap(([kind, list]) =>
      list.split(' ').map(/** @returns {[string, TokenKind]} */ (word) => [word, kind]),
    ),
  );
}

/**
 * Guesses the language of a text.
 * @param {string} text
 * @returns {Language}
 */
export function languageOf(text) {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  const words = new Set(
    text
      .slice(0, mostText)
      .toLowerCase()
      .match(/\p{L}+['\u2019]?/gu),
  );
  const count = (/** @type {Language} */ language) =>
    [...words].filter((word) => kindsOfWords[language].get(wordOf(word, language))).length;
  return count('fr') > count('en') ? 'fr' : 'en';
}

/** @typedef {Sentence & {cut: boolean}} Tokenized  cut: whether the text had more tokens */

/**
 * Splits a text into tokens: words, and each punctuation mark by itself, 64 at most.
 * @param {string} text
 * @param {Language} [language]
 * @param {readonly number[]} [split]  Number of letters of each token, as splitOf() returned it in another browser
 * @returns {Tokenized}
 */
export const tokenize = (text, language = languageOf(text), split = []) =>
  tokenizeWith({ text, split, language }, numbering());

/** @typedef {{text: string, split: readonly number[]}} Typed  a text, and the lengths of its tokens as some browser has split it */

/**
 * Splits two texts into tokens. The same word has the same number in both.
 * @param {Typed} query
 * @param {Typed} context
 */
export function tokenizePair(query, context) {
  const number = numbering();
  const read = (/** @type {Typed} */ typed) =>
    tokenizeWith({ ...typed, language: languageOf(typed.text) }, number);
  return { query: read(query), context: read(context) };
}

/** @param {Typed & {language: Language}} typed @param {(word: string) => number} number @returns {Tokenized} */
function tokenizeWith({ text, split, language }, number) {
  const known = readable(text);
  const all = splitAs(known, split) ?? pieces(known, language);
  const words = all.slice(0, mostTokens);
  return {
    language,
    words,
    ids: words.map((token) => number(wordOf(token, language))),
    kinds: words.map((token, i) => kindOf(token, i > 0 ? words[i - 1] : '.', language)),
    cut: all.length > mostTokens || text.length > mostText,
  };
}

/** @param {string} text */
const readable = (text) => text.slice(0, mostText).replaceAll(/\p{Cc}/gu, ' ');

/** Returns the number of letters of each token of a text. Browsers split differently, so a link carries the split. @param {string} text */
export const splitOf = (text) =>
  pieces(readable(text), languageOf(text))
    .slice(0, mostTokens)
    .map((piece) => [...piece].length);

/** @param {string} text @param {readonly number[]} split @returns {string[] | null} null: the split belongs to another text */
function splitAs(text, split) {
  if (split.length === 0) return null;
  const letters = [...text];
  let at = 0;
  const skip = () => {
    while (at < letters.length && /[\s\p{Cf}]/u.test(letters[at])) at++;
  };
  const found = split.map((length) => {
    skip();
    return letters.slice(at, (at += length)).join('');
  });
  skip();
  if (at > letters.length) return null;
  const rest = letters.slice(at).join('');
  if (rest && split.length < mostTokens) return null;
  return rest ? [...found, rest] : found;
}

/** Matches the pieces of a text if the browser cannot split it: words, each Chinese character, each mark. */
const plainPieces = /\p{Script=Han}|[\p{L}\p{M}\p{N}]+(?:['\u2019][\p{L}\p{M}]+)*|\S/gu;

/** French words that lose their vowel before another: l'eau is two tokens. */
const elision = /^(?:[cdjlmnst]|qu)['\u2019](?=\p{L})/iu;

/** Cached because a segmenter is slow to make. @type {Map<Language, Intl.Segmenter>} */
const segmenters = new Map();

/** @param {Language} language */
function segmenterOf(language) {
  const known = segmenters.get(language);
  const segmenter = known ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}

/** @param {string} text @param {Language} language @returns {string[]} */
function pieces(text, language) {
  const found =
    typeof Intl.Segmenter === 'function'
      ? Array.from(segmenterOf(language).segment(text), ({ segment }) => segment)
      : (text.replaceAll(/\p{Script=Han}/gu, ' $& ').match(plainPieces) ?? []);
  const seen = found
    .map((piece) => piece.replace(/^[\s\p{Cf}]+/u, ''))
    .filter((piece) => piece !== '');
  if (language !== 'fr') return seen;
  return seen.flatMap((piece) => {
    const [first] = elision.exec(piece) ?? [];
    return first ? [first, piece.slice(first.length)] : piece;
  });
}

/**
 * Decides a token's kind by the lists. Otherwise a capital within a sentence marks a name, words with the endings of
 * verbs, adverbs and participles are neither beings nor things, and all other words are things.
 * @param {string} token
 * @param {string} before
 * @param {Language} language
 * @returns {TokenKind}
 */
function kindOf(token, before, language) {
  const word = wordOf(token, language);
  const known = kindsOfWords[language].get(word);
  if (known) return known;
  if (!/\p{L}/u.test(word)) return 'word';
  if (language === 'zh') return word.endsWith('\u4eec') ? 'beings' : 'thing';
  if (/^\p{Lu}\p{Ll}/u.test(token) && !/[.!?]/.test(before)) return 'being';
  if (language === 'en' && /(?:ed|ing|ly|n't)$/.test(word)) return 'word';
  return /[^suif\u00e9]s$/.test(word) ? 'things' : 'thing';
}
