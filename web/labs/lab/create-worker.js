/** A worker for the engine and for files; beside this file in the sources, in one folder in the package. */
import { trustedWorker } from './trusted.js';

export const createWorker = () =>
  trustedWorker(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
