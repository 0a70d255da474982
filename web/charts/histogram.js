/**
 * A histogram as a density, with curves over it, vertical markers, and spans such as "+- one standard deviation".
 */
import { svg, nothing } from 'lit';
import { clampIndex, nearestIndex } from './picture.js';
import { crisp, linePath, makeBox, makeScale, makeTicks, marginFor, plain, round, textWidth, xAxis, yAxis } from './axis.js';

/** @typedef {import('./picture.js').Axis} Axis */
/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./picture.js').ColorName} ColorName */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Row} Row */
/** @typedef {import('./axis.js').Scale} Scale */

/**
 * @typedef {object} Bars
 * @property {number} low  Left end of the first bin
 * @property {number} high  Right end of the last bin
 * @property {ArrayLike<number>} counts
 * @property {number} [total]  Of all values, also those outside [low, high]; the sum of counts, below and above by default
 * @property {number} [below]  Values left of `low`
 * @property {number} [above]
 * @property {string} [label]  Name in the readout and the key ("simulated")
 * @property {string} [key]  For highlights
 * @property {ColorName} [color]  Neutral when absent
 */

/**
 * @typedef {object} Curve  A function sampled by the caller
 * @property {string} key
 * @property {string} label
 * @property {ArrayLike<number>} xs  Ascending
 * @property {ArrayLike<number>} ys  Densities; Infinity is allowed (a pole)
 * @property {ColorName} [color]
 * @property {boolean} [dash]
 * @property {boolean} [thin]
 */

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
 * @typedef {object} HistogramSpec
 * @property {number} width
 * @property {number} height
 * @property {Bars | null} [bars]
 * @property {Curve[]} [curves]
 * @property {Marker[]} [markers]
 * @property {Span[]} [spans]
 * @property {Axis} x
 * @property {Axis} y  `scale: 'log'` for the tails
 * @property {{below?: string, above?: string}} [notes]  Written at the ends when values lie outside ("12 below")
 * @property {boolean} [legend]  The key of curves in the upper corner; true by default
 */

/**
 * @param {HistogramSpec} spec
 * @returns {Picture}
 */
export function histogram(spec) {
  const { width, height, bars, curves = [], markers = [], spans = [], notes = {} } = spec;
  const density = bars ? densities(bars) : [];
  const xDomain = spec.x.domain ?? dataDomain(bars, curves);
  const yDomain = spec.y.domain ?? densityDomain(spec.y, density, curves);
  const yTicks = makeTicks(spec.y, yDomain, height - 90, 56);
  const rows = markerRows(markers, spans, xDomain, width);
  const box = makeBox(width, height, { left: marginFor(yTicks), top: 36 + rows.height });
  const x = makeScale(spec.x, xDomain, [box.left, box.right]);
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);
  const floor = yDomain[0];
  /** Zero has no place on a log axis. @param {number} value */
  const yAt = (value) => (value > floor ? Math.max(-1e4, y(value)) : box.bottom);

  const content = svg`
    ${yAxis(spec.y, y, { ...box }, yTicks)}
    ${clipped(box, svg`
      ${bars ? svg`<path class="bars" data-key=${bars.key ?? 'bars'} data-color=${bars.color ?? nothing} d=${barsPath(bars, density, x, yAt, box.bottom)}></path>` : nothing}
      ${curves.map((curve) => svg`<path class="line" data-key=${curve.key} data-color=${curve.color ?? 'ink'} ?data-dash=${curve.dash} ?data-thin=${curve.thin}
        d=${linePath(Array.from(curve.xs, (value) => x(value)), Array.from(curve.ys, yAt))}></path>`)}`)}
    ${xAxis(spec.x, x, box)}
    ${markerMarks(markers, spans, rows, x, box)}
    ${spec.legend === false ? nothing : legend(curves, bars, box)}
    ${notes.below ? svg`<text class="note" x=${box.left + 4} y=${box.bottom - 8}>\u2190 ${notes.below}</text>` : nothing}
    ${notes.above ? svg`<text class="note" x=${box.right} y=${box.bottom - 8} text-anchor="end">${notes.above} \u2192</text>` : nothing}`;
  return { content, box, reader: reader(spec, density, x, yAt, box) };
}

/**
 * Counts as a density: bars of area (count / total), so that curves of laws fit over them.
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
 * @param {Curve[]} curves
 * @returns {[number, number]}
 */
