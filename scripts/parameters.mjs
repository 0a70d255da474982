// Describes the values and meanings of the labs' parameters, for the manual (docs/elements.md) and for declarations.

/** @import { Entry } from '../web/tables/state.js' */

/** Meanings of the parameters that every lab has, by name, as sentences. @type {Readonly<Record<string, string>>} */
export const meanings = {
  preset: "The lab's preset that is open, by its name.",
  lang: 'The language. If empty, that of the surrounding text or else of the browser.',
  theme: 'Light or dark. `auto` follows the surrounding text.',
  hide: 'The parts and pictures that are hidden.',
  show: 'The only pictures that are shown, each with its controls.',
  present: 'The picture that a class sees as a slide, by its name. Any other word means the first.',
  lock: 'The controls that are locked.',
  predict: 'Whether a preset asks for a prediction before its change.',
};

/**
 * Returns the values that a parameter takes, as a phrase.
 * @param {Entry} entry
 * @param {(choice: string) => string} [code] formats a choice
 */
export function valuesOf({ type, choices = [], min, max, most }, code = (choice) => choice) {
  const within = min === undefined ? '' : ` from ${min} to ${max}`;
  const atMost = most ? `at most ${most} ` : '';
  const list = choices.filter(Boolean).map(code).join(', ');
  return {
    integer: `a whole number${within}`,
    number: `a number${within}`,
    choice: list,
    word: 'a word',
    words: 'comma-separated words',
    set: `comma-separated, ${atMost || 'any '}of ${list}`,
    numbers: `${atMost}comma-separated numbers${within}`,
    text: 'text',
    packed: 'letters, packed by the lab',
  }[type];
}
