/**
 * Registers elements where there is a registry: on a server that renders pages nothing happens.
 *
 * A name is registered once on a page and for good, and a page may hold two versions of this package. Public names are
 * given to whoever comes first, as for every element; a host that wants the other version, too, registers it under a
 * name of its own. Elements that only we write, inside of shadow roots, are looked for by their class: each version has
 * its own, under a name that no other has.
 */

import { unsafeStatic } from 'lit/static-html.js';

/** @typedef {CustomElementConstructor} ElementClass */

/** The name that each class was registered under. @type {WeakMap<ElementClass, string>} */
const names = new WeakMap();

/** @param {string} tag @param {ElementClass} element */
function register(tag, element) {
  // A class can be registered only once; under a further name there stands a class that is the same in all else.
  const fresh = names.has(element) ? class extends element {} : element;
  globalThis.customElements.define(tag, fresh);
  names.set(fresh, tag);
}

/**
 * Registers an element under a public name, if nobody has it yet.
 * @param {string} tag
 * @param {ElementClass} element
 */
export function define(tag, element) {
  const registry = globalThis.customElements;
  if (registry && !registry.get(tag)) register(tag, element);
}

/**
 * The name of an element that stands in a shadow root of ours; registers it if need be. Its own name, unless another
 * version has that: then the first that is free of NAME-2, NAME-3 ...
 * @param {string} name
 * @param {ElementClass} element
 */
export function innerTag(name, element) {
  const registry = globalThis.customElements;
  let tag = names.get(element) ?? name;
  for (let next = 2; registry.get(tag) && registry.get(tag) !== element; ++next)
    tag = `${name}-${next}`;
  if (!registry.get(tag)) register(tag, element);
  return tag;
}

/** The same in a static template. @param {string} name @param {ElementClass} element */
export const inner = (name, element) => unsafeStatic(innerTag(name, element));
