// Describes the values and meanings of the labs' parameters, for the manual (docs/elements.md) and for declarations.

/** @import { Entry } from '../web/tables/state.js' */

/** Meanings of the parameters that every lab has, by name. @type {Readonly<Record<string, string>>} */
export const meanings = {
  preset: 'one of the lab’s presets, by its name: its question is open',
  lang: 'as the text around, else the browser’s, unless told',
  theme: '`auto`: as the text around',
  hide: 'what is not shown',
  show: 'pictures that alone are shown, each with its controls',
  present: 'the slide that is shown to a class: the name of a picture; any other word is the first',
  lock: 'what cannot be changed',
  predict: 'whether a preset asks for a prediction before its change',
};

/** @param {Entry} entry @param {(choice: string) => string} [code] as a choice is written */
export function valuesOf({ type, choices = [], min, max, most }, code = (choice) => choice) {
  const within = min === undefined ? '' : `, ${min} to ${max}`;
  const list = choices.filter(Boolean).map(code).join(', ');
  return {
    integer: `a whole number${within}`,
    number: `a number${within}`,
    choice: list,
    word: 'a word',
    words: 'words with commas',
    set: `${most ? `at most ${most} of ` : ''}${list}, with commas`,
    numbers: `numbers with commas${most ? `, at most ${most}` : ''}${within}`,
    text: 'text',
    packed: 'letters that the lab packs',
  }[type];
}
