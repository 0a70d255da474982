/** In a worker of the script without labs, the training code stays a separate file beside it. */
/** @import * as Training from '../engine/training/training-worker.js' */

import { importBeside } from './beside.js';

/** @type {typeof Training.train} */
export const train = async (...order) => (await importBeside('training-worker')).train(...order);
