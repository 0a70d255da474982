/**
 * Running sums as paths from 0, with a +- square-root envelope; one path stands out, its summands as bars beneath.
 */
import { svg, nothing } from 'lit';
import { clampIndex } from './picture.js';
import { clipped } from './histogram.js';
import { linePath, makeBox, makeScale, makeTicks, marginFor, plain, round, textWidth, xAxis, yAxis } from './axis.js';

/** @typedef {import('./picture.js').Axis} Axis */
/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./picture.js').ColorName} ColorName */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./axis.js').Scale} Scale */

/**
 * @typedef {object} Walk
 * @property {string} key
 * @property {string} label
 * @property {ArrayLike<number>} sums  After 1, 2, ... steps; the start at 0 is drawn by the chart
 * @property {ArrayLike<number>} [products]  The steps themselves, drawn beneath for the walk that stands out
 */

/**
 * @typedef {object} WalksSpec
 * @property {number} width
 * @property {number} height
 * @property {readonly Walk[]} paths
 * @property {string} [highlight]  Key of the path that stands out; the first by default
 * @property {{label: string, sd: number, mean?: number, key?: string}} [envelope]  mean i +- sd sqrt(i)
 * @property {ColorName} [color]  Of the path that stands out
 * @property {Axis} x
 * @property {Axis} y
 * @property {{label: string}} [products]  Shows the steps beneath, with this name
 */

/**
 * @param {WalksSpec} spec
 * @returns {Picture}
 */
export function walks(spec) {
  const { width, height, paths, envelope } = spec;
  const steps = paths[0]?.sums.length ?? 0;
  const chosen = paths.find((path) => path.key === spec.highlight) ?? paths[0];
  const yDomain = spec.y.domain ?? extent(paths, envelope, steps);
  const yTicks = makeTicks(spec.y, yDomain, height - 80, 56);
  const strip = spec.products && chosen?.products ? Math.max(48, Math.round(height * 0.2)) : 0;
  const box = makeBox(width, height, { left: marginFor(yTicks), right: 64, top: 32, bottom: 44 + strip });
  const x = makeScale(spec.x, [0, Math.max(1, steps)], [box.left, box.right]);
  const y = makeScale(spec.y, yDomain, [box.bottom, box.top]);
  const foot = { ...box, top: box.bottom + 20, bottom: height - 44 };

  const content = svg`
    ${yAxis(spec.y, y, box, yTicks)}
    ${clipped(box, svg`
      ${envelope ? envelopeMarks(envelope, steps, x, y) : nothing}
      ${paths.map((path) => (path === chosen ? nothing : svg`<path class="line walk" data-key=${path.key} data-color="faint" data-thin d=${walkPath(path, x, y)}></path>`))}
      ${chosen ? svg`<path class="line walk" data-key=${chosen.key} data-color=${spec.color ?? 'score'} d=${walkPath(chosen, x, y)}></path>` : nothing}`)}
    ${paths.map((path) => endMark(path, path === chosen, spec, x, y))}
    ${envelope ? svg`<text class="label" data-color="muted" data-key=${envelope.key ?? 'envelope'} x=${box.right + 8}
      y=${round(y((envelope.mean ?? 0) * steps + envelope.sd * Math.sqrt(steps))) + 4}>${envelope.label}</text>` : nothing}
    ${strip && chosen ? productBars(chosen, spec, x, foot) : nothing}
    ${xAxis(spec.x, x, strip ? foot : box)}`;
  return { content, box: strip ? { ...box, bottom: foot.bottom } : box, reader: reader(spec, chosen, x, y, steps) };
}

/**
 * @param {readonly Walk[]} paths
 * @param {WalksSpec['envelope']} envelope
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
    const end = (envelope.mean ?? 0) * steps;
    low = Math.min(low, end - envelope.sd * Math.sqrt(steps));
    high = Math.max(high, end + envelope.sd * Math.sqrt(steps));
  }
  const room = (high - low || 1) * 0.06;
  return [low - room, high + room];
}

/** Paths longer than this are thinned; more points than pixels show nothing. */
const mostPoints = 1024;

/**
 * @param {Walk} path
 * @param {Scale} x
 * @param {Scale} y
 */
function walkPath({ sums }, x, y) {
  const every = Math.max(1, Math.ceil(sums.length / mostPoints));
  const xs = [x(0)];
  const ys = [y(0)];
  for (let i = every - 1; i < sums.length; i += every) {
    xs.push(x(i + 1));
    ys.push(y(sums[i]));
  }
  return linePath(xs, ys);
}

/**
 * @param {NonNullable<WalksSpec['envelope']>} envelope
 * @param {number} steps
 * @param {Scale} x
 * @param {Scale} y
 */
