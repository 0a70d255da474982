/** The frame of a lab's formula: its terms are pointed at by arrow keys, and lead to their controls by Enter or a click. */
import { html } from 'lit';

/**
 * @typedef {object} Pointing
 * @property {() => string} pointed  The term pointed at now, not in the last drawing: keys may come faster than drawings
 * @property {(term: string) => void} point
 * @property {(term: string) => void} go  To the first control of a term
 */

/**
 * @param {Pointing & {label: string, terms: readonly string[]}} spec  label: the formula in words; terms: in the order of the keys
 * @param {unknown} content
 */
export function formulaFrame({ label, terms, pointed, point, go }, content) {
  /** @param {Event} event */
  const onClick = (event) => {
    const target = /** @type {Element} */ (event.target).closest('[data-term]');
    if (target) go(target.getAttribute('data-term') ?? '');
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const term = pointed();
    if (event.key === 'Enter' && term) go(term);
    if (!step) return;
    event.preventDefault();
    const now = terms.indexOf(term);
    const next = now < 0 && step < 0 ? terms.length - 1 : now + step;
    point(terms[(next + terms.length) % terms.length]);
  };
  return html`<figure
    class="formula"
    role="group"
    tabindex="0"
    aria-label=${label}
    @click=${onClick}
    @keydown=${onKey}
  >
    ${content}
  </figure>`;
}
