/**
 * In the classic script, a worker is the script itself. A browser refuses that to a page on a disk and to a script of
 * another server: then work is done in slices, as anywhere without workers.
 */
import { trusted } from '../labs/lab/trusted.js';
import { address } from './address.js';

export const startsWorkers = () => new URL(String(address)).origin === self.origin;

export const createWorker = () => new Worker(trusted(new URL(String(address))));
