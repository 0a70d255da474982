/**
 * Light typography for the catalogues' sentences, so that they stay plain text that can be translated: d_k becomes an
 * italic d with a subscript, 1/√d_k and √64 get a radical, W_i^Q gets an index and a superscript, q·k its colours, *so*
 * is emphasised (in Chinese, which has no italics, by weight), `np.var` is code. [[logit]] is a term that the glossary
 * explains on hover, [[logits|logit]] the same in another form. A term is marked where a lab uses it first, but never
 * in a label or a button.
 */

/** @import { Content } from './content.js' */
/** @import { Translate } from '../../i18n/index.js' */

import { html, mathml, nothing } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { innerTag } from './define.js';
import { SdTerm } from './term.js';

const marks = new RegExp(
  [
    '`(?<code>[^`]+)`',
    '(?<matrix>[A-Z])(?:_(?<part>[a-z]))?\\^(?<power>[A-Z]\\*?)',
    '\\*(?<stressed>[^*]+)\\*',
    '(?<before>(?:1/)?√?)(?<letter>[A-Za-zα-ω])_(?<index>[a-z]+)',
    '(?<score>q·k)',
    '(?<slope>\\|∂L/∂[a-z]\\|)',
    '(?<radical>(?:1/)?√)(?<number>\\d+)',
    '\\[\\[(?<term>[^|\\]]+)(?:\\|(?<name>[^\\]]+))?\\]\\]',
  ].join('|'),
  'g',
);

/** @typedef {Readonly<Record<string, string>>} Found  the groups of a match, by their names in `marks` */

/** Punctuation that must not begin a line of Chinese. */
const stop = /[，。；：、）？]/;

/** Indices as subscript characters. @type {Readonly<Record<string, string>>} */
const subscripts = { k: '\u2096', i: '\u1d62', j: '\u2c7c', n: '\u2099' };

/** A score in the colours of its query and its key. */
const scoreSymbol = html`<span class="symbol"><i class="q">q</i>·<i class="k">k</i></span>`;

/**
 * Renders a symbol or a root, or 1 over it.
 * @param {string} words  as text, because not every tool reads MathML
 * @param {Content} inside
 */
export const inline = (words, inside) =>
  html`<math aria-label=${words}
    >${words.startsWith('1') ? mathml`<mn>1</mn><mo lspace="0" rspace="0">/</mo>` : nothing}${
      words.includes('√') ? mathml`<msqrt>${inside}</msqrt>` : inside
    }</math
  >`;

/** @param {string} shown @param {string} name  in the glossary @param {string} language */
function explained(shown, name, language) {
  if (!globalThis.customElements) return typeset(shown, language); // a server renders none of our elements
  const tag = unsafeStatic(innerTag('sd-term', SdTerm));
  return staticHtml`<${tag} .name=${name} .language=${language}>${typeset(shown, language)}</${tag}>`;
}

/** @param {Found} found */
function matrixSymbol({ matrix, part, power }) {
  const below = part ? html`<sub>${part}</sub>` : '';
  return html`<span class="symbol"><i>${matrix}</i>${below}<sup>${power}</sup></span>`;
}

/** @param {string} text @param {string} language */
const stress = (text, language) => {
  const inside = typeset(text, language);
  return language === 'en' ? html`<em>${inside}</em>` : html`<strong>${inside}</strong>`;
};

/** @param {Found} found @param {string} language */
function typesetMark(found, language) {
  const { code, matrix, stressed, before, letter, index, score, slope } = found;
  const { radical, number, term, name } = found;
  if (code) return html`<code>${code}</code>`;
  if (matrix) return matrixSymbol(found);
  if (stressed) return stress(stressed, language);
  if (score) return scoreSymbol;
  if (slope) return html`<span class="symbol">${slope}</span>`;
  if (radical) return inline(radical + number, mathml`<mn>${number}</mn>`);
  if (term) return explained(term, name ?? term, language);
  if (before) {
    const words = before + letter + (subscripts[index] ?? index);
    return inline(words, mathml`<msub><mi>${letter}</mi><mi>${index}</mi></msub>`);
  }
  return html`<span class="symbol"><i>${letter}</i><sub>${index}</sub></span>`;
}

/** @param {string} text @param {string} language */
function typeset(text, language) {
  /** @type {unknown[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    parts.push(text.slice(end, match.index));
    const { groups: found = {} } = match;
    const mark = typesetMark(found, language);
    end = match.index + match[0].length;
    // Browsers would break the line between a formula and its punctuation.
    const held = (found.before || found.radical) && stop.exec(text[end] ?? '');
    parts.push(held ? html`<span class="symbol">${mark}${held}</span>` : mark);
    end += held ? 1 : 0;
  }
  parts.push(text.slice(end));
  return parts;
}

/**
 * Renders a sentence for the page. Values are text or templates. Text values are not typeset, because they may be the
 * visitor's.
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export const rich = (t, key, values) =>
  t.parts(key, values).map((part, place) => (isOurs(place) ? typesetText(t, String(part)) : part));

/**
 * Typesets our own text that is not a sentence of a catalogue, or is part of one, for a value of rich().
 * @param {Pick<Translate, 'language'>} t
 * @param {string} text
 */
export const typesetText = ({ language }, text) => typeset(text, language);

/**
 * Returns the same sentence as plain text, for screen readers' summaries, exported pictures, options of a menu.
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export const plain = (t, key, values) =>
  t
    .parts(key, values)
    .map((part, place) => (isOurs(place) ? plainText(String(part)) : part))
    .join('');

/** Returns our own marked-up text as plain text. @param {string} text */
const plainText = (text) =>
  text.replace(marks, (whole, ...rest) => {
    const { code, matrix, part, power, stressed, before, letter, index, term } =
      rest[rest.length - 1];
    if (matrix) return `${matrix}${part ? (subscripts[part] ?? `_${part}`) : ''}^${power}`;
    if (subscripts[index]) return before + letter + subscripts[index];
    return term ?? code ?? stressed ?? whole;
  });

/**
 * Whether a piece of a sentence comes from the catalogue (even places) and not from the values (odd places).
 * @param {number} place
 */
const isOurs = (place) => place % 2 === 0;

/**
 * Returns the separator of two sentences. A Chinese full stop has its own space.
 * @param {Pick<Translate, 'language'>} t
 */
export const gap = ({ language }) => (language === 'en' ? ' ' : '');

/** Returns the separator of list items. @param {Pick<Translate, 'language'>} t */
export const comma = ({ language }) => (language === 'en' ? ', ' : '、');
