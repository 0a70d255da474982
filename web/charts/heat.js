/**
 * Draws a matrix as coloured cells, with its colour scale beside it.
 *
 *     heat({
 *       width, height,                                     // height: heatHeight(width, { rows, columns })
 *       rows: 8, columns: 8, values: jacobian,             // row after row; a new array for new numbers
 *       ramp: 'diverging',                                 // or a quantity: 'weight', 'score' ... 'neutral'; see ramps.js
 *       x: { label: 'logit of key' }, y: { label: 'weight of key' },
 *       scale: { label: 'da_i/dz_j', read: (value) => value.toFixed(3) },
 *     })
 *
 * Numbers are written into the cells where they fit. Arrow keys read in both directions, Home and End go to the ends of
 * a row, PageUp and PageDown move through the rows. Cells whose value is not finite have the colour of the paper.
 */
import { nothing, svg } from 'lit';
import { clampIndex } from './picture.js';
import { makeScale, makeTicks, plain, round } from './axis.js';
import { svgLabel, textSize, textWidth } from './label.js';
import { paintRaster } from './raster.js';
import { inkOn, levelOf, levels, paintRamp } from './ramps.js';

/** @import { Box, Picture, Raster, Reader, Row } from './types.js' */
/** @import { RampName } from './ramps.js' */

/**
 * @typedef {object} HeatSpec
 * @property {number} width
 * @property {number} height
 * @property {number} rows
 * @property {number} columns
 * @property {ArrayLike<number>} values  Row after row, from the top
 * @property {RampName} ramp
 * @property {readonly [number, number]} [domain]  Domain of the colours; by default the range of the values and 0, or symmetric about 0
 * @property {{label: string, tick?: (index: number) => string, name?: (index: number) => string, slanted?: boolean}} x  `slanted`: labels are
 *     slanted, because they are words wider than a cell
 * @property {{label: string, tick?: (index: number) => string, name?: (index: number) => string, selected?: number}} y  `tick` at the axis, `name`
 *     in the readout; `selected`: the selected row, which has a tick even if there is no room for all
 * @property {number} [picked]  Index of the outlined cell, row by row
 * @property {{label: string, read?: (value: number, row?: number, column?: number) => string, format?: (value: number) => string, tick?: (value: number) => string, hidden?: boolean}} scale
 *     Scale of the colours; `hidden` if several pictures share one
 * @property {(row: number, column: number) => readonly Row[]} [more]  Further lines of the readout
 * @property {boolean} [numbers]  Whether numbers are written in the cells where they fit; true by default
 * @property {(row: number, column: number) => boolean} [crossed]  Whether a cell holds nothing and is crossed out
 * @property {number} [left]  Minimum left margin, px
 */

/** @typedef {{box: Box, bar: Box, beside: boolean, cell: [number, number]}} Layout */

/** Space for the scale: beside the cells, or below them in a narrow picture, px. */
const scaleRoom = { beside: 84, below: 62 };

/** Position and height of a scale above panels that share it, px. */
const sharedRoom = { left: 6, right: 186, top: 18, bottom: 28, height: 58 };

/** In narrower pictures the scale goes below the cells, px. */
const narrow = 420;

/** Returns the space above the cells for the name of the rows, px. @param {{y: {label: string}}} spec */
const headOf = ({ y }) => (y.label ? 26 : 6);

/**
 * Returns the space below the cells for the numbers of the columns and their name, px.
 * @param {{x: HeatSpec['x'], columns?: number}} spec
 */
function footOf({ x, columns = 0 }) {
  const foot = x.label ? 40 : x.tick?.(0) === '' ? 2 : 22;
  if (!x.slanted) return foot;
  const widest = Math.max(...Array.from({ length: columns }, (_, i) => textWidth(tickOf(x, i))));
  return foot - 14 + Math.ceil((widest + textSize) * slant);
}

/** Sine and cosine of the angle of slanted labels. */
const slant = Math.SQRT1_2;

/**
 * Returns the height at which the cells of a matrix are square and as large as `width` and `most` allow.
 * @param {number} width
 * @param {object} matrix
 * @param {number} matrix.rows
 * @param {number} matrix.columns
 * @param {number} [matrix.most]  Largest total height of the cells, px; 380 by default
 * @param {number} [matrix.largest]  Largest side of a cell, px; 56 by default
 * @param {boolean} [matrix.scale]  Whether there is a scale; true by default
 * @param {HeatSpec['x']} [matrix.x]  Needed where its labels are slanted
 * @param {number} [matrix.left]  Space for the names of the rows, px; 28 by default
 */
