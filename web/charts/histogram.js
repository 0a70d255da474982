/**
 * Draws a histogram as a density, with curves over it, vertical markers, and spans such as "+- one standard deviation".
 */
import { svg, nothing } from 'lit';
import { clampIndex, nearestIndex, valueAt } from './picture.js';
import {
  clipped,
  dashOf,
  footHeight,
  headHeight,
  linePath,
  makeBox,
  makeScale,
  makeTicks,
  marginFor,
  plain,
  round,
  xAxis,
  yAxis,
} from './axis.js';
import { svgLabel, textWidth } from './label.js';
import { arrange, renderRows, rowHeight } from './rows.js';

/** @import { Dash } from './axis.js' */
/** @import { Axis, Bars, Box, Curve, Marker, Picture, Reader, Row, Span } from './types.js' */
/** @import { Scale } from './scale.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} HistogramSpec
 * @property {number} width
 * @property {number} height
 * @property {Bars | null} [bars]
 * @property {readonly Curve[]} [curves]
 * @property {readonly Marker[]} [markers]
 * @property {readonly Span[]} [spans]
 * @property {Axis} x
 * @property {Axis} y  `scale: 'log'` shows the tails
 * @property {{below?: string, above?: string}} [notes]  Written under the ends when values lie outside ("12 below")
 * @property {boolean} [legend]  Whether the curves are named in the upper right corner; true by default
 */

/** A position far above every picture, px. */
const beyond = -1e4;

/** Both sides of a pole meet this far above the box, px, so that one stroke leaves the box instead of two. */
const poleTop = 4;

/**
 * @param {HistogramSpec} spec
 * @returns {Picture}
 */
export function histogram(spec) {
  const { width, height, bars, curves = [], notes = {} } = spec;
  const density = bars ? densities(bars) : [];
  const yDomain = spec.y.domain ?? densityDomain(spec.y, density, curves);
  const yTicks = makeTicks(
    spec.y,
    yDomain,
    height - headHeight - footHeight(spec.x) - rowHeight,
    40,
  );
  const left = marginFor(yTicks);
  const x = makeScale(spec.x, spec.x.domain ?? dataDomain(bars, curves), [left, width - 12]);
  const names = arrange(spec, x, [left, width - 12], spec.y.label);
  const box = makeBox(width, height, {
    left,
    top: headHeight + names.rows * rowHeight,
    bottom: footHeight(spec.x),
  });
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);
  /** Maps a value to its height. Keeps zero on a log axis, and poles, drawable. @param {number} value */
  const yAt = (value) => {
    if (value === Infinity) return box.top - poleTop;
    return value > yDomain[0] ? Math.max(beyond, y(value)) : box.bottom;
  };

  const content = svg`
    ${yAxis(spec.y, y, box, yTicks)}
    ${clipped(
      box,
      svg`${bars ? barMarks(bars, density, x, yAt, box.bottom) : nothing}
      ${curves.map((curve) => curveMark(curve, x, yAt))}`,
    )}
    ${xAxis(spec.x, x, box, {
      left: notes.below && `\u2190 ${notes.below}`,
      right: notes.above && `${notes.above} \u2192`,
    })}
    ${renderRows(names.items, x, box)} ${curves.map((curve) => poleMarks(curve, x, box))}
    ${spec.legend === false ? nothing : legend(legendRows(spec), box)}`;
  return { content, box, plotAreas: [{ box, x, y }], reader: reader(spec, density, x, yAt, box) };
}

/**
 * Turns counts into a density, where a bar's area is count / total, so that densities of distributions fit over the bars.
 * @param {Bars} bars
 * @returns {number[]}
 */
export function densities(bars) {
  const { low, high, counts, below = 0, above = 0 } = bars;
  let sum = below + above;
  for (let i = 0; i < counts.length; i++) sum += counts[i];
  const total = bars.total ?? sum;
  const unit = total > 0 ? counts.length / ((high - low) * total) : 0;
  return Array.from(counts, (count) => count * unit);
}

/**
 * @param {Bars | null | undefined} bars
 * @param {readonly Curve[]} curves
 * @returns {[number, number]}
 */
