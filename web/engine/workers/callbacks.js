/** Checks of what goes beside the options of long work: a signal that ends it, functions that are told how far it is. */

import { checkObject, checkSignal, wrongType } from '../border/checks.js';

/**
 * Callbacks as they are at the call: whatever is done to the object afterwards changes nothing.
 *
 * @param {string} name of the function that takes them
 * @param {unknown} callbacks
 * @param {readonly string[]} functions that there may be
 * @returns {{signal?: AbortSignal, [name: string]: any}}
 */
export function checkCallbacks(name, callbacks, functions) {
  const given = checkObject(name, callbacks, ['signal', ...functions]);
  /** @type {{signal?: AbortSignal, [name: string]: any}} */
  const told = {};
  if (given.signal !== undefined) told.signal = checkSignal('signal', given.signal);
  for (const each of functions) {
    const callback = given[each];
    if (callback !== undefined && typeof callback !== 'function') {
      throw wrongType(each, callback, 'a function');
    }
    told[each] = callback;
  }
  return told;
}
