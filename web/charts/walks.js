/**
 * Draws running sums as paths from 0, inside a +- square-root envelope. One path stands out, with its summands as bars
 * below.
 */
import { svg, nothing } from 'lit';
import { clampIndex } from './picture.js';
import { areaPath, clipped, linePath, makeScale, plain, round, spread } from './axis.js';
import { svgLabel, textWidth } from './label.js';
import { layPlot } from './plot.js';

/** @import { Axis, Box, Picture, Reader, Row } from './types.js' */
/** @import { Scale } from './scale.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} Walk
 * @property {string} key
 * @property {string} label
 * @property {ArrayLike<number>} sums  After 1, 2, ... steps; the start at 0 is drawn by the chart
 * @property {ArrayLike<number>} [products]  The steps themselves, drawn below for the highlighted walk
 */

/**
 * @typedef {object} Envelope  mean i +- sd sqrt(i)
 * @property {string} label
 * @property {number} sd  Standard deviation of one step
 * @property {number} [mean]  Mean of one step; 0 by default
 * @property {string} [key]  'envelope' by default
 */

/**
 * @typedef {object} WalksSpec
 * @property {number} width
 * @property {number} height
 * @property {readonly Walk[]} paths
 * @property {string} [highlight]  Key of the highlighted path (the frame passes it to `draw`)
 * @property {string} [chosen]  Key of the path to highlight if `highlight` names none; the first by default
 * @property {Envelope} [envelope]
 * @property {ColorName} [color]  Colour of the highlighted path; 'score' by default
 * @property {Axis} x
 * @property {Axis} y
 * @property {{label: string}} [products]  If given, the steps are drawn below, with this name
 * @property {boolean} [named]  Whether the end value and the name of the envelope are written beside them; true by default
 */

/** With more walks, those in the background are drawn fainter. */
const crowd = 20;

/** Right margin if nothing is written beside the ends: space for half a dot, px. */
const endRoom = 8;

/**
 * Returns n such that every n-th step gets a point. More points than pixels would show nothing more.
 * @param {number} count
 * @param {Scale} x
 */
function thinning(count, x) {
  const [left, right] = x.range();
  return Math.max(1, Math.ceil(count / Math.max(1, right - left)));
}

/**
 * @param {WalksSpec} spec
 * @returns {Picture}
 */
export function walks(spec) {
  const { height, paths, envelope, named = true } = spec;
  const steps = paths[0]?.sums.length ?? 0;
  const keyed = (/** @type {string | undefined} */ key) => paths.find((path) => path.key === key);
  const chosen = keyed(spec.highlight) ?? keyed(spec.chosen) ?? paths[0];
  const strip = spec.products ? Math.max(56, Math.round(height * 0.2)) : 0;
  const plot = layPlot(
    { ...spec, x: { ...spec.x, whole: true } },
    {
      xDomain: spec.x.domain ?? [0, Math.max(1, steps)],
      yDomain: spec.y.domain ?? extent(paths, envelope, steps),
      right: named ? endWidth(paths, spec) + 20 : endRoom,
      under: strip,
    },
  );
  const { box, x, y } = plot;
  const foot = { ...plot.foot, top: box.bottom + 26 };

  const content = svg`
    ${plot.back}
    ${clipped(
      box,
      svg`${envelope ? bandMark(envelope, steps, x, y) : nothing}
      ${paths.map((path) => (path === chosen ? nothing : walkMark(path, false, spec, x, y)))}
      ${envelope ? edgeMarks(envelope, steps, x, y) : nothing}
      ${chosen ? walkMark(chosen, true, spec, x, y) : nothing}`,
    )}
    ${paths.map((path) => (path === chosen ? nothing : endDot(path, false, spec, x, y)))}
    ${chosen ? endDot(chosen, true, spec, x, y) : nothing}
    ${named ? endLabels(chosen, spec, steps, y, box) : nothing}
    ${strip && chosen ? productBars(chosen, spec, x, foot) : nothing}
    ${plot.front}`;
  return {
    content,
    box: plot.foot,
    plotAreas: [{ box, x, y }],
    reader: reader(spec, chosen, x, y, steps),
  };
}

/**
 * @param {readonly Walk[]} paths
 * @param {Envelope | undefined} envelope
 * @param {number} steps
 * @returns {[number, number]}
 */
