/**
 * Small multiples: any pictures in a grid as one picture, which is read and exported as a whole.
 *
 *     const layout = {
 *       count: 4, height: 180, least: 220,                        // px of one panel; `least` its smallest width
 *       key: bandKey(words),                                      // names of marks above all panels, once
 *     };
 *     figure: {
 *       height: (width) => panelsHeight(width, layout),
 *       draw: (width) => panels(width, layout, rules.map((rule) => ({
 *         key: rule, title: name(rule),
 *         draw: ({ width, height, left, isLast }) => bands({
 *           width, height, left, key: false, series, words,
 *           x: { ...x, label: isLast ? x.label : '' },            // the axis is named once in a column
 *           y: { ...y, label: '' },
 *         }),
 *       }))),
 *     }
 *
 * There are as many columns as `least` and `most` allow, one at 320 px. The boxes of a column have the same left edge.
 * Reading a place in one panel marks it in the others too, if all have the same number of places. Left and Right continue
 * into the neighbouring panel, PageUp and PageDown go to the same place in the previous or next one. Handles with the
 * same key in several panels are one handle. Pointing fires `sd-highlight` with the panel's key as `group`.
 */
import { nothing, svg } from 'lit';
import { keyRow } from './key-row.js';
import { svgLabel, wrap } from './label.js';
import { movedPlotAreas, union } from './picture.js';
import { stepFrom } from './stops.js';

/** @import { Box, Grip, Handle, Panel, PanelLayout, Picture, Raster, Reader, Stop } from './types.js' */

/** @typedef {{picture: Picture, x: number, y: number, first: number, part: Panel, width: number, height: number}} Placed */

const between = { x: 28, y: 20 };

/** Line height of a title, px. */
const titleLine = 17;

/** @param {number} width @param {PanelLayout} layout */
function grid(width, { count, height, least = 220, most = 4, foot = 18, lines = 1 }) {
  const fitting = Math.max(1, Math.floor((width + between.x) / (least + between.x)));
  // As few rows as possible, then rows of similar length: 4 panels as 2 + 2 rather than 3 + 1.
  const rows = Math.ceil(count / Math.min(fitting, most, Math.max(1, count)));
  const columns = Math.ceil(count / Math.max(1, rows)) || 1;
  const own = Math.floor((width - (columns - 1) * between.x) / columns);
  const tall = Math.round(typeof height === 'function' ? height(own) : height);
  const title = lines > 0 ? lines * titleLine + 5 : 0;
  return { columns, rows, width: own, height: tall, foot, title, step: title + tall + between.y };
}

/**
 * Returns the height of the whole picture, px.
 * @param {number} width
 * @param {PanelLayout} layout
 */
export function panelsHeight(width, layout) {
  const { rows, step, foot, columns } = grid(width, layout);
  // Panels with none below them are taller: those of the last row and, if it is not full, some of the row before.
  const ragged = layout.count % columns === 0 || rows < 2 ? foot : Math.max(0, foot - between.y);
  const head = keyRow(layout.key ?? [], width).height + (layout.scale?.height ?? 0);
  return head + rows * step - between.y + Math.max(foot, ragged);
}

/**
 * @param {number} width
 * @param {PanelLayout} layout
 * @param {readonly Panel[]} parts
 * @returns {Picture}
 */
export function panels(width, layout, parts) {
  const cells = grid(width, layout);
  const { lines = 1, key = [], scale } = layout;
  const names = keyRow(key, width);
  const head = names.height + (scale?.height ?? 0);
  /** @param {number} i @param {number} left */
  const draw = (i, left) =>
    parts[i].draw({
      width: cells.width,
      height: cells.height + (i + cells.columns >= parts.length ? cells.foot : 0),
      left,
      isFirst: i % cells.columns === 0,
      next: cells.width + ((i + 1) % cells.columns === 0 || i + 1 === parts.length ? 0 : between.x),
      isLast: i + cells.columns >= parts.length,
    });
  const pictures = aligned(parts.length, cells.columns, draw);
  let first = 0;
  /** @type {Placed[]} */
  const placed = pictures.map((picture, i) => {
    const own = {
      picture,
      part: parts[i],
      x: (i % cells.columns) * (cells.width + between.x),
      y: head + Math.floor(i / cells.columns) * cells.step + cells.title,
      first,
      width: cells.width,
      height: cells.height + cells.foot,
    };
    first += picture.reader?.count ?? 0;
    return own;
  });
  return {
    content: svg`${names.content}
      ${scale ? svg`<g transform="translate(0 ${names.height})">${scale.content}</g>` : nothing}
      ${placed.map((own) => renderPanel(own, lines))}`,
    box: union(placed.map(({ picture, x, y }) => movedBox(picture.box, x, y))),
    plotAreas: placed.flatMap(({ picture, part, x, y }) => movedPlotAreas(picture, part.key, x, y)),
    handles: joinHandles(placed),
    rasters: [
      ...movedRasters(scale?.rasters, 0, names.height),
      ...placed.flatMap(({ picture, x, y }) => movedRasters(picture.rasters, x, y)),
    ],
    reader: joinReaders(placed, cells.columns),
  };
}

/**
 * Draws the pictures. Draws those of a column again if the left edges of their boxes differ.
 * @param {number} count
 * @param {number} columns
 * @param {(index: number, left: number) => Picture} draw
 */
function aligned(count, columns, draw) {
  const pictures = Array.from({ length: count }, (_, i) => draw(i, 0));
  return pictures.map((picture, i) => {
    const column = pictures.filter((_, k) => k % columns === i % columns);
    const left = Math.max(...column.map(({ box }) => box.left));
    return picture.box.left < left ? draw(i, left) : picture;
  });
}

