/**
 * <sd-share-dialog>: the link, the frame, the element and the JSON of the current state, a QR code of the link, choices
 * of what is shared and what readers see, and a preview. The snippets work as shown, because they refer to this site.
 * `show()` opens it; it emits `close` when it was closed. The page's own lab does not change. Its words (words.share)
 * must be loaded before it is created.
 * Properties: t, params, kind (the lab's class), picture (the one to share alone, '' for none).
 */

/** @import { EventAt } from '../../charts/events.js' */
/** @import { Language, Translate } from '../../i18n/index.js' */
/** @import { Words } from '../../i18n/words.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Lab } from './lab.js' */
/** @import { Kind } from './snippets.js' */
/** @import { Shared } from './types.js' */

import { LitElement, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { save, toPng } from '../../charts/export.js';
import { letters, qrCode, qrFile, qrPicture } from '../../charts/qr.js';
import { base, tokens } from '../../charts/tokens.js';
import { languages, translator } from '../../i18n/index.js';
import { words } from '../../i18n/words.js';
import { entriesOf, format, wordsOf } from '../../tables/params.js';
import { closeButton } from '../parts/close-button.js';
import { copyText } from '../parts/copy.js';
import { innerTag } from '../parts/define.js';
import { siteHome } from '../parts/home.js';
import { isOwnMachine } from '../parts/own-machine.js';
import { SharePreview } from './share-preview.js';
import { shareStyles } from './share-styles.js';
import {
  addressSnippet,
  elementSnippet,
  frameHeight,
  frameSnippet,
  jsonSnippet,
  kinds,
  linkSnippet,
  packageSnippet,
  story,
  withChoices,
} from './snippets.js';
import { tabRow, tabStyles } from '../parts/tabs.js';
import { plain } from '../parts/text.js';

/** @typedef {{what: Kind, picture: string, hide: Set<string>, lock: boolean, predict: string, theme: string, lang: string, height: number, fit: boolean}} Choices */
/** @typedef {{id: string, text: string, rows: number}} Snippet */

/** The parts that every lab can hide besides its pictures. */
const commonParts = ['controls', 'presets', 'formula', 'code', 'share', 'badge'];
/** The parts that can be hidden beside a single picture. */
const partsOfFigure = ['controls', 'share'];

/** Approximate width of the QR code in the dialog, px. */
const codeWidth = 176;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {EventAt<HTMLInputElement>} event */
const checked = (event) => event.target.checked;

export class ShareDialog extends LitElement {
  static properties = {
    t: { attribute: false },
    params: { attribute: false },
    kind: { attribute: false },
    picture: { attribute: false },
    choices: { state: true },
    tab: { state: true },
    said: { state: true },
    tall: { state: true },
  };

  static styles = [tokens, base, tabStyles, shareStyles];

  /** Translator with the words of this dialog only. */
  #t = translator('en');
  /** The text in the height field while it is typed. @type {string | null} */
  #typed = null;

  constructor() {
    super();
    /** @type {Translate | undefined} The words of the lab. */
    this.t = undefined;
    /** @type {Params} */
    this.params = {};
    /** @type {typeof Lab | undefined} */
    this.kind = undefined;
    this.picture = '';
    /** @type {Choices | undefined} */
    this.choices = undefined;
    this.tab = '';
    this.said = '';
    /** Height of the lab in the preview, px. */
    this.tall = 0;
  }

  /** @template {HTMLElement} Part @param {string} selector @returns {Part} */
  #part(selector) {
    /** @type {NodeListOf<Part>} */
    const [part] = this.renderRoot.querySelectorAll(selector);
    return part;
  }

  /** @param {Element} [button]  that opened it */
  async show(button = this) {
    await this.updateComplete;
    /** @type {HTMLDialogElement} */
    const dialog = this.#part('dialog');
    this.#keepInSight(dialog, button);
    dialog.showModal();
    this.#part('[role="tab"][aria-selected="true"]').focus();
  }

  /**
   * Moves the dialog near the button. In a frame that is taller than the screen, the middle may be far from it.
   * @param {HTMLElement} dialog
   * @param {Element} button
   */
  #keepInSight(dialog, button) {
    if (innerHeight <= screen.height) return;
    const { top } = button.getBoundingClientRect();
    dialog.classList.add('tall');
    dialog.style.setProperty('--top', `${Math.max(8, top - 80)}px`);
    dialog.style.setProperty('--room', `${screen.height * 0.8}px`);
  }

  // ---- choices ----------------------------------------------------------------------------------------------------

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    const language = changed.has('t') && this.t?.language;
    if (language && words.share[language]) this.#t = translator(language, words.share);
    this.choices ??= this.#present();
  }

  /** Returns the choices that match the lab's current state. @returns {Choices} */
  #present() {
    const { theme, lang, predict } = this.params;
    const { pictures = [] } = this.kind ?? {};
    const shown = pictures.find((name) => wordsOf(this.params, 'show').has(name));
    const picture = this.picture || shown || pictures[0];
    const what = this.picture || shown ? 'figure' : this.params.present ? 'slides' : 'lab';
    return {
      ...{ what, picture },
      hide: wordsOf(this.params, 'hide'),
      lock: wordsOf(this.params, 'lock').has('all'),
      predict: String(predict),
      theme: String(theme),
      lang: String(lang),
      height: what === 'figure' ? frameHeight.figure : frameHeight.initial,
      fit: false,
    };
  }

  /** Returns the data that the lab shares besides its state. @returns {Shared | null | undefined} */
  get #shared() {
    const root = this.getRootNode();
    return root instanceof ShadowRoot ? /** @type {any} */ (root.host).shared : null;
  }

  /** @param {Partial<Choices>} choices */
  #choose(choices) {
    this.choices = { .../** @type {Choices} */ (this.choices), ...choices };
    this.said = '';
  }

  /** Sets what is shared. Changes a default height to the default of the new kind. @param {Kind} what */
  #share(what) {
    const { figure, initial } = frameHeight;
    const [usual, height] = what === 'figure' ? [initial, figure] : [figure, initial];
    this.#choose({ what, ...(this.choices?.height === usual && { height }) });
  }

  /**
   * Returns the kinds to choose from. Slides and story are offered where they exist.
   * @param {string} lab
   * @returns {readonly Kind[]}
   */
  #kinds(lab) {
    const has = {
      ...{ lab: true, figure: true },
      slides: entriesOf(lab).some(({ name }) => name === 'present'),
      story: lab !== story.lab,
    };
    return kinds.filter((kind) => has[kind]);
  }

  /** @param {string} part @param {boolean} hidden */
  #hide(part, hidden) {
    const hide = new Set(this.choices?.hide);
    if (hidden) hide.add(part);
    else hide.delete(part);
    this.#choose({ hide });
  }

  /**
   * Returns the state with the choices applied.
   * @param {Choices} choices
   * @param {string} lab
   * @param {Params} [params]
   */
  #asked({ what, picture, hide, lock, predict, theme, lang }, lab, params = this.params) {
    // Controls that are locked one by one stay locked, unless all are.
    const locked = [...wordsOf(this.params, 'lock')].filter((word) => word !== 'all');
    const isFigure = what === 'figure';
    const asked = {
      hide: [...hide].filter((part) => !isFigure || partsOfFigure.includes(part)).join(','),
      show: isFigure ? picture : '',
      present: what === 'slides' ? String(this.params.present || true) : '',
      lock: lock ? 'all' : locked.join(','),
      predict,
      theme,
      lang,
    };
    return withChoices(params, asked, lab);
  }

  /** Returns the parts that can be hidden, with their names. @param {Translate} t @returns {[string, string][]} */
  #parts(t) {
    const isFigure = this.choices?.what === 'figure';
    /** @param {string} part @returns {[string, string]} */
    const named = (part) => [part, this.#t(`share.part.${part}`)];
    return [
      ...(isFigure ? partsOfFigure : commonParts).map(named),
      ...(isFigure ? [] : this.#pictures(t)),
    ];
  }

  /** Returns the lab's pictures with their names. @param {Translate} t @returns {[string, string][]} */
  #pictures(t) {
    const { lab = '', pictures = [] } = this.kind ?? {};
    return pictures.map((name) => [name, plain(t, `${lab}.part.${name}`)]);
  }

  // ---- rendering --------------------------------------------------------------------------------------------------

  render() {
    const { t, kind, choices } = this;
    if (!t || !kind || !choices) return nothing;
    const isStory = choices.what === 'story';
    const shared = this.#shared;
    const whole = this.#asked(choices, kind.lab);
    const params = shared?.isTooLong
      ? this.#asked(choices, kind.lab, { ...this.params, ...shared.without })
      : whole;
    const snippets = this.#snippets(params, choices, t, kind);
    if (!snippets.some(({ id }) => id === this.tab)) this.tab = snippets[0].id;
    return html`<dialog aria-labelledby="heading" @close=${this.#closed}>
      <div class="top">
        <h2 id="heading">${this.#t('share.title')}</h2>
        ${closeButton(t, this.#close)}
      </div>
      <div class="sides">
        <div class="ways">
          ${this.#renderWhat(t, choices, kind.lab)} ${this.#renderTabs(snippets)}
          ${snippets.map((snippet) => this.#renderPanel(snippet, t, choices))}
          ${isStory ? nothing : this.#renderHide(t, choices)} ${this.#renderOptions(t, choices)}
        </div>
        ${
          isStory
            ? html`<p class="muted">${this.#t('share.noPreview')}</p>`
            : this.#renderPreview(this.tab === 'element' ? whole : params, choices, t, kind)
        }
      </div>
    </dialog>`;
  }

  /** @param {Params} params @param {Choices} choices @param {Translate} t @param {typeof Lab} kind */
  #renderPreview(params, choices, t, kind) {
    const tag = unsafeStatic(innerTag('sd-share-preview', SharePreview));
    const cut = this.tab === 'frame' && !choices.fit ? choices.height : 0;
    const measured = (/** @type {CustomEvent<{height: number}>} */ event) =>
      (this.tall = event.detail.height);
    return staticHtml`<${tag}
      class="preview"
      .t=${this.#t}
      .kind=${kind}
      .query=${format(params, kind.lab)}
      .theme=${choices.theme}
      .cut=${cut}
      .summary=${this.#summary(t, choices)}
      @sd-tall=${measured}
    ></${tag}>`;
  }

  #closed = () => this.dispatchEvent(new Event('close'));

  /** A dialog that is removed is also closed. */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#closed();
  }

  /** @param {Params} params @param {Choices} choices @param {Translate} t @param {typeof Lab} kind @returns {Snippet[]} */
  #snippets(params, choices, t, { lab, tag, words: ofLab }) {
    const { what, picture } = choices;
    const readers = this.#wordsOfReaders(choices, t, ofLab);
    const title = what === 'figure' ? `${lab}.part.${picture}` : `${lab}.title`;
    const place = {
      home: siteHome(),
      ...{ lab, tag },
      ...(what === 'figure' && { tag: 'scaledot-figure', picture }),
      ...(what === 'story' ? story : { program: this.#shared?.program }),
      title: capital(plain(readers, title)),
      fallback: readers.has(`${lab}.fallback`) ? plain(readers, `${lab}.fallback`) : '',
    };
    const ofSite = [
      { id: 'link', text: linkSnippet(params, place), rows: 2 },
      { id: 'frame', text: frameSnippet(params, place, choices), rows: 5 },
      { id: 'address', text: addressSnippet(params, place), rows: 2 },
      { id: 'element', text: elementSnippet(params, place), rows: 6 },
      { id: 'package', text: packageSnippet(params, place), rows: 6 },
    ];
    const ofPackage = [{ id: 'element', text: elementSnippet(params, place), rows: 6 }];
    return [
      ...(place.home ? ofSite : ofPackage),
      { id: 'json', text: jsonSnippet(params, place), rows: 8 },
    ];
  }

  /**
   * Returns the lab's words in the chosen language; until these are loaded, in the current one.
   * @param {Choices} choices
   * @param {Translate} t
   * @param {Words} ofLab
   */
  #wordsOfReaders({ lang }, t, ofLab) {
    const language = /** @type {Language} */ (lang || t.language);
    if (ofLab.tellsAll(language)) return language === t.language ? t : translator(language, ofLab);
    ofLab.learn(language, true).then(
      () => this.requestUpdate(),
      () => {},
    );
    return t;
  }

  /** Describes the preview to screen readers. @param {Translate} t @param {Choices} choices */
  #summary(t, { hide, lock }) {
    const hidden = this.#parts(t).flatMap(([part, words]) => (hide.has(part) ? [words] : []));
    const parts = new Intl.ListFormat(t.language).format(hidden);
    return [
      hidden.length > 0 ? this.#t('share.seenHidden', { parts }) : '',
      lock ? this.#t('share.seenLocked') : '',
    ].join(' ');
  }

  #close = () => {
    /** @type {HTMLDialogElement} */
    const dialog = this.#part('dialog');
    dialog.close();
  };

  // ---- ways to share ----------------------------------------------------------------------------------------------

  /** @param {string} tab */
  #open(tab) {
    this.tab = tab;
    this.said = '';
  }

  /** @param {Translate} t @param {Choices} choices @param {string} lab */
  #renderWhat(t, { what, picture }, lab) {
    const whole = lab === story.lab ? 'story' : 'lab';
    const ways = this.#kinds(lab).map(
      /** @returns {[Kind, string]} */ (way) => [
        way,
        this.#t(`share.what.${way === 'lab' ? whole : way}`),
      ],
    );
    return html`<div class="what">
      ${this.#renderSelect('what', what, ways, (way) => this.#share(way))}
      ${what === 'figure' ? this.#renderSelect('figure', picture, this.#pictures(t), (name) => this.#choose({ picture: name })) : nothing}
    </div>`;
  }

  /** @param {readonly Snippet[]} snippets */
  #renderTabs(snippets) {
    return tabRow({
      of: this,
      label: this.#t('share.ways'),
      tabs: snippets.map(({ id }) => id),
      chosen: this.tab,
      nameOf: (tab) => this.#t(`share.${tab}`),
      panelOf: (tab) => `panel-${tab}`,
      choose: (tab) => this.#open(tab),
    });
  }

  /** @param {Snippet} snippet @param {Translate} t @param {Choices} choices */
  #renderPanel({ id, text, rows }, t, choices) {
    return html`<div
      role="tabpanel"
      id="panel-${id}"
      aria-labelledby="tab-${id}"
      ?hidden=${id !== this.tab}
    >
      <textarea
        id=${id}
        rows=${rows}
        readonly
        spellcheck="false"
        aria-labelledby="tab-${id}"
        aria-describedby="hint-${id}"
        .value=${text}
      ></textarea>
      <div class="under">
        <p class="muted" id="hint-${id}">${this.#hint(id, choices)}</p>
        <button type="button" class="primary copy" @click=${() => this.#copy(id, text)}>
          ${t('common.copy')}
        </button>
      </div>
      <p class="said" role="status">${id === this.tab ? this.said : ''}</p>
      ${id === 'link' ? this.#renderCode(text) : nothing}
      ${id === 'frame' ? this.#renderFrame(choices) : nothing}
    </div>`;
  }

  /** @param {string} id @param {Choices} choices */
  #hint(id, { what, fit }) {
    const home = siteHome();
    const local = id !== 'json' && isOwnMachine(home) ? this.#t('share.local') : '';
    if (id !== 'element' && what !== 'story' && this.#shared?.isTooLong)
      return `${this.#t('share.tooLong')} ${local}`;
    if (id === 'frame' && fit) return this.#t('share.fitHint');
    if (id === 'package') return this.#t('share.packageJsx');
    if (id === 'element' && !home) return this.#t('share.packageHint');
    return `${this.#t(`share.${id}Hint`)} ${local}`;
  }

  /** @param {string} id @param {string} text */
  async #copy(id, text) {
    const done = await copyText(text, this.#part(`#${id}`));
    this.said = this.t?.(done ? 'common.copied' : 'common.copySelected') ?? '';
  }

  /** Renders the link as a QR code. @param {string} link */
  #renderCode(link) {
    const code = qrCode(link);
    if (!code) {
      const { length } = link;
      return html`<p class="muted hint">${this.#t('share.qrLong', { length, most: letters })}</p>`;
    }
    const file = () => qrFile(code, link);
    const svg = () => save('scaledot-qr.svg', new Blob([file()], { type: 'image/svg+xml' }));
    const png = async () => save('scaledot-qr.png', await toPng(file()));
    return html`<div class="code">
      ${qrPicture(code, this.#t('share.qr'), codeWidth)}
      <div>
        <p class="muted hint">${this.#t('share.qrHint')}</p>
        ${this.#renderSave('SVG', svg)} ${this.#renderSave('PNG', png)}
      </div>
    </div>`;
  }

  /** @param {string} kind @param {() => void} press */
  #renderSave(kind, press) {
    return html`<button
      type="button"
      aria-label=${this.#t('share.qrSave', { kind })}
      @click=${press}
    >
      ${kind}
    </button>`;
  }

  /** @param {Choices} choices */
  #renderFrame({ height, fit }) {
    const { min, max } = frameHeight;
    const enter = (/** @type {EventAt<HTMLInputElement>} */ event) => {
      const { value, valueAsNumber } = event.target;
      this.#typed = value;
      if (valueAsNumber >= min && valueAsNumber <= max)
        this.#choose({ height: Math.round(valueAsNumber) });
    };
    /** Corrects an invalid value when the visitor leaves the field. */
    const leave = (/** @type {EventAt<HTMLInputElement>} */ event) => {
      const { valueAsNumber } = event.target;
      this.#typed = null;
      const wanted = Number.isNaN(valueAsNumber) ? height : Math.round(valueAsNumber);
      this.#choose({ height: Math.min(max, Math.max(min, wanted)) });
    };
    return html`<div class="frame">
      <label
        >${this.#t('share.height')}
        <input
          type="number"
          id="height"
          min=${min}
          max=${max}
          .value=${live(this.#typed ?? String(height))}
          @input=${enter}
          @change=${leave}
      /></label>
      <label
        ><input
          type="checkbox"
          .checked=${live(fit)}
          @change=${(/** @type {EventAt<HTMLInputElement>} */ event) => this.#choose({ fit: checked(event) })}
        />${this.#t('share.fit')}</label
      >
      ${this.tall ? html`<p class="muted hint">${this.#t('share.tall', { height: this.tall })}</p>` : nothing}
    </div>`;
  }

  // ---- what readers see -------------------------------------------------------------------------------------------

  /** @param {Translate} t @param {Choices} choices */
  #renderHide(t, { hide }) {
    return html`<fieldset class="hide">
      <legend>${this.#t('share.hide')}</legend>
      ${this.#parts(t).map(([part, words]) =>
        this.#renderCheck(words, hide.has(part), (hidden) => this.#hide(part, hidden)),
      )}
    </fieldset>`;
  }

  /** @param {Translate} t @param {Choices} choices */
  #renderOptions(t, { what, lock, predict, theme, lang }) {
    const themes = ['auto', 'light', 'dark'].map(
      /** @returns {[string, string]} */ (value) => [value, t(`common.theme.${value}`)],
    );
    /** @type {[string, string][]} */
    const languageChoices = [['', this.#t('share.langAuto')], ...Object.entries(languages)];
    const skip = (/** @type {boolean} */ skips) => this.#choose({ predict: skips ? 'off' : 'ask' });
    const asksFirst = what === 'lab' || what === 'slides';
    return html`<fieldset class="options">
      <legend>${this.#t('share.options')}</legend>
      ${what === 'story' ? nothing : this.#renderCheck(this.#t('share.lock'), lock, (locked) => this.#choose({ lock: locked }))}
      ${asksFirst ? this.#renderCheck(this.#t('share.predict'), predict === 'off', skip) : nothing}
      ${this.#renderSelect('theme', theme, themes, (to) => this.#choose({ theme: to }))}
      ${this.#renderSelect('lang', lang, languageChoices, (to) => this.#choose({ lang: to }))}
    </fieldset>`;
  }

  /** @param {string} words @param {boolean} on @param {(on: boolean) => void} turn */
  #renderCheck(words, on, turn) {
    return html`<label
      ><input
        type="checkbox"
        .checked=${live(on)}
        @change=${(/** @type {EventAt<HTMLInputElement>} */ event) => turn(checked(event))}
      />${words}</label
    >`;
  }

  /**
   * @template {string} Option
   * @param {string} name
   * @param {Option} value
   * @param {readonly (readonly [Option, string])[]} options
   * @param {(value: Option) => void} choose
   */
  #renderSelect(name, value, options, choose) {
    /** @param {EventAt<HTMLSelectElement & {value: Option}>} event */
    const onChange = (event) => choose(event.target.value);
    return html`<label class="select"
      >${this.#t(`share.${name}`)}
      <select @change=${onChange}>
        ${options.map(
          ([option, words]) =>
            html`<option value=${option} .selected=${value === option}>${words}</option>`,
        )}
      </select></label
    >`;
  }
}
