/**
 * Light typography for the catalogues' sentences, so that they stay plain text that can be translated:
 * d_k becomes an italic d with a subscript (1/√d_k in one piece), W_i^Q has both, q·k is set in its colours, *so* is stressed
 * (in Chinese, which has no italics, by weight), `np.var` is code.
 */
import { html } from 'lit';

/** @typedef {import('../../i18n/index.js').Translate} Translate */

const marks =
  /`([^`]+)`|([A-Z])(?:_([a-z]))?\^([A-Z]\*?)|\*([^*]+)\*|((?:1\/)?√?)([A-Za-zα-ω])_([a-z]+)|(q·k)/g;

/** A score wears the colours of its query and its key. */
const scoreSymbol = html`<span class="symbol"><i class="q">q</i>·<i class="k">k</i></span>`;

/** @param {string} text @param {string} language */
function typeset(text, language) {
  /** @type {unknown[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, code, matrix, part, power, stressed, before, letter, index, score] = match;
    parts.push(text.slice(end, match.index));
    if (code) parts.push(html`<code>${code}</code>`);
    else if (matrix) {
      const below = part ? html`<sub>${part}</sub>` : '';
      parts.push(html`<span class="symbol"><i>${matrix}</i>${below}<sup>${power}</sup></span>`);
    } else if (stressed) {
      const inside = typeset(stressed, language);
      parts.push(language === 'en' ? html`<em>${inside}</em>` : html`<strong>${inside}</strong>`);
    } else if (score) parts.push(scoreSymbol);
    else parts.push(html`<span class="symbol">${before}<i>${letter}</i><sub>${index}</sub></span>`);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/**
 * A sentence for the page. Values may be text or templates; text values are typeset too.
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export const rich = (t, key, values) =>
  t.parts(key, values).map((part) => (typeof part === 'string' ? typeset(part, t.language) : part));

/** @type {Readonly<Record<string, string>>} */
const subscripts = { k: '\u2096', i: '\u1d62', j: '\u2c7c', n: '\u2099' };

/**
 * The same sentence where only plain text can go: summaries for screen readers, exported pictures, options of a menu.
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export const plain = (t, key, values) =>
  t(key, values).replace(marks, (...match) => {
    const [whole, code, matrix, part, power, stressed, before, letter, index] = match;
    if (code) return code;
    if (matrix) return `${matrix}${part ? (subscripts[part] ?? `_${part}`) : ''}^${power}`;
    if (stressed) return stressed;
    return subscripts[index] ? before + letter + subscripts[index] : whole;
  });
