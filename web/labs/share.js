/**
 * <sd-share>: a button, and the dialog behind it with the link, the frame, the element and the JSON of the present state,
 * and switches for what they hide, lock and speak. What it shows is what works: the snippets point at this very site.
 * Properties: t, params, lab, tag, heading, fallback, pictures.
 */
import { LitElement, css, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { base, tokens } from '../charts/tokens.js';
import { languages } from '../i18n/index.js';
import { wordsOf } from '../state.js';
import { copyText } from './copy.js';
import { siteHome } from './home.js';
import { elementSnippet, frameSnippet, jsonSnippet, linkSnippet, withChoices } from './snippets.js';

/** What every lab can hide besides its pictures. */
const commonParts = ['controls', 'presets', 'formula', 'code', 'share'];

/** @typedef {{hide: Set<string>, lock: boolean, theme: string, lang: string}} Choices */

export class Share extends LitElement {
  static properties = {
    t: { attribute: false },
    params: { attribute: false },
    lab: { attribute: false },
    tag: { attribute: false },
    heading: { attribute: false },
    fallback: { attribute: false },
    pictures: { attribute: false },
    choices: { state: true },
    said: { state: true },
  };

  static styles = [
    tokens,
    base,
    css`
      dialog {
        width: min(46rem, calc(100vw - 2 * var(--sd-4)));
        max-height: calc(100dvh - 2 * var(--sd-4));
        padding: var(--sd-6);
        border: 1px solid var(--sd-rule);
        border-radius: 8px;
        background: var(--sd-paper);
        color: var(--sd-ink);
        box-shadow: 0 16px 48px rgb(0 0 0 / 0.24);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.4);
      }
      .top {
        display: flex;
        justify-content: space-between;
        align-items: center;
        gap: var(--sd-4);
        margin-bottom: var(--sd-3);
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: var(--sd-2) var(--sd-4);
        align-items: center;
        margin: 0 0 var(--sd-2);
        padding: 0;
        border: 0;
      }
      legend {
        margin-bottom: var(--sd-1);
        padding: 0;
        font-weight: 600;
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: var(--sd-2);
      }
      .snippet {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: var(--sd-1) var(--sd-2);
        margin-top: var(--sd-4);
        align-items: center;
      }
      .snippet label {
        font-weight: 600;
      }
      .snippet p {
        grid-column: 1 / -1;
        font-size: var(--sd-size-s);
        color: var(--sd-muted);
      }
      textarea {
        grid-column: 1 / -1;
        width: 100%;
        padding: var(--sd-2) var(--sd-3);
        resize: vertical;
        font-family: var(--sd-mono);
        font-size: 0.8125rem;
        line-height: 1.5;
        background: var(--sd-panel);
        overflow-wrap: anywhere;
      }
      /* Seen wherever the dialog is scrolled to. */
      .said {
        position: sticky;
        bottom: calc(-1 * var(--sd-6));
        min-height: 1.6em;
        margin-top: var(--sd-2);
        margin-bottom: calc(-1 * var(--sd-4));
        padding-block: var(--sd-2);
        background: var(--sd-paper);
        font-size: var(--sd-size-s);
        color: var(--sd-good);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {(key: string, values?: Record<string, unknown>) => string} */
    this.t = (key) => key;
    /** @type {import('../state.js').Params} */
    this.params = {};
    this.lab = '';
    this.tag = '';
    this.heading = '';
    this.fallback = '';
    /** The lab's pictures that can be hidden: name and words. @type {Readonly<Record<string, string>>} */
    this.pictures = {};
    /** @type {Choices} */
    this.choices = { hide: new Set(), lock: false, theme: 'auto', lang: '' };
    this.said = '';
    this.open = false;
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.shadowRoot?.querySelector('dialog'));
  }

  #show = async () => {
    const { theme, lang } = this.params;
    this.choices = {
      hide: wordsOf(this.params, 'hide'),
      lock: wordsOf(this.params, 'lock').has('all'),
      theme: String(theme),
      lang: String(lang),
    };
    this.said = '';
    this.open = true;
    this.requestUpdate();
    await this.updateComplete;
    this.#dialog.showModal();
  };

  /** @param {Partial<Choices>} choices */
  #choose(choices) {
    this.choices = { ...this.choices, ...choices };
    this.said = '';
  }

  /** @param {string} part @param {boolean} hidden */
  #hide(part, hidden) {
    const hide = new Set(this.choices.hide);
    if (hidden) hide.add(part);
    else hide.delete(part);
    this.#choose({ hide });
  }

  /** @param {string} id @param {string} text */
  async #copy(id, text) {
    const shown = /** @type {HTMLTextAreaElement} */ (this.shadowRoot?.querySelector(`#${id}`));
    this.said = this.t((await copyText(text, shown)) ? 'common.copied' : 'common.copySelected');
  }

  render() {
    return html`<button type="button" class="share" aria-haspopup="dialog" @click=${this.#show}>
        ${this.t('common.share.button')}
      </button>
      <dialog aria-labelledby="heading" @close=${() => (this.open = false)}>
        ${this.open ? this.#renderInside() : nothing}
      </dialog>`;
  }

  #renderInside() {
    const { t, choices } = this;
    const lock = choices.lock ? 'all' : '';
    const asked = {
      hide: [...choices.hide].join(','),
      lock,
      theme: choices.theme,
      lang: choices.lang,
    };
    const params = withChoices(this.params, asked, this.lab);
    const place = {
      home: siteHome(),
      lab: this.lab,
      tag: this.tag,
      title: this.heading,
      fallback: this.fallback,
    };
    return html`<div class="top">
        <h2 id="heading">${t('common.share.title')}</h2>
        <button type="button" class="quiet" @click=${() => this.#dialog.close()}>
          ${t('common.close')}
        </button>
      </div>
      ${this.#renderChoices()}
      ${
        place.home
          ? [
              this.#renderSnippet('link', linkSnippet(params, place), 2),
              this.#renderSnippet('frame', frameSnippet(params, place), 5),
            ]
          : nothing
      }
      ${this.#renderSnippet('element', elementSnippet(params, place), 5)}
      ${this.#renderSnippet('json', jsonSnippet(params, this.lab), 5)}
      <p class="said" role="status">${this.said}</p>`;
  }

  #renderChoices() {
    const { t, choices } = this;
    const parts = {
      ...Object.fromEntries(commonParts.map((part) => [part, t(`common.part.${part}`)])),
      ...this.pictures,
    };
    const checked = (/** @type {Event} */ event) =>
      /** @type {HTMLInputElement} */ (event.target).checked;
    return html`<fieldset>
        <legend>${t('common.share.hide')}</legend>
        ${Object.entries(parts).map(
          ([part, words]) =>
            html`<label
              ><input
                type="checkbox"
                .checked=${live(choices.hide.has(part))}
                @change=${(/** @type {Event} */ event) => this.#hide(part, checked(event))}
              />${words}</label
            >`,
        )}
      </fieldset>
      <fieldset>
        <legend>${t('common.share.options')}</legend>
        <label
          ><input
            type="checkbox"
            .checked=${live(choices.lock)}
            @change=${(/** @type {Event} */ event) => this.#choose({ lock: checked(event) })}
          />${t('common.share.lock')}</label
        >
        ${this.#renderSelect(
          'theme',
          ['auto', 'light', 'dark'].map((value) => [value, t(`common.theme.${value}`)]),
        )}
        ${this.#renderSelect('lang', [['', t('common.share.langAuto')], ...Object.entries(languages)])}
      </fieldset>`;
  }

  /** @param {'theme' | 'lang'} name @param {string[][]} options */
  #renderSelect(name, options) {
    const onChange = (/** @type {Event} */ event) =>
      this.#choose({ [name]: /** @type {HTMLSelectElement} */ (event.target).value });
    return html`<label
      >${this.t(`common.share.${name}`)}
      <select @change=${onChange}>
        ${options.map(
          ([value, words]) =>
            html`<option value=${value} .selected=${this.choices[name] === value}>
              ${words}
            </option>`,
        )}
      </select></label
    >`;
  }

  /** @param {string} id @param {string} text @param {number} rows */
  #renderSnippet(id, text, rows) {
    return html`<div class="snippet">
      <label for=${id}>${this.t(`common.share.${id}`)}</label>
      <button type="button" aria-describedby="hint-${id}" @click=${() => this.#copy(id, text)}>
        ${this.t('common.copy')}
      </button>
      <textarea id=${id} rows=${rows} readonly spellcheck="false" .value=${text}></textarea>
      <p id="hint-${id}">${this.t(`common.share.${id}Hint`)}</p>
    </div>`;
  }
}