function dataDomain(bars, curves) {
  if (bars) return [bars.low, bars.high];
  const ends = curves.filter((curve) => curve.xs.length > 0).flatMap((curve) => [curve.xs[0], curve.xs[curve.xs.length - 1]]);
  return ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [0, 1];
}

/**
 * Room for the bars and the curves; a curve with a pole may leave through the top.
 * @param {Axis} axis
 * @param {number[]} density
 * @param {Curve[]} curves
 * @returns {[number, number]}
 */
function densityDomain(axis, density, curves) {
  let barTop = 0;
  let barLow = Infinity;
  for (const value of density) {
    if (value > barTop) barTop = value;
    if (value > 0 && value < barLow) barLow = value;
  }
  let curveTop = 0;
  for (const curve of curves) {
    for (let i = 0; i < curve.ys.length; i++) if (Number.isFinite(curve.ys[i]) && curve.ys[i] > curveTop) curveTop = curve.ys[i];
  }
  const top = barTop > 0 ? Math.max(barTop, Math.min(curveTop, 2 * barTop)) : curveTop;
  if (!(top > 0)) return axis.scale === 'log' ? [1e-3, 1] : [0, 1];
  if (axis.scale !== 'log') return [0, top * 1.08];
  return [Number.isFinite(barLow) ? barLow / 2 : top * 1e-5, top * 1.6];
}

/**
 * One path for all bars: an outline of steps, which neither shows seams nor costs 200 elements.
 * @param {Bars} bars
 * @param {number[]} density
 * @param {Scale} x
 * @param {(value: number) => number} yAt
 * @param {number} bottom
 */
export function barsPath(bars, density, x, yAt, bottom) {
  const step = (bars.high - bars.low) / density.length;
  let path = `M${round(x(bars.low))},${bottom}`;
  for (let i = 0; i < density.length; i++) path += `V${round(yAt(density[i]))}H${round(x(bars.low + (i + 1) * step))}`;
  return `${path}V${bottom}Z`;
}

/**
 * Clips marks to the box without needing an id.
 * @param {Box} box
 * @param {unknown} content
 */
export const clipped = (box, content) => {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  return svg`<svg x=${box.left} y=${box.top} width=${width} height=${height} viewBox="${box.left} ${box.top} ${width} ${height}">${content}</svg>`;
};

const rowHeight = 18;

/**
 * Rows above the plot for marker labels and spans, so that no two overlap.
 * @param {Marker[]} markers
 * @param {Span[]} spans
 * @param {[number, number]} domain
 * @param {number} width
 */
function markerRows(markers, spans, domain, width) {
  const perUnit = (width - 60) / (domain[1] - domain[0] || 1);
  /** @type {number[]} Right ends of the rows so far */
  const ends = [];
  const order = markers.map((_, i) => i).sort((a, b) => markers[a].x - markers[b].x);
  /** @type {number[]} */
  const rowOf = new Array(markers.length).fill(0);
  for (const i of order) {
    const half = textWidth(markers[i].label) / 2 + 6;
    const centre = (markers[i].x - domain[0]) * perUnit;
    let row = ends.findIndex((end) => end <= centre - half);
    if (row < 0) row = ends.push(0) - 1;
    ends[row] = centre + half;
    rowOf[i] = row;
  }
  return { rowOf, markers: ends.length, height: (ends.length + spans.length) * rowHeight };
}

/**
 * @param {Marker[]} markers
 * @param {Span[]} spans
 * @param {{rowOf: number[], markers: number}} rows
 * @param {Scale} x
 * @param {Box} box
 */
function markerMarks(markers, spans, rows, x, box) {
  return svg`
    ${spans.map((span, i) => {
      const y = crisp(box.top - 8 - i * rowHeight);
      const left = Math.max(box.left, x(span.from));
      const right = Math.min(box.right, x(span.to));
      return svg`<g class="span" data-key=${span.key ?? nothing} data-color=${span.color ?? 'muted'}>
        <path class="line" data-thin d="M${round(left)},${y - 4}v8m0,-4H${round(right)}m0,-4v8"></path>
        <text class="label halo" x=${round((left + right) / 2)} y=${y + 4} text-anchor="middle">${span.label}</text></g>`;
    })}
    ${markers.map((marker, i) => {
      if (marker.x < x.domain()[0] || marker.x > x.domain()[1]) return nothing;
      const at = crisp(x(marker.x));
      const y = box.top - 6 - (spans.length + rows.rowOf[i]) * rowHeight;
      const half = textWidth(marker.label) / 2;
      return svg`<g data-key=${marker.key ?? nothing} data-color=${marker.color ?? 'ink'}>
        <path class="line" data-thin ?data-dash=${marker.dash} d="M${at},${y + 2}V${box.bottom}"></path>
        <text class="label halo" x=${round(Math.max(box.left + half, Math.min(box.right - half, at)))} y=${y - 2} text-anchor="middle">${marker.label}</text></g>`;
    })}`;
}

