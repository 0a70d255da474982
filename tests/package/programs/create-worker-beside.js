// The build makes worker.js from the entry scaledot/worker and puts it beside this program.
export const createWorker = () =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
