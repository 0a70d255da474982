/**
 * Draws one bar per category, up or down from zero, with a second series beside the first. Bar ends may be dragged.
 *
 *     bars({
 *       width, height,
 *       series: [
 *         { key: 'logits', label: 'logit', values: [1.2, -0.4, -Infinity], color: 'score' },
 *       ],
 *       name: (i) => `key ${i + 1}`,                       // in the readout; `tick` for the axis ("1", "2" ...)
 *       x: { label: 'key' },
 *       y: { label: 'logit', domain: [-4, 4] },            // a fixed domain while bars are dragged
 *       drag: { min: -4, max: 4, step: 0.1, name: (i) => `logit of key ${i + 1}` },
 *     })
 *
 * A dragged bar fires `sd-drag` {index, value, done} on <sd-figure>. The page sets values[index] and draws again. On the
 * keyboard, Tab focuses one handle, Left and Right move to the others, and Up, Down, PageUp, PageDown, Home and End
 * change the value (Shift: ten steps). The handles belong to the first series. A value that is not finite (a masked
 * logit) has a small cross at zero and no handle. At 320 px, up to 64 bars can be told apart and 512 are visible.
 */
import { nothing, svg } from 'lit';
import { clampIndex } from './picture.js';
import { clipped, crisp, plain, round } from './axis.js';
import { keyRow } from './key-row.js';
import { textWidth } from './label.js';
import { layPlot } from './plot.js';

/** @import { Axis, Handle, Picture, Plot, Reader, Row } from './types.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} BarSeries
 * @property {string} key
 * @property {string} label
 * @property {ArrayLike<number>} values
 * @property {ColorName} [color]
 */

/**
 * @typedef {object} Drag
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {(index: number) => boolean} [only]  Whether a bar has a handle; all have one by default
 * @property {(index: number) => string} [name]  Name of a handle, for screen readers
 * @property {(value: number) => string} [text]  Formats its value for screen readers; `y.read` by default
 */

/**
 * @typedef {object} BarsSpec
 * @property {number} width
 * @property {number} height
 * @property {readonly BarSeries[]} series  One or two, of the same length
 * @property {Pick<Axis, 'label'>} x
 * @property {Axis} y
 * @property {(index: number) => string} [tick]  Label at the axis; the bar's number, from 1, by default
 * @property {(index: number) => string} [name]  Name in the readout; the name of the axis and the tick by default
 * @property {(index: number) => readonly Row[]} [more]  Further lines of the readout
 * @property {boolean} [numbers]  Whether values are written at the bars where they fit; true by default
 * @property {Drag | null} [drag]
 * @property {number} [left]  Minimum left margin, px; aligns stacked pictures
 */

/**
 * @param {BarsSpec} spec
 * @returns {Picture}
 */
export function bars(spec) {
  const { series, width } = spec;
  const count = series[0]?.values.length ?? 0;
  const named = series.length > 1 ? series : [];
  const key = keyRow(
    named.map((one) => ({ ...one, sample: 'bar' })),
    width,
  );
  const { tick = (/** @type {number} */ i) => String(i + 1) } = spec;
  const categories = {
    ...spec.x,
    ticks: places(count, width, tick),
    spacing: 0,
    format: (/** @type {number} */ at) => tick(at - 0.5),
  };
  const plot = layPlot(
    { ...spec, x: categories },
    {
      xDomain: [0, Math.max(1, count)],
      yDomain: spec.y.domain ?? domainOf(spec),
      top: key.height,
    },
  );
  const content = svg`
    ${key.content} ${plot.back}
    ${clipped(
      plot.box,
      series.map((one, at) => barMarks(spec, one, at, plot)),
      1,
    )}
    <path class="rule" d="M${plot.box.left},${crisp(zeroOf(plot))}H${plot.box.right}"></path>
    ${plot.front}
    ${series.map((one, at) => numbers(spec, one, at, plot))}
    ${spec.drag ? knobs(spec, spec.drag, plot) : nothing}`;
  return {
    content,
    box: plot.box,
    plotAreas: [plot],
    ...(spec.drag && { handles: handles(spec, spec.drag, plot) }),
    reader: count > 0 ? reader(spec, count, plot) : undefined,
  };
}

/**
 * Whether the names fit beside each other, one under each category.
 * @param {readonly string[]} names
 * @param {number} width  Of the picture, px
 */
export function haveRoom(names, width) {
  const wide = names.map((name) => textWidth(name));
  const band = (width - 60) / names.length;
  return wide.every((each, i) => i === 0 || (wide[i - 1] + each) / 2 + 8 <= band);
}

/**
 * Returns the positions of named categories: all of them if they fit, otherwise every n-th with a round n.
 * @param {number} count
 * @param {number} width
 * @param {(index: number) => string} tick
 */
