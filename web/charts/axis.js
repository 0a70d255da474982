/**
 * Axes and layout: scales from d3, ticks by available pixels, thin rules, names in words.
 * The y name stands upright-readable above its axis, the x name under the right end: no turned text anywhere.
 */
import { svg, nothing } from 'lit';
import { format as d3format } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';

/** @typedef {import('./picture.js').Axis} Axis */
/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('d3-scale').ScaleLinear<number, number> | import('d3-scale').ScaleLogarithmic<number, number>} Scale */

/** Type size of ticks, names and labels in pictures, in px. */
export const textSize = 12;

const significant = d3format('.4~r');
const exponential = d3format('.2~e');
const superscripts = [...'\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'];

/** A real minus sign, as wide as a plus. @param {string} text */
const trueMinus = (text) => text.replace(/^-|(?<=e)-/g, '\u2212');

/**
 * Four significant digits, very large and small numbers with a power of ten; the default of all charts.
 * @param {number} value
 */
export function plain(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '\u2013' : trueMinus(value > 0 ? '\u221e' : '-\u221e');
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    const [mantissa, exponent] = exponential(value).split('e');
    return `${trueMinus(mantissa)}\u00d7${powerOfTen(Number(exponent))}`;
  }
  return trueMinus(significant(value));
}

/**
 * "10" with a raised exponent.
 * @param {number} exponent
 */
export const powerOfTen = (exponent) =>
  '10' + (exponent < 0 ? '\u207b' : '') + [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join('');

/**
 * Width of a text in px, near enough to lay out labels without measuring (CJK characters are square).
 * @param {string} text
 * @param {number} [size]
 */
export function textWidth(text, size = textSize) {
  let ems = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0x2e7f) ems += 1;
    else if ('iljtfrI.,:;|!\'() '.includes(character)) ems += 0.33;
    else if (code >= 65 && code <= 90) ems += 0.68;
    else if ('mwMW'.includes(character)) ems += 0.86;
    else ems += 0.57;
  }
  return ems * size;
}

/**
 * @param {Axis} axis
 * @param {[number, number]} domain
 * @param {[number, number]} range
 * @returns {Scale}
 */
export function makeScale(axis, domain, range) {
  if (axis.scale === 'log') return scaleLog().domain(domain).range(range);
  return scaleLinear().domain(domain).range(range);
}

/**
 * @typedef {object} Tick
 * @property {number} value
 * @property {string} label  Empty for a minor tick
 */

/**
 * Round values, as many as fit. On a log axis: powers of ten (or of two when the axis is short) with minor ticks between.
 * @param {Axis} axis
 * @param {[number, number]} domain
 * @param {number} pixels  Length of the axis
 * @param {number} spacing  Wanted distance of labels
 * @returns {Tick[]}
 */
export function makeTicks(axis, domain, pixels, spacing) {
  const format = axis.format ?? plain;
  if (axis.scale === 'log') return logTicks(domain, pixels, spacing, axis.format ?? logLabel);
  const count = Math.max(2, Math.round(pixels / spacing));
  return scaleLinear().domain(domain).ticks(count).map((value) => ({ value, label: format(value) }));
}

/** @param {number} value */
const logLabel = (value) => {
  const exponent = Math.log10(value);
  if (Math.abs(exponent) >= 4 && Math.abs(exponent - Math.round(exponent)) < 1e-9) return powerOfTen(Math.round(exponent));
  return plain(value);
};

/**
 * @param {[number, number]} domain
 * @param {number} pixels
 * @param {number} spacing
 * @param {(value: number) => string} format
 * @returns {Tick[]}
 */
function logTicks([low, high], pixels, spacing, format) {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.ceil(Math.log10(high) - 1e-9);
  const perDecade = pixels / Math.max(1e-9, Math.log10(high / low));
  const every = Math.max(1, Math.ceil(spacing / perDecade));
  /** Which multiples of a power of ten get a number: as many as there is room for. @type {number[]} */
  const labelled = perDecade > 5.2 * spacing ? [1, 2, 3, 5] : perDecade > 3 * spacing ? [1, 2, 5] : perDecade > 2 * spacing ? [1, 3] : [1];
  /** @type {Tick[]} */
  const ticks = [];
  for (let exponent = first; exponent <= last; exponent++) {
    for (let multiple = 1; multiple < 10; multiple++) {
      const value = multiple * 10 ** exponent;
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      const major = labelled.includes(multiple) && (exponent - first) % every === 0;
      if (major || (every === 1 && perDecade > 24)) ticks.push({ value, label: major ? format(value) : '' });
    }
  }
  return ticks;
}

