/** A bar in the colour of its group above a panel, so that panels beside each other are seen to belong together. */
import { svg } from 'lit';
import { categories } from './categories.js';

/** @import { Picture } from './types.js' */

/**
 * @param {Picture} picture
 * @param {number} group
 * @param {number} [next]  Where the panel right of it begins, if that belongs to the group too, px
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
