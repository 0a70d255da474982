/** Small pieces of MathML with live numbers. `class` colours a term: q, k, s (score), c (factor). */
/** @import { Content } from './content.js' */

import { html, mathml } from 'lit';

/** @param {Content} content */
export const math = (content) => html`<math>${content}</math>`;

/** @param {string} name @param {string} [kind] */
export const id = (name, kind = '') => mathml`<mi class=${kind}>${name}</mi>`;

/** Renders an upright name such as Var. @param {string} name */
export const upright = (name) => mathml`<mi mathvariant="normal">${name}</mi>`;

/** @param {string} sign */
export const op = (sign) => mathml`<mo>${sign}</mo>`;

/** @param {string | number} value @param {string} [kind] */
export const num = (value, kind = '') => {
  const text = String(value);
  // A negative number is a sign and a number, so that it is spaced and read correctly.
  return text.startsWith('\u2212')
    ? mathml`<mrow><mo form="prefix">\u2212</mo><mn class=${kind}>${text.slice(1)}</mn></mrow>`
    : mathml`<mn class=${kind}>${text}</mn>`;
};

/** @param {...Content} parts */
export const row = (...parts) => mathml`<mrow>${parts}</mrow>`;

/** @param {Content} base @param {Content} index */
export const sub = (base, index) => mathml`<msub>${base}${index}</msub>`;

/** @param {Content} base @param {Content} exponent */
export const sup = (base, exponent) => mathml`<msup>${base}${exponent}</msup>`;

/** @param {Content} base @param {Content} index @param {Content} exponent */
export const subsup = (base, index, exponent) =>
  mathml`<msubsup>${base}${index}${exponent}</msubsup>`;

/** @param {Content} top @param {Content} bottom */
export const frac = (top, bottom) =>
  mathml`<mfrac><mrow>${top}</mrow><mrow>${bottom}</mrow></mfrac>`;

/** @param {Content} inside */
export const sqrt = (inside) => mathml`<msqrt>${inside}</msqrt>`;

/** @param {...Content} inside */
export const parens = (...inside) =>
  mathml`<mrow><mo stretchy="false">(</mo>${inside}<mo stretchy="false">)</mo></mrow>`;

/** Renders parentheses as tall as their content. @param {...Content} inside */
export const tallParens = (...inside) =>
  mathml`<mrow><mo lspace="0.12em">(</mo>${inside}<mo rspace="0.12em">)</mo></mrow>`;

/** @param {...Content} inside */
export const brackets = (...inside) => mathml`<mrow><mo>[</mo>${inside}<mo>]</mo></mrow>`;

/** @param {Content} from @param {Content} to  '' for a sum over all @param {Content} term */
export const sum = (from, to, term) =>
  to === ''
    ? mathml`<mrow><munder><mo>\u2211</mo><mrow>${from}</mrow></munder>${term}</mrow>`
    : mathml`<mrow><munderover><mo>\u2211</mo><mrow>${from}</mrow>${to}</munderover>${term}</mrow>`;

/** The dot of a scalar product, with less space than a binary operator. */
export const dot = mathml`<mo lspace="0.12em" rspace="0.12em">\u00b7</mo>`;

export const dk = sub(id('d'), id('k'));
/** @param {Content} index */
export const q = (index) => sub(id('q', 'q'), index);
/** @param {Content} index */
export const k = (index) => sub(id('k', 'k'), index);
