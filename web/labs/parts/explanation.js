/**
 * The explanation of a term: a small box below the term, above all other content, while the term is hovered or focused.
 */

/** @import { SdTerm } from './term.js' */

import { words } from '../../i18n/words.js';

/** Smallest distance between the explanation and the edge of the window, px. */
const margin = 8;

const looks = `
  [role='tooltip'] {
    position: fixed;
    inset: auto;
    margin: 0;
    box-sizing: border-box;
    max-width: min(20rem, calc(100vw - 16px));
    padding: 0.5em 0.75em;
    border: 1px solid currentColor;
    border-radius: 4px;
    background: var(--sd-paper, Canvas);
    color: var(--sd-ink, CanvasText);
    font: 400 0.875rem/1.45 var(--sd-font, sans-serif);
    text-align: start;
    white-space: normal;
  }
  [role='tooltip']:not([data-open]) {
    display: none;
  }`;

/**
 * A style sheet shared by all explanations: pages may forbid style elements, but not constructed sheets.
 * @type {CSSStyleSheet | undefined}
 */
let sheet;

function ownSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(looks);
  }
  return sheet;
}

export class Explanation {
  #term;
  #box = document.createElement('span');
  /** Whether the explanation is still wanted when the glossary arrives. */
  #wanted = false;

  /** @param {SdTerm} term */
  constructor(term) {
    this.#term = term;
    const root = term.renderRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, ownSheet()];
    Object.assign(this.#box, { id: 'about', role: 'tooltip', popover: 'manual' });
    root.append(this.#box);
    root.querySelector('[role=button]')?.setAttribute('aria-describedby', 'about');
  }

  /** @param {Event} event */
  take(event) {
    const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse';
    const { type } = event;
    if (type === 'focusin' || type === 'click' || (type === 'pointerenter' && isMouse))
      void this.#show();
    else if (type === 'focusout') this.hide();
    else if (type === 'pointerleave' && isMouse && !this.#term.matches(':focus-within'))
      this.hide();
    else if (event instanceof KeyboardEvent && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault(); // a space would scroll
      void this.#show();
    }
  }

  /**
   * Hides the explanation on Escape, wherever the focus is: a visitor may want to see what is below it.
   * @param {KeyboardEvent} event
   */
  #escape = (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.hide();
  };

  async #show() {
    if (this.#wanted) return;
    this.#wanted = true;
    const { language, name } = this.#term;
    await words.glossary.learn(language).catch(() => this.hide());
    if (!this.#wanted || !this.#term.isConnected) return;
    this.#box.textContent = words.glossary[language]?.[`glossary.${name}`] ?? '';
    this.#box.dataset.open = '';
    this.#box.showPopover?.();
    this.#follow();
    addEventListener('scroll', this.#follow, { capture: true, passive: true });
    addEventListener('pointerdown', this.#leave, { capture: true });
    addEventListener('keydown', this.#escape, { capture: true });
  }

  hide = () => {
    this.#wanted = false;
    removeEventListener('scroll', this.#follow, { capture: true });
    removeEventListener('pointerdown', this.#leave, { capture: true });
    removeEventListener('keydown', this.#escape, { capture: true });
    if (this.#box.dataset.open === undefined) return;
    delete this.#box.dataset.open;
    if (this.#box.isConnected) this.#box.hidePopover?.();
  };

  forget() {
    this.hide();
    this.#box.textContent = '';
  }

  /**
   * Follows the term on scroll. Hidden while the term is out of view, as when the keyboard focus is still scrolling to
   * it.
   */
  #follow = () => {
    const { top, bottom } = this.#term.getBoundingClientRect();
    const isAway = bottom < 0 || top > innerHeight;
    this.#box.style.visibility = isAway ? 'hidden' : '';
    if (!isAway) this.#put();
  };

  /** Hides the explanation when another element is pressed. @param {Event} event */
  #leave = (event) => {
    if (!event.composedPath().includes(this.#term)) this.hide();
  };

  /** Places the box below the term, or above it where there is no space. */
  #put() {
    const term = this.#term.getBoundingClientRect();
    const { width, height } = this.#box.getBoundingClientRect();
    const left = Math.min(term.left, innerWidth - width - margin);
    const below = term.bottom + height + margin <= innerHeight;
    this.#box.style.left = `${Math.max(margin, left)}px`;
    this.#box.style.top = `${Math.max(0, below ? term.bottom : term.top - height)}px`;
  }
}
