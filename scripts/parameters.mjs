// Describes the values and meanings of the labs' parameters, for the manual (docs/elements.md) and for declarations.

/** @import { Entry } from '../web/tables/state.js' */

/** Meanings of the parameters that every lab has, by name. @type {Readonly<Record<string, string>>} */
export const meanings = {
  preset: 'a preset of the lab by its name, shown with its question',
  lang: 'by default that of the surrounding text, otherwise of the browser',
  theme: '`auto`: as the surrounding text',
  hide: 'parts and pictures to hide',
  show: 'the only pictures to show, each with its controls',
  present: 'the slide to show to a class: the name of a picture; any other word means the first',
  lock: 'controls to lock',
  predict: 'whether a preset asks for a prediction before its change',
};

/** @param {Entry} entry @param {(choice: string) => string} [code] formats a choice */
export function valuesOf({ type, choices = [], min, max, most }, code = (choice) => choice) {
  const within = min === undefined ? '' : `, ${min} to ${max}`;
  const list = choices.filter(Boolean).map(code).join(', ');
  return {
    integer: `a whole number${within}`,
    number: `a number${within}`,
    choice: list,
    word: 'a word',
    words: 'comma-separated words',
    set: `${most ? `at most ${most} of ` : ''}${list}, comma-separated`,
    numbers: `comma-separated numbers${most ? `, at most ${most}` : ''}${within}`,
    text: 'text',
    packed: 'letters, packed by the lab',
  }[type];
}
