/** The names of series in lines above a picture, each after a sample of its mark. */
import { nothing, svg } from 'lit';
import { dashOf, round } from './axis.js';
import { svgLabel, textWidth } from './label.js';

/** @import { KeyEntry } from './types.js' */

/** Distance between lines, px. */
const lineHeight = 18;

/**
 * @param {readonly KeyEntry[]} entries
 * @param {number} width
 * @param {number} [left]
 * @returns {{content: unknown, height: number}} The height includes the space below; 0 without entries
 */
export function keyRow(entries, width, left = 0) {
  const places = flow(entries, width, left);
  const lines = entries.length > 0 ? places[entries.length - 1].line + 1 : 0;
  const content = entries.map((entry, i) => {
    const { key, category, label } = entry;
    const color = entry.color ?? (category === undefined ? 'ink' : nothing);
    const { x, line } = places[i];
    const y = 12 + line * lineHeight;
    return svg`<g data-key=${key} data-color=${color} data-category=${category ?? nothing}>
      ${sampleMark(entry, round(x), y)}
      <text class="label" x=${round(x) + 22} y=${y}>${svgLabel(label)}</text></g>`;
  });
  return { content, height: lines > 0 ? lines * lineHeight + 10 : 0 };
}

/**
 * @param {readonly KeyEntry[]} entries
 * @param {number} width
 * @param {number} left
 */
function flow(entries, width, left) {
  let x = left;
  let line = 0;
  return entries.map(({ label }) => {
    const own = 24 + textWidth(label);
    if (x > left && x + own > width) {
      x = left;
      line += 1;
    }
    const place = { x, line };
    x += own + 16;
    return place;
  });
}

/**
 * @param {KeyEntry} entry
 * @param {number} x
 * @param {number} y  Baseline of the name
 */
function sampleMark({ sample = 'line', dash, thin }, x, y) {
  if (sample === 'line') {
    return svg`<path class="line" data-dash=${dashOf(dash)} ?data-thin=${thin} d="M${x},${y - 4}h16"></path>`;
  }
  if (sample === 'dot') return svg`<circle class="dot" cx=${x + 8} cy=${y - 4} r="3.5"></circle>`;
  const looks = { bar: 'fill', range: 'range', core: 'core', swatch: 'swatch' };
  return svg`<path class=${looks[sample]} d="M${x},${y - 9}h16v10h-16z"></path>`;
}
