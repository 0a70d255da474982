/**
 * <sd-share-preview>: the lab as readers will see it, in a column as wide as theirs, scaled down to fit. It is a real
 * lab with the page's engine. It is inert, and its events do not leave this element, because the page would take them
 * for events of its own lab. It starts when it is first seen, and ends with this element.
 * Properties: t, kind (the lab's class), query (the state), theme, cut (the height of a frame in pixels, 0 for none),
 * summary (what is hidden and locked, in words). Event: sd-tall {height}, of the lab in pixels.
 */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { Lab } from './lab.js' */

import { LitElement, css, html, nothing } from 'lit';
import { base, tokens } from '../../charts/tokens.js';

/** Widths of readers' columns, px. @type {Readonly<Record<string, number>>} */
const widths = { phone: 360, article: 720, page: 1140 };

/** Below this width, px, a phone's column is shown first. */
const smallStage = 480;

const told = ['scaledot-change', 'scaledot-error', 'scaledot-engine'];

export class SharePreview extends LitElement {
  static properties = {
    t: { attribute: false },
    kind: { attribute: false },
    query: { attribute: false },
    theme: { attribute: false },
    cut: { attribute: false },
    summary: { attribute: false },
    width: { state: true },
    seen: { state: true },
  };

  static styles = [
    tokens,
    base,
    css`
      :host {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
        gap: var(--sd-2);
        min-width: 0;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        align-items: center;
        gap: 0 var(--sd-3);
        min-height: 40px;
      }
      .widths {
        display: flex;
        gap: var(--sd-1);
        font-size: var(--sd-size-s);
      }
      .widths button {
        border-color: transparent;
        background: none;
        color: var(--sd-muted);
      }
      .widths button[aria-pressed='true'] {
        border-color: transparent;
        color: var(--sd-ink);
        font-weight: 600;
      }
      .stage {
        position: relative;
        overflow: hidden;
        border: 1px solid var(--sd-rule);
        border-radius: var(--sd-radius);
        background: var(--sd-panel);
      }
      /* Laid out at the reader's size, then scaled to the available space. */
      .screen {
        position: absolute;
        inset-block-start: 0;
        left: var(--left);
        width: var(--width);
        height: var(--height);
        padding: 12px 16px;
        overflow: auto;
        overscroll-behavior: contain;
        scrollbar-width: thin;
        transform: scale(var(--scale));
        transform-origin: 0 0;
        background: var(--sd-paper);
        color: var(--sd-ink);
        outline-offset: -3px;
      }
      /* The screen has the padding. */
      .screen *::part(lab) {
        padding: 0;
      }
      .hint {
        font-size: var(--sd-size-s);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Translate | undefined} */
    this.t = undefined;
    /** @type {typeof Lab | undefined} */
    this.kind = undefined;
    this.query = '';
    this.theme = 'auto';
    this.cut = 0;
    this.summary = '';
    this.width = '';
    this.seen = false;
    /** @type {Lab | undefined} */
    this.lab = undefined;
    for (const name of told) this.addEventListener(name, (event) => event.stopPropagation());
  }

  #sizes = new ResizeObserver(() => this.#fit());
  #sight = new IntersectionObserver((entries) => {
    this.seen ||= entries.some(({ isIntersecting }) => isIntersecting);
  });

  /** @param {string} selector */
  #part(selector) {
    /** @type {NodeListOf<HTMLElement>} */
    const [part] = this.renderRoot.querySelectorAll(selector);
    return part;
  }

  firstUpdated() {
    const stage = this.#part('.stage');
    this.#sizes.observe(stage);
    this.#sight.observe(stage);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#sight.disconnect();
  }

  /**
   * Creates a new lab for each width, because its initial layout depends on the width.
   * @param {Map<PropertyKey, unknown>} changed
   */
  willUpdate(changed) {
    if (!this.seen || !this.width || !this.kind) return;
    if (!this.lab || changed.has('width')) {
      if (this.lab) this.#sizes.unobserve(this.lab);
      this.lab = new this.kind();
      this.lab.timed = false;
      this.#sizes.observe(this.lab);
    }
    if (this.lab.query !== this.query) this.lab.setLink(this.query);
  }

  updated() {
    this.#fit();
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#part('.stage');
    if (clientWidth === 0) return;
    this.width ||= clientWidth < smallStage ? 'phone' : 'article';
    const wanted = widths[this.width];
    const scale = Math.min(1, clientWidth / wanted);
    const height = clientHeight / scale;
    const place = {
      '--width': `${wanted}px`,
      '--height': `${this.cut ? Math.min(height, this.cut) : height}px`,
      '--left': `${(clientWidth - wanted * scale) / 2}px`,
      '--scale': String(scale),
    };
    const { style } = this.#part('.screen');
    for (const [name, value] of Object.entries(place)) style.setProperty(name, value);
    this.#tell();
  }

  #tell() {
    const { lab } = this;
    if (!lab?.hasUpdated) return;
    const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(this.#part('.screen'));
    const height = Math.ceil(
      lab.offsetHeight + parseFloat(paddingBlockStart) + parseFloat(paddingBlockEnd),
    );
    this.dispatchEvent(new CustomEvent('sd-tall', { detail: { height } }));
  }

  render() {
    const { t, width } = this;
    if (!t) return nothing;
    const words = [t('share.seen', { width: widths[width] ?? '' }), this.summary].join(' ');
    return html`<div class="bar">
        <h3>${t('share.preview')}</h3>
        <div class="widths" role="group" aria-label=${t('share.widths')}>
          ${Object.keys(widths).map(
            (name) =>
              html`<button
                type="button"
                aria-pressed=${name === width ? 'true' : 'false'}
                @click=${() => (this.width = name)}
              >
                ${t(`share.width.${name}`)}
              </button>`,
          )}
        </div>
      </div>
      <div class="stage">
        <div class="screen" theme=${this.theme} role="img" tabindex="0" aria-label=${words}>
          <div inert aria-hidden="true">${this.lab ?? nothing}</div>
        </div>
      </div>
      <p class="hint muted">${t('share.previewHint')}</p>`;
  }
}
