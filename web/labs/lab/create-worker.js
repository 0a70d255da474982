/** A worker for the engine and for files; beside this file in the sources, in one folder in the package. */
export const createWorker = () =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
