/**
 * The eight planes on a phone: the plane of the chosen function, with points far enough apart for a finger, and beside
 * it all functions with the weights that they give the query. A tap chooses a function.
 */
import { svg } from 'lit';
import { svgLabel } from '../../charts/label.js';
import { movedPlotAreas } from '../../charts/picture.js';
import { functionNames } from '../../tables/scoring.js';
import { shares, sharesHeight } from './shares.js';

/** @import { Box, Picture, Reader } from '../../charts/types.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */

/** From this width on, four small planes side by side are large enough, px. */
const widest = 480;

/** Sizes of the list of names and strips, and height of the plane's title, px. */
const list = { width: 108, row: 35, gap: 16 };
const title = 22;

/** @param {number} width */
export const fitsOne = (width) => width < widest;

export const oneHeight = functionNames.length * list.row;

/**
 * @param {number} width
 * @param {object} spec
 * @param {FunctionName} spec.pick
 * @param {(name: FunctionName) => string} spec.nameOf
 * @param {(name: FunctionName) => ArrayLike<number>} spec.weightsOf
 * @param {(name: FunctionName, j: number) => string} spec.label  in a strip
 * @param {(name: FunctionName, place: {width: number, height: number}) => Picture} spec.draw
 * @param {number} spec.places  number of places that a plane's reader knows
 * @returns {Picture}
 */
export function onePlane(width, { pick, nameOf, weightsOf, label, draw, places }) {
  const side = Math.min(width - list.width - list.gap, oneHeight - title - sharesHeight);
  const drawn = draw(pick, { width: side, height: side });
  const box = { ...drawn.box, top: drawn.box.top + title, bottom: drawn.box.bottom + title };
  const from = box.right + list.gap;
  const rows = functionNames.map((name, i) => ({
    name,
    label: nameOf(name),
    box: { left: from, right: width, top: i * list.row, bottom: (i + 1) * list.row - 2 },
  }));
  const strip = (/** @type {FunctionName} */ name, /** @type {Box} */ { left, right, top }) =>
    shares({ shares: weightsOf(name), label: (j) => label(name, j), left, right, top });
  return {
    content: svg`<g data-group=${pick}>
        <text class="title" x="0" y="13">${svgLabel(nameOf(pick))}</text>
        <g transform="translate(0 ${title})">${drawn.content}</g>
        ${strip(pick, { ...box, top: box.bottom })}
      </g>
      ${rows.map(
        (row) => svg`<g data-group=${row.name}>
        <text class=${row.name === pick ? 'label strong' : 'name'} x=${from} y=${row.box.top + 12}>${svgLabel(row.label)}</text>
        ${strip(row.name, { ...row.box, top: row.box.top + 9 })}
      </g>`,
      )}`,
    box,
    // The plot area of a function without a drawn plane is its strip.
    plotAreas: [
      ...movedPlotAreas(drawn, pick, 0, title),
      ...rows
        .filter(({ name }) => name !== pick)
        .map(({ name: key, box: row }) => ({ key, box: row, of: () => row })),
    ],
    rasters: drawn.rasters?.map((raster) => ({ ...raster, box })),
    handles: drawn.handles?.map((handle) => ({
      ...handle,
      grips: handle.grips.map((grip) => ({
        ...grip,
        y: grip.y + title,
        value: (/** @type {number} */ x, /** @type {number} */ y) => grip.value(x, y - title),
      })),
    })),
    reader: readerOf(drawn, box, { pick, places, rows, from }),
    follows: false,
  };
}

/**
 * Reads the places of the plane as in the eight planes. Each other function has one place, its strip.
 * @param {Picture} drawn
 * @param {Box} box
 * @param {object} spec
 * @param {FunctionName} spec.pick
 * @param {number} spec.places
 * @param {readonly {name: FunctionName, label: string, box: Box}[]} spec.rows
 * @param {number} spec.from  left edge of the names
 * @returns {Reader}
 */
function readerOf(drawn, box, { pick, places, rows, from }) {
  const inside = /** @type {Reader} */ (drawn.reader);
  const picked = functionNames.indexOf(pick);
  const start = inside.start ?? 0;
  const at = (/** @type {number} */ row, place = start) =>
    Math.max(0, Math.min(rows.length - 1, row)) * places + place;
  return {
    count: rows.length * places,
    start: at(picked),
    nearest(px, py) {
      if (px < from - list.gap / 2) {
        const near = inside.nearest(px, py - title);
        return { group: pick, ...near, index: at(picked, near.index) };
      }
      const row = Math.max(0, Math.min(rows.length - 1, Math.floor(py / list.row)));
      return { index: at(row), group: rows[row].name };
    },
    stop(index) {
      const row = Math.floor(index / places);
      const { label, box: cell } = rows[row];
      if (row !== picked)
        return { x: cell.left, cell, dots: [], title: label, rows: [], quiet: true };
      const stop = inside.stop(index % places);
      const own = stop.cell;
      return {
        ...stop,
        box,
        cell: own && { ...own, top: own.top + title, bottom: own.bottom + title },
        title: `${label}. ${stop.title}`,
      };
    },
    step(index, key) {
      const row = Math.floor(index / places);
      if (key === 'PageDown') return at(row + 1);
      if (key === 'PageUp') return at(row - 1);
      if (row !== picked) {
        const way = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
        return way && at(row + way);
      }
      const next = inside.step?.(index % places, key);
      return next === undefined ? undefined : at(picked, next);
    },
  };
}
