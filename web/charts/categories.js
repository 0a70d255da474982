/** Distinguishable colours for categories. */

/**
 * Colours for up to eight categories, which also differ in lightness: those of Okabe and Ito, with violet instead of
 * their blue, which is too close to the query's, and brown instead of their black.
 */
export const categories = /** @type {const} */ ([
  '#d55e00',
  '#56b4e9',
  '#009e73',
  '#cc79a7',
  '#f0e442',
  '#7b5fc4',
  '#e69f00',
  '#8c6d46',
]);

/**
 * Returns red, green and blue, 0 to 255.
 * @param {number} index
 */
export function category(index) {
  const code = parseInt(categories[index % categories.length].slice(1), 16);
  return [code >> 16, (code >> 8) & 255, code & 255];
}
