/**
 * Notes on a link that asks for a head or a token that this model lacks. They name what is shown, not what the table
 * allows.
 */

/** @import { Note, Params } from '../../tables/types.js' */
/** @import { Model } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { shownHead, shownQuery } from './model.js';

/** Parameters that may ask for something missing. Their names are also their link keys. */
const names = constant(['head', 'token']);

/** Returns which of these a change asks for. @param {Params} params @param {Params} base  before the change @returns {ReadonlySet<string>} */
export const askedFor = (params, base) =>
  new Set(names.filter((name) => params[name] !== base[name]));

/**
 * Returns the notes, corrected where the shown head or token is another than the requested one.
 * @param {readonly Note[]} notes
 * @param {Params} params
 * @param {Model | null} model
 * @param {ReadonlySet<string>} asked
 * @returns {readonly Note[]}
 */
export function correctedNotes(notes, params, model, asked) {
  if (!model) return notes;
  const query = shownQuery(model, params);
  const shown = { head: shownHead(model, params, query) + 1, token: query + 1 };
  const own = names.flatMap(
    /** @returns {Note[]} */ (name) => {
      const told = notes.find(({ key, reason }) => key === name && reason === 'clamped');
      if (Number(params[name]) <= shown[name] || !(told || asked.has(name))) return [];
      const [value, used] = [told?.value ?? String(params[name]), String(shown[name])];
      return [{ reason: 'clamped', key: name, value, used, limit: used }];
    },
  );
  const isReplaced = (/** @type {Note} */ { key, reason }) =>
    reason === 'clamped' && own.some((note) => note.key === key);
  return [...notes.filter((note) => !isReplaced(note)), ...own];
}
