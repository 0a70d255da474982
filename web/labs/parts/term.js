/**
 * <sd-term>: a technical term within a sentence, explained on hover, focus and tap. The explanation (explanation.js)
 * and the glossary are fetched at first use.
 */

/** @import { Language } from '../../i18n/index.js' */
/** @import { Explanation } from './explanation.js' */

import { LitElement, css, html } from 'lit';

export class SdTerm extends LitElement {
  static styles = css`
    /* Not a button element, because a line may break between a button and the following comma. */
    [role='button'] {
      cursor: help;
      text-decoration-line: underline;
      text-decoration-style: dotted;
      text-decoration-color: var(--sd-muted, currentColor);
      text-underline-offset: 0.2em;
    }
    [role='button']:focus-visible {
      outline: 2px solid var(--sd-focus, currentColor);
      outline-offset: 2px;
    }
  `;

  static properties = {
    name: { attribute: false },
    language: { attribute: false },
  };

  /** @type {Explanation | undefined} */ #explanation;
  /** @type {Promise<void> | undefined} */ #coming;

  constructor() {
    super();
    this.name = '';
    /** @type {Language} */ this.language = 'en';
    for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout', 'click', 'keydown'])
      this.addEventListener(type, this.#take);
  }

  /** Another term or language needs another explanation. */
  updated() {
    this.#explanation?.forget();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#explanation?.hide();
  }

  /** Handles events that arrive while the code is being fetched afterwards, in order. @param {Event} event */
  #take = async (event) => {
    if (!this.#explanation) {
      this.#coming ??= this.#bring();
      await this.#coming.catch(() => (this.#coming = undefined)); // the sentence is readable without an explanation
    }
    this.#explanation?.take(event);
  };

  async #bring() {
    const { Explanation } = await import('./explanation.js');
    this.#explanation = new Explanation(this);
  }

  render() {
    return html`<span role="button" tabindex="0"><slot></slot></span>`;
  }
}
