/** How odd a result is, in a word; `variance.replicate.verdict.<word>` is the sentence. */

/** Share of draws at least as far out, in percent, down to which a number gets a word; the first that fits counts. */
const words = /** @type {const} */ ([
  [20, 'ordinary'],
  [5, 'common'],
  [2.5, 'unusual'],
  [0.5, 'rare'],
  [0, 'veryRare'],
]);

/** @param {number | undefined} percentile */
export function oddness(percentile) {
  if (percentile === undefined) return '';
  const outer = Math.min(percentile, 100 - percentile);
  return words.find(([least]) => outer >= least)?.[1] ?? '';
}
