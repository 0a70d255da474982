/** What a model is made of, for the programs that the page writes. The package does not export it. */

/** @import { Network } from './common.js' */
/** @import { StoredTensor } from './header.js' */

/** @typedef {{network: Network, tensors: ReadonlyMap<string, StoredTensor> | undefined}} Inside  tensors: undefined after close() */

/** @type {WeakMap<object, () => Inside>} */
const insides = new WeakMap();

/** @param {object} model @param {() => Inside} inside */
export function keepInside(model, inside) {
  insides.set(model, inside);
}

/** @param {object} model that openModel() gives @returns {Inside | undefined} */
export const insideOf = (model) => insides.get(model)?.();
