/**
 * Long work reads what it was given at the call, and whatever becomes of that afterwards changes nothing. Here are the package's
 * entries, whose users may do anything; our own pages leave what they give alone, and download none of this.
 */

/** @import { Snapshots } from './load.js' */
/** @import { PartCode } from './parts/index.js' */
/** @import { NumberArray, PartName } from './types.js' */
/** @import { JobKind } from './workers/types.js' */

import { copyOf } from './border/copy.js';
import { partOfRun } from './border/parts.js';
import { optionsNow } from './border/snapshot.js';
import { codeOf } from './parts/all.js';
import { checkpointOf, ownBytes } from './training/checkpoint-bytes.js';

/** Runs that take tensors, which are looked at before the part has come and copied only if they are right. */
const ofTensors = ['attention', 'attentionGradient', 'headAlgebra'];

/** Whether two views of ours are of the same numbers. @param {NumberArray} a @param {NumberArray} b */
const areSame = (a, b) =>
  a.buffer === b.buffer &&
  a.byteOffset === b.byteOffset &&
  a.length === b.length &&
  a.constructor === b.constructor;

/** Copies each array once, however often it is given. @param {string} name of the run */
function copier(name) {
  /** @type {{array: NumberArray, copy: NumberArray}[]} */
  const known = [];
  return /** @template {NumberArray} A @param {A} array @returns {A} */ (array) => {
    const copy = known.find((other) => areSame(other.array, array))?.copy ?? copyOf(name, array);
    known.push({ array, copy });
    return /** @type {A} */ (copy);
  };
}

/** @type {Snapshots} */
export const snapshots = {
  job(module, name, options) {
    const part = /** @type {PartName} */ (partOfRun(name));
    const code = /** @type {PartCode} */ (codeOf(part));
    const { open } = code.jobs[name];
    if (ofTensors.includes(name) || module.open.has(part)) {
      const job = open(module, options, copier(name));
      return () => job;
    }
    const given = optionsNow(options); // numbers, which are checked with what the part computes
    return () => open(module, given);
  },
  trainer(options) {
    const checkpoint = checkpointOf(options, ownBytes);
    return checkpoint ? { checkpoint } : optionsNow(options);
  },
};
