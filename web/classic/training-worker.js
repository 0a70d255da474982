/** In a worker of the script without labs, what trains stays beside it. */
import { importBeside } from './beside.js';

/** @type {typeof import('../engine/training/training-worker.js').train} */
export const train = async (...order) => (await importBeside('training-worker')).train(...order);