function extent(paths, envelope, steps) {
  let low = 0;
  let high = 0;
  for (const { sums } of paths) {
    for (let i = 0; i < sums.length; i++) {
      if (sums[i] < low) low = sums[i];
      if (sums[i] > high) high = sums[i];
    }
  }
  if (envelope) {
    low = Math.min(low, edge(envelope, steps, -1));
    high = Math.max(high, edge(envelope, steps, 1));
  }
  const room = (high - low || 1) * 0.05;
  return [low - room, high + room];
}

/**
 * @param {Envelope} envelope
 * @param {number} i
 * @param {1 | -1} side
 */
const edge = ({ sd, mean = 0 }, i, side) => mean * i + side * sd * Math.sqrt(i);

/**
 * Returns the width of the labels right of the ends. It is the same whichever path stands out, so that nothing jumps.
 * @param {readonly Walk[]} paths
 * @param {WalksSpec} spec
 */
function endWidth(paths, spec) {
  const { read = plain } = spec.y;
  const ends = paths.map(({ sums }) => textWidth(read(sums[sums.length - 1] ?? 0)) * 1.06);
  return Math.ceil(Math.max(textWidth(spec.envelope?.label ?? ''), 24, ...ends));
}

/**
 * @param {Walk} path
 * @param {boolean} chosen
 * @param {WalksSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 */
function walkMark({ key, sums }, chosen, spec, x, y) {
  const every = thinning(sums.length, x);
  const xs = [x(0)];
  const ys = [y(0)];
  for (let i = every - 1; i < sums.length; i += every) {
    xs.push(x(i + 1));
    ys.push(y(sums[i]));
  }
  const color = chosen ? (spec.color ?? 'score') : 'faint';
  return svg`<path class="line walk" data-key=${key} data-color=${color} ?data-thin=${!chosen} ?data-crowd=${!chosen && spec.paths.length > crowd} d=${linePath(xs, ys)}></path>`;
}

/**
 * Returns the edges of an envelope in pixels.
 * @param {Envelope} envelope
 * @param {number} steps
 * @param {Scale} x
 * @param {Scale} y
 */
function edgesOf(envelope, steps, x, y) {
  // Squares of even steps, because the square root is most curved at its start.
  const is = Array.from({ length: 97 }, (_, k) => (steps * k * k) / (96 * 96));
  return {
    xs: is.map((i) => x(i)),
    upper: is.map((i) => y(edge(envelope, i, 1))),
    lower: is.map((i) => y(edge(envelope, i, -1))),
  };
}

/** @param {Parameters<typeof edgesOf>} given */
function bandMark(...given) {
  const [{ key = 'envelope' }] = given;
  const { xs, upper, lower } = edgesOf(...given);
  return svg`<g data-key=${key} data-color="muted" data-steady><path class="band" d=${areaPath(xs, lower, upper)}></path></g>`;
}

/** Draws the lines of the envelope over the walks, which would hide them. @param {Parameters<typeof edgesOf>} given */
function edgeMarks(...given) {
  const [{ key = 'envelope' }] = given;
  const { xs, upper, lower } = edgesOf(...given);
  return svg`<g data-key=${key} data-color="muted" data-steady>
    <path class="line" data-thin data-dash d="${linePath(xs, upper)}${linePath(xs, lower)}"></path></g>`;
}

/**
 * @param {Walk} path
 * @param {boolean} chosen
 * @param {WalksSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 */
function endDot({ key, sums }, chosen, spec, x, y) {
  if (sums.length === 0) return nothing;
  const cy = round(y(sums[sums.length - 1]));
  const color = chosen ? (spec.color ?? 'score') : 'faint';
  return svg`<circle class="dot" data-key=${key} data-color=${color} cx=${round(x(sums.length))} cy=${cy} r=${chosen ? 4.5 : 3}></circle>`;
}

/**
 * Writes the end value of the chosen path and the name of the envelope, kept apart.
 * @param {Walk | undefined} chosen
 * @param {WalksSpec} spec
 * @param {number} steps
 * @param {Scale} y
 * @param {Box} box
 */
