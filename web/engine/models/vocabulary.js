/** Tokens that a file tells by itself, without a tokenizer.json: what scaledot trains. */

/**
 * The tokens by their ids, where the file tells them, as scaledot's own do; null where it does not.
 *
 * @param {{metadata: Readonly<Record<string, string>>, layout: string, vocabulary?: number}} model
 * @returns {readonly string[] | null}
 */
export function vocabularyOf({ metadata, layout, vocabulary }) {
  if (layout !== 'scaledot') return null;
  try {
    const names = JSON.parse(metadata.vocabulary);
    const fits = Array.isArray(names) && names.length === vocabulary;
    return fits && names.every((name) => typeof name === 'string') ? names : null;
  } catch {
    return null;
  }
}

/** What a text is made of, for such a vocabulary: characters, or words. @param {readonly string[]} names @param {string} text */
export const piecesOf = (names, text) =>
  names.every((name) => [...name].length <= 1) ? [...text] : text.split(' ');