export function heatHeight(
  width,
  { rows, columns, most = 380, largest = 56, scale = true, x, left = 28 },
) {
  const below = scale && width < narrow;
  const own = width - left - 4 - (scale && !below ? scaleRoom.beside : 4);
  const cell = whole(Math.min(largest, own / columns, most / rows));
  const foot = x ? footOf({ x, columns }) : 40;
  return Math.ceil(26 + foot + (below ? scaleRoom.below : 0) + rows * cell);
}

/** Rounds large cells down to whole pixels, so that all have the same size. @param {number} cell */
const whole = (cell) => (cell >= 8 ? Math.floor(cell) : cell);

/**
 * @param {HeatSpec} spec
 * @returns {Picture}
 */
export function heat(spec) {
  const { rows, columns, values } = spec;
  const domain = spec.domain ?? domainOf(spec);
  const layout = lay(spec);
  const { box } = layout;
  const content = svg`
    ${rowTicks(spec, layout)} ${columnTicks(spec, layout)}
    <path class="frame" d="M${box.left - 0.5},${box.top - 0.5}H${box.right + 0.5}V${box.bottom + 0.5}H${box.left - 0.5}Z"></path>
    ${numbers(spec, domain, layout)} ${crosses(spec, layout)} ${outline(spec, layout)}
    ${spec.scale.hidden ? nothing : scaleTicks(spec, domain, layout)}`;
  const { ramp } = spec;
  /** @type {Raster} */
  const cells = {
    box,
    width: columns,
    height: rows,
    sharp: true,
    source: [values, ramp, ...domain],
    paint: paintRaster,
    rgba: (into, dark) => paintRamp(into, values, { ramp, domain }, dark),
  };
  return {
    content,
    box,
    rasters: spec.scale.hidden ? [cells] : [cells, scaleRaster(ramp, layout)],
    reader: rows * columns > 0 ? reader(spec, layout) : undefined,
  };
}

/**
 * Draws the scale of several matrices with the same ramp and domain, for panels() to place above them.
 * @param {{ramp: RampName, domain: readonly [number, number], scale: HeatSpec['scale']}} spec
 */
export function sharedScale({ ramp, domain, scale }) {
  const { height, ...bar } = sharedRoom;
  const layout = { bar, box: bar, beside: false };
  return {
    height,
    content: scaleTicks({ scale }, domain, layout),
    rasters: [scaleRaster(ramp, layout)],
  };
}

/** @param {Pick<HeatSpec, 'values' | 'ramp'>} spec @returns {[number, number]} */
export function domainOf({ values, ramp }) {
  let low = 0;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  if (ramp !== 'diverging') return low < high ? [low, high] : [0, 1];
  const far = Math.max(-low, high) || 1;
  return [-far, far];
}

/** @param {HeatSpec} spec @returns {Layout} */
function lay(spec) {
  const { width, height, rows, columns, scale } = spec;
  const beside = width >= narrow;
  const side = scale.hidden ? 0 : beside ? scaleRoom.beside : 0;
  const under = scale.hidden || beside ? 0 : scaleRoom.below;
  const widest = Math.max(
    0,
    ...Array.from({ length: rows }, (_, i) => textWidth(tickOf(spec.y, i))),
  );
  // Without ticks only the frame needs space.
  const left = Math.max(spec.left ?? 0, widest > 0 ? Math.ceil(Math.max(8, widest)) + 10 : 1);
  const top = headOf(spec);
  const room = [width - left - side - 2, height - top - footOf(spec) - under];
  const cell = whole(Math.max(0.5, Math.min(room[0] / columns, room[1] / rows)));
  const box = { left, top, right: left + cell * columns, bottom: top + cell * rows };
  const y = box.bottom + footOf(spec) + 22;
  const bar = beside
    ? { left: box.right + 20, right: box.right + 32, top, bottom: top + Math.min(cell * rows, 200) }
    : { left, right: Math.min(width - 16, left + 220), top: y, bottom: y + 10 };
  return { box, bar, beside, cell: [cell, cell] };
}

/** @param {HeatSpec['x']} axis @param {number} index */
const tickOf = ({ tick }, index) => tick?.(index) ?? String(index + 1);

/**
 * Returns the indices that get a number: every n-th, with the smallest round n that fits.
 * @param {number} count
 * @param {number} cell
 * @param {number} wide
 */
