/**
 * Names above a plot, in as few rows as keep them apart: vertical markers (a label over a line down to the axis) and
 * spans (a dimension line with its label at the end). Row 0 is nearest to the plot; the name of the y axis is in it.
 */
import { svg, nothing } from 'lit';
import { crisp, round } from './axis.js';
import { svgLabel, textWidth } from './label.js';

/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./picture.js').ColorName} ColorName */
/** @typedef {import('./axis.js').Scale} Scale */

/**
 * @typedef {object} Marker  A vertical line
 * @property {number} x
 * @property {string} label
 * @property {string} [key]
 * @property {ColorName} [color]
 * @property {boolean} [dash]
 */

/**
 * @typedef {object} Span  A dimension line between two x values
 * @property {number} from
 * @property {number} to
 * @property {string} label
 * @property {string} [key]
 * @property {ColorName} [color]
 */

/**
 * @typedef {object} Item
 * @property {number} row
 * @property {[number, number]} body  What no label may touch, px
 * @property {[number, number]} text  Where the label is, px
 * @property {number} [line]  Where a line runs down from it
 * @property {Marker} [marker]
 * @property {Span} [span]
 */

export const rowHeight = 18;

/** @param {[number, number]} one @param {[number, number]} other */
const overlap = (one, other) => one[0] < other[1] && other[0] < one[1];

/** @param {[number, number]} interval @param {number} [line] */
const crossed = (interval, line) =>
  line !== undefined && line > interval[0] - 2 && line < interval[1] + 2;

/** @param {Item} item @param {Item} other Placed before */
function disturbs(item, other) {
  if (item.row === other.row) return overlap(item.body, other.body);
  return item.row > other.row ? crossed(other.text, item.line) : crossed(item.text, other.line);
}

/**
 * @param {{markers?: readonly Marker[], spans?: readonly Span[]}} names
 * @param {Scale} x
 * @param {[number, number]} ends  Left and right end of the plot, px
 * @param {string} axisName  Stands at the left of row 0
 * @returns {{items: Item[], rows: number}}
 */
export function arrange({ markers = [], spans = [] }, x, ends, axisName) {
  /** @type {[number, number]} */
  const nameEnds = [0, textWidth(axisName) + 12];
  /** @type {Item[]} */
  const items = [{ row: 0, body: nameEnds, text: nameEnds }];
  const [low, high] = x.domain();
  const wishes = [
    ...spans.map((span) => spanItem(span, x, ends)),
    ...markers
      .filter((marker) => marker.x >= low && marker.x <= high)
      .sort((a, b) => a.x - b.x)
      .map((marker) => markerItem(marker, x, ends)),
  ];
  for (const item of wishes) {
    while (item.row < 8 && items.some((other) => disturbs(item, other))) item.row += 1;
    items.push(item);
  }
  return { items: items.slice(1), rows: Math.max(0, ...items.map((item) => item.row)) };
}

/**
 * @param {Marker} marker
 * @param {Scale} x
 * @param {[number, number]} ends
 * @returns {Item}
 */
function markerItem(marker, x, ends) {
  const line = crisp(x(marker.x));
  const half = textWidth(marker.label) / 2;
  const centre = Math.max(ends[0] + half, Math.min(ends[1] - half, line));
  /** @type {[number, number]} */
  const body = [centre - half - 6, centre + half + 6];
  return { row: 0, body, text: body, line, marker };
}

/**
 * The label stands right of its dimension line, left of it where there is no room.
 * @param {Span} span
 * @param {Scale} x
 * @param {[number, number]} ends
 * @returns {Item}
 */
function spanItem(span, x, ends) {
  const left = Math.max(ends[0], x(span.from));
  const right = Math.min(ends[1], x(span.to));
  const width = textWidth(span.label) + 8;
  const onRight = right + width <= ends[1];
  /** @type {[number, number]} */
  const text = onRight ? [right + 8, right + width] : [left - width, left - 8];
  return { row: 0, body: [Math.min(left, text[0]) - 6, Math.max(right, text[1]) + 6], text, span };
}

/**
 * @param {Item[]} items
 * @param {Scale} x
 * @param {Box} box
 * @param {number} [bottom]  Where the marker lines end; the axis by default
 */
export function renderRows(items, x, box, bottom = box.bottom) {
  return svg`${items.map((item) =>
    item.marker ? renderMarker(item, item.marker, box, bottom) : nothing,
  )}${items.map((item) => (item.span ? renderSpan(item, item.span, x, box) : nothing))}`;
}

/** @param {Item} item @param {Box} box */
const baseline = (item, box) => box.top - 12 - item.row * rowHeight;

/**
 * @param {Item} item
 * @param {Marker} marker
 * @param {Box} box
 * @param {number} bottom
 */
function renderMarker(item, marker, box, bottom) {
  const y = baseline(item, box);
  const centre = (item.text[0] + item.text[1]) / 2;
  return svg`<g data-key=${marker.key ?? nothing} data-color=${marker.color ?? 'ink'}>
    <path class="line marker" ?data-dash=${marker.dash} d="M${item.line},${y + 5}V${bottom}"></path>
    <text class="label halo" x=${round(centre)} y=${y} text-anchor="middle">${svgLabel(marker.label)}</text></g>`;
}

/**
 * @param {Item} item
 * @param {Span} span
 * @param {Scale} x
 * @param {Box} box
 */
function renderSpan(item, span, x, box) {
  const y = baseline(item, box);
  const left = Math.max(box.left, x(span.from));
  const right = Math.min(box.right, x(span.to));
  const path = `M${round(left)},${y - 8}v8m0,-4H${round(right)}m0,-4v8`;
  return svg`<g data-key=${span.key ?? nothing} data-color=${span.color ?? 'muted'}>
    <path class="line marker" d=${path}></path>
    <text class="label halo" x=${round(item.text[0])} y=${y}>${svgLabel(span.label)}</text></g>`;
}
