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
 *        @sd-highlight=${(event) => event.detail.key} @sd-pick=${(event) => event.detail.value}>
 *       <button slot="controls">...</button> <span slot="status">...</span>
 *     </sd-figure>`
 *
 * Title, labels and summary may hold light mathematics ("d_k"; see label.js).
 * `highlight` (one key or group, or several with spaces) lets those marks stand out; pointing at a series or a group of
 * them fires `sd-highlight` {key, group}, '' when the pointer leaves. While a picture is read only what it is read for
 * stands out. A click, Enter or Space on a place fires `sd-pick` {index, value, key}.
 * Without `draw` the figure waits, with `error` it says why there is none; its size stays the same.
 */
import { LitElement, css, html, nothing, svg } from 'lit';
import { base, tokens } from './tokens.js';
import { marks } from './marks.js';
import { htmlLabel } from './label.js';
import { save, toCsv, toJson, toPng, toSvg } from './export.js';

/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Reader} Reader */
/** @typedef {import('./picture.js').Stop} Stop */
/** @typedef {import('./export.js').Table} Table */

/**
 * @typedef {object} Figure
 * @property {string} name  Of the files, without ending
 * @property {string} title
 * @property {string} [summary]  One sentence with the live numbers; describes the picture to screen readers
 * @property {number | ((width: number) => number)} [height]  px; 320 by default
 * @property {((width: number, height: number, highlight: string) => Picture) | null} [draw]  Called when the figure, its size or the highlight changes
 * @property {Table | (() => Table)} [table]  A function is only called when the table is shown or saved
 * @property {unknown} [data]  Added to the JSON file
 * @property {string} [link]  The state link, printed into the SVG and PNG files
 * @property {number | null} [progress]  0..1 while the picture still sharpens
 * @property {string} [error]  One sentence in place of the picture
 * @property {boolean} [announce]  Speaks a changed summary once it rests; for one figure of a page
 */

/** English; a lab passes the words of its own language. */
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
/** @typedef {'csv' | 'json' | 'svg' | 'png'} FileKind */

/** Most rows that the page shows. */
const mostRows = 1000;

/** What changes by itself (streams) is spoken only after this rest. */
const restMilliseconds = 1000;

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
    valueText: { state: true },
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
      sub,
      sup {
        font-size: 0.75em;
        line-height: 0;
      }
      .picture {
        position: relative;
        margin-top: var(--sd-4);
      }
      .picture > svg {
        display: block;
        overflow: visible;
        font-family: var(--sd-font);
      }
      /* The readout names the same series, and may need the place. */
      .legend {
        transition: opacity 120ms;
      }
      [data-reading] .legend {
        opacity: 0;
      }
      .hit {
        position: absolute;
        inset: 0;
        touch-action: pan-y pinch-zoom;
        cursor: crosshair;
      }
      .hit:focus-visible {
        outline-offset: 4px;
      }
      .readout {
        position: absolute;
        top: 0;
        left: 0;
        width: max-content;
        max-width: min(380px, 92%);
        padding: 0 var(--sd-2) var(--sd-1);
        border-radius: var(--sd-radius);
        background: color-mix(in srgb, var(--sd-paper) 94%, transparent);
        font-size: var(--sd-size-xs);
        line-height: 1.5;
        font-variant-numeric: tabular-nums;
        pointer-events: none;
      }
      .readout .at {
        color: var(--sd-muted);
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
        inset: -10px 0 auto 0;
        height: 2px;
        background: var(--sd-rule);
      }
      .progress div {
        height: 100%;
        background: var(--sd-accent);
        transform-origin: left;
        transition: transform 120ms linear;
      }
      .message {
        position: absolute;
        inset: 0 0 42px;
        display: grid;
        place-items: center;
        padding: var(--sd-4);
        color: var(--sd-muted);
        font-size: var(--sd-size-s);
        text-align: center;
        pointer-events: none;
      }
      .message.empty {
        border-bottom: 1px solid var(--sd-rule);
      }
      .message.error {
        color: var(--sd-warn);
      }
      figcaption {
        margin-top: var(--sd-2);
        max-width: 96ch;
        text-wrap: pretty;
        font-size: var(--sd-size-s);
        color: var(--sd-muted);
        font-variant-numeric: tabular-nums;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--sd-4);
        align-items: center;
        margin-top: var(--sd-1);
      }
      .tools button {
        min-height: 28px;
        padding: 0;
        border: 0;
        font-size: var(--sd-size-xs);
      }
      .tools .table::after {
        content: '';
        display: inline-block;
        width: 5px;
        height: 5px;
        margin: 0 0 2px 6px;
        border: solid currentColor;
        border-width: 0 1.25px 1.25px 0;
        transform: rotate(45deg);
        transition: transform 120ms;
      }
      .tools .table[aria-expanded='true']::after {
        transform: translateY(3px) rotate(225deg);
      }
      @media (pointer: coarse) {
        .tools button {
          min-width: 44px;
          min-height: 44px;
          text-align: start;
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
        z-index: 1;
        top: 0;
        background: var(--sd-paper);
        box-shadow: 0 1px var(--sd-muted);
        border: 0;
      }
      @media print {
        .tools,
        .readout {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Figure | null} */
    this.figure = null;
    /** @type {Partial<Words>} */
    this.words = {};
    /** Keys of the marks that stand out, as the page asks for (a formula's term). */
    this.highlight = '';
    this.width = 0;
    /** @type {number | null} */
    this.cursor = null;
    this.hovered = '';
    /** The part of the picture that is pointed at. */
    this.group = '';
    this.open = false;
    this.failure = '';
    this.spoken = '';
    this.valueText = '';
    /** @type {Picture | null} */
    this.picture = null;
    this.dimmed = false;
    this.observer =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.measure());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer?.observe(this);
    this.measure();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    clearTimeout(this.resting);
  }

  measure() {
    const width = Math.floor(this.clientWidth);
    if (width > 0 && width !== this.width) this.width = width;
  }

  get height() {
    const { height = 320 } = this.figure ?? {};
    return typeof height === 'function' ? height(this.width) : height;
  }

  /** The keys that stand out now: what the pointer is on; else, if nobody reads the picture, what the page asks for. */
  get lit() {
    return this.hovered || (this.cursor === null ? this.highlight : '') || '';
  }

  get say() {
    return { ...defaultWords, ...this.words };
  }

  /** @returns {Stop | null} */
  get stop() {
    const reader = this.picture?.reader;
    return reader && this.cursor !== null ? reader.stop(this.cursor, this.lit) : null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const drawn = ['figure', 'width', 'highlight', 'hovered'].some((name) => changed.has(name));
    if (drawn) this.draw();
    if (changed.has('figure')) this.speakAfterRest();
  }

  draw() {
    const { figure, width } = this;
    const ready = figure?.draw && !figure.error && width > 0;
    this.picture = ready ? (figure.draw?.(width, this.height, this.lit) ?? null) : null;
    const count = this.picture?.reader?.count ?? 0;
    if (this.cursor !== null && this.cursor >= count) this.cursor = count > 0 ? count - 1 : null;
  }

  /** A stream would talk without end: only what stays for a moment is spoken. */
  speakAfterRest() {
    if (!this.figure?.announce && this.cursor === null) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.figure?.announce) this.spoken = this.figure.summary ?? '';
      this.readValue();
    }, restMilliseconds);
  }

  /** Text of the place that the slider stands on, for screen readers. */
  readValue() {
    const reader = this.picture?.reader;
    if (reader) this.valueText = stopText(this.stop ?? reader.stop(firstStop(reader), this.lit));
  }

  updated() {
    this.dim();
    const readout = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.readout'));
    if (readout) this.placeReadout(readout);
    const bar = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.progress div'));
    if (bar) bar.style.transform = `scaleX(${this.figure?.progress ?? 0})`;
    const picture = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.picture'));
    if (picture) picture.style.height = `${this.height}px`;
  }

  /** Lets all marks step back but those of the keys that stand out, if the picture has any of them. */
  dim() {
    if (this.lit === '' && !this.dimmed) return;
    const keys = new Set(this.lit.split(' '));
    const keyed = [...this.renderRoot.querySelectorAll('.picture [data-key]')];
    const isLit = (/** @type {Element} */ mark) =>
      keys.has(mark.getAttribute('data-key') ?? '') ||
      keys.has(mark.closest('[data-group]')?.getAttribute('data-group') ?? '');
    this.dimmed = keyed.some(isLit);
    for (const mark of keyed) mark.toggleAttribute('data-dim', this.dimmed && !isLit(mark));
  }

  /** Beside the crosshair, on the outer side where there is room: the middle is where the data are. @param {HTMLElement} readout */
  placeReadout(readout) {
    const { stop, picture, width } = this;
    if (!stop || !picture) return;
    const [from, to] = stop.span ?? [stop.x, stop.x];
    const own = readout.offsetWidth;
    const [before, after] = [from - own - 6, to + 6];
    const outer = stop.x > width / 2 ? after : before;
    const fits = outer >= picture.box.left && outer + own <= width;
    const inner = outer === after ? before : after;
    const left = Math.round(Math.max(0, Math.min(width - own, fits ? outer : inner)));
    readout.style.transform = `translate(${left}px, ${picture.box.top}px)`;
  }

  render() {
    const { figure } = this;
    if (!figure) return nothing;
    return html`<figure aria-labelledby="title">
      <div class="title" id="title">${htmlLabel(figure.title)}</div>
      <slot name="controls"></slot>
      <div class="picture" ?data-reading=${this.cursor !== null}>
        ${this.picture ? this.renderPicture(figure, this.picture) : nothing}
        ${this.renderMessage(figure)} ${this.renderProgress(figure)}
      </div>
      <figcaption>
        <span id="summary">${htmlLabel(figure.summary ?? '')}</span> <slot name="status"></slot>
      </figcaption>
      <div class="visually-hidden" role="status">${this.spoken}</div>
      ${this.renderTools(figure)} ${this.open ? this.renderTable(figure) : nothing}
    </figure>`;
  }

  /** @param {Figure} figure */
  renderMessage(figure) {
    if (figure.error) {
      return html`<div class="message empty error"><p>${htmlLabel(figure.error)}</p></div>`;
    }
    if (this.picture?.reader) return nothing;
    return html`<div class="message ${this.picture ? '' : 'empty'}">${this.say.waiting}</div>`;
  }

  /** @param {Figure} figure */
  renderProgress({ progress }) {
    if (progress === undefined || progress === null) return nothing;
    return html`<div
      class="progress"
      role="progressbar"
      aria-label=${this.say.progress}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(progress * 100)}
    >
      <div></div>
    </div>`;
  }

  /**
   * @param {Figure} figure
   * @param {Picture} picture
   */
  renderPicture(figure, picture) {
    const { width, height, stop } = this;
    return html`<svg
        width=${width}
        height=${height}
        viewBox="0 0 ${width} ${height}"
        role="img"
        aria-label=${figure.title}
        aria-describedby="summary"
      >
        ${picture.content} ${stop ? cursorMarks(stop, picture) : nothing}
      </svg>
      ${picture.reader ? this.renderHit(figure, picture.reader) : nothing}
      ${stop ? renderReadout(stop) : nothing}`;
  }

  /**
   * The surface that pointers and keys act on; to a screen reader, a slider over the places that can be read.
   * @param {Figure} figure
   * @param {Reader} reader
   */
  renderHit(figure, reader) {
    return html`<div
      class="hit"
      role="slider"
      tabindex="0"
      aria-label="${figure.title}. ${this.say.explore}"
      aria-valuemin="0"
      aria-valuemax=${reader.count - 1}
      aria-valuenow=${this.cursor ?? firstStop(reader)}
      aria-valuetext=${this.valueText || nothing}
      @pointermove=${this.point}
      @pointerdown=${this.point}
      @pointerleave=${this.pointAway}
      @click=${this.pick}
      @focus=${this.readValue}
      @keydown=${this.key}
      @blur=${this.leave}
    ></div>`;
  }

  /** @param {PointerEvent} event */
  point(event) {
    const reader = this.picture?.reader;
    if (!reader) return;
    const { index, key = '', group, named } = reader.nearest(event.offsetX, event.offsetY);
    this.cursor = named ? null : index;
    this.hover(key, group);
  }

  /** A finger that lifts leaves its readout standing, until it taps elsewhere. @param {PointerEvent} event */
  pointAway(event) {
    if (event.pointerType !== 'touch') this.leave();
  }

  leave() {
    this.cursor = null;
    this.hover('');
  }

  /** @param {string} key @param {string} [group] */
  hover(key, group = '') {
    if (key === this.hovered && group === this.group) return;
    this.hovered = key;
    this.group = group;
    this.emit('sd-highlight', { key, group });
  }

  pick() {
    if (this.cursor === null) return;
    this.emit('sd-pick', { index: this.cursor, value: this.stop?.value, key: this.hovered });
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const reader = this.picture?.reader;
    if (!reader || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') this.leave();
    else if (event.key === 'Enter' || event.key === ' ') this.pick();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      this.stepSeries(reader, event.key);
    else if (!this.stepPlace(reader, event.key)) return;
    event.preventDefault();
    this.readValue();
  }

  /**
   * @param {Reader} reader
   * @param {string} key
   */
  stepPlace(reader, key) {
    const now = this.cursor ?? firstStop(reader);
    const page = Math.max(1, Math.round(reader.count / 10));
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      PageDown: now - page,
      PageUp: now + page,
      Home: 0,
      End: reader.count - 1,
    };
    if (!(key in places)) return false;
    // The first key press shows where the reading starts.
    const shows = this.cursor === null && key !== 'Home' && key !== 'End';
    this.cursor = shows ? now : Math.max(0, Math.min(reader.count - 1, places[key]));
    return true;
  }

  /**
   * @param {Reader} reader
   * @param {string} key
   */
  stepSeries({ keys = [], ...reader }, key) {
    this.cursor ??= firstStop(reader);
    if (keys.length === 0) return;
    const now = keys.indexOf(this.lit);
    const next = key === 'ArrowDown' ? now + 1 : (now < 0 ? keys.length : now) - 1;
    this.hover(keys[(next + keys.length) % keys.length]);
  }

  /** @param {Figure} figure */
  renderTools(figure) {
    const { say } = this;
    const file = (/** @type {FileKind} */ kind) =>
      html`<button
        type="button"
        class="quiet"
        aria-label="${say[kind]}: ${figure.title}"
        @click=${() => this.save(kind)}
      >
        ${say[kind]}
      </button>`;
    const toggle = html`<button
      type="button"
      class="quiet table"
      aria-label="${say.table}: ${figure.title}"
      aria-expanded=${this.open}
      @click=${() => (this.open = !this.open)}
    >
      ${say.table}
    </button>`;
    return html`<div class="tools">
      ${figure.table ? html`${toggle} ${file('csv')} ${file('json')}` : nothing}
      ${this.picture?.reader ? html`${file('svg')} ${file('png')}` : nothing}
      ${this.failure ? html`<span class="muted" role="alert">${this.failure}</span>` : nothing}
    </div>`;
  }

  /** @param {Figure} figure */
  renderTable(figure) {
    const { columns, rows } = tableOf(figure);
    const shown = rows.slice(0, mostRows);
    const side = (/** @type {string} */ key) => (isNumeric(rows, key) ? 'numeric' : '');
    return html`<div
        class="sheet"
        tabindex="0"
        role="region"
        aria-label="${this.say.table}: ${figure.title}"
      >
        <table>
          <thead>
            <tr>
              ${columns.map(({ key, label }) => html`<th scope="col" class=${side(key)}>${htmlLabel(label)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${shown.map(
              (row) =>
                html`<tr>
                  ${columns.map((column) => html`<td class=${side(column.key)}>${cellText(column, row[column.key])}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${
        rows.length > shown.length
          ? html`<p class="muted">${this.say.shown(shown.length, rows.length)}</p>`
          : nothing
      }`;
  }

  /**
   * Makes one of the files.
   * @param {FileKind} kind
   * @returns {Promise<Blob>}
   */
  async file(kind) {
    const { figure } = this;
    if (!figure) throw new Error('the figure is still empty');
    if (kind === 'csv') {
      // The mark tells spreadsheets that the text is UTF-8.
      return new Blob(['\ufeff', toCsv(tableOf(figure))], { type: 'text/csv;charset=utf-8' });
    }
    if (kind === 'json') {
      const table = figure.table ? tableOf(figure) : undefined;
      return new Blob([toJson({ ...figure, table })], { type: 'application/json' });
    }
    const picture = this.renderRoot.querySelector('.picture > svg');
    if (!(picture instanceof SVGSVGElement)) throw new Error('the picture is still empty');
    const source = toSvg(picture, figure);
    return kind === 'svg' ? new Blob([source], { type: 'image/svg+xml' }) : toPng(source);
  }

  /** @param {FileKind} kind */
  async save(kind) {
    try {
      save(`${this.figure?.name ?? 'figure'}.${kind}`, await this.file(kind));
      this.failure = '';
    } catch {
      this.failure = this.say.failed;
    }
  }
}

/** @param {Pick<Reader, 'start' | 'count'>} reader */
const firstStop = (reader) => reader.start ?? reader.count >> 1;

/** @param {Stop} stop */
export const stopText = ({ title, rows }) =>
  [title, ...rows.map(({ label, value }) => `${label} ${value}`)].join(', ');

/**
 * The place that is read: its width or a hair line, and a point on each curve.
 * @param {Stop} stop
 * @param {Picture} picture
 */
function cursorMarks({ x, span, dots }, { box }) {
  const [from, to] = span ?? [x, x];
  const place =
    to - from >= 2
      ? svg`<path class="place" d="M${from},${box.top}H${to}V${box.bottom}H${from}Z"></path>`
      : svg`<path class="crosshair" d="M${Math.floor(x) + 0.5},${box.top}V${box.bottom}"></path>`;
  return svg`<g class="cursor">${place}${dots.map(
    ({ y, color }) =>
      svg`<circle class="dot" data-color=${color ?? 'ink'} cx=${x} cy=${y} r="4"></circle>`,
  )}</g>`;
}

/** @param {Stop} stop */
function renderReadout({ title, rows }) {
  return html`<div class="readout" aria-hidden="true">
    <div class="at">${htmlLabel(title)}</div>
    <dl>
      ${rows.map(
        ({ label, value, color }) =>
          html`<dt data-color=${color ?? nothing}>${htmlLabel(label)}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </div>`;
}

/** @param {Figure} figure @returns {Table} */
function tableOf({ table }) {
  return (typeof table === 'function' ? table() : table) ?? { columns: [], rows: [] };
}

/**
 * @param {Table['rows']} rows
 * @param {string} key
 */
export const isNumeric = (rows, key) => rows.some((row) => typeof row[key] === 'number');

/**
 * @param {import('./export.js').Column} column
 * @param {import('./export.js').Cell} value
 */
export function cellText(column, value) {
  if (value === null || value === undefined) return '';
  return column.format ? column.format(value) : String(value);
}

if (typeof customElements !== 'undefined' && !customElements.get('sd-figure')) {
  customElements.define('sd-figure', SdFigure);
}
