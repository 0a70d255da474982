/** Two pictures, one above the other, as one picture that is read and exported as a whole. */
import { svg } from 'lit';

/** @typedef {import('../../charts/picture.js').Picture} Picture */
/** @typedef {import('../../charts/picture.js').Reader} Reader */

/**
 * @param {Picture} upper
 * @param {Picture} lower
 * @param {number} offset  Height of the upper picture in pixels
 * @returns {Picture}
 */
export function stack(upper, lower, offset) {
  return {
    content: svg`<g>${upper.content}</g><g transform="translate(0 ${offset})">${lower.content}</g>`,
    box: {
      left: Math.min(upper.box.left, lower.box.left),
      right: Math.max(upper.box.right, lower.box.right),
      top: upper.box.top,
      bottom: offset + lower.box.bottom,
    },
    reader: upper.reader && lower.reader && stackReaders(upper.reader, lower.reader, offset),
  };
}

/**
 * The stops of the upper picture, then those of the lower.
 * @param {Reader} upper
 * @param {Reader} lower
 * @param {number} offset
 * @returns {Reader}
 */
function stackReaders(upper, lower, offset) {
  return {
    count: upper.count + lower.count,
    start: upper.count + (lower.start ?? lower.count >> 1),
    keys: upper.keys,
    nearest(x, y) {
      if (y < offset) return upper.nearest(x, y);
      const place = lower.nearest(x, y - offset);
      return { ...place, index: place.index + upper.count };
    },
    stop(index, highlight) {
      if (index < upper.count) return upper.stop(index, highlight);
      const stop = lower.stop(index - upper.count, highlight);
      return { ...stop, dots: stop.dots.map((dot) => ({ ...dot, y: dot.y + offset })) };
    },
  };
}