/**
 * Margins that fit the numbers of the y axis and the names.
 * @param {number} width
 * @param {number} height
 * @param {{left?: number, right?: number, top?: number, bottom?: number}} [margin]
 * @returns {Box}
 */
export function makeBox(width, height, margin = {}) {
  const { left = 8, right = 12, top = 28, bottom = 44 } = margin;
  return { left, right: Math.max(left + 40, width - right), top, bottom: Math.max(top + 40, height - bottom) };
}

/**
 * Left margin for a y axis with these ticks.
 * @param {Tick[]} ticks
 */
export const marginFor = (ticks) => Math.ceil(Math.max(16, ...ticks.map((tick) => textWidth(tick.label)))) + 12;

/**
 * The x axis: a line, ticks with numbers under it, the name below at the right end.
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {Box} box
 * @param {Tick[]} [ticks]
 */
export function xAxis(axis, scale, box, ticks) {
  const domain = /** @type {[number, number]} */ (scale.domain());
  const marks = ticks ?? makeTicks(axis, domain, box.right - box.left, 76);
  const y = box.bottom;
  return svg`<g class="axis">
    <path class="rule" d="M${box.left},${y + 0.5}H${box.right}"></path>
    <path class="tick" d=${marks.map((tick) => `M${crisp(scale(tick.value))},${y + 0.5}v${tick.label ? 5 : 3}`).join('')}></path>
    ${marks.map((tick) => (tick.label ? svg`<text x=${round(scale(tick.value))} y=${y + 18} text-anchor="middle">${tick.label}</text>` : nothing))}
    <text class="name" x=${box.right} y=${y + 36} text-anchor="end">${axis.label}</text>
  </g>`;
}

/**
 * The y axis: numbers left of hair lines across the picture, the name above.
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {Box} box
 * @param {Tick[]} [ticks]
 */
export function yAxis(axis, scale, box, ticks) {
  const domain = /** @type {[number, number]} */ (scale.domain());
  const marks = (ticks ?? makeTicks(axis, domain, box.bottom - box.top, 56)).filter((tick) => tick.label);
  return svg`<g class="axis">
    <path class="grid" d=${marks.map((tick) => `M${box.left},${crisp(scale(tick.value))}H${box.right}`).join('')}></path>
    ${marks.map((tick) => svg`<text x=${box.left - 8} y=${round(scale(tick.value)) + 4} text-anchor="end">${tick.label}</text>`)}
    <text class="name" x="0" y=${box.top - 14}>${axis.label}</text>
  </g>`;
}

/** Half-pixel positions keep one-pixel lines sharp. @param {number} value */
export const crisp = (value) => Math.round(value) + 0.5;

/** One decimal of a pixel is plenty, and keeps paths short. @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/**
 * A polyline's path; breaks at values that are not finite.
 * @param {ArrayLike<number>} xs  Pixels
 * @param {ArrayLike<number>} ys  Pixels
 */
export function linePath(xs, ys) {
  let path = '';
  let pen = 'M';
  for (let i = 0; i < xs.length; i++) {
    if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) {
      pen = 'M';
      continue;
    }
    path += `${pen}${round(xs[i])},${round(ys[i])}`;
    pen = 'L';
  }
  return path;
}

/**
 * Moves labels apart along one axis: each at least `gap` from its neighbour, inside [low, high], as near to its wish as
 * that allows. Pools of touching labels are centred on the mean of their wishes.
 * @param {number[]} wishes
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 * @returns {number[]} In the order of `wishes`
 */
export function spread(wishes, gap, low, high) {
  const order = wishes.map((_, i) => i).sort((a, b) => wishes[a] - wishes[b]);
  /** @type {{sum: number, count: number, first: number}[]} */
  const pools = [];
  /** Where the first label of a pool lies. @param {{sum: number, count: number}} pool */
  const start = (pool) => {
    const ideal = pool.sum / pool.count - ((pool.count - 1) * gap) / 2;
    return Math.max(low, Math.min(high - (pool.count - 1) * gap, ideal));
  };
  order.forEach((index, rank) => {
    let pool = { sum: wishes[index], count: 1, first: rank };
    for (let last = pools.at(-1); last && start(last) + last.count * gap > start(pool); last = pools.at(-1)) {
      pools.pop();
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count, first: last.first };
    }
    pools.push(pool);
  });
  /** @type {number[]} */
  const places = new Array(wishes.length);
  for (const pool of pools) {
    for (let i = 0; i < pool.count; i++) places[order[pool.first + i]] = start(pool) + i * gap;
  }
  return places;
}
