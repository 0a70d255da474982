/**
 * Lines and measured points in a plane, linear or logarithmic: intervals as error bars, names written beside the lines.
 */
import { svg, nothing } from 'lit';
import { nearestIndex } from './picture.js';
import {
  clipped,
  crisp,
  footHeight,
  headHeight,
  linePath,
  makeBox,
  makeScale,
  makeTicks,
  marginFor,
  plain,
  round,
  spread,
  xAxis,
  yAxis,
} from './axis.js';
import { svgLabel, textWidth } from './label.js';

/** @typedef {import('./picture.js').Axis} Axis */
/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./picture.js').ColorName} ColorName */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Reader} Reader */
/** @typedef {import('./picture.js').Row} Row */
/** @typedef {import('./axis.js').Scale} Scale */

/** @typedef {readonly [x: number, y: number, low?: number, high?: number]} Point  low and high: ends of the interval */

/**
 * @typedef {object} Series
 * @property {string} key  Series of one key are highlighted together
 * @property {string} label  Written at the right end of the line; '' for none (dots on a line that has a name)
 * @property {readonly Point[]} points  Ascending in x
 * @property {ColorName} [color]
 * @property {boolean} [line]  Joins the points; true by default
 * @property {boolean} [dots]  Marks the points; false by default
 * @property {boolean} [dash]
 * @property {boolean} [thin]
 * @property {boolean} [read]  Takes part in the readout; true by default
 * @property {string} [name]  In the readout, where `label` is '' or another word is better
 */

/**
 * @typedef {object} Mark  One point that stands out: "you are here"
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
 * @property {readonly Series[]} series
 * @property {Axis} x  `scale: 'log'` for powers
 * @property {Axis} y
 * @property {readonly Mark[]} [marks]
 * @property {number} [at]  A thin vertical line at this x (the current parameter)
 */

/** Distance of names from each other, px. */
const labelStep = 18;

/**
 * @param {CurvesSpec} spec
 * @returns {Picture}
 */
export function curves(spec) {
  const { width, height, series, marks = [] } = spec;
  const named = series.filter((one) => one.label !== '' && one.points.length > 0);
  const labelWidth = Math.max(0, ...named.map((one) => textWidth(one.label)));
  const beside = labelWidth + 24 < width * 0.3;
  const key = beside ? { places: [], height: 0 } : flow(named, width);
  const yDomain = spec.y.domain ?? domainOf(series, 1, spec.y.scale, 0.05);
  const yTicks = makeTicks(
    spec.y,
    yDomain,
    height - headHeight - footHeight(spec.x) - key.height,
    44,
  );
  const box = makeBox(width, height, {
    left: marginFor(yTicks),
    right: beside ? Math.ceil(labelWidth) + 20 : 12,
    top: headHeight + key.height,
    bottom: footHeight(spec.x),
  });
  const xDomain = spec.x.domain ?? domainOf(series, 0, spec.x.scale, 0);
  const x = makeScale(spec.x, xDomain, [box.left + 4, box.right - 4]);
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);

  const content = svg`
    ${yAxis(spec.y, y, box, yTicks)}
    ${spec.at === undefined ? nothing : svg`<path class="guide" d="M${crisp(x(spec.at))},${box.top}V${box.bottom}"></path>`}
    ${clipped(
      box,
      series.map((one) => seriesMarks(one, x, y)),
      6,
    )}
    ${xAxis(spec.x, x, box)}
    ${beside ? sideLabels(named, y, box) : keyLabels(named, key.places)}
    ${marks.map((mark) => markPoint(mark, spec, x, y, box))}`;
  return { content, box, reader: reader(spec, x, y, box) };
}

/**
 * @param {readonly Series[]} series
 * @param {0 | 1} axis
 * @param {Axis['scale']} scale
 * @param {number} pad  Share of the length added at both ends
 * @returns {[number, number]}
 */
