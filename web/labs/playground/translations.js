/** The programs of the gallery in the loaded languages. They compute the same numbers in each. */

/** @import { Language } from '../../i18n/index.js' */

import { experiments } from './experiments.js';

/** @typedef {Readonly<Record<string, string>>} Programs  by experiment */

/** Matches comments, texts, and names with their colons. */
const pieces = /(?<=\/\/ ).*|'[^'\n]*'|\b\w+:/g;

/** @param {string} program @param {Readonly<Record<string, string>>} words */
export const translated = (program, words) =>
  program.replaceAll(pieces, (piece) => {
    const [quote, text] = piece[0] === "'" ? ["'", piece.slice(1, -1)] : ['', piece];
    return Object.hasOwn(words, text) ? quote + words[text] + quote : piece;
  });

/** @type {{en: Programs, 'zh-Hans'?: Programs}} */
const programs = { en: experiments };

/** @param {Language} language @returns {Programs} */
export const experimentsIn = (language) => programs[language] ?? experiments;

/** @param {Language} language */
export async function translateExperiments(language) {
  if (programs[language]) return;
  /** @type {{default: Readonly<Record<string, Readonly<Record<string, string>>>>}} */
  const { default: words } = await import('./experiments.zh-Hans.js');
  programs[language] = Object.fromEntries(
    Object.entries(experiments).map(([name, program]) => [name, translated(program, words[name])]),
  );
}
