/** Copies what a run reads, at the call: see snapshots.js. */

/** @import { NumberArray, RunName } from './types.js' */
/** @import { JobKind, Snapshots } from './workers/types.js' */

import { copyOf } from './border/copy.js';
import { optionsNow } from './border/snapshot.js';

/** @typedef {Partial<Record<RunName, JobKind<any>['open']>>} Openers */

/** Whether two private views show the same memory. @param {NumberArray} a @param {NumberArray} b */
const areSame = (a, b) =>
  a.buffer === b.buffer &&
  a.byteOffset === b.byteOffset &&
  a.length === b.length &&
  a.constructor === b.constructor;

/** Returns a function that copies each array once, even if it occurs several times. @param {string} name of the run */
function copier(name) {
  /** @type {{array: NumberArray, copy: NumberArray}[]} */
  const known = [];
  return /** @template {NumberArray} A @param {A} array @returns {A} */ (array) => {
    const copy = known.find((other) => areSame(other.array, array))?.copy ?? copyOf(name, array);
    known.push({ array, copy });
    return /** @type {A} */ (copy);
  };
}

/**
 * @param {Openers} intoTensors runs that also write into the caller's tensors. These are checked before the part is loaded, and
 *   inputs are copied only if they are valid
 * @returns {Snapshots['job']}
 */
export const jobSnapshots = (intoTensors) => (module, name, options) => {
  const copy = copier(name);
  const open = module.jobs[name]?.open ?? intoTensors[name];
  if (open) {
    const job = open(module, options, copy);
    return () => job;
  }
  const given = name === 'headAlgebra' ? optionsNow(options, copy) : optionsNow(options); // the other runs take numbers only
  return () => module.jobs[name].open(module, given);
};