function places(count, width, tick) {
  const indices = Array.from({ length: count }, (_, i) => i);
  const names = indices.map(tick);
  const wide = Math.max(...names.map((name) => textWidth(name))) + 12;
  const most = Math.max(1, (width - 60) / wide);
  const every = haveRoom(names, width) ? 1 : roundSteps.find((step) => count / step <= most);
  return indices.filter((i) => (i + 1) % (every ?? count) === 0).map((i) => i + 0.5);
}

const roundSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * Covers zero, all finite values and the range of the handles. Without handles, leaves space for a number at the ends.
 * @param {BarsSpec} spec
 * @returns {[number, number]}
 */
function domainOf({ series, drag }) {
  let low = Math.min(0, drag?.min ?? 0);
  let high = Math.max(0, drag?.max ?? 0);
  for (const { values } of series) {
    for (let i = 0; i < values.length; i++) {
      if (values[i] < low && Number.isFinite(values[i])) low = values[i];
      if (values[i] > high && Number.isFinite(values[i])) high = values[i];
    }
  }
  if (low === high) return [0, 1];
  const room = drag ? 0 : (high - low) * 0.08;
  return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
}

/** Returns the position of zero, or the end of the axis that is nearest to it. @param {Plot} plot */
const zeroOf = ({ y, box }) => Math.max(box.top, Math.min(box.bottom, y(0)));

/**
 * Returns the left and right end of a bar. The series share a category's band, with a gap between bands if it fits.
 * @param {BarsSpec} spec
 * @param {number} index
 * @param {number} at  Which of the series
 * @param {Plot} plot
 */
function sides({ series }, index, at, { x }) {
  const [from, to] = [x(index), x(index + 1)];
  const band = to - from;
  const gap = band < 3 ? 0 : Math.max(1, Math.min(0.22 * band, 24));
  const widest = 56 * series.length;
  const inner = Math.min(widest, band - gap);
  const left = (from + to - inner) / 2;
  const own = inner / series.length;
  const between = series.length > 1 && own > 4 && at > 0 ? 1 : 0;
  return [left + at * own + between, left + (at + 1) * own];
}

/**
 * Draws all bars of a series as one path, and crosses for values that are not finite.
 * @param {BarsSpec} spec
 * @param {BarSeries} one
 * @param {number} at
 * @param {Plot} plot
 */
function barMarks(spec, { key, color, values }, at, plot) {
  const zero = zeroOf(plot);
  const dense = plot.x(1) - plot.x(0) < 3;
  let path = '';
  let crosses = '';
  for (let i = 0; i < values.length; i++) {
    const [left, right] = sides(spec, i, at, plot);
    if (Number.isFinite(values[i])) {
      path += `M${round(left)},${round(zero)}V${round(plot.y(values[i]))}H${round(right)}V${round(zero)}Z`;
    } else {
      const [middle, size] = [round((left + right) / 2), round(Math.min(4, (right - left) / 2))];
      crosses += `M${middle - size},${round(zero) - size - 6}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}`;
    }
  }
  return svg`<g data-key=${key} data-color=${color ?? nothing}>
    <path class=${dense ? 'bars' : 'fill'} d=${path}></path>
    <path class="cross" d=${crosses}></path></g>`;
}

/**
 * Writes the values at the ends of the bars, if all of them fit.
 * @param {BarsSpec} spec
 * @param {BarSeries} one
 * @param {number} at
 * @param {Plot} plot
 */
function numbers(spec, { key, color, values }, at, plot) {
  const { format = spec.y.read ?? plain } = spec.y;
  if (spec.numbers === false || values.length > 64) return nothing;
  const texts = Array.from(values, (value) => (Number.isFinite(value) ? format(value) : ''));
  const [left, right] = sides(spec, 0, at, plot);
  const room = spec.series.length > 1 ? right - left : plot.x(1) - plot.x(0);
  if (Math.max(...texts.map((text) => textWidth(text))) > room - 4) return nothing;
  const off = spec.drag && at === 0 ? 12 : 5;
  return svg`<g data-key=${key} data-color=${color ?? 'muted'}>${texts.map((text, i) => {
    const [from, to] = sides(spec, i, at, plot);
    const end = Math.max(plot.box.top, Math.min(plot.box.bottom, plot.y(values[i])));
    const below = values[i] < 0 && end + off + 9 < plot.box.bottom;
    // A number that does not fit below its bar goes on the other side of zero.
    const above = values[i] < 0 ? zeroOf(plot) - 5 : end - off;
    const y = below ? end + off + 9 : above;
    return text
      ? svg`<text class="halo" x=${round((from + to) / 2)} y=${round(y)} text-anchor="middle">${text}</text>`
      : nothing;
  })}</g>`;
}

