/**
 * Draws many values on one line: a strip whose darkness shows their density, outliers as single dots, and curves above on
 * their own density axis.
 */
import { svg, nothing } from 'lit';
import { clampIndex, valueAt } from './picture.js';
import { curveMark, densities, legend, legendKeyAt, legendRows } from './histogram.js';
import {
  clipped,
  footHeight,
  headHeight,
  makeBox,
  makeScale,
  makeTicks,
  marginFor,
  plain,
  round,
  xAxis,
  yAxis,
} from './axis.js';
import { arrange, renderRows, rowHeight } from './rows.js';

/** @import { Axis, Bars, Box, Curve, Marker, Picture, Reader, Row } from './types.js' */
/** @import { Scale } from './scale.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} StripSpec
 * @property {number} width
 * @property {number} height
 * @property {Bars | null} [counts]  Fine counts (some hundred bins or more)
 * @property {ArrayLike<number>} [values]  Single values in place of counts, drawn as dots
 * @property {readonly Curve[]} [curves]
 * @property {readonly Marker[]} [markers]
 * @property {ColorName} [color]  Colour of the strip; 'score' by default
 * @property {string} [label]  Name of the strip in the readout
 * @property {Axis} x
 * @property {Axis} y  Axis of the curves
 */

/**
 * @param {StripSpec} spec
 * @returns {Picture}
 */
export function strip(spec) {
  const { width, height, curves = [], values, color = 'score' } = spec;
  const xDomain =
    spec.x.domain ?? (spec.counts ? [spec.counts.low, spec.counts.high] : extent(values ?? []));
  const bars = spec.counts ?? (values ? countValues(values, xDomain) : null);
  const depth = Math.max(20, Math.min(44, Math.round(height * 0.13)));
  const yDomain = spec.y.domain ?? [0, peak(curves) * 1.06];
  const yTicks = makeTicks(spec.y, yDomain, height - headHeight - footHeight(spec.x) - depth, 40);
  const left = marginFor(yTicks);
  const x = makeScale(spec.x, xDomain, [left, width - 12]);
  const y0 = height - footHeight(spec.x) - depth - 8;
  const names = arrange(spec, x, [left, width - 12], spec.y.label);
  const top = headHeight + names.rows * rowHeight;
  const box = makeBox(width, height, { left, top, bottom: height - y0 });
  const floor = { ...box, top: box.bottom + 6, bottom: box.bottom + 6 + depth };
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);

  const content = svg`
    ${yAxis(spec.y, y, box, yTicks)}
    <g data-key=${bars?.key ?? 'values'} data-color=${color}>
      ${values ? scatter(values, x, floor) : nothing}
      ${bars && !values ? shade(bars, x, floor) : nothing}</g>
    ${clipped(
      box,
      curves.map((curve) => curveMark(curve, x, (value) => y(value))),
      1,
    )}
    ${xAxis(spec.x, x, { ...floor, bottom: floor.bottom + 2 })}
    ${renderRows(names.items, x, box, floor.bottom)}
    ${legend(legendRows({ curves }), box)}`;
  return { content, box: { ...box, bottom: floor.bottom }, reader: reader(spec, bars, x, y, box) };
}

/** @param {readonly Curve[]} curves */
function peak(curves) {
  let top = 0;
  for (const { ys } of curves) {
    for (let i = 0; i < ys.length; i++) if (ys[i] > top && ys[i] < Infinity) top = ys[i];
  }
  return top || 1;
}

/**
 * @param {ArrayLike<number>} values
 * @returns {[number, number]}
 */
function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  if (low < high) return [low, high];
  return Number.isFinite(low) ? [low - 1, low + 1] : [-1, 1];
}

/**
 * @param {ArrayLike<number>} values
 * @param {[number, number]} domain
 * @returns {Bars}
 */
function countValues(values, [low, high]) {
  const counts = new Array(120).fill(0);
  for (let i = 0; i < values.length; i++) {
    const place = ((values[i] - low) / (high - low)) * counts.length;
    if (place >= 0 && place < counts.length) counts[Math.floor(place)] += 1;
  }
  return { low, high, counts, total: values.length };
}

/** Number of layers of dots. Overlapping layers make the translucent ink darker where dots are dense. */
const layers = 8;

/**
 * @param {ArrayLike<number>} values
 * @param {Scale} x
 * @param {Box} floor
 */
function scatter(values, x, floor) {
  /** @type {string[]} */
  const paths = new Array(layers).fill('');
  for (let i = 0; i < values.length; i++) {
    const at = x(values[i]);
    if (at >= floor.left && at <= floor.right) paths[i % layers] += dot(at, jitter(i), floor);
  }
  return paths.map((path) => svg`<path class="specks" d=${path}></path>`);
}

