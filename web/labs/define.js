/**
 * Registers an element once, however often a page loads this package; does nothing where there are no elements
 * (a server that renders pages).
 * @param {string} tag
 * @param {CustomElementConstructor} element
 */
export function define(tag, element) {
  const registry = globalThis.customElements;
  if (registry && !registry.get(tag)) registry.define(tag, element);
}
