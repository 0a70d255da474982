/**
 * Draws a painted square of the plane around 0, with points that can be dragged.
 *
 *     plane({
 *       width, height,                                    // height: planeHeight(width)
 *       extent: 3,                                        // both axes run from -3 to 3
 *       paint: { size: 64, weights, count: 6 },           // per cell, top row first, the weights of all points of a class
 *       points: [
 *         { key: 'q', label: 'q', x: 1.2, y: 0.4, color: 'query', drag: true, name: 'query' },
 *         ...keys.map(([x, y], j) => ({ key: `k${j}`, label: `k_${j + 1}`, x, y, category: j, drag: true, name: `key ${j + 1}` })),
 *       ],
 *       x: { label: 'first component' }, y: { label: 'second' },
 *       read: (x, y) => rows,                             // lines of the readout at a place
 *     })
 *
 * The paint is strongest where one class (one category) has all the weight, and nearly the colour of the paper where all
 * classes have the same weight. With `of: j` it shows the weight of one class alone on a ramp. `sd-drag` has
 * {index, value: [x, y], done}, with the index into `points`; `sd-pick` (a click elsewhere) has {value: [x, y]}. Arrow
 * keys move a focused point by `step`, with Shift five times as far. Planes in panels.js share their points: give all of
 * them the same list and the same `x` and `y`. Their common content is then drawn once, and a drag in any of them moves
 * all. A layout for many, with two beside each other at 320 px:
 * `{ count, least: 128, foot: 0, height: (width) => planeHeight(width, { label: false }) }`.
 */
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { boxAt, clampIndex } from './picture.js';
import { crisp, makeScale, makeTicks, plain, round } from './axis.js';
import { svgLabel, textWidth } from './label.js';
import { category } from './categories.js';
import { paintRaster } from './raster.js';
import { paintRamp } from './ramps.js';

/** @import { Box, Handle, Picture, Raster, Reader, Row } from './types.js' */
/** @import { RampName } from './ramps.js' */
/** @import { Scale } from './scale.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} PlanePoint
 * @property {string} key
 * @property {string} label  Beside the point
 * @property {string} [name]  For screen readers; the label by default
 * @property {number} x
 * @property {number} y
 * @property {ColorName} [color]
 * @property {number} [category]  Its colour in the paint, instead of `color`
 * @property {boolean} [drag]
 * @property {boolean} [arrow]  Whether a line is drawn from 0; true by default
 */

/**
 * @typedef {object} Paint
 * @property {number} size  Cells along each side
 * @property {ArrayLike<number>} weights  [size, size, count]; a new array for new numbers
 * @property {number} count
 * @property {number} [of]  The only class to show, on a ramp from 0 to 1
 * @property {RampName} [ramp]  'weight' by default
 */

/**
 * @typedef {object} PlaneSpec
 * @property {number} width
 * @property {number} height
 * @property {number} extent
 * @property {Paint | null} [paint]
 * @property {readonly PlanePoint[]} points  Later ones are drawn over earlier ones
 * @property {{label: string, read?: (value: number) => string}} x
 * @property {{label: string}} y
 * @property {(x: number, y: number) => readonly Row[]} [read]
 * @property {number} [step]  Step of the arrow keys; 0.1 by default
 * @property {boolean} [ticks]  Whether the axes have numbers; by default only if they fit
 * @property {number} [left]  Minimum left margin, px
 */

/** @typedef {{box: Box, x: Scale, y: Scale, ticks: boolean}} PlaneArea */

/** Narrower planes have no numbers at their axes, px. */
const roomForTicks = 230;

/**
 * Returns the height at which the plane is as large as the width allows.
 * @param {number} width
 * @param {{most?: number, label?: boolean}} [limits]  `most`: largest side, px; 420 by default
 */
export function planeHeight(width, { most = 420, label = true } = {}) {
  const ticks = width >= roomForTicks;
  const side = Math.min(most, width - (ticks ? 32 : 2));
  return side + (label ? 26 : 1) + footOf(ticks, label);
}

