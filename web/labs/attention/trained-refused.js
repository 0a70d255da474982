/** Reasons why a trained model cannot read a text: the engine's precise sentences, in a visitor's words. */

/** @typedef {{key: string, values?: Record<string, string>}} Refused */

/** The messages of src/learning/pronoun_task.cpp and date_task.cpp. @type {readonly (readonly [says: RegExp, key: string, value?: string])[]} */
const reasons = [
  [/"it" came \d+ times/, 'once'],
  [/No noun came before "it"/, 'noun'],
  [/^text: "(.*)" is not a word of this model/, 'word', 'word'],
  [/A sentence of more than (\d+) words/, 'words', 'count'],
  [/A date with ".*" came/, 'letters'],
  [/A date of more than (\d+) characters/, 'letters.count', 'count'],
];

/** Returns the words for a refusal; null if there are none here. @param {string} sentence  the engine's @returns {Refused | null} */
export function refusedFor(sentence) {
  for (const [says, reason, value] of reasons) {
    const found = says.exec(sentence);
    if (found)
      return { key: `trained.refused.${reason}`, ...(value && { values: { [value]: found[1] } }) };
  }
  return null;
}

/** Whether the refusal is about an unknown word. The engine's sentence then lists words that the model knows. @param {string} sentence  the engine's */
export const isUnknownWord = (sentence) => refusedFor(sentence)?.key === 'trained.refused.word';
