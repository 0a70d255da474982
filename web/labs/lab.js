/**
 * The base of every lab: a custom element whose state has five faces (controls, attributes, link, JSON, code), drawn
 * at most once a frame. A lab of its own gives the name of its table in state.js, its words, its presets, and the
 * parts named "hooks" below; everything in "Common to every lab" is done here.
 *
 * Events: scaledot-change {state, link, query} after a change was drawn; scaledot-error {message}; scaledot-engine
 * {variant, workers, speed?}. All bubble and cross shadow roots.
 */
import { LitElement, html, nothing } from 'lit';
import { SdFigure } from '../charts/figure.js';
import { base, tokens } from '../charts/tokens.js';
import { chooseLanguage, formatters, translator } from '../i18n/index.js';
import en from '../i18n/common.en.js';
import zhHans from '../i18n/common.zh-Hans.js';
import { change, differences, entriesOf, format, initialParams, parse, wordsOf } from '../state.js';
import { Code } from './code.js';
import { fieldset, groupControls } from './controls.js';
import { define } from './define.js';
import { labStyles } from './lab-styles.js';
import { siteHome } from './home.js';
import { notesPanel, noteText } from './notes.js';
import { presetCard, presetChips } from './presets.js';
import { Share } from './share.js';
import { sharedEngine, sharedSpeed } from './shared-engine.js';
import { plain, rich } from './text.js';

/** @typedef {import('../state.js').Entry} Entry */
/** @typedef {import('../state.js').Params} Params */
/** @typedef {import('../state.js').Note} Note */
/** @typedef {import('../i18n/index.js').Language} Language */
/** @typedef {import('../engine/index.js').Engine} Engine */
/** @typedef {import('./presets.js').Preset} Preset */
/** @typedef {{variant: string, version?: string, workers: number, speed?: import('./shared-engine.js').Speed}} EngineState */

const common = { en, 'zh-Hans': zhHans };

/** The elements that every lab is made of; registered when the first lab is made, not when this file is imported. */
const commonParts = { 'sd-figure': SdFigure, 'sd-share': Share, 'sd-code': Code };

/** @typedef {{group: string, folds?: boolean, advanced?: boolean, inside?: readonly string[]}} ControlGroup */

/** Width of a lab, in pixels, from which its controls stand beside its pictures (as in lab-styles.js). */
const sideBySide = 864;

/** How long the spoken answer waits after the last change, in milliseconds. */
const quiet = 900;

/** Resolves before the next frame is drawn; hidden pages draw none, so there a timer does. */
const nextFrame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** Gives a lab's class one property per parameter. @param {CustomElementConstructor & typeof Lab} lab */
function addProperties(lab) {
  for (const { name } of entriesOf(lab.lab)) {
    if (Object.hasOwn(lab.prototype, name)) continue;
    Object.defineProperty(lab.prototype, name, {
      configurable: true,
      enumerable: true,
      /** @this {Lab} */
      get() {
        return this.params[name];
      },
      /** @this {Lab} */
      set(value) {
        this.setState({ [name]: value });
      },
    });
  }
}

export class Lab extends LitElement {
  /** Name of the table in state.js. */
  static lab = '';
  /** The tag this element is registered under when nobody asks for another. */
  static tag = '';
  /** @type {import('../i18n/index.js').Words} */
  static words = { en: {}, 'zh-Hans': {} };
  /** @type {readonly Preset[]} */
  static presets = [];
  /** Names of the pictures, in their order; each can be hidden. @type {readonly string[]} */
  static pictures = [];
  /** Elements that this lab's drawing uses, by tag; registered when the first lab is made. @type {Record<string, CustomElementConstructor>} */
  static parts = {};

  static styles = [tokens, base, labStyles];

  static get observedAttributes() {
    const own = super.observedAttributes;
    addProperties(/** @type {any} */ (this));
    return [...own, ...entriesOf(this.lab).map((entry) => entry.key)];
  }