function dataDomain(bars, curves) {
  if (bars) return [bars.low, bars.high];
  const drawn = curves.filter(({ xs }) => xs.length > 1);
  if (drawn.length === 0) return [0, 1];
  return [
    Math.min(...drawn.map(({ xs }) => xs[0])),
    Math.max(...drawn.map(({ xs }) => xs[xs.length - 1])),
  ];
}

/**
 * Covers the bars and the curves. A curve with a pole leaves through the top.
 * @param {Axis} axis
 * @param {readonly number[]} density
 * @param {readonly Curve[]} curves
 * @returns {[number, number]}
 */
function densityDomain(axis, density, curves) {
  const bars = positiveExtent(density);
  const peak = Math.max(0, ...curves.map(({ ys }) => positiveExtent(ys).high));
  const top = bars.high > 0 ? Math.max(bars.high, Math.min(peak, 2 * bars.high)) : peak;
  if (!(top > 0)) return axis.scale === 'log' ? [1e-3, 1] : [0, 1];
  if (axis.scale !== 'log') return [0, top * 1.06];
  return [bars.high > 0 ? bars.low / 2 : top * 1e-5, top * 1.6];
}

/** @param {ArrayLike<number>} values */
function positiveExtent(values) {
  let low = Infinity;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!(value > 0) || value === Infinity) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/**
 * Returns one path for all bars. A stepped outline shows no seams and saves 200 elements.
 * @param {Bars} bars
 * @param {readonly number[]} density
 * @param {Scale} x
 * @param {(value: number) => number} yAt
 * @param {number} bottom
 */
export function barsPath(bars, density, x, yAt, bottom) {
  const step = (bars.high - bars.low) / density.length;
  let path = `M${round(x(bars.low))},${bottom}`;
  for (let i = 0; i < density.length; i++) {
    path += `V${round(yAt(density[i]))}H${round(x(bars.low + (i + 1) * step))}`;
  }
  return `${path}V${bottom}Z`;
}

/**
 * @param {Bars} bars
 * @param {readonly number[]} density
 * @param {Scale} x
 * @param {(value: number) => number} yAt
 * @param {number} bottom
 */
function barMarks(bars, density, x, yAt, bottom) {
  const path = barsPath(bars, density, x, yAt, bottom);
  return svg`<path class="bars" data-key=${bars.key ?? 'bars'} data-color=${bars.color ?? nothing} d=${path}></path>`;
}

/**
 * @param {Curve} curve
 * @param {Scale} x
 * @param {(value: number) => number} yAt
 */
export function curveMark({ key, color, dash, thin, xs, ys }, x, yAt) {
  const path = linePath(
    Array.from(xs, (value) => x(value)),
    Array.from(ys, yAt),
  );
  return svg`<path class="line" data-key=${key} data-color=${color ?? 'ink'} data-dash=${dashOf(dash)} ?data-thin=${thin} d=${path}></path>`;
}

/**
 * Marks poles with an arrow and an infinity sign, since the curve does not end at the top of the picture.
 * @param {Curve} curve
 * @param {Scale} x
 * @param {Box} box
 */
const poleMarks = ({ key, color, xs, ys }, x, box) =>
  Array.from(xs)
    .filter((_, i) => ys[i] === Infinity)
    .map(
      (at) =>
        svg`<text class="label halo" data-key=${key} data-color=${color ?? 'ink'} x=${round(x(at)) + 8} y=${box.top + 10}>\u2191 \u221e</text>`,
    );

/** @typedef {{key: string, label: string, color?: ColorName, dash?: Dash, thin?: boolean, bar?: boolean}} LegendRow */

/**
 * @param {{curves?: readonly Curve[], bars?: Bars | null}} spec
 * @returns {LegendRow[]}
 */
export function legendRows({ curves = [], bars }) {
  const named = curves.filter((curve) => curve.label);
  if (!bars?.label) return named;
  const { key = 'bars', label, color } = bars;
  return [...named, { key, label, color, bar: true }];
}

const legendStep = 18;

