/** What a model is made of, for the programs that the page writes. The package does not export it. */

/** @import { Network, StoredTensor } from './network.js' */

/** @typedef {{network: Network, tensors: ReadonlyMap<string, StoredTensor> | undefined}} Internals  tensors: undefined after close() */

/** @type {WeakMap<object, () => Internals>} */
const allInternals = new WeakMap();

/** @param {object} model @param {() => Internals} internals */
export function keepInternals(model, internals) {
  allInternals.set(model, internals);
}

/** @param {object} model that openModel() gives @returns {Internals | undefined} */
export const internalsOf = (model) => allInternals.get(model)?.();
