/**
 * Many values on one line: a strip of translucent ticks as dark as the values are dense, lone values as dots, and a
 * curve standing over them on its own density axis.
 */
import { svg, nothing } from 'lit';
import { clampIndex } from './picture.js';
import { clipped, densities, valueAt } from './histogram.js';
import { crisp, linePath, makeBox, makeScale, makeTicks, marginFor, plain, round, xAxis, yAxis } from './axis.js';

/** @typedef {import('./picture.js').Axis} Axis */
/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./picture.js').ColorName} ColorName */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./histogram.js').Bars} Bars */
/** @typedef {import('./histogram.js').Curve} Curve */
/** @typedef {import('./axis.js').Scale} Scale */

/**
 * @typedef {object} StripSpec
 * @property {number} width
 * @property {number} height
 * @property {Bars | null} [counts]  Fine counts (some hundred bins or more)
 * @property {ArrayLike<number>} [values]  Instead of counts, up to some thousand single values
 * @property {readonly Curve[]} [curves]
 * @property {readonly import('./histogram.js').Marker[]} [markers]
 * @property {ColorName} [color]  Of the strip
 * @property {string} [label]  Name of the strip in the readout
 * @property {Axis} x
 * @property {Axis} y  Of the curves
 */

/**
 * @param {StripSpec} spec
 * @returns {Picture}
 */
export function strip(spec) {
  const { width, height, curves = [], markers = [] } = spec;
  const xDomain = spec.x.domain ?? (spec.counts ? [spec.counts.low, spec.counts.high] : valuesDomain(spec.values ?? []));
  const bars = spec.counts ?? (spec.values ? countValues(spec.values, xDomain) : null);
  const top = Math.max(1e-12, ...curves.map((curve) => Math.max(...Array.from(curve.ys).filter(Number.isFinite))));
  const yDomain = spec.y.domain ?? /** @type {[number, number]} */ ([0, top * 1.08]);
  const yTicks = makeTicks(spec.y, yDomain, height - 120, 56);
  const band = Math.max(28, Math.min(48, height * 0.14));
  const box = makeBox(width, height, { left: marginFor(yTicks), top: 32 + (markers.length > 0 ? 16 : 0), bottom: 44 + band });
  const floor = { ...box, top: box.bottom, bottom: box.bottom + band };
  const x = makeScale(spec.x, xDomain, [box.left, box.right]);
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);

  const content = svg`
    ${yAxis(spec.y, y, box, yTicks)}
    ${bars ? svg`<g data-key=${bars.key ?? 'values'} data-color=${spec.color ?? 'score'}>${ticks(bars, x, floor)}</g>` : nothing}
    ${clipped(box, curves.map((curve) => svg`<path class="line" data-key=${curve.key} data-color=${curve.color ?? 'ink'} ?data-dash=${curve.dash}
      d=${linePath(Array.from(curve.xs, (value) => x(value)), Array.from(curve.ys, (value) => y(value)))}></path>`))}
    ${markers.map((marker) => svg`<g data-key=${marker.key ?? nothing} data-color=${marker.color ?? 'ink'}>
      <path class="line" data-thin ?data-dash=${marker.dash} d="M${crisp(x(marker.x))},${box.top}V${floor.bottom}"></path>
      <text class="label halo" x=${round(x(marker.x))} y=${box.top - 6} text-anchor="middle">${marker.label}</text></g>`)}
    ${curves.map((curve, i) => svg`<text class="label halo" data-key=${curve.key} data-color=${curve.color ?? 'ink'} x=${box.right} y=${box.top + 14 + i * 18} text-anchor="end">${curve.label}</text>`)}
    ${xAxis(spec.x, x, floor)}`;
  return { content, box: { ...box, bottom: floor.bottom }, reader: reader(spec, bars, x, y, box) };
}