  /** The class of this very lab. */
  get #kind() {
    return /** @type {typeof Lab} */ (this.constructor);
  }

  /** @type {Params} */
  #params;
  /** Attributes that changed since the last look, by link key. @type {Map<string, string | null>} */
  #incoming = new Map();
  #reflecting = false;
  /** @type {Params | null} The state that was announced last. */
  #announced = null;
  /** @type {Note[]} */
  #notes = [];
  /** Notes on what was typed into a control, by link key. @type {Map<string, Note>} */
  #typed = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #speech;
  /** The language of the words at hand. @type {Language | ''} */
  #spoken = '';
  #t = translator('en', common);
  #format = formatters('en');

  constructor() {
    super();
    const kind = this.#kind;
    for (const [tag, part] of Object.entries({ ...commonParts, ...kind.parts })) define(tag, part);
    this.#params = initialParams(kind.lab);
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {EngineState | null} */
    this.engineState = null;
    /** Why there is no engine. */
    this.failure = '';
    /** The term of the formula that is pointed at. */
    this.term = '';
    /** What the pictures have told, by name. @type {Record<string, any>} */
    this.results = {};
    this.spoken = '';
    /** Whether the lab tells of its engine and of its page; a page that does so itself says no. */
    this.foot = true;
    /** Whether the lab is the main thing on its page; the page says so. */
    this.alone = false;
    this.#upgradeProperties();
    this.addEventListener('sd-result', (event) =>
      this.#onResult(/** @type {CustomEvent} */ (event)),
    );
    this.addEventListener('sd-term', (event) => {
      event.stopPropagation();
      this.highlight(/** @type {CustomEvent} */ (event).detail.term);
    });
  }

  /** Properties set before the element was defined shadow the accessors: set them again, through these. */
  #upgradeProperties() {
    const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    for (const { name } of entriesOf(this.#kind.lab)) {
      if (!Object.hasOwn(this, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.engine && !this.failure) void this.#start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#speech);
  }

  async #start() {
    try {
      this.engine = await sharedEngine();
      this.#tellEngine();
      this.requestUpdate();
      await this.updateComplete;
      setTimeout(() => this.#measureSpeed(), 1500);
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      this.emit('scaledot-error', { message: this.failure });
      this.requestUpdate();
    }
  }

  async #measureSpeed() {
    if (!this.engine) return;
    const speed = await sharedSpeed(this.engine);
    this.#tellEngine(speed);
    this.requestUpdate();
  }

  /** @param {import('./shared-engine.js').Speed} [speed] */
  #tellEngine(speed) {
    const engine = /** @type {Engine} */ (this.engine);
    this.engineState = {
      variant: engine.engine.variant,
      version: engine.engine.version,
      workers: engine.workers,
      speed,
    };
    this.emit('scaledot-engine', this.engineState);
  }

  /** @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  // ---- state ------------------------------------------------------------------------------------------------------

  /** The complete state. @returns {Params} */
  get params() {
    this.#readAttributes();
    return this.#params;
  }

  /** The state as plain JSON. */
  getState() {
    return { lab: this.#kind.lab, ...this.params };
  }

  /**
   * Changes the state; what is not given stays. Impossible values are corrected, with a note on the page.
   * @param {Readonly<Record<string, unknown>>} changes
   * @returns {Note[]}
   */
  setState(changes) {
    const { lab: _lab, ...own } = changes;
    const next = change(this.params, own, this.#kind.lab);
    this.#take(next.params, next.notes);
    return next.notes;
  }

  /** Takes the state of a link, all of it. @param {string} link */
  setLink(link) {
    this.#incoming.clear();
    const next = parse(link, this.#kind.lab);
    this.#typed.clear();
    this.#take(next.params, next.notes);
    return next.notes;
  }

  /** The state as the text after # of a link. */
  get query() {
    return format(this.params, this.#kind.lab);
  }

  /** The whole link: what pictures carry and the share dialog shows. */
  get link() {
    return `${siteHome()}#${this.query}`;
  }

  /** @param {Params} params @param {Note[]} notes */
  #take(params, notes) {
    this.#params = params;
    this.#notes = notes;
    this.requestUpdate();
  }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    super.attributeChangedCallback(name, old, value);
    if (this.#reflecting || old === value) return;
    this.#incoming.set(name, value);
    this.requestUpdate();
  }

  /** Attributes come one by one, but limits may hang together: they are read in one go. */
  #readAttributes() {
    if (this.#incoming.size === 0) return;
    const changes = Object.fromEntries(
      entriesOf(this.#kind.lab)
        .filter(({ key }) => this.#incoming.has(key))
        .map(({ key, initial }) => [key, this.#incoming.get(key) ?? initial]),
    );
    this.#incoming.clear();
    const next = change(this.#params, changes, this.#kind.lab);
    this.#take(next.params, next.notes);
  }

  #writeAttributes() {
    const different = new Map(differences(this.#params, this.#kind.lab));
    this.#reflecting = true;
    try {
      for (const { key } of entriesOf(this.#kind.lab)) {
        const value = different.get(key);
        if (value === undefined) {
          if (this.hasAttribute(key)) this.removeAttribute(key);
        } else if (this.getAttribute(key) !== value) this.setAttribute(key, value);
      }
    } finally {
      this.#reflecting = false;
    }
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  /** A result has come in: it is drawn in the frame that its picture is drawn in. */
  #atOnce = false;

  /** A burst of changes is drawn once, before the next frame. */
  async scheduleUpdate() {
    if (this.hasUpdated && !this.#atOnce) await nextFrame();
    this.#atOnce = false;
    await super.scheduleUpdate();
  }

  /** Whether there was room for controls beside the pictures when the lab was first drawn. */
  #roomy = true;

  willUpdate() {
    if (!this.hasUpdated) this.#roomy = this.getBoundingClientRect().width >= sideBySide;
    this.#readAttributes();
    this.#speak();
  }

  /** Words and number formats, kept while the language stays. */
  #speak() {
    const language = this.language;
    if (this.#spoken === language) return;
    this.#spoken = language;
    this.#t = translator(language, common, this.#kind.words);
    this.#format = formatters(language);
  }

  /** What a drawing needs to speak. */
  get speech() {
    return { t: this.#t, format: this.#format, params: this.#params };
  }

  /**
   * The language now spoken: as asked, else of the text around, else of the browser. On a page of its own the text
   * around is only what the page was delivered in.
   * @returns {Language}
   */
  get language() {
    const around = this.alone ? null : this.parentElement?.closest('[lang]')?.getAttribute('lang');
    return chooseLanguage(
      String(this.params.lang),
      around,
      ...(globalThis.navigator?.languages ?? []),
    );
  }

  updated() {
    this.#writeAttributes();
    if (this.#announced !== this.#params) {
      const first = this.#announced === null;
      this.#announced = this.#params;
      if (!first)
        this.emit('scaledot-change', {
          state: this.getState(),
          link: this.link,
          query: this.query,
        });
    }
    this.#sayLater();
  }

  /** The answer is spoken once things have settled, not at every step of a slider. */
  #sayLater() {
    const sentence =
      this.shadowRoot?.querySelector('.answer')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (sentence === this.spoken) return;
    clearTimeout(this.#speech);
    this.#speech = setTimeout(() => {
      this.spoken = sentence;
      this.requestUpdate();
    }, quiet);
  }

  /** @param {CustomEvent<{name: string, result: unknown}>} event */
  #onResult(event) {
    event.stopPropagation();
    this.results = { ...this.results, [event.detail.name]: event.detail.result };
    if (!this.isUpdatePending) this.#atOnce = true;
    this.requestUpdate();
  }

  /**
   * Changes from a picture. It may move what the controls move, unless they are locked.
   * @param {Record<string, unknown>} changes
   */
  set = (changes) => {
    const controlled = new Set(
      entriesOf(this.#kind.lab).flatMap(({ name, control }) => (control ? [name] : [])),
    );
    const free = Object.entries(changes).filter(
      ([name]) => !(controlled.has(name) && this.locks(name)),
    );
    this.setState(Object.fromEntries(free));
  };

  /** @param {string} part */
  hides(part) {
    return wordsOf(this.params, 'hide').has(part);
  }

  /** @param {string} name */
  locks(name) {
    const locked = wordsOf(this.params, 'lock');
    const key = entriesOf(this.#kind.lab).find((entry) => entry.name === name)?.key ?? name;
    return locked.has('all') || locked.has(key);
  }

  // ---- hooks of a lab ---------------------------------------------------------------------------------------------

  /** The answer sentence with live numbers. @returns {unknown} */
  renderAnswer() {
    return nothing;
  }

  /** The live formula. @returns {unknown} */
  renderFormula() {
    return nothing;
  }

  /** The main picture, beside the controls. @returns {unknown} */
  renderMain() {
    return nothing;
  }

  /** Everything below. @returns {unknown} */
  renderSections() {
    return nothing;
  }

  /**
   * Groups of controls in their order. One that folds is open at first where there is room beside the pictures, unless
   * it is `advanced`; `inside` are groups within it.
   * @returns {readonly ControlGroup[]}
   */
  controlGroups() {
    return [{ group: 'main' }];
  }

  /** Complete programs that print the page's digits; null while there are none. @returns {Record<string, string> | null} */
  twins() {
    return null;
  }

  /** The term of the formula that a parameter belongs to. @param {string} _name */
  termOf(_name) {
    return '';
  }

  // ---- common parts -----------------------------------------------------------------------------------------------

  render() {
    const { t } = this.speech;
    const name = this.#kind.lab;
    if (this.failure) return this.#renderFailure(t);
    return html`<article
      class="lab"
      lang=${t.language}
      aria-labelledby="title"
      @pointerover=${this.#onPoint}
      @pointerleave=${this.#onLeave}
      @focusin=${this.#onPoint}
      @focusout=${this.#onLeave}
    >
      ${notesPanel(this.#notes, t, this.#dismiss)}
      <header class="head">
        <div class="question">
          <h2 class="title" id="title" tabindex="-1">${rich(t, `${name}.title`)}</h2>
          ${this.hides('share') ? nothing : this.#renderShare(t)}
        </div>
        <p class="answer">${this.renderAnswer()}</p>
        <p class="visually-hidden" aria-live="polite">${this.spoken}</p>
      </header>
      ${this.hides('presets') ? nothing : this.#renderPresets(t)}
      <div class="bench ${this.hides('controls') ? 'without-controls' : ''}">
        ${this.hides('controls') ? nothing : this.#renderControls(t)}
        <div class="pictures">
          ${this.hides('formula') ? nothing : this.renderFormula()} ${this.renderMain()}
          ${this.renderSections()} ${this.hides('code') ? nothing : this.#renderCode(t)}
        </div>
      </div>
      ${this.foot && !this.hides('badge') ? this.#renderFoot(t) : nothing}
    </article>`;
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #renderFailure(t) {
    return html`<div class="failure" role="alert">
        <p>${t('common.failure')}</p>
        <p class="muted">${this.failure}</p>
      </div>
      <slot></slot>`;
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #renderPresets(t) {
    const { presets, lab } = this.#kind;
    const chosen = presets.find((preset) => preset.id === this.params.preset);
    const choose = (/** @type {Preset} */ preset) => this.#choosePreset(preset);
    return html`<section class="presets" aria-label=${t('common.presets')}>
      ${presetChips(presets, this.params, lab, t, choose, this.locks('preset'))}
      ${chosen ? presetCard(chosen, this, lab, t) : nothing}
    </section>`;
  }

  /** What was guessed before the explanation is shown. */
  guess = '';
  revealed = false;

  #dismiss = () => {
    this.#take(this.#params, []);
    void this.#focus('#title');
  };

  /** A chip opens its question, or closes it. @param {Preset} preset */
  #choosePreset(preset) {
    this.guess = '';
    this.revealed = false;
    this.setState({ preset: this.params.preset === preset.id ? '' : preset.id });
  }

  closePreset() {
    void this.#focus('.chip[aria-pressed="true"]');
    this.setState({ preset: '' });
  }

  /**
   * Gives the focus to what stands in the place of a button that goes away: looked up now if it is there, else after
   * the drawing.
   * @param {string} selector
   */
  async #focus(selector) {
    const find = () =>
      /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector(selector));
    const now = find();
    await this.updateComplete;
    (now ?? find())?.focus({ preventScroll: true });
  }

  /**
   * After the prediction the experiment is made: from the initial state, so that it shows the same whatever was tried
   * before.
   * @param {string} [guess]
   */
  reveal(guess = '') {
    const preset = this.#kind.presets.find(({ id }) => id === this.params.preset);
    if (!preset) return;
    this.guess = guess;
    this.revealed = true;
    this.setState({ ...this.#fresh(), ...preset.params, preset: preset.id });
    void this.#focus('.explanation');
  }

  /** @type {{of: Params, preset: Preset, values: Record<string, string>} | null} */
  #presetNumbers = null;

  /** The live numbers of an explanation, kept while the state stays. @param {Preset} preset */
  presetValues(preset) {
    const of = this.#params;
    if (!this.engine || !preset.values) return {};
    if (this.#presetNumbers?.of !== of || this.#presetNumbers.preset !== preset) {
      this.#presetNumbers = { of, preset, values: preset.values(this.engine, of, this.#format) };
    }
    return this.#presetNumbers.values;
  }

  /** The initial state, in the present look and language. */
  #fresh() {
    const { lang, theme, hide, lock } = this.params;
    return { ...initialParams(this.#kind.lab), lang, theme, hide, lock };
  }

  /** Brings a picture into view, and the keyboard with it. @param {string} section */
  goTo(section) {
    const picture = this.shadowRoot?.getElementById(section);
    picture?.scrollIntoView({ block: 'start' });
    const heading = picture?.shadowRoot?.querySelector('h3');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /** Brings a control into view and gives it the focus. @param {string} name */
  focusControl(name) {
    const key = entriesOf(this.#kind.lab).find((entry) => entry.name === name)?.key;
    const control = /** @type {HTMLElement | null | undefined} */ (
      key && this.shadowRoot?.getElementById(key)
    );
    const details = control && control.closest('details');
    if (details) details.open = true;
    control?.focus();
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #renderControls(t) {
    const desk = this.#desk(t);
    return html`<form class="controls" aria-label=${t('common.controls')} @submit=${stop}>
      ${this.controlGroups().map((each) => this.#renderGroup(each, desk, t))}
      <button
        type="button"
        class="quiet reset"
        ?disabled=${this.locks('reset')}
        @click=${this.#reset}
      >
        ${t('common.reset')}
      </button>
    </form>`;
  }

  /** @param {ControlGroup} group @param {import('./controls.js').Desk} desk @param {import('../i18n/index.js').Translate} t */
  #renderGroup({ group, folds, advanced, inside = [] }, desk, t) {
    const entries = entriesOf(this.#kind.lab);
    const legend = (/** @type {string} */ name) => rich(t, `common.group.${name}`);
    const controls = [
      groupControls(entries, group, desk),
      inside.map((each) => fieldset(entries, each, legend(each), desk)),
    ];
    if (!folds) {
      return html`<div
        class="group ${group}"
        role="group"
        aria-label=${plain(t, `common.group.${group}`)}
      >
        ${controls}
      </div>`;
    }
    return html`<details class="group ${group}" ?open=${!advanced && this.#roomy}>
      <summary>${legend(group)}</summary>
      ${controls}
    </details>`;
  }

  #reset = () => {
    this.#typed.clear();
    this.setState(this.#fresh());
  };

  /** @param {import('../i18n/index.js').Translate} t @returns {import('./controls.js').Desk} */
  #desk(t) {
    const own = (/** @type {string} */ key) =>
      t.has(`${this.#kind.lab}.${key}`) ? `${this.#kind.lab}.${key}` : `common.${key}`;
    return {
      params: this.params,
      t,
      label: (name) => rich(t, own(`param.${name}`)),
      choice: (name, value) =>
        plain(
          t,
          own(`choice.${name.replace(/^(query|key)(?=Distribution)/, '').toLowerCase()}.${value}`),
        ),
      locked: (name) => this.locks(name),
      problem: (key) => {
        const note = this.#typed.get(key);
        return note ? noteText(note, t) : nothing;
      },
      enter: (name, raw, final) => this.#enter(name, raw, final),
      term: this.term,
      termOf: (name) => this.termOf(name),
    };
  }

  /**
   * Something was typed or dragged. While typing only what is valid counts, so that nobody is corrected half-way.
   * @param {string} name
   * @param {unknown} raw
   * @param {boolean} final
   */
  #enter(name, raw, final) {
    const { params, notes } = change(this.params, { [name]: raw }, this.#kind.lab);
    if (notes.length > 0 && !final) return this.#params[name];
    this.#typed.clear();
    for (const note of notes) this.#typed.set(note.key, note);
    this.#take(params, []);
    return params[name];
  }

  /** @param {Event} event */
  #onPoint = (event) => {
    const target = event
      .composedPath()
      .find((node) => node instanceof Element && node.hasAttribute('data-term'));
    const term = /** @type {Element | undefined} */ (target)?.getAttribute('data-term') ?? '';
    // Inside a control the focus stays what it was, so that pointing elsewhere and back does not flicker.
    this.highlight(term);
  };

  #onLeave = () => this.highlight('');

  /** Lights a term of the formula, and all that it drives. @param {string} term */
  highlight(term) {
    if (term === this.term) return;
    this.term = term;
    this.requestUpdate();
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #pictureWords(t) {
    const { lab, pictures } = this.#kind;
    return Object.fromEntries(pictures.map((name) => [name, plain(t, `${lab}.part.${name}`)]));
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #renderShare(t) {
    return html`<sd-share
      .t=${t}
      .params=${this.params}
      .lab=${this.#kind.lab}
      .tag=${this.localName}
      .fallback=${plain(t, `${this.#kind.lab}.fallback`)}
      .pictures=${this.#pictureWords(t)}
      .heading=${plain(t, `${this.#kind.lab}.title`)}
    ></sd-share>`;
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #renderCode(t) {
    const programs = this.twins();
    if (!programs) return nothing;
    return html`<section class="code" aria-labelledby="code-title">
      <h3 id="code-title">${t('common.code.title')}</h3>
      <p class="muted">${t('common.code.intro')}</p>
      <sd-code .t=${t} .programs=${programs}></sd-code>
    </section>`;
  }

  /** @param {import('../i18n/index.js').Translate} t */
  #renderFoot(t) {
    return html`<footer class="foot muted">
      <span>${engineText(this.engineState, t, this.#format)}</span>
      ${siteHome() ? html`<a href=${this.link} target="_blank" rel="noopener">${t('common.openPage')}</a>` : nothing}
    </footer>`;
  }
}

/** @param {Event} event */
const stop = (event) => event.preventDefault();

/**
 * "C++ engine: relaxed SIMD, 2 workers, 390M scores a second".
 * @param {EngineState | null} state
 * @param {import('../i18n/index.js').Translate} t
 * @param {import('../i18n/index.js').Format} format
 */
export function engineText(state, t, format) {
  if (!state) return t('common.engine.loading');
  const variant = t(`common.engine.${state.variant}`);
  const speed = state.speed
    ? t('common.engine.speed', { rate: format.compact(state.speed.perSecond), dk: state.speed.dk })
    : '';
  return [variant, speed].filter(Boolean).join(' · ');
}
