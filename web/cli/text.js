/** Text for the terminal and for text files: numbers, sentences, aligned tables, CSV, JSON. */
import { formatters, translator } from '../i18n/index.js';

/** @import { Vocabulary } from '../i18n/index.js' */

const format = formatters('en');

/** Numbers in a form that can be copied: a plain minus, powers as 1.2e-7. */
const typed = (/** @type {string} */ text) => text.replaceAll('\u2212', '-');

/** @param {number} value */
const needsPower = (value) => value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e12);

export const numbers = Object.freeze({
  /** At most this many significant digits, but all digits before the point. @param {number} value */
  number: (value, digits = 4) =>
    Number.isFinite(value) && needsPower(value)
      ? value.toExponential(digits - 1).replace(/\.?0*e\+?/, 'e')
      : typed(format.number(value, digits)),
  /** @param {number} value */
  fixed: (value, decimals = 2) => typed(format.fixed(value, decimals)),
  /** @param {number} value */
  integer: (value) => typed(format.integer(value)),
  /** @param {number} share */
  share: (share) => format.share(share).replaceAll('\u00a0', ' '),
  /** @param {number} value */
  compact: (value, digits = 3) => format.compact(value, digits),
});

/** @typedef {typeof numbers} Numbers */

/**
 * Returns a translator for the lab's own sentences, without the markup of pages.
 * @param {...Vocabulary} catalogues
 */
export function speaker(...catalogues) {
  const t = translator('en', ...catalogues);
  return (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) =>
    t(key, values).replace(
      /`([^`]+)`|\*([^*\s][^*]*)\*|\[\[([^|\]]+)[^\]]*\]\]/g,
      (_, code, stressed, term) => code ?? stressed ?? term,
    );
}

/** Columns of a text in a terminal. No character here is wide. @param {string} text */
const widthOf = (text) => [...text].length;

const pm = ' ± ';

/**
 * Aligns cells in columns: words to the left, numbers to the right, intervals at their ± signs.
 * @param {readonly (readonly string[])[]} rows  The first is the head
 * @param {number} [words]  Number of columns with words
 */
export function table(rows, words = 1) {
  const count = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    return at < words ? left(cells) : right(aroundSigns(cells));
  });
  return rows
    .map((_, i) =>
      columns
        .map((column) => column[i])
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {string[]} cells */
function left(cells) {
  const width = Math.max(...cells.map(widthOf));
  return cells.map((cell) => cell + ' '.repeat(width - widthOf(cell)));
}

/** @param {string[]} cells */
function right(cells) {
  const width = Math.max(...cells.map(widthOf));
  return cells.map((cell) => ' '.repeat(width - widthOf(cell)) + cell);
}

/** @param {string[]} cells  The first is the head, and is not changed */
function aroundSigns([head, ...cells]) {
  const after = cells.map((cell) => cell.split(pm)[1] ?? '');
  const room = Math.max(0, ...after.map(widthOf));
  if (room === 0) return [head, ...cells];
  const parts = cells.map((cell, i) => {
    const [value] = cell.split(pm);
    const filled = after[i] ? pm + after[i] : '';
    return value + filled + ' '.repeat(pm.length + room - widthOf(filled));
  });
  return [head, ...parts];
}

/** Wraps a text at the given width. @param {string} text */
export function paragraph(text, width = 79) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** "1 key", "8 keys". @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) =>
  `${numbers.integer(count)} ${count === 1 ? one : many}`;

/** Numbers that JSON cannot represent become text instead of null. @param {object} result */
export const toJson = (result) =>
  JSON.stringify(
    result,
    (_, value) => {
      if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
      return ArrayBuffer.isView(value) ? Object.values(value) : value;
    },
    2,
  );

/** @param {readonly Readonly<Record<string, string | number | undefined>>[]} rows  All with the same keys */
export function toCsv(rows) {
  const cell = (/** @type {string | number | undefined} */ value) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const keys = Object.keys(rows[0] ?? {});
  return [keys, ...rows.map((row) => keys.map((key) => row[key]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n');
}
