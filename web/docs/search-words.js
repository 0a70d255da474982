/** How the documentation's texts and what is looked for in them fall into words: the same for who writes the index and who asks it. */

/** What a reader looks for, and in which parts of a page. */
export const searched = {
  fields: ['title', 'names', 'text'],
  storeFields: ['title', 'page', 'url'],
};

const han = /\p{Script=Han}+/gu;

/**
 * Words, and of Chinese, which has no blanks, all pairs of characters. `scoreStatistics` is also `score` and `statistics`.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  const pairs = (text.match(han) ?? []).flatMap((run) =>
    run.length < 2 ? [run] : [...run.slice(1)].map((_, i) => run.slice(i, i + 2)),
  );
  const words = text.replace(han, ' ').match(/[\p{L}\p{N}_]+/gu) ?? [];
  const parts = words.flatMap((word) => {
    const humps = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
    return humps.length > 1 ? humps : [];
  });
  return [...words, ...parts, ...pairs].map((word) => word.toLowerCase());
}

/**
 * How the index is asked. What is called just so comes first: `softmax` before `softmaxSample`, whose parts it is, too.
 * @param {string} wanted
 */
export const askedFor = (wanted) => ({
  prefix: true,
  fuzzy: (/** @type {string} */ term) => (term.length > 4 ? 0.2 : 0),
  combineWith: /** @type {const} */ ('AND'),
  boost: { title: 4, names: 2 },
  boostDocument: (
    /** @type {string} */ _,
    /** @type {string} */ __,
    /** @type {any} */ { title },
  ) => (title === wanted ? 8 : 1),
  tokenize: wordsOf,
});