function endLabels(chosen, spec, steps, y, box) {
  const { envelope, color = 'score' } = spec;
  const { read = plain } = spec.y;
  /** @type {{key: string, text: string, color: ColorName, at: number, strong: boolean}[]} */
  const labels = [];
  if (chosen && steps > 0) {
    const value = chosen.sums[steps - 1];
    labels.push({ key: chosen.key, text: read(value), color, at: y(value), strong: true });
  }
  if (envelope && steps > 0) {
    const { key = 'envelope', label } = envelope;
    labels.push({
      key,
      text: label,
      color: 'muted',
      at: y(edge(envelope, steps, 1)),
      strong: false,
    });
  }
  const preferred = labels.map(({ at }) => at);
  const places = spread(preferred, 16, box.top, box.bottom);
  return labels.map(
    (label, i) =>
      svg`<text class="label ${label.strong ? 'strong' : ''}" data-key=${label.key} data-color=${label.color}
        ?data-steady=${!label.strong} x=${box.right + 10} y=${round(places[i]) + 4}>${svgLabel(label.text)}</text>`,
  );
}

/**
 * @param {Walk} chosen
 * @param {WalksSpec} spec
 * @param {Scale} x
 * @param {Box} foot
 */
function productBars({ key, products = [] }, spec, x, foot) {
  const every = thinning(products.length, x);
  let most = 0;
  for (let i = 0; i < products.length; i++) most = Math.max(most, Math.abs(products[i]));
  const y = makeScale({ label: '' }, [-most || -1, most || 1], [foot.bottom - 4, foot.top]);
  const zero = round(y(0));
  const gap = x(every) - x(0) > 4 ? 0.5 : 0;
  let path = '';
  for (let i = 0; i < products.length; i += every) {
    const left = round(x(i) + gap);
    path += `M${left},${zero}H${round(x(i + every) - gap)}V${round(y(largest(products, i, every)))}H${left}Z`;
  }
  return svg`<g data-key=${key} data-color=${spec.color ?? 'score'}>
    <path class="fill" d=${path}></path>
    <path class="grid" d="M${foot.left},${zero}H${foot.right}"></path>
    <text class="name" x="0" y=${foot.top - 6}>${svgLabel(spec.products?.label ?? '')}</text></g>`;
}

/**
 * Returns the value farthest from 0 in a group of products that share a bar.
 * @param {ArrayLike<number>} products
 * @param {number} start
 * @param {number} count
 */
function largest(products, start, count) {
  let found = products[start];
  for (let i = start + 1; i < Math.min(products.length, start + count); i++) {
    if (Math.abs(products[i]) > Math.abs(found)) found = products[i];
  }
  return found;
}

/**
 * @param {WalksSpec} spec
 * @param {Walk | undefined} chosen
 * @param {Scale} x
 * @param {Scale} y
 * @param {number} steps
 * @returns {Reader | undefined}
 */
function reader(spec, chosen, x, y, steps) {
  if (!chosen || steps === 0) return undefined;
  const { envelope, paths, color = 'score' } = spec;
  const { read: readX = plain } = spec.x;
  const { read: readY = plain } = spec.y;
  return {
    count: steps,
    keys: paths.map((path) => path.key),
    start: steps - 1,
    nearest(px, py) {
      const index = clampIndex(Math.round(Number(x.invert(px))) - 1, steps);
      let best = 20;
      let key;
      for (const path of paths) {
        const off = Math.abs(y(path.sums[index]) - py);
        if (off < best) [best, key] = [off, path.key];
      }
      return { index, key };
    },
    stop(index, highlight) {
      const path = paths.find((one) => one.key === highlight) ?? chosen;
      const sum = path.sums[index];
      /** @type {Row[]} */
      const rows = [{ label: path.label, value: readY(sum), color, key: path.key }];
      if (path.products && spec.products) {
        rows.push({
          label: spec.products.label,
          value: readY(path.products[index]),
          key: 'products',
        });
      }
      if (envelope) {
        const { label, key = 'envelope', sd } = envelope;
        rows.push({ label, value: readY(sd * Math.sqrt(index + 1)), color: 'muted', key });
      }
      const title = `${spec.x.label}: ${readX(index + 1)}`;
      return {
        x: x(index + 1),
        value: index + 1,
        dots: [{ y: y(sum), color, key: path.key }],
        title,
        rows,
      };
    },
  };
}
