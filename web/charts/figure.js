/**
 * <sd-figure>: the frame of every picture. It has a title, the picture at its real pixel width, a readout for mouse,
 * touch and keys, one sentence of summary, the table of its data, and files.
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
 *       <button slot="controls">...</button> <span slot="status">...</span> <button slot="tools">...</button>
 *     </sd-figure>`
 *
 * Title, labels and summary may contain light mathematics ("d_k"; see label.js).
 * `highlight` (one key or group, or several with spaces) lets those marks stand out. Pointing at a series or a group
 * fires `sd-highlight` {key, group}, with '' when the pointer leaves. While a picture is read, the page's highlight does
 * not apply. A click, Enter or Space on a place fires `sd-pick` {index, value, key}. A dragged handle fires `sd-drag`
 * {key, index, value, done}; see dragging.js.
 * Without `draw` the figure waits. With `error` it says why there is no picture. Its size stays the same.
 */
import { LitElement, html, nothing } from 'lit';
import { base, tokens } from './tokens.js';
import { marks } from './marks.js';
import { frame } from './figure-styles.js';
import { htmlLabel, plainLabel } from './label.js';
import { isDark, paintRasters, renderRasters } from './pixels.js';
import { firstStop } from './stops.js';

/** @import { Figure, FileKind, Picture, Reader, Stop, Words } from './types.js' */
/** @import { Reading } from './reading.js' */

/**
 * The font size that pictures are designed for, px. In larger type a picture is enlarged, but keeps at least
 * `leastGrown` px of its own width.
 */
const usualType = 15;
const leastGrown = 560;

/** Limits of the width of an image file, px. */
export const imageWidths = Object.freeze({ min: 320, max: 4096 });

/** How long a changing summary or value must rest before it is announced. */
const restMilliseconds = 1000;

/** A pointer that moves at least this far between down and up is dragging. */
const stillPixels = 8;

/** The code for reading, dragging and tables, loaded after the pictures. @type {typeof import('./handling.js') | undefined} */
let handling;

/** The figures that wait for that code. @type {Set<SdFigure>} */
const waiting = new Set();

/** The load of that code while it is under way or done. @type {Promise<void> | undefined} */
let loading;

/**
 * Loads that code, at the latest when a picture is read or its table is opened. The next reading retries a failed load.
 * All events that wait for it wait for one promise: two imports of one module may settle in different tasks, and a key
 * pressed in between would overtake those that wait for the second.
 */
