/**
 * Sentences for the Attention lab: tokens, which of them are the same word, and the role of each in coreference. These
 * were marked by hand; tokenize.js marks a visitor's own text.
 *
 * The kinds say that "it" is a living being in "because it was too tired" and a thing in "because it was too wide". The
 * hand-made weights find the noun that fits what they are told about the pronoun. Knowing that streets do not get tired
 * takes a trained model.
 */

/** @import { HandMadeHead, TokenKind } from '../../engine/types.js' */
/** @import { Language, Sentence, SentencePreset } from './types.js' */

/**
 * Returns a function that numbers words in the order of their first use. Both sentences of a pair share one.
 * @returns {(word: string) => number}
 */
export function numbering() {
  /** @type {Map<string, number>} */
  const known = new Map();
  return (word) => {
    const number = known.get(word) ?? known.size;
    known.set(word, number);
    return number;
  };
}

/** Returns a token's word. Tokens with equal results are the same word. @param {string} text @param {Language} language */
export const wordOf = (text, language) =>
  text.normalize('NFKC').replaceAll('\u2019', "'").toLocaleLowerCase(language);

/**
 * Reads tokens separated by spaces: `Law/thing` has a kind, `zone=area` has the meaning of another word.
 * @param {Language} language
 * @param {string} marked
 * @param {(word: string) => number} [number]
 * @returns {Sentence}
 */
function marked(language, marked, number = numbering()) {
  const parts = marked.split(' ').map((token) => {
    const [, text, meaning, kind = 'word'] = /^(.+?)(?:=([^/]+))?(?:\/(.+))?$/u.exec(token) ?? [];
    return { text, word: meaning ?? wordOf(text, language), kind };
  });
  return {
    language,
    words: parts.map(({ text }) => text),
    ids: parts.map(({ word }) => number(word)),
    kinds: parts.map(({ kind }) => /** @type {TokenKind} */ (kind)),
  };
}

/**
 * @param {string} key
 * @param {HandMadeHead} head
 * @param {string} focus  The first token with this text
 * @param {[Language, string]} query
 * @param {[Language, string]} [context]
 * @returns {SentencePreset}
 */
function preset(key, head, focus, query, context) {
  const number = numbering();
  const own = marked(...query, number);
  const other = context && marked(...context, number);
  return {
    key,
    head,
    focus: own.words.indexOf(focus),
    query: own,
    ...(other && { context: other }),
  };
}

export const sentencePresets = Object.freeze([
  // The sentence of the attention pictures in "Attention is all you need" (Vaswani et al. 2017). A pronoun cannot stand
  // for what it owns or for a noun in a phrase of its own, so coreference treats these as ordinary words.
  preset('law', 'coreference', 'its', [
    'en',
    'The Law/thing will never be perfect , but its/of-thing application should be just - this is what we are missing , in my opinion .',
  ]),
  preset('tired', 'coreference', 'it', [
    'en',
    "The animal/being didn't cross the street/thing because it/of-being was too tired .",
  ]),
  preset('wide', 'coreference', 'it', [
    'en',
    "The animal/being didn't cross the street/thing because it/of-thing was too wide .",
  ]),
  preset('repeated', 'same', 'cat', [
    'en',
    'The dog/being saw a cat/being before that cat/being heard him/of-being .',
  ]),
  // Word-for-word translations of the English sentences, so that all their numbers are the same.
  preset('tired-zh', 'coreference', '\u5b83', [
    'zh',
    '\u90a3\u53ea=the \u52a8\u7269/being \u6ca1\u6709 \u7a7f\u8fc7 \u90a3\u6761=the \u9a6c\u8def/thing \uff0c \u5b83/of-being \u592a \u7d2f \u4e86 \u3002',
  ]),
  preset('wide-zh', 'coreference', '\u5b83', [
    'zh',
    '\u90a3\u53ea=the \u52a8\u7269/being \u6ca1\u6709 \u7a7f\u8fc7 \u90a3\u6761=the \u9a6c\u8def/thing \uff0c \u5b83/of-thing \u592a \u5bbd \u4e86 \u3002',
  ]),
  preset('law-zh', 'coreference', '\u5b83', [
    'zh',
    '\u6cd5\u5f8b/thing \u6c38\u8fdc \u4e0d\u4f1a \u5b8c\u7f8e \uff0c \u4f46 \u5b83/of-thing \u7684 \u9002\u7528 \u5e94\u5f53 \u516c\u6b63 \uff0c \u4f9d \u6211 \u770b \uff0c \u8fd9 \u6b63 \u662f \u6211\u4eec \u6240 \u7f3a\u5c11 \u7684 \u3002',
  ]),
  // Analects 2.17.
  preset('repeated-zh', 'same', '\u77e5', [
    'zh',
    '\u77e5 \u4e4b \u4e3a \u77e5 \u4e4b \uff0c \u4e0d \u77e5 \u4e3a \u4e0d \u77e5 \uff0c \u662f \u77e5 \u4e5f \u3002',
  ]),
  preset(
    'pair-zh',
    'alignment',
    '\u4e66',
    [
      'zh',
      '\u6211=i \u6628\u5929=yesterday \u5728=in \u5317\u4eac=beijing \u4e70=bought \u4e86=bought \u4e09=three \u672c \u4e66=books \u3002=.',
    ],
    ['en', 'I bought three books in Beijing yesterday .'],
  ),
  // The example of Bahdanau, Cho and Bengio (2015), in which adjectives change places.
  preset(
    'pair-fr',
    'alignment',
    'zone',
    [
      'fr',
      "L'=the accord=agreement sur=on la=the zone=area \u00e9conomique=economic europ\u00e9enne=european a=was \u00e9t\u00e9=was sign\u00e9=signed en=in ao\u00fbt=august 1992 .",
    ],
    ['en', 'The agreement on the European Economic Area was signed in August 1992 .'],
  ),
]);
