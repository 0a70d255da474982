/** Reads numbers back from a picture. */

/**
 * Returns the y of each label of an axis, by its text.
 * @param {string} svg
 * @param {'end' | 'middle'} anchor
 * @returns {Record<string, number>}
 */
export const labelled = (svg, anchor) =>
  Object.fromEntries(
    [...svg.matchAll(/<text [^>]*?y="([\d.]+)"([^>]*)>([^<]*)/g)]
      .filter(([, , rest]) => rest.includes(`text-anchor="${anchor}"`))
      .map(([, y, , text]) => [text, Number(y)]),
  );

/** Returns the points of a path. @param {string} path */
export const numbersOf = (path) =>
  [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
