/**
 * Registers elements where there is a registry. On a server that renders pages it does nothing.
 *
 * A name can be registered only once on a page, and a page may hold two versions of this package. A public name goes to
 * the version that comes first, as for every element. A host that also wants the other version registers it under
 * another name. Elements that only we write, inside shadow roots, are looked up by class: each version has its own,
 * under a name that no other has.
 */

import { unsafeStatic } from 'lit/static-html.js';
import { wrongType, wrongValue } from '../../engine/border/checks.js';

/** @typedef {CustomElementConstructor} ElementClass */

/** The name that each class is registered under. @type {WeakMap<ElementClass, string>} */
const names = new WeakMap();

/** @param {string} tag @param {ElementClass} element */
function register(tag, element) {
  // A class can be registered only once. A further name gets an empty subclass.
  const fresh = names.has(element) ? class extends element {} : element;
  globalThis.customElements.define(tag, fresh);
  names.set(fresh, tag);
}

/** Valid names of elements. Browsers report the other errors. */
const ofElements = /^[a-z][^A-Z\s]*-[^A-Z\s]*$/;

/**
 * Checks a class of the package that a user wants to register, and the name for it.
 * @param {ElementClass & {tag: string}} element
 * @param {string | undefined} tag
 * @param {readonly Function[]} bases  the class is one of these, or extends one
 * @param {string} what  the class should be
 * @returns {string} the name; that of the class by default
 */
export function publicTag(element, tag, bases, what) {
  const isKnown = bases.some((base) => element === base || element?.prototype instanceof base);
  if (!isKnown || typeof element.tag !== 'string') throw wrongType('define', element, what);
  const name = tag === undefined ? element.tag : tag;
  const expected = 'a name in small letters with a hyphen, such as "my-element"';
  if (typeof name !== 'string') throw wrongType('tag', name, expected);
  if (!ofElements.test(name)) throw wrongValue('tag', name, expected);
  return name;
}

/**
 * Registers an element under a public name, unless the name is taken.
 * @param {string} tag
 * @param {ElementClass} element
 */
export function define(tag, element) {
  const registry = globalThis.customElements;
  if (registry && !registry.get(tag)) register(tag, element);
}

/**
 * Returns the tag of an element for our own shadow roots, and registers it if necessary. It is the given name, or the
 * first free one of NAME-2, NAME-3 ... if another version has that name.
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

/** Returns the same tag for a static template. @param {string} name @param {ElementClass} element */
export const inner = (name, element) => unsafeStatic(innerTag(name, element));
