/**
 * Draws lines and measured points in a plane, linear or logarithmic: intervals as error bars, names beside the lines.
 */
import { svg, nothing } from 'lit';
import { boxAt, nearestIndex } from './picture.js';
import { clipped, crisp, dashOf, linePath, plain, round, spread } from './axis.js';
import { keyRow } from './key-row.js';
import { svgLabel, textWidth } from './label.js';
import { layPlot } from './plot.js';

/** @import { Axis, Box, Picture, Point, Reader, Row, Series } from './types.js' */
/** @import { Scale } from './scale.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} Mark  A highlighted point: "you are here"
 * @property {number} x
 * @property {number} y
 * @property {string} label
 * @property {ColorName} [color]
 * @property {string} [key]
 */

/**
 * @typedef {object} CurvesSpec
 * @property {number} width
 * @property {number} height
 * @property {number} [left]  Minimum left margin, px; aligns the panels of a column
 * @property {readonly Series[]} series
 * @property {Axis} x  `scale: 'log'` for powers
 * @property {Axis} y
 * @property {readonly Mark[]} [marks]
 * @property {number} [at]  x of a thin vertical line (the current parameter)
 */

/** Distance between names, px. */
const labelStep = 18;

/**
 * @param {CurvesSpec} spec
 * @returns {Picture}
 */
export function curves(spec) {
  const { width, series, marks = [] } = spec;
  const named = series.filter((one) => one.label !== '' && one.points.length > 0);
  const labelWidth = Math.max(0, ...named.map((one) => textWidth(one.label)));
  const beside = labelWidth + 24 < width * 0.3;
  const key = keyRow(beside ? [] : named, width);
  const plot = layPlot(spec, {
    xDomain: spec.x.domain ?? domainOf(series, 0, spec.x.scale, 0),
    yDomain: spec.y.domain ?? domainOf(series, 1, spec.y.scale, 0.05),
    top: key.height,
    right: beside ? Math.ceil(labelWidth) + 20 : 12,
    inset: 4,
  });
  const { box, x, y } = plot;

  const ink = inkOf(series, x, y);
  const content = svg`
    ${plot.back}
    ${spec.at === undefined ? nothing : svg`<path class="guide" d="M${crisp(x(spec.at))},${box.top}V${box.bottom}"></path>`}
    ${clipped(
      box,
      series.map((one) => seriesMarks(one, x, y)),
      6,
    )}
    ${plot.front}
    ${beside ? sideLabels(named, y, box) : key.content}
    ${marks.map((mark) => markPoint(mark, spec, x, y, box, ink))}`;
  /** @param {string} key @param {number} [at] */
  const of = (key, at) => {
    const { points = [] } = series.find((one) => one.key === key) ?? {};
    const found = at === undefined ? points.at(-1) : points.find((point) => point[0] === at);
    return found && boxAt(x(found[0]), y(found[1]));
  };
  return { content, box, plotAreas: [{ box, x, y, of }], reader: reader(spec, x, y, box) };
}

/**
 * Whether a value is shown on a log axis. The largest and smallest doubles are left out, so the padded ends stay
 * finite.
 * @param {number} value
 */
const isPowerShown = (value) => value >= 1e-280 && value <= 1e280;

/**
 * @param {readonly Series[]} series
 * @param {0 | 1} axis
 * @param {Axis['scale']} scale
 * @param {number} pad  Fraction of the length added at both ends
 * @returns {[number, number]}
 */