/** @param {boolean} ticks @param {boolean | string} label */
const footOf = (ticks, label) => (ticks ? 22 : 1) + (label ? 20 : 0);

/**
 * @param {PlaneSpec} spec
 * @returns {Picture}
 */
export function plane(spec) {
  const { area, content, handles } = vectorsOf(spec);
  return {
    content,
    box: area.box,
    plotAreas: [{ ...area, of: (key) => around(spec, key, area) }],
    rasters: spec.paint ? [raster(spec.paint, area.box)] : [],
    handles,
    reader: reader(spec, area),
  };
}

/** @typedef {{of: readonly unknown[], area: PlaneArea, content: Picture["content"], handles: Handle[]}} Vectors  A plane without its paint */

/** The plane that was last drawn with each list of points. @type {WeakMap<readonly PlanePoint[], Vectors>} */
const drawn = new WeakMap();

/** Draws axes and points once for all planes of the same size with the same points. @param {PlaneSpec} spec @returns {Vectors} */
function vectorsOf(spec) {
  const { points, width, height, extent, x, y, step, ticks, left } = spec;
  const of = [width, height, extent, x, y, step, ticks, left];
  const last = drawn.get(points);
  if (last && of.every((part, i) => part === last.of[i])) return last;
  const area = lay(spec);
  const content = svg`
    ${axes(spec, area)}
    ${points.map((point) => arrow(point, area))}
    ${points.map((point) => pointMark(point, area))}
    ${points.map((point) => pointLabel(point, area))}`;
  const own = { of, area, content, handles: handlesOf(spec, area) };
  drawn.set(points, own);
  return own;
}

/** @param {PlaneSpec} spec @returns {PlaneArea} */
function lay({ width, height, extent, x, y, left = 0, ticks = width >= roomForTicks }) {
  const top = y.label ? 26 : 1;
  const start = Math.max(left, ticks ? 30 : 1);
  const side = Math.max(
    24,
    Math.floor(Math.min(width - start - 1, height - top - footOf(ticks, x.label))),
  );
  const box = { left: start, top, right: start + side, bottom: top + side };
  return {
    box,
    ticks,
    x: makeScale(x, [-extent, extent], [box.left, box.right]),
    y: makeScale(y, [-extent, extent], [box.bottom, box.top]),
  };
}

/**
 * Draws a cross through 0, a frame, and numbers if they fit.
 * @param {PlaneSpec} spec
 * @param {PlaneArea} area
 */
function axes(spec, { box, x, y, ticks }) {
  const { left, top, right, bottom } = box;
  const values = ticks
    ? makeTicks({ label: '' }, [-spec.extent, spec.extent], right - left, 64)
    : [];
  const given = [left, top, right, bottom, spec.extent, ticks, spec.x.label, spec.y.label];
  return guard(
    given,
    () => svg`<g class="axis">
    <path class="grid cross-hair" d="M${crisp(x(0))},${top}V${bottom}M${left},${crisp(y(0))}H${right}"></path>
    <path class="frame" d="M${left - 0.5},${top - 0.5}H${right + 0.5}V${bottom + 0.5}H${left - 0.5}Z"></path>
    ${values.map(({ value, label }) => svg`<text x=${round(x(value))} y=${bottom + 17} text-anchor="middle">${label}</text><text x=${left - 7} y=${round(y(value)) + 4} text-anchor="end">${label}</text>`)}
    <text class="name" x="0" y=${top - 12}>${svgLabel(spec.y.label)}</text>
    <text class="name" x=${round((left + right) / 2)} y=${bottom + (ticks ? 35 : 16)} text-anchor="middle">${svgLabel(spec.x.label)}</text></g>`,
  );
}

/** Returns where a point is drawn: at the edge if it is outside. @param {{x: number, y: number}} point @param {PlaneArea} area */
const placeOf = (point, { x, y, box }) => ({
  cx: round(Math.max(box.left, Math.min(box.right, x(point.x)))),
  cy: round(Math.max(box.top, Math.min(box.bottom, y(point.y)))),
});

