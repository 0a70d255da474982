/** In the classic script, the Playground's editor and interpreter stay separate files beside it. */
import { trusted } from '../labs/lab/trusted.js';
import { addressOf, importBeside } from './beside.js';

/** A browser refuses this worker to a page opened from disk, and to a script from another server. */
const createWorker = () => new Worker(trusted(addressOf('program-worker.js')), { type: 'module' });

export const fetchEditor = () => importBeside('editor');

/** The worker's address is made trusted here, because a Trusted Types policy belongs to one copy of a script. */
export async function fetchSession() {
  const { openSession } = await importBeside('session');
  return { openSession: () => openSession({ createWorker }) };
}
