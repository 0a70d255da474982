/**
 * <sd-figure>: the frame of every picture. Title, the picture at its real pixel width, a readout for mouse, touch and
 * keys, one sentence of summary, the table behind it, and files.
 *
 *     html`<sd-figure .figure=${{
 *       name: 'variance-histogram',
 *       title: 'All 10 000 scores',
 *       summary: 'The scores have variance 63.8.',
 *       height: 320,
 *       draw: (width, height, highlight) => histogram({ width, height, bars, curves, x, y }),
 *       table: () => ({ columns, rows }),
 *       link: 'https://...#dk=64',
 *     }} .words=${words} highlight="exact"
 *        @sd-highlight=${(event) => event.detail.key} @sd-pick=${(event) => event.detail.index}>
 *       <button slot="controls">...</button> <span slot="status">...</span>
 *     </sd-figure>`
 *
 * `figure.draw` null or absent: the figure waits (`words.waiting`); draw a picture and it appears without a jump.
 */
import { LitElement, css, html, nothing, svg } from 'lit';
import { base, tokens } from './tokens.js';
import { marks } from './marks.js';
import { save, toCsv, toJson, toPng, toSvg } from './export.js';

/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Stop} Stop */
/** @typedef {import('./export.js').Table} Table */

/**
 * @typedef {object} Figure
 * @property {string} name  Of the files, without ending
 * @property {string} title
 * @property {string} [summary]  One sentence with the live numbers; describes the picture to screen readers
 * @property {number | ((width: number) => number)} [height]  px; 320 by default
 * @property {((width: number, height: number, highlight: string) => Picture) | null} [draw]  Called again when the figure, size or highlight changes
 * @property {Table | (() => Table)} [table]  A function is only called when the table is shown or saved
 * @property {unknown} [data]  Added to the JSON file
 * @property {string} [link]  The state link, printed into the SVG and PNG files
 * @property {number | null} [progress]  0..1 while the picture still sharpens
 * @property {string} [error]  One sentence in place of the picture
 * @property {boolean} [announce]  Reads a changed summary to screen readers (at most once a second); for one figure per page
 */

/** English defaults; a lab passes its own language. */
export const defaultWords = {
  waiting: 'Computing\u2026',
  table: 'Table',
  csv: 'CSV',
  json: 'JSON',
  svg: 'SVG',
  png: 'PNG',
  data: 'Data',
  picture: 'Picture',
  explore: 'Read values with the arrow keys',
  progress: 'Progress',
  /** @type {(shown: number, all: number) => string} */
  shown: (shown, all) => `The first ${shown} of ${all} rows; the files hold all.`,
  failed: 'The file could not be made.',
};

/** @typedef {typeof defaultWords} Words */

/** Most rows that the page shows. */
const mostRows = 1000;

export class SdFigure extends LitElement {
  static properties = {
    figure: { attribute: false },
    words: { attribute: false },
    highlight: { type: String },
    width: { state: true },
    cursor: { state: true },
    hovered: { state: true },
    open: { state: true },
    failure: { state: true },
    spoken: { state: true },
  };