/** Returns the box of a point including its outline. @param {PlaneSpec} spec @param {string} key @param {PlaneArea} area */
function around({ points }, key, area) {
  const point = points.find((one) => one.key === key);
  if (!point) return undefined;
  const { cx, cy } = placeOf(point, area);
  return boxAt(cx, cy, 10);
}

/** @param {PlanePoint} point @param {PlaneArea} area */
function arrow(point, area) {
  if (point.arrow === false) return nothing;
  const { key, color = 'ink' } = point;
  const { cx, cy } = placeOf(point, area);
  const d = `M${round(area.x(0))},${round(area.y(0))}L${cx},${cy}`;
  return guard(
    [key, color, d],
    () =>
      svg`<path class="line vector" data-steady data-key=${key} data-color=${color} d=${d}></path>`,
  );
}

/** @param {PlanePoint} point @param {PlaneArea} area */
function pointMark(point, area) {
  const { key, color = 'ink', category: own, drag } = point;
  const { cx, cy } = placeOf(point, area);
  const size = area.box.right - area.box.left < roomForTicks ? 0.8 : 1;
  const radius = round((drag ? 6.5 : 4.5) * size);
  return guard(
    [key, color, own, cx, cy, radius],
    () =>
      svg`<circle class="point" data-steady data-key=${key} data-color=${color} data-category=${own ?? nothing} cx=${cx} cy=${cy} r=${radius}></circle>`,
  );
}

/**
 * Draws the label of a point on the side away from 0, inside the frame.
 * @param {PlanePoint} point
 * @param {PlaneArea} area
 */
function pointLabel({ label, key, color = 'ink', ...point }, area) {
  if (!label) return nothing;
  const { box, x, y } = area;
  const { cx, cy } = placeOf(point, area);
  const [dx, dy] = [cx - x(0), cy - y(0)];
  const length = Math.hypot(dx, dy) || 1;
  const half = textWidth(label) / 2 + 1;
  const at = {
    x: cx + (dx / length) * (half + 11),
    y: cy + (dy / length) * 18 + 4,
  };
  const inside = {
    x: Math.max(box.left + half + 2, Math.min(box.right - half - 2, at.x)),
    y: Math.max(box.top + 12, Math.min(box.bottom - 4, at.y)),
  };
  const [textX, textY] = [round(inside.x), round(inside.y)];
  return guard(
    [key, color, label, textX, textY],
    () =>
      svg`<text class="label halo over strong" data-steady data-key=${key} data-color=${color} x=${textX} y=${textY} text-anchor="middle">${svgLabel(label)}</text>`,
  );
}

/** @param {Paint} paint @param {Box} box @returns {Raster} */
function raster(paint, box) {
  const { size, weights, count, of = -1, ramp = 'weight' } = paint;
  return {
    box,
    width: size,
    height: size,
    source: [weights, of, ramp, count],
    paint: paintRaster,
    rgba: (into, dark) => {
      if (of < 0) paintMix(into, weights, count);
      else paintRamp(into, oneOf(weights, count, of), { ramp, domain: [0, 1] }, dark);
    },
  };
}

/** @param {ArrayLike<number>} weights @param {number} count @param {number} of */
const oneOf = (weights, count, of) =>
  Float32Array.from({ length: weights.length / count }, (_, cell) => weights[cell * count + of]);

/** Opacity of the paint where all weights are equal, and where one is 1; 0 to 255. */
const opacity = { least: 30, most: 205 };

/**
 * Mixes the colours of all classes in proportion to their weights. Opacity grows with the largest weight.
 * @param {Uint8ClampedArray} into
 * @param {ArrayLike<number>} weights
 * @param {number} count
 */
