/**
 * In the classic script, the program of a worker is the script itself. A browser refuses such a worker to a page opened
 * from disk, and to a script from another server. Work is then done in slices, as everywhere without workers.
 */
import { trusted } from '../labs/lab/trusted.js';
import { address } from './address.js';

export const startsWorkers = () => new URL(String(address)).origin === self.origin;

export const createWorker = () => new Worker(trusted(new URL(String(address))));