export function prepareReading() {
  loading ??= import('./handling.js').then(
    (module) => {
      handling = module;
      for (const figure of waiting) figure.requestUpdate();
      waiting.clear();
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** Whether a key moves a slider or chooses a place. @param {KeyboardEvent} event */
const isForReading = ({ key, ctrlKey, metaKey, altKey }) =>
  !(ctrlKey || metaKey || altKey) && /^(Arrow|Page|Home|End|Enter$| $)/.test(key);

/** Loads the code that makes files, on demand. */
const filing = () => import('./files.js');

export class SdFigure extends LitElement {
  static properties = {
    figure: { attribute: false },
    words: { attribute: false },
    highlight: { type: String },
    width: { state: true },
    grown: { state: true },
    cursor: { state: true },
    grab: { state: true },
    hovered: { state: true },
    open: { state: true },
    failure: { state: true },
    spoken: { state: true },
    valueText: { state: true },
  };

  static styles = [tokens, base, marks, frame];

  constructor() {
    super();
    /** @type {Figure | null} */
    this.figure = null;
    /** @type {Words} */
    this.words = /** @type {any} */ ({});
    /** Keys of the marks that the page highlights (a term of a formula). */
    this.highlight = '';
    this.width = 0;
    /** Scale factor from pixels of the picture to pixels of the page. */
    this.grown = 1;
    /** @type {number | null} */
    this.cursor = null;
    this.hovered = '';
    /** Whether the pointer is on a handle. */
    this.grab = false;
    /** The group of the picture that the pointer is on. */
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
    /** @type {boolean | undefined} Whether the theme is dark. Cached because reading it forces a layout, even during a drag. */
    this.dark = undefined;
    /** Where a pointer went down before the reading code was loaded. @type {[number, number]} */
    this.pressed = [0, 0];
    /** @type {Reading | undefined} */
    this.reads = undefined;
    /** Listener of the surface. Not passive, so that it can keep a finger on a handle from scrolling. */
    this.take = { handleEvent: (/** @type {Event} */ event) => this.read(event), passive: false };
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

  /** Enlarges the whole picture in large type, as on a large screen: it is drawn for fewer, larger pixels. */
  measure() {
    const { clientWidth } = this;
    if (clientWidth === 0) return;
    const type = parseFloat(getComputedStyle(this).fontSize) / usualType;
    this.grown = Math.max(1, Math.min(type, clientWidth / leastGrown));
    this.width = Math.floor(clientWidth / this.grown);
  }

  get height() {
    const { height = 320 } = this.figure ?? {};
    return typeof height === 'function' ? height(this.width) : height;
  }

  /** The highlighted keys: those under the pointer, otherwise the page's unless the picture is being read. */
  get lit() {
    return this.hovered || (this.cursor === null ? this.highlight : '') || '';
  }

  /** The controller that reads values and drags handles, once its code is loaded. */
  get reading() {
    if (handling) this.reads ??= new handling.Reading(this);
    return this.reads;
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
    if (!handling) this.wait();
  }

  /** Registers for an update when the code for handles, readouts and tables is loaded. */
  wait() {
    waiting.add(this);
    if (this.open) void prepareReading();
  }

  draw() {
    const { figure, width } = this;
    const ready = figure?.draw && !figure.error && width > 0;
    this.picture = ready ? (figure.draw?.(width, this.height, this.lit) ?? null) : null;
    this.reading?.follow();
    const count = this.picture?.reader?.count ?? 0;
    if (this.cursor !== null && this.cursor >= count) this.cursor = count > 0 ? count - 1 : null;
  }

  /** Announces a summary only after it has stayed unchanged for a while. A stream would otherwise be read out without end. */
  speakAfterRest() {
    if (!this.figure?.announce && this.cursor === null) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.figure?.announce) this.spoken = plainLabel(this.figure.summary ?? '');
      this.reading?.readValue();
    }, restMilliseconds);
  }

  updated() {
    this.dim();
    // Reading colours forces a layout, so the first paint waits for the frame's own.
    if (this.dark === undefined) requestAnimationFrame(() => this.paint());
    else this.paint();
    /** @type {HTMLElement | null} */
    const readout = this.renderRoot.querySelector('.readout');
    if (readout && this.stop && this.picture)
      handling?.placeReadout(readout, this.stop, this.picture, this.width);
    /** @type {HTMLElement | null} */
    const bar = this.renderRoot.querySelector('.progress div');
    if (bar) bar.style.transform = `scaleX(${this.figure?.progress ?? 0})`;
    /** @type {HTMLElement | null} */
    const picture = this.renderRoot.querySelector('.picture');
    if (!picture) return;
    this.place(picture.style);
    this.figure?.prediction?.settle(picture);
  }

  /** Reserves the space that an enlarged picture covers. @param {CSSStyleDeclaration} style  Of the picture */
  place(style) {
    const { width, height, grown } = this;
    const above = this.figure?.prediction?.room(width);
    style.height = `${height}px`;
    style.width = grown > 1 ? `${width}px` : '';
    style.transform = grown > 1 ? `scale(${grown})` : '';
    style.marginTop = above ? `${grown * (above + 8)}px` : '';
    style.marginBottom = grown > 1 ? `${(grown - 1) * height}px` : '';
  }

  get canvases() {
    /** @type {NodeListOf<HTMLCanvasElement>} */
    const rasters = this.renderRoot.querySelectorAll('.raster');
    return [...rasters];
  }

  paint() {
    const probe = this.renderRoot.querySelector('.theme');
    if (!probe) return;
    this.dark ??= isDark(probe);
    paintRasters(this.canvases, this.picture?.rasters ?? [], this.dark);
  }

  repaint() {
    this.dark = undefined;
    this.paint();
  }

  /** Dims all marks except the highlighted ones, if the picture has any of those. */
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

  render() {
    const { figure } = this;
    if (!figure) return nothing;
    return html`<figure aria-labelledby="title">
      <div class="title" id="title">${htmlLabel(figure.title)}</div>
      <div class="picture" ?data-reading=${this.cursor !== null}>
        ${this.picture ? this.renderPicture(figure, this.picture) : nothing}
        ${this.renderMessage(figure)} ${this.renderProgress(figure)}
      </div>
      <slot name="controls"></slot>
      <figcaption>
        <span id="summary" class=${figure.hidesSummary ? 'visually-hidden' : nothing}
          >${htmlLabel(figure.summary ?? '')}</span
        >
        <slot name="status"></slot>
      </figcaption>
      <div class="visually-hidden" role="status">${this.spoken}</div>
      ${this.renderTools(figure)} ${this.open ? renderTable(figure, this.words) : nothing}
    </figure>`;
  }

  /** @param {Figure} figure */
  renderMessage(figure) {
    if (figure.error) {
      return html`<div class="message empty error" role="alert">
        <p>${htmlLabel(figure.error)}</p>
      </div>`;
    }
    if (this.picture?.reader) return nothing;
    return html`<div class="message ${this.picture ? '' : 'empty'}">${this.words.waiting}</div>`;
  }

  /** @param {Figure} figure */
  renderProgress({ progress }) {
    if (progress === undefined || progress === null) return nothing;
    return html`<div
      class="progress"
      role="progressbar"
      aria-label=${this.words.progress}
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
    return html`${this.renderPixels(picture)}<svg
        width=${width}
        height=${height}
        viewBox="0 0 ${width} ${height}"
        role="img"
        aria-label=${plainLabel(figure.title)}
        aria-describedby="summary"
      >
        ${picture.content} ${figure.prediction?.draw(picture, width, height)}
        ${stop && !this.reading?.dragging?.grip ? handling?.cursorMarks(stop, picture) : nothing}
      </svg>
      ${picture.reader ? this.renderHit(figure, picture.reader) : nothing}
      ${this.reading?.dragging?.render(width, height)}
      ${stop && !stop.quiet ? handling?.renderReadout(stop) : nothing}`;
  }

  /**
   * Renders the canvases, and an element whose colour transition reports any change of the theme.
   * @param {Picture} picture
   */
  renderPixels({ rasters = [] }) {
    if (rasters.length === 0) return nothing;
    return html`<span
        class="theme"
        @transitionend=${this.repaint}
        @transitioncancel=${this.repaint}
      ></span
      >${renderRasters(rasters)}`;
  }

  /**
   * Renders the surface for pointers and keys. Screen readers see a slider over the places that can be read.
   * @param {Figure} figure
   * @param {Reader} reader
   */
  renderHit(figure, reader) {
    return html`<div
      class="hit"
      role="slider"
      tabindex="0"
      aria-label="${plainLabel(figure.title)}. ${this.words.explore}"
      aria-valuemin="0"
      aria-valuemax=${reader.count - 1}
      aria-valuenow=${this.cursor ?? firstStop(reader)}
      aria-valuetext=${this.valueText || nothing}
      ?data-grab=${this.grab}
      @pointermove=${this.take}
      @pointerdown=${this.take}
      @pointerup=${this.take}
      @pointercancel=${this.take}
      @pointerleave=${this.take}
      @touchstart=${this.take}
      @click=${this.take}
      @focus=${this.take}
      @keydown=${this.take}
      @blur=${this.take}
    ></div>`;
  }

  /** Handles an event of the surface. A key, focus or click that comes before the reading code waits for it. @param {Event} event */
  read(event) {
    if (this.reading) {
      this.reading.take(event);
      return;
    }
    if (event instanceof MouseEvent) {
      this.readEarly(event);
      return;
    }
    const isKey = event instanceof KeyboardEvent && isForReading(event);
    if (isKey) event.preventDefault();
    const take = () => {
      const root = this.renderRoot;
      const isThere = root.activeElement === root.querySelector('.hit');
      if (isThere && (isKey || event.type === 'focus')) this.reading?.take(event);
    };
    prepareReading().then(take);
  }

  /**
   * Handles a pointer event that comes before the reading code is loaded. A click picks at its place once the code is
   * there, unless it ends a drag. Other events only start the load.
   * @param {MouseEvent} event
   */
  readEarly({ type, offsetX, offsetY }) {
    const coming = prepareReading();
    if (type === 'pointerdown') this.pressed = [offsetX, offsetY];
    const [x, y] = this.pressed;
    const isStill = Math.max(Math.abs(offsetX - x), Math.abs(offsetY - y)) < stillPixels;
    if (type === 'click' && isStill) coming.then(() => this.reading?.pickAt(offsetX, offsetY));
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param {Figure} figure */
  renderTools(figure) {
    const { words: say } = this;
    const file = (/** @type {FileKind} */ kind) =>
      html`<button
        type="button"
        class="quiet"
        aria-label="${say[kind]}: ${plainLabel(figure.title)}"
        @click=${() => this.save(kind)}
      >
        ${say[kind]}
      </button>`;
    const toggle = html`<button
      type="button"
      class="quiet table"
      aria-label="${say.table}: ${plainLabel(figure.title)}"
      aria-expanded=${this.open}
      @click=${() => (this.open = !this.open)}
    >
      ${say.table}
    </button>`;
    return html`<div class="tools">
      ${figure.table ? html`${toggle} ${file('csv')} ${file('json')}` : nothing}
      ${this.picture?.reader ? html`${file('svg')} ${file('png')}` : nothing}
      <slot name="tools"></slot>
      ${this.failure ? html`<span class="muted" role="alert">${this.failure}</span>` : nothing}
    </div>`;
  }

  /**
   * Makes one of the files.
   * @param {FileKind} kind
   * @returns {Promise<Blob>}
   */
  async file(kind) {
    return (await filing()).fileOf(this, kind);
  }

  /**
   * Makes an image file of any width, whether the picture is shown or not.
   * @param {'svg' | 'png'} kind
   * @param {number} [width]  Of the whole sheet, px; as shown by default
   * @returns {Promise<Blob>}
   */
  async image(kind, width) {
    return (await filing()).imageOf(this, kind, width);
  }

  /** @param {FileKind} kind */
  async save(kind) {
    try {
      await (await filing()).saveFile(this, kind);
      this.failure = '';
    } catch {
      this.failure = this.words.failed;
    }
  }
}

/** @param {Figure} figure @param {Words} words */
const renderTable = (figure, { table, shown }) =>
  handling?.renderSheet(handling.tableOf(figure), {
    name: `${table}: ${plainLabel(figure.title)}`,
    more: shown,
  });
