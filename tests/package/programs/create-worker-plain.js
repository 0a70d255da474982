export const createWorker = () =>
  new Worker('/node_modules/scaledot/dist/worker.js', { type: 'module' });
