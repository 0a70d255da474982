/** In the classic script, the Playground's editor and interpreter stay files beside it. */
import { trusted } from '../labs/lab/trusted.js';
import { address } from './address.js';

/** @param {string} name */
const addressOf = (name) => new URL(`./${name}`, address);

/** @param {string} name */
const beside = (name) => import(/* @vite-ignore */ addressOf(name).href);

/** A browser refuses it to a page on a disk and to a script of another server. */
const createWorker = () => new Worker(trusted(addressOf('program-worker.js')), { type: 'module' });

export const bringEditor = () => beside('editor.js');

/** The worker's address is trusted here: a policy belongs to one copy of a script. */
export async function bringSession() {
  const { openSession } = await beside('session.js');
  return { openSession: () => openSession({ createWorker }) };
}