export function paintMix(into, weights, count) {
  const colors = new Float32Array(3 * count);
  for (let j = 0; j < count; j++) colors.set(category(j), 3 * j);
  const even = count > 1 ? 1 / count : 0;
  const rise = (opacity.most - opacity.least) / (1 - even);
  for (let at = 0, pixel = 0; at < weights.length; pixel += 4) {
    let [red, green, blue, most] = [0, 0, 0, 0];
    for (let j = 0; j < 3 * count; j += 3, at++) {
      const weight = weights[at];
      red += weight * colors[j];
      green += weight * colors[j + 1];
      blue += weight * colors[j + 2];
      if (weight > most) most = weight;
    }
    into[pixel] = red;
    into[pixel + 1] = green;
    into[pixel + 2] = blue;
    into[pixel + 3] = opacity.least + rise * (most - even);
  }
}

/** How close a pointer must be to a point to grab it, px. */
const reach = 22;

/**
 * @param {PlaneSpec} spec
 * @param {PlaneArea} area
 * @returns {Handle[]}
 */
function handlesOf(spec, area) {
  const { extent, points, step = 0.1, x } = spec;
  const { read = plain } = x;
  /** @param {number} value */
  const kept = (value) =>
    Math.max(-extent, Math.min(extent, Math.round(value * precision) / precision));
  return points.flatMap((point, index) => {
    if (!point.drag) return [];
    const { cx, cy } = placeOf(point, area);
    return {
      key: point.key,
      index,
      label: point.name ?? point.label,
      text: `${read(point.x)}, ${read(point.y)}`,
      value: [point.x, point.y],
      now: point.x,
      min: -extent,
      max: extent,
      step: (
        /** @type {string} */ key,
        /** @type {boolean} */ large,
        /** @type {any} */ [x, y] = [point.x, point.y],
      ) => {
        const [right, up] = ways[key] ?? [0, 0];
        const far = large ? 5 * step : step;
        return [kept(x + right * far), kept(y + up * far)];
      },
      grips: [
        {
          x: cx,
          y: cy,
          reach: [reach, reach],
          value: (/** @type {number} */ px, /** @type {number} */ py) => [
            kept(Number(area.x.invert(px))),
            kept(Number(area.y.invert(py))),
          ],
        },
      ],
    };
  });
}

/** @type {Record<string, readonly [right: number, up: number]>} */
const ways = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 5],
  PageDown: [0, -5],
  Home: [-5, 0],
  End: [5, 0],
};

/** Places and points are rounded to hundredths. */
const precision = 100;

/**
 * @param {PlaneSpec} spec
 * @param {PlaneArea} area
 * @returns {Reader}
 */
function reader({ extent, step = 0.1, x: axis, read: rowsAt, points }, { box, x, y }) {
  const half = Math.round(extent * precision);
  const size = 2 * half + 1;
  const { read = plain } = axis;
  /** @param {number} row @param {number} column */
  const indexOf = (row, column) => clampIndex(row, size) * size + clampIndex(column, size);
  return {
    count: size * size,
    start: indexOf(half, half),
    nearest(px, py) {
      const across = Math.round(Number(x.invert(px)) * precision);
      const up = Math.round(Number(y.invert(py)) * precision);
      const near = points.findLast((point) => Math.hypot(x(point.x) - px, y(point.y) - py) < 12);
      return { index: indexOf(half - up, half + across), key: near?.key };
    },
    step(index, key) {
      const [right, up] = ways[key] ?? [NaN, NaN];
      const [row, column] = [Math.floor(index / size), index % size];
      const far = Math.max(1, Math.round(step * precision));
      return Number.isNaN(right) ? undefined : indexOf(row - far * up, column + far * right);
    },
    stop(index) {
      /** @type {[number, number]} */
      const at = [(index % size) - half, half - Math.floor(index / size)];
      at.forEach((hundredths, i) => (at[i] = hundredths / precision));
      const [px, py] = [x(at[0]), y(at[1])];
      return {
        x: px,
        value: at,
        cell: { left: px - 4, right: px + 4, top: py - 4, bottom: py + 4 },
        box,
        dots: [],
        title: `${read(at[0])}, ${read(at[1])}`,
        rows: [...(rowsAt?.(at[0], at[1]) ?? [])],
      };
    },
  };
}