/**
 * Draws the key of the curves in the upper right corner, where densities are low.
 * @param {readonly LegendRow[]} rows
 * @param {Box} box
 */
export function legend(rows, box) {
  const entries = rows.map(({ key, label, color, dash, thin, bar }, i) => {
    const y = box.top + 14 + i * legendStep;
    const left = box.right - 20;
    return svg`<g data-key=${key} data-color=${color ?? (bar ? nothing : 'ink')}>
      ${
        bar
          ? svg`<path class="bars" d="M${left},${y - 9}h20v10h-20z"></path>`
          : svg`<path class="line" data-dash=${dashOf(dash)} ?data-thin=${thin} d="M${left},${y - 4}h20"></path>`
      }
      <text class="label halo" x=${left - 8} y=${y} text-anchor="end">${svgLabel(label)}</text></g>`;
  });
  return svg`<g class="legend">${entries}</g>`;
}

/**
 * Returns the key of the series whose name in the legend is under the pointer.
 * @param {readonly LegendRow[]} rows
 * @param {Box} box
 * @param {number} px
 * @param {number} py
 */
export function legendKeyAt(rows, box, px, py) {
  const row = rows[Math.floor((py - box.top) / legendStep)];
  return row && px > box.right - 28 - textWidth(row.label) && px <= box.right ? row.key : undefined;
}

/** A pointer this close to a curve selects it, px. */
export const reach = 10;

/**
 * @param {HistogramSpec} spec
 * @param {readonly number[]} density
 * @param {Scale} x
 * @param {(value: number) => number} yAt
 * @param {Box} box
 * @returns {Reader | undefined}
 */
function reader(spec, density, x, yAt, box) {
  const { bars, curves = [] } = spec;
  const lead = curves[0];
  const count = bars ? density.length : (lead?.xs.length ?? 0);
  if (count === 0) return undefined;
  const { read: readX = plain } = spec.x;
  const { read: readY = plain } = spec.y;
  const step = bars ? (bars.high - bars.low) / count : 0;
  const middle = (/** @type {number} */ i) => (bars ? bars.low + (i + 0.5) * step : lead.xs[i]);
  const named = spec.legend === false ? [] : legendRows(spec);

  /** @param {number} value @param {number} py */
  const curveNear = (value, py) => {
    let best = reach;
    let key;
    for (const curve of curves) {
      const off = Math.abs(yAt(valueAt(curve, value)) - py);
      if (off < best) [best, key] = [off, curve.key];
    }
    return key;
  };

  return {
    count,
    keys: curves.map((curve) => curve.key),
    nearest(px, py) {
      const value = Number(x.invert(px));
      const index = bars
        ? clampIndex((value - bars.low) / step, count)
        : nearestIndex(lead.xs, value);
      const name = legendKeyAt(named, box, px, py);
      return { index, key: name ?? curveNear(value, py), named: name !== undefined };
    },
    stop(index) {
      const value = middle(index);
      const edges = [value - step / 2, value + step / 2];
      const rows = bars
        ? [barRow(bars, spec.y.label, density[index], bars.counts[index], readY)]
        : [];
      const dots = [];
      for (const { key, label, color = 'ink', xs, ys } of curves) {
        const at = valueAt({ xs, ys }, value);
        rows.push({ label, value: readY(at), color, key });
        if (Number.isFinite(at)) dots.push({ y: Math.max(box.top, yAt(at)), color, key });
      }
      const place = bars ? `${readX(edges[0])} \u2026 ${readX(edges[1])}` : readX(value);
      return {
        x: x(value),
        value,
        span: bars ? [x(edges[0]), x(edges[1])] : undefined,
        dots,
        title: `${spec.x.label}: ${place}`,
        rows,
      };
    },
  };
}

/**
 * @param {Bars} bars
 * @param {string} name  For bars without a label
 * @param {number} density
 * @param {number} count
 * @param {(value: number) => string} read
 * @returns {Row}
 */
function barRow(bars, name, density, count, read) {
  const counted = (bars.read ?? String)(count);
  const { label = name, key = 'bars', color = 'muted' } = bars;
  return { label, value: `${read(density)} (${counted})`, color, key };
}
