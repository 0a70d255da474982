/** Checks of the callbacks of long work: a signal that aborts it, and functions that receive its progress. */

import { checkObject, checkSignal, wrongType } from '../border/checks.js';

/**
 * Reads and checks the callbacks at the call, so that later changes to the object have no effect.
 *
 * @param {string} name of the function that takes them
 * @param {unknown} callbacks
 * @param {readonly string[]} functions allowed functions
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