function envelopeMarks(envelope, steps, x, y) {
  const { sd, mean = 0 } = envelope;
  const count = 96;
  const is = Array.from({ length: count + 1 }, (_, i) => steps * (i / count) ** 2);
  const xs = is.map((i) => x(i));
  const upper = linePath(xs, is.map((i) => y(mean * i + sd * Math.sqrt(i))));
  const lower = linePath([...xs].reverse(), is.map((i) => y(mean * i - sd * Math.sqrt(i))).reverse());
  return svg`<g data-key=${envelope.key ?? 'envelope'}>
    <path class="band" d="${upper}L${lower.slice(1)}Z"></path>
    <path class="line" data-color="muted" data-thin data-dash d="${upper}${lower}"></path></g>`;
}

/**
 * @param {Walk} path
 * @param {boolean} chosen
 * @param {WalksSpec} spec
 * @param {Scale} x
 * @param {Scale} y
 */
function endMark(path, chosen, spec, x, y) {
  const steps = path.sums.length;
  if (steps === 0) return nothing;
  const value = path.sums[steps - 1];
  return svg`<g data-key=${path.key} data-color=${chosen ? (spec.color ?? 'score') : 'faint'}>
    <circle class=${chosen ? 'end chosen' : 'end'} cx=${round(x(steps))} cy=${round(y(value))} r=${chosen ? 4.5 : 3}></circle>
    ${chosen ? svg`<text class="label halo strong" x=${round(x(steps)) + 10} y=${round(y(value)) + 4}>${(spec.y.read ?? plain)(value)}</text>` : nothing}</g>`;
}

/**
 * @param {Walk} chosen
 * @param {WalksSpec} spec
 * @param {Scale} x
 * @param {Box} foot
 */
function productBars(chosen, spec, x, foot) {
  const products = chosen.products ?? [];
  let most = 0;
  for (let i = 0; i < products.length; i++) most = Math.max(most, Math.abs(products[i]));
  const y = makeScale({ label: '' }, [-most || -1, most || 1], [foot.bottom - 2, foot.top]);
  const unit = x(1) - x(0);
  const gap = unit > 4 ? 1 : 0;
  let path = '';
  const every = Math.max(1, Math.ceil(products.length / mostPoints));
  for (let i = 0; i < products.length; i += every) {
    path += `M${round(x(i) + gap / 2)},${round(y(0))}H${round(x(i + every) - gap / 2)}V${round(y(products[i]))}H${round(x(i) + gap / 2)}Z`;
  }
  const label = spec.products?.label ?? '';
  return svg`<g data-key="products" data-color=${spec.color ?? 'score'}>
    <path class="fill" d=${path}></path>
    <path class="rule" d="M${foot.left},${round(y(0))}H${foot.right}"></path>
    <text class="label halo" data-color="muted" x=${foot.left + textWidth('')} y=${foot.top - 6}>${label}</text></g>`;
}

/**
 * @param {WalksSpec} spec
 * @param {Walk | undefined} chosen
 * @param {Scale} x
 * @param {Scale} y
 * @param {number} steps
 * @returns {import('./picture.js').Reader | undefined}
 */
function reader(spec, chosen, x, y, steps) {
  if (!chosen || steps === 0) return undefined;
  const read = { x: spec.x.read ?? plain, y: spec.y.read ?? plain };
  const { envelope, paths } = spec;
  return {
    count: steps,
    keys: paths.map((path) => path.key),
    start: steps - 1,
    nearest: (px, py) => {
      const index = clampIndex(Math.round(Number(x.invert(px))) - 1, steps);
      let key;
      let best = 24;
      for (const path of paths) {
        const off = Math.abs(y(path.sums[index]) - py);
        if (off < best) [best, key] = [off, path.key];
      }
      return { index, key };
    },
    stop: (index, highlight) => {
      const path = paths.find((one) => one.key === highlight) ?? chosen;
      const rows = [{ label: path.label, value: read.y(path.sums[index]), color: spec.color ?? /** @type {const} */ ('score'), key: path.key }];
      if (path.products) rows.push({ label: spec.products?.label ?? '', value: read.y(path.products[index]), color: spec.color ?? 'score', key: 'products' });
      /** @type {import('./picture.js').Row[]} */
      const more = envelope ? [{ label: envelope.label, value: read.y(envelope.sd * Math.sqrt(index + 1)), color: 'muted', key: envelope.key ?? 'envelope' }] : [];
      return {
        x: x(index + 1),
        dots: [{ y: y(path.sums[index]), color: spec.color ?? 'score', key: path.key }],
        title: `${spec.x.label} ${read.x(index + 1)}`,
        rows: [...rows, ...more],
      };
    },
  };
}
