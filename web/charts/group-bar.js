/** A bar above a panel in the colour of its group. It shows which neighbouring panels belong together. */
import { svg } from 'lit';
import { categories } from './categories.js';

/** @import { Picture } from './types.js' */

/**
 * @param {Picture} picture
 * @param {number} group
 * @param {number} [next]  Left edge of the next panel if it belongs to the same group, px
 * @returns {Picture}
 */
export function groupBar(picture, group, next) {
  const { left, right, top } = picture.box;
  const end = next === undefined ? right : next + left;
  return {
    ...picture,
    content: svg`${picture.content}<path class="group" data-category=${group % categories.length} d="M${left},${top - 4.5}H${end}"></path>`,
  };
}
