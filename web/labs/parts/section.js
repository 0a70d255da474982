/**
 * The base class of all pictures: decides when to compute and when to draw, and sends events to the lab.
 *
 * A section computes when it is in the window, or nearly. Outside it waits until the visitor has stopped changing
 * things, so that moving a slider costs only what can be seen.
 */

/** @import { SdFigure } from '../../charts/figure.js' */
/** @import { Prediction } from '../../charts/types.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Changes } from '../lab/state-element.js' */
/** @import { EventDetails } from './events.js' */
/** @import { Pointed } from './types.js' */

import { LitElement, html, nothing } from 'lit';
import { formatters, translator } from '../../i18n/index.js';
import { refusal } from './refusal.js';
import { sectionStyles } from './styles.js';

/**
 * @typedef {Readonly<Record<string, any>>} Params  all parameters of the lab, as web/tables/params.js describes them
 */

/** How long sections out of view wait after the last change, ms. */
export const settle = 350;

/** Margin around the window in which a section counts as on the screen. */
const nearby = '0px';

export class Section extends LitElement {
  static styles = sectionStyles;

  /** Whether it has a figure that can be saved. */
  static pictured = true;

  static properties = {
    engine: { attribute: false },
    params: { attribute: false },
    t: { attribute: false },
    link: { attribute: false },
    set: { attribute: false },
    format: { attribute: false },
    prediction: { attribute: false },
    single: { type: Boolean },
    stretch: { attribute: false },
    embeds: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Engine | null} */ this.engine = null;
    /** @type {Params} */ this.params = {};
    /** @type {Translate} */ this.t = translator('en');
    /** @type {string} */ this.link = '';
    /** @type {(changes: Changes) => void} */ this.set = () => {};
    /** @type {Format} */ this.format = formatters('en');
    /** The prediction to draw. @type {Prediction | null} */
    this.prediction = null;
    /** Whether it is shown without its lab. */
    this.single = false;
    /** Whether a changed summary is announced. */
    this.announces = false;
    /** Factor on heights that are free. On slides it makes a picture fill the screen. */
    this.stretch = 1;
    /** Whether it has its own share button. */
    this.embeds = false;
    /** Whether it is in the window, or nearly. */
    this.visible = false;
    this.computesUnseen = false;
    /** How many files of it are being made, in view or not. */
    this.wanted = 0;
    /** All long work that has been started. @type {Promise<unknown> | null} */
    this.task = null;
    this.settled = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    /** @type {IntersectionObserver | null} */ this.observer = null;
    this.lit = '';
    /** @param {CustomEvent<Pointed>} event */
    this.point = ({ detail }) => this.tell('sd-term', { term: this.termOf(detail) });
    /** @param {CustomEvent<{value?: number, key: string}>} event */
    this.pick = ({ detail }) => this.picked(detail);
  }

  /** The highlighted term of the formula. Setting it does not render again. @param {string} term */
  set term(term) {
    this.lit = term;
    this.light();
  }

  get term() {
    return this.lit;
  }

  /** Whether everything else waits for this picture. */
  get awaitsFigure() {
    return true;
  }

  /** The first figure of the section, or null. @returns {SdFigure | null} */
  get figure() {
    return this.renderRoot?.querySelector('.figure');
  }

  /** Highlights the marks that the term drives. */
  light() {
    const { figure } = this;
    if (figure) figure.highlight = this.driven(this.lit);
  }

  /**
   * Returns the keys of the marks that a term of the formula drives.
   * @param {string} _term
   */
  driven(_term) {
    return '';
  }

  /**
   * Returns the term that drives the marks under the pointer.
   * @param {Pointed} _pointed
   */
  termOf(_pointed) {
    return '';
  }

  /**
   * Called when a place of the picture was clicked, or Enter was pressed on it.
   * @param {{value?: number, key: string}} _place
   */
  picked(_place) {}

  connectedCallback() {
    super.connectedCallback();
    this.observer = new IntersectionObserver(
      (entries) => this.moved(entries[entries.length - 1].isIntersecting),
      {
        rootMargin: nearby,
      },
    );
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.visible = false; // if it comes back, it is observed and computed again
    clearTimeout(this.timer);
    this.forget();
  }

  /** Whether it computes without delay. */
  get onScreen() {
    return this.visible || this.computesUnseen || this.wanted > 0;
  }

  /** Whether it computes even while hidden, because others show its numbers. @param {boolean} unseen */
  set unseen(unseen) {
    if (unseen === this.computesUnseen) return;
    this.computesUnseen = unseen;
    if (unseen) this.requestUpdate();
  }

  /** @param {boolean} visible */
  moved(visible) {
    if (visible === this.visible) return;
    this.visible = visible;
    if (visible) this.requestUpdate();
  }

  /** Starts what a visitor otherwise has to start. */
  begin() {}

  /**
   * Resolves with the complete figure. Computes it now if necessary, wherever it is on the page.
   * @returns {Promise<SdFigure>}
   */
  async finished() {
    this.wanted += 1;
    try {
      this.requestUpdate();
      await this.updateComplete;
      this.begin();
      for (let task = null; this.task !== task; await this.updateComplete) {
        task = this.task;
        await task;
      }
    } finally {
      this.wanted -= 1;
    }
    if (this.problem) throw new Error(this.problem);
    if (!this.isConnected || !this.figure)
      throw new Error('the picture left the page before it was finished');
    return this.figure;
  }

  /** Out of view a change is rendered only after no other change has come for a while. */
  shouldUpdate() {
    if (this.onScreen || !this.hasUpdated || this.settled) return true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.settled = true;
      this.requestUpdate();
    }, settle);
    return false;
  }

  willUpdate() {
    // The first render is an empty frame: it costs nothing and keeps the page's height stable.
    if (this.engine && (this.onScreen || (this.hasUpdated && this.settled)))
      this.follow(this.engine);
  }

  updated() {
    this.settled = false;
    this.light();
  }

  /** Computes what it shows if its needs have changed. @param {Engine} _engine */
  follow(_engine) {}

  /** The engine's sentence about why it could not compute. */
  get refused() {
    return '';
  }

  /** The same sentence as the page shows it. */
  get problem() {
    return refusal(this.t, this.refused);
  }

  /** Called when it leaves the page. Its results are computed again if it comes back. */
  forget() {}

  /** The origin that its files record. */
  get origin() {
    const { engine, link, params } = this;
    return { seed: params.seed, link, version: engine?.engine.version };
  }

  /** Adds work that finished() waits for. @param {Promise<void>} work */
  track(work) {
    this.task = Promise.all([this.task, work]);
  }

  /** Renders again, also out of view. Called when results have arrived. */
  redraw() {
    this.settled = true;
    this.requestUpdate();
  }

  /**
   * Sends numbers to the lab, for its answer, formula and code samples.
   * @param {string} name
   * @param {unknown} result
   * @param {boolean} [isSettled]  whether it is final
   */
  publish(name, result, isSettled = true) {
    this.tell('sd-result', { name, result, isSettled });
  }

  /**
   * @template {keyof EventDetails} Name
   * @param {Name} event
   * @param {EventDetails[Name]} detail
   */
  tell(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }));
  }

  /** @param {number} value */
  number = (value) => this.format.number(value, 4);

  /** @param {number} value */
  count = (value) => this.format.integer(value);

  /** Renders the button that shares this picture alone. @param {string} title @param {string} [slot] */
  renderEmbed(title, slot) {
    if (!this.embeds) return nothing;
    const word = this.t('common.frame.embed');
    return html`<button
      type="button"
      class="quiet"
      data-action="embed"
      slot=${slot ?? nothing}
      aria-haspopup="dialog"
      aria-label="${word}: ${title}"
      @click=${(/** @type {Event} */ { target }) =>
        target?.dispatchEvent(new CustomEvent('sd-embed', { bubbles: true, composed: true }))}
    >
      ${word}
    </button>`;
  }

  renderProblem() {
    return this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing;
  }
}
