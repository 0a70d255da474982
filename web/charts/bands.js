/**
 * Shows the spread of values against x: quantile bands (5 to 95 %, 25 to 75 %), the median as a line, means as dots.
 *
 *     bands({
 *       width, height,
 *       series: [{
 *         key: 'none', label: 'no factor', color: 'key',
 *         points: sizes.map((dk, i) => ({ x: dk, ...spreads[i] })),   // {mean, standardError?, quantiles: {p05 ... p95}}
 *       }],
 *       lines: [{ key: 'theory', label: 'theory', points: [[1, 2], [4096, 2]] }],   // as in curves.js
 *       x: { label: 'd_k', scale: 'log', ticks: sizes, domain: [1, 4096] },
 *       y: { label: 'keys that count', scale: 'log' },
 *       words: { outer: '5 to 95 %', inner: '25 to 75 %', median: 'median', mean: 'mean' },
 *       at: 64,                                                      // "you are here"
 *     })
 *
 * A key of the marks is above the picture unless `key: false`, for panels that share one: `bandKey(words, color)` returns
 * the entries for panels.js. On a logarithmic axis, values of 0 are drawn at the bottom.
 */
import { nothing, svg } from 'lit';
import { nearestIndex, valueAt } from './picture.js';
import { areaPath, clipped, crisp, linePath, plain, round } from './axis.js';
import { domainOf, seriesMarks, sideLabels } from './curves.js';
import { halfWidth } from './interval.js';
import { keyRow } from './key-row.js';
import { textWidth } from './label.js';
import { layPlot } from './plot.js';

/** @import { Axis, Dot, KeyEntry, Picture, Plot, Reader, Row, Series } from './types.js' */
/** @import { ColorName } from './tokens.js' */
/** @import { Spread } from '../engine/types.js' */

/**
 * @typedef {object} BandPoint
 * @property {number} x
 * @property {number} mean
 * @property {number} [standardError]  Standard error of the mean
 * @property {Spread['quantiles']} quantiles
 */

/**
 * @typedef {object} Band
 * @property {string} key
 * @property {string} label  Written at the end of the median; '' for none
 * @property {string} [name]  Name in the readout; `label` by default
 * @property {ColorName} [color]
 * @property {readonly BandPoint[]} points  Ascending in x
 */

/** @typedef {{outer: string, inner: string, median: string, mean: string}} BandWords  Entries with '' are left out */

/**
 * @typedef {object} BandsSpec
 * @property {number} width
 * @property {number} height
 * @property {readonly Band[]} series
 * @property {readonly Series[]} [lines]
 * @property {Axis} x
 * @property {Axis} y
 * @property {BandWords} words
 * @property {number} [at]  x of a thin vertical line (the current parameter)
 * @property {boolean} [key]  Whether the marks are named above the picture; true by default
 * @property {number} [left]  Minimum left margin, px
 */

/**
 * Returns the entries of the key.
 * @param {BandWords} words
 * @param {ColorName} [color]
 * @returns {KeyEntry[]}
 */
export function bandKey(words, color = 'muted') {
  /** @type {KeyEntry[]} */
  const all = [
    { key: 'median', label: words.median, color },
    { key: 'inner', label: words.inner, color, sample: 'core' },
    { key: 'outer', label: words.outer, color, sample: 'range' },
    { key: 'mean', label: words.mean, color, sample: 'dot' },
  ];
  return all.filter(({ label }) => label);
}

/**
 * @param {BandsSpec} spec
 * @returns {Picture}
 */
export function bands(spec) {
  const { series, lines = [], width, words } = spec;
  const color = series.length === 1 ? series[0].color : undefined;
  const key = keyRow(spec.key === false ? [] : bandKey(words, color), width);
  const medians = series.map(medianOf);
  const named = [...medians, ...lines].filter(({ label, points }) => label && points.length > 0);
  const names = Math.max(0, ...named.map(({ label }) => textWidth(label)));
  const beside = names + 24 < width * 0.3;
  const above = keyRow(beside ? [] : named, width);
  const all = [...series.map(extremesOf), ...lines];
  const plot = layPlot(spec, {
    xDomain: spec.x.domain ?? domainOf(all, 0, spec.x.scale, 0),
    yDomain: spec.y.domain ?? domainOf(all, 1, spec.y.scale, 0.04),
    top: key.height + above.height,
    right: beside && names > 0 ? Math.ceil(names) + 20 : 12,
    inset: 4,
    spacing: spec.height < 240 ? 30 : 44,
  });
  const content = svg`
    ${key.content} <g transform="translate(0 ${key.height})">${above.content}</g>
    ${plot.back}
    ${spec.at === undefined ? nothing : svg`<path class="guide" d="M${crisp(plot.x(spec.at))},${plot.box.top}V${plot.box.bottom}"></path>`}
    ${clipped(
      plot.box,
      svg`${series.map((band) => areas(band, plot))}
      ${lines.map((line) => seriesMarks(line, plot.x, plot.y))}
      ${series.map((band) => middle(band, plot))}`,
      4,
    )}
    ${plot.front} ${beside ? sideLabels(named, plot.y, plot.box) : nothing}`;
  return { content, box: plot.box, plotAreas: [plot], reader: reader(spec, plot) };
}

/** @param {Band} band @returns {Series} */
const medianOf = ({ points, ...names }) => ({
  ...names,
  points: points.map(({ x, quantiles }) => [x, quantiles.p50]),
});