/** In narrower categories neighbouring round knobs would touch, so the bar ends are strokes instead, px. */
const knobRoom = 15;

/** Whether a bar has a handle. A value that is not finite has none. @param {Drag} drag @param {number} value @param {number} index */
const hasHandle = ({ only }, value, index) => Number.isFinite(value) && (only?.(index) ?? true);

/** @param {BarsSpec} spec @param {Drag} drag @param {Plot} plot */
function knobs(spec, drag, plot) {
  const { key, color = 'ink', values } = spec.series[0];
  const roomy = plot.x(1) - plot.x(0) >= knobRoom;
  return svg`<g data-key=${key} data-color=${color}>${Array.from(values, (value, i) => {
    if (!hasHandle(drag, value, i)) return nothing;
    const [left, right] = sides(spec, i, 0, plot);
    const y = knobHeight(value, plot);
    return roomy
      ? svg`<circle class="mark" cx=${round((left + right) / 2)} cy=${y} r="5"></circle>`
      : svg`<path class="line" d="M${left},${y}H${right}"></path>`;
  })}</g>`;
}

/** @param {number} value @param {Plot} plot */
const knobHeight = (value, { y, box }) => round(Math.max(box.top, Math.min(box.bottom, y(value))));

/**
 * @param {BarsSpec} spec
 * @param {Drag} drag
 * @param {Plot} plot
 * @returns {Handle[]}
 */
function handles(spec, drag, plot) {
  const { values, key } = spec.series[0];
  const { read = plain } = spec.y;
  const { min, max, name = nameOf(spec), text = read } = drag;
  /** @type {Handle[]} */
  const list = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (!hasHandle(drag, value, index)) continue;
    const [left, right] = sides(spec, index, 0, plot);
    const band = plot.x(1) - plot.x(0);
    list.push({
      key: `${key}-${index}`,
      index,
      label: name(index),
      text: text(value),
      value,
      now: Math.max(min, Math.min(max, value)),
      min,
      max,
      row: true,
      step: (pressed, large, from = value) => stepped(Number(from), pressed, large, drag),
      grips: [
        {
          x: round((left + right) / 2),
          y: knobHeight(value, plot),
          reach: [Math.min(28, band / 2 + 0.5), 26],
          value: (_, py) => snapped(Number(plot.y.invert(py)), drag),
        },
      ],
    });
  }
  return list;
}

/**
 * @param {number} value
 * @param {string} key
 * @param {boolean} large
 * @param {Drag} drag
 */
function stepped(value, key, large, drag) {
  const { min, max, step } = drag;
  const far = 10 * step;
  const near = large ? far : step;
  /** @type {Record<string, number>} */
  const next = {
    ArrowUp: value + near,
    ArrowDown: value - near,
    PageUp: value + far,
    PageDown: value - far,
    Home: min,
    End: max,
  };
  return key in next ? snapped(next[key], drag) : undefined;
}

/**
 * Rounds to a multiple of the step inside the limits, without floating-point rounding noise.
 * @param {number} value
 * @param {Drag} drag
 */
export function snapped(value, { min, max, step }) {
  const near = Number((Math.round(value / step) * step).toPrecision(12));
  return Math.max(min, Math.min(max, near));
}

/** @param {BarsSpec} spec @returns {(index: number) => string} */
const nameOf =
  ({ name, tick, x }) =>
  (index) =>
    name?.(index) ?? `${x.label} ${tick?.(index) ?? index + 1}`;

/**
 * @param {BarsSpec} spec
 * @param {number} count
 * @param {Plot} plot
 * @returns {Reader}
 */
function reader(spec, count, plot) {
  const { series, more } = spec;
  const { read = plain } = spec.y;
  const { x } = plot;
  const keys = series.map((one) => one.key);
  return {
    count,
    start: 0,
    keys: keys.length > 1 ? keys : undefined,
    nearest(px) {
      const index = clampIndex(Number(x.invert(px)), count);
      const at = series.findIndex((_, i) => px <= sides(spec, index, i, plot)[1]);
      const key = series.length > 1 ? keys[at < 0 ? keys.length - 1 : at] : undefined;
      return { index, key };
    },
    stop: (index) => ({
      x: x(index + 0.5),
      value: index,
      span: [x(index), x(index + 1)],
      dots: [],
      title: nameOf(spec)(index),
      rows: [
        ...series.map(({ key, label, color = 'muted', values }) => ({
          label,
          value: read(values[index]),
          color,
          key,
        })),
        ...(more?.(index) ?? []),
      ],
    }),
  };
}