function numbered(count, cell, wide) {
  const every = [1, 2, 4, 8, 16, 32, 64, 128, 256].find((step) => step * cell >= wide) ?? count;
  return Array.from({ length: count }, (_, i) => i).filter(
    (i) => every === 1 || (i + 1) % every === 0,
  );
}

/** The height of a row's tick, px. */
const tickHeight = 14;

/**
 * Returns the rows with a tick. The selected row replaces neighbours that would overlap it.
 * @param {HeatSpec} spec
 * @param {number} cell
 */
function rowsTicked({ rows, y: { selected } }, cell) {
  const all = numbered(rows, cell, tickHeight);
  if (selected === undefined || all.includes(selected)) return all;
  return [...all.filter((row) => Math.abs(row - selected) * cell >= tickHeight), selected];
}

/** @param {HeatSpec} spec @param {Layout} layout */
const rowTicks = (spec, { box, cell }) => svg`<g class="axis">
  ${rowsTicked(spec, cell[1]).map((i) => svg`<text font-weight=${i === spec.y.selected ? 600 : nothing} x=${box.left - 8} y=${round(box.top + (i + 0.5) * cell[1]) + 4} text-anchor="end">${tickOf(spec.y, i)}</text>`)}
  <text class="name" x="0" y=${box.top - 12}>${svgLabel(spec.y.label)}</text></g>`;

/** @param {HeatSpec} spec @param {Layout} layout */
function columnTicks(spec, { box, cell }) {
  if (spec.x.slanted) return slantedTicks(spec, { box, cell });
  const widths = Array.from({ length: spec.columns }, (_, i) => textWidth(tickOf(spec.x, i)));
  return svg`<g class="axis">
  ${numbered(spec.columns, cell[0], Math.max(...widths) + 6).map((i) => svg`<text x=${round(box.left + (i + 0.5) * cell[0])} y=${box.bottom + 16} text-anchor="middle">${tickOf(spec.x, i)}</text>`)}
  <text class="name" x=${round((box.left + box.right) / 2)} y=${box.bottom + 34} text-anchor="middle">${svgLabel(spec.x.label)}</text></g>`;
}

/** Draws slanted labels, each ending below its column. @param {HeatSpec} spec @param {Pick<Layout, 'box' | 'cell'>} layout */
function slantedTicks(spec, { box, cell }) {
  const bottom = box.bottom + footOf(spec) - 6;
  return svg`<g class="axis">
  ${numbered(spec.columns, cell[0], 13).map((i) => {
    const x = round(box.left + (i + 0.5) * cell[0] + 4);
    return svg`<text transform="translate(${x} ${box.bottom + 12}) rotate(-45)" text-anchor="end">${tickOf(spec.x, i)}</text>`;
  })}
  <text class="name" x=${round((box.left + box.right) / 2)} y=${bottom} text-anchor="middle">${svgLabel(spec.x.label)}</text></g>`;
}

/** Smaller cells have no space for a stroke, px. */
const leastCrossed = 5;

/** @param {HeatSpec} spec @param {Layout} layout */
function crosses({ crossed, rows, columns }, { box, cell: [wide, tall] }) {
  if (!crossed || wide < leastCrossed) return nothing;
  const inset = Math.min(wide / 4, 5);
  let path = '';
  for (let i = 0; i < rows * columns; i++) {
    const [row, column] = [Math.floor(i / columns), i % columns];
    if (!crossed(row, column)) continue;
    const [x, y] = [box.left + column * wide, box.top + row * tall];
    path += `M${round(x + inset)},${round(y + tall - inset)}L${round(x + wide - inset)},${round(y + inset)}`;
  }
  return path ? svg`<path class="crossed" d=${path}></path>` : nothing;
}

/** Draws an outline around the picked cell. @param {HeatSpec} spec @param {Layout} layout */
function outline({ picked = -1, columns }, { box, cell: [wide, tall] }) {
  if (picked < 0) return nothing;
  const [x, y] = [
    box.left + (picked % columns) * wide,
    box.top + Math.floor(picked / columns) * tall,
  ];
  return svg`<path class="frame picked" d="M${round(x + 1)},${round(y + 1)}h${round(wide - 2)}v${round(tall - 2)}h${round(2 - wide)}z"></path>`;
}

/**
 * Writes numbers into the cells, if all of them fit.
 * @param {HeatSpec} spec
 * @param {readonly [number, number]} domain
 * @param {Layout} layout
 */
