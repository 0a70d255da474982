/** The internals of a model, for the code samples that the page generates. Not exported by the package. */

/** @import { Network, StoredTensor } from './network.js' */

/** @typedef {{network: Network, tensors: ReadonlyMap<string, StoredTensor> | undefined}} Internals  tensors: undefined after close() */

/** @type {WeakMap<object, () => Internals>} */
const allInternals = new WeakMap();

/** @param {object} model @param {() => Internals} internals */
export function keepInternals(model, internals) {
  allInternals.set(model, internals);
}

/** @param {object} model from openModel() @returns {Internals | undefined} */
export const internalsOf = (model) => allInternals.get(model)?.();
