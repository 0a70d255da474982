/** Describes in one word how unusual a result is; `variance.replicate.verdict.<word>` is the sentence. */

import { constant } from '../engine/border/constant.js';

/** The least share of draws at least as extreme, in percent, for each word. The first word that fits is used. */
const words = constant([
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
