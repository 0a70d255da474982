/**
 * Copies what long work reads, at the call, so that later changes have no effect. Only the entries of the package use
 * this. The project's own pages do not change their options, and do not download this code.
 */

/** @import { Snapshots } from './workers/types.js' */

import { isObject } from './border/checks.js';
import { optionsNow } from './border/snapshot.js';
import { jobSnapshots } from './job-snapshots.js';
import { checkpointOf, ownBytes } from './training/checkpoint-bytes.js';
import { attentionGradientJob } from './workers/attention-gradient-jobs.js';
import { attentionJob } from './workers/attention-jobs.js';

/** @type {Snapshots} */
export const snapshots = {
  job: jobSnapshots({ attention: attentionJob, attentionGradient: attentionGradientJob }),
  trainer(options) {
    const checkpoint = checkpointOf(options, ownBytes);
    if (checkpoint) return { checkpoint };
    const given = optionsNow(options);
    if (isObject(given)) delete given.checkpoint; // an undefined checkpoint is the same as none
    return given;
  },
};
