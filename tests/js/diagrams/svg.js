/** Reading numbers back from a picture. */

/**
 * Where the texts of an axis stand, by what they say: their y.
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

/** The points of a path. @param {string} path */
export const numbersOf = (path) =>
  [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