  static styles = [
    tokens,
    base,
    marks,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      figure {
        margin: 0;
      }
      .title {
        font-size: var(--sd-size-m);
        font-weight: 600;
        line-height: 1.35;
        text-wrap: balance;
      }
      .controls {
        display: contents;
      }
      .picture {
        position: relative;
        margin-top: var(--sd-3);
      }
      svg {
        display: block;
        overflow: visible;
        background: var(--sd-paper);
        font-family: var(--sd-font);
      }
      .picture svg svg {
        overflow: hidden;
        background: none;
      }
      .hit {
        position: absolute;
        inset: 0;
        touch-action: pan-y pinch-zoom;
        cursor: crosshair;
      }
      .readout {
        position: absolute;
        top: 0;
        left: 0;
        max-width: 260px;
        padding: var(--sd-2) var(--sd-3);
        border-radius: var(--sd-radius);
        background: color-mix(in srgb, var(--sd-paper) 92%, transparent);
        font-size: var(--sd-size-xs);
        line-height: 1.5;
        font-variant-numeric: tabular-nums;
        pointer-events: none;
      }
      .readout .at {
        color: var(--sd-muted);
        white-space: nowrap;
      }
      .readout dl {
        display: grid;
        grid-template-columns: auto auto;
        column-gap: var(--sd-3);
        margin: 0;
      }
      .readout dt {
        color: var(--c, var(--sd-ink));
      }
      .readout dd {
        margin: 0;
        text-align: end;
        white-space: nowrap;
      }
      .progress {
        position: absolute;
        inset: auto 0 auto 0;
        top: -6px;
        height: 2px;
        overflow: hidden;
      }
      .progress div {
        height: 100%;
        background: var(--sd-accent);
        transform-origin: left;
      }
      .waiting {
        position: absolute;
        inset: 0;
        display: grid;
        place-items: center;
        color: var(--sd-muted);
        font-size: var(--sd-size-s);
      }
      figcaption {
        margin-top: var(--sd-2);
        max-width: 68ch;
        font-size: var(--sd-size-s);
        color: var(--sd-muted);
        font-variant-numeric: tabular-nums;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: var(--sd-1) var(--sd-3);
        align-items: center;
        margin-top: var(--sd-1);
      }
      .tools button {
        min-height: 28px;
        padding: 0;
        font-size: var(--sd-size-xs);
      }
      @media (pointer: coarse) {
        .tools button {
          min-height: 44px;
          min-width: 44px;
        }
      }
      .sheet {
        max-height: 360px;
        margin-top: var(--sd-2);
        overflow: auto;
      }
      .sheet table {
        min-width: min(100%, 480px);
      }
      .sheet thead th {
        position: sticky;
        top: 0;
        background: var(--sd-paper);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Figure | null} */
    this.figure = null;
    /** @type {Partial<Words>} */
    this.words = {};
    /** Key of the series that stands out; '' for none. Set from outside (a formula's term) or by hovering. */
    this.highlight = '';
    this.width = 0;
    /** @type {number | null} */
    this.cursor = null;
    this.hovered = '';
    this.open = false;
    this.failure = '';
    this.spoken = '';
    /** @type {Picture | null} */
    this.picture = null;
    this.observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.measure());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.speaking = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer?.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    clearTimeout(this.speaking);
  }

  measure() {
    const width = Math.floor(this.clientWidth);
    if (width > 0 && width !== this.width) this.width = width;
  }

  get height() {
    const { height = 320 } = this.figure ?? {};
    return typeof height === 'function' ? height(this.width) : height;
  }

  /** The key that stands out now: what the pointer is on, else what the page asks for. */
  get lit() {
    return this.hovered || this.highlight || '';
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (['figure', 'width', 'highlight', 'hovered'].some((name) => changed.has(name))) this.draw();
    if (changed.has('figure')) this.speak();
  }

  draw() {
    const { figure, width } = this;
    this.picture = figure?.draw && width > 0 ? figure.draw(width, this.height, this.lit) : null;
    const count = this.picture?.reader?.count ?? 0;
    if (this.cursor !== null && this.cursor >= count) this.cursor = count > 0 ? count - 1 : null;
  }

  /** A summary that streams would talk without end: only the last one, after a second of rest, is spoken. */
  speak() {
    if (!this.figure?.announce || this.figure.summary === this.spoken) return;
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => (this.spoken = this.figure?.summary ?? ''), 1000);
  }

  updated() {
    for (const mark of this.renderRoot.querySelectorAll('[data-key]')) {
      mark.toggleAttribute('data-dim', this.lit !== '' && this.picture?.reader?.keys?.includes(this.lit) === true && mark.getAttribute('data-key') !== this.lit);
    }
    const readout = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.readout'));
    if (readout) this.placeReadout(readout);
    const bar = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.progress div'));
    if (bar) bar.style.transform = `scaleX(${this.figure?.progress ?? 0})`;
    const picture = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.picture'));
    if (picture) picture.style.height = `${this.height}px`;
  }

  /** Beside the crosshair, on the side with more room. @param {HTMLElement} readout */
  placeReadout(readout) {
    const stop = this.stop();
    if (!stop || !this.picture) return;
    const left = stop.x > this.width / 2 ? stop.x - readout.offsetWidth - 8 : stop.x + 8;
    readout.style.transform = `translate(${Math.round(Math.max(0, Math.min(this.width - readout.offsetWidth, left)))}px, ${this.picture.box.top}px)`;
  }

  /** @returns {Stop | null} */
  stop() {
    const reader = this.picture?.reader;
    return reader && this.cursor !== null ? reader.stop(this.cursor, this.lit) : null;
  }

  get say() {
    return { ...defaultWords, ...this.words };
  }

  render() {
    const { figure, say } = this;
    if (!figure) return nothing;
    return html`<figure aria-labelledby="title" aria-describedby="summary">
      <div class="title" id="title">${figure.title}</div>
      <slot name="controls"></slot>
      <div class="picture">
        ${this.picture ? this.renderPicture(figure, this.picture) : html`<div class="waiting">${figure.error ?? say.waiting}</div>`}
        ${figure.progress === undefined || figure.progress === null
          ? nothing
          : html`<div class="progress" role="progressbar" aria-label=${say.progress} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(figure.progress * 100)}><div></div></div>`}
      </div>
      <figcaption><span id="summary">${figure.summary ?? ''}</span> <slot name="status"></slot></figcaption>
      <div class="visually-hidden" role="status">${this.spoken}</div>
      ${this.renderTools(figure)} ${this.open ? this.renderTable(figure) : nothing}
    </figure>`;
  }

  /**
   * @param {Figure} figure
   * @param {Picture} picture
   */
  renderPicture(figure, picture) {
    const { width, height } = this;
    const stop = this.stop();
    return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${figure.title}>
        ${picture.content}
        ${stop
          ? svg`<g class="cursor" aria-hidden="true">
              <path class="crosshair" d="M${Math.round(stop.x) + 0.5},${picture.box.top}V${picture.box.bottom}"></path>
              ${stop.dots.map((dot) => svg`<circle class="dot" data-color=${dot.color ?? 'ink'} cx=${stop.x} cy=${dot.y} r="4"></circle>`)}
            </g>`
          : nothing}
      </svg>
      ${picture.reader ? this.renderHit(figure, picture.reader, stop) : nothing}
      ${stop
        ? html`<div class="readout" aria-hidden="true">
            <div class="at">${stop.title}</div>
            <dl>
              ${stop.rows.map((row) => html`<dt data-color=${row.color ?? nothing}>${row.label}</dt><dd>${row.value}</dd>`)}
            </dl>
          </div>`
        : nothing}`;
  }

  /**
   * The surface that pointers and keys act on; to a screen reader, a slider over the places that can be read.
   * @param {Figure} figure
   * @param {import('./picture.js').Reader} reader
   * @param {Stop | null} stop
   */
  renderHit(figure, reader, stop) {
    const now = this.cursor ?? firstStop(reader);
    return html`<div
      class="hit"
      role="slider"
      tabindex="0"
      aria-label="${figure.title}. ${this.say.explore}"
      aria-valuemin="0"
      aria-valuemax=${reader.count - 1}
      aria-valuenow=${now}
      aria-valuetext=${stop ? stopText(stop) : nothing}
      @pointermove=${this.point}
      @pointerdown=${this.point}
      @pointerleave=${this.leave}
      @click=${this.pick}
      @keydown=${this.key}
      @blur=${this.leave}
    ></div>`;
  }

  /** @param {PointerEvent} event */
  point(event) {
    const reader = this.picture?.reader;
    if (!reader) return;
    const { index, key = '' } = reader.nearest(event.offsetX, event.offsetY);
    this.cursor = index;
    this.hover(key);
  }

  leave() {
    this.cursor = null;
    this.hover('');
  }

  /** @param {string} key */
  hover(key) {
    if (key === this.hovered) return;
    this.hovered = key;
    this.dispatchEvent(new CustomEvent('sd-highlight', { detail: { key }, bubbles: true, composed: true }));
  }

  pick() {
    if (this.cursor === null) return;
    this.dispatchEvent(new CustomEvent('sd-pick', { detail: { index: this.cursor, key: this.hovered }, bubbles: true, composed: true }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const reader = this.picture?.reader;
    if (!reader) return;
    const now = this.cursor ?? firstStop(reader);
    const page = Math.max(1, Math.round(reader.count / 10));
    /** @type {Record<string, number>} */
    const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, PageDown: now - page, PageUp: now + page, Home: 0, End: reader.count - 1 };
    if (event.key in moves) {
      this.cursor = this.cursor === null && event.key.startsWith('Arrow') ? now : Math.max(0, Math.min(reader.count - 1, moves[event.key]));
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const keys = reader.keys ?? [];
      const step = event.key === 'ArrowUp' ? -1 : 1;
      if (keys.length > 0) this.hover(keys[(keys.indexOf(this.hovered) + step + keys.length) % keys.length] ?? keys[0]);
      this.cursor = now;
    } else if (event.key === 'Escape') this.leave();
    else if (event.key === 'Enter' || event.key === ' ') this.pick();
    else return;
    event.preventDefault();
  }

  /** @param {Figure} figure */
  renderTools(figure) {
    const { say } = this;
    return html`<div class="tools">
      ${figure.table
        ? html`<button class="quiet" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>${say.table}</button>
            <button class="quiet" @click=${() => this.save('csv')}>${say.csv}</button>
            <button class="quiet" @click=${() => this.save('json')}>${say.json}</button>`
        : nothing}
      ${this.picture
        ? html`<button class="quiet" @click=${() => this.save('svg')}>${say.svg}</button>
            <button class="quiet" @click=${() => this.save('png')}>${say.png}</button>`
        : nothing}
      ${this.failure ? html`<span class="muted" role="alert">${this.failure}</span>` : nothing}
    </div>`;
  }

  /** @param {Figure} figure */
  renderTable(figure) {
    const { columns, rows } = tableOf(figure);
    const shown = rows.slice(0, mostRows);
    return html`<div class="sheet" tabindex="0" role="region" aria-label=${figure.title}>
        <table>
          <thead>
            <tr>
              ${columns.map((column) => html`<th scope="col" class=${isNumeric(rows, column.key) ? 'numeric' : ''}>${column.label}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${shown.map((row) => html`<tr>${columns.map((column) => html`<td class=${typeof row[column.key] === 'number' ? 'numeric' : ''}>${cellText(column, row[column.key])}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>
      ${rows.length > shown.length ? html`<p class="muted">${this.say.shown(shown.length, rows.length)}</p>` : nothing}`;
  }

  /**
   * Makes one of the files.
   * @param {'csv' | 'json' | 'svg' | 'png'} kind
   * @returns {Promise<Blob>}
   */
  async file(kind) {
    const { figure } = this;
    if (!figure) throw new Error('the figure is still empty');
    const table = figure.table ? tableOf(figure) : undefined;
    if (kind === 'csv') return new Blob(['\ufeff', toCsv(table ?? { columns: [], rows: [] })], { type: 'text/csv;charset=utf-8' });
    if (kind === 'json') return new Blob([toJson({ ...figure, table })], { type: 'application/json' });
    const picture = /** @type {SVGSVGElement | null} */ (this.renderRoot.querySelector('.picture > svg'));
    if (!picture) throw new Error('the picture is still empty');
    const source = toSvg(picture, figure);
    return kind === 'svg' ? new Blob([source], { type: 'image/svg+xml' }) : toPng(source);
  }

  /** @param {'csv' | 'json' | 'svg' | 'png'} kind */
  async save(kind) {
    try {
      save(`${this.figure?.name ?? 'figure'}.${kind}`, await this.file(kind));
      this.failure = '';
    } catch {
      this.failure = this.say.failed;
    }
  }
}

/** @param {import('./picture.js').Reader} reader */
const firstStop = (reader) => reader.start ?? reader.count >> 1;

/** @param {Stop} stop */
export const stopText = (stop) => [stop.title, ...stop.rows.map((row) => `${row.label} ${row.value}`)].join(', ');

/** @param {Figure} figure @returns {Table} */
function tableOf(figure) {
  const { table } = figure;
  return (typeof table === 'function' ? table() : table) ?? { columns: [], rows: [] };
}

/**
 * @param {Table['rows']} rows
 * @param {string} key
 */
const isNumeric = (rows, key) => typeof rows[0]?.[key] === 'number';

/**
 * @param {import('./export.js').Column} column
 * @param {import('./export.js').Cell} value
 */
export function cellText(column, value) {
  if (value === null || value === undefined) return '';
  return column.format ? column.format(value) : String(value);
}

if (typeof customElements !== 'undefined' && !customElements.get('sd-figure')) customElements.define('sd-figure', SdFigure);
