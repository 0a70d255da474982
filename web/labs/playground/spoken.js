/** The programs of the gallery in the languages that have been learned. In all of them they compute the same numbers. */

/** @import { Language } from '../../i18n/index.js' */

import { experiments } from './experiments.js';

/** @typedef {Readonly<Record<keyof typeof experiments, string>>} Programs */

/** Comments, texts, and names with their colons. */
const pieces = /(?<=\/\/ ).*|'[^'\n]*'|\b\w+:/g;

/** @param {string} program @param {Readonly<Record<string, string>>} words */
export const translated = (program, words) =>
  program.replaceAll(pieces, (piece) => {
    const [quote, text] = piece[0] === "'" ? ["'", piece.slice(1, -1)] : ['', piece];
    return Object.hasOwn(words, text) ? quote + words[text] + quote : piece;
  });

/** @type {{en: Programs, 'zh-Hans'?: Programs}} */
const spoken = { en: experiments };

/** @param {Language} language */
export const experimentsIn = (language) => spoken[language] ?? experiments;

/** @param {Language} language */
export async function learnExperiments(language) {
  if (spoken[language]) return;
  const { default: words } = await import('./experiments.zh-Hans.js');
  const names = /** @type {(keyof typeof experiments)[]} */ (Object.keys(experiments));
  spoken[language] = /** @type {Programs} */ (
    Object.fromEntries(names.map((name) => [name, translated(experiments[name], words[name])]))
  );
}