/**
 * Returns a fixed pseudo-random number between 0 and 1 (an integer hash), so that the same data give the same picture.
 * @param {number} i
 */
function jitter(i) {
  const once = Math.imul((i + 1) ^ ((i + 1) >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return ((twice ^ (twice >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * @param {number} at
 * @param {number} share
 * @param {Box} floor
 */
const dot = (at, share, floor) =>
  `M${round(at)},${round(floor.top + 3 + share * (floor.bottom - floor.top - 6))}h0`;

/** Number of shades of the strip. */
const shades = 96;

/** Bins with at most this many values show them as single dots. */
const few = 3;

/**
 * Interpolates the count between bins, so that bins a few pixels wide do not show as bands.
 * @param {ArrayLike<number>} counts
 * @param {number} place  In bins from the left end
 */
export function countAt(counts, place) {
  const own = clampIndex(place, counts.length);
  if (counts[own] <= few) return counts[own];
  const next = clampIndex(place < own + 0.5 ? own - 1 : own + 1, counts.length);
  return counts[own] + Math.abs(place - own - 0.5) * (counts[next] - counts[own]);
}

/**
 * Draws columns one pixel wide, grouped by shade into one path each. Whole pixels leave no seams.
 * @param {Bars} bars
 * @param {Scale} x
 * @param {Box} floor
 */
function shade(bars, x, floor) {
  const { low, high, counts } = bars;
  const step = (high - low) / counts.length;
  let most = 0;
  for (let i = 0; i < counts.length; i++) most = Math.max(most, counts[i]);
  /** @type {string[]} */
  const paths = new Array(shades).fill('');
  const [first, last] = [Math.ceil(x(low)), Math.floor(x(high))];
  for (let px = first; px < last; px++) {
    const count = countAt(counts, (Number(x.invert(px + 0.5)) - low) / step);
    // The square root keeps sparse values visible beside dense ones.
    const level = Math.ceil(Math.sqrt(count / most) * shades) - 1;
    if (count > few) paths[level] += `M${px},${floor.top}h1V${floor.bottom}h-1Z`;
  }
  let dots = '';
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] > few) continue;
    for (let k = 0; k < counts[i]; k++)
      dots += dot(x(low + (i + 0.5) * step), jitter(3 * i + k), floor);
  }
  return svg`${paths.map((path, level) =>
    path
      ? svg`<path class="shade" fill-opacity=${((level + 1) / shades).toFixed(3)} d=${path}></path>`
      : nothing,
  )}<path class="specks" d=${dots}></path>`;
}

/**
 * @param {StripSpec} spec
 * @param {Bars | null} bars
 * @param {Scale} x
 * @param {Scale} y
 * @param {Box} box
 * @returns {Reader | undefined}
 */
function reader(spec, bars, x, y, box) {
  if (!bars || bars.counts.length === 0) return undefined;
  const { curves = [], color = 'score' } = spec;
  const { read: readX = plain } = spec.x;
  const { read: readY = plain } = spec.y;
  const density = densities(bars);
  // Bins are grouped, so that a key press moves by a visible distance.
  const group = Math.max(1, Math.round(density.length / 120));
  const count = Math.ceil(density.length / group);
  const step = ((bars.high - bars.low) / density.length) * group;
  const named = legendRows({ curves });
  return {
    count,
    keys: curves.map((curve) => curve.key),
    nearest(px, py) {
      const index = clampIndex((Number(x.invert(px)) - bars.low) / step, count);
      const name = legendKeyAt(named, box, px, py);
      return { index, key: name, named: name !== undefined };
    },
    stop(index) {
      const edges = [bars.low + index * step, Math.min(bars.high, bars.low + (index + 1) * step)];
      const value = (edges[0] + edges[1]) / 2;
      const inside = density.slice(index * group, (index + 1) * group);
      const mean = inside.reduce((sum, one) => sum + one, 0) / inside.length;
      /** @type {Row[]} */
      const rows = [
        { label: spec.label ?? spec.y.label, value: readY(mean), color, key: bars.key ?? 'values' },
      ];
      const dots = [];
      for (const { key, label, color: own = 'ink', xs, ys } of curves) {
        const at = valueAt({ xs, ys }, value);
        rows.push({ label, value: readY(at), color: own, key });
        if (Number.isFinite(at)) dots.push({ y: Math.max(box.top, y(at)), color: own, key });
      }
      const title = `${spec.x.label}: ${readX(edges[0])} \u2026 ${readX(edges[1])}`;
      return { x: x(value), value, span: [x(edges[0]), x(edges[1])], dots, title, rows };
    },
  };
}
