/**
 * Runs in the interpreter before a program. Creates its globals and the modules that it may import. The host calls `hooks`.
 */

import { classes, hostClass, hostFunction, opened, raw, receive } from './bridge.js';
import { inspect } from './format.js';
import { defineGlobals } from './globals.js';
import { guard } from './guards.js';
import { put, slice } from './natives.js';

/** @type {{classes: any[], modules: Record<string, Record<string, any>>, inside: Record<string, number>}} */
const setup = opened.value();
setup.classes.forEach((found, kind) => classes.push(hostClass(kind, found)));

/** @param {[kind: string, value: any]} entry @param {string} name */
function exported([kind, value], name) {
  if (kind === 'class') return classes[value];
  return kind === 'function' ? hostFunction(value, name) : value;
}

/** Exports of the modules that the program may import, by module. @type {Record<string, Record<string, any>>} */
export const modules = Object.create(null);
for (const [module, entries] of Object.entries(setup.modules)) {
  modules[module] = Object.create(null);
  for (const [name, entry] of Object.entries(entries))
    modules[module][name] = exported(entry, name);
}
defineGlobals(setup.inside, opened.value());
put(globalThis, 'tensor', modules.scaledot.tensor, false);
if (raw.isPage) guard();

/** @param {() => unknown} read may run code of the program, and throw @param {number} most largest number of characters */
function carefully(read, most) {
  try {
    return slice(`${read()}`, 0, most);
  } catch {
    return '';
  }
}

const { stringify } = JSON;
const NativeError = Error;

export const hooks = {
  receive,
  /** Describes an error to the host as JSON. @param {any} error */
  describe(error) {
    const stack = carefully(() => error.stack, 10_000);
    const isError = carefully(() => error instanceof NativeError, 4) === 'true';
    return stringify({
      name: isError ? carefully(() => error.name, 100) : '',
      message: carefully(() => (isError ? error.message : inspect(error)), 10_000),
      stack: isError ? stack : '',
    });
  },
};
