/** Helpers that the tests of charts share. */

/** @import { Handle, Picture } from '../../../web/charts/types.js' */

/**
 * Returns the markup that a template writes, with all its values.
 * @param {unknown} part
 * @returns {string}
 */
export function markup(part) {
  if (Array.isArray(part)) return part.map(markup).join('');
  if (part === null || part === undefined || typeof part === 'symbol') return '';
  if (typeof part !== 'object') return String(part);
  const { strings, values } = /** @type {{strings?: string[], values: unknown[]}} */ (part);
  // guard(dependencies, template), which is redrawn when a dependency changes
  if (!strings) return markup(/** @type {() => unknown} */ (values[1])());
  return strings.map((string, i) => string + (i < values.length ? markup(values[i]) : '')).join('');
}

/** @param {Picture} picture */
export function readerOf({ reader }) {
  if (!reader) throw new Error('the picture has no reader');
  return reader;
}

/** @param {Picture} picture @param {string} key @returns {Handle} */
export function handleOf({ handles = [] }, key) {
  const found = handles.find((handle) => handle.key === key);
  if (!found) throw new Error(`no handle ${key}`);
  return found;
}

/**
 * Returns the bytes of one of the picture's rasters.
 * @param {Picture} picture
 * @param {number} index
 * @param {boolean} [dark]
 */
export function pixels({ rasters = [] }, index, dark = false) {
  const { width, height, rgba } = rasters[index];
  const into = new Uint8ClampedArray(4 * width * height);
  rgba(into, dark);
  return into;
}

/**
 * Returns the numbers that a pattern finds in the markup, such as the y of all texts.
 * @param {string} text
 * @param {RegExp} pattern
 */
export const numbersIn = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => Number(match[1]));