/** @param {Band} band @returns {Series} */
const extremesOf = ({ points, ...names }) => ({
  ...names,
  points: points.map(({ x, mean, quantiles: { p05, p95 } }) => [x, mean, p05, p95]),
});

/** Maps a value to its height, px. Zero has no position on a log axis and is drawn at the bottom. @param {Plot} plot */
const heightIn =
  ({ y, box }) =>
  (/** @type {number} */ value) => {
    const at = y(value);
    return Number.isNaN(at) || at === Infinity ? box.bottom + 2 : at;
  };

/**
 * @param {Band} band
 * @param {Plot} plot
 */
function areas({ key, color = 'ink', points }, plot) {
  const at = heightIn(plot);
  /** @param {'p05' | 'p25'} low @param {'p95' | 'p75'} high */
  const between = (low, high) =>
    areaPath(
      points.map(({ x }) => plot.x(x)),
      points.map(({ quantiles }) => at(quantiles[low])),
      points.map(({ quantiles }) => at(quantiles[high])),
    );
  return svg`<g data-key=${key} data-color=${color}>
    <path class="range" d=${between('p05', 'p95')}></path>
    <path class="core" d=${between('p25', 'p75')}></path></g>`;
}

/**
 * @param {Band} band
 * @param {Plot} plot
 */
function middle({ key, color = 'ink', points }, plot) {
  const at = heightIn(plot);
  const xs = points.map(({ x }) => plot.x(x));
  const medians = points.map(({ quantiles }) => at(quantiles.p50));
  const intervals = points.map(({ mean, standardError = 0 }, i) => {
    const half = halfWidth * standardError;
    return half > 0 ? `M${round(xs[i])},${round(at(mean - half))}V${round(at(mean + half))}` : '';
  });
  const small = xs.length > 1 && (xs[xs.length - 1] - xs[0]) / (xs.length - 1) < 22;
  return svg`<g data-key=${key} data-color=${color}>
    <path class="line" d=${linePath(xs, medians)}></path>
    <path class="interval" d=${intervals.join('')}></path>
    ${points.map(({ mean }, i) => (Number.isFinite(mean) ? svg`<circle class="dot" cx=${round(xs[i])} cy=${round(at(mean))} r=${small ? 2.5 : 3.5}></circle>` : nothing))}</g>`;
}

/**
 * @param {BandsSpec} spec
 * @param {Plot} plot
 * @returns {Reader | undefined}
 */
function reader(spec, plot) {
  const { series, lines = [] } = spec;
  const values = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
  values.sort((a, b) => a - b);
  if (values.length === 0) return undefined;
  const places = values.map((value) => plot.x(value));
  const { read = plain } = spec.x;
  const keys = series.map(({ key }) => key);
  /** @param {Band} band @param {number} index */
  const pointOf = (band, index) => band.points.find(({ x }) => x === values[index]);
  return {
    count: values.length,
    keys: keys.length > 1 ? keys : undefined,
    start: spec.at === undefined ? undefined : nearestIndex(values, spec.at),
    nearest(px, py) {
      const index = nearestIndex(places, px);
      let best = 14;
      let key;
      for (const band of keys.length > 1 ? series : []) {
        const off = Math.abs(plot.y(pointOf(band, index)?.quantiles.p50 ?? NaN) - py);
        if (off < best) [best, key] = [off, band.key];
      }
      return { index, key };
    },
    stop(index, highlight) {
      /** @type {Row[]} */
      const rows = [];
      /** @type {Dot[]} */
      const dots = [];
      for (const band of series) {
        const point = pointOf(band, index);
        if (!point) continue;
        rows.push(...bandRows(band, point, spec, series.length === 1 || band.key === highlight));
        dots.push({ y: inside(plot, point.quantiles.p50), color: band.color, key: band.key });
      }
      for (const { key, label, name = label, color = 'ink', points } of lines) {
        const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
        const value = valueAt({ xs, ys }, values[index]);
        if (name && !Number.isNaN(value))
          rows.push({ label: name, value: (spec.y.read ?? plain)(value), color, key });
      }
      const title = `${spec.x.label}: ${read(values[index])}`;
      return { x: places[index], value: values[index], dots, title, rows };
    },
  };
}

/** @param {Plot} plot @param {number} value */
const inside = (plot, value) =>
  Math.max(plot.box.top, Math.min(plot.box.bottom, heightIn(plot)(value)));

/**
 * @param {Band} band
 * @param {BandPoint} point
 * @param {BandsSpec} spec
 * @param {boolean} full  Whether to add the ranges and the mean
 * @returns {Row[]}
 */
function bandRows({ key, color = 'ink', label, name = label }, point, { y, words, series }, full) {
  const { read = plain } = y;
  const { mean, quantiles } = point;
  const { p05, p25, p50, p75, p95 } = quantiles;
  const of = series.length > 1 && name ? `${name}, ` : '';
  const middleRow = { label: `${of}${words.median}`, value: read(p50), color, key };
  if (!full) return [middleRow];
  return [
    middleRow,
    { label: words.inner, value: `${read(p25)} \u2026 ${read(p75)}`, key },
    { label: words.outer, value: `${read(p05)} \u2026 ${read(p95)}`, key },
    { label: words.mean, value: read(mean), key },
  ].filter(({ label }) => label);
}
