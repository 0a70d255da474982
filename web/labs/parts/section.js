/**
 * What the pictures of all labs have in common as elements: when to compute, when to draw, what they tell the lab.
 *
 * A section computes when it is (nearly) on the screen. Off the screen it waits until the visitor has stopped changing
 * things, so that moving a slider costs only what can be seen.
 */

/** @import { SdFigure } from '../../charts/figure.js' */
/** @import { Prediction } from '../../charts/types.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Changes } from '../lab/state-element.js' */
/** @import { Told } from './events.js' */
/** @import { Pointed } from './types.js' */

import { LitElement, html, nothing } from 'lit';
import { formatters, translator } from '../../i18n/index.js';
import { refusal } from './refusal.js';
import { sectionStyles } from './styles.js';

/**
 * @typedef {Readonly<Record<string, any>>} Params  all parameters of the lab, as web/tables/params.js describes them
 */

/** How long what nobody sees waits after the last change, in milliseconds. */
export const settle = 350;

/** How near to the window a section counts as on the screen. */
const nearby = '0px';

export class Section extends LitElement {
  static styles = sectionStyles;

  /** Whether there is a figure in it: a picture that can be saved as one. */
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
    /** What was predicted of it. @type {Prediction | null} */
    this.prediction = null;
    /** Shown without its lab. */
    this.single = false;
    /** Whether a changed summary is spoken. */
    this.announces = false;
    /** So many times as tall as usual is what may have any height: in front of a class it fills the screen. */
    this.stretch = 1;
    /** Whether it can be shared alone. */
    this.embeds = false;
    /** In the window, or nearly. */
    this.visible = false;
    this.computesUnseen = false;
    /** So many files of it are being made, whether it is seen or not. */
    this.wanted = 0;
    /** All long work so far. @type {Promise<unknown> | null} */
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

  /** The term of the formula that is pointed at; not a reason to draw all again. @param {string} term */
  set term(term) {
    this.lit = term;
    this.light();
  }

  get term() {
    return this.lit;
  }

  /** Whether everything else waits for its picture. */
  get awaitsFigure() {
    return true;
  }

  /** The first figure of the section, if it has one. @returns {SdFigure | null} */
  get figure() {
    return this.renderRoot?.querySelector('.figure');
  }

  /** Lets the marks that the term drives stand out. */
  light() {
    const { figure } = this;
    if (figure) figure.highlight = this.driven(this.lit);
  }

  /**
   * Keys of the marks that a term of the formula drives.
   * @param {string} _term
   */
  driven(_term) {
    return '';
  }

  /**
   * The term that drives what is pointed at in the picture.
   * @param {Pointed} _pointed
   */
  termOf(_pointed) {
    return '';
  }

  /**
   * A place of the picture was clicked, or Enter pressed on it.
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
    this.visible = false; // should it come back, it is seen anew, and computes anew
    clearTimeout(this.timer);
    this.forget();
  }

  /** Whether it computes without delay. */
  get onScreen() {
    return this.visible || this.computesUnseen || this.wanted > 0;
  }

  /** Computes though it is not shown: others tell its numbers. @param {boolean} unseen */
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

  /** What a visitor would have to start by hand. */
  begin() {}

  /**
   * The figure with all of its numbers, computed now if need be, wherever it stands.
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

  /** Off the screen a change is noted, and drawn when no further change has come for a while. */
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
    // The first drawing is an empty frame: it costs nothing and keeps the page's height steady.
    if (this.engine && (this.onScreen || (this.hasUpdated && this.settled)))
      this.follow(this.engine);
  }

  updated() {
    this.settled = false;
    this.light();
  }

  /** Computes what it shows, where what that needs has changed. @param {Engine} _engine */
  follow(_engine) {}

  /** One sentence of the engine about what it could not compute. */
  get refused() {
    return '';
  }

  /** The same as it is shown. */
  get problem() {
    return refusal(this.t, this.refused);
  }

  /** It leaves the page: what it shows is computed anew should it come back. */
  forget() {}

  /** What its files say of where they come from. */
  get origin() {
    const { engine, link, params } = this;
    return { seed: params.seed, link, version: engine?.engine.version };
  }

  /** Whoever wants the finished picture waits for this, too. @param {Promise<void>} work */
  track(work) {
    this.task = Promise.all([this.task, work]);
  }

  /** Draws again, also off the screen: called when results have come in. */
  redraw() {
    this.settled = true;
    this.requestUpdate();
  }

  /**
   * Tells the lab about numbers, for its answer sentence, formula and code samples.
   * @param {string} name
   * @param {unknown} result
   * @param {boolean} [isSettled]  nothing that comes in will change it
   */
  publish(name, result, isSettled = true) {
    this.tell('sd-result', { name, result, isSettled });
  }

  /**
   * @template {keyof Told} Name
   * @param {Name} event
   * @param {Told[Name]} detail
   */
  tell(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }));
  }

  /** @param {number} value */
  number = (value) => this.format.number(value, 4);

  /** @param {number} value */
  count = (value) => this.format.integer(value);

  /** Asks the lab to share this picture alone. @param {string} title @param {string} [slot] */
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
