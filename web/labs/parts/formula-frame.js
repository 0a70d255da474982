/**
 * What the formulas of all labs are made of: a frame whose terms are pointed at by arrow keys, and lead to their controls
 * by Enter or a click; and in it lines of symbols above their present values.
 */

/** @import { Content } from './content.js' */
/** @import { EventAt } from '../../charts/events.js' */
/** @import { Pointing } from './types.js' */

import { html, mathml } from 'lit';
import { op } from './math.js';

/**
 * @param {Omit<Pointing, 'lit'> & {label: string, terms: readonly string[]}} spec  label: the formula in words; terms: in the order of the keys
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
 * A part of the formula that can be pointed at.
 * @param {string} term
 * @param {string} lit  the term that is pointed at
 * @param {...unknown} inside
 */
export const marked = (term, lit, ...inside) =>
  mathml`<mrow data-term=${term} ?data-lit=${term === lit}>${inside}</mrow>`;

/** @typedef {{symbol: unknown, value: unknown}} Column  a symbol above its value */

/** @param {Content} symbol @param {Content} value @returns {Column} */
export const column = (symbol, value) => ({ symbol, value });

/** A sign that stands in both lines. @param {string} sign */
export const both = (sign) => column(op(sign), op(sign));

/**
 * One line of the formula and its values below; read out in words by the frame's label.
 * @param {readonly Column[]} columns
 * @param {boolean} [isLarge]  with fractions and sums in full size
 */
export const table = (columns, isLarge = false) =>
  html`<math display="block" aria-hidden="true"
    ><mtable displaystyle=${String(isLarge)}
      ><mtr>${columns.map(({ symbol }) => mathml`<mtd>${symbol}</mtd>`)}</mtr
      ><mtr class="values">${columns.map(({ value }) => mathml`<mtd>${value}</mtd>`)}</mtr></mtable
    ></math
  >`;
