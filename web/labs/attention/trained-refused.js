/** Why a trained model cannot read a text: the engine says it precisely, the page in a visitor's words. */

/** @typedef {{key: string, values?: Record<string, string>}} Refused */

/** What src/learning/pronoun_task.cpp and date_task.cpp say. @type {readonly (readonly [says: RegExp, key: string, value?: string])[]} */
const reasons = [
  [/"it" came \d+ times/, 'once'],
  [/No noun came before "it"/, 'noun'],
  [/^text: "(.*)" is not a word of this model/, 'word', 'word'],
  [/A sentence of more than (\d+) words/, 'words', 'count'],
  [/A date with ".*" came/, 'letters'],
  [/A date of more than (\d+) characters/, 'letters.count', 'count'],
];

/** The words for a refusal; null of one that has none here. @param {string} sentence  of the engine @returns {Refused | null} */
export function refusedFor(sentence) {
  for (const [says, reason, value] of reasons) {
    const found = says.exec(sentence);
    if (found)
      return { key: `trained.refused.${reason}`, ...(value && { values: { [value]: found[1] } }) };
  }
  return null;
}

/** Whether it lists words that it knows instead. @param {string} sentence  of the engine */
export const isUnknownWord = (sentence) => refusedFor(sentence)?.key === 'trained.refused.word';
