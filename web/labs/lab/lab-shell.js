/**
 * Everything around the pictures of a whole lab: the title, the answer, questions, the dock with the controls, the
 * formula, and the programs.
 */

/** @import { EventAt } from '../../charts/events.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Lab } from './lab.js' */

import { html, nothing } from 'lit';
import { html as staticHtml } from 'lit/static-html.js';
import { entriesOf } from '../../tables/params.js';
import { inner } from '../parts/define.js';
import { siteHome } from '../parts/home.js';
import { rich } from '../parts/text.js';
import { Dock } from './dock.js';
import { engineText } from './engine-text.js';
import { labControls } from './lab-controls.js';
import { labStyles } from './lab-styles.js';
import { Quiz } from './quiz.js';
import { labShellStyles, wide } from './lab-shell-styles.js';

/** How long the answer must stay unchanged before a screen reader hears it, ms. */
const quiet = 900;

/** Adds the rules of this file after those of all labs and before the lab's own. @param {ShadowRoot} root */
function addStyles(root) {
  const own = labShellStyles.flatMap(({ styleSheet }) => styleSheet ?? []);
  const sheets = [...root.adoptedStyleSheets];
  const last = labStyles[labStyles.length - 1].styleSheet;
  sheets.splice(sheets.findIndex((sheet) => sheet === last) + 1, 0, ...own);
  root.adoptedStyleSheets = sheets;
}

export class LabShell {
  #lab;
  /** Whether the lab had room for controls beside the pictures when it was first rendered. */
  #roomy;
  /** The answer as last announced. */
  spoken = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #speech;
  /**
   * The element of the programs, and the code that generates them.
   * @type {{Code: CustomElementConstructor, written: unknown} | null}
   */
  #code = null;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    this.#roomy = lab.offsetWidth >= 15 * wide;
    this.dock = new Dock(lab);
    this.quiz = new Quiz(lab, this.#kind.presets, this);
    addStyles(lab.renderRoot);
    lab.addController(this);
  }

