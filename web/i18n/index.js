/**
 * Words and numbers in the visitor's language. A catalogue is a flat object from dotted keys to sentences with
 * {placeholders}. Every catalogue exists in every language below, with the same keys (a test compares them). Nouns agree
 * with the number beside them: "{keys} {keys:key|keys}" gives "1 key" and "8 keys". Nothing here uses the DOM.
 */

import { decadeOf, tenTo } from './decades.js';
import { decimalText, roundedTo, significantText } from './decimals.js';

/** The languages in the order of the switch, each by its own name. */
export const languages = Object.freeze({ en: 'English', 'zh-Hans': '简体中文' });

/** @typedef {'en' | 'zh-Hans'} Language */
/** @typedef {Readonly<Record<string, string>>} Catalogue */
/** @typedef {Readonly<Partial<Record<Language, Catalogue>>>} Vocabulary a catalogue for each language that was fetched (words.js) */
/** @typedef {ReturnType<typeof translator>} Translate */
/** @typedef {ReturnType<typeof formatters>} Format */

/**
 * Returns the language for a list of preferences such as navigator.languages, the most preferred first. Every variant of
 * Chinese gives Simplified Chinese. The result is English if no language is known.
 * @param {...(string | null | undefined)} preferences
 * @returns {Language}
 */
