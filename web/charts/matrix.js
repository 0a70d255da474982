/**
 * <sd-matrix>: one matrix among others, without a frame of its own. Its cells can be pointed at, stepped through with
 * arrow keys and chosen. The page decides what is highlighted (`lit`), because it knows how the matrices depend on each
 * other.
 *
 *     html`<sd-matrix .matrix=${{
 *       key: 'scores', name: 'scores', rows: 12, columns: 12, values, ramp: 'diverging', cell: 24,
 *       tick: (row) => words[row], columnTick: (column) => words[column],
 *       at: (row, column) => 'it, animal', read: (value) => '0.83',
 *       lit: { row: 3, column: null, cell: null },
 *     }} @sd-cell=${...}></sd-matrix>`
 *
 * Fires `sd-cell` {key, row, column, way}: way is 'over' when a pointer passes, 'at' for a click, a tap or a key,
 * 'away' when the pointer leaves, 'open' for Enter and a double click.
 */
import { LitElement, css, html, nothing, svg } from 'lit';
import { heat } from './heat.js';
import { textWidth } from './label.js';
import { marks } from './marks.js';
import { paintRamp } from './ramps.js';
import { paintRaster } from './raster.js';
import { isDark, paintRasters, renderRasters } from './pixels.js';
import { base, tokens } from './tokens.js';

/** @import { Picture, Raster } from './types.js' */
/** @import { RampName } from './ramps.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} Lit  Highlighted cells, counted from 0
 * @property {number | null} [row]
 * @property {number | null} [column]
 * @property {readonly [number, number] | null} [cell]
 *
 * @typedef {object} Matrix
 * @property {string} key
 * @property {string} name  For screen readers
 * @property {number} rows
 * @property {number} columns
 * @property {ArrayLike<number>} values  Row after row; a new array for new numbers
 * @property {RampName} ramp
 * @property {readonly [number, number]} [domain]  Domain of the colours
 * @property {readonly [low: string, high: string]} [legend]  Words for its ends, below the cells
 * @property {ColorName} [color]  Colour of the highlight
 * @property {number} cell  Side of a cell, px
 * @property {((row: number) => string) | null} [tick]  Name of a row; without it, no space is left for names
 * @property {((column: number) => string) | null} [columnTick]
 * @property {(row: number, column: number) => string} at  Name of a cell
 * @property {(value: number) => string} read
 * @property {(value: number) => string} format  Shorter, for the cells
 * @property {(row: number, column: number) => boolean} [crossed]
 * @property {Lit | null} [lit]
 * @property {readonly (readonly [number, number])[]} [changed]  Cells that the visitor has changed
 */

/** @param {((index: number) => string) | null | undefined} tick @param {number} count */
const widest = (tick, count) =>
  tick ? Math.max(8, ...Array.from({ length: count }, (_, i) => textWidth(tick(i)))) : 0;

/**
 * Returns the width of everything beside the cells, px.
 * @param {Pick<Matrix, 'rows' | 'tick'>} matrix
 */
export const besideCells = ({ rows, tick }) =>
  tick ? Math.ceil(Math.max(8, widest(tick, rows))) + 12 : 4;

export class SdMatrix extends LitElement {
  static properties = { matrix: { attribute: false } };

