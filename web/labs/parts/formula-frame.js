/**
 * The building blocks of the labs' formulas: a frame whose terms are highlighted by arrow keys and lead to their
 * controls by Enter or a click, and lines of symbols above their current values.
 */

/** @import { Content } from './content.js' */
/** @import { EventAt } from '../../charts/events.js' */
/** @import { Pointing } from './types.js' */

import { html, mathml } from 'lit';
import { op } from './math.js';

/**
 * @param {Omit<Pointing, 'lit'> & {label: string, terms: readonly string[]}} spec  label: the formula in words; terms:
 *   in the order of the arrow keys
 * @param {Content} content
 */
export function formulaFrame({ label, terms, pointed, point, go }, content) {
  /** @param {EventAt<Element>} event */
  const onClick = (event) => {
    const target = event.target.closest('[data-term]');
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
    part="formula"
    role="group"
    tabindex="0"
    aria-label=${label}
    @click=${onClick}
    @keydown=${onKey}
  >
    ${content}
  </figure>`;
}

/**
 * Renders a part of the formula that can be highlighted.
 * @param {string} term
 * @param {string} lit  the highlighted term
 * @param {...unknown} inside
 */
export const marked = (term, lit, ...inside) =>
  mathml`<mrow data-term=${term} ?data-lit=${term === lit}>${inside}</mrow>`;

/** @typedef {{symbol: unknown, value: unknown}} Column  a symbol above its value */

/** @param {Content} symbol @param {Content} value @returns {Column} */
export const column = (symbol, value) => ({ symbol, value });

/** Returns a column with a sign in both lines. @param {string} sign */
export const both = (sign) => column(op(sign), op(sign));

/**
 * Renders one line of the formula with its values below. Screen readers use the frame's label instead.
 * @param {readonly Column[]} columns
 * @param {boolean} [isLarge]  fractions and sums in full size
 */
export const table = (columns, isLarge = false) =>
  html`<math display="block" aria-hidden="true"
    ><mtable displaystyle=${String(isLarge)}
      ><mtr>${columns.map(({ symbol }) => mathml`<mtd>${symbol}</mtd>`)}</mtr
      ><mtr class="values">${columns.map(({ value }) => mathml`<mtd>${value}</mtd>`)}</mtr></mtable
    ></math
  >`;