export function chooseLanguage(...preferences) {
  for (const preference of preferences) {
    const primary = String(preference ?? '')
      .toLowerCase()
      .split(/[-_]/)[0];
    if (primary === 'zh') return 'zh-Hans';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

/** {name}, or {name:singular|plural} for a word that agrees with the number of that name. */
const placeholder = /\{(\w+(?::[^{}|]*\|[^{}|]*)?)\}/;

/** A displayed number has a singular only if it is written as a whole number: 1 key, but 1.0 keys. */
const whole = /^\d+$/;

/**
 * Returns the function t(key, values) of one language. Later catalogues override earlier ones. A key that is in no
 * catalogue is returned unchanged, so that a missing entry is visible but breaks nothing. `t.parts(key, values)` returns
 * the pieces as a list, for values that are templates instead of text. `t.has(key)`: whether there are words for a key.
 * @param {Language} language
 * @param {...Vocabulary} catalogues
 */
export function translator(language, ...catalogues) {
  const words = new Map(
    catalogues.flatMap((catalogue) => Object.entries(catalogue[language] ?? {})),
  );
  const rules = new Intl.PluralRules(language);

  /** @param {string} piece the text between braces @param {Record<string, unknown>} values */
  const filled = (piece, values) => {
    const [name, forms] = piece.split(':');
    if (forms === undefined) return values[name] ?? `{${name}}`;
    const [singular, plural] = forms.split('|');
    const shown = String(values[name]);
    return whole.test(shown) && rules.select(Number(shown)) === 'one' ? singular : plural;
  };

  /** @param {string} key @param {Record<string, unknown>} [values] */
  const t = (key, values) => t.parts(key, values).join('');
  t.language = language;
  /** @param {string} key */
  t.has = (key) => words.has(key);
  /** @param {string} key @param {Record<string, unknown>} [values] @returns {unknown[]} */
  t.parts = (key, values = {}) => {
    const pieces = (words.get(key) ?? key).split(placeholder);
    // split() with one group puts the names of the placeholders at odd indices.
    return pieces.map((piece, place) => (place % 2 === 0 ? piece : filled(piece, values)));
  };
  return t;
}

/** @type {Readonly<Record<string, string>>} */
const superscripts = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/** Words for large numbers, largest first. They are those of Intl, whose words differ between browsers' versions. */
const units = /** @type {const} */ ({
  en: [
    ['T', 12],
    ['B', 9],
    ['M', 6],
    ['K', 3],
  ],
  'zh-Hans': [
    ['万亿', 12],
    ['亿', 8],
    ['万', 4],
  ],
});

/** Separators of a list: between items, before the last of three or more, and between two. */
const joints = {
  en: [', ', ', and ', ' and '],
  'zh-Hans': ['、', '和', '和'],
};

/** @param {string} text */
const typographic = (text) => text.replace('-', '\u2212');

/** @param {number} value @param {(value: number) => string} finite */
const orSymbol = (value, finite) => {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '\u2212∞';
  return typographic(finite(Object.is(value, -0) ? 0 : value));
};

/**
 * Returns the number formats of one language. All write a true minus sign.
 * @param {Language} language
 */
export function formatters(language) {
  /** @param {number} share @param {number} decimals */
  const percent = (share, decimals) => `${decimalText(share, { most: decimals, shift: 2 })}%`;
  /** @param {number} value @param {number} digits */
  const scientific = (value, digits) => {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    const power = String(Number(exponent)).replace(/./g, (c) => superscripts[c]);
    return `${Number(mantissa)} × 10${power}`;
  };
  /** @param {number} value @param {number} digits */
  const steady = (value, digits) => {
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e9)) return scientific(value, digits);
    // The decade of the rounded number: 9.9996 is written as 10.00.
    const decade = size === 0 ? 0 : decadeOf(roundedTo(size, digits));
    return decimalText(value, { most: Math.max(0, digits - 1 - decade) });
  };
  return Object.freeze({
    language,
    /** At most `digits` significant digits; a power of ten if the number is very small or large. */
    number: (/** @type {number} */ value, digits = 4) =>
      orSymbol(value, (x) => {
        const size = Math.abs(x);
        if (size !== 0 && (size < 1e-4 || size >= 1e9)) return scientific(x, digits);
        return significantText(x, digits);
      }),
    /** Exactly `digits` significant digits, so that a changing number keeps its width. */
    steady: (/** @type {number} */ value, digits = 4) => orSymbol(value, (x) => steady(x, digits)),
    /** A weight 0..1 with `digits` significant digits. A weight below 1 is never written as 1, but as "> 0.99". */
    weight: (/** @type {number} */ value, digits = 2) =>
      orSymbol(value, (x) => {
        const isNearlyAll = x < 1 && roundedTo(x, digits) === 1;
        if (!isNearlyAll) return steady(x, digits);
        return `>\u00a0${decimalText(1 - tenTo(-digits), { most: digits })}`;
      }),
    /** Exactly `decimals` digits after the point. */
    fixed: (/** @type {number} */ value, decimals = 2) =>
      orSymbol(value, (x) => decimalText(x, { most: decimals })),
    integer: (/** @type {number} */ value) => orSymbol(value, (x) => decimalText(x, { most: 0 })),
    /** A ratio as a percentage, such as progress or one length relative to another. */
    percent: (/** @type {number} */ ratio, decimals = 1) =>
      orSymbol(ratio, (x) => percent(x, decimals)),
    /**
     * A share 0..1 as a percentage. Exactly 0 and 1 have no decimals. Other shares are never rounded to them, but
     * written as "< 0.1%" or "> 99.9%".
     */
    share: (/** @type {number} */ share, decimals = 1) =>
      orSymbol(share, (x) => {
        if (x === 0 || x === 1) return percent(x, 0);
        const least = tenTo(-(decimals + 2));
        if (x > 0 && x < least / 2) return `<\u00a0${percent(least, decimals)}`;
        if (x < 1 && x >= 1 - least / 2) return `>\u00a0${percent(1 - least, decimals)}`;
        return percent(x, decimals);
      }),
    /** 12M, 1200万: for rates and large counts. */
    compact: (/** @type {number} */ value, digits = 3) =>
      orSymbol(value, (x) => {
        const rounded = roundedTo(x, digits);
        const size = Math.abs(rounded);
        const [unit, power] = units[language].find(([, least]) => size >= tenTo(least)) ?? ['', 0];
        const shown = rounded / tenTo(power);
        return significantText(shown, digits, Math.abs(shown) >= 1e4) + unit;
      }),
    /** "A, B, and C". Intl takes 30 ms for its first list. @param {readonly string[]} items */
    list(items) {
      const [comma, last, alone] = joints[language];
      if (items.length < 3) return items.join(alone);
      return items.slice(0, -1).join(comma) + last + items[items.length - 1];
    },
  });
}
