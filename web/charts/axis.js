/**
 * Axes and layout: as many ticks as fit, thin rules, names in words.
 * The y name is above its axis and the x name is centred below, so no text is rotated.
 */
import { svg, nothing } from 'lit';
import { ticks as roundValues } from 'd3-array';
import { decadeOf, tenTo } from '../i18n/decades.js';
import { svgLabel, textWidth } from './label.js';
import { scaleOf } from './scale.js';

/** @import { Axis, Box } from './types.js' */
/** @import { Ends, Scale } from './scale.js' */

const superscripts = [...'\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'];

/** Replaces the hyphen by a minus sign, which is as wide as a plus. @param {string} text */
const trueMinus = (text) => text.replace('-', '\u2212');

/**
 * Formats a value with four significant digits, very large and very small ones with a power of ten. The default of all charts.
 * @param {number} value
 */
export function plain(value) {
  if (Number.isNaN(value)) return '\u2013';
  if (!Number.isFinite(value)) return value > 0 ? '\u221e' : '\u2212\u221e';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e7))
    return trueMinus(String(Number(value.toPrecision(4))));
  const [mantissa, exponent] = value.toExponential(2).split('e');
  const factor = String(Number(mantissa));
  return `${factor === '1' ? '' : `${trueMinus(factor)}\u00d7`}${powerOfTen(Number(exponent))}`;
}

/**
 * Returns "10" with a superscript exponent.
 * @param {number} exponent
 */
export function powerOfTen(exponent) {
  const digits = [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]);
  return `10${exponent < 0 ? '\u207b' : ''}${digits.join('')}`;
}

/**
 * @param {Axis} axis
 * @param {Ends} domain
 * @param {[number, number]} range
 * @returns {Scale}
 */
export const makeScale = (axis, domain, range) => scaleOf(axis.scale ?? 'linear', domain, range);

/**
 * @typedef {object} Tick
 * @property {number} value
 * @property {string} label  Empty for a minor tick
 */

/**
 * Returns as many round values as fit. On a log axis these are powers of ten and the multiples that fit between them.
 * @param {Axis} axis
 * @param {Ends} domain
 * @param {number} pixels  Length of the axis
 * @param {number} spacing  Preferred distance between labels, px
 * @returns {Tick[]}
 */
export function makeTicks(axis, domain, pixels, spacing) {
  if (axis.ticks) return thinned(axis, axis.ticks, domain, pixels, spacing);
  if (axis.scale === 'log') return logTicks(domain, pixels, spacing, axis.format ?? logLabel);
  return linearTicks(axis, domain, pixels, spacing);
}

/** Axes with a shorter span have no ticks between their ends. */
const leastSpan = 1e-290;

/**
 * @param {Axis} axis
 * @param {Ends} domain
 * @param {number} pixels
 * @param {number} spacing
 * @returns {Tick[]}
 */
function linearTicks({ format = plain, whole = false }, domain, pixels, spacing) {
  const ends = domain.map((value) => ({ value, label: format(value) }));
  // d3 divides by the step, and the reciprocal of a step this small overflows.
  if (Math.abs(domain[1] - domain[0]) < leastSpan) return ends;
  const most = Math.max(2, Math.floor(pixels / spacing) + 1);
  // d3 may return more ticks than requested.
  for (let count = most; count > 1; count--) {
    const values = roundValues(...domain, count).filter(
      (value) => !whole || Number.isInteger(value),
    );
    if (values.length <= most) return values.map((value) => ({ value, label: format(value) }));
  }
  return ends;
}

/**
 * Returns a tick for each given value, and labels as many of them as fit.
 * @param {Axis} axis
 * @param {readonly number[]} values
 * @param {Ends} domain
 * @param {number} pixels
 * @param {number} spacing
 * @returns {Tick[]}
 */
function thinned(axis, values, domain, pixels, spacing) {
  const format = axis.format ?? plain;
  const inside = values.filter((value) => value >= domain[0] && value <= domain[1]);
  const wide = Math.max(0.55 * spacing, ...inside.map((value) => textWidth(format(value)) + 8));
  // A spacing of 0 means that the caller has already chosen labels that fit (bars.js).
  const every = spacing ? Math.max(1, Math.ceil((inside.length * wide) / pixels)) : 1;
  return inside.map((value, i) => ({ value, label: i % every === 0 ? format(value) : '' }));
}

/** @param {number} value */
function logLabel(value) {
  const exponent = value > 0 ? decadeOf(value) : 0;
  return Math.abs(exponent) >= 4 && value === tenTo(exponent) ? powerOfTen(exponent) : plain(value);
}