/**
 * The key of curves, in the upper right corner where densities are low.
 * @param {Curve[]} curves
 * @param {Bars | null | undefined} bars
 * @param {Box} box
 */
function legend(curves, bars, box) {
  return svg`<g class="legend">
    ${curves.map((curve, i) => {
      const y = box.top + 14 + i * 20;
      return svg`<g data-key=${curve.key} data-color=${curve.color ?? 'ink'}>
        <path class="line" ?data-dash=${curve.dash} ?data-thin=${curve.thin} d="M${box.right - 22},${y - 4}h22"></path>
        <text class="label halo" x=${box.right - 30} y=${y} text-anchor="end">${curve.label}</text></g>`;
    })}
    ${bars?.label
      ? svg`<g data-key=${bars.key ?? 'bars'} data-color=${bars.color ?? nothing}>
        <path class="bars" d="M${box.right - 22},${box.top + 5 + curves.length * 20}h22v10h-22z"></path>
        <text class="label halo" x=${box.right - 30} y=${box.top + 14 + curves.length * 20} text-anchor="end">${bars.label}</text></g>`
      : nothing}</g>`;
}

/**
 * @param {HistogramSpec} spec
 * @param {number[]} density
 * @param {Scale} x
 * @param {(value: number) => number} yAt
 * @param {Box} box
 * @returns {import('./picture.js').Reader | undefined}
 */
function reader(spec, density, x, yAt, box) {
  const { bars, curves = [] } = spec;
  const read = { x: spec.x.read ?? plain, y: spec.y.read ?? plain };
  const lead = curves[0];
  const count = bars ? density.length : (lead?.xs.length ?? 0);
  if (count === 0) return undefined;
  const step = bars ? (bars.high - bars.low) / count : 0;
  /** The x value in the middle of a stop. @param {number} i */
  const middle = (i) => (bars ? bars.low + (i + 0.5) * step : lead.xs[i]);
  return {
    count,
    keys: [...curves.map((curve) => curve.key)],
    nearest: (px, py) => {
      const value = Number(x.invert(px));
      const index = bars ? clampIndex((value - bars.low) / step, count) : nearestIndex(lead.xs, value);
      const close = curves
        .map((curve) => ({ key: curve.key, off: Math.abs(yAt(valueAt(curve, value)) - py) }))
        .filter((entry) => entry.off < 10)
        .sort((a, b) => a.off - b.off)[0];
      return { index, key: close?.key };
    },
    stop: (index) => {
      const at = middle(index);
      /** @type {Row[]} */
      const rows = [];
      if (bars) {
        rows.push({ label: bars.label ?? spec.y.label, value: `${read.y(density[index])} (${bars.counts[index]})`, color: bars.color ?? 'muted', key: bars.key ?? 'bars' });
      }
      const dots = [];
      for (const curve of curves) {
        const value = valueAt(curve, at);
        rows.push({ label: curve.label, value: read.y(value), color: curve.color ?? 'ink', key: curve.key });
        if (Number.isFinite(value)) dots.push({ y: Math.max(box.top, yAt(value)), color: curve.color ?? 'ink', key: curve.key });
      }
      const title = bars ? `${spec.x.label} ${read.x(at - step / 2)} \u2026 ${read.x(at + step / 2)}` : `${spec.x.label} ${read.x(at)}`;
      return { x: x(at), dots, title, rows };
    },
  };
}

/**
 * Linear interpolation in a sampled curve; NaN outside it.
 * @param {{xs: ArrayLike<number>, ys: ArrayLike<number>}} curve
 * @param {number} at
 */
export function valueAt({ xs, ys }, at) {
  if (xs.length === 0 || at < xs[0] || at > xs[xs.length - 1]) return NaN;
  let i = nearestIndex(xs, at);
  if (xs[i] > at) i -= 1;
  if (i >= xs.length - 1) return ys[xs.length - 1];
  const share = (at - xs[i]) / (xs[i + 1] - xs[i]);
  return share === 0 ? ys[i] : ys[i] + share * (ys[i + 1] - ys[i]);
}
