/**
 * Lines and measured points in a plane, linear or logarithmic: intervals as error bars, names written beside the lines.
 */
import { svg, nothing } from 'lit';
import { nearestIndex } from './picture.js';
import { clipped } from './histogram.js';
import { crisp, linePath, makeBox, makeScale, makeTicks, marginFor, plain, round, spread, textWidth, xAxis, yAxis } from './axis.js';

/** @typedef {import('./picture.js').Axis} Axis */
/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./picture.js').ColorName} ColorName */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./axis.js').Scale} Scale */

/** @typedef {readonly [x: number, y: number, low?: number, high?: number]} Point  low and high: ends of the interval */

/**
 * @typedef {object} Series
 * @property {string} key
 * @property {string} label  Written at the right end of the line; '' for none (two series of one colour need one name)
 * @property {readonly Point[]} points  Ascending in x
 * @property {ColorName} [color]
 * @property {boolean} [line]  Joins the points; true by default
 * @property {boolean} [dots]  Marks the points; false by default
 * @property {boolean} [dash]
 * @property {boolean} [thin]
 * @property {boolean} [read]  Takes part in the readout; true by default
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
 * @property {(x: number) => void} [onPick]  Not called by the chart; the frame calls `figure.onPick` with the stop's index
 */

/**
 * @param {CurvesSpec} spec
 * @returns {Picture}
 */
export function curves(spec) {
  const { width, height, series, marks = [] } = spec;
  const xDomain = spec.x.domain ?? domainOf(series, 0, spec.x.scale, 0);
  const yDomain = spec.y.domain ?? domainOf(series, 1, spec.y.scale, 0.06);
  const yTicks = makeTicks(spec.y, yDomain, height - 80, 44);
  const named = series.filter((one) => one.label !== '' && one.points.length > 0);
  const labelWidth = Math.max(0, ...named.map((one) => textWidth(one.label))) + 12;
  const beside = labelWidth < width * 0.34;
  const box = makeBox(width, height, {
    left: marginFor(yTicks),
    right: beside ? labelWidth + 4 : 12,
    top: beside ? 32 : 36 + named.length * 18,
  });
  const x = makeScale(spec.x, xDomain, [box.left, box.right]);
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);

  const content = svg`
    ${yAxis(spec.y, y, box, yTicks)}
    ${spec.at === undefined ? nothing : svg`<path class="guide" d="M${crisp(x(spec.at))},${box.top}V${box.bottom}"></path>`}
    ${clipped(box, series.map((one) => seriesMarks(one, x, y)))}
    ${xAxis(spec.x, x, box)}
    ${beside ? sideLabels(named, y, box) : stackedLabels(named, box)}
    ${marks.map((mark) => svg`<g data-key=${mark.key ?? nothing} data-color=${mark.color ?? 'ink'}>
      <circle class="mark" cx=${round(x(mark.x))} cy=${round(y(mark.y))} r="6"></circle>
      <text class="label halo strong" x=${round(x(mark.x)) + (x(mark.x) > (box.left + box.right) / 2 ? -11 : 11)} y=${round(y(mark.y)) - 9}
        text-anchor=${x(mark.x) > (box.left + box.right) / 2 ? 'end' : 'start'}>${mark.label}</text></g>`)}`;
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
    for (const point of points) {
      for (const value of axis === 0 ? [point[0]] : [point[1], point[2] ?? point[1], point[3] ?? point[1]]) {
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
  const { points } = one;
  const xs = points.map((point) => x(point[0]));
  const ys = points.map((point) => y(point[1]));
  const bars = points.map(([, , low, high], i) => (low === undefined || high === undefined ? '' : `M${round(xs[i])},${round(y(low))}V${round(y(high))}`)).join('');
  return svg`<g class="series" data-key=${one.key} data-color=${one.color ?? 'ink'}>
    ${one.line === false ? nothing : svg`<path class="line" ?data-dash=${one.dash} ?data-thin=${one.thin} d=${linePath(xs, ys)}></path>`}
    ${bars ? svg`<path class="interval" d=${bars}></path>` : nothing}
    ${one.dots ? points.map((_, i) => (Number.isFinite(ys[i]) ? svg`<circle class="dot" cx=${round(xs[i])} cy=${round(ys[i])} r="3.5"></circle>` : nothing)) : nothing}
  </g>`;
}

/**
 * Names right of the lines' ends, moved apart where they would touch.
 * @param {readonly Series[]} named
 * @param {Scale} y
 * @param {Box} box
 */
function sideLabels(named, y, box) {
  const wishes = named.map((one) => Math.max(box.top, Math.min(box.bottom, y(one.points[one.points.length - 1][1]))));
  const places = spread(wishes, 18, box.top, box.bottom);
  return named.map((one, i) => svg`<text class="label" data-key=${one.key} data-color=${one.color ?? 'ink'} x=${box.right + 10} y=${round(places[i]) + 4}>${one.label}</text>`);
}

/**
 * The same names above the picture when it is too narrow.
 * @param {readonly Series[]} named
 * @param {Box} box
 */
function stackedLabels(named, box) {
  return named.map((one, i) => svg`<g data-key=${one.key} data-color=${one.color ?? 'ink'}>
    <path class="line" ?data-dash=${one.dash} d="M${box.left},${32 + i * 18}h20"></path>
    <text class="label" x=${box.left + 28} y=${36 + i * 18}>${one.label}</text></g>`);
}

/**
 * @param {CurvesSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 * @param {Box} box
 * @returns {import('./picture.js').Reader | undefined}
 */
function reader(spec, x, y, box) {
  const readable = spec.series.filter((one) => one.read !== false && one.points.length > 0);
  const values = [...new Set(readable.flatMap((one) => one.points.map((point) => point[0])))].sort((a, b) => a - b);
  if (values.length === 0) return undefined;
  const places = values.map((value) => x(value));
  const read = { x: spec.x.read ?? plain, y: spec.y.read ?? plain };
  return {
    count: values.length,
    keys: readable.map((one) => one.key),
    start: spec.at === undefined ? undefined : nearestIndex(values, spec.at),
    nearest: (px, py) => {
      const index = nearestIndex(places, px);
      const close = readable
        .map((one) => ({ key: one.key, off: Math.min(...one.points.filter((point) => point[0] === values[index]).map((point) => Math.abs(y(point[1]) - py))) }))
        .filter((entry) => entry.off < 14)
        .sort((a, b) => a.off - b.off)[0];
      return { index, key: close?.key };
    },
    stop: (index) => {
      const rows = [];
      const dots = [];
      for (const one of readable) {
        const point = one.points.find((candidate) => candidate[0] === values[index]);
        if (!point) continue;
        const [, value, low, high] = point;
        const interval = low === undefined || high === undefined ? '' : `  [${read.y(low)}, ${read.y(high)}]`;
        rows.push({ label: one.label, value: read.y(value) + interval, color: one.color ?? 'ink', key: one.key });
        if (Number.isFinite(value)) dots.push({ y: Math.max(box.top, Math.min(box.bottom, y(value))), color: one.color ?? 'ink', key: one.key });
      }
      return { x: places[index], dots, title: `${spec.x.label} ${read.x(values[index])}`, rows };
    },
  };
}