/**
 * Returns the multiples of a power of ten that get a number.
 * @param {number} room  Length of a decade divided by the spacing of labels
 */
function multiples(room) {
  if (room > 5.2) return [1, 2, 3, 5];
  if (room > 3) return [1, 2, 5];
  return room > 2 ? [1, 3] : [1];
}

/**
 * @param {Ends} domain
 * @param {number} pixels
 * @param {number} spacing
 * @param {(value: number) => string} format
 * @returns {Tick[]}
 */
function logTicks([low, high], pixels, spacing, format) {
  // A log axis starts above 0 and is finite. For any other domain the loop over powers would never end.
  if (!(low > 0 && high < Infinity)) return [];
  // Rounded because browsers differ in the last digit of a logarithm, which decides which numbers fit.
  const decades = Number((Math.log10(high) - Math.log10(low)).toFixed(9));
  const perDecade = pixels / Math.max(1e-9, decades);
  const every = Math.max(1, Math.ceil(spacing / perDecade));
  const labelled = multiples(perDecade / spacing);
  /** @type {Tick[]} */
  const ticks = [];
  for (let exponent = decadeOf(low); tenTo(exponent) <= high; exponent++) {
    for (let multiple = 1; multiple < 10; multiple++) {
      const value = Number(`${multiple}e${exponent}`);
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      // Counted from 10^0, so that 1 is always labelled.
      const numbered = labelled.includes(multiple) && exponent % every === 0;
      if (numbered || (every === 1 && perDecade > 24))
        ticks.push({ value, label: numbered ? format(value) : '' });
    }
  }
  return ticks;
}

/**
 * Returns the left margin for a y axis with these ticks, px.
 * @param {Tick[]} ticks
 */
export const marginFor = (ticks) =>
  Math.ceil(Math.max(12, ...ticks.map((tick) => textWidth(tick.label)))) + 12;

/** Font size of notes, px. */
const noteSize = 11;

/** Returns the space below the box for the numbers of the x axis and its name, if it has one, px. @param {Axis} axis */
export const footHeight = ({ label }) => (label ? 42 : 24);

/** Space above the box for the name of the y axis, px. */
export const headHeight = 26;

/**
 * @param {number} width
 * @param {number} height
 * @param {{left: number, bottom: number, right?: number, top?: number}} margin
 * @returns {Box}
 */
export function makeBox(width, height, margin) {
  const { left, bottom, right = 12, top = headHeight } = margin;
  return {
    left,
    right: Math.max(left + 40, width - right),
    top,
    bottom: Math.max(top + 24, height - bottom),
  };
}

/**
 * Draws the x axis: a line, ticks with numbers under it, the name centred below, notes on both sides of the name.
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {Box} box
 * @param {{left?: string, right?: string}} [notes]
 */
export function xAxis(axis, scale, box, notes = {}) {
  const domain = scale.domain();
  const { spacing = axis.scale === 'log' ? 44 : 64 } = axis;
  const ticks = makeTicks(axis, domain, box.right - box.left, spacing);
  const y = box.bottom;
  const marks = ticks.map(
    ({ value, label }) => `M${crisp(scale(value))},${y + 0.5}v${label ? 5 : 3}`,
  );
  return svg`<g class="axis">
    <path class="rule" d="M${box.left},${y + 0.5}H${box.right}"></path>
    <path class="tick" d=${marks.join('')}></path>
    ${ticks.map(({ value, label }) =>
      label
        ? svg`<text x=${round(scale(value))} y=${y + 18} text-anchor="middle">${label}</text>`
        : nothing,
    )}
    <text class="name" x=${round((box.left + box.right) / 2)} y=${y + 36} text-anchor="middle">${svgLabel(axis.label)}</text>
    ${endNotes(axis.label, box, notes)}
  </g>`;
}

/**
 * Draws the notes on the line of the name, or just above the axis if they do not fit there.
 * @param {string} name
 * @param {Box} box
 * @param {{left?: string, right?: string}} notes
 */
function endNotes(name, box, { left = '', right = '' }) {
  const side = Math.max(textWidth(left, noteSize), textWidth(right, noteSize));
  const fits = name !== '' && textWidth(name) / 2 + side + 12 < (box.right - box.left) / 2;
  const y = fits ? box.bottom + 36 : box.bottom - 8;
  return svg`${left ? svg`<text class="note halo" x=${box.left + (fits ? 0 : 4)} y=${y}>${left}</text>` : nothing}
    ${right ? svg`<text class="note halo" x=${box.right} y=${y} text-anchor="end">${right}</text>` : nothing}`;
}