  static styles = [
    tokens,
    base,
    marks,
    css`
      :host {
        display: block;
        flex: none;
      }
      .picture {
        position: relative;
      }
      .raster {
        position: absolute;
      }
      .raster[data-sharp] {
        image-rendering: pixelated;
      }
      svg {
        position: relative;
        display: block;
        overflow: visible;
        font-family: var(--sd-font);
      }
      text {
        font-size: 11px;
      }
      .hit {
        position: absolute;
        cursor: crosshair;
        touch-action: pan-x pan-y pinch-zoom;
      }
      .theme {
        position: absolute;
        color: var(--sd-paper);
        transition: color 1ms !important;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Matrix | null} */
    this.matrix = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {boolean | undefined} */
    this.dark = undefined;
    this.index = 0;
  }

  willUpdate() {
    this.picture = this.matrix && draw(this.matrix);
  }

  updated() {
    const probe = this.renderRoot.querySelector('.theme');
    if (!probe || !this.picture) return;
    this.dark ??= isDark(probe);
    /** @type {NodeListOf<HTMLCanvasElement>} */
    const canvases = this.renderRoot.querySelectorAll('.raster');
    paintRasters([...canvases], this.picture.rasters ?? [], this.dark);
    const { left, top, right, bottom } = this.picture.box;
    /** @type {HTMLElement | null} */
    const hit = this.renderRoot.querySelector('.hit');
    const place = { left, top, width: right - left, height: bottom - top };
    for (const [name, value] of Object.entries(place)) hit?.style.setProperty(name, `${value}px`);
  }

  repaint() {
    this.dark = undefined;
    this.requestUpdate();
  }

  render() {
    const { matrix, picture } = this;
    if (!matrix || !picture) return nothing;
    const { right, bottom } = picture.box;
    const [width, height] = [right + 3, bottom + headOf(matrix) + legendRoom(matrix)];
    return html`<div class="picture">
      <span class="theme" @transitionend=${this.repaint}></span>
      ${renderRasters(picture.rasters ?? [])}
      <svg width=${width} height=${height} aria-hidden="true">
        ${picture.content} ${litMarks(matrix, picture)}
      </svg>
      ${this.renderHit(matrix)}
    </div>`;
  }

  /** @param {Matrix} matrix */
  renderHit({ name, rows, columns, values, at, read, lit }) {
    const [row, column] = lit?.cell ?? this.placeOf(this.index);
    const index = Math.min(row, rows - 1) * columns + Math.min(column, columns - 1);
    return html`<div
      class="hit"
      role="slider"
      tabindex="0"
      aria-label=${name}
      aria-valuemin="0"
      aria-valuemax=${rows * columns - 1}
      aria-valuenow=${index}
      aria-valuetext="${at(Math.floor(index / columns), index % columns)}: ${read(values[index])}"
      @pointermove=${(/** @type {PointerEvent} */ event) => this.over(event)}
      @pointerleave=${(/** @type {PointerEvent} */ event) => {
        if (event.pointerType !== 'touch') this.tell('away');
      }}
      @click=${(/** @type {MouseEvent} */ event) => this.tell('at', this.indexAt(event))}
      @dblclick=${(/** @type {MouseEvent} */ event) => this.tell('open', this.indexAt(event))}
      @focus=${() => this.focused()}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event)}
    ></div>`;
  }

  /** @param {number} index @returns {[number, number]} */
  placeOf(index) {
    const columns = this.matrix?.columns ?? 1;
    return [Math.floor(index / columns), index % columns];
  }

  /** @param {MouseEvent} event */
  indexAt({ offsetX, offsetY }) {
    if (!this.picture) return 0;
    const { box, reader } = this.picture;
    return reader?.nearest(offsetX + box.left, offsetY + box.top).index ?? 0;
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (event.pointerType !== 'touch') this.tell('over', this.indexAt(event));
  }

  /** Fires for focus from the keyboard only. A tap or click also focuses, but fires for its own cell. */
  focused() {
    if (!this.renderRoot.querySelector('.hit')?.matches(':focus-visible')) return;
    const [row, column] = this.matrix?.lit?.cell ?? this.placeOf(this.index);
    this.tell('at', row * (this.matrix?.columns ?? 1) + column);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { matrix, picture } = this;
    if (!matrix || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = matrix.lit?.cell ?? this.placeOf(this.index);
    const now = row * matrix.columns + column;
    if (event.key === 'Enter') this.tell('open', now);
    else {
      const next = picture?.reader?.step?.(now, event.key);
      if (next === undefined) return;
      this.tell('at', next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {'over' | 'at' | 'away' | 'open'} way @param {number} [index] */
  tell(way, index = this.index) {
    if (way !== 'away') this.index = index;
    const [row, column] = this.placeOf(index);
    const detail = { key: this.matrix?.key, row, column, way };
    this.dispatchEvent(new CustomEvent('sd-cell', { detail, bubbles: true, composed: true }));
  }
}

/** Returns the space below the cells for the names of the columns, px. @param {Matrix} matrix */
const headOf = ({ columnTick, columns }) =>
  columnTick ? 22 - 14 + Math.ceil((widest(columnTick, columns) + 12) * Math.SQRT1_2) : 4;

/** @param {Matrix} matrix @returns {Picture} */
function draw(matrix) {
  const { rows, columns, values, ramp, domain, cell, tick, columnTick, at, read } = matrix;
  const foot = Math.max(22, headOf(matrix));
  const picture = heat({
    width: besideCells(matrix) + cell * columns,
    height: 6 + cell * rows + foot,
    rows,
    columns,
    values,
    ramp,
    domain,
    x: {
      label: '',
      tick: columnTick ?? (() => ''),
      slanted: Boolean(columnTick),
      name: (column) => columnTick?.(column) ?? String(column + 1),
    },
    y: { label: '', tick: tick ?? (() => ''), name: (row) => at(row, 0) },
    scale: { label: '', read, format: matrix.format, hidden: true },
    crossed: matrix.crossed,
  });
  return withLegend(matrix, picture);
}

/** The legend: height and least width of its colour strip, number of colours, and total height with its words, px. */
const strip = { height: 6, least: 56, steps: 64, room: 24 };

/** @param {Matrix} matrix */
const legendRoom = ({ legend }) => (legend ? strip.room : 0);

/**
 * Adds a legend below the cells: the colours, with words at both ends.
 * @param {Matrix} matrix
 * @param {Picture} picture
 * @returns {Picture}
 */
function withLegend(matrix, picture) {
  const { legend, ramp } = matrix;
  if (!legend) return picture;
  const { left, right, bottom } = picture.box;
  const top = bottom + headOf(matrix) + 2;
  const end = left + Math.max(strip.least, Math.min(160, right - left));
  const box = { left, right: end, top, bottom: top + strip.height };
  const values = Float32Array.from({ length: strip.steps }, (_, i) => i / (strip.steps - 1));
  /** @type {Raster} */
  const colours = {
    ...{ box, width: strip.steps, height: 1, sharp: false, source: [ramp] },
    paint: paintRaster,
    rgba: (into, dark) => paintRamp(into, values, { ramp, domain: [0, 1] }, dark),
  };
  const [low, high] = legend;
  const content = svg`${picture.content}
    <text class="legend" x=${left} y=${box.bottom + 13}>${low}</text>
    <text class="legend" x=${end} y=${box.bottom + 13} text-anchor="end">${high}</text>`;
  return { ...picture, content, rasters: [...(picture.rasters ?? []), colours] };
}

/** @param {Matrix} matrix @param {Picture} picture */
function litMarks({ rows, columns, lit, color, changed = [] }, { box }) {
  const [wide, tall] = [(box.right - box.left) / columns, (box.bottom - box.top) / rows];
  const rectangle = (
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {number} */ down,
    /** @type {number} */ across,
  ) => {
    const [x, y] = [box.left + column * wide, box.top + row * tall];
    return `M${x},${y}h${across * wide}v${down * tall}h${-across * wide}Z`;
  };
  const { row = null, column = null, cell = null } = lit ?? {};
  return svg`
    ${changed.map(([r, c]) => svg`<path class="changed" d=${rectangle(r, c, 1, 1)}></path>`)}
    ${row === null || row >= rows ? nothing : svg`<path class="lane" data-color=${color ?? 'ink'} d=${rectangle(row, 0, 1, columns)}></path>`}
    ${column === null || column >= columns ? nothing : svg`<path class="lane" data-color=${color ?? 'ink'} d=${rectangle(0, column, rows, 1)}></path>`}
    ${cell === null || cell[0] >= rows || cell[1] >= columns ? nothing : svg`<path class="cell" d=${rectangle(cell[0], cell[1], 1, 1)}></path>`}`;
}
