/**
 * A lab as slides for an audience: one picture per slide, in large type, with its controls at the lower edge. Arrow and
 * page keys, and so the keys of a clicker, change the slide; F toggles full screen; Escape ends. Keys are handled only
 * inside, and not in a field. A dialog covers everything, so that the slides have the whole window on any page.
 *
 * The parameter `present` of the lab says which slide is shown. This file is fetched when it is set for the first time.
 */

/** @import { Section } from '../parts/section.js' */
/** @import { Lab } from './lab.js' */
/** @import { LabShell } from './lab-shell.js' */
/** @import { Preset } from './types.js' */

import { html, nothing } from 'lit';
import { qrCode, qrPicture } from '../../charts/qr.js';
import { adopt } from '../../charts/tokens.js';
import { translator } from '../../i18n/index.js';
import { words } from '../../i18n/words.js';
import { format, wordsOf } from '../../tables/params.js';
import { closeButton } from '../parts/close-button.js';
import { siteHome } from '../parts/home.js';
import { icon } from '../parts/icon.js';
import { plain, rich } from '../parts/text.js';
import { figureControls } from './lab-controls.js';
import { Fit } from './present-fit.js';
import { Poll } from './present-poll.js';
import { figureStyles, presentStyles, slideStyles } from './present-styles.js';

/** @typedef {typeof Lab} LabClass */

/** By how many slides a key moves. @type {Readonly<Record<string, number>>} */
const steps = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};

/** The width of the QR code, px. The style sheet stretches it. */
const codeWidth = 320;

/** Addresses that work only on the visitor's own machine, or that have no server. */
const ownMachine = /^https?:\/\/(localhost|127\.|\[::1\])/;
const onDisk = /^file:/;

/** How long the other pictures wait for the shown one, ms. */
const headStart = 1200;

/** How long a picture must stay unchanged before it grows into free space, ms. */
const rest = 300;

/** How long a slide waits for its first numbers before it is fitted without them, ms. */
const patience = 700;

/** Type sizes beside the picture, as shares of the slide's. */
const cardSizes = [0.82, 0.76, 0.7, 0.64, 0.58];

/** Whether the target handles keys itself. @param {EventTarget} target */
const isField = (target) =>
  target instanceof Element &&
  target.matches('input, select, textarea, [contenteditable], [role="slider"], [role="tab"]');

/** Whether the space key presses the target. @param {EventTarget} target */
const isPressed = (target) => target instanceof Element && target.matches('button, a, summary');

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Resolves when the picture has its first numbers. @param {Section} section */
async function numbersOf(section) {
  while (section.isConnected && !section.engine) await pause(30);
  await section.updateComplete;
  await section.task;
}