export function domainOf(series, axis, scale, pad) {
  let low = Infinity;
  let high = -Infinity;
  for (const { points } of series) {
    for (const [x, y, from = y, to = y] of points) {
      for (const value of axis === 0 ? [x] : [y, from, to]) {
        if (!Number.isFinite(value) || (scale === 'log' && !isPowerShown(value))) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  if (!(low <= high)) return scale === 'log' ? [1, 10] : [0, 1];
  if (scale === 'log') {
    const factor = low === high ? 2 : Math.exp((Math.log(high) - Math.log(low)) * pad);
    return [low / factor, high * factor];
  }
  const room = low === high ? Math.abs(low) || 1 : (high - low) * pad;
  return [low - room, high + room];
}

/**
 * @param {Series} one
 * @param {Scale} x
 * @param {Scale} y
 */
export function seriesMarks(one, x, y) {
  const { points, key, color = 'ink' } = one;
  const xs = points.map((point) => x(point[0]));
  const ys = points.map((point) => y(point[1]));
  const bars = points.map(([, , low, high], i) =>
    low === undefined || high === undefined ? '' : intervalPath(xs[i], ...endsOf(low, high, y)),
  );
  return svg`<g data-key=${key} data-color=${color}>
    ${one.line === false ? nothing : svg`<path class="line" data-dash=${dashOf(one.dash)} ?data-thin=${one.thin} d=${linePath(xs, ys)}></path>`}
    <path class="interval" d=${bars.join('')}></path>
    ${one.dots ? xs.map((at, i) => (Number.isFinite(ys[i]) ? svg`<circle class="dot" cx=${round(at)} cy=${round(ys[i])} r="3.5"></circle>` : nothing)) : nothing}
  </g>`;
}

/**
 * Returns the ends of an interval in pixels. An end outside the box (0 on a log axis, infinity) is placed past the edge,
 * where its cap is clipped.
 * @param {number} low
 * @param {number} high
 * @param {Scale} y
 * @returns {[number, number]}
 */
function endsOf(low, high, y) {
  const [bottom, top] = y.domain();
  const [below, above] = y.range();
  return [low < bottom ? below + 20 : y(low), high > top ? above - 20 : y(high)];
}

/**
 * @param {number} at
 * @param {number} low
 * @param {number} high
 */
function intervalPath(at, low, high) {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return '';
  // Caps are drawn only where they can be told from the dot between them.
  const cap = Math.abs(high - low) > 12 ? 3 : 0;
  const [left, width] = [round(at - cap), 2 * cap];
  const caps = cap > 0 ? `M${left},${round(low)}h${width}M${left},${round(high)}h${width}` : '';
  return `M${round(at)},${round(low)}V${round(high)}${caps}`;
}

/**
 * Draws the names to the right of the lines' ends, moved apart where they would touch.
 * @param {readonly Series[]} named
 * @param {Scale} y
 * @param {Box} box
 */
export function sideLabels(named, y, box) {
  const preferred = named.map(({ points }) => {
    const end = y(points[points.length - 1][1]);
    return Number.isFinite(end) ? Math.max(box.top, Math.min(box.bottom, end)) : box.bottom;
  });
  const places = spread(preferred, labelStep, box.top, box.bottom);
  return named.map(
    ({ key, color, label }, i) =>
      svg`<text class="label" data-key=${key} data-color=${color ?? 'ink'} x=${box.right + 8} y=${round(places[i]) + 4}>${svgLabel(label)}</text>`,
  );
}

/** @typedef {[x: number, y: number]} Spot */

/** Distance between the sampled points of a line, px. */
const grain = 4;

/**
 * Returns points where something is drawn: samples along the lines, and dots.
 * @param {readonly Series[]} series
 * @param {Scale} x
 * @param {Scale} y
 * @returns {Spot[]}
 */
const inkOf = (series, x, y) =>
  series.flatMap(({ points, line }) => {
    const spots = points.map(/** @returns {Spot} */ (point) => [x(point[0]), y(point[1])]);
    if (line === false) return spots;
    return spots.flatMap(([left, high], i) => {
      const [right, low] = spots[i + 1] ?? [left, high];
      const steps = Math.min(999, Math.max(1, Math.hypot(right - left, low - high) / grain)) || 1;
      return Array.from(
        { length: Math.ceil(steps) },
        /** @returns {Spot} */ (_, step) => [
          left + ((right - left) * step) / steps,
          high + ((low - high) * step) / steps,
        ],
      );
    });
  });

/**
 * Returns the first place where a label covers nothing, otherwise the place where it covers least.
 * @template {{y: number, left: number}} Place
 * @param {readonly Place[]} places  `left` is the left edge of the label
 * @param {number} wide
 * @param {Box} box
 * @param {Spot[]} ink  Points drawn so far; those of the label are added
 */
function freePlace(places, wide, box, ink) {
  const coveredBy = (/** @type {{left: number, y: number}} */ { left, y }) =>
    ink.filter(
      ([px, py]) => Math.abs(px - left - wide / 2) < wide / 2 + 3 && py > y - 13 && py < y + 5,
    );
  const inside = places.filter(
    ({ left, y }, i) =>
      i === 0 || (left > box.left && left + wide < box.right && y - 12 > box.top && y < box.bottom),
  );
  const covered = inside.map((place) => coveredBy(place).length);
  const best = inside[covered.indexOf(Math.min(...covered))];
  for (let at = 0; at <= wide; at += grain) ink.push([best.left + at, best.y - 4]);
  return best;
}

/**
 * Draws the ring and its label, on the side that the line leaves free.
 * @param {Mark} mark
 * @param {CurvesSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 * @param {Box} box
 * @param {Spot[]} ink
 */
function markPoint(mark, spec, x, y, box, ink) {
  const { label, key, color = 'ink' } = mark;
  const cx = round(x(mark.x));
  const cy = round(Math.max(box.top, Math.min(box.bottom, y(mark.y))));
  if (!Number.isFinite(cx) || !Number.isFinite(cy)) return nothing;
  const wide = textWidth(label) * 1.06;
  const width = wide + 12;
  const falls = slopeAt(spec.series, mark) < 0;
  const roomRight = cx + width < box.right;
  const roomLeft = cx - width > box.left;
  const onRight = falls ? roomRight || !roomLeft : roomRight && !roomLeft;
  const up = cy - box.top > 24;
  const corners = [onRight, !onRight].flatMap((right) =>
    [up, !up].map((above) => ({
      ...{ x: right ? cx + 10 : cx - 10, y: above ? cy - 10 : cy + 20 },
      ...{ left: right ? cx + 10 : cx - 10 - wide, anchor: right ? 'start' : 'end' },
    })),
  );
  const middle = { x: cx, left: cx - wide / 2, anchor: 'middle' };
  const farther = [16, 28, 40, 52].map((off) => ({ ...middle, y: cy - off }));
  const place = freePlace([...corners, ...farther], wide, box, ink);
  return svg`<g data-key=${key ?? nothing} data-color=${color}>
    <circle class="mark" cx=${cx} cy=${cy} r="5.5"></circle>
    <text class="label halo strong" x=${round(place.x)} y=${round(place.y)} text-anchor=${place.anchor}>${svgLabel(label)}</text></g>`;
}

/**
 * Returns a number with the sign of the slope of the line that passes nearest to a mark.
 * @param {readonly Series[]} series
 * @param {Mark} mark
 */
function slopeAt(series, mark) {
  let best = Infinity;
  let slope = 0;
  for (const { points, line } of series) {
    if (line === false || points.length < 2) continue;
    const next = Math.max(
      1,
      points.findIndex((point) => point[0] > mark.x),
    );
    const [before, after] = [points[next - 1], points[next]];
    const off = Math.abs(Math.log(Math.abs(before[1] / mark.y)));
    if (off < best) [best, slope] = [off, after[1] - before[1]];
  }
  return slope;
}

/**
 * @param {CurvesSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 * @param {Box} box
 * @returns {Reader | undefined}
 */
function reader(spec, x, y, box) {
  const readable = spec.series.filter((one) => one.read !== false && one.points.length > 0);
  const values = [...new Set(readable.flatMap(({ points }) => points.map(([value]) => value)))];
  values.sort((a, b) => a - b);
  if (values.length === 0) return undefined;
  const places = values.map((value) => x(value));
  const { read: readX = plain } = spec.x;
  const { read: readY = plain } = spec.y;
  /** @param {Series} one @param {number} index */
  const pointAt = (one, index) => one.points.find(([value]) => value === values[index]);
  return {
    count: values.length,
    keys: [...new Set(readable.map((one) => one.key))],
    start: spec.at === undefined ? undefined : nearestIndex(values, spec.at),
    nearest(px, py) {
      const index = nearestIndex(places, px);
      let best = 14;
      let key;
      for (const one of readable) {
        const off = Math.abs(y(pointAt(one, index)?.[1] ?? NaN) - py);
        if (off < best) [best, key] = [off, one.key];
      }
      return { index, key };
    },
    stop(index) {
      /** @type {Row[]} */
      const rows = [];
      const dots = [];
      for (const one of readable) {
        const point = pointAt(one, index);
        if (!point) continue;
        const { key, color = 'ink' } = one;
        const label = one.name ?? one.label;
        const value = readPoint(point, readY);
        // Dots without a name belong to the line with the same key.
        const line = label === '' && rows.find((row) => row.key === key);
        if (line) line.value += ` \u00b7 ${value}`;
        else rows.push({ label, value, color, key });
        const at = y(point[1]);
        const inside = Math.max(box.top, Math.min(box.bottom, at));
        if (Number.isFinite(at)) dots.push({ y: inside, color, key });
      }
      return {
        x: places[index],
        value: values[index],
        dots,
        title: `${spec.x.label}: ${readX(values[index])}`,
        rows,
      };
    },
  };
}

/**
 * Formats a value with its interval.
 * @param {Point} point
 * @param {(value: number) => string} read
 */
function readPoint([, value, low, high], read) {
  if (low === undefined || high === undefined) return read(value);
  return `${read(value)} [${read(low)}, ${read(high)}]`;
}
