/**
 * Light mathematics in labels: "d_k" becomes an italic d with a subscript k, "d^{0.45}" a superscript. Everything else
 * stays as it is. Plain text (for screen readers and files) only loses the braces: "d^0.45".
 */
import { html, svg } from 'lit';

/** Font size of ticks, names and labels in pictures, px. */
export const textSize = 12;

const lowered = new Map([
  ['\u2096', 'k'],
  ['\u1d62', 'i'],
  ['\u2c7c', 'j'],
  ['\u2099', 'n'],
]);

/** letter_index, letter before a power, letter with a Unicode subscript, ^{exponent}, ^number or ^Letter */
const pattern =
  /(?<![\p{L}\d])(\p{L})(?:(?=\^[{A-Z])|_(?:\{([^}]*)\}|([a-z]+|\d+))|([\u2096\u1d62\u2c7c\u2099]))|\^(?:\{([^}]*)\}|([\u2212-]?\d[\d.]*|[A-Z]\*?))/gu;

/**
 * @typedef {object} Piece
 * @property {'plain' | 'letter' | 'sub' | 'super'} kind
 * @property {string} text
 */

/**
 * @param {string} text
 * @returns {Piece[]}
 */
export function pieces(text) {
  /** @type {Piece[]} */
  const list = [];
  const add = (/** @type {Piece['kind']} */ kind, /** @type {string} */ part) =>
    part && list.push({ kind, text: part });
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, letter, braced, index, unicode, power, number] = match;
    add('plain', text.slice(end, match.index));
    if (letter) {
      add('letter', letter);
      add('sub', braced ?? index ?? lowered.get(unicode) ?? '');
    } else add('super', power ?? number);
    end = match.index + whole.length;
  }
  add('plain', text.slice(end));
  return list;
}

/** @param {string} text */
export const plainLabel = (text) => text.replace(/([_^])\{([^}]*)\}/g, '$1$2');

/** How far each kind is below the baseline, px. */
const drops = { plain: 0, letter: 0, sub: 3, super: -4 };

/**
 * Returns a label as the content of an SVG <text>.
 * @param {string} text
 */
export function svgLabel(text) {
  const list = pieces(text);
  if (list.every((piece) => piece.kind === 'plain')) return text;
  let level = 0;
  return list.map(({ kind, text: part }) => {
    const shift = drops[kind] - level;
    level = drops[kind];
    const small = kind === 'sub' || kind === 'super';
    return svg`<tspan class=${small ? 'small' : kind} dy=${shift}>${part}</tspan>`;
  });
}

/** Prevents line breaks within "1 ± 2", "3 × 10", "d_k = 2" and "1/√d". @param {string} text */
const unbroken = (text) =>
  text.replace(/ ([±×=]) (?=[\d−])/g, '\u00a0$1\u00a0').replace(/1\/(?=√|$)/g, '$&\u2060');

/**
 * Returns a label as HTML.
 * @param {string} text
 */
export function htmlLabel(text) {
  return pieces(text).map(({ kind, text: part }) => {
    if (kind === 'letter') return html`<i>${part}</i>`;
    if (kind === 'sub') return html`<sub>${part}</sub>`;
    return kind === 'super' ? html`<sup>${part}</sup>` : unbroken(part);
  });
}

const narrow = new Set("iljtfrI.,:;|!'() ");

/** @param {string} character */
function ems(character) {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0x2e7f) return 1;
  if (narrow.has(character)) return 0.32;
  if (character === 'm' || character === 'w' || character === 'M' || character === 'W') return 0.86;
  return code >= 65 && code <= 90 ? 0.69 : 0.57;
}

/**
 * Estimates the width of a text in px, precisely enough to lay out labels without measuring (CJK characters are square).
 * @param {string} text
 * @param {number} [size]
 */
export function textWidth(text, size = textSize) {
  let sum = 0;
  for (const { kind, text: part } of pieces(text)) {
    const share = kind === 'sub' || kind === 'super' ? 0.75 : 1;
    for (const character of part) sum += share * ems(character);
  }
  return sum * size;
}

/**
 * Wraps a text into lines no wider than `width`. Breaks at spaces, between CJK characters, and within words longer than a line.
 * @param {string} text
 * @param {number} width
 * @param {number} [size]
 * @returns {string[]}
 */
export function wrap(text, width, size = textSize) {
  const words = text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? [];
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of words) {
    if (line && textWidth((line + word).trimEnd(), size) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
    for (let rest = [...line]; textWidth(line.trimEnd(), size) > width && rest.length > 1;) {
      const fits = Math.max(1, Math.floor((rest.length * width) / textWidth(line, size)) - 1);
      lines.push(rest.slice(0, fits).join(''));
      rest = rest.slice(fits);
      line = rest.join('');
    }
  }
  if (line.trim()) lines.push(line.trimEnd());
  return lines;
}

/**
 * Escapes text for XML. Removes control characters, which XML 1.0 forbids.
 * @param {string} text
 */
export const escapeXml = (text) =>
  text
    // eslint-disable-next-line no-control-regex -- these are the ones to remove
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