export class Presenter {
  #lab;
  #poll;
  #fit = new Fit();
  /** The picture of the current slide. @type {Section | null} */
  #section = null;
  /** The content beside the picture. @type {'' | 'code' | 'questions'} */
  #side = '';
  /** Whether the last interaction was by pointer. */
  #byPointer = false;
  /** The picture and the sizes that were fitted. If one of them changes, the slide is fitted again. */
  #fitted = '';
  #sizes = new ResizeObserver(() => this.#look());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  #t = translator('en');
  /** @type {unknown} */
  #said;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    this.#poll = new Poll(lab);
    lab.addController(this);
  }

  get #kind() {
    return this.#lab.constructor;
  }

  /** Fetched together with this file. */
  get #shell() {
    return /** @type {LabShell} */ (this.#lab.shell);
  }

  get #quiz() {
    return this.#shell.quiz;
  }

  /** @type {<Part extends HTMLElement>(selector: string) => Part | null} */
  #part = (selector) => this.#lab.renderRoot.querySelector(selector);

  // ---- rendering --------------------------------------------------------------------------------------------------

  render() {
    const { slide, slides } = this.#lab;
    this.#speak();
    this.#poll.follow(this.#t);
    this.#quiz.poll = this.#poll.preset
      ? { preset: this.#poll.preset, prediction: this.#poll.prediction }
      : null;
    const side = this.#renderSide();
    const at = slides.indexOf(slide) + 1;
    return html`<dialog
      class="present"
      aria-label=${this.#lab.heading}
      @cancel=${(/** @type {Event} */ event) => event.preventDefault()}
      @close=${() => this.#closed()}
    >
      <div
        class="stage"
        tabindex="-1"
        role="group"
        aria-label=${this.#t('present.spoken', { at, all: slides.length, title: this.#titleOf(slide) })}
        @keydown=${this.#onKey}
        @pointerdown=${() => (this.#byPointer = true)}
        @pointerup=${this.#onRelease}
        @change=${this.#onRelease}
      >
        ${this.#renderHead()}
        <div class="middle ${side === nothing ? '' : 'divided'}">
          <div class="room">${this.#renderPictures()}</div>
          ${side}
        </div>
        ${this.#renderFoot(at)} ${this.#renderCorner()}
      </div>
    </dialog>`;
  }

  /** Loads the words of the lab's language. Keeps the old ones until then. */
  #speak() {
    const { language } = this.#lab.speech.t;
    const said = words.present[language];
    if (!said)
      words.present.learn(language).then(
        () => this.#lab.requestUpdate(),
        () => {},
      );
    if (!said || said === this.#said) return;
    this.#said = said;
    this.#t = translator(language, words.present);
  }

  get #isFirst() {
    return this.#lab.slide === this.#kind.pictures[0];
  }

  /** @param {string} slide */
  #titleOf(slide) {
    const { heading, speech } = this.#lab;
    const key = `${this.#kind.lab}.part.${slide}`;
    return slide === this.#kind.pictures[0] || !speech.t.has(key) ? heading : plain(speech.t, key);
  }

  /** Renders the question and its answer above the main picture. */
  #renderHead() {
    const { t } = this.#lab.speech;
    if (!this.#isFirst) return html`<h2 class="visually-hidden">${this.#lab.heading}</h2>`;
    const answer = this.#lab.renderAnswered();
    return html`<header class="head">
      <h2 class="title">${rich(t, `${this.#kind.lab}.title`)}</h2>
      ${answer === nothing ? nothing : html`<p class="answer" part="answer">${answer}</p>`}
      <p class="visually-hidden" aria-live="polite">${this.#shell.spoken}</p>
    </header>`;
  }

  /** Renders all loaded pictures, so that pictures shown before keep their results. All but one are hidden. */
  #renderPictures() {
    const lab = this.#lab;
    const { lab: name, parts, pictures } = this.#kind;
    const isThere = (/** @type {string} */ picture) => `sd-${name}-${picture}` in parts;
    return [
      lab.renderTrouble(),
      lab.renderLacking(),
      pictures.map((each) =>
        isThere(each) && lab.drawsPicture(each) ? lab.picture(each) : nothing,
      ),
    ];
  }

  /** @param {number} at */
  #renderFoot(at) {
    const { params, slide, slides } = this.#lab;
    const { lab, drives } = this.#kind;
    const all = slides.length;
    const hidesControls = wordsOf(params, 'hide').has('controls');
    const step = (
      /** @type {number} */ by,
      /** @type {string} */ word,
      /** @type {string} */ path,
    ) =>
      html`<button
        type="button"
        class=${by > 0 ? 'next' : 'previous'}
        aria-label=${this.#t(word)}
        aria-disabled=${slides[at - 1 + by] === undefined ? 'true' : 'false'}
        @click=${() => this.#go(by)}
      >
        ${icon(path)}
      </button>`;
    return html`<div class="slide-controls">
      ${hidesControls ? nothing : figureControls(this.#lab, lab, new Set(drives[slide] ?? []))}
      <div class="steps" role="group" aria-label=${this.#t('present.slides')}>
        ${this.#renderAsk()} ${step(-1, 'present.previous', 'M12.5 4l-6 6 6 6')}
        <span class="at">${this.#t('present.at', { at, all })}</span>
        ${step(1, 'present.next', 'M7.5 4l6 6-6 6')}
      </div>
      <p class="visually-hidden" role="status">
        ${this.#t('present.spoken', { at, all, title: this.#titleOf(slide) })}
      </p>
    </div>`;
  }

  #renderCorner() {
    const canFill = document.fullscreenEnabled;
    return html`<div class="corner">
      ${
        this.#home
          ? html`<button
              type="button"
              class="quiet phones"
              aria-expanded=${this.#side === 'code' ? 'true' : 'false'}
              @click=${() => this.#open('code')}
            >
              ${this.#t('present.phones')}
            </button>`
          : nothing
      }
      ${
        canFill
          ? html`<button
              type="button"
              class="quiet full"
              aria-label=${this.#t('present.full')}
              title=${this.#t('present.full')}
              @click=${() => this.#fill()}
            >
              ${icon('M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4')}
            </button>`
          : nothing
      }
      <button
        type="button"
        class="quiet leave"
        aria-label=${this.#t('present.leave')}
        title=${this.#t('present.leave')}
        @click=${() => this.#leave()}
      >
        ${icon('M5 5l10 10M15 5L5 15')}
      </button>
    </div>`;
  }

  // ---- beside the picture -----------------------------------------------------------------------------------------

  /** The questions about this slide. @returns {readonly Preset[]} */
  get #questions() {
    const { params, slide, speech } = this.#lab;
    if (wordsOf(params, 'hide').has('presets') || this.#lab.locks('preset')) return [];
    const { lab } = this.#kind;
    return this.#quiz.all.filter(
      (preset) =>
        this.#quiz.pictureOf(preset) === slide && speech.t.has(`${lab}.preset.${preset.id}.label`),
    );
  }

  /** The open question, if it is about this slide. */
  get #question() {
    const { open } = this.#quiz;
    return open && this.#questions.includes(open) ? open : null;
  }

  #renderAsk() {
    const isOpen = this.#side === 'questions' || this.#question !== null;
    return this.#questions.length === 0
      ? nothing
      : html`<button
          type="button"
          class="ask"
          aria-expanded=${isOpen ? 'true' : 'false'}
          @click=${() => this.#ask()}
        >
          ${this.#t('present.ask')}
        </button>`;
  }

  /** Opens the questions, or asks the only one at once. */
  #ask() {
    const questions = this.#questions;
    if (this.#question) return this.#quiz.close();
    if (questions.length > 1) return this.#open('questions');
    this.#side = '';
    this.#quiz.choose(questions[0]);
  }

  /** @param {'code' | 'questions'} side */
  #open(side) {
    this.#side = this.#side === side ? '' : side;
    this.#lab.requestUpdate();
  }

  #renderSide() {
    if (this.#side === 'code' && this.#home) return this.#renderCode();
    if (this.#side === 'questions') return this.#renderQuestions();
    return this.#question ? this.#poll.card(this.#question, this.#t) : nothing;
  }

  #renderQuestions() {
    const { speech } = this.#lab;
    const quiz = this.#quiz;
    const { lab } = this.#kind;
    const choose = (/** @type {Preset} */ preset) => {
      this.#side = '';
      if (preset !== quiz.open) quiz.choose(preset);
      this.#part('.stage')?.focus();
    };
    return html`<div class="card" role="group" aria-label=${this.#t('present.which')}>
      <p class="predict">${this.#t('present.which')}</p>
      <ul class="questions">
        ${this.#questions.map(
          (preset) =>
            html`<li>
              <button type="button" @click=${() => choose(preset)}>
                ${rich(speech.t, `${lab}.preset.${preset.id}.label`)}
              </button>
            </li>`,
        )}
      </ul>
      ${closeButton(speech.t, () => this.#open('questions'))}
    </div>`;
  }

  /** Address of the site, for phones; '' for a page opened from disk without a known address. */
  get #home() {
    const home = siteHome();
    return onDisk.test(home) ? '' : home;
  }

  /** The link for phones: the same state, and on any slide but the main picture only that picture. */
  get #link() {
    const { params, slide } = this.#lab;
    const show = this.#isFirst ? params.show : slide;
    const own = { ...params, present: '', theme: 'auto', show };
    return `${this.#home}#${format(own, this.#kind.lab)}`;
  }

  #renderCode() {
    const { t } = this.#lab.speech;
    const link = this.#link;
    const code = qrCode(link);
    const hint = ownMachine.test(link) ? 'present.qrOwn' : 'present.qrHint';
    return html`<div class="card code-card">
      ${code ? qrPicture(code, this.#t('present.qr'), codeWidth) : nothing}
      <p>${this.#t(code ? hint : 'present.qrLong')}</p>
      <p class="address">${link}</p>
      ${closeButton(t, () => this.#open('code'))}
    </div>`;
  }

  // ---- actions ----------------------------------------------------------------------------------------------------

  /** @param {number} by */
  #go(by) {
    const { slide, slides } = this.#lab;
    const next = slides[slides.indexOf(slide) + by];
    if (!next) return;
    this.#side = '';
    this.#lab.setState({ present: next });
  }

  #leave() {
    this.#lab.setState({ present: '' });
  }

  /** Called when the browser closed the dialog, or when it is no longer rendered. */
  #closed() {
    if (this.#lab.presents && this.#lab.isConnected) this.#leave();
  }

  #fill() {
    const stage = this.#part('.stage');
    // Where full screen is not allowed, the slide stays as it is.
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    else stage?.requestFullscreen?.().catch(() => {});
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    this.#byPointer = false;
    const { altKey, ctrlKey, key, metaKey, shiftKey } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey) return;
    const path = event.composedPath();
    const inField = path.some(isField);
    if (key === 'Escape') {
      event.preventDefault();
      this.#escape(inField);
    } else if (inField) return;
    else if (key.toLowerCase() === 'f') this.#fill();
    else if (key in steps && !(key === ' ' && path.some(isPressed)))
      this.#go(key === ' ' && shiftKey ? -1 : steps[key]);
    else return;
    event.preventDefault();
  };

  /** Leaves one level at a time: a field, then the content beside the picture, then the slides. @param {boolean} inField */
  #escape(inField) {
    if (inField) this.#part('.stage')?.focus();
    else if (this.#side) {
      this.#side = '';
      this.#lab.requestUpdate();
    } else this.#leave();
  }

  /**
   * Returns the focus to the slide after a pointer has released a slider, so that keys and clickers change slides
   * again.
   * @param {Event} event
   */
  #onRelease = ({ type }) => {
    if (!this.#byPointer) return;
    // A menu opens when it is pressed, and is done when an option has been chosen.
    const done =
      type === 'change' ? 'input[type="range"], select' : 'input[type="range"], [role="slider"]';
    setTimeout(() => {
      if (this.#focused?.matches(done)) this.#part('.stage')?.focus({ preventScroll: true });
    });
  };

  /** The focused element, also through shadow roots. @returns {Element | null} */
  get #focused() {
    let now = this.#lab.shadowRoot?.activeElement ?? null;
    while (now?.shadowRoot?.activeElement) now = now.shadowRoot.activeElement;
    return now;
  }

  // ---- after each render ------------------------------------------------------------------------------------------

  hostUpdated() {
    /** @type {HTMLDialogElement | null} */
    const dialog = this.#part('dialog.present');
    if (!dialog) return this.#end();
    if (!this.#lab.isConnected) return; // pictures never connected are still empty; once reconnected, the lab renders again
    if (!dialog.open) this.#begin(dialog);
    // The focused element may have been removed.
    const isLost = document.hasFocus() && !this.#lab.shadowRoot?.activeElement;
    if (isLost) this.#part('.stage')?.focus();
    /** @type {Section | null} */
    const section = this.#part(`#${this.#lab.slide}`);
    if (section !== this.#section) this.#take(section);
    else this.#look();
    this.#fitCard();
  }

  hostDisconnected() {
    // A dialog that left the page was closed without an event. If it came back, it would be rendered as a plain box.
    this.#part('dialog.present')?.removeAttribute('open');
    this.#end();
  }

  /** @param {HTMLDialogElement} dialog */
  #begin(dialog) {
    adopt(this.#lab.renderRoot, [presentStyles]);
    dialog.showModal();
    this.#part('.stage')?.focus();
    void this.#lab.start();
    setTimeout(() => this.#lab.presents && this.#lab.bring('story').catch(() => {}), headStart);
  }

  #end() {
    const was = this.#section?.id;
    this.#section = null;
    this.#fitted = '';
    this.#side = '';
    this.#sizes.disconnect();
    clearTimeout(this.#rest);
    if (was === undefined || !this.#lab.isConnected) return;
    this.#quiz.poll = null;
    this.#lab.requestUpdate();
    if (was !== this.#kind.pictures[0]) void this.#shell.goTo(was);
    else
      void this.#shell.focusPart(this.#part('.present')?.checkVisibility() ? '.present' : '#title');
  }

  /** Starts another slide. @param {Section | null} section */
  #take(section) {
    this.#section = section;
    this.#fitted = '';
    this.#sizes.disconnect();
    if (!section) return;
    adopt(section.renderRoot, [slideStyles]);
    section.setAttribute('slide', this.#isFirst ? 'main' : 'part');
    this.#sizes.observe(section);
    const room = this.#part('.room');
    if (room) this.#sizes.observe(room);
    this.#look();
  }

  /** Shrinks the type beside the picture until all of it is in view. */
  #fitCard() {
    const card = this.#part('.stage .card');
    for (const share of card ? cardSizes : []) {
      card?.style.setProperty('--card', String(share));
      if (Number(card?.scrollHeight) <= Number(card?.clientHeight)) return;
    }
  }

  /** Fits the picture into its space, and again after it has outgrown it or left space free. */
  #look() {
    const section = this.#section;
    const room = this.#part('.room');
    const stage = this.#part('.stage');
    if (!section || !room || !stage || room.clientHeight === 0) return;
    for (const figure of section.renderRoot.querySelectorAll('.figure'))
      if (figure.shadowRoot) {
        adopt(figure.shadowRoot, [figureStyles]);
        figure.toggleAttribute('data-answered', this.#isFirst);
      }
    const { language } = this.#lab.speech.t;
    const { clientHeight, clientWidth } = stage;
    const of = [section.id, clientWidth, clientHeight, room.clientWidth, language].join();
    const most = parseFloat(getComputedStyle(stage).fontSize) / 0.9375;
    clearTimeout(this.#rest);
    if (of !== this.#fitted) {
      this.#fitted = of;
      void this.#refit(section, room, most);
    } else if (!room.hasAttribute('data-fitting')) {
      const keep = (/** @type {boolean} */ mayGrow) =>
        this.#fit.keep(section, room, most, mayGrow).catch(() => {});
      if (room.scrollHeight > room.clientHeight) void keep(false);
      else this.#rest = setTimeout(keep, rest, true);
    }
  }

  /** @param {Section} section @param {HTMLElement} room @param {number} most */
  async #refit(section, room, most) {
    room.toggleAttribute('data-fitting', true);
    const of = this.#fitted;
    await Promise.race([numbersOf(section), pause(patience)]);
    if (of !== this.#fitted) return; // the later fit goes on from here
    const isDone = await this.#fit.fit(section, room, most).catch(() => true);
    if (!isDone) return;
    room.toggleAttribute('data-fitting', false);
    this.#look(); // something may have changed meanwhile
  }
}
