/** Draws the shares of a whole as a strip of colours, below a plane. */
import { nothing, svg } from 'lit';
import { svgLabel, textWidth } from '../../charts/label.js';
import { categories } from '../../charts/categories.js';

/** Height of the strip and the space above it, px. */
export const sharesHeight = 24;

/** Categories on which white is more legible than black. */
const dark = new Set([5, 7]);

/**
 * @param {object} spec
 * @param {ArrayLike<number>} spec.shares  each from 0 to 1
 * @param {(index: number) => string} spec.label  written inside if there is space
 * @param {number} spec.left
 * @param {number} spec.right
 * @param {number} spec.top
 */
export function shares({ shares: list, label, left, right, top }) {
  let at = left;
  return svg`<g class="shares">${Array.from(list, (share, i) => {
    const from = at;
    at += share * (right - left);
    const width = at - from;
    if (!(width >= 0.5)) return nothing;
    const text = label(i);
    return svg`<rect x=${from.toFixed(1)} y=${top + 7} width=${Math.max(0.5, width - 1).toFixed(1)} height="16" fill=${categories[i]} data-key=${`k${i}`}></rect>
      ${textWidth(text, 11) + 6 < width ? svg`<text class="inside" data-ink=${dark.has(i) ? 'white-white' : 'black-black'} x=${(from + width / 2).toFixed(1)} y=${top + 19} text-anchor="middle">${svgLabel(text)}</text>` : nothing}`;
  })}</g>`;
}
