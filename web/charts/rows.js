/**
 * Arranges labels above a plot in as few rows as keep them apart: vertical markers (a label over a line down to the axis)
 * and spans (a dimension line with its label at the end). Row 0 is nearest to the plot and contains the y axis name.
 */
import { svg, nothing } from 'lit';
import { crisp, round } from './axis.js';
import { svgLabel, textWidth } from './label.js';

/** @import { Box, Marker, Span } from './types.js' */
/** @import { Scale } from './scale.js' */

/**
 * @typedef {object} Item
 * @property {number} row
 * @property {[number, number]} body  Range that no other item of the row may touch, px
 * @property {[number, number]} text  Range of the label, px
 * @property {number} [line]  Position of the line that runs down from it, px
 * @property {Marker} [marker]
 * @property {Span} [span]
 */

export const rowHeight = 18;

/** @param {[number, number]} one @param {[number, number]} other */
const overlap = (one, other) => one[0] < other[1] && other[0] < one[1];

/** Largest number of rows above a picture. */
const mostRows = 6;

/** Attempts to keep labels and lines apart. Only about a dozen markers at one place reach the limit. */
const mostTries = 3000;

/**
 * @param {{markers?: readonly Marker[], spans?: readonly Span[]}} names
 * @param {Scale} x
 * @param {[number, number]} ends  Left and right end of the plot, px
 * @param {string} axisName  At the left of row 0
 * @returns {{items: Item[], rows: number}}
 */
export function arrange({ markers = [], spans = [] }, x, ends, axisName) {
  /** @type {[number, number]} */
  const nameEnds = [0, textWidth(axisName) + 12];
  const [low, high] = x.domain();
  const shown = markers.filter((marker) => marker.x >= low && marker.x <= high);
  const allChoices = [
    ...spans.map((span) => spanChoices(span, x, ends)),
    ...shown.sort((a, b) => a.x - b.x).map((marker) => markerChoices(marker, x, ends)),
  ];
  // A line may be closer to the axis name than a label.
  /** @type {Item} */
  const first = { row: 0, body: nameEnds, text: [0, nameEnds[1] - 12] };
  for (let rows = 0; rows <= mostRows; rows++) {
    const items = settle(allChoices, [first], rows, { left: mostTries });
    if (items) return { items: items.slice(1), rows };
  }
  // Too many at one place: each gets its own row, and labels are drawn after the lines behind them.
  const items = allChoices.map((choices, i) => ({ ...choices[0], row: Math.min(mostRows, i + 1) }));
  return { items: items.reverse(), rows: Math.min(mostRows, allChoices.length) };
}

/**
 * Whether two placed items collide. A line runs from its row down through all rows below.
 * @param {Item} one
 * @param {Item} other
 */
function disturbs(one, other) {
  if (one.row === other.row && overlap(one.body, other.body)) return true;
  return (
    (one.row >= other.row && crosses(one.line, other.text)) ||
    (other.row >= one.row && crosses(other.line, one.text))
  );
}

/** @param {number | undefined} line @param {[number, number]} text */
const crosses = (line, text) => line !== undefined && line > text[0] - 3 && line < text[1] + 3;

/**
 * Places the remaining items in rows 0..rows, lowest first, without collisions. Returns null if that is not possible.
 * @param {readonly Item[][]} allChoices
 * @param {Item[]} placed
 * @param {number} rows
 * @param {{left: number}} tries
 * @returns {Item[] | null}
 */
function settle([choices, ...rest], placed, rows, tries) {
  if (!choices) return placed;
  for (let row = 0; row <= rows; row++) {
    for (const choice of choices) {
      if (tries.left-- <= 0) return null;
      const item = { ...choice, row };
      if (placed.some((other) => disturbs(item, other))) continue;
      const all = settle(rest, [...placed, item], rows, tries);
      if (all) return all;
    }
  }
  return null;
}

/**
 * Returns the positions of a marker's label: over its line, or like a flag to the right or left of it.
 * @param {Marker} marker
 * @param {Scale} x
 * @param {[number, number]} ends
 * @returns {Item[]}
 */
function markerChoices(marker, x, ends) {
  const line = crisp(x(marker.x));
  const width = textWidth(marker.label);
  const over = Math.max(ends[0], Math.min(ends[1] - width, line - width / 2));
  const starts = [over, line + 5, line - 5 - width];
  return starts
    .filter((start) => start >= 0 && start + width <= ends[1] + 8)
    .map((start) => ({
      row: 0,
      body: [start - 4, start + width + 4],
      text: [start, start + width],
      line,
      marker,
    }));
}

/**
 * Returns the positions of a span's label: right of its dimension line, left of it, or on the line.
 * @param {Span} span
 * @param {Scale} x
 * @param {[number, number]} ends
 * @returns {Item[]}
 */
function spanChoices(span, x, ends) {
  const left = Math.max(ends[0], x(span.from));
  const right = Math.min(ends[1], x(span.to));
  const width = textWidth(span.label);
  const sides = [right + 8, left - 8 - width];
  const inside = [(left + right - width) / 2, right - width - 12, left + 12];
  const starts = [
    ...sides.filter((start) => start >= 0 && start + width <= ends[1] + 8),
    ...inside.filter((start) => start >= left + 8 && start + width <= right - 8),
  ];
  // Wider than its line and than either side: as far right as possible.
  if (starts.length === 0) starts.push(Math.max(0, ends[1] - width));
  return starts.map((start) => ({
    row: 0,
    body: [Math.min(left, start) - 6, Math.max(right, start + width) + 6],
    text: [start, start + width],
    span,
  }));
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
  return svg`<g data-key=${marker.key ?? nothing} data-color=${marker.color ?? 'ink'}>
    <path class="line marker" ?data-dash=${marker.dash} d="M${item.line},${y + 5}V${bottom}"></path>
    <text class="label halo" x=${round(item.text[0])} y=${y}>${svgLabel(marker.label)}</text></g>`;
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
