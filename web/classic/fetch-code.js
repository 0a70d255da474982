/** In the classic script, the Playground's editor and interpreter stay files beside it. */
import { trusted } from '../labs/lab/trusted.js';
import { addressOf, importBeside } from './beside.js';

/** A browser refuses it to a page on a disk and to a script of another server. */
const createWorker = () => new Worker(trusted(addressOf('program-worker.js')), { type: 'module' });

export const fetchEditor = () => importBeside('editor');

/** The worker's address is trusted here: a policy belongs to one copy of a script. */
export async function fetchSession() {
  const { openSession } = await importBeside('session');
  return { openSession: () => openSession({ createWorker }) };
}