  get #kind() {
    return this.#lab.constructor;
  }

  hostUpdated() {
    this.#sayLater();
  }

  hostDisconnected() {
    clearTimeout(this.#speech);
  }

  /** Announces the answer once it has settled, not at every step of a slider. */
  #sayLater() {
    const answer = this.#lab.renderRoot.querySelector('.answer');
    const sentence = answer?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (sentence === this.spoken) return;
    clearTimeout(this.#speech);
    this.#speech = setTimeout(() => {
      this.spoken = sentence;
      this.#lab.requestUpdate();
    }, quiet);
  }

  // ---- rendering --------------------------------------------------------------------------------------------------

  /** @param {Translate} t */
  render(t) {
    const lab = this.#lab;
    const name = this.#kind.lab;
    return html`<header class="head">
        <div class="question">
          <h2 class="title" part="title" id="title" tabindex="-1">${rich(t, `${name}.title`)}</h2>
          ${lab.hides('present') ? nothing : this.#renderPresent(t)}
          ${lab.renderShare(t, this.#renderShareButton(t))}
        </div>
        <p class="answer" part="answer">${lab.renderAnswered()}</p>
        <p class="visually-hidden" aria-live="polite">${this.spoken}</p>
      </header>
      <div class="body">
        <div class="main">
          ${lab.renderMain()} ${lab.renderRest()}
          ${lab.hides('presets') ? nothing : this.quiz.chips(name, t)}
        </div>
        ${this.#renderDock(t)}
        <div class="pictures">
          ${lab.hides('formula') ? nothing : lab.renderFormula()} ${lab.renderSections()}
          ${lab.hides('code') ? nothing : this.#renderCode(t)}
        </div>
      </div>
      ${lab.foot && !lab.hides('badge') ? this.#renderFoot(t) : nothing}`;
  }

  /** @param {Translate} t */
  #renderPresent(t) {
    return html`<button
      type="button"
      class="present quiet"
      aria-keyshortcuts="P"
      @click=${() => this.#lab.showSlides()}
    >
      ${t('common.present')}
    </button>`;
  }

  /** @param {Translate} t */
  #renderShareButton(t) {
    const lab = this.#lab;
    return html`<button
      type="button"
      class="share"
      part="share"
      aria-haspopup="dialog"
      aria-busy=${lab.sharing === 'fetching' ? 'true' : 'false'}
      @pointerenter=${lab.expectShare}
      @focus=${lab.expectShare}
      @click=${(/** @type {EventAt<Element>} */ event) => lab.share('', event.currentTarget)}
    >
      ${t('common.share.button')}
    </button>`;
  }

  /** @param {Translate} t */
  #renderDock(t) {
    const lab = this.#lab;
    const name = this.#kind.lab;
    const { open, toggle, className } = this.dock;
    const card = lab.hides('presets') ? nothing : this.quiz.card(name, t);
    const controls =
      lab.hides('controls') || lab.controlGroups().length === 0
        ? nothing
        : labControls(lab, name, { roomy: this.#roomy, open, toggle });
    if (card === nothing && controls === nothing) return nothing;
    // A card alone needs no column beside the pictures.
    const lone = controls === nothing ? 'lone' : '';
    return html`<div class="${className} ${lone}" @keydown=${this.#onDockKey}>
      <div class="docked">${card} ${controls}</div>
    </div>`;
  }

  /** Escape closes the settings opened from the strip. @param {KeyboardEvent} event */
  #onDockKey = (event) => {
    if (event.key !== 'Escape' || !this.dock.open) return;
    event.preventDefault();
    this.dock.toggle();
    void this.focusPart('.settings-toggle');
  };

  /** Whether the programs are loaded. A visitor who opens them waits for their numbers. */
  get hasCode() {
    return this.#code !== null;
  }

  async fetchCode() {
    const [{ Code }, written] = await Promise.all([import('./code.js'), this.#kind.programs?.()]);
    this.#code = { Code, written };
  }

  /** @param {Translate} t */
  #renderCode(t) {
    if (!this.#kind.programs) return nothing;
    return html`<details class="code" part="code">
      <summary><h3>${t('common.code.title')}</h3></summary>
      <p class="muted">${t('common.code.intro')}</p>
      ${this.#renderPrograms(t)}
    </details>`;
  }

  /** @param {Translate} t */
  #renderPrograms(t) {
    if (!this.#code) return this.#lab.placeOf('code');
    const { Code, written } = this.#code;
    const code = inner('sd-code', Code);
    return staticHtml`<${code} .t=${t} .params=${this.#lab.params} .programs=${this.#lab.codeSamples(written) ?? {}}></${code}>`;
  }

  /** @param {Translate} t */
  #renderFoot(t) {
    const { engineState, link } = this.#lab;
    return html`<footer class="foot muted" part="foot">
      <span>${engineText(engineState, t)}</span>
      ${siteHome() ? html`<a href=${link} target="_blank" rel="noopener">${t('common.openPage')}</a>` : nothing}
    </footer>`;
  }

  // ---- focus and scrolling ----------------------------------------------------------------------------------------

  /**
   * Moves the focus to the element that replaces a removed button. Looks it up now if it exists, otherwise after the
   * next render.
   * @param {string} selector
   */
  async focusPart(selector) {
    /** @returns {HTMLElement | null} */
    const find = () => this.#lab.renderRoot.querySelector(selector);
    const now = find();
    await this.#lab.updateComplete;
    (now ?? find())?.focus({ preventScroll: true });
  }

  /** Scrolls to a picture and moves the focus to it. @param {string} name */
  async goTo(name) {
    // A picture that fails to load says so in its place.
    if (!this.#kind.isWhole) await this.#lab.bring('story').catch(() => {});
    const picture = this.#lab.section(name);
    await picture?.updateComplete; // it may have just been created
    picture?.scrollIntoView({ block: 'start' });
    const heading = picture?.shadowRoot?.querySelector('h3');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /**
   * Scrolls to a picture that is not wholly in view above the dock. The dock and its card stay in view.
   * @param {string} [name]  the main picture by default
   */
  async showPicture(name = this.#kind.pictures[0]) {
    const lab = this.#lab;
    if (!this.dock.pinned || lab.presents) return;
    if (name !== this.#kind.pictures[0]) await lab.bring('story').catch(() => {});
    await lab.updateComplete;
    const picture = lab.section(name);
    const place = picture?.figure ?? picture;
    if (!place || picture?.hidden) return;
    const { top, bottom } = place.getBoundingClientRect();
    if (top < 0 || bottom > this.dock.top) place.scrollIntoView({ block: 'start' });
  }

  /** Scrolls to a control and focuses it. @param {string} name */
  focusControl(name) {
    const lab = this.#lab;
    const key = entriesOf(this.#kind.lab).find((entry) => entry.name === name)?.key;
    const control = key ? lab.shadowRoot?.getElementById(key) : null;
    const details = control && control.closest('details');
    if (details) details.open = true;
    if (control && !control.checkVisibility()) this.dock.toggle();
    void lab.updateComplete.then(() => control?.focus());
  }
}