function numbers(spec, [low, high], { box, cell }) {
  const { values, columns, scale, ramp } = spec;
  if (spec.numbers === false || values.length > 400) return nothing;
  const { format = scale.read ?? plain } = scale;
  const texts = Array.from(values, (value) => (Number.isFinite(value) ? format(value) : ''));
  if (Math.max(...texts.map((text) => textWidth(text, 11))) > cell[0] - 4) return nothing;
  return svg`${texts.map((text, i) => {
    const level = Math.max(0, levelOf(values[i], low, high));
    const inks = `${inkOn(ramp, level, false)}-${inkOn(ramp, level, true)}`;
    const x = box.left + ((i % columns) + 0.5) * cell[0];
    const y = box.top + (Math.floor(i / columns) + 0.5) * cell[1];
    return svg`<text class="inside" data-ink=${inks} x=${x} y=${y + 4} text-anchor="middle">${text}</text>`;
  })}`;
}

/** @param {RampName} ramp @param {Pick<Layout, 'bar' | 'beside'>} layout @returns {Raster} */
function scaleRaster(ramp, { bar, beside }) {
  const steps = Array.from({ length: levels }, (_, i) => (beside ? levels - 1 - i : i));
  return {
    box: bar,
    width: beside ? 1 : levels,
    height: beside ? levels : 1,
    source: [ramp, beside],
    paint: paintRaster,
    rgba: (into, dark) => paintRamp(into, steps, { ramp, domain: [0, levels - 1] }, dark),
  };
}

/**
 * @param {Pick<HeatSpec, 'scale'>} spec
 * @param {readonly [number, number]} domain
 * @param {Pick<Layout, 'bar' | 'beside' | 'box'>} layout
 */
function scaleTicks({ scale }, domain, { bar, beside, box }) {
  const axis = { label: scale.label, format: scale.tick ?? scale.format ?? scale.read };
  const length = beside ? bar.bottom - bar.top : bar.right - bar.left;
  const at = makeScale(axis, [...domain], beside ? [bar.bottom, bar.top] : [bar.left, bar.right]);
  const ticks = makeTicks(axis, [...domain], length, beside ? 36 : 56);
  return svg`<g class="axis">
    ${ticks.map(({ value, label }) =>
      beside
        ? svg`<text x=${bar.right + 6} y=${round(at(value)) + 4}>${label}</text>`
        : svg`<text x=${round(at(value))} y=${bar.bottom + 15} text-anchor="middle">${label}</text>`,
    )}
    ${
      beside
        ? svg`<text class="name" x=${bar.left} y=${bar.top - 12}>${svgLabel(scale.label)}</text>`
        : svg`<text class="name" x=${box.left} y=${bar.top - 5}>${svgLabel(scale.label)}</text>`
    }</g>`;
}

/**
 * @param {HeatSpec} spec
 * @param {Layout} layout
 * @returns {Reader}
 */
function reader(spec, { box, cell }) {
  const { rows, columns, values, scale, more, x, y } = spec;
  const { read = plain } = scale;
  /** @param {HeatSpec['x']} axis @param {number} i */
  const nameOf = (axis, i) => axis.name?.(i) ?? `${axis.label} ${tickOf(axis, i)}`.trim();
  /** @param {number} row @param {number} column */
  const indexOf = (row, column) => clampIndex(row, rows) * columns + clampIndex(column, columns);
  return {
    count: rows * columns,
    start: 0,
    nearest: (px, py) => ({
      index: indexOf((py - box.top) / cell[1], (px - box.left) / cell[0]),
    }),
    step(index, key) {
      const [row, column] = [Math.floor(index / columns), index % columns];
      const page = Math.max(1, Math.round(rows / 8));
      /** @type {Record<string, [number, number]>} */
      const ways = {
        ArrowLeft: [row, column - 1],
        ArrowRight: [row, column + 1],
        ArrowUp: [row - 1, column],
        ArrowDown: [row + 1, column],
        PageUp: [row - page, column],
        PageDown: [row + page, column],
        Home: [row, 0],
        End: [row, columns - 1],
      };
      return key in ways ? indexOf(...ways[key]) : undefined;
    },
    stop(index) {
      const [row, column] = [Math.floor(index / columns), index % columns];
      const left = box.left + column * cell[0];
      const top = box.top + row * cell[1];
      return {
        x: left + cell[0] / 2,
        value: index,
        cell: { left, top, right: left + cell[0], bottom: top + cell[1] },
        dots: [],
        title: `${nameOf(y, row)}, ${nameOf(x, column)}`,
        rows: [
          { label: scale.label, value: read(values[index], row, column) },
          ...(more?.(row, column) ?? []),
        ],
      };
    },
  };
}
