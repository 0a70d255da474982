/** Tokens of files that contain their own vocabulary and need no tokenizer.json: those that scaledot trains. */

/**
 * Returns the tokens by id if the file lists them, as scaledot's own files do, or null.
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

/** Splits a text for such a vocabulary, into characters or words. @param {readonly string[]} names @param {string} text */
export const piecesOf = (names, text) =>
  names.every((name) => [...name].length <= 1) ? [...text] : text.split(' ');
