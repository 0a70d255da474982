/** Stacks two pictures into one, which is read and exported as a whole. */

/** @import { Picture, Reader } from './types.js' */

import { nothing, svg } from 'lit';
import { movedPlotAreas } from './picture.js';

/**
 * @param {Picture} upper
 * @param {Picture} lower
 * @param {number} offset  Height of the upper picture, px
 * @param {readonly [upper: string, lower: string]} [groups]  Names of the two, for highlights
 * @returns {Picture}
 */
export function stack(upper, lower, offset, groups) {
  const [above, below] = groups ?? [nothing, nothing];
  return {
    content: svg`<g data-group=${above}>${upper.content}</g>
      <g data-group=${below} transform="translate(0 ${offset})">${lower.content}</g>`,
    box: {
      left: Math.min(upper.box.left, lower.box.left),
      right: Math.max(upper.box.right, lower.box.right),
      top: upper.box.top,
      bottom: offset + lower.box.bottom,
    },
    plotAreas: [
      ...movedPlotAreas(upper, groups?.[0], 0, 0),
      ...movedPlotAreas(lower, groups?.[1], 0, offset),
    ],
    reader:
      upper.reader && lower.reader && stackReaders(upper.reader, lower.reader, offset, groups),
  };
}

/**
 * Returns a reader of the upper picture's stops followed by those of the lower.
 * @param {Reader} upper
 * @param {Reader} lower
 * @param {number} offset
 * @param {readonly [upper: string, lower: string]} [groups]
 * @returns {Reader}
 */
function stackReaders(upper, lower, offset, groups) {
  return {
    count: upper.count + lower.count,
    start: upper.count + (lower.start ?? lower.count >> 1),
    keys: upper.keys,
    nearest(x, y) {
      if (y < offset) return { group: groups?.[0], ...upper.nearest(x, y) };
      const place = lower.nearest(x, y - offset);
      return { group: groups?.[1], ...place, index: place.index + upper.count };
    },
    stop(index, highlight) {
      if (index < upper.count) return upper.stop(index, highlight);
      const stop = lower.stop(index - upper.count, highlight);
      return { ...stop, dots: stop.dots.map((dot) => ({ ...dot, y: dot.y + offset })) };
    },
  };
}