/**
 * Draws the y axis: numbers left of thin lines across the picture, the name above.
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {Box} box
 * @param {Tick[]} ticks
 */
export function yAxis(axis, scale, box, ticks) {
  const marks = ticks.filter((tick) => tick.label);
  const lines = marks.map(({ value }) => `M${box.left},${crisp(scale(value))}H${box.right}`);
  return svg`<g class="axis">
    <path class="grid" d=${lines.join('')}></path>
    ${marks.map(
      ({ value, label }) =>
        svg`<text x=${box.left - 8} y=${round(scale(value)) + 4} text-anchor="end">${label}</text>`,
    )}
    <text class="name" x="0" y=${box.top - 12}>${svgLabel(axis.label)}</text>
  </g>`;
}

/**
 * Clips marks to the box, enlarged by `room` px. A nested <svg> does it without an id.
 * @param {Box} box
 * @param {unknown} content
 * @param {number} [room]
 */
export function clipped(box, content, room = 0) {
  const left = box.left - room;
  const top = box.top - room;
  const width = box.right - box.left + 2 * room;
  const height = box.bottom - box.top + 2 * room;
  return svg`<svg x=${left} y=${top} width=${width} height=${height} viewBox="${left} ${top} ${width} ${height}">${content}</svg>`;
}

/** @typedef {boolean | 'dots' | 'dash-dot' | 'long'} Dash  true: short dashes */

/** Returns the value of a line's data-dash attribute. @param {Dash} [dash] */
export const dashOf = (dash) => (dash === true ? '' : dash || nothing);

/** Half-pixel positions keep one-pixel lines sharp. @param {number} value */
export const crisp = (value) => Math.floor(value) + 0.5;

/** Rounds to a tenth of a pixel, which is precise enough and keeps paths short. @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/** @param {number} x @param {number} y */
const place = (x, y) => `${round(x)},${round(y)}`;

/**
 * Returns the path of a polyline, broken at values that are not finite. A point without neighbours is closed, so it
 * shows as a dot.
 * @param {ArrayLike<number>} xs  Pixels
 * @param {ArrayLike<number>} ys  Pixels
 */
export function linePath(xs, ys) {
  let path = '';
  let points = 0; // since the last break
  const end = () => {
    if (points === 1) path += 'Z';
    points = 0;
  };
  for (let i = 0; i < xs.length; i++) {
    if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) end();
    else path += (points++ === 0 ? 'M' : 'L') + place(xs[i], ys[i]);
  }
  end();
  return path;
}

/**
 * Returns the path around the area between two polylines.
 * @param {ArrayLike<number>} xs  Pixels
 * @param {ArrayLike<number>} lower  Pixels
 * @param {ArrayLike<number>} upper  Pixels
 */
export function areaPath(xs, lower, upper) {
  const there = Array.from(xs, (x, i) => place(x, upper[i]));
  const back = Array.from(xs, (x, i) => place(x, lower[i])).reverse();
  return xs.length > 0 ? `M${[...there, ...back].join('L')}Z` : '';
}

/**
 * Moves labels apart along one axis: each stays inside [low, high], at least `gap` from its neighbour and as near to its
 * preferred position as that allows. Labels that touch form pools, centred on the mean of their preferred positions.
 * @param {readonly number[]} preferred
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 * @returns {number[]} In the order of `preferred`
 */
export function spread(preferred, gap, low, high) {
  const order = preferred.map((_, i) => i).sort((a, b) => preferred[a] - preferred[b]);
  /** @typedef {{sum: number, count: number, first: number}} Pool */
  /** Returns the position of a pool's first label. @param {Pool} pool */
  const start = ({ sum, count }) => {
    const ideal = sum / count - ((count - 1) * gap) / 2;
    return Math.max(low, Math.min(high - (count - 1) * gap, ideal));
  };
  /** @type {Pool[]} */
  const pools = [];
  order.forEach((index, rank) => {
    let pool = { sum: preferred[index], count: 1, first: rank };
    for (
      let last = pools.at(-1);
      last && start(last) + last.count * gap > start(pool);
      last = pools.at(-1)
    ) {
      pools.pop();
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count, first: last.first };
    }
    pools.push(pool);
  });
  /** @type {number[]} */
  const places = new Array(preferred.length);
  for (const pool of pools) {
    for (let i = 0; i < pool.count; i++) places[order[pool.first + i]] = start(pool) + i * gap;
  }
  return places;
}
