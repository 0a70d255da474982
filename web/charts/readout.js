/** Draws the place that is read in a picture, and the values beside it. Loaded after the picture. */
import { html, nothing, svg } from 'lit';
import { htmlLabel } from './label.js';

/** @import { Box, Dot, Picture, Stop } from './types.js' */

/**
 * Marks the place that is read: its cell, its width or a thin line, and a point on each curve.
 * @param {Stop} stop
 * @param {Picture} picture
 */
export function cursorMarks(stop, picture) {
  const { x, dots, cell, linkedStops = [] } = stop;
  const box = stop.box ?? picture.box;
  return svg`<g class="cursor">${stop.marks ?? nothing}
    ${cell ? svg`<path class="cell" d=${rectangle(cell)}></path>` : placeMark(stop, box)}
    ${linkedStops.map((linked) => svg`${linked.marks ?? nothing}${linked.cell ? svg`<path class="cell" d=${rectangle(linked.cell)}></path>` : svg`<path class="crosshair" d=${hairLine(linked.x, linked.box)}></path>`}${linked.dots.map((dot) => pointMark(linked.x, dot))}`)}
    ${dots.map((dot) => pointMark(x, dot))}</g>`;
}

/** @param {Stop} stop @param {Box} box */
function placeMark({ x, span }, { top, bottom, ...sides }) {
  const [left, right] = span ?? [x, x];
  return right - left >= 2
    ? svg`<path class="place" ?data-wide=${right - left > 24} d=${rectangle({ left, right, top, bottom })}></path>`
    : svg`<path class="crosshair" d=${hairLine(x, { top, bottom, ...sides })}></path>`;
}

/** @param {number} x @param {Dot} dot */
const pointMark = (x, { y, color }) =>
  svg`<circle class="dot" data-color=${color ?? 'ink'} cx=${x} cy=${y} r="4"></circle>`;

/** @param {Box} box */
const rectangle = ({ left, right, top, bottom }) => `M${left},${top}H${right}V${bottom}H${left}Z`;

/** @param {number} x @param {Box} box */
const hairLine = (x, { top, bottom }) => `M${Math.floor(x) + 0.5},${top}V${bottom}`;

/** @param {Stop} stop */
export function renderReadout({ title, rows, box, cell }) {
  // A readout that may cover other parts of the picture has an outline.
  return html`<div class="readout" ?data-card=${box || cell} aria-hidden="true">
    <div class="at">${htmlLabel(title)}</div>
    <dl>
      ${rows.map(
        ({ label, value, color }) =>
          html`<dt data-color=${color ?? nothing}>${htmlLabel(label)}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </div>`;
}

/**
 * Moves the readout beside the place. For a cell it is on the right if it fits, else on the left, at the cell's height.
 * Otherwise it is at the top, on the outer side if it fits, because the data are in the middle.
 * @param {HTMLElement} readout
 * @param {Stop} stop
 * @param {Picture} picture
 * @param {number} width
 */
export function placeReadout(readout, stop, { box: whole }, width) {
  const { cell, box = whole } = stop;
  const own = { width: readout.offsetWidth, height: readout.offsetHeight };
  const left = cell ? cellSide(cell, own.width, width) : outerSide(stop, own.width, whole, width);
  const middle = cell ? (cell.top + cell.bottom - own.height) / 2 : box.top;
  const top = Math.max(box.top, Math.min(Math.max(box.top, box.bottom - own.height), middle));
  const inside = Math.max(0, Math.min(width - own.width, left));
  readout.style.transform = `translate(${Math.round(inside)}px, ${Math.round(cell ? top : box.top)}px)`;
}

/** @param {Box} cell @param {number} own @param {number} width */
const cellSide = ({ left, right }, own, width) =>
  right + 8 + own <= width ? right + 8 : left - own - 8;

/** @param {Stop} stop @param {number} own @param {Box} whole @param {number} width */
function outerSide({ x, span: [from, to] = [x, x] }, own, whole, width) {
  const [before, after] = [from - own - 6, to + 6];
  const outer = x > width / 2 ? after : before;
  const fits = outer >= whole.left && outer + own <= width;
  if (fits) return outer;
  return outer === after ? before : after;
}
