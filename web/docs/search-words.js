/** Splits the documentation and search queries into words. Shared by the code that writes the index and the code that searches it. */

/** @import { SearchOptions } from 'minisearch' */

/** The searched and stored fields of an index entry. */
export const searched = {
  fields: ['title', 'names', 'text'],
  storeFields: ['title', 'page', 'url'],
};

const han = /\p{Script=Han}+/gu;

/**
 * Returns the words of a text. Chinese has no spaces between words, so all pairs of characters are returned.
 * `scoreStatistics` is also `score` and `statistics`.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  const pairs = (text.match(han) ?? []).flatMap((run) =>
    run.length < 2 ? [run] : [...run.slice(1)].map((_, i) => run.slice(i, i + 2)),
  );
  const words = text.replace(han, ' ').match(/[\p{L}\p{N}_]+/gu) ?? [];
  const parts = words.flatMap((word) => {
    const camelCaseParts = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
    return camelCaseParts.length > 1 ? camelCaseParts : [];
  });
  return [...words, ...parts, ...pairs].map((word) => word.toLowerCase());
}

/**
 * Returns the options of a search. Exact titles come first: `softmax` before `softmaxSample`, which also contains the word.
 * @param {string} wanted
 * @returns {SearchOptions}
 */
export const askedFor = (wanted) => ({
  prefix: true,
  fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
  combineWith: 'AND',
  boost: { title: 4, names: 2 },
  boostDocument: (_, __, { title } = {}) => (title === wanted ? 8 : 1),
  tokenize: wordsOf,
});
