// The build makes worker.js, of the entry scaledot/worker, and it lies beside this program.
export const createWorker = () =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