/** @param {ArrayLike<number>} values @returns {[number, number]} */
function valuesDomain(values) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return low < high ? [low, high] : [Number.isFinite(low) ? low - 1 : -1, Number.isFinite(low) ? low + 1 : 1];
}

/**
 * @param {ArrayLike<number>} values
 * @param {[number, number]} domain
 * @returns {Bars}
 */
function countValues(values, [low, high]) {
  const counts = new Array(600).fill(0);
  for (let i = 0; i < values.length; i++) counts[clampIndex(((values[i] - low) / (high - low)) * counts.length, counts.length)] += 1;
  return { low, high, counts, total: values.length };
}

/** How many shades of dark the strip has. */
const shades = 16;

/**
 * Columns grouped by shade (one path each), lone values as dots.
 * @param {Bars} bars
 * @param {Scale} x
 * @param {Box} floor
 */
function ticks(bars, x, floor) {
  const { low, high, counts } = bars;
  const step = (high - low) / counts.length;
  let most = 0;
  for (let i = 0; i < counts.length; i++) most = Math.max(most, counts[i]);
  /** @type {string[]} */
  const paths = new Array(shades).fill('');
  let dots = '';
  for (let i = 0; i < counts.length; i++) {
    if (!(counts[i] > 0)) continue;
    const left = x(low + i * step);
    const right = Math.max(left + 0.75, x(low + (i + 1) * step));
    if (counts[i] <= 3) {
      for (let k = 0; k < counts[i]; k++) {
        dots += `M${round((left + right) / 2)},${round(floor.top + 8 + jitter(i, k) * (floor.bottom - floor.top - 14))}h0`;
      }
    } else {
      const shade = Math.min(shades - 1, Math.floor(Math.sqrt(counts[i] / most) * shades));
      paths[shade] += `M${round(left)},${floor.top + 6}H${round(right)}V${floor.bottom - 4}H${round(left)}Z`;
    }
  }
  return svg`${paths.map((path, shade) => (path ? svg`<path class="fill" fill-opacity=${(0.06 + (0.9 * (shade + 1)) / shades).toFixed(3)} d=${path}></path>` : nothing))}
    <path class="specks" d=${dots}></path>`;
}

/** A fixed scatter between 0 and 1, so that pictures of the same data are the same. @param {number} i @param {number} k */
const jitter = (i, k) => (i * 0.6180339887 + k * 0.3819660113) % 1;

/**
 * @param {StripSpec} spec
 * @param {Bars | null} bars
 * @param {Scale} x
 * @param {Scale} y
 * @param {Box} box
 * @returns {import('./picture.js').Reader | undefined}
 */
function reader(spec, bars, x, y, box) {
  if (!bars) return undefined;
  const { curves = [] } = spec;
  const read = { x: spec.x.read ?? plain, y: spec.y.read ?? plain };
  const count = Math.min(120, bars.counts.length);
  const group = bars.counts.length / count;
  const density = densities(bars);
  const step = (bars.high - bars.low) / count;
  return {
    count,
    keys: curves.map((curve) => curve.key),
    nearest: (px) => ({ index: clampIndex((Number(x.invert(px)) - bars.low) / step, count) }),
    stop: (index) => {
      const at = bars.low + (index + 0.5) * step;
      let sum = 0;
      for (let i = Math.round(index * group); i < Math.round((index + 1) * group); i++) sum += density[i];
      const rows = [{ label: spec.label ?? spec.y.label, value: read.y(sum / group), color: spec.color ?? /** @type {ColorName} */ ('score') }];
      const dots = [];
      for (const curve of curves) {
        const value = valueAt(curve, at);
        rows.push({ label: curve.label, value: read.y(value), color: curve.color ?? 'ink' });
        if (Number.isFinite(value)) dots.push({ y: Math.max(box.top, y(value)), color: curve.color, key: curve.key });
      }
      return { x: x(at), dots, title: `${spec.x.label} ${read.x(at - step / 2)} \u2026 ${read.x(at + step / 2)}`, rows };
    },
  };
}