export function domainOf(series, axis, scale, pad) {
  let low = Infinity;
  let high = -Infinity;
  for (const { points } of series) {
    for (const [x, y, from = y, to = y] of points) {
      for (const value of axis === 0 ? [x] : [y, from, to]) {
        if (!Number.isFinite(value) || (scale === 'log' && value <= 0)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  if (!(low <= high)) return scale === 'log' ? [1, 10] : [0, 1];
  if (scale === 'log') {
    const factor = low === high ? 2 : (high / low) ** pad;
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
function seriesMarks(one, x, y) {
  const { points, key, color = 'ink' } = one;
  const xs = points.map((point) => x(point[0]));
  const ys = points.map((point) => y(point[1]));
  const bars = points.map(([, , low, high], i) =>
    low === undefined || high === undefined ? '' : intervalPath(xs[i], y(low), y(high)),
  );
  return svg`<g data-key=${key} data-color=${color}>
    ${one.line === false ? nothing : svg`<path class="line" ?data-dash=${one.dash} ?data-thin=${one.thin} d=${linePath(xs, ys)}></path>`}
    <path class="interval" d=${bars.join('')}></path>
    ${one.dots ? xs.map((at, i) => (Number.isFinite(ys[i]) ? svg`<circle class="dot" cx=${round(at)} cy=${round(ys[i])} r="3.5"></circle>` : nothing)) : nothing}
  </g>`;
}

/**
 * @param {number} at
 * @param {number} low
 * @param {number} high
 */
function intervalPath(at, low, high) {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return '';
  // Caps only where they can be told from the dot that sits between them.
  const cap = Math.abs(high - low) > 12 ? 3 : 0;
  const [left, width] = [round(at - cap), 2 * cap];
  const caps = cap > 0 ? `M${left},${round(low)}h${width}M${left},${round(high)}h${width}` : '';
  return `M${round(at)},${round(low)}V${round(high)}${caps}`;
}

/**
 * Names right of the lines' ends, moved apart where they would touch.
 * @param {readonly Series[]} named
 * @param {Scale} y
 * @param {Box} box
 */
function sideLabels(named, y, box) {
  const wishes = named.map(({ points }) => {
    const end = y(points[points.length - 1][1]);
    return Number.isFinite(end) ? Math.max(box.top, Math.min(box.bottom, end)) : box.bottom;
  });
  const places = spread(wishes, labelStep, box.top, box.bottom);
  return named.map(
    ({ key, color, label }, i) =>
      svg`<text class="label" data-key=${key} data-color=${color ?? 'ink'} x=${box.right + 8} y=${round(places[i]) + 4}>${svgLabel(label)}</text>`,
  );
}

/**
 * The same names in lines above the picture, for narrow screens.
 * @param {readonly Series[]} named
 * @param {number} width
 */
function flow(named, width) {
  let left = 0;
  let line = 0;
  const places = named.map(({ label }) => {
    const own = 24 + textWidth(label);
    if (left > 0 && left + own > width) {
      left = 0;
      line += 1;
    }
    const place = { x: left, y: 12 + line * labelStep };
    left += own + 20;
    return place;
  });
  return { places, height: named.length > 0 ? (line + 1) * labelStep + 8 : 0 };
}

/**
 * @param {readonly Series[]} named
 * @param {readonly {x: number, y: number}[]} places
 */
function keyLabels(named, places) {
  return named.map(({ key, color, dash, thin, label }, i) => {
    const { x, y } = places[i];
    return svg`<g data-key=${key} data-color=${color ?? 'ink'}>
      <path class="line" ?data-dash=${dash} ?data-thin=${thin} d="M${round(x)},${y - 4}h16"></path>
      <text class="label" x=${round(x) + 22} y=${y}>${svgLabel(label)}</text></g>`;
  });
}

/**
 * The ring and its words, set on the side that the line leaves free.
 * @param {Mark} mark
 * @param {CurvesSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 * @param {Box} box
 */
function markPoint(mark, spec, x, y, box) {
  const { label, key, color = 'ink' } = mark;
  const cx = round(x(mark.x));
  const cy = round(Math.max(box.top, Math.min(box.bottom, y(mark.y))));
  if (!Number.isFinite(cx) || !Number.isFinite(cy)) return nothing;
  const width = textWidth(label) * 1.06 + 12;
  const falls = slopeAt(spec.series, mark) < 0;
  const roomRight = cx + width < box.right;
  const roomLeft = cx - width > box.left;
  const onRight = falls ? roomRight || !roomLeft : roomRight && !roomLeft;
  const up = cy - box.top > 24;
  return svg`<g data-key=${key ?? nothing} data-color=${color}>
    <circle class="mark" cx=${cx} cy=${cy} r="5.5"></circle>
    <text class="label halo strong" x=${onRight ? cx + 10 : cx - 10} y=${up ? cy - 10 : cy + 20} text-anchor=${onRight ? 'start' : 'end'}>${svgLabel(label)}</text></g>`;
}

/**
 * Whether the line through a mark rises or falls there.
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
        const { key, color = /** @type {ColorName} */ ('ink') } = one;
        const label = one.name ?? one.label;
        const value = readPoint(point, readY);
        // Dots without a name of their own belong to the line of the same key.
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
 * A value with its interval.
 * @param {Point} point
 * @param {(value: number) => string} read
 */
function readPoint([, value, low, high], read) {
  if (low === undefined || high === undefined) return read(value);
  return `${read(value)} [${read(low)}, ${read(high)}]`;
}
