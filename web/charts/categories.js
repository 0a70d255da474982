/** Colours for things of one kind that can be told apart. */

/**
 * Colours for up to eight things of one kind, which differ in lightness too: the ones of Okabe and Ito, with a violet
 * and a brown for their blue, which is too near to the query's, and their black.
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
 * Three bytes.
 * @param {number} index
 */
export function category(index) {
  const code = parseInt(categories[index % categories.length].slice(1), 16);
  return [code >> 16, (code >> 8) & 255, code & 255];
}