/** @param {Placed} placed @param {number} lines */
function renderPanel({ part, picture, x, y, width }, lines) {
  const title = lines > 0 ? wrap(part.title, width).slice(0, lines) : [];
  return svg`<g data-group=${part.key} transform="translate(${x} ${y})">
    ${title.map((line, i) => svg`<text class="title" x="0" y=${(i - title.length) * titleLine + 8}>${svgLabel(line)}</text>`)}
    ${picture.content}</g>`;
}

/** @param {Box} box @param {number} x @param {number} y @returns {Box} */
const movedBox = ({ left, right, top, bottom }, x, y) => ({
  left: left + x,
  right: right + x,
  top: top + y,
  bottom: bottom + y,
});

/**
 * Joins handles with the same key: a point that appears in every panel is one handle with a grip in each.
 * @param {readonly Placed[]} placed
 * @returns {Handle[]}
 */
function joinHandles(placed) {
  /** @type {Map<string, Handle>} */
  const joined = new Map();
  for (const { picture, x, y } of placed) {
    for (const handle of picture.handles ?? []) {
      const grips = handle.grips.map((grip) => movedGrip(grip, x, y));
      const known = joined.get(handle.key);
      joined.set(handle.key, { ...handle, grips: [...(known?.grips ?? []), ...grips] });
    }
  }
  return [...joined.values()];
}

/** @param {Grip} grip @param {number} x @param {number} y @returns {Grip} */
const movedGrip = (grip, x, y) => ({
  ...grip,
  x: grip.x + x,
  y: grip.y + y,
  value: (px, py) => grip.value(px - x, py - y),
});

/**
 * @param {readonly Placed[]} placed
 * @param {number} columns
 * @returns {Reader | undefined}
 */
function joinReaders(placed, columns) {
  const readable = placed.filter(({ picture }) => picture.reader);
  if (readable.length === 0) return undefined;
  const readers = readable.flatMap(({ picture }) => picture.reader ?? []);
  const count = readers.reduce((sum, reader) => sum + reader.count, 0);
  const isLinked = readers.every((reader) => reader.count === readers[0].count);
  const keys = [...new Set(readers.flatMap((reader) => reader.keys ?? []))];
  /** @param {number} index */
  const panelOf = (index) => {
    const after = readable.findIndex(({ first }) => first > index);
    return (after < 0 ? readable.length : after) - 1;
  };
  return {
    count,
    keys: keys.length > 0 ? keys : undefined,
    start: readable[0].first + (readers[0].start ?? readers[0].count >> 1),
    nearest(px, py) {
      const at = nearestPanel(readable, px, py);
      const { x, y, first, part } = readable[at];
      const near = readers[at].nearest(px - x, py - y);
      return { group: part.key, ...near, index: near.index + first };
    },
    stop(index, highlight) {
      const at = panelOf(index);
      const local = index - readable[at].first;
      const own = movedStop(readers[at].stop(local, highlight), readable[at]);
      const title = `${readable[at].part.title}. ${own.title}`;
      if (!isLinked) return { ...own, title };
      const others = readable.filter((_, other) => other !== at);
      const linkedStops = others.map((other) => {
        const { x, box, cell, marks, dots } = movedStop(
          other.picture.reader?.stop(local, highlight) ?? own,
          other,
        );
        return { x, box: box ?? other.picture.box, cell, marks, dots };
      });
      return { ...own, title, linkedStops };
    },
    step(index, key) {
      const at = panelOf(index);
      const local = index - readable[at].first;
      /** @param {number} panel */
      const same = (panel) => {
        const to = Math.max(0, Math.min(readable.length - 1, panel));
        return readable[to].first + Math.min(readers[to].count - 1, local);
      };
      if (key === 'PageDown') return same(at + 1);
      if (key === 'PageUp') return same(at - 1);
      const turns = key === 'ArrowUp' || key === 'ArrowDown';
      if (turns && !readers[at].step) {
        return keys.length > 0 ? undefined : same(at + (key === 'ArrowUp' ? -columns : columns));
      }
      // Past the end of a panel, reading continues in the neighbouring one.
      if (key === 'ArrowRight' && local === readers[at].count - 1)
        return Math.min(count - 1, index + 1);
      if (key === 'ArrowLeft' && local === 0) return Math.max(0, index - 1);
      const next = stepFrom(readers[at], local, key);
      return next === undefined ? undefined : readable[at].first + next;
    },
  };
}

/**
 * @param {readonly Placed[]} placed
 * @param {number} px
 * @param {number} py
 */
function nearestPanel(placed, px, py) {
  const off = placed.map(({ x, y, width, height }) => {
    const dx = Math.max(x - px, 0, px - x - width);
    const dy = Math.max(y - py, 0, py - y - height);
    return Math.hypot(dx, dy);
  });
  return off.indexOf(Math.min(...off));
}

/** @param {readonly Raster[] | undefined} rasters @param {number} x @param {number} y */
const movedRasters = (rasters, x, y) =>
  (rasters ?? []).map((raster) => ({ ...raster, box: movedBox(raster.box, x, y) }));

/** @param {Stop} stop @param {Placed} placed @returns {Stop} */
function movedStop(stop, { picture, x, y }) {
  const { span, cell, marks, box = picture.box } = stop;
  return {
    ...stop,
    x: stop.x + x,
    span: span && [span[0] + x, span[1] + x],
    cell: cell && movedBox(cell, x, y),
    marks: marks && svg`<g transform="translate(${x} ${y})">${marks}</g>`,
    box: movedBox(box, x, y),
    dots: stop.dots.map((dot) => ({ ...dot, y: dot.y + y })),
  };
}
