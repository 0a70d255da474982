import { labOf } from './state.js';

/** @typedef {import('./labs/lab.js').Lab} Lab */

/**
 * The lab element of a page: the one that the link asks for. The page's HTML holds the first lab with its text, so
 * that something is there to read whatever fails later.
 * @param {Document} page
 * @returns {Lab}
 */
export function labElement(page) {
  const present = /** @type {Lab} */ (page.querySelector('#lab'));
  const tag = `scaledot-${labOf(location.hash)}`;
  if (present.localName === tag) return present;
  const wanted = /** @type {Lab} */ (page.createElement(tag));
  wanted.id = present.id;
  present.replaceWith(wanted);
  return wanted;
}
