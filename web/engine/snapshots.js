/**
 * Long work reads what it was given at the call, and whatever becomes of that afterwards changes nothing. Here are the package's
 * entries, whose users may do anything; our own pages leave what they give alone, and download none of this.
 */

/** @import { NumberArray, RunName } from './types.js' */
/** @import { JobKind, Snapshots } from './workers/types.js' */

import { isObject } from './border/checks.js';
import { copyOf } from './border/copy.js';
import { optionsNow } from './border/snapshot.js';
import { checkpointOf, ownBytes } from './training/checkpoint-bytes.js';
import { attentionGradientJob, attentionJob } from './workers/attention-jobs.js';

/**
 * Runs that write into the caller's tensors, too: these are looked at before the part has come, and what is read is copied only if
 * it is right.
 *
 * @type {Partial<Record<RunName, JobKind<any>['open']>>}
 */
const intoTensors = { attention: attentionJob, attentionGradient: attentionGradientJob };

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
    const copy = copier(name);
    const open = module.jobs[name]?.open ?? intoTensors[name];
    if (open) {
      const job = open(module, options, copy);
      return () => job;
    }
    const given = name === 'headAlgebra' ? optionsNow(options, copy) : optionsNow(options); // all else takes numbers
    return () => module.jobs[name].open(module, given);
  },
  trainer(options) {
    const checkpoint = checkpointOf(options, ownBytes);
    if (checkpoint) return { checkpoint };
    const given = optionsNow(options);
    if (isObject(given)) delete given.checkpoint; // undefined is as if there were none
    return given;
  },
};
